"""Tables that a visitor makes, finds and joins."""

import asyncio
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, suppress
from contextvars import Context
from dataclasses import dataclass

from naishi.common.i18n import NaishiError, _
from naishi.server.accounts.accounts import Accounts
from naishi.server.accounts.login import AccountEvent, AccountNews, Identities, Login
from naishi.server.accounts.players import Players
from naishi.server.database.connection import StorageError
from naishi.server.match import match_text
from naishi.server.match.clock import is_live
from naishi.server.match.glicko import Rating, Standing
from naishi.server.match.match import NAISHI, PLAIN, Match, MatchStage, Terms
from naishi.server.match.match_lists import MatchLists
from naishi.server.match.participant import check_has_words
from naishi.server.match.store import Matches
from naishi.server.match.words import check_control
from naishi.server.presence.presence import Account, Everybody
from naishi.server.tables.open_tables import CrossedError, table_is_gone
from naishi.server.tables.tables import Tables, check_bot, check_terms, is_for
from naishi.sessions.session import Revisions
from naishi.tabletop.chance import DealProof, check_word, commitment_to, new_secret, read_word
from naishi.tabletop.kinds import kind_of

INTERVAL = 1.0
"""Seconds between two looks, however much happens."""


class PublicLists:
    """The public tables and games.

    Args:
        here: Returns the players who are on the server.
        banned: Returns the players who may not come.
    """

    def __init__(
        self,
        lists: MatchLists,
        here: Callable[[], Collection[int]],
        anybody_here: Callable[[], bool],
        banned: Callable[[], Collection[int]],
    ) -> None:
        self.open: Sequence[Match] = ()
        self.watchable: Sequence[Match] = ()
        self.unlisted: Mapping[int, int] = {}
        """By who has made them, how many more go on than are listed."""
        self.changes = Revisions()
        self._lists, self._here, self._anybody_here, self._banned = lists, here, anybody_here, banned
        self._hosts: frozenset[int] = frozenset()
        self._old = True
        self._looking: asyncio.Task[None] | None = None

    def changed(self) -> None:
        """Note that something may be different; it is read a little later."""
        self._old = True
        if self._anybody_here() and self._looking is None:
            # In no visitor's context: the task may outlive the visitor, whose app would stay in memory with it.
            loop = asyncio.get_running_loop()
            self._looking = loop.create_task(self._look_soon(), name="public lists", context=Context())

    def came_or_went(self, player: int) -> None:
        if player in self._hosts:
            self.changed()

    async def refresh(self) -> None:
        if self._old:
            await self.look()

    async def look(self) -> None:
        self._old = False
        try:
            public = await self._lists.public(self._here(), self._banned())
        except StorageError:
            self._old = True
            return
        before = self._shown()
        self.open, self.watchable, self._hosts, self.unlisted = public
        if self._shown() != before:
            self.changes.bump()

    def close(self) -> None:
        if self._looking is not None:
            self._looking.cancel()

    async def _look_soon(self) -> None:
        try:
            while self._old and self._anybody_here():
                await asyncio.sleep(INTERVAL)
                await self.look()
        finally:
            self._looking = None

    def _shown(self) -> tuple[object, ...]:
        matches = ((match.id, match.state, match.names, match.round) for match in (*self.open, *self.watchable))
        return (*matches, *self.unlisted.items())


CONTROL = "10+5"
"""The clock of whoever says nothing else."""
NEAR = 150.0
"""How far apart in rating two players may be who are paired at once."""
WIDENS = 10.0
"""By how much more with each second that one of them waits."""


@dataclass(frozen=True, slots=True)
class Seek:
    """A player who waits for one who is near."""

    player: int
    match: str
    """The public table at which they wait; it ends when they leave, as every table for a game in one sitting."""
    terms: Terms


class Pairing:
    """Pairs players who are here; a seek is a public table, at which others may sit down, too."""

    def __init__(
        self, matches: Matches, players: Players, tables: Tables, public: PublicLists, everybody: Everybody,
        identities: Identities, *, alone: bool,
    ) -> None:  # fmt: skip
        self._matches, self._players, self._tables, self._public = matches, players, tables, public
        self._everybody, self._identities, self._alone = everybody, identities, alone
        self._seeks: dict[int, Seek] = {}
        """By player, those that were begun at this process."""

    async def find(self, player: Account, standing: Standing | None, terms: Terms) -> Sequence[Match]:
        """Return the tables of players who are near enough by now, the nearest first.

        Args:
            terms: What they want to play; a table that isn't rated will do, too.
        """
        await self._public.look()
        return self._near(player, standing, terms, waited=0.0)

    def begin(self, player: Account, match: Match, terms: Terms) -> None:
        self._seeks[player.id] = Seek(player.id, match.id, terms)

    async def look(self) -> None:
        """Pair those who wait and are near enough by now; whoever has come later goes to whoever waits longer."""
        if not self._seeks:
            return
        with suppress(StorageError):
            await self._public.refresh()
            for seek in [*self._seeks.values()]:
                await self._look(seek)

    async def _look(self, seek: Seek) -> None:
        own = next(iter(await self._matches.lists.some([seek.match])), None)
        if own is None or own.state is not MatchStage.OPEN or seek.player not in self._everybody:
            self._seeks.pop(seek.player, None)
            return
        player, waited = await self._players.get(seek.player), self._matches.now() - own.updated
        for table in self._near(player, own.standings[0], seek.terms, waited=waited):
            may_come = any(each.match == table.id for each in self._seeks.values()) or not self._alone
            if may_come and (table.updated, table.id) > (own.updated, own.id):
                continue  # they come here
            await self._move(seek, own, player, table)
            return

    async def _move(self, seek: Seek, own: Match, player: Account, table: Match) -> None:
        """Have a player sit down at a table instead of their own."""
        self._seeks.pop(seek.player, None)
        if not await self._tables.close(own, player):
            return  # someone has just joined there
        try:
            match = await self._tables.join(table, player)
        except NaishiError:  # it has gone, or they may not play each other
            with suppress(NaishiError):
                self.begin(player, await self._tables.open(player, seek.terms, public=True), seek.terms)
            return
        for visitor in self._identities.of_player(player.id):
            visitor.paired = match.id
            visitor.own_lists_changed()

    def _near(self, player: Account, standing: Standing | None, terms: Terms, *, waited: float) -> Sequence[Match]:
        """Return the tables at which a player who has waited so long may sit down, the nearest first."""
        now, mine = self._matches.now(), _points(standing)
        found = list[tuple[float, Match]]()
        for match in self._public.open:
            fits = is_for(match, terms, rated=match.rated and not player.guest)
            if match.host == player.id or match.host not in self._everybody or not match.empty or not fits:
                continue
            apart = abs(_points(match.standings[0]) - mine)
            if apart <= NEAR + WIDENS * max(waited, now - match.updated):
                found.append((apart, match))
        return [match for _apart, match in sorted(found, key=lambda each: (each[0], each[1].updated))]


def _points(standing: Standing | None) -> float:
    return Rating().points if standing is None else standing.rating.points


class TableActions:
    """What one person does about tables, by whatever door they came in: refused first, counted and stored after.

    Args:
        accounts: Store those who have none yet, and count what comes from an address.
    """

    def __init__(self, tables: Tables, pairing: Pairing, accounts: Accounts, login: Login) -> None:
        self._tables, self._pairing, self._accounts, self._login = tables, pairing, accounts, login
        self.bot_deal = BotDeal()
        """The deal of the next game against a bot."""

    async def open(self, terms: Terms = PLAIN, *, public: bool) -> Match:
        """Make a table at which the visitor waits.

        Raises NaishiError: there are too many, or there is no such clock.
        """
        check_control(terms.control)
        await self._tables.check_open(self._login.account, terms)
        async with self._counted():
            return await self._tables.open(await self._stored(), terms, public=public)

    async def challenge(self, name: str, terms: Terms = PLAIN) -> Match:
        """Make a table at which the visitor waits for one player, and nobody else finds.

        Where the other one waits for the visitor already, to play the same, the game begins.

        Raises NaishiError: there is none of that name, they may not play, there are too many tables, or no such clock.
        """
        check_control(terms.control)
        await self._check_challenge(name, terms)
        async with self._counted():
            host = await self._stored()
            other = await self._check_challenge(name, terms)
            try:
                match = await self._tables.open(host, terms, public=False, challenged=other.id)
            except CrossedError as crossed:
                return await self._answer_crossed(crossed, terms)
        self._tables.identities.account_changed(other.id, AccountNews(AccountEvent.CHALLENGED, host.name))
        return match

    async def _check_challenge(self, name: str, terms: Terms) -> Account:
        """Return the player of a name, whom the visitor may challenge; nothing of the visitor has to be stored yet."""
        host, other = self._login.account, await self._tables.company.find(name)
        await self._tables.challenging.check(host, other, rated=terms.rated)
        await self._tables.check_open(host, terms)
        return other

    async def _answer_crossed(self, crossed: CrossedError, terms: Terms) -> Match:
        """Sit down at the table of whoever challenges the visitor. Raises NaishiError: it is for something else."""
        tables = self._tables
        theirs = next(iter(await tables.matches.lists.some([crossed.match])), None)
        if theirs is None:
            raise table_is_gone()
        if not is_for(theirs, terms, rated=terms.rated):
            words = _("{name} challenges you to another game ({terms}): play or decline that one first.")
            played = match_text.terms(theirs) or kind_of(theirs.game).title()
            raise NaishiError(words.format(name=theirs.names[0], terms=played))
        return await tables.join(theirs, self._login.account)

    async def pair(self, terms: Terms | None = None) -> Match:
        """Sit down with the player nearest in rating who waits; else wait at a public table until someone is near.

        Args:
            terms: What the visitor wants to play, with a clock of minutes; by default the base game, rated for
                whoever has a key.

        Raises:
            NaishiError: There are too many tables or games, or no such clock, or the clock isn't one of minutes.
        """
        account = self._login.account
        terms = terms or Terms(control=CONTROL, rated=not account.guest)
        check_control(terms.control)
        if not is_live(terms.control):
            raise NaishiError(_("Players are paired for games with a clock of minutes, such as 10+5."))
        await self._tables.check_open(account, terms)
        standing = await self._tables.rated.ratings.of(account.id) if account.stored else None
        for table in await self._pairing.find(account, standing, terms):
            with suppress(NaishiError):  # someone was quicker, or they may not play each other
                return await self.join(table)
        match = await self.open(terms, public=True)
        self._pairing.begin(self._login.account, match, terms)
        return match

    async def close(self, match: Match) -> None:
        """Remove a table of the visitor's own where no game has begun, or one that was made for the visitor.

        Of a table of someone else's, the visitor's seat is free again.

        Raises NaishiError: the game has just begun, or the table is gone or someone else's.
        """
        tables, me = self._tables, self._login.account
        if match.challenged == me.id:
            await tables.challenging.decline(match, me)
            tables.identities.account_changed(match.host, AccountNews(AccountEvent.DECLINED, me.name))
        elif match.host != me.id and match.seat_of(me.id) is not None:
            left = await tables.store.stand_up(match.id, me.id)
            tables.changed(match)  # a list of the visitor's has one table less
            tables.changed(left)
        elif not await tables.close(match, me):
            raise table_is_gone()

    async def begin(self, match: Match, bot: str = "") -> Match:
        """Begin the game at the visitor's own table without waiting for more: see `Tables.begin`."""
        return await self._tables.begin(match, self._login.account, bot)

    async def play_bots(self, terms: Terms, bot: str) -> Match:
        """Begin a game of any kind against bots; of Naishi, with the deal that a word may have been added to.

        Raises NaishiError: there can't be such a game, there is no such bot, or there are too many games.
        """
        tables = self._tables
        check_terms(terms)
        check_bot(terms.game, bot)
        if terms.game == NAISHI:
            return await self.play_bot(bot, expansion=terms.expansion)
        await tables.check_games(self._login.account)
        async with self._counted():
            return await tables.play_bots(await self._stored(), terms, bot)

    async def join(self, match: Match, word: str = "") -> Match:
        """Sit down at a table, with a word of one's own for the deal if one likes.

        Raises NaishiError: it is the visitor's own, someone else was quicker, or the visitor has too many games.
        """
        word = check_word(word)
        if not self._login.account.stored:
            await self._tables.check_join(match, self._login.account, word)
        return await self._tables.join(match, await self._stored(), word)

    async def commitment(self, table: Match) -> str:
        """Return what the deal of an open table is committed to: see `OpenTables.commitment`."""
        return await self._tables.store.commitment(table.id)

    async def give_word(self, table: Match, word: str) -> None:
        """Add a word to the deal of one's own table: see `DealProof`.

        Raises NaishiError: it isn't plain ASCII or too long, the deal can have none, or the table isn't one's own or
        not open any more.
        """
        check_has_words(table)
        await self._tables.store.give_word(table.id, self._login.account.id, read_word(word))

    async def play_bot(self, kind: str, table: Match | None = None, *, expansion: str | None = None) -> Match:
        """Begin a game against a bot, or give it the empty seat of one's own table.

        Args:
            table: One's own; None for a new game.
            expansion: The module that a new game is played with; a table has its own.

        Raises:
            NaishiError: There are too many, or someone has just joined.
        """
        tables, login = self._tables, self._login
        if table is not None:
            tables.check_seat_bot(table, login.account)
            async with self._counted():
                return await tables.begin(table, login.account, kind)
        await tables.check_games(login.account)
        deal, self.bot_deal = self.bot_deal, BotDeal()
        try:
            async with self._counted():
                return await tables.play_bots(await self._stored(), Terms(expansion), kind, deal.proof())
        except NaishiError:
            self.bot_deal = deal
            raise

    async def _stored(self) -> Account:
        return await self._accounts.stored(self._login)

    def _counted(self) -> AbstractAsyncContextManager[None]:
        refusal = _("There were many new games from your address. Please wait a little.")
        return self._accounts.allowances.games.counted(self._login.address, refusal)


class BotDeal:
    """The secret of a game against a bot, which is committed to before the visitor adds a word.

    It belongs to one visit: the commitment is shown there and kept nowhere else, and the next visit has another one.
    """

    def __init__(self) -> None:
        self._secret, self._word = new_secret(), ""

    @property
    def commitment(self) -> str:
        return commitment_to(self._secret)

    def add(self, word: str) -> None:
        """Add a word of the visitor's; another one takes its place.

        Raises NaishiError: it isn't plain ASCII, or too long, or empty.
        """
        self._word = read_word(word)

    def proof(self) -> DealProof:
        return DealProof.draw(self._secret, (self._word, ""))
