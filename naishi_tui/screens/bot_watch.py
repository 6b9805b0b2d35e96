"""What a screen says while a bot thinks, and what can be done about one that fails."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from textual.timer import Timer

from naishi.common.i18n import _
from naishi.sessions.participant import Ask
from naishi_tui.keys import Keymap
from naishi_tui.screens.part import Handlers, Part, PartHost
from naishi_tui.widgets.key_line import KeyHint

PATIENCE = 0.3
"""Seconds after which the prompt says that a bot is thinking."""


class BotScreen(PartHost, Protocol):
    """A screen that says when a bot is thinking."""

    bots: BotWatch


class BotWatch(Part):
    """Watches the bots of the game on a screen."""

    def __init__(self, screen: PartHost) -> None:
        self.screen = screen
        self._timer: Timer | None = None
        self._is_slow = False
        self.handlers: Handlers = {"retry": self.retry, "replace_bot": self.replace}

    def start(self) -> None:
        """Begin to wait, if a bot is thinking now."""
        if self._timer is not None:
            self._timer.stop()
        self._is_slow = False
        if self.screen.participant.bots.thinking is not None:
            self._timer = self.screen.set_timer(PATIENCE, self._say_that_it_thinks)

    def _say_that_it_thinks(self) -> None:
        self._is_slow = True
        self.screen.show_prompt()

    @property
    def can_undo(self) -> bool:
        """Whether something can be undone now."""
        return Ask.UNDO in self.screen.participant.allowed

    def thinking(self) -> str:
        """Say that a bot is thinking, once it has done so for a moment; else nothing."""
        seat = self.screen.participant.bots.thinking
        if seat is None or not self._is_slow:
            return ""
        return thinking(self.screen.view.names[seat], self.screen.keymap, undo=self.can_undo)

    def ways_on(self) -> str:
        """Say what can be done after a failure."""
        return after_failure(self.screen.keymap, undo=self.can_undo)

    def hints_after_failure(self) -> Iterator[KeyHint]:
        """Name the keys that go on after a failure."""
        hint = self.screen.hint
        yield hint("retry", _("try again"))
        yield hint("replace_bot", _("another bot"))
        if self.can_undo:
            yield hint("undo", _("undo"))
        yield hint("back", _("leave"))

    def retry(self) -> None:
        """Ask a bot that failed once more."""
        with self.screen.attempt():
            self.screen.participant.retry()

    def replace(self) -> None:
        """Seat another bot in the place of one that failed."""
        if refusal := self.screen.participant.refusal(Ask.REPLACE_BOT):
            self.screen.refuse(refusal)
        elif self.screen.is_current:
            self.screen.app.push_screen(self.screen.choose_bot(), self._replace)

    async def _replace(self, kind: str | None) -> None:
        if kind is not None:
            with self.screen.attempt():
                await self.screen.participant.replace_bot(kind)


def thinking(name: str, keymap: Keymap, *, undo: bool) -> str:
    """Say that a bot is thinking, and by which key one can undo meanwhile, if one can."""
    if undo:
        return _("{name} is thinking … {undo}: undo.").format(name=name, undo=keymap.shown("undo"))
    return _("{name} is thinking …").format(name=name)


def after_failure(keymap: Keymap, *, undo: bool) -> str:
    """Say what can be done where a bot can't go on."""
    keys = {command: keymap.shown(command) for command in ("retry", "replace_bot", "undo", "back")}
    if undo:
        return _("{retry}: try again. {replace_bot}: another bot. {undo}: undo. {back}: leave.").format(**keys)
    return _("{retry}: try again. {replace_bot}: another bot. {back}: leave.").format(**keys)
