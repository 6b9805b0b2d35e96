"""Finished games of a player, and what was learnt from them."""

import asyncio
import zlib
from collections.abc import AsyncIterator, Awaitable, Collection, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager
from datetime import date, datetime
from typing import Any, NamedTuple, TypeVar

from sqlalchemy import Connection, select, update
from sqlalchemy.dialects.postgresql import insert as insert_or

from naishi.common.i18n import N_, NaishiError, _, day, listed, moment, ngettext
from naishi.server.accounts.login import Login
from naishi.server.database.database import Database
from naishi.server.database.schema import analyses, exercises, matches, results, solved
from naishi.server.database.sharing import replace_row
from naishi.server.match.match import NAISHI, Match, MatchStage
from naishi.server.match.match_lists import PastMatch
from naishi.server.match.state import EndKind, MatchState
from naishi.server.match.store import Matches
from naishi.sessions.replay import Replay
from naishi.tabletop.game import describe
from naishi.tabletop.kinds import kind_of, options_in_words


class PastRecord(NamedTuple):
    """All that a save of a finished game has: what `naishi.saves.document.write_line` makes a line of."""

    game: Mapping[str, Any]
    id: str
    begun: datetime
    ended: datetime


class PastGame(NamedTuple):
    """A finished game of a player's, with all that was hidden in it."""

    match: Match
    game: Any
    """A `Game`, with the names that its players had when it began."""
    ended: str
    """How the players ended it before its end, as a sentence; empty where they haven't."""
    seat: int

    def replay(self) -> Replay:
        replay = Replay(self.game, ended=self.ended, names=self.match.names)
        replay.look_from(self.seat)
        return replay


class PastGames:
    """The finished games of whoever a visitor is now; those of others are refused."""

    def __init__(self, matches: Matches, login: Login) -> None:
        self._matches, self._login = matches, login

    @property
    def player(self) -> int:
        return self._login.account.id

    def changes(self) -> AsyncIterator[int]:
        return self._login.changes()

    async def page(self, after: PastMatch | None = None, count: int = 50) -> Sequence[PastMatch]:
        """List some games, the newest first: see `MatchLists.past`."""
        if not self._login.account.stored:
            return ()
        return await self._matches.lists.past(self.player, after, count)

    async def load(self, match_id: str) -> PastGame:
        """Return a finished game. Raises NaishiError: it isn't one, or it isn't the player's."""
        match, state = await self._load(match_id)
        return PastGame(match, state.game, describe(state.early_end, match.names), match.seat_of(self.player) or 0)

    async def _load(self, match_id: str) -> tuple[Match, MatchState]:
        """Return a match that is over. Raises NaishiError: it isn't, or it isn't the player's."""
        match = await self._matches.get(match_id)
        if match.seat_of(self.player) is None:
            raise NaishiError(_("Only its players can look at a game again."))
        if match.state is MatchStage.OVER:
            state = await self._matches.load(match_id)
            if state.over:  # else, against a bot, the end has just been undone
                return match, state
        raise not_over()

    async def record(self, match_id: str) -> PastRecord:
        """Return what a save of a game has, to be kept at home.

        Raises NaishiError: it isn't a finished game of the player's.
        """
        match, state = await self._load(match_id)
        begun_at = await self._matches.begun_at(match_id)
        begun, ended = (moment(each) for each in (begun_at or match.updated, match.updated))
        game = state.game.copy()
        for seat, name in enumerate(match.stored_names):
            game.change_player(seat, name=name)
        document = dict(game.document())
        if (early_end := state.early_end) is not None:
            document["early_end"] = early_end.model_dump(mode="json")
        return PastRecord(document, match.id, begun, ended)


def not_over() -> NaishiError:
    return NaishiError(_("This game isn't over yet. Once it is, you can look at all of it again."))


LOST = {
    "resigned": N_("you resigned"),
    "timed out": N_("you lost on time"),
    "claimed": N_("you stayed away and lost"),
}
WON = {
    "resigned": N_("you won by resignation"),
    "timed out": N_("you won on time"),
    "claimed": N_("you claimed the game and won"),
}
"""How the player can win before that: the other one, whose name stands beside it, isn't named again."""

GONE = {
    "resigned": N_("resigned"),
    "timed out": N_("lost on time"),
    "claimed": N_("stayed away"),
}


def when(past: PastMatch) -> str:
    """Return the day on which a match ended, in UTC: a server doesn't know where its players are."""
    return day(moment(past.ended_at).date())


def opponent(past: PastMatch) -> str:
    """Name the other players; the game, the expansion and the tournament, where there is something to say of them."""
    match, part = past.match, past.match.tournament
    name = listed(name for seat, name in enumerate(match.names) if seat != past.seat)
    notes = [] if match.game == NAISHI else [kind_of(match.game).title()]
    notes += [*options_in_words(match.game, match.options, in_short=True), *([part.name] if part is not None else [])]
    return _("{what} ({note})").format(what=name, note=listed(notes, conjunction=False)) if notes else name


def outcome(past: PastMatch) -> str:
    """Say how a match ended for the player, whose points come first."""
    result, match = past.match.result, past.match
    if result is not None and result.how == "aborted":
        off = match.agreements.aborted
        return _("you called it off") if off == past.seat else _("the other player called it off")
    if result is not None and result.how == EndKind.UNPLAYED:
        return _("called off")
    if len(match.seats) != 2:
        return _among_several(past)
    if result is None or result.winner is None:
        return _("a draw was agreed") if result is not None and result.how == "drawn" else _("a draw")
    won = result.winner == past.seat
    if result.how in LOST:
        return _(WON[result.how] if won else LOST[result.how])
    if result.points is None:
        return _("you won") if won else _("you lost")
    mine, theirs = result.points[past.seat], result.points[1 - past.seat]
    words = _("you won {mine}–{theirs}") if won else _("you lost {mine}–{theirs}")
    if min(mine, theirs) < 0:
        words = _("you won {mine} to {theirs}") if won else _("you lost {mine} to {theirs}")
    return words.format(mine=mine, theirs=theirs)


def _among_several(past: PastMatch) -> str:
    result, left = past.match.result, dict(past.match.agreements.vacated)
    if past.seat in left:
        return _(LOST[left[past.seat]])
    if result is None or result.ranks is None:
        return _("called off")
    rank, count = result.ranks[past.seat], len(result.ranks)
    place = _("you won") if result.winner == past.seat else _("place {rank} of {count}").format(rank=rank, count=count)
    if result.points is None:
        return place
    points = result.points[past.seat]
    return ngettext("{place}, {count} point", "{place}, {count} points", points, place=place)


def in_a_list(past: PastMatch) -> tuple[str, str]:
    """Return whom the player met, and how that ended; of more than two, the game, and all by their places."""
    match, ranks = past.match, None if past.match.result is None else past.match.result.ranks
    if len(match.seats) == 2 or ranks is None:
        return opponent(past), outcome(past)
    ranked = sorted(range(len(match.seats)), key=lambda seat: ranks[seat])
    places = listed((_place(past, seat, ranks[seat]) for seat in ranked), conjunction=False)
    return kind_of(match.game).title(), places


def _place(past: PastMatch, seat: int, rank: int) -> str:
    """Say which place a seat of a match of more than two had, with its points; or how its player left."""
    match, left = past.match, dict(past.match.agreements.vacated)
    points = None if match.result is None else match.result.points
    said = _("{rank}. {name}").format(rank=rank, name=match.names[seat])
    if seat in left:
        return _("{what} ({note})").format(what=said, note=_(GONE[left[seat]]))
    return said if points is None else _("{name} {points}").format(name=said, points=points[seat])


class SolvedTasks:
    """The solved lessons and puzzles in the database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, player: int) -> Collection[str]:
        theirs = select(solved.c.task).where(solved.c.player == player)
        return await self._database.read(lambda db: set(db.execute(theirs).scalars()))

    async def add(self, player: int, tasks: Iterable[str]) -> None:
        rows = [{"player": player, "task": task} for task in tasks]
        await self._database.write(lambda db: db.execute(insert_or(solved).on_conflict_do_nothing(), rows))


class KeptProgress:
    """The solved exercises of whoever a visitor is now. Without an account they are known until the visit ends."""

    def __init__(self, solved: SolvedTasks, login: Login) -> None:
        self._stored, self._login = solved, login
        self._account = login.account
        self.solved: set[str] = set()
        """The ids of the exercises, as known since `load`."""

    async def load(self) -> None:
        """Read what the account has; what was solved before there was one goes to it."""
        before, self._account = self._account, self._login.account
        if before.stored and before.id != self._account.id:
            self.solved = set()
        if self._account.stored:
            known = await self._stored.of(self._account.id)
            if new := self.solved - set(known):
                await self._stored.add(self._account.id, new)
            self.solved |= set(known)

    async def remember(self, exercise: str) -> None:
        """Remember that an exercise is solved.

        Raises SaveNotWrittenError: it couldn't be stored; it is known until the visit ends.
        """
        self.solved.add(exercise)
        await self.load()


AT_ONCE = 10
"""How many exercises are listed at a time: each is a game, and takes a moment to be read."""
LAST = 12
LARGEST = 2_000_000
"""In bytes, of an analysis. That of a long game has about 60,000."""


class Learning:
    """Analyses and exercises in the database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def analysis(self, match: str) -> bytes | None:
        """Return the analysis of a match, in JSON; None where there is none."""

        def read(db: Connection) -> bytes | None:
            document = db.execute(select(analyses.c.document).where(analyses.c.match == match)).scalar()
            return None if document is None else _unpacked(document)

        return await self._database.read(read)

    async def newest_analyses(self, player: int) -> Sequence[tuple[str, bytes]]:
        """Return those of a player's matches that ended last and were analysed: the match, and the analysis in JSON."""
        joined = select(analyses).join(results, results.c.match == analyses.c.match)
        newest = joined.where(results.c.player == player).order_by(results.c.ended_at.desc()).limit(LAST)
        return await self._database.read(
            lambda db: [(row.match, _unpacked(row.document)) for row in db.execute(newest)]
        )

    async def keep_analysis(self, match: str, document: bytes) -> None:
        row = {"match": match, "document": zlib.compress(document)}
        await self._database.write(lambda db: replace_row(db, analyses, row))

    async def add(self, player: int, match: str, decisions: Sequence[tuple[int, str]], today: date) -> None:
        """Add mistakes of a player in a match; those that are known stay as they are."""
        rows = [
            {"player": player, "match": match, "ply": ply, "decision": decision, "box": 0, "due": today.isoformat()}
            for ply, decision in decisions
        ]
        if rows:
            await self._database.write(lambda db: db.execute(insert_or(exercises).on_conflict_do_nothing(), rows))

    async def due(self, player: int, today: date, match: str | None = None) -> Sequence[Any]:
        """Return some exercises of a player, in one match or in all, to be solved now; the longest due first.

        Each has the columns of its row, with the decision in JSON, and the `record` of its match.
        """
        which = [exercises.c.player == player, exercises.c.due <= today.isoformat()]
        which += [] if match is None else [exercises.c.match == match]
        due = select(*exercises.c, matches.c.record).join(matches, matches.c.id == exercises.c.match).where(*which)
        due = due.order_by(exercises.c.due, exercises.c.match, exercises.c.ply).limit(AT_ONCE)
        return await self._database.read(lambda db: db.execute(due).all())

    async def answer(self, player: int, match: str, ply: int, box: int, due: date | None) -> None:
        """Put an exercise where it comes again; without a day, it is done with."""
        which = exercises.c.player == player, exercises.c.match == match, exercises.c.ply == ply
        changed = update(exercises).where(*which).values(box=box, due=None if due is None else due.isoformat())
        await self._database.write(lambda db: db.execute(changed))


def _unpacked(document: bytes) -> bytes:
    return zlib.decompressobj().decompress(document, LARGEST)


T = TypeVar("T")


class Turn:
    """Someone's place in the queue."""

    def __init__(self, player: int, terminal: object) -> None:
        self.player, self.terminal = player, terminal
        self.ahead = 0
        """How many others have to end before this one may begin."""
        self.moved, self.left = asyncio.Event(), asyncio.Event()
        """Set when `ahead` has changed, and when the terminal is gone."""

    async def unless_left(self, work: Awaitable[T]) -> T:
        """Wait for something, but no longer than the terminal is there. Raises NaishiError: it is gone."""
        task, left = asyncio.ensure_future(work), asyncio.ensure_future(self.left.wait())
        try:
            await asyncio.wait({task, left}, return_when=asyncio.FIRST_COMPLETED)
            if left.done():
                raise NaishiError(_("The analysis was stopped."))
            return await task
        finally:
            task.cancel()
            left.cancel()
            await asyncio.gather(task, left, return_exceptions=True)

    async def wait(self) -> AsyncIterator[int]:
        """Yield how many are ahead, now and whenever that has changed, until nobody is."""
        while self.ahead:
            self.moved.clear()
            yield self.ahead
            await self.unless_left(self.moved.wait())


class AnalysisQueue:
    """Bounds how much of the machine analyses take, and lets in first who came first.

    Nobody can be in it twice, so that no player has to wait for all that another one wants.

    Args:
        at_once: How many processes may analyse; 0 where this place has no analyses.
    """

    def __init__(self, at_once: int) -> None:
        self._at_once = at_once
        self._turns: list[Turn] = []
        """Of those who analyse, and after them of those who wait."""

    @asynccontextmanager
    async def turn(self, player: int, terminal: object) -> AsyncIterator[Turn]:
        """Take a place for a terminal (see `leave`) until the end of the block. It may begin once nobody is ahead.

        Raises NaishiError: see `check`.
        """
        self.check(player)
        turn = Turn(player, terminal)
        self._turns.append(turn)
        self._move_up()
        try:
            yield turn
        finally:
            self._turns.remove(turn)
            self._move_up()

    def check(self, player: int) -> None:
        """Make sure that someone may take a place.

        Raises NaishiError: there are no analyses here, or the player has a place already.
        """
        if not self._at_once:
            raise NaishiError(_("This server makes no analyses."))
        if any(turn.player == player for turn in self._turns):
            raise NaishiError(_("An analysis of yours is under way already: one at a time."))

    def leave(self, terminal: object) -> None:
        for turn in self._turns:
            if turn.terminal is terminal:
                turn.left.set()

    def _move_up(self) -> None:
        for place, turn in enumerate(self._turns):
            ahead = max(0, place - self._at_once + 1)
            if ahead != turn.ahead:
                turn.ahead = ahead
                turn.moved.set()
