"""Solved exercises of a player."""

from __future__ import annotations

from collections.abc import Collection

from naishi.server.play.login import Login
from naishi.server.storage.solved_tasks import SolvedTasks


class KeptProgress:
    """The solved exercises of whoever a visitor is now. Without an account they are known until the visit ends."""

    def __init__(self, solved: SolvedTasks, login: Login) -> None:
        self._stored, self._login = solved, login
        self._account = login.account
        self._solved: set[str] = set()

    @property
    def solved(self) -> Collection[str]:
        """The ids of the exercises, as known since `load`."""
        return self._solved

    async def load(self) -> None:
        """Read what the account has; what was solved before there was one goes to it."""
        before, self._account = self._account, self._login.account
        if before.stored and before.id != self._account.id:
            self._solved = set()
        if self._account.stored:
            known = await self._stored.of(self._account.id)
            if new := self._solved - set(known):
                await self._stored.add(self._account.id, new)
            self._solved |= set(known)

    async def remember(self, exercise: str) -> None:
        """Remember that an exercise is solved.

        Raises:
            SaveNotWrittenError: It couldn't be stored; it is known until the visit ends.
        """
        self._solved.add(exercise)
        await self.load()
