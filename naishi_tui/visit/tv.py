"""TV at a terminal: one public game after the other, until the visitor leaves."""

from __future__ import annotations

from typing import Any

from textual.app import App
from textual.worker import Worker

from naishi.common.errors import NaishiError
from naishi.server import Visitor
from naishi.server.play.tv import Tv
from naishi_tui.messages import Routed
from naishi_tui.screens.game_screen import GameScreen
from naishi_tui.screens.tv_waiting import TvWaiting
from naishi_tui.visit.current_match import CurrentMatch


class NextOnTv(Routed):
    """Show what is on by now."""


class TvSet:
    """Has the match on the screen be what is on TV, for as long as it is switched on."""

    def __init__(self, app: App[Any], visitor: Visitor, match: CurrentMatch) -> None:
        """Begin switched off.

        Args:
            app: Where it is shown.
            visitor: Who watches.
            match: The match on the screen.
        """
        self._app, self._visitor, self._match = app, visitor, match
        self._tv: Tv | None = None
        self._worker: Worker[None] | None = None

    @property
    def is_on(self) -> bool:
        """Whether the visitor watches TV."""
        return self._tv is not None

    async def switch(self) -> bool:
        """Go to the match that is on now; return whether any is."""
        if self._tv is None:
            self._tv = Tv(self._visitor)
            self._worker = self._app.run_worker(self._follow(self._tv), group="tv")
        while (match := self._tv.switch()) is not None:
            try:
                await self._match.go_to(match)
            except NaishiError:
                self._tv.skip(match)
            else:
                return True
        await self._match.leave()
        return False

    def off(self) -> None:
        """Stay where the visitor is."""
        if self._worker is not None:
            self._worker.cancel()
        self._tv = self._worker = None

    async def _follow(self, tv: Tv) -> None:
        async for _change in tv.changes():
            if isinstance(self._app.screen, GameScreen | TvWaiting):  # else the visitor reads something above it
                self._app.post_message(NextOnTv())
