"""People of a server: presence, records, leaderboard."""

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any, NamedTuple

from sqlalchemy import Connection, and_, bindparam, case, exists, func, or_, select

from naishi.common.i18n import NaishiError, _, quoted
from naishi.server.accounts.login import Login
from naishi.server.accounts.players import account_of
from naishi.server.database.database import Database
from naishi.server.database.names import NAMELESS, skeleton
from naishi.server.database.schema import matches, players, ratings, results, seats
from naishi.server.match.glicko import Standing
from naishi.server.presence.presence import Account, Everybody
from naishi.server.ratings.ratings import Ranked, Ratings, standing_of
from naishi.tabletop.kinds import keys

MOST_OPPONENTS = 12
DONE = ("won", "drawn", "lost")
"""How a game can have ended for a player, in the order of a tally."""

_other = results.alias("other")
_opponent = players.alias("opponent")
_seat = seats.alias("opponents_seat")
_name = func.coalesce(_opponent.c.name, func.nullif(_seat.c.name, ""), NAMELESS)
"""A bot's name stands at its seat; of a deleted account neither is left."""
_viewers = results.alias("viewers")
_may_know = or_(
    matches.c.public,
    bindparam("viewer") == results.c.player,
    exists().where(_viewers.c.match == results.c.match, _viewers.c.player == bindparam("viewer")),
)
_how = case((results.c.rank < _other.c.rank, "won"), (results.c.rank > _other.c.rank, "lost"), else_="drawn")
_BY_OPPONENT = (
    select(_other.c.player, _name.label("name"), _how.label("result"), func.count().label("games"))
    .join(_other, and_(_other.c.match == results.c.match, _other.c.seat != results.c.seat))
    .join(matches, matches.c.id == results.c.match)
    .join(_seat, and_(_seat.c.match == results.c.match, _seat.c.seat == _other.c.seat))
    .outerjoin(_opponent, _opponent.c.id == _other.c.player)
    .where(results.c.player == bindparam("player"), results.c.rank.is_not(None), _may_know)
    .group_by(_other.c.player, _name, _how)
)
_ALL = (
    select(matches.c.game, results.c.result, func.count().label("games"))
    .join(matches, matches.c.id == results.c.match)
    .where(results.c.player == bindparam("player"), results.c.rank.is_not(None), _may_know)
    .group_by(matches.c.game, results.c.result)
)
_STANDINGS = select(ratings).where(ratings.c.player.in_(bindparam("players", expanding=True)))


@dataclass(frozen=True, slots=True)
class Tally:
    """Games against someone, or all of them."""

    name: str
    won: int = 0
    drawn: int = 0
    lost: int = 0

    @property
    def games(self) -> int:
        return self.won + self.drawn + self.lost


@dataclass(frozen=True, slots=True)
class Profile:
    """What others may know of a player; of games, those that the viewer may know of."""

    account: Account
    standing: Standing | None
    all: Tally
    by_game: Mapping[str, Tally]
    """By the kinds of games, in the order in which these are offered."""
    opponents: Sequence[Tally]
    """Those that the player has met most, first."""


def _tally(name: str, counts: Counter[str]) -> Tally:
    return Tally(name, *(counts[how] for how in DONE))


MOST_LISTED = 60


class Person(NamedTuple):
    """Someone who is here."""

    account: Account
    standing: Standing | None
    plays: bool
    """Whether a game of theirs is on their screen."""


class Page(NamedTuple):
    """What there is to read of a player."""

    profile: Profile
    curve: Sequence[float]
    """Their points after each of the newest rated games."""
    here: bool
    aborts: int
    """The rated games that they have called off, or given up before the tenth action, in the last thirty days."""


class Company:
    """The people of a place, as one visitor or another asks for them."""

    def __init__(self, database: Database, ratings: Ratings, visitors: Collection[Login], everybody: Everybody) -> None:
        self._database, self._ratings, self._visitors, self._everybody = database, ratings, visitors, everybody

    async def here(self) -> Sequence[Person]:
        """List the players who are here, each once; visitors without a name or a game are nobody yet."""
        plays: dict[int, bool] = {}
        accounts: dict[int, Account] = {}
        for account, at_game in self._everybody.elsewhere.accounts.values():
            accounts[account.id], plays[account.id] = account, at_game
        for visitor in self._visitors:
            account = visitor.account
            if account.stored:
                accounts[account.id] = account
                plays[account.id] = plays.get(account.id, False) or visitor.plays
        listed = sorted(accounts.values(), key=lambda account: account.name.casefold())[:MOST_LISTED]
        asked = {"players": [account.id for account in listed]}
        found = await self._database.read(lambda db: db.execute(_STANDINGS, asked).all())
        standings = {row.player: standing_of(row) for row in found}
        return [Person(account, standings.get(account.id), plays[account.id]) for account in listed]

    async def ranking(self) -> Sequence[Ranked]:
        return await self._ratings.ranking()

    async def find(self, name: str) -> Account:
        """Return the player of a name. Raises NaishiError: there is none; the text names who is meant perhaps."""

        def look(db: Connection) -> Account | None:
            player = db.execute(select(players.c.id).where(players.c.name_key == skeleton(name))).scalar()
            return None if player is None else account_of(db, player)

        if (account := await self._database.read(look)) is not None:
            return account
        known = [visitor.account.name for visitor in self._visitors if visitor.account.stored]
        known += [ranked.name for ranked in await self.ranking()]
        if near := get_close_matches(name, known, 1):
            words = _("There is no player called {name}. Did you mean {other}?")
            raise NaishiError(words.format(name=quoted(name), other=near[0]))
        raise NaishiError(_("There is no player called {name}.").format(name=quoted(name)))

    async def page(self, account: Account, viewer: Account) -> Page:
        return Page(
            await self._profile(account, viewer.id),
            await self._ratings.curve(account.id),
            account.id in self._everybody,
            await self._ratings.aborts(account.id, 30),
        )

    async def _profile(self, player: Account, viewer: int) -> Profile:
        """Return how a player has done in public games, and in those that the viewer was in."""
        asked = {"player": player.id, "viewer": viewer}

        def look(db: Connection) -> tuple[Sequence[Any], Sequence[Any], Any]:
            standing = db.execute(_STANDINGS, {"players": [player.id]}).first()
            return db.execute(_BY_OPPONENT, asked).all(), db.execute(_ALL, asked).all(), standing

        rows, games, standing = await self._database.read(look)
        met, played = defaultdict[Any, Counter[str]](Counter), defaultdict[str, Counter[str]](Counter)
        for row in rows:
            met[row.player, row.name][row.result] += row.games
        for row in games:
            played[row.game][row.result] += row.games
        opponents = [_tally(name, counts) for (_player, name), counts in met.items() if name != NAMELESS]
        return Profile(
            player,
            None if standing is None else standing_of(standing),
            _tally(player.name, sum(played.values(), Counter())),
            {key: _tally(player.name, played[key]) for key in keys() if key in played},
            sorted(opponents, key=lambda each: -each.games)[:MOST_OPPONENTS],
        )
