"""Follows the game on a screen: what is new is drawn, or leads to the screen that has to show it."""

from __future__ import annotations

from typing import Any, Protocol

from naishi_tui.messages import ShowNextScreen
from naishi_tui.screens.part import Part, PartHost
from naishi_tui.widgets.prompt import Prompt


class FollowingScreen(PartHost, Protocol):
    """A screen that follows a game."""

    prompt: Prompt

    @property
    def is_active(self) -> bool:
        """Whether nothing is open above the screen."""

    def outdated(self) -> bool:
        """Return whether the game has come to where another screen has to show it."""

    def draw_news(self, before: Any) -> None:
        """Draw what has changed since an earlier view."""


class Following(Part):
    """Takes note of what the participant of a screen sees."""

    def __init__(self, screen: FollowingScreen) -> None:
        self.screen = screen
        self.proceeding = False
        """Whether the game is at what the screen can't show."""
        self._asked_for_next = False
        self._changes = screen.participant.changes()
        self._shown = self._status()

    def start(self) -> None:
        """Follow the game from now on."""
        self.screen.run_worker(self._follow(), exclusive=True, group="changes")

    async def _follow(self) -> None:
        async for _change in self._changes:
            self.update()

    def update(self) -> None:
        """Draw the game as it stands now, or ask for the screen that has to show it."""
        screen = self.screen
        if screen.participant.view is screen.view and self._status() == self._shown:
            return
        before, screen.view, self._shown = screen.view, screen.participant.view, self._status()
        self._ring(before)
        if screen.outdated():
            if not screen.is_active and screen.participant.ended_early:
                screen.prompt.show(screen.participant.ended_early, "")  # what lies above stays; this is seen behind it
            self.proceed()
            return
        self.proceeding = self._asked_for_next  # the game may have come back to where this screen shows it
        screen.draw_news(before)

    def _status(self) -> tuple[object, ...]:
        me = self.screen.participant
        return me.bots, me.trouble, me.allowed, me.note, me.ended_early

    def _ring(self, before: Any) -> None:
        """Ring the bell, if it should ring for what the other has just done."""
        view, wanted = self.screen.view, self.screen.settings.bell
        new = view.events[len(before.events) :]
        if not any(event.seat != view.seat or view.public for event in new):
            return
        my_turn = not view.public and view.seat in view.awaited and view.seat not in before.awaited
        if wanted == "always" or (wanted == "turn" and my_turn):
            self.screen.app.bell()

    def proceed(self) -> None:
        """Show what comes next; once, whatever is typed or happens meanwhile, and below nothing that is open above.

        Whatever lies above would go with this screen: what is typed there, or the menu that the next Enter is for.
        """
        if not self.proceeding:
            self.proceeding = True
            self._proceed_if_on_top()

    def on_top_again(self) -> None:
        """Show what comes next, if that had to wait for what was open above."""
        if self.proceeding:
            self._proceed_if_on_top()

    def _proceed_if_on_top(self) -> None:
        if self.screen.is_active and not self._asked_for_next:
            self._asked_for_next = True
            self.screen.post_message(ShowNextScreen())
