"""Territories with Legends, Ryokan and Travellers. (RULES-EXPANSION.md, Scoring.)"""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given, settings, strategies as st

from naishi import Card, Cell, InvalidPositionError, ScoreSheet, Territory, score
from naishi.games.naishi.rules.cards import BASE_CARDS, LEGENDS, TRAVELLERS, counts_as
from naishi.games.naishi.rules.scoring import copied, ninjas, sheet
from naishi.games.naishi.rules.totals import best_copies, points_by_card, total
from tests.fuzzing import examples
from tests.naishi.games.naishi.rules.naive import naive_score

EXAMPLES = [
    ("nFRsB/MTAXh", {"H4": "advisor"}, 7, 46, 10),
    ("oRRRM/KkxTA", {"H3": "monk"}, 4, 59, 7),
    ("ORAFS/TkHxB", {"H4": "naishi"}, 4, 64, 11),
    ("aAMXU/MAMMM", {"L4": "advisor"}, 0, 27, 2),
]


@pytest.mark.parametrize(("text", "copies", "ryokan", "points", "colours"), EXAMPLES)
def test_the_examples_of_the_rules(text: str, copies: dict[str, str], ryokan: int, points: int, colours: int) -> None:
    scored = score(text, copies, ryokan=ryokan)
    assert (scored.total, scored.colours, scored.ryokan) == (points, colours, ryokan)


def earned(text: str, cell: str, copies: dict[str, str] | None = None) -> int:
    """The points of the card at a cell."""
    return next(line.points for line in score(text, copies).lines if line.cells == (Cell.from_text(cell),))


@pytest.mark.parametrize(
    ("text", "cell", "points"),
    [
        ("nMMMM/MMMMM", "L1", 10), ("MnMMM/MMMMM", "L2", 0), ("MMnMM/MMMMM", "L3", 10), ("MMMMn/MMMMM", "L5", 10),
        ("MMMMM/nMMMM", "H1", 0), ("MMMMM/MMnMM", "H3", 10),
        ("aMMMM/MMMMM", "L1", 5), ("aAMMA/MMMMM", "L1", 15), ("aAMMN/MMMMM", "L1", 0), ("aAMMn/MMMMM", "L1", 0),
        ("sMMMM/MMMMM", "L1", 5), ("sSMMM/MMMMM", "L1", 0), ("sRFMR/FMMMM", "L1", 14), ("MMMMM/RRsSF", "H3", 9),
        ("hMMMM/MMMMM", "L1", 0), ("hBMMM/TMMMM", "L1", 12), ("MMMMM/FhRMM", "H2", 8), ("hkMMM/MMMMM", "L1", 4),
        ("BhBMM/MBMMM", "L2", 24),
        ("kMMMM/MMMMM", "L1", 0), ("kAMMM/oMMMM", "L1", 4), ("kUMMM/XMMMM", "L1", 0), ("MMMMM/MkAMM", "H2", 2),
        ("oRRMM/MMMMM", "L1", 0), ("oRRRM/MMMMM", "L1", 8), ("oOOMM/MMMMM", "L1", 8), ("oTTTM/kMMMM", "L1", 15),
        ("oRRRR/RMMMM", "L1", 25), ("oMMMM/MMMMM", "L1", 0), ("oAAUW/aMMMM", "L1", 8),
    ],
)  # fmt: skip
def test_a_legend_scores_by_its_own_rule(text: str, cell: str, points: int) -> None:
    assert earned(text, cell) == points


@pytest.mark.parametrize(
    ("text", "cell", "points"),
    [
        ("MnAMM/MMMMM", "L3", 7), ("MSsMM/MMMMM", "L2", 0), ("MMMMM/MKkMM", "H2", 7), ("MMMkM/MMMKM", "H4", 7),
        ("MhMMM/MMMMM", "L2", 0),
    ],
)  # fmt: skip
def test_for_other_cards_a_legend_is_the_card_that_it_replaces(text: str, cell: str, points: int) -> None:
    assert earned(text, cell) == points


def test_the_legendary_monk_is_a_torii_in_the_total() -> None:
    assert score("kMMMM/MMMMM").points[Card.TORII] == -5
    assert score("kTMTM/MMMMM").points[Card.TORII] == 30


def test_the_points_of_a_legend_stand_with_the_card_that_it_replaces() -> None:
    scored = score("MnMMM/MMNMM")
    assert scored.points == {Card.MOUNTAIN: -5, Card.NAISHI: 8}
    assert [line.card for line in scored.lines if line.row is Card.NAISHI] == [Card.LEGENDARY_NAISHI, Card.NAISHI]


def test_for_a_ronin_a_legend_is_its_basic_type_and_the_legendary_monk_two() -> None:
    assert earned("OARSF/HBkNM", "L1") == 45
    assert earned("OARSF/HBnMM", "L1") == 8


def test_for_a_ronin_the_ryokan_is_a_type_and_eleven_are_worth_as_much_as_ten() -> None:
    assert [score("ORAFS/KHBNM", ryokan=ryokan).points[Card.RONIN] for ryokan in (0, 4)] == [15, 45]
    assert score("ORAFS/KHBNT", ryokan=7).points[Card.RONIN] == 45


def test_the_ryokan_is_on_a_line_of_its_own_and_black() -> None:
    plain, with_ryokan = (score("FSABR/FMNRR", ryokan=points) for points in (0, 7))
    assert (with_ryokan.total - plain.total, with_ryokan.colours - plain.colours) == (7, 1)
    assert with_ryokan.points == plain.points


def test_a_traveller_has_no_points_no_type_and_no_colour() -> None:
    scored = score("UECGP/WMMMM")
    assert (scored.points, scored.colours, len(scored.lines)) == ({Card.MOUNTAIN: -5}, 1, 1)


@pytest.mark.parametrize("ryokan", [1, 5, -4, 11])
def test_the_ryokan_is_worth_four_or_seven(ryokan: int) -> None:
    with pytest.raises(InvalidPositionError, match=f"worth 4 or 7, not {ryokan}"):
        score("FSABR/FMNRR", ryokan=ryokan)


class TestNinjas:
    def test_a_ninja_copies_no_legend_and_not_its_basic_rule(self) -> None:
        assert earned("nXMMM/MMMMM", "L2") == 0
        with pytest.raises(InvalidPositionError, match="can't copy a naishi: it copies another character in its own"):
            score("nXAMM/MMMMM", {"L2": "naishi"})

    def test_the_legendary_ninja_copies_of_the_opponent(self) -> None:
        opponent = "NMMMM/MMMMM"
        assert score("MMxMM/MAMMM", opponent=opponent).points[Card.NINJA] == 12
        assert score("MMxMM/MAMMM", {"L3": "naishi"}).points[Card.NINJA] == 12
        with pytest.raises(InvalidPositionError, match="can't copy an advisor: it copies a character in the other"):
            score("MMxMM/MAMMM", {"L3": "advisor"}, opponent=opponent)

    def test_points_stand_with_what_is_copied_on_the_pad(self) -> None:
        scored = score("oRRXM/KkxTA", {"L4": "advisor", "H3": "monk"}, ryokan=4)
        assert scored.points[Card.NINJA] == 4 + 9
        pad = scored.pad()
        assert Card.NINJA not in pad
        assert pad[Card.MONK] == scored.points[Card.MONK] + 9
        assert pad[Card.ADVISOR] == scored.points[Card.ADVISOR] + 4
        assert sum(pad.values()) + scored.ryokan == scored.total

    def test_it_must_be_said_what_it_copies_where_that_is_open(self) -> None:
        with pytest.raises(InvalidPositionError, match="Say what the ninja at L3 copies"):
            score("MMxMM/MMMMM")
        with pytest.raises(InvalidPositionError, match="It can copy: naishi, advisor"):
            score("MMxMM/MMMMM", opponent="NAMMM/MMMMM")

    def test_with_nothing_to_copy_it_has_no_points_and_no_colour(self) -> None:
        scored = score("MMxMM/MAMMM", opponent="nXMMM/MMMMM")
        assert (scored.points[Card.NINJA], scored.colours) == (0, 2)


def test_what_a_card_counts_as() -> None:
    assert {card: counts_as(card) for card in BASE_CARDS if card is not Card.NINJA} == {
        card: (card,) for card in BASE_CARDS if card is not Card.NINJA
    }
    assert [counts_as(legend) for legend in LEGENDS] == [
        (Card.NAISHI,), (Card.ADVISOR,), (Card.SENTINEL,), (Card.MONK, Card.TORII), (Card.HORSEMAN,), (Card.RONIN,), (),
    ]  # fmt: skip
    assert {counts_as(card) for card in (*TRAVELLERS, Card.NINJA)} == {()}


def test_the_cards_have_the_numbers_that_they_keep() -> None:
    assert [card.value for card in BASE_CARDS] == list(range(12))
    letters = {card.value: card.letter for card in (*LEGENDS, *TRAVELLERS)}
    assert letters == dict(zip(range(13, 26), "naskhoxUECGPW", strict=True))


EXPANSION = st.permutations([*"MMMMMNASKHOXFTRBNASKFTRRTF", *"naskhoxUECGPW"]).map(lambda drawn: "".join(drawn[:10]))
"""Ten cards, half of them of the expansion."""


@settings(max_examples=examples(300, 1500))
@given(EXPANSION, EXPANSION, st.sampled_from([0, 4, 7]))
def test_a_sheet_a_total_and_a_scorer_written_apart_agree(own: str, opponent: str, ryokan: int) -> None:
    territory, other = (Territory.from_text(f"{text[:5]}/{text[5:]}") for text in (own, opponent))
    may = {cell: cards for cell, cards in ninjas(territory, other).items() if cards}
    ways = [dict(zip(may, way, strict=True)) for way in product(*may.values())]
    sheets: list[ScoreSheet] = []
    for copies in ways[:: 1 + len(ways) // 6]:
        scored = score(territory, copies, ryokan=ryokan, opponent=other)
        sheets.append(scored)
        assert total(territory.cards, copies, ryokan) == (scored.total, scored.colours)
        assert points_by_card(territory.cards, copies) == score(territory, copies, opponent=other).points
        points, colours = naive_score(own, {int(cell): card.letter for cell, card in copies.items()}, ryokan)
        assert ({card.letter: each for card, each in scored.points.items()}, scored.colours) == (points, colours)
        assert scored.total == sum(points.values()) + ryokan
    best = best_copies(territory, other)
    assert score(territory, best, opponent=other).total >= max(
        score(territory, copies, opponent=other).total for copies in ways[:: 1 + len(ways) // 6]
    )


@settings(max_examples=examples(100, 300))
@given(EXPANSION)
def test_every_card_but_a_traveller_has_a_line_with_reasons(own: str) -> None:
    territory = Territory.from_text(f"{own[:5]}/{own[5:]}")
    lines = sheet(territory, copied(territory, best_copies(territory))).lines
    cells = {cell for line in lines for cell in line.cells}
    assert cells == {cell for cell in Cell if cell < 10 and territory.cards[cell] not in TRAVELLERS}
    assert all(part.reason for line in lines for part in line.parts)
