"""Everybody meets everybody once: the circle method."""

from __future__ import annotations

from naishi.server.tournament.standings import Pairing


def rounds_of(players: int) -> int:
    """Return how many rounds it takes; where the number is odd, everybody sits out once."""
    return players - 1 + players % 2


def round_robin_pairings(players: int, number: int) -> list[Pairing]:
    """Return who plays whom in a round.

    One player stays where they are while the others walk around the circle; each then meets who stands opposite. Over
    the whole tournament everybody goes first as often as second, give or take one game.

    Args:
        players: How many there are: they are numbered from 1.
        number: Of the round, from 1.
    """
    circle = rounds_of(players)
    at = number - 1
    opposite = [((at + step) % circle + 1, (at - step) % circle + 1, step) for step in range(1, (circle + 1) // 2)]
    pairings = [Pairing(*((one, other) if step % 2 else (other, one))) for one, other, step in opposite]
    if players % 2:
        return pairings  # the one who walks past the empty place sits out
    walker, stays = at + 1, players
    return [Pairing(stays, walker) if number % 2 else Pairing(walker, stays), *pairings]
