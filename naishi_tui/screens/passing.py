"""A screen that lies above others for a while."""

from __future__ import annotations

from textual.await_complete import AwaitComplete
from textual.screen import Screen, ScreenResultType


class PassingScreen(Screen[ScreenResultType]):
    """It closes once, and nothing but itself: keys typed ahead may reach it when it is closed already."""

    def dismiss(self, result: ScreenResultType | None = None) -> AwaitComplete:
        """Close, if it is the one on top."""
        return super().dismiss(result) if self.is_current else AwaitComplete()
