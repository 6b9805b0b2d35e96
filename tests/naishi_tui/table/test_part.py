"""Parts of game screens, recombined and without an app: part, naishi.table, board_view."""

from __future__ import annotations

from functools import partial

import pytest

from naishi import Action
from naishi.games.naishi.editor.draft import ExerciseParticipant
from naishi.games.naishi.rules.actions import Swap
from naishi.games.naishi.rules.cards import Cell
from naishi.settings.schema import DEFAULTS
from naishi_tui.games.naishi.board_view import BoardView, CardScreen
from naishi_tui.games.naishi.partial_action import PartialAction
from naishi_tui.games.naishi.table import TurnInProgress
from naishi_tui.table.part import Handlers
from naishi_tui.widgets.text_rows import KeyHint, PromptLine
from tests.naishi_tui.desk import game_after


class Bare(CardScreen):
    """A board with a turn on it; what is chosen is only written down."""

    def __init__(self) -> None:
        super().__init__(ExerciseParticipant(game_after().view(0)), DEFAULTS)
        self.played: list[Action] = []
        self.board_view = BoardView(self)
        self.cursor = self.board_view.cursor
        self.turn = TurnInProgress(self, self.board_view, self.play)
        self.offer(self.turn.handlers, {"choose": self.turn.choose})

    async def play(self, action: Action) -> None:
        self.played.append(action)

    def draw(self) -> None:
        self.board_view.draw(self.turn.highlights)
        self.show_prompt()

    def instruction(self) -> str:
        return self.turn.instruction()

    def cursor_help(self) -> PromptLine:
        return self.turn.cursor_help()

    def key_hints(self) -> list[KeyHint]:
        return []


async def test_a_turn_is_made_by_commands_and_handed_on_once_it_is_complete() -> None:
    screen = Bare()
    for command in ("swap", "column_1", "choose", "column_4", "choose"):
        await screen.action_command(command)
    assert screen.played == [Swap(Cell.L1, Cell.L4)]


async def test_a_choice_that_makes_no_sense_leaves_what_was_chosen() -> None:
    screen = Bare()
    for command in ("discard", "down", "choose"):
        await screen.action_command(command)
    assert screen.turn.partial.cells == ()
    assert "discards two cards from the River" in screen.prompt.here.text
    left: list[str] = []
    screen.turn.back(partial(left.append, "left"))
    assert (screen.turn.partial, left) == (PartialAction(), [])
    screen.turn.back(partial(left.append, "left"))
    assert left == ["left"]


async def test_what_was_not_put_in_is_refused_or_does_nothing() -> None:
    screen = Bare()
    await screen.action_command("faster")
    assert "This is an exercise" in screen.prompt.here.text
    await screen.action_command("log")
    assert screen.played == []


def test_two_parts_can_not_mean_different_things_by_a_command() -> None:
    screen = Bare()
    twice: Handlers = {"choose": screen.leave}
    with pytest.raises(ValueError, match="choose"):
        screen.offer(twice)
