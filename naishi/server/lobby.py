"""The place where people meet: tables, matches, and who is here."""

from __future__ import annotations

import asyncio
import secrets
from collections import Counter
from collections.abc import AsyncIterator, Hashable, Sequence
from dataclasses import dataclass

from naishi.bots.executor import ProcessExecutor
from naishi.errors import NaishiError
from naishi.game.game import Game
from naishi.game.record import Options, Player
from naishi.i18n import _
from naishi.server.cleanup import clean_up
from naishi.server.codes import Tries
from naishi.server.database import Database
from naishi.server.live import LiveMatch, MatchParticipant
from naishi.server.match import Match, MatchState
from naishi.server.matches import Matches
from naishi.server.players import Account, Players
from naishi.text.bot_names import player_name

MOST_TABLES = 5
"""Tables at which one player may wait at a time."""
MOST_GAMES = 40
"""Unfinished games of one player, tables at which nobody has joined included."""
GUEST_TABLES, GUEST_GAMES = 2, 8
"""The same for a guest: a new one costs nothing."""


@dataclass(frozen=True, slots=True)
class Listing:
    """What a player sees on coming in."""

    mine: Sequence[Match]
    open: Sequence[Match]
    watchable: Sequence[Match]


class Lobby:
    """Holds the sessions of all matches that somebody is at, for one event loop."""

    def __init__(self, database: Database, executor: ProcessExecutor | None = None) -> None:
        """Begin with nobody here.

        Args:
            database: Keeps players and matches.
            executor: Where bots think; by default in threads of this process.
        """
        self._database = database
        self.players = Players(database)
        self.matches = Matches(database)
        self._executor = executor
        self._live: dict[str, LiveMatch] = {}
        self._online: Counter[int] = Counter()
        self._tries = Tries()
        self._revision = 0
        self._changed = asyncio.Event()

    def arrive(self, player: int) -> None:
        """Count a terminal of a player."""
        self._online[player] += 1
        self._presence_changed(player)

    def leave(self, player: int) -> None:
        """Count a terminal off."""
        self._online[player] -= 1
        if not self._online[player]:
            del self._online[player]
        self._presence_changed(player)

    def list(self, player: int) -> Listing:
        """Return what there is for a player."""
        return Listing(self.matches.of(player), self.matches.open_tables(player), self.matches.to_watch(player))

    def changes(self) -> AsyncIterator[None]:
        """Yield whenever the lists may have changed since this was called; a slow reader misses only repetitions."""
        return self._changes_since(self._revision)

    async def _changes_since(self, seen: int) -> AsyncIterator[None]:
        while True:
            if seen == self._revision:
                await self._changed.wait()
            seen = self._revision
            yield

    def open_table(self, host: Account, *, public: bool) -> Match:
        """Make a table at which a player waits.

        Raises:
            NaishiError: The player waits at too many, or has too many games.
        """
        most = GUEST_TABLES if host.guest else MOST_TABLES
        if self.matches.count_unfinished(host.id, MatchState.OPEN) >= most:
            raise NaishiError(_("You are already waiting at {count} tables.").format(count=most))
        self._check_games(host)
        match = self.matches.open_table(host.id, public=public)
        self._tell_everybody()
        return match

    def close_table(self, match: Match, host: Account) -> None:
        """Remove a table at which nobody has joined."""
        self.matches.close_table(match.id, host.id)
        self._tell_everybody()

    def join(self, match: Match, player: Account) -> Match:
        """Sit down at a table; who goes first is drawn.

        Raises:
            NaishiError: It is the player's own, somebody else was quicker, or the player has too many games.
        """
        if match.seat_of(player.id) is not None and match.state is not MatchState.OPEN:
            return match
        if match.host == player.id:
            raise NaishiError(_("This is your own table; someone else has to join."))
        self._check_games(player)
        host = self.players.get(match.host)
        return self._fill(match, (host, player))

    def seat_bot(self, match: Match, host: Account, kind: str) -> Match:
        """Give the empty seat of one's own table to a bot.

        Raises:
            NaishiError: It isn't one's own, or somebody has just joined.
        """
        if match.host != host.id:
            raise NaishiError(_("Only the player who made the table can do that."))
        return self._fill(match, (host, kind))

    def play_bot(self, player: Account, kind: str) -> Match:
        """Begin a game against a bot.

        Raises:
            NaishiError: The player has too many games.
        """
        self._check_games(player)
        seats, game = _dealt((player, kind))
        match = self.matches.start(player.id, game, seats, public=True)
        self._tell_everybody()
        return match

    def rematch(self, participant: MatchParticipant, player: Account) -> Match | None:
        """Ask for a rematch, in the other order of seats; return the new match once both want it.

        Raises:
            NaishiError: The game goes on, or isn't one's own.
        """
        live, seat = self._live.get(participant.match_id), participant.seat
        if live is None or seat is None or not live.over:
            raise NaishiError(_("You can ask for a rematch only after a game of your own."))
        if live.agreed.next is not None:
            return self.matches.get(live.agreed.next)
        if live.match.seats[1 - seat] is not None and live.agreed.rematch != 1 - seat:
            live.change(rematch=seat)
            return None
        first, second = live.game.players
        game = Game.new(players=(second, first), options=live.game.options)
        seats = live.match.seats[1], live.match.seats[0]
        match = self.matches.start(player.id, game, seats, public=live.match.public)
        live.change(next=match.id)
        self._tell_everybody()
        return match

    def find(self, word: str, *who: Hashable) -> Match:
        """Find a match by its word.

        Args:
            word: The id of a public match, or the word of an invitation.
            who: Who tries: an address, a player. Each has to wait after many wrong words.

        Raises:
            NaishiError: There is none, or too many wrong words were tried.
        """
        self._tries.check(*who)
        if (match := self.matches.find(word)) is None:
            self._tries.failed(*who)
            raise NaishiError(_("There is no game with this word."))
        return match

    def use_code(self, code: str, player: Account, fingerprint: str | None, *who: Hashable) -> Account:
        """Use a code (see `Players.use_code`), as slowly as words.

        Raises:
            NaishiError: It is wrong, or too many wrong ones were tried.
        """
        self._tries.check(*who)
        if (account := self.players.use_code(code, player.id, fingerprint)) is None:
            self._tries.failed(*who)
            raise NaishiError(_("This code is wrong or has expired."))
        self._tell_everybody()
        return account

    def attach(self, match: str, player: Account) -> MatchParticipant:
        """Come to a match, with one more terminal: at one's seat, or to watch.

        Raises:
            NaishiError: There is no such match, or it has not begun.
        """
        row = self.matches.get(match)
        if (live := self._live.get(match)) is None:
            executor = None if self._executor is None else self._executor.of(row.host)
            live = LiveMatch(row, self.matches, executor, self._online.__contains__, self._tell_everybody)
            self._live[match] = live
        live.match = row
        seat = row.seat_of(player.id)
        live.arrive(seat, player.name)
        return MatchParticipant(live, seat)

    def detach(self, participant: MatchParticipant, player: Account) -> None:
        """Leave a match with one terminal; the session ends with the last."""
        if (live := self._live.get(participant.match_id)) is not None:
            live.leave(participant.seat, player.name)
            if live.empty:
                live.session.close()
                del self._live[participant.match_id]
        self._tell_everybody()

    def clean_up(self) -> None:
        """Remove what is too old, but nothing that somebody is at."""
        clean_up(self._database, online=self._online, live=self._live)
        self._tell_everybody()

    def close(self) -> None:
        """End all sessions; their games are stored."""
        for live in self._live.values():
            live.session.close()
        self._live.clear()

    def _fill(self, match: Match, players: tuple[Account, Account | str]) -> Match:
        seats, game = _dealt(players)
        self.matches.fill(match.id, game, seats)
        self._tell_everybody()
        return self.matches.get(match.id)

    def _check_games(self, player: Account) -> None:
        most = GUEST_GAMES if player.guest else MOST_GAMES
        if self.matches.count_unfinished(player.id) >= most:
            raise NaishiError(_("You have {count} unfinished games; finish one first.").format(count=most))

    def _presence_changed(self, player: int) -> None:
        for live in self._live.values():
            if player in live.match.seats:
                live.session.notify()

    def _tell_everybody(self) -> None:
        self._revision += 1
        changed, self._changed = self._changed, asyncio.Event()
        changed.set()


def _dealt(players: tuple[Account, Account | str]) -> tuple[tuple[int | None, int | None], Game]:
    """Deal for two players, of whom a bot is given by its kind; who goes first is drawn."""
    both = [
        (each.id, Player(name=each.name))
        if isinstance(each, Account)
        else (None, Player(name=player_name(each), kind=each))
        for each in players
    ]
    if secrets.randbelow(2):
        both.reverse()
    (first, one), (second, other) = both
    against_bot = None in {first, second}
    game = Game.new(players=(one, other), options=Options(undo="free" if against_bot else "off"))
    return (first, second), game
