"""Account changes by a player, and their effects elsewhere."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

from naishi.common.errors import NaishiError
from naishi.common.i18n import _
from naishi.server.play.account_news import AccountEvent, AccountNews
from naishi.server.play.link_requests import LinkAnswer, LinkRequest
from naishi.server.play.place import AccountHolder, LobbyForVisitors
from naishi.server.storage.account import Account

T = TypeVar("T")

_going_on: set[asyncio.Task[Any]] = set()
"""Without a reference a task may vanish."""


async def to_the_end(change: Coroutine[Any, Any, T]) -> T:
    """Make a change, for other terminals too, even if the one that asked for it is gone by then."""
    task = asyncio.get_running_loop().create_task(change)
    _going_on.add(task)
    task.add_done_callback(_going_on.discard)
    return await asyncio.shield(task)


async def rename(visitor: AccountHolder, name: str) -> None:
    """Give a stored player another name. See `Visitor.rename`."""
    lobby, who = visitor.lobby, str(visitor.account.id)
    if not await lobby.allowances.names.take(who):
        raise NaishiError(_("You have changed your name often of late. Please wait an hour."))
    try:
        account = await lobby.players.rename(visitor.account.id, name)
    except NaishiError:
        await lobby.allowances.names.give_back(who)
        raise
    for each in lobby.identities.of_player(account.id):
        each.become(account, each.settings)
    lobby.identities.settle_elsewhere(account.id)
    await lobby.players_changed(account.id)


async def remove_key(visitor: AccountHolder, account: Account, fingerprint: str) -> None:
    """Take a key away from an account. See `Credentials.remove_key`."""
    lobby = visitor.lobby
    if fingerprint == visitor.fingerprint:
        raise NaishiError(_("You are using this key; remove it from a terminal with another one."))
    await lobby.players.remove_key(account.id, fingerprint)
    await lobby.identities.settle_key(fingerprint, AccountNews(AccountEvent.KEY_REMOVED, account.name))
    lobby.identities.account_changed(account.id)


async def answer_link(visitor: AccountHolder, request: LinkRequest, *, allow: bool) -> None:
    """Add the key that was asked for, or refuse it. See `Credentials.answer_link`."""
    lobby = visitor.lobby
    if not request.is_open or request.owner.id != visitor.account.id:
        raise NaishiError(_("This request is no longer open."))
    if not allow:
        lobby.link_requests.refuse(request)
        return
    before, owners = request.visitor.account.id, lobby.identities.of_player(request.owner.id)
    with request.being_allowed():
        account = await lobby.codes.link(request.owner.id, request.fingerprint, request.keys)
    lobby.identities.changed_elsewhere(account.id, AccountNews(AccountEvent.KEY_ADDED))
    lobby.link_requests.end(request, LinkAnswer.ALLOWED)
    await lobby.players_changed(before, account.id)
    linked = AccountNews(AccountEvent.LINKED, account.name)
    await lobby.identities.settle_all(before, request.fingerprint, linked)
    for each in owners:
        each.account_has_changed(None if each is visitor else AccountNews(AccountEvent.KEY_ADDED))


async def delete(visitor: AccountHolder, account: Account) -> None:
    """Delete an account. See `Visitor.delete_account`."""
    if not account.stored or account.id != visitor.account.id:
        raise NaishiError(_("Your account has changed meanwhile."))
    await delete_player(visitor.lobby, account, visitor)


async def delete_player(lobby: LobbyForVisitors, account: Account, quiet: AccountHolder | None = None) -> None:
    """Delete an account: its unfinished games are given up, and nobody can come back with it.

    Args:
        lobby: Where the player may be.
        account: Theirs.
        quiet: A terminal at which nothing is said about it.

    Raises:
        SaveNotWrittenError: It couldn't be stored.
    """
    await lobby.resign_all(account.id)
    while not await lobby.players.delete(account.id):  # another terminal has just begun a game
        await lobby.resign_all(account.id)
    await lobby.players_changed(account.id)
    lobby.link_requests.refuse_all(account.id)
    news = AccountNews(AccountEvent.DELETED, account.name)
    fingerprint = None if quiet is None else quiet.fingerprint
    await lobby.identities.settle_all(account.id, fingerprint, news, quiet=quiet)
