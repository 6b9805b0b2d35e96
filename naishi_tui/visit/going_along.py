"""Somebody who watches goes along to the rematch, unless they are looking at something."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from textual.app import App
from textual.timer import Timer

from naishi.common.i18n import _
from naishi_tui.keys import named
from naishi_tui.messages import Routed
from naishi_tui.screens.game_screen import GameScreen
from naishi_tui.screens.lobby_match import MatchScore

MOMENT = 5.0
"""Seconds in which a key says that somebody wants to stay."""


class FollowRematch(Routed):
    """Go to the match that has followed the one on the screen."""


class GoingAlong:
    """Takes one terminal along, a moment after the rematch has begun."""

    def __init__(self, app: App[Any], say: Callable[[str], None]) -> None:
        """Begin with nothing to go along to.

        Args:
            app: Hears when it is time to go.
            say: Says something on the screen of the match.
        """
        self._app, self._say = app, say
        self._timer: Timer | None = None

    def begin(self) -> None:
        """Say that the rematch begins, and go there in a moment; whoever reads something else goes when they like."""
        for screen in self._app.screen_stack:
            if isinstance(screen, GameScreen) and screen.can_draw:
                screen.following.update()  # else it would draw what has changed over what is said
        if isinstance(self._app.screen, GameScreen):
            self._say(_("The rematch begins. You'll follow in a moment; any key: stay here."))
            self._wait()
        else:
            self._say(named(_("The rematch begins. n: watch it."), "score.rematch"))

    def react(self) -> None:
        """Take note of a key: whoever was about to go along stays."""
        if self._timer is not None:
            self.stop()
            self._say(named(_("The rematch begins. n: watch it."), "score.rematch"))

    def stop(self) -> None:
        """Go nowhere any more."""
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    def _wait(self) -> None:
        self._timer = self._app.set_timer(MOMENT, self._go, name="rematch")

    def _go(self) -> None:
        self._timer, screen = None, self._app.screen
        if isinstance(screen, MatchScore) and screen.points.counting:
            self._wait()
        elif isinstance(screen, GameScreen):
            self._app.post_message(FollowRematch())
