"""What several of the test modules here use."""

from __future__ import annotations

from naishi.bots.arena.games import Pairing, Result
from tests.naishi.tabletop import unison

FAULTY = "tests.naishi.bots.faulty"


class Lowest:
    """A bot of the toy that chooses its lowest number."""

    def __init__(self, seed: int) -> None:
        pass

    def choose(self, view: unison.UnisonView, clock: object) -> unison.Number:
        return view.legal_actions[0]


TWO, THREE = ("random", "beginner"), ("random", "greedy", "beginner")


def made_up(pairing: Pairing, winner: int | None = 0) -> Result:
    """A game that nobody has played."""
    return Result(pairing, winner, (50, 40), ([0.5], [0.25]))
