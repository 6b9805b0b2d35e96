"""Bots that play each other, watched from behind one of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from textual import on

from naishi.i18n import _
from naishi.rules.legal import Phase
from naishi.sessions import PACES
from naishi.sessions.participant import Ask
from naishi_tui.drawing import prompt_text
from naishi_tui.drawing.prompt_text import Said
from naishi_tui.screens.board_screen import BoardScreen
from naishi_tui.widgets.board import Board
from naishi_tui.widgets.key_line import KeyHint
from naishi_tui.widgets.text_rows import TextRows


class Watching(BoardScreen):
    """The board; the bots can be paused, and made faster or slower."""

    paces: ClassVar[tuple[float, ...]] = tuple(sorted(PACES.values(), reverse=True))

    def key_hints(self) -> Iterator[KeyHint]:
        """Return what the key line names."""
        yield KeyHint("", "←↑↓→", _("move"))
        if Ask.CONTINUE in self.participant.allowed:
            yield self.hint("choose", _("go on"))
        else:
            yield self.hint("choose", _("pause"))
        yield self.hint("faster", _("faster"))
        yield self.hint("slower", _("slower"))
        yield from self.hints_for_reading()
        yield self.hint("back", _("home"))

    def what_now(self) -> str:
        """Say who plays, and what can be done here."""
        return prompt_text.watched(self.view, self.keymap, paused=self.participant.bots.paused)

    def what_here(self) -> Said:
        """Say nothing: no card can be chosen."""
        return Said("")

    async def action_choose(self) -> None:
        """Pause, go on, or count the points once the game is over."""
        if self.view.phase is not Phase.PLAY:
            self.proceed()
        elif Ask.CONTINUE in self.participant.allowed:
            with self.attempt():
                self.participant.resume()
        else:
            with self.attempt():
                self.participant.pause()

    def action_pace(self, step: int) -> None:
        """Have the bots act faster or slower."""
        place = self.paces.index(self.participant.pace) + step
        with self.attempt():
            self.participant.set_pace(self.paces[min(max(place, 0), len(self.paces) - 1)])

    @on(TextRows.Picked, "#prompt")
    async def _prompt_clicked(self) -> None:
        await self.action_choose()

    @on(Board.Picked)
    def _card_clicked(self) -> None:
        self.show_prompt()
