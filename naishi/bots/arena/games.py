"""One game between two bots."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from typing import Literal, NamedTuple

from naishi.bots.protocol import Bot, Clock
from naishi.bots.registry import make
from naishi.errors import IllegalActionError
from naishi.game.game import Game
from naishi.rules.deal import Deal

Reason = Literal["error", "illegal", "clock", "crash"]
"""Why a bot lost at once: it raised an error, did what isn't allowed, thought too long, or took its process down."""

GRACE = 0.25
"""A bot that answers this many seconds late is still in time: its computer may have been busy."""


class Pairing(NamedTuple):
    """A game to be played."""

    number: int
    """Its number in the tournament."""
    deal: str
    """Draws the deal and all chance of the bots."""
    bots: tuple[str, str]
    """The names of the bots at seats 0 and 1."""


class Forfeit(NamedTuple):
    """A game lost at once."""

    seat: int
    reason: Reason
    detail: str


class Result(NamedTuple):
    """How a game ended."""

    pairing: Pairing
    winner: int | None
    scores: tuple[int, int] | None
    """None where the game was not played to the end."""
    seconds: tuple[list[float], list[float]]
    """How long each seat thought over each decision."""
    forfeit: Forfeit | None = None


def schedule(bots: Sequence[str], games: int, seed: int) -> Iterator[Pairing]:
    """List the games of a round robin: each two bots play each deal twice, with seats swapped.

    Args:
        bots: The names.
        games: How many games each two bots play; rounded up to an even number.
        seed: Draws the deals.
    """
    number = 0
    for deal in range((games + 1) // 2):
        for one, other in combinations(bots, 2):
            for seats in ((one, other), (other, one)):
                yield Pairing(number, f"arena/{seed}/{deal}", seats)
                number += 1


def play(pairing: Pairing, limit: float, thinking: Callable[[int], None] = lambda seat: None) -> Result:
    """Play a game; whatever a bot does, this returns.

    Args:
        pairing: The game.
        limit: How many seconds a bot may think over each decision.
        thinking: Called with the seat whenever a bot begins to think.
    """
    game = Game.new(players=("one", "other"), deal=Deal.random(pairing.deal))
    seconds: tuple[list[float], list[float]] = ([], [])
    bots: list[Bot] = []
    for seat, name in enumerate(pairing.bots):
        thinking(seat)
        try:
            bots.append(make(name, bot_seed(pairing, seat)))
        except Exception as error:
            return forfeited(pairing, Forfeit(seat, "error", _told(error)), seconds)
    while (mover := game.turn) is not None:
        thinking(mover)
        if forfeit := _move(game, mover, bots[mover], limit, seconds[mover]):
            return forfeited(pairing, forfeit, seconds)
    outcome = game.outcome
    assert outcome is not None  # noqa: S101 - nobody is to act
    first, second = (sheet.total for sheet in outcome.sheets)
    return Result(pairing, outcome.winner, (first, second), seconds)


def forfeited(pairing: Pairing, forfeit: Forfeit, seconds: tuple[list[float], list[float]] | None = None) -> Result:
    """Give a game to the other seat."""
    return Result(pairing, 1 - forfeit.seat, None, seconds or ([], []), forfeit)


def bot_seed(pairing: Pairing, seat: int) -> int:
    """Return the seed of the bot at a seat: the same for the same deal and name."""
    digest = hashlib.sha256(f"{pairing.deal}/{pairing.bots[seat]}/{seat}".encode()).digest()
    return int.from_bytes(digest[:6])


def _move(game: Game, seat: int, bot: Bot, limit: float, seconds: list[float]) -> Forfeit | None:
    """Ask a bot for its action and do it; return why it has lost, if it has."""
    view, clock = game.view(seat), Clock(limit)
    began = time.perf_counter()
    try:
        action = bot.choose(view, clock)
    except Exception as error:
        return Forfeit(seat, "error", _told(error))
    seconds.append(time.perf_counter() - began)
    if seconds[-1] > limit + GRACE:
        return Forfeit(seat, "clock", f"{seconds[-1]:.1f} s")
    try:
        game.play(action)
    except IllegalActionError as error:
        return Forfeit(seat, "illegal", _told(error))
    except Exception as error:
        return Forfeit(seat, "error", _told(error))
    return None


def _told(error: Exception) -> str:
    return " ".join(f"{type(error).__name__}: {error}".split())[:200]
