"""Legal action tables, against the single rules."""

from __future__ import annotations

from itertools import combinations, product

import pytest

from naishi import Card, Cell, Phase
from naishi.games.naishi.rules.actions import ACTIONS, LEGAL_SETS, Situation, refusal
from naishi.games.naishi.rules.cards import COPYABLE, ON_ENTERING, ON_LEAVING, TERRITORY, Openings, Sent, court

SENTS = [Sent(*each) for each in product(range(3), range(3), range(2)) if sum(each) <= 2]
OPENINGS = sorted({
    court(first, second).openings[0]
    for first, second in product(SENTS, SENTS)
    if first.swap + second.swap <= 3 and first.discard + second.discard <= 2 and first.decree + second.decree <= 1
})  # fmt: skip
TWO_PILES = {piles for piles in range(32) if piles.bit_count() == 2}


def assert_the_table_is_right(situation: Situation) -> None:
    legal = tuple(action for action in sorted(ACTIONS) if refusal(situation, action) is None)
    known = LEGAL_SETS[situation]
    assert (known.actions, known.codes) == (legal, frozenset(action.code for action in legal))


@pytest.mark.parametrize("openings", OPENINGS, ids=lambda openings: "".join(str(int(each)) for each in openings))
def test_in_every_situation_of_a_turn_exactly_the_actions_that_are_not_refused_are_legal(openings: Openings) -> None:
    for (developed, bonus), ending, piles in product([(0, 0), (1, 0), (0, 1)], [False, True], range(32)):
        for two_left in {False, piles in TWO_PILES}:
            assert_the_table_is_right(
                Situation(Phase.PLAY, bool(developed), bool(bonus), ending, piles, two_left, openings)
            )


@pytest.mark.parametrize("ninja", TERRITORY, ids=str)
def test_whatever_a_ninja_may_copy_exactly_that_is_legal(ninja: Cell) -> None:
    for present in product([False, True], repeat=len(COPYABLE)):
        characters: tuple[Card, ...] = tuple(card for card, there in zip(COPYABLE, present, strict=True) if there)
        if characters:
            assert_the_table_is_right(Situation(Phase.COPY, ninja=ninja, characters=characters))


@pytest.mark.parametrize("phase", [Phase.GIFT, Phase.OVER])
def test_before_and_after_play_exactly_the_actions_that_are_not_refused_are_legal(phase: Phase) -> None:
    assert_the_table_is_right(Situation(phase))


@pytest.mark.parametrize("number", range(1, 4))
def test_while_effects_are_pending_exactly_the_actions_that_are_not_refused_are_legal(number: int) -> None:
    for pending in combinations(sorted(ON_LEAVING | ON_ENTERING), number):
        for piles, unturned in [(0b11111, 0b00001), (0b10110, 0b00010), (0b01000, 0), (0b11111, 0b10001)]:
            assert_the_table_is_right(
                Situation(Phase.PLAY, developed=True, open_piles=piles, pending=pending, unturned=unturned)
            )
