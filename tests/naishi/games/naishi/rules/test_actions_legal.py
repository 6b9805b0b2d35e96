"""Refusals of actions. (RULES.md, a turn, the end of the game.)"""

from __future__ import annotations

import pytest

from naishi import Action, IllegalActionError, Position
from tests.naishi.playing import kinds, legal, refusal

HANDS = "MMMMM/MMMMM MMMMM/MMMMM"
OPEN = f"F/A/K/H/O {HANDS}"
SET_UP = "F/A/K/H/O MMMMM/MMMAS MMMMM/MMMFT 000:000 0 g-:01234:01234 - -"
COPY = "F/A/K/H/O MXMAS/MMMMM MMMMM/MMMMM 000:000 0 c: - -"
OVER = f"F/A/K/H/O {HANDS} 000:000 1 f: 1 -"

PILE = "River pile 1 is empty."
OUT = "Both your emissaries are already at court."
BUSY = "That takes a whole turn, and you have already started this one."
LEFT = "A bonus taken before you develop must leave a River card to develop with."
ONE_BONUS = "You have already taken your bonus this turn."

REFUSED = [
    # set-up
    (SET_UP, "develop L1", "First choose which of your two cards to give away."),
    (SET_UP, "end", "First choose which of your two cards to give away."),
    (SET_UP, "copy L1 monk", "Ninjas choose what to copy only after the last turn."),
    (f"{OPEN} 000:000 0 - - -", "give 1", "Gifts are chosen only before the first turn."),
    # develop
    (f"-/A/K/H/O {HANDS} 000:000 0 - - -", "develop L1", PILE),
    (f"-/A/K/H/O {HANDS} 000:000 0 - - -", "develop H1", PILE),
    (f"{OPEN} 000:000 0 d - -", "develop L1", "You have already developed this turn."),
    # bonus
    (f"{OPEN} 100:000 0 b - -", "swap L1 L2", ONE_BONUS),
    (f"{OPEN} 100:000 0 b - -", "discard R1 R2", ONE_BONUS),
    (f"{OPEN} 110:000 0 - - -", "swap L1 L2", OUT),
    (f"{OPEN} 101:000 0 - - -", "discard R1 R2", OUT),
    (f"{OPEN} 100:200 0 - - -", "swap L1 L2", "All three swap spots at court are taken."),
    (f"{OPEN} 100:200 0 d - -", "swap H1 H2", "All three swap spots at court are taken."),
    (f"{OPEN} 010:010 0 - - -", "discard R1 R2", "Both discard spots at court are taken."),
    (f"{OPEN} 000:020 0 - - -", "discard R1 R2", "Both discard spots at court are taken."),
    (f"-/A/K/H/O {HANDS} 000:000 0 - - -", "swap R1 R2", PILE),
    (f"A/A/K/H/- {HANDS} 000:000 0 - - -", "swap R1 R5", "River pile 5 is empty."),
    (f"-/A/K/H/O {HANDS} 000:000 0 d - -", "discard R1 R2", PILE),
    (f"-/-/-/M/M {HANDS} 000:000 0 - 0 -", "discard R4 R5", LEFT),
    (f"-/-/-/-/- {HANDS} 000:000 0 - 0 -", "swap L1 L2", LEFT),
    (f"-/-/-/-/- {HANDS} 000:000 0 - 0 -", "swap L1 H1", LEFT),
    # decree
    (f"{OPEN} 001:000 0 - - -", "decree L1", "The decree has already been imposed; it happens only once per game."),
    (f"{OPEN} 000:001 0 - - -", "decree H1", "The decree has already been imposed; it happens only once per game."),
    (f"{OPEN} 110:000 0 - - -", "decree H1", OUT),
    (f"{OPEN} 000:000 0 d - -", "decree H1", BUSY),
    (f"{OPEN} 100:000 0 b - -", "decree H1", BUSY),
    # recall
    (f"{OPEN} 000:200 0 - - -", "recall", "You have no emissary to recall."),
    (f"{OPEN} 001:200 0 - - -", "recall", "You have no emissary to recall."),
    (f"{OPEN} 100:000 0 d - -", "recall", BUSY),
    (f"{OPEN} 100:000 0 b - -", "recall", BUSY),
    # declare
    (f"{OPEN} 000:000 0 - - -", "declare", "You can declare the end only once a River pile is empty."),
    (f"-/A/K/H/O {HANDS} 000:000 0 - 0 -", "declare", "The game is already ending: this is the last turn."),
    (f"-/A/K/H/O {HANDS} 000:000 0 d - -", "declare", BUSY),
    # end and pass
    (
        f"{OPEN} 000:000 0 - - -",
        "end",
        "Before ending your turn, develop, impose the decree, recall or declare the end.",
    ),
    (
        f"{OPEN} 100:000 0 b - -",
        "end",
        "Before ending your turn, develop, impose the decree, recall or declare the end.",
    ),
    (f"{OPEN} 000:000 0 - - -", "pass", "You can pass only when nothing else is possible."),
    (f"{OPEN} 000:000 0 d - -", "pass", "You can pass only when nothing else is possible."),
    (f"-/-/-/-/- {HANDS} 000:000 0 - 0 -", "pass", "You can pass only when nothing else is possible."),
    (f"-/-/-/-/- {HANDS} 100:001 0 - 0 -", "pass", "You can pass only when nothing else is possible."),
    # copy
    (f"{OPEN} 000:000 0 - - -", "copy L2 monk", "Ninjas choose what to copy only after the last turn."),
    (COPY, "copy L3 advisor", "The ninja at L2 has to copy first."),
    (COPY, "copy L2 monk", "There is no monk to copy in this territory."),
    (COPY, "develop L1", "The last turn is over; only the ninjas still have to choose what to copy."),
    (COPY, "give 1", "Gifts are chosen only before the first turn."),
    # over
    (OVER, "develop L1", "The game is over."),
    (OVER, "pass", "The game is over."),
    (OVER, "give 1", "The game is over."),
    (OVER, "copy L1 monk", "The game is over."),
]


@pytest.mark.parametrize(("text", "action", "why"), REFUSED)
def test_an_action_is_refused_with_the_rule(text: str, action: str, why: str) -> None:
    assert refusal(text, action) == why


@pytest.mark.parametrize(("text", "action", "why"), REFUSED)
def test_a_refused_action_changes_nothing(text: str, action: str, why: str) -> None:
    position = Position.from_text(text)
    with pytest.raises(IllegalActionError) as error:
        position.push(Action.from_text(action))
    assert (str(error.value), position.to_text()) == (why, Position.from_text(text).to_text())


ALLOWED = [
    # RULES.md, bonus: two identical cards may be swapped (ruling)
    (f"A/A/K/H/O {HANDS} 000:000 0 - - -", "swap R1 R2"),
    (f"{OPEN} 000:000 0 - - -", "swap L1 L2"),
    (f"{OPEN} 000:000 0 - - -", "swap L1 H1"),
    # the last but one emissary, the last spots
    (f"{OPEN} 100:100 0 - - -", "swap L1 L2"),
    (f"{OPEN} 010:000 0 - - -", "discard R1 R2"),
    (f"{OPEN} 001:000 0 - - -", "swap L1 L2"),
    (f"{OPEN} 100:000 0 - - -", "decree L1"),
    (f"{OPEN} 100:001 0 - - -", "recall"),
    (f"{OPEN} 011:000 0 - - -", "recall"),
    # one card is left to develop with, or the develop is done (ruling)
    (f"-/-/-/MM/M {HANDS} 000:000 0 - 0 -", "discard R4 R5"),
    (f"-/-/M/M/M {HANDS} 000:000 0 - 0 -", "discard R4 R5"),
    (f"-/-/-/M/M {HANDS} 000:000 0 d 0 -", "discard R4 R5"),
    (f"-/-/-/-/- {HANDS} 000:000 0 d 0 -", "swap L1 L2"),
    (f"-/-/-/-/M {HANDS} 000:000 0 - 0 -", "swap L1 L2"),
    # either seat may declare, with one pile empty or more (ruling)
    (f"-/A/K/H/O {HANDS} 000:000 0 - - -", "declare"),
    (f"-/A/K/H/O {HANDS} 000:000 1 - - -", "declare"),
    (f"-/-/K/H/O {HANDS} 000:000 1 - - -", "declare"),
]


@pytest.mark.parametrize(("text", "action"), ALLOWED)
def test_an_action_is_allowed(text: str, action: str) -> None:
    assert (refusal(text, action), action in legal(text)) == (None, True)


def test_discard_before_develop_needs_a_card_left_to_develop_with() -> None:
    """Ruling: RULES.md, bonus, Discard."""
    assert "discard" not in kinds(legal("-/-/-/M/M MMMMM/MMMMM MMMMM/MMMMM 000:000 1 - 1 -"))


def test_at_first_65_actions_are_legal() -> None:
    texts = legal(f"{OPEN} 000:000 0 - - -")
    assert {kind: sum(text.startswith(kind) for text in texts) for kind in sorted(kinds(texts))} == {
        "decree": 10, "develop": 10, "discard": 10, "swap": 35,
    }  # fmt: skip


def test_after_a_bonus_only_a_develop_is_possible() -> None:
    assert kinds(legal(f"{OPEN} 000:000 0 - - -", "swap L1 L2")) == {"develop"}


def test_after_a_develop_only_a_bonus_or_the_end_of_the_turn_is_possible() -> None:
    assert kinds(legal(f"FF/A/K/H/O {HANDS} 000:000 0 - - -", "develop L1")) == {"discard", "end", "swap"}


def test_without_an_emissary_at_home_a_turn_is_a_develop_or_a_recall() -> None:
    assert kinds(legal(f"{OPEN} 200:000 0 - - -")) == {"develop", "recall"}


def test_where_nothing_else_is_possible_one_passes() -> None:
    assert legal(f"-/-/-/-/- {HANDS} 000:001 0 - 0 -") == ["pass"]


def test_one_passes_though_an_emissary_stands_on_the_decree() -> None:
    assert legal(f"-/-/-/-/- {HANDS} 001:000 0 - 0 -") == ["pass"]


def test_one_does_not_pass_where_the_decree_is_possible() -> None:
    assert kinds(legal(f"-/-/-/-/- {HANDS} 000:000 0 - 0 -")) == {"decree"}


def test_one_does_not_pass_where_the_end_can_be_declared() -> None:
    assert legal(f"-/-/-/-/- {HANDS} 000:001 0 - - -") == ["declare"]


def test_a_gift_is_the_first_or_the_second_dealt_card() -> None:
    assert legal(SET_UP) == ["give 1", "give 2"]


def test_a_ninja_copies_one_of_the_characters_of_its_territory() -> None:
    assert legal(COPY) == ["copy L2 advisor", "copy L2 sentinel"]


def test_nothing_is_legal_once_the_game_is_over() -> None:
    assert legal(OVER) == []
