"""The way through the moments of what was played, or could have been: by actions and by turns."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from textual import events

from naishi.sessions import Replay
from naishi_tui.screens.part import Handler, Part, PartHost


class Moments(Part):
    """The moment that is looked at. The arrow keys move through time."""

    def __init__(self, screen: PartHost, replay: Replay, moved: Callable[[], None] | None = None) -> None:
        """Begin where the replay is.

        Args:
            screen: Where it is shown.
            replay: What was played, or could have been.
            moved: Called once another moment is in view, before it is drawn.
        """
        self.screen, self.replay, self._moved = screen, replay, moved
        self.handlers: dict[str, Handler] = {
            "left": partial(self.step, -1),
            "right": partial(self.step, 1),
            "up": partial(self.step_turn, -1),
            "down": partial(self.step_turn, 1),
            "first": partial(self.go, 0),
            "last": partial(self.go, replay.length),
        }

    def key_pressed(self, event: events.Key) -> None:
        """Say again what there is to say of the moment, where something was refused before."""
        self.screen.show_prompt()

    def show(self) -> None:
        """Draw the moment where the replay is now."""
        self.screen.view = self.replay.view
        if self._moved is not None:
            self._moved()
        self.screen.draw()

    def move(self, move: Callable[[], None]) -> None:
        """Go to another moment, as somebody asks for it, and draw it."""
        move()
        self.show()

    def go(self, ply: int) -> None:
        """Go to the moment after so many actions."""
        self.move(partial(self.replay.go, ply))

    def step(self, actions: int) -> None:
        """Go by some actions."""
        self.go(self.replay.ply + actions)

    def step_turn(self, turns: int) -> None:
        """Go by a turn."""
        self.move(partial(self.replay.go_by_turns, turns))
