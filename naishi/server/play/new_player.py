"""Entry of a visitor as returning guest or stored player."""

from __future__ import annotations

from typing import Protocol

from naishi.common.errors import NaishiError
from naishi.common.i18n import _
from naishi.server.play import account_changes
from naishi.server.play.place import AccountHolder
from naishi.server.storage.codes import CodeKind, new_code


class Newcomer(AccountHolder, Protocol):
    """A visitor, as far as this has to know."""

    address: str
    kept_code: str


async def come_back(visitor: Newcomer) -> bool:
    """Have a visitor become the guest whose code the client keeps; return whether there is one."""
    code, codes = visitor.kept_code, visitor.lobby.codes
    if visitor.fingerprint is not None or not code:
        return False
    guest = await codes.of_code(CodeKind.GUEST, code)
    if guest is not None:
        visitor.code, visitor.kept_code = code, ""
        visitor.become(guest, await visitor.lobby.players.settings(guest.id))
    return guest is not None


async def store(visitor: Newcomer, name: str, *, chosen: bool) -> None:
    """Store a visitor's account, so that what is theirs waits for them.

    Args:
        visitor: Who has none that is stored.
        name: What they are called from now on.
        chosen: Whether they have chosen that themselves.

    Raises:
        NaishiError: The name can't be used, or there were many new accounts from the visitor's address.
    """
    if await come_back(visitor):  # another page of this browser was quicker
        if chosen:
            await account_changes.rename(visitor, name)
        return
    lobby = visitor.lobby
    if not await lobby.allowances.accounts.take(visitor.address):
        raise NaishiError(_("There were many new players from your address. Please wait a little."))
    code = None if visitor.fingerprint is not None else visitor.kept_code or new_code(CodeKind.GUEST)
    players, settings = lobby.players, visitor.settings
    try:
        account = await players.add(name, fingerprint=visitor.fingerprint, code=code, chosen=chosen)
    except NaishiError:  # of a name that can't be used, for one
        await lobby.allowances.accounts.give_back(visitor.address)
        raise
    visitor.code, visitor.kept_code = code or "", ""
    visitor.become(account, await players.settings(account.id) | settings)
    for setting, value in settings.items():
        await players.choose(account.id, setting, value)
    await lobby.identities.settle_all(account.id, visitor.fingerprint)  # other terminals with this key
