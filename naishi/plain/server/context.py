"""Shared context of a visitor's rooms, and changes."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field

from naishi.common import i18n
from naishi.common.i18n import find_language
from naishi.plain.context import Context
from naishi.server import Visitor
from naishi.sessions.session import Revisions
from naishi.settings.layers import Layers


class Happenings:
    """Wakes a room whenever one of several things may have changed, for one visitor."""

    def __init__(self) -> None:
        self._revisions = Revisions()
        self._followed: dict[str, asyncio.Task[None]] = {}

    def follow(self, what: str, changes: AsyncIterator[object], pause: float = 0.0) -> None:
        """Wake whoever waits when this changes, and no longer at what was followed by the same word before.

        Args:
            what: A word for it.
            changes: Yields at each change.
            pause: Seconds between two looks.
        """
        self.forget(what)
        self._followed[what] = asyncio.get_running_loop().create_task(self._pass_on(changes, pause), name=what)

    def forget(self, what: str) -> None:
        """Follow something no more."""
        if (task := self._followed.pop(what, None)) is not None:
            task.cancel()

    def changes(self) -> AsyncIterator[int]:
        """Yield whenever something may have changed since this was called."""
        return self._revisions.since(self._revisions.newest)

    async def close(self) -> None:
        """Follow nothing any more."""
        tasks = list(self._followed.values())
        for what in list(self._followed):
            self.forget(what)
        if tasks:
            await asyncio.wait(tasks)

    async def _pass_on(self, changes: AsyncIterator[object], pause: float) -> None:
        async for _change in changes:
            self._revisions.bump()
            if pause:
                await asyncio.sleep(pause)


@dataclass(kw_only=True)
class ServerContext(Context):
    """Who is here, and what reaches them."""

    visitor: Visitor
    read_layers: Callable[[Visitor], Layers]
    """Returns the settings of the account that a visitor has now."""
    ssh_line: Callable[..., str]
    """Returns the line that brings a friend here, by the words of a command."""
    web_link: Callable[[str], str] | None = None
    """Returns the link for browsers, by its word; None where they can't come."""
    call: Callable[[str, str], None] | None = None
    """Has a terminal call a player who looks elsewhere, as the setting `notice` says; None where none can."""
    happenings: Happenings = field(default_factory=Happenings)
    typed_ahead: str | None = None
    """What was typed just as a room was left."""
    gone: bool = False
    """Whether nothing more can be typed: every room is left."""

    def follow_settings(self) -> None:
        """Speak and write as the settings say now."""
        i18n.switch(i18n.load(find_language(self.settings.language) or self.visitor.language))
        self.console.ascii_only = self.settings.ascii
