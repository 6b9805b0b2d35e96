"""A recorded game on the board: forwards, backwards, from every side that may be looked from."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from textual import work
from textual.binding import Binding, BindingType
from textual.timer import Timer

from naishi.common.errors import NaishiError
from naishi.common.formats import number
from naishi.common.i18n import _
from naishi.game.events import Event
from naishi.rules.cards import Card
from naishi.rules.phase import Phase
from naishi.rules.territory import HAND, LINE, RIVER
from naishi.sessions import Replay
from naishi.sessions.one_keyboard import is_covered
from naishi.text.sentences import newest_turn, result
from naishi_tui.drawing.prompt_text import PromptLine
from naishi_tui.keys import action_of
from naishi_tui.messages import ShowEditor, StartGame
from naishi_tui.screens.board_screen import BoardScreen
from naishi_tui.screens.replay_cover import ReplayCover
from naishi_tui.turn_steps import Steps
from naishi_tui.widgets.key_line import KeyHint

if TYPE_CHECKING:
    from naishi.settings.schema import Settings
    from naishi_tui.pin_attempts import PinAttempts
    from naishi_tui.screens.analysis import Chosen

SPEEDS = (3.0, 1.5, 0.8, 0.4, 0.2)
"""Seconds for an action, the slowest first."""

OWN_KEYS = {
    "view_from": "v",
    "play_on": "p",
    "edit": "x",
    "first": "home",
    "last": "end",
}
"""Commands of this screen alone."""


class ReplayScreen(BoardScreen):
    """The board, at any moment of a game; the arrow keys move through time."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *(Binding(key, command, show=False) for command, key in OWN_KEYS.items()),
        *(Binding(digit, f"digit({digit})", show=False) for digit in "0123456789"),
        Binding("backspace", "rub_out", show=False),
    ]
    participant: Replay

    def __init__(self, replay: Replay, settings: Settings, attempts: PinAttempts, folder: Path) -> None:
        """Look at a recorded game.

        Args:
            replay: The game.
            settings: How the table looks.
            attempts: The wrong PINs so far.
            folder: The folder of saves, where analyses are kept.
        """
        self.round_typed = ""
        """The digits of a round to go to, as far as they are typed."""
        self.speed = 1
        """A place in `SPEEDS`."""
        self.clock: Timer | None = None
        """Runs while the game plays by itself."""
        self.attempts = attempts
        self.folder = folder
        self.mistakes: Mapping[int, str] = {}
        """What an analysis says about some of the actions, by the moments before them."""
        self.viewpoint = replay.viewpoints.index(replay.seat)
        """The place of the viewpoint that was asked for last; its cards may have stayed covered."""
        super().__init__(replay, settings)

    def show_moment(self) -> None:
        """Draw the game at the moment where the replay is now."""
        self.view = self.participant.view
        self.steps = Steps(self.turn_to_show())
        self.draw()

    def turn_to_show(self) -> tuple[Event, ...]:
        """Return the newest turn, whichever seat's it was."""
        return newest_turn(self.view)

    def known_hand(self) -> Sequence[Card | None]:
        """Return the Hand on the other side, where both are open."""
        if self.hands_open and not self.view.public:
            return self.participant.view_of(1 - self.view.seat).mine.hand
        return super().known_hand()

    @property
    def note(self) -> str:
        """Whose view it is."""
        if self.view.public:
            return _("replay: what everyone sees")
        name = self.view.names[self.view.seat]
        return _("replay: both Hands") if self.hands_open else _("replay: what {name} knows").format(name=name)

    @property
    def playing(self) -> bool:
        """Whether the game goes on by itself."""
        return self.clock is not None

    def key_hints(self) -> Iterator[KeyHint]:
        """Return what the key line names."""
        yield KeyHint("", "←→", _("action"))
        yield KeyHint("", "↑↓", _("turn"))
        yield self.hint("choose", _("stop") if self.playing else _("play"))
        if self.playing:
            yield self.hint("faster", _("faster"), minor=True)
            yield self.hint("slower", _("slower"), minor=True)
        if len(self.participant.viewpoints) > 1:
            yield KeyHint("view_from", OWN_KEYS["view_from"], _("view"))
        if self.participant.revealed:
            yield self.hint("memory", _("one Hand") if self.hands_open else _("both Hands"))
        if self.participant.revealed:
            yield self.hint("advice", _("analyse"))
        yield KeyHint("play_on", OWN_KEYS["play_on"], _("play on"))
        if self.participant.revealed:
            yield KeyHint("edit", OWN_KEYS["edit"], _("edit"), minor=True)
        yield self.hint("back", _("back"))

    def instruction(self) -> str:
        """Say where in the game this is."""
        if self.round_typed:
            return _("Go to round {number}? Enter: yes. Esc: no.").format(number=self.round_typed)
        replay = self.participant
        if self.view.phase is Phase.OVER:
            return result(self.view)
        if replay.ply == replay.length:
            return _("The game is here now, after {count} actions.").format(count=replay.length)
        return _("Action {number} of {count}.").format(number=replay.ply, count=replay.length)

    def cursor_help(self) -> PromptLine:
        """Say what was wrong with the next action, or how fast the game plays, or which keys move through it."""
        if self.participant.ply in self.mistakes:
            return PromptLine(self.mistakes[self.participant.ply])
        if not self.playing:
            return PromptLine(_("←→: an action. ↑↓: a turn. A number, Enter: a round."))
        return PromptLine(_("{seconds} s per action.").format(seconds=number(SPEEDS[self.speed], 1)))

    def go(self, ply: int) -> None:
        """Go to the moment after so many actions."""
        self.round_typed = ""
        self.participant.go(ply)
        self.show_moment()

    def action_move(self, columns: int, rows: int) -> None:
        """Go by an action, or by a turn; what plays by itself stops."""
        self.stop()
        self.round_typed = ""
        if rows:
            self.participant.go_by_turns(rows)
        else:
            self.participant.go(self.participant.ply + columns)
        self.show_moment()

    def action_first(self) -> None:
        """Go to the beginning."""
        self.stop()
        self.go(0)

    def action_last(self) -> None:
        """Go to the end."""
        self.stop()
        self.go(self.participant.length)

    def action_column(self, position: int) -> None:
        """Type a digit of a round."""
        self.action_digit(position + 1)

    def action_digit(self, digit: int) -> None:
        """Type a digit of a round to go to."""
        self.stop()
        self.round_typed = f"{self.round_typed}{digit}"[-3:].lstrip("0")
        self.show_prompt()

    def action_rub_out(self) -> None:
        """Delete the digit typed last."""
        self.round_typed = self.round_typed[:-1]
        self.show_prompt()

    async def action_choose(self) -> None:
        """Go to the round that was typed; else play the game by itself, or stop it."""
        if self.round_typed:
            self.participant.go_to_round(int(self.round_typed))
            self.go(self.participant.ply)
        elif self.playing:
            self.stop()
            self.show_prompt()
        else:
            self.play()

    def play(self) -> None:
        """Let the game play by itself, from the beginning if it stands at the end."""
        if self.participant.ply == self.participant.length:
            self.go(0)
        self._start_clock()
        self.show_prompt()

    def stop(self) -> None:
        """Keep the game from playing by itself."""
        if self.clock is not None:
            self.clock.stop()
            self.clock = None

    def _start_clock(self) -> None:
        self.stop()
        self.clock = self.set_interval(SPEEDS[self.speed], self._next)

    def _next(self) -> None:
        self.participant.go(self.participant.ply + 1)
        if self.participant.ply == self.participant.length:
            self.stop()
        self.show_moment()

    def action_pace(self, step: int) -> None:
        """Play faster or slower."""
        self.speed = min(max(self.speed + step, 0), len(SPEEDS) - 1)
        if self.playing:
            self._start_clock()
        self.show_prompt()

    def on_screen_suspend(self) -> None:
        """Wait while another screen lies above."""
        self.stop()

    def action_memory(self) -> None:
        """Open both Hands, or one only."""
        if not self.participant.revealed:
            self.refuse(_("The game isn't over, so that Hand stays hidden."))
            return
        if self.view.public:
            self.participant.look_from(0)
            self.hands_open = True
        else:
            self.hands_open = not self.hands_open
        self.show_moment()

    @work
    async def action_view_from(self) -> None:
        """Look from the next seat, or as the public; behind a cover where the Hand is somebody's secret still."""
        viewpoints = self.participant.viewpoints
        self.viewpoint = (self.viewpoint + 1) % len(viewpoints)
        seat = viewpoints[self.viewpoint]
        players = self.participant.players
        secret = seat is not None and not self.participant.revealed
        if seat is not None and secret and is_covered(players, seat, self.settings.handover):
            cover = ReplayCover(players, seat, self.attempts)
            await self.app.push_screen_wait(cover)
            seat = seat if cover.uncovered else None
        self.hands_open = False
        self.participant.look_from(seat)
        self.show_moment()

    @work
    async def action_play_on(self) -> None:
        """Begin a new game from here."""
        from naishi_tui.screens.play_on import PlayOn

        if self.view.phase not in {Phase.GIFT, Phase.PLAY}:
            self.refuse(_("Both Hands are open here, so there is nothing left to play."))
            return
        if self.view.public and not self.participant.revealed:
            self.refuse(_("Choose a side first ({key}): you play on with what that player knows.").format(
                key=OWN_KEYS["view_from"]
            ))  # fmt: skip
            return
        game = await self.app.push_screen_wait(PlayOn(self.participant))
        if game is not None:
            self.post_message(StartGame(game))

    def action_edit(self) -> None:
        """Set up another position, beginning with this one: with all cards open, so only once they are."""
        first, second = self.participant.players
        with self.attempt():
            self.post_message(ShowEditor(self.participant.position_text(), (first.name, second.name)))

    async def action_advice(self) -> None:
        """Analyse the game, and go to the mistake that was chosen there."""
        self._analyse()

    @work
    async def _analyse(self) -> None:
        from naishi_tui.screens.analysis import AnalysisScreen

        try:
            game = self.participant.finished_game()
        except NaishiError as error:
            self.refuse(str(error))
            return
        self.stop()
        chosen = await self.app.push_screen_wait(AnalysisScreen(game, self.folder))
        if chosen is not None:
            self.look_at(chosen)

    def look_at(self, chosen: Chosen) -> None:
        """Show a moment from the side of the seat that acts."""
        self.mistakes = chosen.mistakes
        self.participant.go(chosen.ply)
        self.participant.look_from(self.participant.turn)
        self.viewpoint = self.participant.viewpoints.index(self.participant.seat)
        self.hands_open = False
        self.show_moment()

    def next_card(self, columns: int, rows: int) -> Card | None:
        """Move the cursor, and return the card under it."""
        self.board.move_cursor(columns, rows)
        return self.pointed_card()

    def action_next_target(self, step: int) -> None:
        """Move the cursor to the next card, or to the previous one."""
        self.board.point_at_next((*RIVER, *LINE, *HAND), step)

    def action_back(self) -> None:
        """Forget what was typed; else close the replay, which stops it."""
        if self.round_typed:
            self.round_typed = ""
            self.show_prompt()
        else:
            self.dismiss()

    def commands(self) -> Iterator[tuple[str, Callable[[], Awaitable[object]]]]:
        """Return what the command palette offers here."""
        own = {
            "view_from": _("See the other side"),
            "play_on": _("Play on from here"),
            "edit": _("Edit this position"),
            "first": _("Go to the beginning"),
            "last": _("Go to the end"),
        }
        for command, words in own.items():
            yield f"{words} ({OWN_KEYS[command]})", self._runs(command)
        analyse = _("Analyse the game")
        yield f"{analyse} ({self.keymap.shown('advice')})", self._runs(action_of("advice"))
        for command in ("memory", "log", "explain", "rules", "legend"):
            words = next(words for each, _key, words in self.keymap.described() if each == command)
            yield f"{words[0].upper()}{words[1:]} ({self.keymap.shown(command)})", self._runs(action_of(command))
