"""Batched ends of turns and games, with ninjas' copies.

(Rulebook: end of the game.)
"""

from __future__ import annotations

import numpy as np

from naishi.games.naishi.envs.batch.state import COPY_PHASE, OVER_PHASE, Games, State, put, which
from naishi.games.naishi.envs.batch.tables import Bytes
from naishi.games.naishi.game.encoding import NO_CARD
from naishi.games.naishi.rules.cards import COPYABLE, Card
from naishi.games.naishi.rules.state import TWO_OR_MORE_EMPTY
from naishi.games.naishi.rules.territory import TERRITORY

_TWO_EMPTY = np.array([piles in TWO_OR_MORE_EMPTY for piles in range(32)], dtype=np.uint8)
_CHARACTER = np.zeros(NO_CARD + 1, dtype=np.uint8)
_CHARACTER[list(COPYABLE)] = 1 << np.arange(len(COPYABLE))
"""By card: the bit of a character that may be copied."""


def end_turns(s: State, ended: Bytes) -> None:
    """Pass the turn on, or end the game. (Rulebook: end of the game.)

    Args:
        s: The games.
        ended: 1 for each game in which a turn ends.
    """
    s.developed *= 1 - ended
    s.bonus *= 1 - ended
    triggered = ended * (s.last == 0) * _TWO_EMPTY.take(s.open_piles)
    s.last += 2 * triggered  # where seat 1's turn ends, it was the last one
    over = ended * (s.last == s.turn + 1)
    s.turn ^= ended - over
    if len(games := which(over)):
        open_hands(s, games)
        settle_ninjas(s, games)


def open_hands(s: State, games: Games) -> None:
    """Show both Hands, and note which ninjas have yet to copy and what."""
    put(s.seen, games, [1] * len(s.seen))
    for known in (s.mountains, s.gift_bit, s.kept_bit):
        put(known, games, (0, 0))
    cards = s.cards.take(games, axis=1)
    there = _CHARACTER.take(cards).reshape(2, 10, -1)
    put(s.characters, games, np.bitwise_or.reduce(there, axis=1))
    ninjas = (cards == Card.NINJA) * _ORDER
    later = ninjas.max(axis=0)
    sooner = ninjas.sum(axis=0, dtype=np.uint8) - later  # there are two at most
    put(s.ninjas, games, (sooner + later * (sooner == 0), later * (sooner != 0)))


def settle_ninjas(s: State, games: Games) -> None:
    """Settle what each ninja copies, in the order of seats and cells. Stop at one that has a choice."""
    s.phase[games] = OVER_PHASE
    while len(games := games.take(which(s.ninjas[0].take(games)))):
        row = s.ninjas[0].take(games) - 1
        seat = row >= len(TERRITORY)
        may = s.characters.reshape(-1).take(s.at(seat, games))
        free = may & (may - 1)
        choosing, settled = which(free), which(free == 0)
        s.turn[games.take(choosing)] = seat.take(choosing)
        s.phase[games.take(choosing)] = COPY_PHASE
        games = games.take(settled)
        s.copies.reshape(-1)[s.at(row.take(settled), games)] = _ONLY.take(may.take(settled))
        pass_ninja(s, games)


def pass_ninja(s: State, games: Games) -> None:
    """Note that the first ninja that has yet to copy is settled."""
    s.ninjas[0][games] = s.ninjas[1].take(games)
    s.ninjas[1][games] = 0


_ORDER = np.arange(1, 2 * len(TERRITORY) + 1, dtype=np.uint8)[:, None]
_ONLY = np.full(1 << len(COPYABLE), NO_CARD, dtype=np.uint8)
_ONLY[1 << np.arange(len(COPYABLE))] = COPYABLE
"""By characters: what a ninja without a choice copies."""
