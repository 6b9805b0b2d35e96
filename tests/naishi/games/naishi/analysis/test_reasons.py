"""Reasons for actions, on clear positions."""

from __future__ import annotations

import re
from itertools import islice

import pytest

from naishi import Action, Game
from naishi.bots.protocol import random_for
from naishi.common import i18n
from naishi.games.naishi.analysis.choices import advise
from naishi.games.naishi.analysis.follow import follow
from naishi.games.naishi.analysis.lines import RYOKAN, Earner, Line, Move, Ryokan, Turn
from naishi.games.naishi.analysis.reasons import Reason, at_once, first_reasons, in_words, reasons
from naishi.games.naishi.bots.engine.belief import determinizations
from naishi.games.naishi.bots.engine.weights import shipped_evaluation
from naishi.games.naishi.game.turns import change
from naishi.games.naishi.rules.actions import Develop
from naishi.games.naishi.rules.cards import Card, Cell
from tests.naishi.games.naishi.analysis.shared import NAMES, view, why

CLEAR = {
    "it gains": (
        "SKF/ATA/RRS/AOB/BFR MMMRM/RMMMM MMMMM/MMMMM 001:000 0 - - -",
        "develop L3",
        r"It puts 2 rice fields side by side \(\+10\)\.",
    ),
    "it gains with two types": (
        "SKF/KTA/RRS/BOB/FOR FMASR/MMMRM MRBAF/TKSMS 101:000 0 - - -",
        "develop L5",
        r"It brings \+10 \(sentinel \+4, fort \+6\)\.",
    ),
    "it denies": (
        "SKF/ORS/TAK/AHB/BFR FMSBM/MANMM TBMAF/TKMRM 101:000 0 - - -",
        "develop L3",
        r"Otherwise Bruno would probably take a torii \(\+32\)\.",
    ),
    "it takes": (
        "SKF/KTA/ORS/AOB/BFR FASBR/MMMRM MRBAF/TKNMS 000:000 0 - - -",
        "decree H3",
        r"It brings \+8 \(naishi\) and costs Bruno 8 points \(naishi\)\.",
    ),
    "it prepares": (
        "SKF/KTT/TRS/TOB/BFR TAMBF/MMRMM MRBAF/AKMMS 101:000 0 - - -",
        "develop H3",
        r"It prepares three torii\.",
    ),
    "the next turn gains": (
        "SKF/KTA/ORS/AOB/BFR FASBR/FANRM MRBAF/TKMMS 200:000 0 - - -",
        "recall",
        r"Next turn, a banner could bring \+\d+\.",
    ),
    "a decree brings and costs": (
        "SKF/KTA/ORS/AOB/BFR FASBR/MMSRM MRBAF/TKNMS 000:000 0 - - -",
        "decree H3",
        r"It brings \+11 \(naishi \+8, sentinel \+3\) and costs Bruno 5 points \(naishi -8, sentinel \+3\)\.",
    ),
    "the other seat replies": (
        "SKF/KTA/ORS/AOB/BFR FASBR/FANRM MRBAF/TKMMS 200:000 0 - - -",
        "develop H4",
        r"Bruno will probably take a naishi by decree \(\+\d+ for Bruno, -\d+ for Aiko\)\.",
    ),
    "the rest of the turn gains": (
        "SKF/KTA/ORS/FOB/BFR MMMMM/MMMMM MMMMM/MMNMM 001:000 0 - - -",
        "swap R1 R4",
        r"In the same turn, a fort can then bring \+6\.",
    ),
    "it ends the game at once": (
        "SKF/-/K/AOB/BFR MRBAF/TKMMM FASBR/FANRM 001:000 1 - - -",
        "develop L3",
        r"It ends the game\.",
    ),
    "it leaves one turn": (
        "S/-/RRS/AOB/BFR FASBR/FANRM MRBAF/TKMMS 001:000 0 - - -",
        "declare",
        r"Bruno then has only one turn left, and is 26 points behind\.",
    ),
    "it keeps an emissary": (
        "RNSHO/NORBAH/RFAATK/ATXRTF/KSBRXF FMMMM/SMMMK MMMMM/MMTMS 000:000 0 d - M",
        "end",
        r"An emissary stays free for later\.",
    ),
    "it frees the emissaries": (
        "KNSHO/RORBAH/FAATK/TF/RSBRXF FMMRM/SMMTK MMMAM/TMNXS 200:101 1 - - MMMMMM",
        "recall",
        r"The emissaries are free again\.",
    ),
}


@pytest.mark.ci
@pytest.mark.parametrize("case", CLEAR)
def test_a_clear_reason_is_given(case: str) -> None:
    position, action, words = CLEAR[case]
    assert re.search(words, why(position, action)), why(position, action)


@pytest.mark.ci
def test_a_card_that_both_lines_keep_from_the_other_seat_is_named_where_a_third_one_does_not() -> None:
    """The next best develop takes the same torii."""
    said = why("SKF/ORS/TAK/AHB/BFR FMSBM/MAOMM TBMAF/TKMRM 101:000 0 - - -", "develop H3")
    assert "Otherwise Bruno would probably take a torii (+32)." in said


@pytest.mark.ci
def test_what_a_later_action_brings_is_not_said_of_this_one() -> None:
    """The fort comes after the discard."""
    said = why("FRA/SK/KT/AO/TB MMMMM/MRMKM MMMMM/MMMMM 000:000 0 - - -", "discard R2 R3")
    assert "It brings" not in said


@pytest.mark.ci
@pytest.mark.parametrize(("seat", "card"), [(0, "rice fields"), (1, "naishi")])
def test_a_gift_keeps_the_card_that_will_earn_more(seat: int, card: str) -> None:
    """Aiko was dealt a banner and rice, Bruno a monk and a naishi."""
    game = Game.new(1, NAMES)
    if seat:
        game.play("give 1")
    best, other = advise(game.view(seat))
    assert best.action == Action.from_text("give 1")
    assert f"It prepares more points with {card} (+" in in_words(best.reasons, NAMES[1 - seat], NAMES[seat])
    assert other.reasons == ()


@pytest.mark.ci
def test_the_reasons_are_the_same_each_time() -> None:
    position, action, _words = CLEAR["it denies"]
    assert why(position, action) == why(position, action)


@pytest.mark.ci
def test_a_reason_says_only_what_its_player_could_know() -> None:
    """The face-down cards of two positions differ."""
    one, other = (f"SKF/ORS/T{down}/AHB/BFR FMSBM/MANMM TBMAF/TKMRM 101:000 0 - - -" for down in ("AK", "KA"))
    assert why(one, "develop L3") == why(other, "develop L3")


# Facts that are made up: each sets two lines apart in one way.


def turns(move: Move, points: int, *, theirs: int = 0, count: int = 10) -> tuple[Turn, ...]:
    return (Turn(move, {Card.FORT: points}, {Card.FORT: theirs}, max(points, theirs)),) * count


PLAIN = Line(
    now={}, taken={}, ends=False, lead=0.0, free=1.0, rest=(), reply=(), following=(), mine={}, theirs={}
)  # fmt: skip


def decrees() -> tuple[Turn, ...]:
    """A decree that takes another card in each deal."""
    cards = Card.NAISHI, Card.FORT, Card.MONK, Card.ADVISOR
    return tuple(Turn(Move("decree", card), {card: -6}, {card: 6}, 6) for card in cards)


FORT, SWAP = Move("take", Card.FORT), Move("swap")
EXCHANGE, RECALL, AGAIN = Move("exchange"), Move("recall"), Move("again", Card.FORT)


@pytest.mark.parametrize(
    ("better", "other", "aspects"),
    [
        (PLAIN, PLAIN, []),
        (PLAIN._replace(now={Card.FORT: 6}), PLAIN, ["gains"]),
        (PLAIN._replace(now={Card.FORT: -6}), PLAIN, []),
        (PLAIN._replace(taken={Card.NAISHI: -12}), PLAIN, ["takes"]),
        (PLAIN._replace(rest=turns(FORT, 6)), PLAIN, ["then"]),
        (PLAIN._replace(rest=turns(FORT, 6)), PLAIN._replace(rest=turns(FORT, 6)), []),
        (PLAIN._replace(following=turns(FORT, 6)), PLAIN, ["prepares"]),
        (PLAIN._replace(following=turns(FORT, 6)), PLAIN._replace(following=turns(FORT, 6)), []),
        (PLAIN._replace(following=turns(FORT, 6), possible={FORT: 6}), PLAIN, []),
        (PLAIN._replace(following=turns(FORT, 6), river=frozenset({Card.MONK})), PLAIN, []),
        (PLAIN._replace(rest=turns(FORT, 6), river=frozenset({Card.MONK})), PLAIN, ["then"]),
        (PLAIN._replace(rest=turns(SWAP, 6), mine={Card.FORT: 6.0}), PLAIN, ["then"]),
        (PLAIN._replace(rest=turns(SWAP, 6), mine={Card.FORT: 6.0}), PLAIN._replace(rest=turns(SWAP, 0)), []),
        (PLAIN._replace(following=turns(FORT, 6), possible={FORT: 3}), PLAIN, ["prepares"]),
        (PLAIN._replace(rest=turns(Move("swap"), 6), possible={Move("swap"): 9}), PLAIN, []),
        (PLAIN._replace(mine={Card.TORII: 8.0}), PLAIN, ["prepares"]),
        (PLAIN._replace(mine={Card.TORII: 8.0}, now={Card.TORII: 8}), PLAIN, ["gains"]),
        (PLAIN._replace(mine={Card.RICE: -10.0}, now={Card.RICE: -10}), PLAIN._replace(mine={Card.RICE: -20.0}), []),
        (PLAIN._replace(mine={Card.RICE: 0.0}, now={Card.RICE: -10}), PLAIN, []),
        (PLAIN._replace(following=turns(FORT, 6), now={Card.FORT: -6}), PLAIN, []),
        (PLAIN._replace(following=turns(FORT, 16), now={Card.FORT: -6}), PLAIN, ["prepares"]),
        (PLAIN._replace(reply=decrees()), PLAIN, ["reply"]),
        (PLAIN, PLAIN._replace(reply=decrees()), ["denies"]),
        (PLAIN._replace(free=2.0), PLAIN, ["keeps"]),
        (PLAIN._replace(free=2.0, rest=turns(RECALL, 0)), PLAIN, ["then"]),
        (PLAIN._replace(free=2.0, rest=turns(RECALL, 0)), PLAIN._replace(free=2.0), []),
        (PLAIN._replace(rest=turns(EXCHANGE, 6)), PLAIN, ["then"]),
        (PLAIN._replace(rest=turns(EXCHANGE, 6), possible={EXCHANGE: 6}), PLAIN, []),
        (PLAIN._replace(rest=turns(AGAIN, 6), possible={FORT: 6}), PLAIN._replace(now={Card.FORT: 6}), ["then"]),
        (PLAIN._replace(rest=turns(AGAIN, 6), possible={AGAIN: 6}), PLAIN, []),
        (PLAIN._replace(now={RYOKAN: 4}, taken={RYOKAN: -7}), PLAIN, ["takes"]),
        (PLAIN._replace(mine={RYOKAN: 7.0}), PLAIN, []),
        (PLAIN._replace(recalls=True), PLAIN, ["frees"]),
        (PLAIN._replace(recalls=True, reply=turns(Move("recall"), 0)), PLAIN, ["frees"]),
        (PLAIN._replace(reply=turns(Move("recall"), 0)), PLAIN, []),
        (PLAIN._replace(taken={Card.NAISHI: -8}, now={Card.NAISHI: 8}), PLAIN, ["takes"]),
        (PLAIN._replace(taken={Card.NAISHI: 8}, now={Card.NAISHI: 8}), PLAIN, ["takes"]),
        (PLAIN, PLAIN._replace(reply=turns(FORT, 0, theirs=6)), ["denies"]),
        (PLAIN._replace(reply=turns(FORT, 0, theirs=6)), PLAIN._replace(reply=turns(FORT, 0, theirs=6)), ["reply"]),
        (PLAIN, PLAIN._replace(reply=turns(Move("end"), 0)), ["stops"]),
        (PLAIN, PLAIN._replace(theirs={Card.RICE: 8.0}), ["lessens"]),
        (PLAIN._replace(ends=True, mine={Card.RICE: 9.0}), PLAIN, ["ends"]),
    ],
)
def test_what_sets_two_lines_apart_is_a_reason(better: Line, other: Line, aspects: list[str]) -> None:
    assert [each.aspect for each in reasons(better, other)] == aspects


def test_what_is_denied_is_more_than_what_is_left_to_do() -> None:
    """Both cards bring as much: to name one as denied says nothing."""
    better = PLAIN._replace(reply=turns(Move("take", Card.MONK), 0, theirs=6), theirs={Card.MONK: 2.0})
    other = PLAIN._replace(reply=turns(FORT, 0, theirs=8), theirs={Card.FORT: 30.0})
    assert "denies" not in [each.aspect for each in reasons(better, other)]


def test_a_card_that_is_about_to_be_taken_is_not_said_to_earn_less() -> None:
    better = PLAIN._replace(reply=turns(FORT, 0, theirs=6))
    other = better._replace(theirs={Card.FORT: 20.0})
    assert [each.aspect for each in reasons(better, other)] == ["reply"]


@pytest.mark.parametrize(
    ("own", "points", "said"),
    [
        ({Card.NAISHI: 8}, -8, "It brings +8 (naishi) and costs Bruno 8 points (fort)."),
        ({Card.NAISHI: -4}, -12, "It costs Bruno 12 points (fort), at a price of -4 (naishi)."),
        ({}, -3, "It costs Bruno 3 points (fort)."),
        ({Card.NAISHI: 8}, 3, "It brings +8 (naishi), and Bruno +3 as well (fort)."),
    ],
)
def test_a_decree_is_told_from_both_sides(own: dict[Earner, int], points: int, said: str) -> None:
    given = Reason(aspect="takes", points=points, cards={Card.FORT: points}, own=own)
    assert in_words((given,), "Bruno", "Aiko") == said
    probable = given.model_copy(update={"probable": True})
    assert in_words((probable,), "Bruno", "Aiko") == said.replace("It ", "It probably ")


@pytest.mark.parametrize(
    ("share", "word"), [(1.0, "It costs Bruno 12"), (0.7, "It probably costs Bruno 12"), (0.3, "On average, it costs")]
)
def test_what_a_decree_changes_is_certain_probable_or_a_mean(share: float, word: str) -> None:
    (reason,) = reasons(PLAIN._replace(taken={Card.NAISHI: -12}, typical=share), PLAIN)
    assert in_words((reason,), "Bruno", "Aiko").startswith(word)


def test_an_unknown_card_is_taken_with_different_points_in_different_deals() -> None:
    game = Game.new(1)
    game.play("give 1")
    game.play("give 1")
    seen = game.view(0)
    unknown = next(place for place, card in enumerate(seen.theirs.hand, 1) if card is None)
    worlds = [*islice(determinizations(seen, random_for(0, seen)), 8)]
    lines = [
        follow(seen, (Action.from_text(text),), worlds, shipped_evaluation())
        for text in (f"decree H{unknown}", "develop L1")
    ]
    assert [line.typical == 1 for line in lines] == [False, True]


def test_the_points_of_a_move_are_those_of_the_move_alone() -> None:
    """Bruno can swap his naishi to the centre, too: that is no reason to name the card that he takes with more."""
    seen = view("KKO/KTA/ORS/AOB/FFR FMMMM/MMNMM MMMMM/NMMMM 001:000 0 - - -")
    worlds = [*islice(determinizations(seen, random_for(0, seen)), 8)]
    replies = follow(seen, (Action.from_text("develop L1"),), worlds, shipped_evaluation()).reply
    assert any(turn.move.kind == "take" and sum(turn.theirs.values()) > turn.brings for turn in replies)


def test_a_denied_card_costs_the_other_seat_what_it_would_have_brought() -> None:
    (reason,) = reasons(PLAIN, PLAIN._replace(reply=turns(FORT, 0, theirs=6)))
    assert reason == Reason(aspect="denies", points=6, move="take", card=Card.FORT)


def test_a_card_for_which_the_other_seat_has_another_as_good_is_not_denied() -> None:
    better = PLAIN._replace(reply=turns(Move("take", Card.MONK), 0, theirs=6))
    assert [each.aspect for each in reasons(better, PLAIN._replace(reply=turns(FORT, 0, theirs=6)))] == ["reply"]


def test_a_card_that_an_action_leaves_where_it_lies_is_not_denied_by_it() -> None:
    other = PLAIN._replace(reply=turns(FORT, 0, theirs=6), theirs={Card.FORT: 20.0})
    assert [each.aspect for each in reasons(PLAIN, other)] == ["denies"]
    assert reasons(PLAIN._replace(leaves=frozenset({Card.FORT})), other) == ()


def test_a_swap_of_own_cards_leaves_the_river_and_a_develop_all_but_its_pile() -> None:
    seen = view("SKF/ORS/TAK/AHB/BFR FMSBM/MANMM TBMAF/TKMRM 001:000 0 - - -")
    worlds = [*islice(determinizations(seen, random_for(0, seen)), 4)]

    def leaves(text: str) -> set[Card]:
        return {*follow(seen, (Action.from_text(text),), worlds, shipped_evaluation()).leaves}

    river = {pile.top for pile in seen.river}
    assert leaves("swap L1 L3") == river
    assert leaves("develop L3") == river - {Card.TORII}


def test_what_differs_between_deals_is_no_number_and_a_mean_no_outcome() -> None:
    """Rice is 0, 10, 20 or 30 points; what is taken from this seat belongs to the move that takes it."""
    (reason,) = reasons(PLAIN._replace(reply=decrees()), PLAIN)
    assert in_words((reason,), "Bruno", "Aiko") == "Bruno will probably use the decree."
    most, other = turns(Move("take", Card.RICE), 0, theirs=10, count=6), turns(Move("take", Card.RICE), 0, theirs=1)[:4]
    (reason,) = reasons(PLAIN._replace(reply=most + other), PLAIN)
    assert in_words((reason,), "Bruno", "Aiko") == "Bruno will probably take a rice field (+1 to +10)."
    never = turns(Move("take", Card.RICE), 0)[:4]
    (reason,) = reasons(PLAIN._replace(reply=most + never), PLAIN)
    assert in_words((reason,), "Bruno", "Aiko") == "Bruno will probably take a rice field (up to +10)."
    nearly_all = turns(Move("take", Card.RICE), 0, theirs=10, count=36) + other
    (reason,) = reasons(PLAIN._replace(reply=nearly_all), PLAIN)
    assert in_words((reason,), "Bruno", "Aiko") == "Bruno will probably take a rice field (+10)."
    ryokan = (Turn(Move("take", Card.SAMURAI), {RYOKAN: -4}, {RYOKAN: 7}, 7),) * 10
    (reason,) = reasons(PLAIN._replace(reply=ryokan), PLAIN)
    assert in_words((reason,), "Bruno", "Aiko") == "Bruno will probably take a samurai (+7 for Bruno, -4 for Aiko)."


def test_what_is_certain_is_not_probable() -> None:
    taken = PLAIN._replace(taken={Card.NAISHI: -12}, now={Card.NAISHI: 12}, typical=0.9)
    said = in_words(reasons(taken, PLAIN), "Bruno", "Aiko")
    assert said == "It brings +12 (naishi) and probably costs Bruno 12 points (naishi)."
    ends = PLAIN._replace(ends=True, lead=7, known=True, reply=turns(SWAP, 0))
    assert "and is 7 points behind" in in_words(reasons(ends, PLAIN), "Bruno", "Aiko")
    unsure = in_words(reasons(ends._replace(known=False), PLAIN), "Bruno", "Aiko")
    assert "is probably at least 7 points behind" in unsure


@pytest.mark.parametrize("move", [Move("swap"), Move("other"), FORT, Move("decree", Card.NAISHI)])
def test_what_brings_nothing_is_no_reason(move: Move) -> None:
    """It may cost much all the same, for most deals say what is named, and the rest how much it costs."""
    named, rest = turns(move, 0, count=6), turns(Move("end"), 0, theirs=20, count=4)
    assert reasons(PLAIN, PLAIN._replace(reply=named + rest)) == ()
    hardly = (Turn(move, {Card.FORT: -0.3}, {Card.FORT: 0.4}),) * 10
    assert reasons(PLAIN._replace(reply=hardly), None) == ()
    a_little = (Turn(move, {Card.FORT: -0.3}, {Card.FORT: 1.2}),) * 10
    assert 0 not in [each.points for each in reasons(PLAIN._replace(reply=a_little), None)]


def test_a_stored_reason_that_brings_nothing_is_not_said() -> None:
    assert (
        in_words((Reason(aspect="denies"), Reason(aspect="reply", move="decree", card=Card.NAISHI)), "Bruno", "Aiko")
        == ""
    )


def test_the_line_that_is_clearly_different_tells_why() -> None:
    alike, worse = PLAIN, PLAIN._replace(reply=turns(FORT, 0, theirs=30))
    assert [each.aspect for each in first_reasons(PLAIN, [alike, worse])] == ["denies"]


def test_a_gain_that_depends_on_a_hidden_card_is_none() -> None:
    game = Game.new(7, NAMES)
    for action in ("give 1", "give 1"):
        game.play(action)
    assert at_once(game.view(0), Action.from_text("decree H3")) == ()


@pytest.mark.parametrize("language", ["en", "fr", "pl", "de"])
def test_every_reason_can_be_said(language: str) -> None:
    given = [
        Reason(aspect=aspect, points=points, cards=cards, move=move, card=card, count=count)
        for aspect in Reason.model_fields["aspect"].annotation.__args__  # type: ignore[union-attr]
        for move in Reason.model_fields["move"].annotation.__args__  # type: ignore[union-attr]
        for card in (Card.TORII, Card.RICE)
        for points, count, cards in _counts(card)
    ]
    i18n.use(i18n.load(language))
    for each in given:
        said = in_words((each,), "Bruno", "Aiko")
        assert said.endswith(".")
        assert "{" not in said
        assert "{" not in in_words((each.model_copy(update={"card": None, "cards": {}}),), "Bruno", "Aiko")


def _counts(card: Card) -> tuple[tuple[int, int, dict[Ryokan | Card, int]], ...]:
    return (
        (30, 0, {card: 30}), (1, 3, {card: 1}), (-4, 1, {card: -5, Card.FORT: 1}), (7, 0, {RYOKAN: 7}),
        (3, 0, {RYOKAN: 3}), (10, 0, {Card.NAISHI: 10}), (11, 0, {Card.FORT: 7, RYOKAN: 4}),
    )  # fmt: skip


def test_a_line_knows_what_was_possible_before_it() -> None:
    """A card that lies on the River and brings as much now isn't what another action makes possible."""
    seen = view(CLEAR["it denies"][0])
    worlds = [*islice(determinizations(seen, random_for(0, seen)), 2)]
    line = follow(seen, (Action.from_text("develop L3"),), worlds, shipped_evaluation())
    for position, pile in enumerate(seen.river):
        cells = (Cell(position), Cell(5 + position))
        brought = (change(seen, Develop(cell)) or 0 for cell in cells)
        assert line.possible[Move("take", pile.top)] >= max(0, *brought)
