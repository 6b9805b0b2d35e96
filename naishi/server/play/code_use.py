"""Redemption of account codes: preview, then confirmation."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import NamedTuple

from naishi.common.errors import NaishiError
from naishi.common.i18n import _, ngettext
from naishi.server.play.account_news import AccountEvent, AccountNews
from naishi.server.play.link_requests import LinkRequest
from naishi.server.play.place import AccountHolder
from naishi.server.storage.account import Account
from naishi.server.storage.account_codes import wrong_code
from naishi.server.storage.codes import CodeKind, meanings


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


async def read(visitor: AccountHolder, typed: str) -> CodeUse:
    """Return what a code would do for a visitor; nothing is done yet.

    Raises:
        NaishiError: It is wrong or of no use to the visitor, or too many wrong ones were tried.
    """
    lobby = visitor.lobby
    await lobby.allowances.tries.check(visitor.counted_as)
    _check_has_key(visitor, {kind for kind, _code in meanings(typed)})
    for kind, code in meanings(typed):
        if (owner := await lobby.codes.of_code(kind, code)) is not None:
            _check_has_key(visitor, {kind})
            if owner.id == visitor.account.id:
                raise NaishiError(_("This code is your own; it is for another terminal."))
            await _check_apart(visitor, kind, owner)
            said = " ".join([sentence async for sentence in _consequences(visitor, kind, owner)])
            return CodeUse(kind, code, owner, visitor.account, said)
    if await lobby.matches.lists.find(typed) is not None:
        raise NaishiError(_("This is the word of a game: it is for the lobby."))
    await lobby.allowances.tries.record_wrong(visitor.counted_as)
    raise NaishiError(wrong_code())


async def use(visitor: AccountHolder, code_use: CodeUse) -> Used:
    """Do what a code does; return what has come of it.

    Raises:
        NaishiError: It has expired, or would give both seats of a game to one player.
        SaveNotWrittenError: It couldn't be stored.
    """
    if visitor.account.id != code_use.account.id:
        raise NaishiError(_("Your account has changed meanwhile; enter the code again."))
    match code_use.kind:
        case CodeKind.LINK:
            return Used(await _ask_to_link(visitor, code_use))
        case CodeKind.RECOVERY:
            return await _recover(visitor, code_use)
    return Used(await (_come_back(visitor, code_use) if visitor.fingerprint is None else _claim(visitor, code_use)))


async def is_for_account(visitor: AccountHolder, typed: str) -> bool:
    """Return whether a text that is no word of a game is the code of an account, or looks like nothing else."""
    codes, found = visitor.lobby.codes, meanings(typed)
    if found and all(kind is not CodeKind.INVITE for kind, _code in found):
        return True
    return any([await codes.of_code(kind, code) is not None for kind, code in found])


def _check_has_key(visitor: AccountHolder, kinds: set[CodeKind]) -> None:
    """Make sure that a code of one of some kinds is of use to a visitor.

    Raises:
        NaishiError: All of them are for those who came with a key, and the visitor didn't.
    """
    if visitor.fingerprint is not None or not kinds or not kinds <= {CodeKind.LINK, CodeKind.RECOVERY}:
        return
    if kinds == {CodeKind.LINK}:
        raise NaishiError(_("This code adds a key to an account, and you came without one. Connect with a key."))
    raise NaishiError(_("This code recovers an account for a new key, and you came without one. Connect with a key."))


async def _check_apart(visitor: AccountHolder, kind: CodeKind, owner: Account) -> None:
    becomes_one = visitor.fingerprint is not None and visitor.account.stored
    if becomes_one and await visitor.lobby.players.play_each_other(visitor.account.id, owner.id):
        raise NaishiError(_("You and {name} are playing each other; finish that game first.").format(name=owner.name))


async def _consequences(visitor: AccountHolder, kind: CodeKind, owner: Account) -> AsyncIterator[str]:
    lobby, me = visitor.lobby, visitor.account
    if kind is CodeKind.GUEST:
        async for sentence in _consequences_of_guest(visitor, owner):
            yield sentence
        return
    if kind is CodeKind.LINK:
        yield _("This asks {name} to add your key. Once that is allowed, you play here as {name}.").format(
            name=owner.name
        )
    else:
        count = len(await lobby.players.keys(owner.id))
        yield _("You get {name}'s account back.").format(name=owner.name)
        yield ngettext(
            "The key that it has now is removed; yours takes its place.",
            "The {count} keys that it has now are removed; yours takes their place.",
            count,
        )
    if me.stored and (count := await lobby.matches.lists.count_all(me.id)):
        yield ngettext("Your {count} game goes there too.", "Your {count} games go there too.", count).format(
            count=count
        )
    if me.named:
        yield _("The name {name} is given up.").format(name=me.name)


async def _consequences_of_guest(visitor: AccountHolder, guest: Account) -> AsyncIterator[str]:
    lobby, me = visitor.lobby, visitor.account
    count = await lobby.matches.lists.count_all(guest.id)
    if visitor.fingerprint is None:
        yield _("You come back as {name}.").format(name=guest.name)
        if me.stored:
            yield _("The games that you have as {name} stay there; their code is {code}.").format(
                name=me.name, code=visitor.code
            )
        return
    yield ngettext(
        "This gives you the {count} game of {name}.",
        "This gives you the {count} games of {name}.",
        count,
        name=guest.name,
    )
    yield _("The guest's code stops working.")
    if lobby.identities.of_player(guest.id):
        yield _("Whoever is here as {name} can finish the game on their screen, and no more.").format(name=guest.name)


async def _ask_to_link(visitor: AccountHolder, code_use: CodeUse) -> str:
    lobby, fingerprint = visitor.lobby, visitor.fingerprint
    name = code_use.owner.name
    if code_use.owner.id not in lobby.everybody:
        raise NaishiError(_("{name} has to be here to allow it.").format(name=name))
    assert fingerprint is not None  # noqa: S101 - see `_check_has_key`
    keys = await lobby.players.keys_with(fingerprint)
    games = await lobby.matches.lists.count_all(visitor.account.id) if visitor.account.stored else 0
    owner = await lobby.codes.take_link_code(code_use.code)
    visitor.asked = LinkRequest(owner, visitor, fingerprint, keys, games)
    lobby.link_requests.ask(visitor.asked)
    return ""  # what has become of the request is shown for as long as that is open


async def _recover(visitor: AccountHolder, code_use: CodeUse) -> Used:
    lobby, fingerprint = visitor.lobby, visitor.fingerprint
    assert fingerprint is not None  # noqa: S101 - see `_check_has_key`
    before = visitor.account.id
    account, code = await lobby.codes.recover(code_use.code, fingerprint)
    await lobby.players_changed(before, account.id)
    lobby.link_requests.refuse_all(account.id)
    recovered = AccountNews(AccountEvent.RECOVERED, account.name)
    await lobby.identities.settle_all(account.id, None, recovered, quiet=visitor)
    await lobby.identities.settle_all(
        before, fingerprint, AccountNews(AccountEvent.LINKED, account.name), quiet=visitor
    )
    return Used(_("Welcome back, {name}.").format(name=account.name), code)


async def _come_back(visitor: AccountHolder, code_use: CodeUse) -> str:
    guest = await visitor.lobby.codes.come_back(code_use.code)
    settings = await visitor.lobby.players.settings(guest.id)
    visitor.code = code_use.code
    visitor.become(guest, settings)
    return _("Welcome back, {name}.").format(name=guest.name)


async def _claim(visitor: AccountHolder, code_use: CodeUse) -> str:
    lobby, guest = visitor.lobby, code_use.owner
    if await lobby.codes.of_code(CodeKind.GUEST, code_use.code) is None:  # it has been used meanwhile
        raise NaishiError(wrong_code())
    account = await lobby.codes.claim(code_use.code, (await visitor.stored()).id)
    await lobby.players_changed(guest.id, account.id)
    await lobby.identities.settle_claimed(guest.id, account.name)
    return _("The games of {guest} are yours now.").format(guest=guest.name)
