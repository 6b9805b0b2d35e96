"""What several of the test modules here use."""

from __future__ import annotations

import random
from typing import Any

from hypothesis import strategies as st

from naishi.bots import Clock
from naishi.bots.registry import ask
from naishi.sessions import Session
from naishi.tabletop.game import Game
from naishi.tabletop.players import Player
from naishi.tabletop.recorded import RecordedGame
from tests.naishi.sessions.conftest import MemoryStore
from tests.naishi.tabletop.unison import UNISON, Number, Position

NAMES = ("Aiko", "Bruno", "Chika", "Dana", "Emil")


Toy = RecordedGame[Position]


SEEDS = st.integers(0, 10_000)


class Careless:
    """A bot that leaves it to chance."""

    def __init__(self, seed: int) -> None:
        self._seed = seed

    def choose(self, view: Any, clock: object) -> Number:
        number: Number = random.Random(f"{self._seed}/{view.round}").choice(view.legal_actions)
        return number


class Bots:
    """Bots that choose at once."""

    async def choose(self, game: str, kind: str, seed: int, view: Any) -> Any:
        return ask(game, kind, seed, view, Clock())


def toy(*kinds: str, seed: str = "7", undo: str = "free", pins: str = "") -> Toy:
    players = [
        Player(name=name, kind=kind, pin="hashed" if name[0] in pins else None)
        for name, kind in zip(NAMES, kinds, strict=False)
    ]
    game = UNISON.new(players, {"undo": undo}, seed)
    assert isinstance(game, RecordedGame)
    return game


def session_of(game: Game, bots: Any = None) -> Session:
    return Session(game, MemoryStore(game), bots=bots or Bots())
