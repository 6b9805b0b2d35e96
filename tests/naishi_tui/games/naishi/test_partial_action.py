"""Actions that are chosen cell by cell."""

from __future__ import annotations

import pytest

from naishi.common.i18n import IllegalActionError
from naishi.games.naishi.rules.actions import Action, Declare, Decree, Develop, Swap, UseDevelop, UseRecall
from naishi.games.naishi.rules.cards import Card, Cell
from naishi_tui.games.naishi.partial_action import PartialAction, after, cells_of, offered
from tests.naishi_tui.desk import game_after
from tests.naishi_tui.games.naishi.shared import begun

GIRL_AND_PORTER = "PFTR/SAB/KRR/OTF/HAS GMMMB/MNMAM MMMMM/SMMTM 200:000 0 - - - 14"
"""A develop of L1 lets the Little Girl leave for the Porter, with two emissaries at court."""


def test_a_develop_is_begun_from_its_cell_or_from_the_river() -> None:
    view = game_after().view(0)
    begun_with_nothing = PartialAction.beginning(view)
    assert begun_with_nothing == PartialAction()
    for cell in (Cell.L2, Cell.R2):
        assert cell in begun_with_nothing.targets(view.legal_actions)
    chosen = begun_with_nothing.pick(Cell.L2, view)
    assert chosen.action(view.legal_actions) == Develop(Cell.L2)
    assert chosen.pick(Cell.L2, view) == begun_with_nothing, "a second choice takes the first back"


def test_a_swap_is_complete_with_its_second_cell() -> None:
    view = game_after().view(0)
    half = PartialAction(Swap).pick(Cell.L1, view)
    assert half.action(view.legal_actions) is None
    assert Cell.L1 not in half.targets(view.legal_actions)
    whole = half.pick(Cell.L4, view)
    assert whole.action(view.legal_actions) == Swap(Cell.L1, Cell.L4)
    assert whole.back(view) == half


@pytest.mark.parametrize(
    ("cell", "said"), [(None, "That card is "), (Cell.R3, "Swap two River cards, two in your Line, ")]
)
def test_a_cell_that_makes_no_swap_says_why(cell: Cell | None, said: str) -> None:
    view = game_after().view(0)
    with pytest.raises(IllegalActionError, match=said):
        PartialAction(Swap, (Cell.L1,)).pick(cell, view)


@pytest.mark.parametrize("text", ["develop L3", "swap L1 L4", "decree L4", "discard R1 R2"])
def test_an_action_without_its_last_choice_is_completed_by_it(text: str) -> None:
    action = Action.from_text(text)
    partial, last = PartialAction.all_but_last(action)
    assert last is not None
    assert partial.plus(last).action([action]) == action


def test_what_needs_no_cell_is_only_to_be_confirmed() -> None:
    assert PartialAction.all_but_last(Declare()) == (PartialAction(Declare), None)
    assert PartialAction(Declare).needs_no_cell
    assert not PartialAction(Decree).needs_no_cell


def test_pending_effects_come_first_and_follow_each_other() -> None:
    view = begun(GIRL_AND_PORTER, "develop L1").view(0)
    assert offered(view) == {UseDevelop: Card.LITTLE_GIRL, UseRecall: Card.PORTER}
    assert PartialAction.beginning(view) == PartialAction.using(Card.LITTLE_GIRL)
    assert after(Card.LITTLE_GIRL, view) == Card.PORTER
    assert after(Card.PORTER, view) == after(None, view) == Card.LITTLE_GIRL
    assert offered(game_after().view(0)) == {}


def test_a_develop_is_about_the_river_card_of_its_column_too() -> None:
    assert cells_of(Develop(Cell.H3)) == (Cell.H3, Cell.R3)
    assert cells_of(Declare()) == ()
