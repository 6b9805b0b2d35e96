"""A participant of a game that doesn't go on."""

from __future__ import annotations

from collections.abc import AsyncIterator

from naishi.sessions.participant import BotStatus, Change, Participant


class StaticParticipant(Participant):
    """One viewer of a game in which nothing happens: no bot plays, nothing is stored."""

    @property
    def bots(self) -> BotStatus:
        """No bot plays here."""
        return BotStatus()

    @property
    def trouble(self) -> str:
        """Nothing is stored here."""
        return ""

    async def changes(self) -> AsyncIterator[Change]:
        """Yield nothing."""
        nothing: tuple[Change, ...] = ()
        for change in nothing:
            yield change
