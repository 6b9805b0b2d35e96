"""Replay of any game, by moment and seat."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, ClassVar

from textual import work
from textual.binding import BindingType
from typing_extensions import override

from naishi.common.i18n import _
from naishi.sessions.one_keyboard import PinHandover, is_covered_in_replay
from naishi.sessions.replay import Replay
from naishi.settings.keymap import arrows
from naishi.tabletop.pins import PinAttempts
from naishi.tabletop.players import Player
from naishi_tui.keys import bindings_of
from naishi_tui.replay.replay_time import ReplayTime, digit_bindings
from naishi_tui.table.cover import Cover, CoverWords
from naishi_tui.table.part import Handlers
from naishi_tui.table.table import BoardScreen
from naishi_tui.widgets.prompt import KeyHint, PromptLine, hint

if TYPE_CHECKING:
    from naishi.settings.schema import Settings
    from naishi_tui.table.boards import Board


OWN = ("replay.play", "replay.faster", "replay.slower", "replay.view_from", "replay.first", "replay.last")
"""Commands of this screen alone."""


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

    def __init__(self, replay: Replay, settings: Settings, kind: Any, board: Board, attempts: PinAttempts) -> None:
        super().__init__(replay, settings, kind, board)
        self.attempts = attempts
        self.viewpoint = replay.viewpoints.index(replay.seat)
        """The place of the viewpoint that was asked for last; what it knows may have stayed covered."""
        self.time = ReplayTime(self, replay, lambda view: next(iter(kind.outcome(view, self.reader)), ""))
        self.parts.append(self.time)
        without_bots = {name: each for name, each in self.game_commands.items() if name not in self.bots.handlers}
        self.offer(without_bots, self.time.handlers, self._own_commands())
        self.draw()

    def _own_commands(self) -> Handlers:
        return {"view_from": self.view_from, "back": self.back}

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
    def show_prompt(self, said: PromptLine | None = None) -> None:
        here = said or PromptLine("")
        about = self.cursor_help().text
        self.prompt.show_menu(self.instruction(), about, (), 0, said=here.text, refused=here.refused)
        self.key_line.show(self.key_hints())

    @override
    def key_hints(self) -> Iterator[KeyHint]:
        yield KeyHint("", arrows("←→"), _("action"))
        yield KeyHint("", arrows("↑↓"), _("turn"))
        yield hint("replay.play", _("stop") if self.time.playing else _("play"))
        if self.time.playing:
            yield hint("replay.faster")
            yield hint("replay.slower")
        if len(self.participant.viewpoints) > 1:
            yield hint("replay.view_from")
        yield hint("log")
        yield hint("rules", minor=True)
        yield hint("back")

    def on_screen_suspend(self) -> None:
        self.time.stop()

    def view_from(self) -> None:
        """Look from the next seat, or as the public; behind a cover where someone's secrets are secret still."""
        self._view_from()

    @work
    async def _view_from(self) -> None:
        if not self.is_active:  # a key before this one has led to another screen, from another side
            return
        viewpoints = self.participant.viewpoints
        self.viewpoint = (self.viewpoint + 1) % len(viewpoints)
        seat = viewpoints[self.viewpoint]
        if seat is not None and is_covered_in_replay(self.participant, seat, self.settings.handover):
            cover = ReplayCover(self.participant.players, seat, self.attempts, self.board.cover_words())
            await self.app.push_screen_wait(cover)
            seat = seat if cover.uncovered else None
        self.participant.look_from(seat)
        self.time.show()

    def back(self) -> None:
        """Forget what was typed; else close the replay, which stops it."""
        if not self.time.forget_round():
            self.dismiss()
