"""Two processes on one database, killed at any moment: postgres, sharing, match.store."""

from __future__ import annotations

import random
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from itertools import count

import pytest

from naishi import Game
from naishi.games.naishi.game.record import Options
from naishi.server import Lobby
from tests.naishi.server.postgres import cluster

pytestmark = pytest.mark.slow

KILLS = 100
LONG = 60.0


class Player:
    """A process that plays for one seat."""

    def __init__(self, where: str, name: str, match: str, seat: int) -> None:
        self.seat = seat
        command = [sys.executable, "-m", "tests.naishi.server.database.sharer", where, name, match, str(seat)]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)

    def acknowledged(self) -> list[str]:
        """Wait until something was acknowledged, or the game is over."""
        assert self.process.stdout is not None
        return self.process.stdout.readline().split()

    def kill(self) -> list[str]:
        """Kill it; return the last game that it has acknowledged as a whole."""
        assert self.process.stdout is not None
        if self.process.stdout.closed:
            return []
        self.process.kill()
        rest = [line for line in self.process.stdout.read().splitlines(keepends=True) if line.endswith("\n")]
        self.process.wait()
        self.process.stdout.close()
        return rest[-1].split() if rest else []


async def begin(lobby: Lobby) -> str:
    game = Game.new(options=Options(undo="off"))
    return (await lobby.matches.start(1, game, (1, 2), public=True)).id


@pytest.fixture
def where() -> Iterator[str]:
    """What the processes share."""
    with cluster() as running:
        yield running.database()


async def test_nothing_acknowledged_is_lost_in_a_hundred_kills(where: str) -> None:
    from naishi.server.database.postgres import PostgresDatabase  # noqa: PLC0415 - an extra

    names, kills = count(), 0
    with closing(PostgresDatabase(where)) as database:
        lobby = Lobby(database)
        for name in ("Aiko", "Bruno"):
            await lobby.players.add(name, fingerprint=name, chosen=True)
        while kills < KILLS:
            match = await begin(lobby)
            players = [Player(where, f"p{next(names)}", match, seat) for seat in (0, 1)]
            while True:
                victim = random.choice(players)
                known = victim.acknowledged()  # nobody is wedged: each acts again, however often the other is killed
                if not known:
                    break
                time.sleep(random.uniform(0, 0.02))
                known = victim.kill() or known
                kills += 1
                stored = (await lobby.matches.load(match)).game
                texts = [action.text.replace(" ", "_") for action in stored.actions]
                assert texts[: len(known)] == known
                if stored.outcome is not None:
                    break
                players[victim.seat] = Player(where, f"p{next(names)}", match, victim.seat)
            for each in players:
                each.kill()
            assert lobby.matches.check()[1] == []
