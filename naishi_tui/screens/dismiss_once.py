"""A screen that lies above others for a while."""

from __future__ import annotations

from textual.await_complete import AwaitComplete
from textual.screen import ScreenResultType

from naishi_tui.screens.steady_screen import SteadyScreen


class DismissOnceScreen(SteadyScreen[ScreenResultType]):
    """It closes once, and nothing but itself: keys typed ahead may reach it when it is closed already.

    Among several bases it comes last: Textual takes styles from the first only.
    """

    dismissed = False

    def dismiss(self, result: ScreenResultType | None = None) -> AwaitComplete:
        """Close, if it is the one on top and not closing already."""
        if self.dismissed or not self.is_active:
            return AwaitComplete()
        self.dismissed = True
        return super().dismiss(result)
