"""Tells the player at a terminal that it is their turn in a match that isn't on the screen."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from naishi.plain.server.terminal_notice import notice, taken_back
from naishi.server import Visitor
from naishi.server.play.turn_notice import TurnNotice
from naishi.settings.schema import Settings

PAUSE = 0.25
"""Seconds between two looks, however much happens."""


class TurnWatch:
    """Sends a notice as the player wants it, and takes it back when they press a key."""

    def __init__(self, visitor: Visitor, settings: Callable[[], Settings], here: Callable[[], str]) -> None:
        """Begin to watch.

        Args:
            visitor: Whose turns count.
            settings: Returns the settings of the visitor's account, as they are by now.
            here: Returns the id of the match on the screen; empty for none.
        """
        self._send: Callable[[str], None] = lambda _data: None
        self._term = ""
        self._visitor, self._settings, self._here = visitor, settings, here
        self._changes = visitor.changes()
        self._notice = TurnNotice(visitor)
        self._given = ""
        """How the notice was given that the player hasn't reacted to."""

    def use(self, term: str, send: Callable[[str], None]) -> None:
        """Send to a terminal from now on.

        Args:
            term: What it says that it is.
            send: Takes what to send.
        """
        self._term, self._send = term, send

    async def follow(self) -> None:
        """Look at each change, until the app ends."""
        async for _change in self._changes:
            await self._visitor.refresh()
            text, how = self._notice.look(self._here()), self._settings().notice
            if text and how != "off":
                self._given = how
                self._send(notice(how, text, self._term))
            elif not self._notice.waits:
                self.react()
            await asyncio.sleep(PAUSE)

    def react(self) -> None:
        """Take the notice back: the player is there, or the turn is taken."""
        self._notice.react()
        given, self._given = self._given, ""
        if back := taken_back(given):
            self._send(back)
