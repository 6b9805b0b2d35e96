"""The way through the time of a recorded game."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from textual import events
from textual.binding import Binding
from textual.timer import Timer

from naishi.common.formats import number
from naishi.common.i18n import _, ngettext
from naishi.sessions.replay import Replay
from naishi.settings.keymap import KEY, arrows, keymap
from naishi_tui.keys import fixed_bindings
from naishi_tui.table.part import Handler, Part, PartHost


class Moments(Part):
    """The moment in view. The arrow keys move through time.

    Args:
        moved: Called once another moment is in view, before it is drawn.
    """

    def __init__(self, screen: PartHost, replay: Replay, moved: Callable[[], None] | None = None) -> None:
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
        self.screen.show_prompt()

    def show(self) -> None:
        self.screen.view = self.replay.view
        if self._moved is not None:
            self._moved()
        self.screen.draw()

    def move(self, move: Callable[[], None]) -> None:
        move()
        self.show()

    def go(self, ply: int) -> None:
        self.move(partial(self.replay.go, ply))

    def step(self, actions: int) -> None:
        self.go(self.replay.ply + actions)

    def step_turn(self, turns: int) -> None:
        self.move(partial(self.replay.go_by_turns, turns))


SPEEDS = (3.0, 1.5, 0.8, 0.4, 0.2)
"""Seconds for an action, the slowest first."""


def digit_bindings() -> list[Binding]:
    """Return the keys that type a round; the commands of the table that go to a column type its digit, too."""
    return fixed_bindings({**{f"digit_{digit}": digit for digit in "0123456789"}, "rub_out": "backspace"})


class ReplayTime(Moments):
    """The moment of a recorded game in view; changed also by the number of a round, or by the clock.

    Args:
        outcome: Says how a view's game ended.
        moved: Called once another moment is in view, before it is drawn.
    """

    def __init__(
        self,
        screen: PartHost,
        replay: Replay,
        outcome: Callable[[Any], str],
        moved: Callable[[], None] | None = None,
    ) -> None:
        super().__init__(screen, replay, moved)
        self.outcome = outcome
        self.round_typed = ""
        """The digits of a round to go to, as far as they are typed."""
        self.speed = 1
        """A place in `SPEEDS`."""
        self.clock: Timer | None = None
        """Runs while the game plays by itself."""
        self.handlers = {
            **self.handlers,
            "play": self.go_on,
            "prompt": self.go_on,
            "faster": partial(self.change_speed, 1),
            "slower": partial(self.change_speed, -1),
            "rub_out": self.rub_out,
            **{f"column_{digit}": partial(self.type_digit, digit) for digit in range(1, 6)},
            **{f"digit_{digit}": partial(self.type_digit, digit) for digit in range(10)},
        }

    def key_pressed(self, event: events.Key) -> None:
        super().key_pressed(event)
        going_on = {"backspace", *"0123456789", *keymap().keys("replay.play"), *keymap().keys("back")}
        if self.round_typed and event.key not in going_on:
            self.forget_round()

    @property
    def playing(self) -> bool:
        return self.clock is not None

    def instruction(self) -> str:
        if self.round_typed:
            words = _("Go to round {number}? {key:replay.play}: yes. {key:back}: no.")
            return words.format(key=KEY, number=self.round_typed)
        if self.screen.view.result is not None:
            return self.outcome(self.screen.view)
        if self.replay.ply == self.replay.length and self.replay.ended:
            return self.replay.ended
        if self.replay.ply == self.replay.length:
            return ngettext(
                "The game is here now, after {count} action.",
                "The game is here now, after {count} actions.",
                self.replay.length,
            )
        return _("Action {number} of {count}.").format(number=self.replay.ply, count=self.replay.length)

    def cursor_help(self) -> str:
        if not self.playing:
            words = _("←→: an action. ↑↓: a turn. A number, {key:replay.play}: a round.").format(key=KEY)
            return arrows(words)
        return _("{seconds} s per action.").format(seconds=number(SPEEDS[self.speed], 1))

    def move(self, move: Callable[[], None]) -> None:
        """Go to another moment; what plays by itself stops, and what was typed is forgotten."""
        self.stop()
        self.round_typed = ""
        super().move(move)

    def type_digit(self, digit: int) -> None:
        self.stop()
        self.round_typed = f"{self.round_typed}{digit}"[-3:].lstrip("0")
        self.screen.show_prompt()

    def rub_out(self) -> None:
        self.round_typed = self.round_typed[:-1]
        self.screen.show_prompt()

    def forget_round(self) -> bool:
        """Forget what was typed; return whether anything was."""
        typed, self.round_typed = self.round_typed, ""
        if typed:
            self.screen.show_prompt()
        return bool(typed)

    def go_on(self) -> None:
        """Go to the round that was typed; else play the game by itself, or stop it."""
        if self.round_typed:
            self.move(partial(self.replay.go_to_round, int(self.round_typed)))
        elif self.playing:
            self.stop()
            self.screen.show_prompt()
        else:
            self._play()

    def _play(self) -> None:
        if self.replay.ply == self.replay.length:
            self.go(0)
        self._start_clock()
        self.screen.show_prompt()

    def stop(self) -> None:
        if self.clock is not None:
            self.clock.stop()
            self.clock = None

    def _start_clock(self) -> None:
        self.stop()
        self.clock = self.screen.set_interval(SPEEDS[self.speed], self._tick)

    def _tick(self) -> None:
        self.replay.go(self.replay.ply + 1)
        if self.replay.ply == self.replay.length:
            self.stop()
        self.show()

    def change_speed(self, step: int) -> None:
        self.speed = min(max(self.speed + step, 0), len(SPEEDS) - 1)
        if self.playing:
            self._start_clock()
        self.screen.show_prompt()
