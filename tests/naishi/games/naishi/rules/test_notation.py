"""Position text, in every phase."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest
from hypothesis import given

from naishi import Card, Cell, Deal, InvalidPositionError, Phase, Position, Termination
from tests.naishi.playing import SEEDS, chance, positions_of_a_random_game, texts_in_play

HANDS = "MMMMM/MMNMA MMMMM/SMMTM"
RIVER = "FTRAKB/SSMMFF/X/-/OO"

GOOD = [
    f"{RIVER} {HANDS} 000:000 0 - - -",
    f"{RIVER} {HANDS} 000:000 1 d 1 MFTRX",
    f"{RIVER} {HANDS} 100:011 0 b - -",
    "-/-/-/-/- MMMMM/MMMMM MMMMM/MMMMM 200:101 0 d 0 -",
    "MMMMMM/MMMMMM/MMMMMM/MMMMMM/MMMMMM MMMMM/MMMMM MMMMM/MMMMM 000:000 0 - - -",
    f"{RIVER} {HANDS} 000:000 0 - - {'F' * 65}",
    f"{RIVER} MMMMM/MMMAS MMMMM/MMMFT 000:000 0 g-:01234:43210 - -",
    f"{RIVER} MMMMM/MMMAS MMMMM/MMMFT 000:000 1 g2:01234:43210 - -",
    f"{RIVER} MXMAS/MMMMM MMMMM/MMMMM 000:000 0 c: - -",
    f"{RIVER} MXMAS/MMXMM MMMMM/MMMMM 000:000 0 cL2A: 1 -",
    f"{RIVER} MXMAM/MMXMM XSKMM/MMMMM 000:000 1 cL2AH3A: 1 -",
    f"{RIVER} MXMAS/MMXMM XSKMM/MMMMM 000:000 1 fL2AH3S:L1K 1 -",
    f"{RIVER} XMMMM/MMMMM MMMMM/MMMMM 000:000 1 f: 1 -",
]


@pytest.mark.parametrize("text", GOOD)
def test_a_text_is_written_as_it_was_read(text: str) -> None:
    assert Position.from_text(text).to_text() == text


def test_spaces_around_fields_do_not_matter() -> None:
    assert Position.from_text(f"  {GOOD[0].replace(' ', '   ')}\n").to_text() == GOOD[0]


def test_the_first_letter_of_a_pile_is_the_face_up_card() -> None:
    assert Position.from_text(GOOD[0]).river[0][-1].letter == "F"


@pytest.mark.parametrize(
    ("done", "phase"), [("-", Phase.PLAY), ("d", Phase.PLAY), ("g-:01234:01234", Phase.GIFT), ("f:", Phase.OVER)]
)
def test_what_was_done_says_the_phase(done: str, phase: Phase) -> None:
    assert Position.from_text(f"{RIVER} MMMMM/MMMMM MMMMM/MMMMM 000:000 0 {done} - -").phase is phase


FIELDS = "River, territory of seat 0, territory of seat 1, court, seat to act, done, last turn, discards"
BAD = [
    ("", f"A position has 8 fields ({FIELDS}), not 0."),
    ("- - - - - - -", f"A position has 8 fields ({FIELDS}), not 7."),
    (f"{GOOD[0]} - -", f"A position has 8 fields ({FIELDS}), not 10."),
    (f"F/F/F/F {HANDS} 000:000 0 - - -", "The River has 5 piles, not 4."),
    (f"F/F/F/F/F/F {HANDS} 000:000 0 - - -", "The River has 5 piles, not 6."),
    (f"FFFFFFF/F/F/F/F {HANDS} 000:000 0 - - -", "A River pile has 1 to 6 cards; an empty one is written as -."),
    (f"F//F/F/F {HANDS} 000:000 0 - - -", "A River pile has 1 to 6 cards; an empty one is written as -."),
    (f"F/Z/F/F/F {HANDS} 000:000 0 - - -", "'Z' is not the letter of a card."),
    (f"F/f/F/F/F {HANDS} 000:000 0 - - -", "'f' is not the letter of a card."),
    ("F/F/F/F/F MMMMM MMMMM/MMMMM 000:000 0 - - -", "'MMMMM' is not a territory: write it as Line/Hand"),
    ("F/F/F/F/F MMMM/MMMMM MMMMM/MMMMM 000:000 0 - - -", "'MMMM/MMMMM' is not a territory: write it as Line/Hand"),
    ("F/F/F/F/F MMMMM/MMMMM MMMMM/MMMMMM 000:000 0 - - -", "'MMMMM/MMMMMM' is not a territory: write it as Line/Hand"),
    ("F/F/F/F/F MMMMM/MMMM/ MMMMM/MMMMM 000:000 0 - - -", "'/' is not the letter of a card."),
    ("F/F/F/F/F MMMM1/MMMMM MMMMM/MMMMM 000:000 0 - - -", "'1' is not the letter of a card."),
    (f"{RIVER} {HANDS} 000000 0 - - -", "The court is written as 000:000, not as '000000'."),
    (f"{RIVER} {HANDS} 00:000 0 - - -", "The court is written as 000:000, not as '00:000'."),
    (f"{RIVER} {HANDS} 00x:000 0 - - -", "The court is written as 000:000, not as '00x:000'."),
    (f"{RIVER} {HANDS} 00²:000 0 - - -", "The court is written as 000:000, not as '00²:000'."),
    (f"{RIVER} {HANDS} 111:000 0 - - -", "Each player has only two emissaries."),
    (f"{RIVER} {HANDS} 000:300 0 - - -", "Each player has only two emissaries."),
    (f"{RIVER} {HANDS} 200:200 0 - - -", "The court has 3 swap spots, 2 discard spots and 1 decree spot."),
    (f"{RIVER} {HANDS} 020:010 0 - - -", "The court has 3 swap spots, 2 discard spots and 1 decree spot."),
    (f"{RIVER} {HANDS} 001:001 0 - - -", "The court has 3 swap spots, 2 discard spots and 1 decree spot."),
    (f"{RIVER} {HANDS} 000:000 2 - - -", "A seat is 0 or 1, not '2'."),
    (f"{RIVER} {HANDS} 000:000 - - - -", "A seat is 0 or 1, not '-'."),
    (f"{RIVER} {HANDS} 000:000 0 - x -", "A seat is 0 or 1, not 'x'."),
    (f"{RIVER} {HANDS} 000:000 0 x - -", "'x' doesn't say how far the turn is"),
    (f"{RIVER} {HANDS} 000:000 0 db - -", "'db' doesn't say how far the turn is"),
    (f"{RIVER} {HANDS} 000:000 0 g-:0123:01234 - -", "'g-:0123:01234' doesn't say how far the turn is"),
    (f"{RIVER} {HANDS} 000:000 0 cL2 - -", "'cL2' doesn't say how far the turn is"),
    (f"{RIVER} {HANDS} 000:000 0 cR2A: - -", "'cR2A:' doesn't say how far the turn is"),
    (f"{RIVER} {HANDS} 000:000 0 - - Z", "'Z' is not the letter of a card."),
    (f"{RIVER} {HANDS} 000:000 0 - 1 -", "The seat playing the last turn must be the seat to act."),
    (f"-/-/-/-/- {HANDS} 100:000 0 b - -", "After a bonus, there must be a River card to develop with."),
    (f"{RIVER} {HANDS} 001:200 0 b - -", "After a bonus, an emissary must be on a swap or discard spot."),
    (f"{RIVER} MMMMM/MMMAS MMMMM/MMMFT 000:000 0 g-:01134:01234 - -", "A shuffle contains each of the numbers"),
    (f"{RIVER} MMMMM/MMMAS MMMMM/MMMFT 000:000 1 g-:01234:01234 - -", "Seat 0 gives first, then seat 1."),
    (f"{RIVER} MMMMM/MMMAS MMMMM/MMMFT 000:000 0 g1:01234:01234 - -", "Seat 0 gives first, then seat 1."),
    (f"{RIVER} MMMMM/MMASM MMMMM/MMMFT 000:000 0 g-:01234:01234 - -", "During setup, each seat has 8 mountains"),
    (f"{RIVER} MMMMM/MMMAS MMMMM/MMMFT 000:000 0 g-:01234:01234 0 -", "During setup, there is no last turn yet."),
    (f"{RIVER} MMMMM/MMMAS MMMMM/MMMFT 000:000 0 g-:01234:01234 1 -", "During setup, there is no last turn yet."),
    (f"{RIVER} MMMMM/MMMAS MMMMM/MMMFT 000:000 1 g2:01234:01234 1 -", "During setup, there is no last turn yet."),
    (f"{RIVER} MMMMM/MMMAS MMMMM/MMMFT 000:100 0 g-:01234:01234 - -", "During setup, no emissary is at court yet."),
    (f"{RIVER} MMMMM/MMMAS MMMMM/MMMFT 000:000 0 g-:01234:01234 - F", "During setup, nothing has been discarded yet."),
    (f"{RIVER} {HANDS} 000:000 0 - - {'F' * 2000}", "A position has at most 100 cards, not 2035."),
    (f"{RIVER} MXMAS/MMMMM MMMMM/MMMMM 000:000 0 cL1A: - -", "A copy names the cell of a ninja and another character"),
    (f"{RIVER} MXMAS/MMMMM MMMMM/MMMMM 000:000 0 cL2K: - -", "A copy names the cell of a ninja and another character"),
    (f"{RIVER} MXMAS/MMMMM MMMMM/MMMMM 000:000 0 cL2X: - -", "A copy names the cell of a ninja and another character"),
    (f"{RIVER} MXMAS/MMMMM MMMMM/MMMMM 000:000 0 cL2Z: - -", "'Z' is not the letter of a card."),
    (f"{RIVER} MXMAS/MMMMM MMMMM/MMMMM 000:000 1 c: - -", "The seat to act must be the one whose ninja chooses next."),
    (f"{RIVER} MXMAM/MMMMM XASMM/MMMMM 000:000 1 c: - -", "Ninjas copy in order, seat 0's first"),
    (f"{RIVER} MXMAS/MMXMM MMMMM/MMMMM 000:000 0 cH3A: - -", "Ninjas copy in order, seat 0's first"),
    (f"{RIVER} MXMAS/MMXMM MMMMM/MMMMM 000:000 0 cL2AL2S: - -", "Ninjas copy in order, seat 0's first"),
    (f"{RIVER} MXMAS/MMMMM XASMM/MMMMM 000:000 0 c:L1A - -", "Ninjas copy in order, seat 0's first"),
    (f"{RIVER} MXMAS/MMMMM MMMMM/MMMMM 000:000 0 cL2A: - -", "No ninja has to choose any more: the game is over."),
    (f"{RIVER} MMMMM/MMMMM MMMMM/MMMMM 000:000 0 c: - -", "No ninja has to choose any more: the game is over."),
    (f"{RIVER} MXMAS/MMMMM MMMMM/MMMMM 000:000 0 f: - -", "A ninja still has to choose what to copy."),
]  # fmt: skip


@pytest.mark.parametrize(("text", "why"), BAD)
def test_a_bad_text_gets_its_own_sentence(text: str, why: str) -> None:
    with pytest.raises(InvalidPositionError, match=f"^{re.escape(why)}"):
        Position.from_text(text)


def test_a_foreign_text_is_quoted_harmlessly() -> None:
    with pytest.raises(InvalidPositionError) as error:
        Position.from_text(f"{RIVER} {HANDS} \x1b[2J{'x' * 999} 0 - - -")
    assert str(error.value).isprintable()


@given(texts_in_play())
def test_any_text_in_play_round_trips(text: str) -> None:
    assert Position.from_text(text).to_text() == text


@given(SEEDS)
def test_a_text_read_again_has_the_same_legal_actions(seed: int) -> None:
    for position in positions_of_a_random_game(seed):
        again = Position.from_text(position.to_text())
        assert (again.to_text(), again.legal_actions()) == (position.to_text(), position.legal_actions())


@given(SEEDS)
def test_a_position_with_all_the_cards_there_may_be_can_be_read_again_after_every_action(seed: int) -> None:
    draw, position = chance(seed), Position.from_text(f"{RIVER} {HANDS} 000:000 0 - - {'F' * 65}")
    while actions := position.legal_actions():
        position.push(draw.choice(actions))
        assert Position.from_text(position.to_text()) == position


@given(SEEDS)
def test_a_text_of_the_set_up_deals_the_same_hands(seed: int) -> None:
    positions = [Position(Deal.random(seed)), Position.from_text(Position(Deal.random(seed)).to_text())]
    for position in positions:
        position.push(position.legal_actions()[seed % 2])
        position.push(position.legal_actions()[seed // 2 % 2])
    assert positions[0].to_text() == positions[1].to_text()


def test_a_text_says_whether_the_end_was_declared_where_piles_became_empty_after_it() -> None:
    seed, position = 79, Position(Deal.random(79))
    chance = random.Random(seed)
    while actions := position.legal_actions():
        twin = Position.from_text(position.to_text())
        assert twin == position
        assert twin.declared == position.declared
        position.push(chance.choice(actions))
    assert position.to_text().split()[6] == "1d"
    outcome, again = position.outcome(), Position.from_text(position.to_text()).outcome()
    assert outcome == again
    assert again is not None
    assert again.termination is Termination.DECLARED


@pytest.mark.parametrize("last", ["0d", "1d", "d", "-d", "1dd"])
def test_it_is_written_only_where_it_is_unclear(last: str) -> None:
    with pytest.raises(InvalidPositionError):
        Position.from_text(f"M/M/M/M/- MMMMM/MMMMM MMMMM/MMMMM 000:000 1 - {last} -")


def test_the_positions_of_the_document_are_read_as_it_says() -> None:
    text = (Path(__file__).parents[5] / "docs" / "positions.md").read_text("utf-8").split("## As text")[1]
    lines = text.split("```text\n")[1].split("\n```")[0].splitlines()
    positions = [Position.from_text(line) for line in lines]
    assert [position.to_text() for position in positions] == lines
    assert [position.phase for position in positions] == [Phase.PLAY, Phase.PLAY, Phase.GIFT, Phase.OVER, Phase.PLAY]
    assert positions[2].given == [1]
    assert positions[3].copies == ({Cell.L3: Card.SENTINEL, Cell.H3: Card.ADVISOR}, {})
    assert positions[4].ryokan(1) == 7
