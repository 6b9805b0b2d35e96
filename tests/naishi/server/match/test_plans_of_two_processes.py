"""Secret plans of several seats, laid at once from two processes on PostgreSQL: session, store."""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Sequence
from contextlib import ExitStack, closing
from functools import cache
from typing import Any

import pytest

from naishi.bots.protocol import Clock
from naishi.bots.registry import ask
from naishi.server import Lobby
from naishi.tabletop.kinds import kind_of
from naishi.tabletop.players import Player
from tests.naishi.server.match.tables import NAMES
from tests.naishi.server.postgres import Cluster

SEASONS = 0, 3
"""How many seasons have been played when the plans are laid."""


@cache
def about_to_plan(seats: int, seasons: int) -> Any:
    """A game of Shogun in which all seats are to lay a plan."""
    game = kind_of("shogun").new([Player(name) for name in NAMES[:seats]], {"undo": "off"}, seed="7")
    while len(game.awaited) < seats or seasons:
        seasons -= len(game.awaited) == seats
        seat = game.awaited[0]
        game.play(ask("shogun", "random", 7, game.view(seat), Clock()), seat)
    return game


class Process:
    """A process that lays plans for the seats it is given."""

    def __init__(self, where: str, name: str) -> None:
        command = [sys.executable, "-m", "tests.naishi.server.match.planner", where, name]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def send(self, line: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(f"{line}\n")
        self.process.stdin.flush()

    def heard(self, last: str) -> Sequence[tuple[int, str]]:
        """Wait for a line; return what was laid or refused before it, by seat."""
        assert self.process.stdout is not None
        found = []
        while (line := self.process.stdout.readline().rstrip("\n")) != last:
            assert line, "it has ended"
            seat, _space, what = line.partition(" ")
            found.append((int(seat), what))
        return found

    def close(self) -> None:
        for pipe in (self.process.stdin, self.process.stdout):
            if pipe is not None:
                pipe.close()
        assert self.process.wait(60) == 0


@pytest.fixture
def where(postgres: Cluster) -> str:
    """What the processes share."""
    return postgres.prepared()


@pytest.mark.parametrize("plans", [pytest.param(40, marks=pytest.mark.ci), pytest.param(1000, marks=pytest.mark.slow)])
async def test_none_is_lost_and_none_is_half(where: str, plans: int) -> None:
    """At tables of three to five, each seat at one of the processes; one seat at both, where one plan counts."""
    from naishi.server.database.postgres import PostgresDatabase  # noqa: PLC0415 - an extra

    chance, laid = random.Random(plans), 0
    with closing(PostgresDatabase(where)) as database, ExitStack() as ending:
        lobby = Lobby(database)
        ids = [(await lobby.players.add(name, fingerprint=name, chosen=True)).id for name in NAMES]
        processes = [Process(where, name) for name in ("one", "two")]
        for process in processes:
            ending.callback(process.close)
        while laid < plans:
            seats = chance.choice((3, 4, 5))
            before = about_to_plan(seats, chance.choice(SEASONS))
            match = (await lobby.matches.start(ids[0], before.copy(), tuple(ids[:seats]), public=True)).id
            twice, *others = chance.sample(range(seats), seats)
            at = [chance.randrange(2) for _seat in others]
            for number, process in enumerate(processes):
                mine = [twice, *(seat for seat, where_ in zip(others, at, strict=True) if where_ == number)]
                process.send(" ".join(map(str, (match, *mine))))
            for process in processes:
                process.heard("ready")
            for process in processes:
                process.send("go")
            done = [each for process in processes for each in process.heard("done")]
            acknowledged = [(seat, what.removeprefix("laid ")) for seat, what in done if what.startswith("laid ")]
            stored = await lobby.matches.load(match)
            new = stored.game.actions[before.ply() :]
            kept = [(seat, action.text) for seat, action in zip(stored.game.seats()[before.ply() :], new, strict=True)]
            assert sorted(kept) == sorted(acknowledged), "each is there as it was acknowledged, and no other"
            assert sorted(seat for seat, _plan in kept) == [*range(seats)], "one of each seat"
            assert stored.revision == seats, "each was stored once"
            assert len(stored.game.awaited) < seats, "the season begins with the last of them"
            assert len(done) == seats + 1
            laid += len(kept)
        assert lobby.matches.check()[1] == []
