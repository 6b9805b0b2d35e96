"""Redemption of account codes: preview, then confirmation."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import NamedTuple

from naishi.common.errors import NaishiError
from naishi.common.i18n import _, ngettext
from naishi.server.accounts.account_codes import wrong_code
from naishi.server.accounts.accounts import Accounts
from naishi.server.accounts.login import AccountEvent, AccountNews, LinkRequest, Login
from naishi.server.database.codes import CodeKind, meanings
from naishi.server.presence.account import Account


@dataclass(frozen=True, slots=True)
class CodeUse:
    """What a code would do for whoever has typed it, for them to agree to."""

    kind: CodeKind
    code: str
    owner: Account
    """Whose code it is."""
    account: Account
    """Of whoever has typed it."""
    consequences: str
    """What will happen, in words."""


class Used(NamedTuple):
    """What has come of a code."""

    said: str
    """The same in words."""
    recovery_code: str = ""
    """The next one, for whoever has come back by the last."""


async def read(accounts: Accounts, login: Login, typed: str) -> CodeUse:
    """Return what a code would do for a visitor; nothing is done yet.

    Raises:
        NaishiError: It is wrong or of no use to the login, or too many wrong ones were tried.
    """
    await accounts.allowances.tries.check(login.counted_as)
    _check_has_key(login, {kind for kind, _code in meanings(typed)})
    for kind, code in meanings(typed):
        if (owner := await accounts.codes.of_code(kind, code)) is not None:
            _check_has_key(login, {kind})
            if owner.id == login.account.id:
                raise NaishiError(_("This code is your own; it is for another terminal."))
            await _check_apart(accounts, login, kind, owner)
            said = " ".join([sentence async for sentence in _consequences(accounts, login, kind, owner)])
            return CodeUse(kind, code, owner, login.account, said)
    if await accounts.lists.find(typed) is not None:
        raise NaishiError(_("This is the word of a game: it is for the lobby."))
    await accounts.allowances.tries.record_wrong(login.counted_as)
    raise NaishiError(wrong_code())


async def use(accounts: Accounts, login: Login, code_use: CodeUse) -> Used:
    """Do what a code does; return what has come of it.

    Raises:
        NaishiError: It has expired, or would give both seats of a game to one player.
        SaveNotWrittenError: It couldn't be stored.
    """
    if login.account.id != code_use.account.id:
        raise NaishiError(_("Your account has changed meanwhile; enter the code again."))
    match code_use.kind:
        case CodeKind.LINK:
            return Used(await _ask_to_link(accounts, login, code_use))
        case CodeKind.RECOVERY:
            return await _recover(accounts, login, code_use)
    return Used(
        await (
            _come_back(accounts, login, code_use) if login.fingerprint is None else _claim(accounts, login, code_use)
        )
    )


async def is_for_account(accounts: Accounts, typed: str) -> bool:
    """Return whether a text that is no word of a game is the code of an account, or looks like nothing else."""
    codes, found = accounts.codes, meanings(typed)
    if found and all(kind is not CodeKind.INVITE for kind, _code in found):
        return True
    return any([await codes.of_code(kind, code) is not None for kind, code in found])


def _check_has_key(login: Login, kinds: set[CodeKind]) -> None:
    """Make sure that a code of one of some kinds is of use to a login.

    Raises:
        NaishiError: All of them are for those who came with a key, and the visitor didn't.
    """
    if login.fingerprint is not None or not kinds or not kinds <= {CodeKind.LINK, CodeKind.RECOVERY}:
        return
    if kinds == {CodeKind.LINK}:
        raise NaishiError(_("This code adds a key to an account, and you came without one. Connect with a key."))
    raise NaishiError(_("This code recovers an account for a new key, and you came without one. Connect with a key."))


async def _check_apart(accounts: Accounts, login: Login, kind: CodeKind, owner: Account) -> None:
    becomes_one = login.fingerprint is not None and login.account.stored
    if becomes_one and await accounts.players.play_each_other(login.account.id, owner.id):
        raise NaishiError(_("You and {name} are playing each other; finish that game first.").format(name=owner.name))


async def _consequences(accounts: Accounts, login: Login, kind: CodeKind, owner: Account) -> AsyncIterator[str]:
    me = login.account
    if kind is CodeKind.GUEST:
        async for sentence in _consequences_of_guest(accounts, login, owner):
            yield sentence
        return
    if kind is CodeKind.LINK:
        yield _("This asks {name} to add your key. Once that is allowed, you play here as {name}.").format(
            name=owner.name
        )
    else:
        count = len(await accounts.players.keys(owner.id))
        yield _("You get {name}'s account back.").format(name=owner.name)
        yield ngettext(
            "The key that it has now is removed; yours takes its place.",
            "The {count} keys that it has now are removed; yours takes their place.",
            count,
        )
    if me.stored and (count := await accounts.lists.count_all(me.id)):
        yield ngettext("Your {count} game goes there too.", "Your {count} games go there too.", count).format(
            count=count
        )
    if me.named:
        yield _("The name {name} is given up.").format(name=me.name)


async def _consequences_of_guest(accounts: Accounts, login: Login, guest: Account) -> AsyncIterator[str]:
    me = login.account
    count = await accounts.lists.count_all(guest.id)
    if login.fingerprint is None:
        yield _("You come back as {name}.").format(name=guest.name)
        if me.stored:
            yield _("The games that you have as {name} stay there; their code is {code}.").format(
                name=me.name, code=login.code
            )
        return
    yield ngettext(
        "This gives you the {count} game of {name}.",
        "This gives you the {count} games of {name}.",
        count,
        name=guest.name,
    )
    yield _("The guest's code stops working.")
    if accounts.identities.of_player(guest.id):
        yield _("Whoever is here as {name} can finish the game on their screen, and no more.").format(name=guest.name)


async def _ask_to_link(accounts: Accounts, login: Login, code_use: CodeUse) -> str:
    fingerprint = login.fingerprint
    name = code_use.owner.name
    if code_use.owner.id not in accounts.everybody:
        raise NaishiError(_("{name} has to be here to allow it.").format(name=name))
    assert fingerprint is not None  # noqa: S101 - see `_check_has_key`
    keys = await accounts.players.keys_with(fingerprint)
    games = await accounts.lists.count_all(login.account.id) if login.account.stored else 0
    owner = await accounts.codes.take_link_code(code_use.code)
    login.asked = LinkRequest(owner, login, fingerprint, keys, games)
    accounts.link_requests.ask(login.asked)
    return ""  # what has become of the request is shown for as long as that is open


async def _recover(accounts: Accounts, login: Login, code_use: CodeUse) -> Used:
    fingerprint = login.fingerprint
    assert fingerprint is not None  # noqa: S101 - see `_check_has_key`
    before = login.account.id
    account, code = await accounts.codes.recover(code_use.code, fingerprint)
    await accounts.players_changed(before, account.id)
    accounts.link_requests.refuse_all(account.id)
    recovered = AccountNews(AccountEvent.RECOVERED, account.name)
    await accounts.identities.settle_all(account.id, None, recovered, quiet=login)
    await accounts.identities.settle_all(
        before, fingerprint, AccountNews(AccountEvent.LINKED, account.name), quiet=login
    )
    return Used(_("Welcome back, {name}.").format(name=account.name), code)


async def _come_back(accounts: Accounts, login: Login, code_use: CodeUse) -> str:
    guest = await accounts.codes.come_back(code_use.code)
    settings = await accounts.players.settings(guest.id)
    login.code = code_use.code
    login.become(guest, settings)
    return _("Welcome back, {name}.").format(name=guest.name)


async def _claim(accounts: Accounts, login: Login, code_use: CodeUse) -> str:
    guest = code_use.owner
    if await accounts.codes.of_code(CodeKind.GUEST, code_use.code) is None:  # it has been used meanwhile
        raise NaishiError(wrong_code())
    account = await accounts.codes.claim(code_use.code, (await accounts.stored(login)).id)
    await accounts.players_changed(guest.id, account.id)
    await accounts.identities.settle_claimed(guest.id, account.name)
    return _("The games of {guest} are yours now.").format(guest=guest.name)
