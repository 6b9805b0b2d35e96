from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, strategies as st

from naishi import Action, Card, Cell, InvalidActionError
from naishi.games.naishi.rules import actions
from naishi.games.naishi.rules.actions import ACTIONS, BASE_ACTIONS, Copy, Decree, Develop, Discard, End, Give, Swap


def test_the_base_game_has_131_actions() -> None:
    kinds = [type(action).__name__ for action in BASE_ACTIONS]
    assert {kind: kinds.count(kind) for kind in sorted(set(kinds))} == {
        "Copy": 60, "Declare": 1, "Decree": 10, "Develop": 10, "Discard": 10, "End": 1, "Give": 2, "Pass": 1,
        "Recall": 1, "Swap": 35,
    }  # fmt: skip


def test_every_line_of_the_numbers_is_an_action() -> None:
    lines = Path(actions.__file__).with_name("actions.txt").read_text().splitlines()
    assert [action.text for action in ACTIONS] == lines


def test_an_action_stands_at_its_number() -> None:
    assert [action.code for action in ACTIONS] == list(range(len(ACTIONS)))


@given(st.sampled_from(ACTIONS))
def test_the_text_of_an_action_is_read_as_that_action(action: Action) -> None:
    assert Action.from_text(action.text) is action


@pytest.mark.parametrize(
    ("action", "text"),
    [
        (Give(1), "give 1"),
        (Develop(Cell.L4), "develop L4"),
        (Develop(Cell.H4), "develop H4"),
        (Swap(Cell.R1, Cell.R3), "swap R1 R3"),
        (Swap(Cell.L1, Cell.L5), "swap L1 L5"),
        (Swap(Cell.H2, Cell.H3), "swap H2 H3"),
        (Swap(Cell.L3, Cell.H3), "swap L3 H3"),
        (Discard(Cell.R2, Cell.R5), "discard R2 R5"),
        (Decree(Cell.L3), "decree L3"),
        (End(), "end"),
        (Copy(Cell.H3, Card.ADVISOR), "copy H3 advisor"),
    ],
)
def test_an_action_is_spelt_one_way(action: Action, text: str) -> None:
    assert (action.text, str(action), action) == (text, text, Action.from_text(text))


@pytest.mark.parametrize("text", ["DEVELOP l4", "  develop   L4 ", "develop\tL4", "Develop L4\n"])
def test_case_and_spaces_do_not_matter(text: str) -> None:
    assert Action.from_text(text) == Develop(Cell.L4)


@pytest.mark.parametrize(
    "text",
    [
        "", " ", "fly", "develop", "develop L6", "develop R1", "develop L4 L5",
        "swap L1 H2", "swap L1 L1", "swap L1 R1", "discard R1 R1", "discard L1 L2", "decree R1",
        "give 3", "give", "copy H3", "copy H3 ninja", "copy H3 fort", "copy R3 monk", "end turn", "recall 1",
        "развить", "develop L4" * 99, "develop L4" + " " * 60 + "L5",
    ],
)  # fmt: skip
def test_another_text_is_no_action(text: str) -> None:
    with pytest.raises(InvalidActionError, match=r"is not an action\. Actions look like this: develop L4"):
        Action.from_text(text)


def test_a_foreign_text_is_quoted_harmlessly() -> None:
    with pytest.raises(InvalidActionError) as error:
        Action.from_text("\x1b]0;owned\x07" + "x" * 10_000)
    assert str(error.value).isprintable()
    assert len(str(error.value)) < 200


@pytest.mark.parametrize(
    ("kind", "values"),
    [
        (Give, (0,)),
        (Develop, (Cell.R1,)),
        (Swap, (Cell.R3, Cell.R1)),
        (Swap, (Cell.L1, Cell.H2)),
        (Discard, (Cell.R1, Cell.R1)),
        (Copy, (Cell.H3, Card.NINJA)),
        (Action, ()),
    ],
)
def test_an_action_that_is_none_cannot_be_made(kind: type[Action], values: tuple[object, ...]) -> None:
    with pytest.raises(InvalidActionError, match="is not an action"):
        kind(*values)


def test_equal_actions_are_one_in_a_set() -> None:
    assert len({Develop(Cell.L1), Action.from_text("develop L1")}) == 1


def test_an_action_equals_no_text() -> None:
    assert Develop(Cell.L1) != "develop L1"


def test_actions_sort_by_their_texts() -> None:
    assert sorted([Swap(Cell.L1, Cell.L2), Develop(Cell.H1), End()]) == [
        Develop(Cell.H1), End(), Swap(Cell.L1, Cell.L2),
    ]  # fmt: skip


def test_a_cell_is_read_by_its_name() -> None:
    assert [str(Cell.from_text(name)) for name in ("L1", "H5", "R3")] == ["L1", "H5", "R3"]


@pytest.mark.parametrize("text", ["", "l1", "L0", "L6", "X1", "L1 "])
def test_another_text_is_no_cell(text: str) -> None:
    with pytest.raises(InvalidActionError, match="is not a place on the table"):
        Cell.from_text(text)


@pytest.mark.parametrize(
    ("kind", "values"),
    [(Develop, ("L1",)), (Develop, (0,)), (Give, ("1",)), (Give, (True,)), (Copy, (Cell.L1, "monk")), (Swap, ([], []))],
)
def test_an_action_of_other_values_than_cells_cards_and_numbers_is_none(kind: type[Action], values: Any) -> None:
    with pytest.raises(InvalidActionError, match="is not an action"):
        kind(*values)


@pytest.mark.parametrize(
    ("text", "action"), [("swap R3 R1", "swap R1 R3"), ("Swap h2 L2", "swap L2 H2"), ("discard R5 R2", "discard R2 R5")]
)  # fmt: skip
def test_places_in_another_order_are_refused_with_the_right_one(text: str, action: str) -> None:
    with pytest.raises(InvalidActionError, match=f"places have an order: {action}"):
        Action.from_text(text)


@pytest.mark.parametrize("value", [None, 3, b"end", ["end"]])
def test_what_is_no_text_is_no_action(value: Any) -> None:
    with pytest.raises(InvalidActionError, match="str is needed here"):
        Action.from_text(value)
