"""Terminals that have come in, and their accounts."""

import asyncio
import secrets
from collections.abc import AsyncIterator, Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import count
from typing import Any

from naishi.common.i18n import N_, _
from naishi.server.accounts.players import Players, guest_name
from naishi.server.match.participant import MatchParticipant
from naishi.server.presence.presence import Account, Elsewhere
from naishi.sessions.session import Revisions


class AccountEvent(StrEnum):
    """What has happened; its value is the sentence, in English."""

    KEY_ADDED = N_("A key was added to your account.")
    LINKED = N_("Your key belongs to {name}'s account now.")
    REFUSED = N_("{name} has refused to add your key.")
    OWNER_LEFT = N_("{name} has left and can't add your key now; ask for another code.")
    KEY_REMOVED = N_("This key was removed from {name}'s account.")
    RECOVERED = N_("{name} has recovered the account by a code; your key is no longer one of its keys.")
    CLAIMED = N_("{name} has claimed this guest's games.")
    CLAIMED_IN_A_GAME = N_("{name} has claimed this guest's games. You can finish the one on your screen.")
    CHALLENGED = N_("{name} challenges you: see the open tables in the lobby.")
    DECLINED = N_("{name} has declined your challenge.")
    RENAMED = N_("The operator of this server has given you another name: you are {name} now.")
    TABLE_CLOSED = N_("The operator of this server has closed a table of yours.")
    CALLED_OFF = N_("The operator of this server has called a game of yours off.")
    DELETED = N_("{name}'s account was deleted.")


@dataclass(frozen=True, eq=False, slots=True)
class AccountNews:
    """Something that has happened, for a terminal in any language."""

    event: AccountEvent
    name: str = ""
    """Of the account that it is about."""

    @property
    def calls(self) -> bool:
        """Whether someone waits for an answer: the bell rings."""
        return self.event is AccountEvent.CHALLENGED

    def __str__(self) -> str:
        return _(self.event.value).format(name=self.name)


def said_of(news: AccountNews | None) -> Mapping[str, str | None]:
    """Return news as what is told to another process: see `news_of`."""
    return {"event": None, "name": ""} if news is None else {"event": news.event.name, "name": news.name}


def news_of(event: str | None, name: str) -> AccountNews | None:
    """Return the news that another process has told."""
    return None if event is None else AccountNews(AccountEvent[event], name)


_numbers = count(1 + 1000 * secrets.randbelow(10**9))
"""Other processes have others."""


Words = Callable[[], str]
"""Returns a sentence in the language of whoever reads it."""


class Login:
    """Who is at one terminal: the account may get another name, be given away or go while someone is there.

    Args:
        fingerprint: Of the key that was signed with; None for a guest.
        address: What limits count by: see `limits.address_group`.
    """

    def __init__(self, account: Account, fingerprint: str | None = None, address: str = "") -> None:
        self.account, self.fingerprint, self.address = account, fingerprint, address
        self.code = ""
        """The code by which a new guest comes back, once there is something to come back to; shown, never logged."""
        self.kept_code = ""
        """The code that a guest's client keeps, until it is someone's; see `Lobby.visit`."""
        self.settings: dict[str, Any] = {}
        """What the player has chosen, unchecked; see `settings.check`."""
        self.changed = Revisions()
        """Counts the changes of what there is to see in the lobby."""
        self.account_revision = 0
        """Counts the changes of the account: of its name, its keys, and who asks for what."""
        self.asked: LinkRequest | None = None
        self.news: AccountNews | None = None
        """What someone else, or another terminal, has done about the account last."""
        self.lists_outdated = True
        self.paired = ""
        """The match that the player was paired for last, while they waited; see `Pairing`."""
        self.participants: set[MatchParticipant] = set()
        self.storing = asyncio.Lock()
        """Held while the account is stored: whoever asks for two games at once becomes one player."""
        self.send_away: Callable[[Words], None] = lambda _words: None
        self.on_announced: Callable[[], None] = lambda: None
        """Called once something was announced; the terminal takes it then, or when it can."""
        self._announced: list[Words] = []

    @property
    def plays(self) -> bool:
        return any(each.seat is not None and not each.over for each in self.participants)

    @property
    def counted_as(self) -> str:
        """By what wrong tries are counted: whoever has an account is never kept waiting by others of the address."""
        return str(self.account.id) if self.account.stored else self.address

    def changes(self) -> AsyncIterator[int]:
        return self.changed.since(self.changed.newest)

    def own_lists_changed(self) -> None:
        self.lists_outdated = True
        self.changed.bump()

    def account_has_changed(self, news: AccountNews | None = None) -> None:
        self.news = news or self.news
        self.account_revision += 1
        self.changed.bump()

    def announce(self, words: Words) -> None:
        self._announced.append(words)
        self.on_announced()

    def take_announced(self) -> str:
        """Return what was announced since the last call, in the language of the moment."""
        announced, self._announced = self._announced, []
        return " ".join(words() for words in announced)

    def become(
        self, account: Account, settings: dict[str, Any], news: AccountNews | None = None, *, keep_seats: bool = False
    ) -> None:
        """Change which player this is, or what is known of that player."""
        before, self.account, self.settings = self.account, account, settings
        if before.id != account.id:
            self.code = self.code if account.guest and account.stored else ""
        for participant in self.participants:
            participant.name = account.name
            if participant.seat is not None and participant.player != account.id and not keep_seats:
                participant.unseat()
        self.account_has_changed(news if before.id != account.id else None)
        self.own_lists_changed()


class LinkAnswer(StrEnum):
    """What has become of a request."""

    WAITING = "waiting"
    ALLOWED = "allowed"
    REFUSED = "refused"
    WITHDRAWN = "withdrawn"
    """By whoever made it, who may just have left."""
    LEFT = "left"
    """Nobody is here any more who could allow it."""


@dataclass(eq=False, slots=True)
class LinkRequest:
    """Someone's wish to have their key added to an account."""

    owner: Account
    visitor: Login
    fingerprint: str
    """Of the key that the visitor came with."""
    keys: Collection[str]
    """All keys that this adds: those of the visitor's account go along."""
    games: int
    """How many games of the visitor go along."""
    answer: LinkAnswer = LinkAnswer.WAITING
    number: int = field(default_factory=_numbers.__next__)

    @property
    def is_open(self) -> bool:
        return self.answer is LinkAnswer.WAITING

    @contextmanager
    def being_allowed(self) -> Iterator[None]:
        """Keep others from answering while the key is added; they can again if it wasn't."""
        self.answer = LinkAnswer.ALLOWED
        try:
            yield
        except BaseException:
            self.answer = LinkAnswer.WAITING
            raise


class Identities:
    """Gives each terminal the account that its key or its code belongs to, as it is stored."""

    def __init__(self, visitors: Collection[Login], players: Players, elsewhere: Elsewhere) -> None:
        self._visitors, self._players, self._elsewhere = visitors, players, elsewhere
        self._unstored = 0
        self._order = asyncio.Lock()
        """Held from looking who someone is until that is so: a later look may not be overtaken by an earlier one."""

    def new_account(self, *, guest: bool) -> Account:
        """Return the account of someone who has neither a name nor a game yet; it is stored nowhere."""
        self._unstored -= 1
        return Account(self._unstored, guest_name(), named=False, guest=guest)

    def of_player(self, player: int) -> Sequence[Login]:
        return [visitor for visitor in self._visitors if visitor.account.id == player]

    def account_changed(self, player: int, news: AccountNews | None = None) -> None:
        self.changed_elsewhere(player, news)
        self.hear_account_changed(player, news)

    def changed_elsewhere(self, player: int, news: AccountNews | None = None) -> None:
        """Do so at the terminals of other processes only."""
        self._elsewhere.tell("account", player=player, **said_of(news))

    def hear_account_changed(self, player: int, news: AccountNews | None = None) -> None:
        for visitor in self.of_player(player):
            visitor.account_has_changed(news)

    async def settle_all(
        self, player: int, fingerprint: str | None, news: AccountNews | None = None, *, quiet: Login | None = None
    ) -> None:
        self.settle_elsewhere(player, fingerprint, news)
        await self.hear_settled(player, fingerprint, news, quiet=quiet)

    def settle_elsewhere(self, player: int, fingerprint: str | None = None, news: AccountNews | None = None) -> None:
        """Do so at the terminals of other processes only."""
        self._elsewhere.tell("settle", player=player, fingerprint=fingerprint, **said_of(news))

    async def settle_claimed(self, player: int, name: str) -> None:
        self._elsewhere.tell("claimed", player=player, name=name)
        await self.hear_claimed(player, name)

    async def hear_claimed(self, player: int, name: str) -> None:
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
            keep_seats: Whether newcomers may go on with the match on their screen, and keep how it looks.
        """
        for visitor in list(visitors):
            async with self._order:
                account, settings = await self._look(visitor, keep_seats=keep_seats)
                visitor.become(account, settings, news, keep_seats=keep_seats)

    async def _look(self, visitor: Login, *, keep_seats: bool) -> tuple[Account, dict[str, Any]]:
        before, fingerprint, account = visitor.account, visitor.fingerprint, None
        if fingerprint is not None:
            account = await self._players.of_key(fingerprint)
        elif before.stored:
            account = await self._players.guest(before.id)
        if account is not None:
            return account, await self._players.settings(account.id)
        if not before.stored:
            return before, visitor.settings
        return self.new_account(guest=fingerprint is None), visitor.settings if keep_seats else {}
