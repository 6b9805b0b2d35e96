"""One game between bots."""

import hashlib
import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from pathlib import Path
from typing import Literal, NamedTuple

from pydantic import TypeAdapter

from naishi.bots.protocol import Bot, Clock
from naishi.bots.registry import FIRST, make
from naishi.common.i18n import IllegalActionError, NaishiError, _
from naishi.tabletop.game import Game
from naishi.tabletop.kinds import kind_of

Reason = Literal["error", "illegal", "clock", "crash"]
"""Why a bot forfeited: it raised an error, chose an illegal action, ran out of time, or crashed its process."""

GRACE = 0.25
"""How many seconds late an answer may be: the computer may have been busy."""


class Pairing(NamedTuple):
    """A game to play."""

    number: int
    """Its number in the tournament."""
    deal: str
    """The seed of all chance of the game and of the bots' random choices."""
    bots: tuple[str, ...]
    """By seat."""
    module: str | None = None
    """The expansion that it is played with."""
    game: str = FIRST
    """The key of the kind of game."""


class Forfeit(NamedTuple):
    """The reason why a seat lost a game without playing it to the end."""

    seat: int
    reason: Reason
    detail: str


class Result(NamedTuple):
    """The result of a game."""

    pairing: Pairing
    winner: int | None
    """The seat that won alone."""
    scores: tuple[int, ...] | None
    """None if the game was not played to the end."""
    seconds: tuple[list[float], ...]
    """The time of each decision, for each seat."""
    forfeit: Forfeit | None = None
    ranks: tuple[int, ...] | None = None
    """The place of each seat, from 1; None in results that were written when all games were for two."""
    actions: tuple[str, ...] = ()
    """What was played, by its text; nothing in results that were written before these were kept."""

    @property
    def places(self) -> tuple[int, ...]:
        """The place of each seat, from 1."""
        if self.ranks is not None:
            return self.ranks
        return tuple(1 if self.winner in {None, seat} else 2 for seat in range(len(self.pairing.bots)))

    def share(self, seat: int) -> float:
        """Return what a seat has won: 1, a part of that where it shares the first place, or 0."""
        places = self.places
        return 1 / places.count(1) if places[seat] == 1 else 0.0

    def against(self, seat: int, other: int) -> float:
        """Return what a seat has won against another one: 1, half of that in the same place, or 0."""
        mine, theirs = self.places[seat], self.places[other]
        return 0.5 if mine == theirs else float(mine < theirs)


PAIRING, RESULT = TypeAdapter(Pairing), TypeAdapter(Result)


def schedule(
    bots: Sequence[str], games: int, seed: int, module: str | None = None, *, game: str = FIRST, seats: int = 2
) -> Iterator[Pairing]:
    """Yield the games of a tournament: with the same chance, each group of bots moves through all seats.

    The groups are all those that fill a table. Where there are fewer bots than seats, some sit there more than once,
    and each of them one after the other.

    Args:
        games: The number of games for each group; rounded up so that every bot has sat everywhere.
        module: The expansion that they are played with.
        seats: How many sit at a table.
    """
    number = 0
    for deal in range(-(-games // seats)):
        for group in _groups(bots, seats):
            for seated in dict.fromkeys((*group[first:], *group[:first]) for first in range(seats)):
                yield Pairing(number, f"arena/{seed}/{deal}", seated, module, game)
                number += 1


def _groups(bots: Sequence[str], seats: int) -> Iterator[tuple[str, ...]]:
    if len(bots) >= seats:
        yield from combinations(bots, seats)
    elif seats % len(bots) == 0:
        yield tuple(bots) * (seats // len(bots))
    else:
        for first in range(len(bots)):
            yield tuple(bots[(first + seat) % len(bots)] for seat in range(seats))


def play(pairing: Pairing, limit: float, thinking: Callable[[int], None] = lambda seat: None) -> Result:
    """Play a game. This returns whatever a bot does, unless it hangs or ends the process.

    Args:
        pairing: The game.
        limit: The time limit of each decision, in seconds.
        thinking: Called with the seat before each decision, and before a bot is made.
    """
    game = _begun(pairing, [str(seat + 1) for seat in range(len(pairing.bots))])
    seconds: tuple[list[float], ...] = tuple([] for _seat in pairing.bots)
    bots: list[Bot] = []
    for seat, name in enumerate(pairing.bots):
        thinking(seat)
        try:
            bots.append(make(name, bot_seed(pairing, seat), pairing.game))
        except Exception as error:
            return forfeited(pairing, Forfeit(seat, "error", _describe(error, where=True)), seconds)
    while awaited := game.awaited:
        mover = awaited[0]
        thinking(mover)
        if forfeit := _move(game, mover, bots[mover], limit, seconds[mover]):
            return forfeited(pairing, forfeit, seconds)._replace(actions=_texts(game))
    result = game.result
    assert result is not None  # noqa: S101 - nobody is awaited
    return Result(pairing, result.winner, result.points, seconds, ranks=result.ranks, actions=_texts(game))


def _begun(pairing: Pairing, names: Sequence[str]) -> Game:
    options = {"expansion": pairing.module} if pairing.module else {}
    game: Game = kind_of(pairing.game).new(names, options, pairing.deal)
    return game


def _texts(game: Game) -> tuple[str, ...]:
    return tuple(str(action) for action in game.actions)


def replayed(result: Result) -> Game:
    """Return the game that a result is of, as far as it was played.

    Raises NaishiError: its actions weren't kept, or aren't those of this version's rules.
    """
    if not result.actions:
        raise NaishiError(_("No actions are kept of game {number}.").format(number=result.pairing.number))
    bots = result.pairing.bots
    names = bots if len(set(bots)) == len(bots) else [f"{bot} {seat + 1}" for seat, bot in enumerate(bots)]
    game = _begun(result.pairing, names)
    for text in result.actions:
        game.play(text, game.awaited[0])
    return game


def forfeited(pairing: Pairing, forfeit: Forfeit, seconds: tuple[list[float], ...] | None = None) -> Result:
    """Return the result of a forfeited game: the others share the first place."""
    seats = range(len(pairing.bots))
    ranks = tuple(len(seats) if seat == forfeit.seat else 1 for seat in seats)
    winner = 1 - forfeit.seat if len(seats) == 2 else None
    return Result(pairing, winner, None, seconds or tuple([] for _seat in seats), forfeit, ranks)


def bot_seed(pairing: Pairing, seat: int) -> int:
    """Return the seed of the bot at a seat, which depends on the deal, its name and the seat."""
    digest = hashlib.sha256(f"{pairing.deal}/{pairing.bots[seat]}/{seat}".encode()).digest()
    return int.from_bytes(digest[:6])


def _move(game: Game, seat: int, bot: Bot, limit: float, seconds: list[float]) -> Forfeit | None:
    """Play the action that a bot chooses; return the reason if it forfeits."""
    view, clock = game.view(seat), Clock(limit)
    began = time.perf_counter()
    try:
        action = bot.choose(view, clock)
    except Exception as error:
        return Forfeit(seat, "error", _describe(error, where=True))
    seconds.append(time.perf_counter() - began)
    if seconds[-1] > limit + GRACE:
        return Forfeit(seat, "clock", f"{seconds[-1]:.1f} s")
    try:
        game.play(action, seat)
    except IllegalActionError as error:
        return Forfeit(seat, "illegal", _describe(error))
    except Exception as error:
        return Forfeit(seat, "error", _describe(error))
    return None


def _describe(error: Exception, *, where: bool = False) -> str:
    """Return an error on a line, with where it was raised."""
    said = " ".join(f"{type(error).__name__}: {error}".split())[:200]
    *_callers, raised = traceback.extract_tb(error.__traceback__) or [None]
    return f"{said} ({Path(raised.filename).name}, line {raised.lineno})" if where and raised is not None else said
