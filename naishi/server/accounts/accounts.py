"""Accounts: stored, renamed, deleted, linked, and carried by codes."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Collection, Coroutine
from dataclasses import asdict, dataclass
from typing import Any, NamedTuple, TypeVar

from sqlalchemy import ColumnElement, Connection, Select, and_, delete, insert, select, update

from naishi.common.i18n import NaishiError, _, ngettext
from naishi.server.accounts.login import AccountEvent, AccountNews, Identities, LinkAnswer, LinkRequest, Login
from naishi.server.accounts.players import Players, account_of, give_key, keys_with, merge
from naishi.server.database.codes import CodeKind, hashed, meanings, new_code
from naishi.server.database.database import Database
from naishi.server.database.schema import keys, link_codes, players
from naishi.server.match.match_lists import MatchLists
from naishi.server.presence.limits import Allowances, WebLinks
from naishi.server.presence.presence import Account, Elsewhere, Everybody, check_here
from naishi.server.presence.service_clock import Background
from naishi.server.ratings.ratings import KnownWays

LINK_TIME = 600.0
"""Seconds in which a code can be used to ask for a key to be added."""


class AccountCodes:
    """The codes of the players in the database; only hashes of them are stored.

    Whatever changes something raises StorageError where it can't be stored.
    """

    def __init__(self, database: Database, clock: Callable[[], float] = time.time) -> None:
        self._database = database
        self._clock = clock

    async def link_code(self, player: int) -> str:
        """Return a code by which someone can ask, once and within ten minutes, to have a key added to a player.

        Older ones of the player are void.
        """
        code = new_code(CodeKind.LINK)

        def replace(db: Connection) -> None:
            check_here(db, player)
            db.execute(delete(link_codes).where(link_codes.c.player == player))
            expires = self._clock() + LINK_TIME
            db.execute(insert(link_codes).values(code=hashed(code), player=player, expires=expires))

        await self._database.write(replace)
        return code

    async def withdraw_link_code(self, player: int) -> bool:
        """Make the code void by which a key can be added to a player; return whether there was one."""
        good = self._good(link_codes.c.player == player)
        return await self._database.write(lambda db: db.execute(delete(link_codes).where(good)).rowcount > 0)

    async def has_link_code(self, player: int) -> bool:
        found = select(link_codes.c.player).where(self._good(link_codes.c.player == player))
        return await self._database.read(lambda db: db.execute(found).first() is not None)

    async def take_link_code(self, code: str) -> Account:
        """Use a link code up; return whose it was. Raises NaishiError: it is wrong or has expired."""

        def take(db: Connection) -> Account:
            owner = self._owner(db, CodeKind.LINK, code)
            db.execute(delete(link_codes).where(link_codes.c.code == hashed(code)))
            return account_of(db, owner)

        return await self._database.write(take)

    async def recovery_code(self, player: int) -> str:
        """Return a code by which the player gets the account back without a key; the one before is void."""
        code = new_code(CodeKind.RECOVERY)

        def replace(db: Connection) -> None:
            check_here(db, player)
            db.execute(update(players).where(players.c.id == player).values(recovery=hashed(code)))

        await self._database.write(replace)
        return code

    async def has_recovery_code(self, player: int) -> bool:
        made = select(players.c.recovery).where(players.c.id == player)
        return await self._database.read(lambda db: db.execute(made).scalar() is not None)

    async def of_code(self, kind: CodeKind, code: str) -> Account | None:
        """Return whom a code belongs to; None where it is wrong or has expired. Nothing is changed."""

        def find(db: Connection) -> Account | None:
            player = db.execute(self._whose(kind, code)).scalar()
            return None if player is None else account_of(db, player)

        return await self._database.read(find)

    async def link(self, player: int, fingerprint: str, shown: Collection[str], name: str = "") -> Account:
        """Give a key to a player, together with all games and other keys of the player who had it so far.

        Args:
            shown: All keys that this gives to the player, as the player has seen and allowed it.

        Raises NaishiError: there are other keys by now; or it would give both seats of a game to one player.
        """

        def link(db: Connection) -> Account:
            check_here(db, player)
            if frozenset(shown) != keys_with(db, fingerprint):
                raise NaishiError(_("This request is no longer open."))
            give_key(db, fingerprint, player, self._clock(), name)
            return account_of(db, player)

        return await self._database.write(link)

    async def come_back(self, code: str) -> Account:
        """Return the guest of a code, who has just come. Raises NaishiError: the code is wrong or has expired."""

        def come_back(db: Connection) -> Account:
            player = self._owner(db, CodeKind.GUEST, code)
            db.execute(update(players).where(players.c.id == player).values(last_seen=self._clock()))
            return account_of(db, player)

        return await self._database.write(come_back)

    async def claim(self, code: str, player: int) -> Account:
        """Give all games of a guest to a player; the guest's code is void.

        Raises NaishiError: the code is wrong or has expired; or both seats of a game would belong to one player.
        """

        def claim(db: Connection) -> Account:
            check_here(db, player)
            merge(db, self._owner(db, CodeKind.GUEST, code), player)
            return account_of(db, player)

        return await self._database.write(claim)

    async def recover(self, code: str, fingerprint: str) -> tuple[Account, str]:
        """Give an account back whose keys are lost: all of them are removed, and codes that add keys are void.

        Args:
            fingerprint: A key of whoever gets the account; whatever its player has goes there, too.

        Returns:
            The player, and the next recovery code: each is good once.

        Raises NaishiError: the code is wrong; or both seats of a game would belong to one player.
        """
        following = new_code(CodeKind.RECOVERY)

        def recover(db: Connection) -> Account:
            player = self._owner(db, CodeKind.RECOVERY, code)
            db.execute(delete(keys).where(keys.c.player == player, keys.c.fingerprint != fingerprint))
            db.execute(delete(link_codes).where(link_codes.c.player == player))
            db.execute(update(players).where(players.c.id == player).values(recovery=hashed(following)))
            give_key(db, fingerprint, player, self._clock())
            return account_of(db, player)

        return await self._database.write(recover), following

    def _whose(self, kind: CodeKind, code: str) -> Select[Any]:
        if kind is CodeKind.LINK:
            return select(link_codes.c.player).where(self._good(link_codes.c.code == hashed(code)))
        column = players.c.code if kind is CodeKind.GUEST else players.c.recovery
        return select(players.c.id).where(column == hashed(code))

    def _good(self, which: ColumnElement[bool]) -> ColumnElement[bool]:
        return and_(which, link_codes.c.expires > self._clock())

    def _owner(self, db: Connection, kind: CodeKind, code: str) -> int:
        """Return whom a code belongs to. Raises NaishiError: it is wrong or has expired."""
        player: int | None = db.execute(self._whose(kind, code)).scalar()
        if player is None:
            raise NaishiError(wrong_code())
        return player


def wrong_code() -> str:
    return _("This code is wrong or has expired.")


T = TypeVar("T")

_going_on = Background()


async def to_the_end(change: Coroutine[Any, Any, T]) -> T:
    """Make a change, for other terminals too, even if the one that asked for it is gone by then."""
    return await asyncio.shield(_going_on.begin(change))


@dataclass
class Accounts:
    """What people do about their accounts, and what others see and hear of that at their terminals."""

    players: Players
    codes: AccountCodes
    lists: MatchLists
    everybody: Everybody
    allowances: Allowances
    identities: Identities
    link_requests: "LinkRequests"
    web_links: WebLinks
    ways: KnownWays
    players_changed: Callable[..., Coroutine[Any, Any, None]]
    """Has everybody look again who sits where, as some players are called otherwise or are gone."""
    resign_all: Callable[[int], Coroutine[Any, Any, None]]

    async def stored(self, login: Login) -> Account:
        """Return an account, stored: whoever has a game can come back to it.

        Raises NaishiError: there were many new ones from the address.
        """
        async with login.storing:
            if not login.account.stored:
                await self._store(login, login.account.name, chosen=False)
        await self.ways.note(login.account.id, login.address, login.fingerprint)
        return login.account

    async def come_back(self, login: Login) -> bool:
        """Have a login become the guest whose code the client keeps; return whether there is one."""
        code = login.kept_code
        if login.fingerprint is not None or not code:
            return False
        guest = await self.codes.of_code(CodeKind.GUEST, code)
        if guest is not None:
            login.code, login.kept_code = code, ""
            login.become(guest, await self.players.settings(guest.id))
        return guest is not None

    async def _store(self, login: Login, name: str, *, chosen: bool) -> None:
        """Store a visitor's account, so that what is theirs waits for them.

        Args:
            name: What they are called from now on.

        Raises NaishiError: the name can't be used, or there were many new accounts from the visitor's address.
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
        await self.identities.settle_all(0, fingerprint, AccountNews(AccountEvent.KEY_REMOVED, account.name))
        self.identities.account_changed(account.id)

    async def answer_link(self, login: Login, request: LinkRequest, *, allow: bool) -> None:
        """Add the key that was asked for, or refuse it. See `Credentials.answer_link`."""
        if not request.is_open or request.owner.id != login.account.id:
            raise NaishiError(_("This request is no longer open."))
        if not allow:
            self.link_requests.end(request, LinkAnswer.REFUSED)
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

        Raises SaveNotWrittenError: it couldn't be stored.
        """
        await self.resign_all(account.id)
        while not await self.players.delete(account.id):  # another terminal has just begun a game
            await self.resign_all(account.id)
        await self.players_changed(account.id)
        self.link_requests.end_all(account.id, LinkAnswer.REFUSED)
        news = AccountNews(AccountEvent.DELETED, account.name)
        fingerprint = None if quiet is None else quiet.fingerprint
        await self.identities.settle_all(account.id, fingerprint, news, quiet=quiet)


@dataclass(frozen=True, slots=True)
class CodeUse:
    """What a code would do for whoever has typed it, for them to agree to."""

    kind: CodeKind
    code: str
    owner: Account
    account: Account
    """Of whoever has typed it."""
    consequences: str


class Used(NamedTuple):
    """What has come of a code."""

    said: str
    recovery_code: str = ""
    """The next one, for whoever has come back by the last."""


async def read(accounts: Accounts, login: Login, typed: str) -> CodeUse:
    """Return what a code would do for a visitor; nothing is done yet.

    Raises NaishiError: it is wrong or of no use to the login, or too many wrong ones were tried.
    """
    await accounts.allowances.tries.check(login.counted_as)
    _check_has_key(login, {kind for kind, _code in meanings(typed)})
    for kind, code in meanings(typed):
        if (owner := await accounts.codes.of_code(kind, code)) is not None:
            _check_has_key(login, {kind})
            if owner.id == login.account.id:
                raise NaishiError(_("This code is your own; it is for another terminal."))
            becomes_one = login.fingerprint is not None and login.account.stored
            if becomes_one and await accounts.players.play_each_other(login.account.id, owner.id):
                words = _("You and {name} are playing each other; finish that game first.")
                raise NaishiError(words.format(name=owner.name))
            said = " ".join([sentence async for sentence in _consequences(accounts, login, kind, owner)])
            return CodeUse(kind, code, owner, login.account, said)
    if await accounts.lists.find(typed) is not None:
        raise NaishiError(_("This is the word of a game: it is for the lobby."))
    await accounts.allowances.tries.record_wrong(login.counted_as)
    raise NaishiError(wrong_code())


async def use(accounts: Accounts, login: Login, code_use: CodeUse) -> Used:
    """Do what a code does; return what has come of it.

    Raises NaishiError: it has expired, or would give both seats of a game to one player; SaveNotWrittenError: it
    couldn't be stored.
    """
    if login.account.id != code_use.account.id:
        raise NaishiError(_("Your account has changed meanwhile; enter the code again."))
    match code_use.kind:
        case CodeKind.LINK:
            return Used(await _ask_to_link(accounts, login, code_use))
        case CodeKind.RECOVERY:
            return await _recover(accounts, login, code_use)
    do = _come_back if login.fingerprint is None else _claim
    return Used(await do(accounts, login, code_use))


async def is_for_account(accounts: Accounts, typed: str) -> bool:
    """Return whether a text that is no word of a game is the code of an account, or looks like nothing else."""
    found = meanings(typed)
    if found and all(kind is not CodeKind.INVITE for kind, _code in found):
        return True
    return any([await accounts.codes.of_code(kind, code) is not None for kind, code in found])


def _check_has_key(login: Login, kinds: set[CodeKind]) -> None:
    """Make sure that a code of one of some kinds is of use to a login.

    Raises NaishiError: all of them are for those who came with a key, and the visitor didn't.
    """
    if login.fingerprint is not None or not kinds or not kinds <= {CodeKind.LINK, CodeKind.RECOVERY}:
        return
    if kinds == {CodeKind.LINK}:
        raise NaishiError(_("This code adds a key to an account, and you came without one. Connect with a key."))
    raise NaishiError(_("This code recovers an account for a new key, and you came without one. Connect with a key."))


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
    fingerprint, name = login.fingerprint, code_use.owner.name
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
    fingerprint, before = login.fingerprint, login.account.id
    assert fingerprint is not None  # noqa: S101 - see `_check_has_key`
    account, code = await accounts.codes.recover(code_use.code, fingerprint)
    await accounts.players_changed(before, account.id)
    accounts.link_requests.end_all(account.id, LinkAnswer.REFUSED)
    recovered, linked = (AccountNews(each, account.name) for each in (AccountEvent.RECOVERED, AccountEvent.LINKED))
    await accounts.identities.settle_all(account.id, None, recovered, quiet=login)
    await accounts.identities.settle_all(before, fingerprint, linked, quiet=login)
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


_NEWS = {LinkAnswer.REFUSED: AccountEvent.REFUSED, LinkAnswer.LEFT: AccountEvent.OWNER_LEFT}
"""What the visitor hears of an answer besides it."""


class LinkRequests:
    """The open requests of everybody who is here: one each, and any number to one account.

    Args:
        changed: Called when one was made or has ended.
    """

    def __init__(self, changed: Callable[[LinkRequest], None], elsewhere: Elsewhere) -> None:
        self._open: list[LinkRequest] = []
        self._changed, self._elsewhere = changed, elsewhere

    def __len__(self) -> int:
        return len(self._open)

    def to(self, player: int) -> LinkRequest | None:
        return next((request for request in self._open if request.owner.id == player), None)

    def ask(self, request: LinkRequest) -> None:
        """Make a request; an older one of the same visitor is withdrawn."""
        self.withdraw(request.visitor)
        self.hear_asked(request)
        self._elsewhere.tell(
            "asked",
            number=request.number,
            owner=asdict(request.owner),
            account=asdict(request.visitor.account),
            fingerprint=request.fingerprint,
            keys=sorted(request.keys),
            games=request.games,
        )

    def hear_asked(self, request: LinkRequest) -> None:
        self._open.append(request)
        self._changed(request)

    def withdraw(self, visitor: Login) -> None:
        for request in [each for each in self._open if each.visitor is visitor]:
            self.end(request, LinkAnswer.WITHDRAWN)

    def end(self, request: LinkRequest, answer: LinkAnswer) -> None:
        self._elsewhere.tell("answered", number=request.number, answer=answer.value)
        self._end(request, answer)

    def end_all(self, player: int, answer: LinkAnswer) -> None:
        while (request := self.to(player)) is not None:
            self.end(request, answer)

    def hear_answered(self, number: int, answer: LinkAnswer) -> None:
        """Take note of an answer that was given at another process."""
        for request in [each for each in self._open if each.number == number]:
            self._end(request, answer)

    def _end(self, request: LinkRequest, answer: LinkAnswer) -> None:
        if request in self._open:
            self._open.remove(request)
        request.answer = answer
        self._changed(request)
        if answer in _NEWS:
            request.visitor.account_has_changed(AccountNews(_NEWS[answer], request.owner.name))
