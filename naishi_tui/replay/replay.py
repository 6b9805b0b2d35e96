"""Screens of recorded games, and the moment that is looked at."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

from textual import events, work
from textual.binding import Binding, BindingType
from textual.timer import Timer
from typing_extensions import override

from naishi.common.i18n import _, ngettext, number
from naishi.sessions.one_keyboard import PinHandover, is_covered_in_replay
from naishi.sessions.replay import Replay
from naishi.settings.keymap import KEY, arrows, keymap
from naishi.tabletop.pins import PinAttempts
from naishi.tabletop.players import Player
from naishi_tui.messages import bindings_of, fixed_bindings
from naishi_tui.table.cover import Cover, CoverWords
from naishi_tui.table.game_screen import GameScreen
from naishi_tui.table.part import Handler, Part
from naishi_tui.table.table import BoardScreen
from naishi_tui.widgets.text_rows import KeyHint, PromptLine, hint

if TYPE_CHECKING:
    from naishi.settings.schema import Settings
    from naishi_tui.table.boards import Board


class Moments(Part):
    """The moment in view. The arrow keys move through time.

    Args:
        moved: Called once another moment is in view, before it is drawn.
    """

    def __init__(self, screen: GameScreen, replay: Replay, moved: Callable[[], None] | None = None) -> None:
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
    """

    def __init__(
        self, screen: GameScreen, replay: Replay, outcome: Callable[[Any], str], moved: Callable[[], None] | None = None
    ) -> None:
        super().__init__(screen, replay, moved)
        self.outcome = outcome
        self.round_typed = ""
        """The digits of a round to go to, as far as they are typed."""
        self.speed = 1
        """A place in `SPEEDS`."""
        self.clock: Timer | None = None
        """Runs while the game plays by itself."""
        self.viewpoint = replay.viewpoints.index(replay.seat)
        """The place of the viewpoint that was asked for last; what it knows may have stayed covered."""
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
        if self.replay.ply == self.replay.length:
            return self.replay.ended or ngettext(
                "The game is here now, after {count} action.",
                "The game is here now, after {count} actions.",
                self.replay.length,
            )
        return _("Action {number} of {count}.").format(number=self.replay.ply, count=self.replay.length)

    def key_hints(self) -> Iterator[KeyHint]:
        yield KeyHint("", arrows("←→"), _("action"))
        yield KeyHint("", arrows("↑↓"), _("turn"))
        yield hint("replay.play", _("stop") if self.playing else _("play"))
        if self.playing:
            yield hint("replay.faster")
            yield hint("replay.slower")
        if len(self.replay.viewpoints) > 1:
            yield hint("replay.view_from")

    async def next_viewpoint(self, attempts: PinAttempts, words: CoverWords) -> bool:
        """Look from the next seat, or as the public; behind a cover where someone's secrets are secret still.

        Returns False where it doesn't: a key before this one has led to another screen, from another side.
        """
        if not self.screen.is_active:
            return False
        viewpoints = self.replay.viewpoints
        self.viewpoint = (self.viewpoint + 1) % len(viewpoints)
        seat = viewpoints[self.viewpoint]
        if seat is not None and is_covered_in_replay(self.replay, seat, self.screen.settings.handover):
            cover = ReplayCover(self.replay.players, seat, attempts, words)
            await self.screen.app.push_screen_wait(cover)
            seat = seat if cover.uncovered else None
        self.replay.look_from(seat)
        return True

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
        if typed := bool(self.round_typed):
            self.round_typed = ""
            self.screen.show_prompt()
        return typed

    def go_on(self) -> None:
        """Go to the round that was typed; else play the game by itself, or stop it."""
        if self.round_typed:
            self.move(partial(self.replay.go_to_round, int(self.round_typed)))
        elif self.playing:
            self.stop()
            self.screen.show_prompt()
        else:
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


OWN = ("replay.play", "replay.faster", "replay.slower", "replay.view_from", "replay.first", "replay.last")


class ReplayCover(Cover):
    """The same cover as during play; `uncovered` tells whether the player has shown the cards."""

    def __init__(self, players: tuple[Player, ...], seat: int, attempts: PinAttempts, words: CoverWords) -> None:
        super().__init__(PinHandover(players, seat, attempts), _("Replay"), "", words)

    @override
    def greeting(self, name: str) -> str:
        return _("{name}, only you may see what you knew.").format(name=name)

    @override
    def leaving(self) -> str:
        return _("back")

    @override
    def show_cards(self) -> None:
        self.dismiss()

    @override
    def leave(self) -> None:
        self.dismiss()


class GameReplay(BoardScreen):
    """The board, at any moment of a game; the arrow keys move through time."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings_of(*OWN), *digit_bindings()]
    participant: Replay

    def __init__(self, replay: Replay, settings: "Settings", kind: Any, board: "Board", attempts: PinAttempts) -> None:
        super().__init__(replay, settings, kind, board)
        self.attempts = attempts
        self.time = ReplayTime(self, replay, lambda view: next(iter(kind.outcome(view, self.reader)), ""))
        self.parts.append(self.time)
        without_bots = {name: each for name, each in self.game_commands.items() if name not in self.bots.handlers}
        self.offer(without_bots, self.time.handlers, {"view_from": self.view_from, "back": self.back})
        self.draw()

    @property
    def reader(self) -> int | None:
        return self.participant.reader

    @property
    @override
    def note(self) -> str:
        if self.view.public:
            return _("replay: as everybody saw it")
        return _("replay: {name}'s view").format(name=self.view.names[self.view.seat])

    @override
    def instruction(self) -> str:
        return self.time.instruction()

    @override
    def cursor_help(self) -> PromptLine:
        return PromptLine(self.time.cursor_help())

    @override
    def key_hints(self) -> Iterator[KeyHint]:
        yield from self.time.key_hints()
        yield hint("log")
        yield hint("rules", minor=True)
        yield hint("back")

    def on_screen_suspend(self) -> None:
        self.time.stop()

    @work
    async def view_from(self) -> None:
        if await self.time.next_viewpoint(self.attempts, self.board.cover_words()):
            self.time.show()

    def back(self) -> None:
        """Forget what was typed; else close the replay, which stops it."""
        if not self.time.forget_round():
            self.dismiss()
