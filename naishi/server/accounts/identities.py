"""Identity of each terminal across account changes."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Iterable, Sequence
from typing import Any

from naishi.server.accounts.login import AccountEvent, AccountNews, Login, said_of
from naishi.server.accounts.players import Players, guest_name
from naishi.server.presence.account import Account
from naishi.server.presence.presence import Elsewhere


class Identities:
    """Gives each terminal the account that its key or its code belongs to, as it is stored."""

    def __init__(
        self,
        visitors: Collection[Login],
        players: Players,
        elsewhere: Elsewhere,
    ) -> None:
        """Follow the accounts of the visitors here.

        Args:
            visitors: Those at the terminals.
            players: Whose accounts they are.
            elsewhere: Is told whatever the terminals of other processes have to hear.
        """
        self._visitors = visitors
        self._players = players
        self._elsewhere = elsewhere
        self._unstored = 0
        self._order = asyncio.Lock()
        """Held from looking who somebody is until that is so: a later look may not be overtaken by an earlier one."""

    def new_account(self, *, guest: bool) -> Account:
        """Return the account of somebody who has neither a name nor a game yet; it is stored nowhere."""
        self._unstored -= 1
        return Account(self._unstored, guest_name(), named=False, guest=guest)

    def of_player(self, player: int) -> Sequence[Login]:
        """Return who is at the terminals of a player."""
        return [visitor for visitor in self._visitors if visitor.account.id == player]

    def account_changed(self, player: int, news: AccountNews | None = None) -> None:
        """Have the terminals of a player look again at the account, and hear what has happened."""
        self.changed_elsewhere(player, news)
        self.hear_account_changed(player, news)

    def changed_elsewhere(self, player: int, news: AccountNews | None = None) -> None:
        """Do so at the terminals of other processes only."""
        self._elsewhere.tell("account", player=player, **said_of(news))

    def hear_account_changed(self, player: int, news: AccountNews | None = None) -> None:
        """Do so at the terminals here only."""
        for visitor in self.of_player(player):
            visitor.account_has_changed(news)

    async def settle_all(
        self, player: int, fingerprint: str | None, news: AccountNews | None = None, *, quiet: Login | None = None
    ) -> None:
        """Look again who is at the terminals of a player, and at those with a key.

        Args:
            player: The player.
            fingerprint: Of the key, if there is one.
            news: What those hear who aren't who they were.
            quiet: A terminal at which nothing is said.
        """
        self.settle_elsewhere(player, fingerprint, news)
        await self.hear_settled(player, fingerprint, news, quiet=quiet)

    def settle_elsewhere(self, player: int, fingerprint: str | None = None, news: AccountNews | None = None) -> None:
        """Do so at the terminals of other processes only."""
        self._elsewhere.tell("settle", player=player, fingerprint=fingerprint, **said_of(news))

    async def settle_key(self, fingerprint: str, news: AccountNews) -> None:
        """Look again who is at the terminals with a key that nobody has any more."""
        await self.settle_all(0, fingerprint, news)

    async def settle_claimed(self, player: int, name: str) -> None:
        """Look again who is at the terminals of a guest whose games somebody has claimed.

        Args:
            player: The guest.
            name: Of whoever has claimed them.
        """
        self._elsewhere.tell("claimed", player=player, name=name)
        await self.hear_claimed(player, name)

    async def hear_claimed(self, player: int, name: str) -> None:
        """Do so at the terminals here only."""
        for each in self.of_player(player):
            event = AccountEvent.CLAIMED_IN_A_GAME if each.plays else AccountEvent.CLAIMED
            await self.settle([each], AccountNews(event, name), keep_seats=True)

    async def hear_settled(
        self, player: int, fingerprint: str | None, news: AccountNews | None = None, *, quiet: Login | None = None
    ) -> None:
        """Look again who is at terminals here only: see `settle_all`."""
        with_key = [each for each in self._visitors if fingerprint is not None and each.fingerprint == fingerprint]
        concerned = {*self.of_player(player), *with_key}
        if quiet is not None:
            await self.settle([quiet])
        await self.settle(concerned - {quiet}, news)

    async def settle(
        self, visitors: Iterable[Login], news: AccountNews | None = None, *, keep_seats: bool = False
    ) -> None:
        """Look again who is at some terminals. Whoever has lost the account is a newcomer there.

        Args:
            visitors: Those at the terminals.
            news: What those hear who aren't who they were.
            keep_seats: Whether newcomers may go on with the match on their screen, and keep how it looks.
        """
        for visitor in list(visitors):
            async with self._order:
                account, settings = await self._look(visitor, keep_seats=keep_seats)
                visitor.become(account, settings, news, keep_seats=keep_seats)

    async def _look(self, visitor: Login, *, keep_seats: bool) -> tuple[Account, dict[str, Any]]:
        before, fingerprint = visitor.account, visitor.fingerprint
        if fingerprint is not None:
            account = await self._players.of_key(fingerprint)
        else:
            account = await self._players.guest(before.id) if before.stored else None
        if account is not None:
            return account, await self._players.settings(account.id)
        if not before.stored:
            return before, visitor.settings
        return self.new_account(guest=fingerprint is None), visitor.settings if keep_seats else {}
