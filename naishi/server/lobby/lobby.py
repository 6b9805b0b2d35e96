"""Lobby of a server, and its visitors."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Collection, Coroutine, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from functools import partial
from typing import Any

from typing_extensions import override

from naishi.common.i18n import NaishiError, _
from naishi.server.accounts import accounts
from naishi.server.accounts.accounts import AccountCodes, Accounts, LinkRequests, to_the_end
from naishi.server.accounts.credentials import Credentials
from naishi.server.accounts.login import AccountEvent, AccountNews, Identities, LinkAnswer, LinkRequest, Login
from naishi.server.accounts.people import Company
from naishi.server.accounts.players import Players
from naishi.server.database.codes import meanings
from naishi.server.database.connection import StorageError
from naishi.server.database.database import Database
from naishi.server.history.past_games import AnalysisQueue, Learning, PastGames, SolvedTasks
from naishi.server.lobby.closing import Closing
from naishi.server.maintenance.cleanup import Audit, clean_up
from naishi.server.match.clock import Clocks
from naishi.server.match.glicko import Standing
from naishi.server.match.match import Match, MatchStage
from naishi.server.match.participant import MatchParticipant
from naishi.server.match.running_sessions import PlayerDrafts, RunningSessions
from naishi.server.match.store import Matches
from naishi.server.moderation.sanctions import Sanctions, ban_words
from naishi.server.moderation.talk import Talk
from naishi.server.plans.plans import Plans, PlanStore
from naishi.server.presence.limits import Allowances, Limits, ResponseTimes, Shares, WebLinks
from naishi.server.presence.presence import Account, Elsewhere, Everybody
from naishi.server.presence.service_clock import Background
from naishi.server.ratings import ratings
from naishi.server.ratings.ratings import RatedTables, Ratings
from naishi.server.tables.actions import Pairing, PublicLists, TableActions
from naishi.server.tables.open_tables import Challenging, OpenTables
from naishi.server.tables.tables import Tables, check_has_begun
from naishi.server.tournaments.service import TournamentActions, Tournaments
from naishi.server.tournaments.store import settle as settle_tournament
from naishi.sessions.process_executor import ProcessExecutor
from naishi.sessions.session import BotExecutors


class Lobby:
    """Holds everybody who is here, the tables, and the sessions of the matches being played, for one event loop.

    Args:
        executor: Where bots think; by default in threads of this process.
        clock: Tells the time that matches go by.
    """

    def __init__(
        self,
        database: Database,
        executor: BotExecutors | None = None,
        limits: Limits | None = None,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self._database, self.limits = database, limits or Limits()
        self.live = database.live
        """What several processes of a server share; None for the only one."""
        self.leave_others: Callable[[], Coroutine[Any, Any, None]] | None = None
        """Ends that this is one of several processes: see `cluster`."""
        self.response_times = ResponseTimes()
        self.background = Background()
        """What nobody has to wait for; see `settled`."""
        self.players, self.codes = Players(database), AccountCodes(database)
        self.matches = Matches(
            database, clock, (ratings.settle, settle_tournament),
            may_be_rated=lambda db, one, other, now: not ratings.have_played_often(db, one, other, now),
        )  # fmt: skip
        self.clocks, self.drafts = Clocks(database, clock), PlayerDrafts()
        self.learning, self.solved = Learning(database), SolvedTasks(database)
        # What is counted
        shares = Shares(database.live)
        self.allowances, self.analyses = Allowances(self.limits, shares), AnalysisQueue(self.limits.analyses)
        self.rated = RatedTables(Ratings(database, clock), shares.ways)
        self.sanctions, self.audit = Sanctions(database), Audit(database)
        self.talk = Talk(database, clock, self.allowances.phrases, self.allowances.reports, self.sanctions)
        self.web_links = WebLinks(shares.words("links"))
        self.web_tickets = shares.words("tickets")
        """For the hash of each ticket, the cookie that a page fetches with it."""
        # Who is here and at other processes, and what becomes of their accounts
        self.visitors: set[Visitor] = set()
        """Those at this process; see `everybody`."""
        self.elsewhere = Elsewhere()
        self.everybody = Everybody(self.elsewhere, self._came_or_went)
        self.closing = Closing(self.visitors, self.elsewhere)
        self.matches.check_beginning = self.closing.check_beginning
        self.company = Company(database, self.rated.ratings, self.visitors, self.everybody)
        self.identities = Identities(self.visitors, self.players, self.elsewhere)
        self.link_requests = LinkRequests(self._request_changed, self.elsewhere)
        self.accounts = Accounts(
            self.players, self.codes, self.matches.lists, self.everybody, self.allowances, self.identities,
            self.link_requests, self.web_links, self.rated.ways, self.players_changed, self.resign_all,
        )  # fmt: skip
        # Tables
        self.public = PublicLists(
            self.matches.lists, self.everybody.players, lambda: bool(self.visitors), self.sanctions.banned_players
        )
        self.challenging = Challenging(database, self._stale)
        self.tables = Tables(
            OpenTables(database, clock), self.matches, self.players, self.rated, self.challenging, self.company,
            self.identities, self.match_changed,
        )  # fmt: skip
        self.pairing = Pairing(
            self.matches, self.players, self.tables, self.public, self.everybody, self.identities,
            alone=database.live is None,
        )  # fmt: skip
        # Games
        self.sessions = RunningSessions(self.matches, executor, self.everybody, self.match_changed, self._ended)
        """Of the matches that someone is at; visitors come to them by `attach`."""
        self.plans = Plans(
            PlanStore(database), self.matches, self._come_as, self._stale, self.limits.plan_delay, self.elsewhere
        )
        self.tournaments = Tournaments(
            database, clock, self.matches, self.challenging, self.sessions.resign, self.match_changed
        )

    @classmethod
    @asynccontextmanager
    async def with_processes(
        cls, database: Database, limits: Limits, clock: Callable[[], float], processes: int | None = None
    ) -> "AsyncIterator[Lobby]":
        """Hold a lobby whose bots think in processes, which end with it; by default one per processor but one."""
        async with ProcessExecutor(processes) as executor:
            yield cls(database, executor, limits, clock)

    async def visit(self, fingerprint: str | None, address: str, language: str, code: str = "") -> "Visitor":
        """Let someone in.

        Args:
            fingerprint: Of a key that the visitor has signed with; None for a guest.
            address: What limits count by: see `limits.address_group`.
            code: By which a guest comes back whose client keeps it; one that is nobody's yet is for the guest's first
                game.

        Raises:
            NaishiError: The visitor has too many terminals here already.
            StorageError: Nobody knows who it is.
        """
        visitor = Visitor(self, self.identities.new_account(guest=fingerprint is None), fingerprint, address, language)
        visitor.kept_code = code
        self.visitors.add(visitor)  # from now on, whoever changes the account has it changed here, too
        self.everybody.arrive(visitor.account.id)
        try:
            await self.identities.settle([visitor])
            await self.accounts.come_back(visitor)
            self._check_room(visitor)
            if visitor.account.stored:
                self.background.begin(self.players.came(visitor.account.id, fingerprint))
            await self.public.refresh()
            with suppress(StorageError):
                await self.plans.ready()
            with suppress(StorageError):
                await self._tell_renamed([visitor])
            self.closing.welcome(visitor)
        except BaseException:
            self.leave(visitor)
            raise
        return visitor

    def _check_room(self, visitor: "Visitor") -> None:
        """Make sure that a visitor may have one more terminal.

        Raises NaishiError: the player has too many, or the address has at all processes of the server together.
        """
        elsewhere, limits = self.elsewhere.addresses[visitor.address], self.limits
        here = sum(each.address == visitor.address for each in self.visitors)
        many = elsewhere > 0 and here + elsewhere > limits.per_address
        if many or self.everybody.count(visitor.account.id) > limits.per_player:
            raise NaishiError(_("You have too many connections here already."))

    def leave(self, visitor: "Visitor") -> None:
        if visitor in self.visitors:
            self.visitors.remove(visitor)
            self.everybody.depart(visitor.account.id)
            self.link_requests.withdraw(visitor)
            self.analyses.leave(visitor)

    async def attach(self, match_id: str, player: Account) -> MatchParticipant:
        """Come to a match: see `RunningSessions.attach`."""
        return self._looked_at(await self.sessions.attach(match_id, player))

    async def follow(self, participant: MatchParticipant) -> MatchParticipant:
        """Come to the match that has followed another one: see `RunningSessions.follow`."""
        return self._looked_at(await self.sessions.follow(participant))

    async def detach(self, participant: MatchParticipant) -> None:
        """Leave a match with one terminal; the session ends with the last, once all of it is stored."""
        match = await self.sessions.detach(participant)
        self.elsewhere.somebody_moved()
        if match is not None:
            self._stale(match.seats)

    @asynccontextmanager
    async def _come_as(self, match_id: str, player_id: int) -> AsyncIterator[MatchParticipant]:
        """Come to a match for a player who may not be here, until the end of the block; they are seen to be here."""
        self.everybody.arrive(player_id)
        try:
            participant = await self.attach(match_id, await self.players.get(player_id))
            try:
                yield participant
            finally:
                await self.detach(participant)
        finally:
            self.everybody.depart(player_id)

    async def resign_all(self, player_id: int) -> None:
        """Give up all unfinished games of a player who leaves for good.

        Raises SaveNotWrittenError: it couldn't be stored.
        """
        for match_id in await self.matches.lists.going_on(player_id):
            await self.sessions.resign(match_id, player_id, for_good=True)

    async def players_changed(self, *player_ids: int) -> None:
        """Have everybody look again who sits where: a player has another name or games of another one, or is gone."""
        self.elsewhere.tell("players", players=player_ids)
        await self.players_changed_here(*player_ids)

    async def players_changed_here(self, *player_ids: int) -> None:
        self.elsewhere.somebody_moved()
        await self.sessions.players_changed(*player_ids)
        for visitor in self.visitors:
            if visitor.account.id in player_ids or visitor.own_lists.name_any(player_ids):
                visitor.own_lists_changed()
        self.public.changed()
        self.tournaments.changed()

    async def look_at_sanctions(self) -> None:
        """Read again whom the operator keeps out or has muted, and send away who is here and may not be.

        Raises StorageError: it can't be read.
        """
        banned = self.sanctions.banned_players()
        await self.sanctions.refresh()
        if self.sanctions.banned_players() != banned:
            self.public.changed()
        for visitor in list(self.visitors):
            visitor.go_if_banned()
        await self._tell_renamed(list(self.visitors))

    async def _tell_renamed(self, visitors: "Sequence[Visitor]") -> None:
        renamed = await self.sanctions.renamed_among({visitor.account.id for visitor in visitors})
        for visitor in visitors:
            if (name := renamed.get(visitor.account.id)) is not None:
                visitor.announce(AccountNews(AccountEvent.RENAMED, name).__str__)

    async def settle_clocks(self) -> None:
        """End the matches in which a player's time is up, whether or not anybody is there.

        Raises StorageError: they can't be read.
        """
        for match_id in await self.clocks.overdue():
            with suppress(NaishiError):  # it is damaged, or can't be stored now
                await self.sessions.settle(match_id)

    async def look_at_tournaments(self) -> None:
        with suppress(NaishiError):
            await self.tournaments.look()

    async def clean_up(self) -> None:
        await clean_up(
            self._database,
            online=self.everybody,
            is_live=lambda match: match in self.sessions or match in self.elsewhere.matches,
        )
        self.public.changed()

    async def settled(self) -> None:
        await self.background.settled()

    async def close(self) -> bool:
        """End all sessions; return whether everything is stored."""
        self.closing.close()
        self.public.close()
        self.plans.close()
        with suppress(StorageError):  # then players are given the seconds since the last beat
            await self.clocks.beat()
        stored = await self.sessions.close()
        await self.settled()
        if self.leave_others is not None:
            await self.leave_others()
        try:
            await self._database.guard()
        except StorageError:
            return False
        return stored

    def _looked_at(self, participant: MatchParticipant) -> MatchParticipant:
        """Take note of someone who has come to a match: what has happened there is no news to a player any more."""
        self.elsewhere.somebody_moved()
        if participant.seat is not None:
            self.background.begin(self._look(participant.match_id, participant.seat, participant))
        return participant

    def _came_or_went(self, player_id: int) -> None:
        self.sessions.presence_changed([player_id])
        self.public.came_or_went(player_id)
        if player_id not in self.everybody:
            self.link_requests.end_all(player_id, LinkAnswer.LEFT)
            if player_id > 0:
                self.background.begin(self._close_live_tables(player_id))

    async def _close_live_tables(self, player_id: int) -> None:
        """Remove the tables with a clock of minutes of a player who has gone: a game there would not start.

        At those of others, someone else may have their seat.
        """
        with suppress(StorageError):  # they aren't listed either
            for match in await self.tables.store.live_of(player_id):
                if player_id not in self.everybody:
                    await self.tables.store.close(match.id, player_id)
                    self.match_changed(match)
            if player_id not in self.everybody:
                await self.tables.leave_live(player_id)

    def _request_changed(self, request: LinkRequest) -> None:
        request.visitor.account_has_changed()
        self.identities.account_changed(request.owner.id)

    def match_changed(self, match: Match) -> None:
        """Note that a match was stored: its players see it, and everybody if it is public."""
        self._stale((match.host, match.challenged, *match.seats))
        self.plans.changed(match.id)
        if match.public:
            self.public.changed()

    def _ended(self, match: Match) -> None:
        if match.tournament is not None:
            self.tournaments.changed()
            self.background.begin(self.look_at_tournaments())

    def _stale(self, player_ids: Sequence[int | None]) -> None:
        for visitor in self.visitors:
            if visitor.account.id in player_ids:
                visitor.own_lists_changed()

    async def _look(self, match_id: str, seat: int, participant: MatchParticipant) -> None:
        """Note that a player has seen a match; it is no news any more."""
        await self.matches.look(match_id, seat)
        self._stale((participant.player,))


@dataclass(frozen=True, slots=True)
class Listing:
    """What a visitor sees in the lobby."""

    mine: Sequence[Match] = ()
    open: Sequence[Match] = ()
    watchable: Sequence[Match] = ()
    unlisted: int = 0
    """How many more games of others could be watched."""


class Visitor(Login):
    """One connection that has logged in.

    What it changes in the lobby or in its account goes through here, `tables` or `credentials`, at a match through its
    `MatchParticipant`. What there is to look at, such as the public lists, is read from `lobby` as well.
    """

    def __init__(self, lobby: Lobby, account: Account, fingerprint: str | None, address: str, language: str) -> None:
        super().__init__(account, fingerprint, address)
        self.lobby, self.language = lobby, language
        self.credentials = Credentials(lobby.accounts, self)
        self.tables = TableActions(lobby.tables, lobby.pairing, lobby.accounts, self)
        self.tournaments = TournamentActions(lobby.tournaments, lobby.accounts, self)
        self.past_games = PastGames(lobby.matches, self)
        self.own_lists = VisitorLists(lobby, self)

    @property
    def listing(self) -> Listing:
        """What the visitor sees in the lobby, as it was when `refresh` was called last."""
        public, own = self.lobby.public, self.own_lists
        mine = {match.id for match in own.mine}  # the public lists may be a second older
        tables = (match for match in public.open if match.id not in mine and self._may_meet(match))
        return Listing(
            own.mine,
            [*own.challenges, *tables],
            [match for match in public.watchable if match.id not in mine and self.account.id not in match.seats],
            sum(count for player, count in public.unlisted.items() if player != self.account.id),
        )

    def _may_meet(self, table: Match) -> bool:
        return table.host != self.account.id and self.own_lists.blocked.isdisjoint({table.host, *table.seats})

    async def refresh(self) -> Listing:
        await self.own_lists.look()
        return self.listing

    def go_if_banned(self) -> None:
        if (ban := self.lobby.sanctions.ban_of(self.account.id, self.fingerprint, self.address)) is not None:
            self.send_away(partial(ban_words, ban))

    async def choose(self, name: str, value: object) -> None:
        """Keep the value of one setting. Raises SaveNotWrittenError: it couldn't be stored."""
        self.settings[name] = value
        if self.account.stored:
            await self.lobby.players.choose(self.account.id, name, value)
            for each in self.lobby.identities.of_player(self.account.id):
                each.settings[name] = value  # how a screen looks stays as it is until the next visit

    async def find(self, word: str) -> Match:
        """Find a match by its word, as slowly as wrong words allow.

        What can be no secret, such as a name that was mistyped, isn't counted.

        Raises NaishiError: there is none, or too many wrong words were tried.
        """
        word = next(reversed(word.replace("=", " ").split()), "")  # of `join WORD`, or of all that friends are sent
        if may_be_guessed := bool(meanings(word)):
            await self.lobby.allowances.tries.check(self.counted_as)
        if (match := await self.lobby.matches.lists.find(word)) is not None:
            return match
        if (tournament := await self.lobby.tournaments.find(word)) is not None:
            words = _(
                "This is the word of a tournament, {name}: tournament join {word} "
                "(on a screen: in the list of tournaments)."
            )
            raise NaishiError(words.format(name=tournament.setup.name, word=word))
        if await accounts.is_for_account(self.lobby.accounts, word):
            raise NaishiError(_("This isn't the word of a game but a code: it is for your account."))
        if may_be_guessed:
            await self.lobby.allowances.tries.record_wrong(self.counted_as)
        raise NaishiError(_("There is no game with this word."))

    async def public_of(self, name: str) -> Sequence[Match]:
        """List the public tables and games of a player, also those that the lists have no room for; none of oneself."""
        lobby = self.lobby
        try:
            other = await lobby.company.find(name)
        except NaishiError:
            return ()
        if other.id == self.account.id:
            return ()
        return await lobby.matches.lists.public_of(other.id, here=other.id in lobby.everybody)

    async def come(self, match: Match) -> MatchParticipant:
        """Come to a match of a list, which may have begun at another process since it was listed.

        Raises NaishiError: there is no such match, or it has not begun.
        """
        check_has_begun(await self.lobby.matches.get(match.id) if match.state is MatchStage.OPEN else match)
        return await self.attach(match.id)

    async def attach(self, match_id: str) -> MatchParticipant:
        """Come to a match: see `Lobby.attach`."""
        account = self.account
        participant = await self.lobby.attach(match_id, account)
        if self.account.id != account.id:  # someone else by now, who may have no seat there
            await self.lobby.detach(participant)
            return await self.attach(match_id)
        self.participants.add(participant)
        if participant.seat is not None:
            try:
                await self.lobby.rated.came_to(participant.match, account.id, self.address, self.fingerprint)
                with suppress(StorageError):  # then it is there the next time
                    await self.lobby.talk.arrive(participant)
            except BaseException:  # who can't come, or ends meanwhile, isn't there
                await self.detach(participant)
                raise
        return participant

    async def follow(self, participant: MatchParticipant) -> MatchParticipant:
        """Come to the match that has followed one where the visitor is: see `Lobby.follow`."""
        following = await self.lobby.follow(participant)
        self.participants.add(following)
        return following

    async def detach(self, participant: MatchParticipant) -> None:
        """Leave a match; it waits."""
        self.participants.discard(participant)
        await self.lobby.detach(participant)

    async def block(self, other: Account) -> str:
        """Hear no more of another player; return what to say of it.

        Raises NaishiError: it is the visitor, or there are too many.
        """
        await self.lobby.challenging.check_block(self.account, other)
        await self.lobby.challenging.block(await self.stored(), other)
        return _("{name} can't challenge you any more, nor sit down at your tables.").format(name=other.name)

    async def unblock(self, other: Account) -> str:
        """Let another player challenge the visitor again; return what to say of it."""
        if self.account.stored:  # else nobody is blocked
            await self.lobby.challenging.unblock(self.account, other)
        return _("{name} can challenge you.").format(name=other.name)

    async def rename(self, name: str) -> None:
        """Take a name, or another one.

        Raises NaishiError: it can't be used, is too much like someone else's, or isn't the first one of late.
        """
        await self.lobby.accounts.rename(self, name)

    async def delete_account(self, account: Account) -> None:
        """Delete the visitor's account: unfinished games are given up, and nobody can come back with it.

        Raises NaishiError: the visitor has another one by now, or none; SaveNotWrittenError: it couldn't be stored.
        """
        await to_the_end(self.lobby.accounts.delete(self, account))

    @override
    def become(
        self, account: Account, settings: dict[str, Any], news: AccountNews | None = None, *, keep_seats: bool = False
    ) -> None:
        if self.account.id != account.id and self in self.lobby.visitors:  # else they have just left
            self.lobby.everybody.arrive(account.id)
            self.lobby.everybody.depart(self.account.id)
        before = self.account.id
        super().become(account, settings, news, keep_seats=keep_seats)
        if before != account.id:
            self.go_if_banned()

    async def stored(self) -> Account:
        """Return the visitor's account, stored: see `Accounts.stored`."""
        return await self.lobby.accounts.stored(self)

    async def check_pace(self) -> None:
        """Count an analysis, an answer that is judged or an export for the address of the visitor.

        Raises NaishiError: there were many.
        """
        if not await self.lobby.allowances.analyses.take(self.address):
            raise NaishiError(_("There were many requests from your address. Please wait a little."))


class VisitorLists:
    """The lists of one visitor, read again only once something in them may have changed."""

    def __init__(self, lobby: Lobby, visitor: Login) -> None:
        self._lobby, self._visitor = lobby, visitor
        self.mine: Sequence[Match] = ()
        self.challenges: Sequence[Match] = ()
        """The tables at which someone waits for the visitor."""
        self.blocked: frozenset[int] = frozenset()
        self.standing: Standing | None = None
        self._looking = asyncio.Lock()
        """Held while they are read: whoever looks meanwhile waits for what is new."""

    async def look(self) -> None:
        """Read them again, if anything may have changed in them and they can be read."""
        async with self._looking:
            while self._visitor.lists_outdated:  # again, if something has changed while it was read
                self._visitor.lists_outdated = False
                try:
                    self.mine = await self.read_matches()
                    self.challenges = await self._lobby.challenging.to(self._visitor.account)
                    self.blocked = await self._lobby.challenging.blocked_players(self._visitor.account)
                    self.standing = await self._lobby.rated.ratings.of(self._visitor.account.id)
                except StorageError:
                    self._visitor.lists_outdated = True
                    break

    async def read_matches(self) -> Sequence[Match]:
        """Return the visitor's own matches, those over whose time was up."""
        visitor, matches = self._visitor, self._lobby.matches
        if not visitor.account.stored:
            return ()
        mine = await matches.lists.of(visitor.account.id)
        now = matches.now()
        if any(match.is_overdue(now) for match in mine):
            await self._lobby.settle_clocks()
            mine = await matches.lists.of(visitor.account.id)  # who it is may have changed meanwhile
        return mine

    def name_any(self, player_ids: Collection[int]) -> bool:
        listed = {player_id for match in self.mine for player_id in (match.host, *match.seats)}
        return not listed.isdisjoint(player_ids)

    def show_any(self, matches: Collection[str]) -> bool:
        return not {match.id for match in (*self.mine, *self.challenges)}.isdisjoint(matches)
