"""Lobby of a server: tables, matches, presence."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import suppress

from naishi.common.errors import NaishiError
from naishi.server.errors import StorageError
from naishi.server.play.account_news import AccountEvent, AccountNews
from naishi.server.play.accounts import Accounts
from naishi.server.play.allowances import Allowances
from naishi.server.play.analysis_queue import AnalysisQueue
from naishi.server.play.challenging import Challenging
from naishi.server.play.closing import Closing
from naishi.server.play.distant_news import DistantNews, EitherOf
from naishi.server.play.identities import Identities
from naishi.server.play.limits import Limits, ResponseTimes
from naishi.server.play.link_requests import LinkRequests
from naishi.server.play.login import LinkRequest
from naishi.server.play.neighbours import Neighbours
from naishi.server.play.one_time_words import WebLinks
from naishi.server.play.pairing import Pairing
from naishi.server.play.participant import MatchParticipant
from naishi.server.play.people import Company
from naishi.server.play.plans import Plans
from naishi.server.play.presence import Elsewhere, Everybody
from naishi.server.play.public_lists import PublicLists
from naishi.server.play.rated_tables import RatedTables
from naishi.server.play.running_sessions import RunningSessions
from naishi.server.play.sanctions import Sanctions
from naishi.server.play.service_clock import Background
from naishi.server.play.shares import Shares
from naishi.server.play.tables import Tables
from naishi.server.play.talk import Talk
from naishi.server.play.tournaments import Tournaments
from naishi.server.play.visitor import Visitor
from naishi.server.storage import rated, tournament_results
from naishi.server.storage.account import Account
from naishi.server.storage.account_codes import AccountCodes
from naishi.server.storage.audit import Audit
from naishi.server.storage.challenges import Challenges
from naishi.server.storage.cleanup import clean_up
from naishi.server.storage.clocks import Clocks
from naishi.server.storage.database import Database
from naishi.server.storage.learning import Learning
from naishi.server.storage.match import Match
from naishi.server.storage.match_lists import PastMatches
from naishi.server.storage.matches import Matches
from naishi.server.storage.open_tables import OpenTables
from naishi.server.storage.people import People
from naishi.server.storage.plans import StoredPlans
from naishi.server.storage.players import Players
from naishi.server.storage.ratings import Ratings
from naishi.server.storage.solved_tasks import SolvedTasks
from naishi.server.storage.tournaments import StoredTournaments
from naishi.sessions.session import BotExecutors


class Lobby:
    """Holds everybody who is here, the tables, and the sessions of the matches being played, for one event loop."""

    def __init__(
        self,
        database: Database,
        executor: BotExecutors | None = None,
        limits: Limits | None = None,
        clock: Callable[[], float] = time.time,
    ) -> None:
        """Begin with nobody here.

        Args:
            database: Keeps players and matches.
            executor: Where bots think; by default in threads of this process.
            limits: What a visitor may take.
            clock: Tells the time that matches go by.
        """
        self._database = database
        self.limits = limits or Limits()
        self.response_times = ResponseTimes()
        self.background = Background()
        """What nobody has to wait for; see `settled`."""

        self.players = Players(database)
        self.codes = AccountCodes(database)
        self.matches = Matches(database, clock, (rated.settle, tournament_results.settle))
        self.clocks = Clocks(database, clock)
        self.past = PastMatches(database)
        self.learning = Learning(database)
        self.solved = SolvedTasks(database)

        shares = Shares(database.live)
        self.rated = RatedTables(Ratings(database, clock), shares.ways)
        self.allowances = Allowances(self.limits, shares)
        self.analyses = AnalysisQueue(self.limits.analyses)
        self.sanctions = Sanctions(database)
        self.audit = Audit(database)
        """What operators have done; nobody who plays can write or read it."""
        self.talk = Talk(database, clock, self.allowances.phrases, self.allowances.reports, self.sanctions)
        self.web_links = WebLinks(shares.words("links"))
        self.web_tickets = shares.words("tickets")
        """For the hash of each ticket, the cookie that a page fetches with it."""

        self.visitors: set[Visitor] = set()
        """Those at this process; see `everybody`."""
        self.elsewhere = Elsewhere()
        """Who is at other processes of the server."""
        self.closing = Closing(self.visitors, self.elsewhere)
        self.matches.check_beginning = self.closing.check_beginning
        self.everybody = Everybody(self.elsewhere, self._came_or_went)
        self.company = Company(People(database), self.rated.ratings, self.visitors, self.everybody)
        self.identities = Identities(self.visitors, self.players, self.elsewhere)
        self.link_requests = LinkRequests(self._request_changed, self.elsewhere)
        self.accounts = Accounts(
            self.players, self.codes, self.matches.lists, self.everybody, self.allowances, self.identities,
            self.link_requests, self.web_links, self.rated.ways, self.players_changed, self.resign_all,
        )  # fmt: skip

        self.public = PublicLists(self.matches.lists, self.everybody.players, lambda: bool(self.visitors))
        self.challenging = Challenging(Challenges(database), self._stale)
        self.tables = Tables(
            OpenTables(database, clock), self.matches, self.players, self.rated, self.challenging, self.company,
            self.identities, self.match_changed,
        )  # fmt: skip
        self.pairing = Pairing(
            self.matches, self.players, self.tables, self.public, self.everybody, self.identities,
            alone=database.live is None,
        )  # fmt: skip
        self._sessions = RunningSessions(self.matches, executor, self.everybody, self.match_changed, self._ended)
        """Every visitor knows the lobby, and none may come to these."""
        self.plans = Plans(StoredPlans(database), self, self._stale, self.limits.plan_delay, self.elsewhere)
        self.tournaments = Tournaments(
            StoredTournaments(database, clock),
            self.matches,
            self.challenging,
            self._sessions.resign,
            self.match_changed,
        )
        news = DistantNews(self, self._sessions)
        self.neighbours = None if database.live is None else Neighbours(database.live, self.elsewhere, news)

    async def join_others(self, replaces: str = "") -> None:
        """Be one of several processes of a server from now on, if it has several; before anybody is let in.

        Args:
            replaces: The name of one that has ended, and whose place this one takes.

        Raises:
            StorageError: What they share can't be used.
        """
        if self.neighbours is not None:
            await self.neighbours.join(replaces)

    async def visit(self, fingerprint: str | None, address: str, language: str, code: str = "") -> Visitor:
        """Let somebody in.

        Args:
            fingerprint: Of a key that the visitor has signed with; None for a guest.
            address: What limits count by: see `limits.address_group`.
            language: What the visitor's client speaks, or else the server.
            code: By which a guest comes back whose client keeps it; one that is nobody's yet is for the guest's first
                game.
        """
        visitor = Visitor(self, self.identities.new_account(guest=fingerprint is None), fingerprint, address, language)
        visitor.kept_code = code
        self.visitors.add(visitor)  # from now on, whoever changes the account has it changed here, too
        self.everybody.arrive(visitor.account.id)
        try:
            await self.identities.settle([visitor])
            await self.accounts.come_back(visitor)
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

    def leave(self, visitor: Visitor) -> None:
        """Let somebody go."""
        if visitor in self.visitors:
            self.visitors.remove(visitor)
            self.everybody.depart(visitor.account.id)
            self.link_requests.withdraw(visitor)
            self.analyses.leave(visitor)

    @property
    def matches_in_memory(self) -> int:
        """How many matches somebody is at, or have something that isn't stored yet."""
        return len(self._sessions)

    def has_unsaved(self, player_id: int) -> bool:
        """Return whether anything of a player's matches isn't stored yet."""
        return self._sessions.has_unsaved(player_id)

    async def attach(self, match_id: str, player: Account) -> MatchParticipant:
        """Come to a match, with one more terminal: at one's seat, or to watch.

        Raises:
            NaishiError: There is no such match, or it has not begun.
        """
        return self._looked_at(await self._sessions.attach(match_id, player))

    async def follow(self, participant: MatchParticipant) -> MatchParticipant:
        """Come to the match that has followed another one, where the players have each other's seats.

        Raises:
            NaishiError: None has followed.
        """
        return self._looked_at(await self._sessions.follow(participant))

    async def detach(self, participant: MatchParticipant) -> None:
        """Leave a match with one terminal; the session ends with the last, once all of it is stored."""
        match = await self._sessions.detach(participant)
        self.elsewhere.somebody_moved()
        if match is not None:
            self._stale(match.seats)

    async def resign_all(self, player_id: int) -> None:
        """Give up all unfinished games of a player who leaves for good.

        Raises:
            SaveNotWrittenError: It couldn't be stored.
        """
        for match_id in await self.matches.lists.going_on(player_id):
            await self._sessions.resign(match_id, player_id, for_good=True)

    async def players_changed(self, *player_ids: int) -> None:
        """Have everybody look again who sits where: a player has another name or games of another one, or is gone."""
        self.elsewhere.tell("players", players=player_ids)
        await self.players_changed_here(*player_ids)

    async def players_changed_here(self, *player_ids: int) -> None:
        """Have everybody at this process look again who sits where."""
        self.elsewhere.somebody_moved()
        await self._sessions.players_changed(*player_ids)
        for visitor in self.visitors:
            if visitor.account.id in player_ids or visitor.own_lists.name_any(player_ids):
                visitor.own_lists_changed()
        self.public.changed()
        self.tournaments.changed()

    async def call_off(self, match_id: str) -> None:
        """End a game without a winner, by the hand of the operator.

        Raises:
            NaishiError: It is over, gone or damaged, or it couldn't be stored.
        """
        await self._sessions.call_off(match_id)

    async def look_at_sanctions(self) -> None:
        """Read again whom the operator keeps out or has muted, and send away who is here and may not be.

        Raises:
            StorageError: It can't be read.
        """
        await self.sanctions.refresh()
        for visitor in list(self.visitors):
            visitor.go_if_banned()
        await self._tell_renamed(list(self.visitors))

    async def _tell_renamed(self, visitors: Sequence[Visitor]) -> None:
        """Have players read, once, that the operator has given them another name."""
        renamed = await self.sanctions.renamed_among({visitor.account.id for visitor in visitors})
        for visitor in visitors:
            if (name := renamed.get(visitor.account.id)) is not None:
                news = AccountNews(AccountEvent.RENAMED, name)
                visitor.announce(news.__str__)

    async def settle_clocks(self) -> None:
        """End the matches in which a player's time is up, whether or not anybody is there.

        Raises:
            StorageError: They can't be read.
        """
        for match_id in await self.clocks.overdue():
            with suppress(NaishiError):  # it is damaged, or can't be stored now
                await self._sessions.settle(match_id)

    async def look_at_tournaments(self) -> None:
        """Begin the rounds of tournaments that can begin, if they can be stored now."""
        with suppress(NaishiError):
            await self.tournaments.look()

    async def clean_up(self) -> None:
        """Remove what is too old, but nothing that somebody is at."""
        await clean_up(self._database, online=self.everybody, live=EitherOf(self._sessions, self.elsewhere))
        self.public.changed()

    async def settled(self) -> None:
        """Wait until what is done in the background has been done."""
        await self.background.settled()

    async def close(self) -> bool:
        """End all sessions; return whether everything is stored."""
        self.closing.close()
        self.public.close()
        self.plans.close()
        with suppress(StorageError):  # then players are given the seconds since the last beat
            await self.clocks.beat()
        stored = await self._sessions.close()
        await self.settled()
        if self.neighbours is not None:
            await self.neighbours.leave()
        try:
            await self._database.guard()
        except StorageError:
            return False
        return stored

    def _looked_at(self, participant: MatchParticipant) -> MatchParticipant:
        """Take note of somebody who has come to a match: what has happened there is no news to a player any more."""
        self.elsewhere.somebody_moved()
        if participant.seat is not None:
            self.background.begin(self._look(participant.match_id, participant.seat, participant))
        return participant

    def _came_or_went(self, player_id: int) -> None:
        """Note that a player is on the server now, or isn't any more."""
        self._sessions.presence_changed([player_id])
        self.public.came_or_went(player_id)
        if player_id not in self.everybody:
            self.link_requests.end_without_owner(player_id)
            if player_id > 0:
                self.background.begin(self._close_live_tables(player_id))

    async def _close_live_tables(self, player_id: int) -> None:
        """Remove the tables with a clock of minutes of a player who has gone: a game there would not start.

        At those of others, somebody else may have their seat.
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
        """Note that a match is over: the next round of a tournament may begin."""
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
