"""Accounts of the people at their terminals: stored, renamed, deleted."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import Any, TypeVar

from naishi.common.errors import NaishiError
from naishi.common.i18n import _
from naishi.server.accounts.account_codes import AccountCodes
from naishi.server.accounts.identities import Identities
from naishi.server.accounts.link_requests import LinkRequests
from naishi.server.accounts.login import AccountEvent, AccountNews, LinkAnswer, LinkRequest, Login
from naishi.server.accounts.players import Players
from naishi.server.database.codes import CodeKind, new_code
from naishi.server.match.match_lists import MatchLists
from naishi.server.presence.account import Account
from naishi.server.presence.limits import Allowances
from naishi.server.presence.one_time_words import WebLinks
from naishi.server.presence.presence import Everybody
from naishi.server.ratings.rated_tables import KnownWays

T = TypeVar("T")

_going_on: set[asyncio.Task[Any]] = set()
"""Without a reference a task may vanish."""


async def to_the_end(change: Coroutine[Any, Any, T]) -> T:
    """Make a change, for other terminals too, even if the one that asked for it is gone by then."""
    task = asyncio.get_running_loop().create_task(change)
    _going_on.add(task)
    task.add_done_callback(_going_on.discard)
    return await asyncio.shield(task)


@dataclass
class Accounts:
    """What people do about their accounts, and what others see and hear of that at their terminals."""

    players: Players
    codes: AccountCodes
    lists: MatchLists
    everybody: Everybody
    allowances: Allowances
    identities: Identities
    link_requests: LinkRequests
    web_links: WebLinks
    ways: KnownWays
    players_changed: Callable[..., Coroutine[Any, Any, None]]
    """Has everybody look again who sits where, as some players are called otherwise or are gone."""
    resign_all: Callable[[int], Coroutine[Any, Any, None]]
    """Gives up all unfinished games of a player."""

    async def stored(self, login: Login) -> Account:
        """Return an account, stored: whoever has a game can come back to it.

        Raises:
            NaishiError: There were many new ones from the address.
        """
        async with login.storing:
            if not login.account.stored:
                await self._store(login, login.account.name, chosen=False)
        await self.ways.note(login.account.id, login.address, login.fingerprint)
        return login.account

    async def come_back(self, login: Login) -> bool:
        """Have a login become the guest whose code the client keeps; return whether there is one."""
        code, codes = login.kept_code, self.codes
        if login.fingerprint is not None or not code:
            return False
        guest = await codes.of_code(CodeKind.GUEST, code)
        if guest is not None:
            login.code, login.kept_code = code, ""
            login.become(guest, await self.players.settings(guest.id))
        return guest is not None

    async def _store(self, login: Login, name: str, *, chosen: bool) -> None:
        """Store a visitor's account, so that what is theirs waits for them.

        Args:
            login: Who has none that is stored.
            name: What they are called from now on.
            chosen: Whether they have chosen that themselves.

        Raises:
            NaishiError: The name can't be used, or there were many new accounts from the visitor's address.
        """
        if await self.come_back(login):  # another page of this browser was quicker
            if chosen:
                await self._rename(login, name)
            return
        code = None if login.fingerprint is not None else login.kept_code or new_code(CodeKind.GUEST)
        players, settings = self.players, login.settings
        many = _("There were many new players from your address. Please wait a little.")
        async with self.allowances.accounts.counted(login.address, many):
            account = await players.add(name, fingerprint=login.fingerprint, code=code, chosen=chosen)
        login.code, login.kept_code = code or "", ""
        login.become(account, await players.settings(account.id) | settings)
        for setting, value in settings.items():
            await players.choose(account.id, setting, value)
        await self.identities.settle_all(account.id, login.fingerprint)  # other terminals with this key

    async def rename(self, login: Login, name: str) -> None:
        """Take a name, or another one. See `Visitor.rename`."""
        async with login.storing:
            if not login.account.stored:
                await self._store(login, name, chosen=True)
                return
        await to_the_end(self._rename(login, name))

    async def _rename(self, login: Login, name: str) -> None:
        """Give a stored player another name."""
        often = _("You have changed your name often of late. Please wait an hour.")
        async with self.allowances.names.counted(str(login.account.id), often):
            account = await self.players.rename(login.account.id, name)
        for each in self.identities.of_player(account.id):
            each.become(account, each.settings)
        self.identities.settle_elsewhere(account.id)
        await self.players_changed(account.id)

    async def remove_key(self, login: Login, account: Account, fingerprint: str) -> None:
        """Take a key away from an account. See `Credentials.remove_key`."""
        if fingerprint == login.fingerprint:
            raise NaishiError(_("You are using this key; remove it from a terminal with another one."))
        await self.players.remove_key(account.id, fingerprint)
        await self.identities.settle_key(fingerprint, AccountNews(AccountEvent.KEY_REMOVED, account.name))
        self.identities.account_changed(account.id)

    async def answer_link(self, login: Login, request: LinkRequest, *, allow: bool) -> None:
        """Add the key that was asked for, or refuse it. See `Credentials.answer_link`."""
        if not request.is_open or request.owner.id != login.account.id:
            raise NaishiError(_("This request is no longer open."))
        if not allow:
            self.link_requests.refuse(request)
            return
        before, owners = request.visitor.account.id, self.identities.of_player(request.owner.id)
        with request.being_allowed():
            account = await self.codes.link(request.owner.id, request.fingerprint, request.keys)
        self.identities.changed_elsewhere(account.id, AccountNews(AccountEvent.KEY_ADDED))
        self.link_requests.end(request, LinkAnswer.ALLOWED)
        await self.players_changed(before, account.id)
        linked = AccountNews(AccountEvent.LINKED, account.name)
        await self.identities.settle_all(before, request.fingerprint, linked)
        for each in owners:
            each.account_has_changed(None if each is login else AccountNews(AccountEvent.KEY_ADDED))

    async def delete(self, login: Login, account: Account) -> None:
        """Delete an account. See `Visitor.delete_account`."""
        if not account.stored or account.id != login.account.id:
            raise NaishiError(_("Your account has changed meanwhile."))
        await self.delete_player(account, login)

    async def delete_player(self, account: Account, quiet: Login | None = None) -> None:
        """Delete an account: its unfinished games are given up, and nobody can come back with it.

        Args:
            account: Of the player.
            quiet: A terminal at which nothing is said about it.

        Raises:
            SaveNotWrittenError: It couldn't be stored.
        """
        await self.resign_all(account.id)
        while not await self.players.delete(account.id):  # another terminal has just begun a game
            await self.resign_all(account.id)
        await self.players_changed(account.id)
        self.link_requests.refuse_all(account.id)
        news = AccountNews(AccountEvent.DELETED, account.name)
        fingerprint = None if quiet is None else quiet.fingerprint
        await self.identities.settle_all(account.id, fingerprint, news, quiet=quiet)
