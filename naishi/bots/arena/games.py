"""One game between two bots."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from typing import Literal, NamedTuple

from pydantic import TypeAdapter

from naishi.bots.protocol import Bot, Clock
from naishi.bots.registry import make
from naishi.common.errors import IllegalActionError
from naishi.games.naishi.game.game import Game
from naishi.games.naishi.rules.deal import Deal
from naishi.games.naishi.rules.expansion import Module

Reason = Literal["error", "illegal", "clock", "crash"]
"""Why a bot forfeited: it raised an error, chose an illegal action, ran out of time, or crashed its process."""

GRACE = 0.25
"""How many seconds late an answer may be: the computer may have been busy."""


class Pairing(NamedTuple):
    """A game to play."""

    number: int
    """Its number in the tournament."""
    deal: str
    """The seed of the deal and of the bots' random choices."""
    bots: tuple[str, str]
    """The names of the bots at seats 0 and 1."""
    module: Module | None = None
    """The module that it is played with."""


class Forfeit(NamedTuple):
    """The reason why a seat lost a game without playing it to the end."""

    seat: int
    reason: Reason
    detail: str


class Result(NamedTuple):
    """The result of a game."""

    pairing: Pairing
    winner: int | None
    scores: tuple[int, int] | None
    """None if the game was not played to the end."""
    seconds: tuple[list[float], list[float]]
    """The time of each decision, for each seat."""
    forfeit: Forfeit | None = None


PAIRING, RESULT = TypeAdapter(Pairing), TypeAdapter(Result)
"""Read and write them as JSON."""


def schedule(bots: Sequence[str], games: int, seed: int, module: Module | None = None) -> Iterator[Pairing]:
    """Yield the games of a round robin: each pair of bots plays each deal twice, with seats swapped.

    Args:
        bots: The names.
        games: The number of games for each pair of bots; rounded up to an even number.
        seed: The seed of the deals.
        module: The module that they are played with.
    """
    number = 0
    for deal in range((games + 1) // 2):
        for one, other in combinations(bots, 2):
            for seats in ((one, other), (other, one)):
                yield Pairing(number, f"arena/{seed}/{deal}", seats, module)
                number += 1


def play(pairing: Pairing, limit: float, thinking: Callable[[int], None] = lambda seat: None) -> Result:
    """Play a game. This returns whatever a bot does, unless it hangs or ends the process.

    Args:
        pairing: The game.
        limit: The time limit of each decision, in seconds.
        thinking: Called with the seat before each decision, and before a bot is made.
    """
    game = Game.new(players=("one", "other"), deal=Deal.random(pairing.deal, pairing.module))
    seconds: tuple[list[float], list[float]] = ([], [])
    bots: list[Bot] = []
    for seat, name in enumerate(pairing.bots):
        thinking(seat)
        try:
            bots.append(make(name, bot_seed(pairing, seat)))
        except Exception as error:
            return forfeited(pairing, Forfeit(seat, "error", _describe(error)), seconds)
    while (mover := game.turn) is not None:
        thinking(mover)
        if forfeit := _move(game, mover, bots[mover], limit, seconds[mover]):
            return forfeited(pairing, forfeit, seconds)
    outcome = game.outcome
    assert outcome is not None  # noqa: S101 - nobody is to act
    first, second = (sheet.total for sheet in outcome.sheets)
    return Result(pairing, outcome.winner, (first, second), seconds)


def forfeited(pairing: Pairing, forfeit: Forfeit, seconds: tuple[list[float], list[float]] | None = None) -> Result:
    """Return the result of a forfeited game."""
    return Result(pairing, 1 - forfeit.seat, None, seconds or ([], []), forfeit)


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
        return Forfeit(seat, "error", _describe(error))
    seconds.append(time.perf_counter() - began)
    if seconds[-1] > limit + GRACE:
        return Forfeit(seat, "clock", f"{seconds[-1]:.1f} s")
    try:
        game.play(action)
    except IllegalActionError as error:
        return Forfeit(seat, "illegal", _describe(error))
    except Exception as error:
        return Forfeit(seat, "error", _describe(error))
    return None


def _describe(error: Exception) -> str:
    return " ".join(f"{type(error).__name__}: {error}".split())[:200]
