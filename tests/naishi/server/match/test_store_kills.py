"""Killed servers, with acknowledged actions kept: store, storing."""

from __future__ import annotations

import random
import subprocess
import sys
import time
from pathlib import Path

import pytest

from naishi.server import Database, Lobby

LINES = 40
"""At most so many actions are acknowledged before the server is killed."""


def killed(path: Path, after: int) -> list[str]:
    """Kill a server after so many acknowledged actions, and return the last line that it wrote."""
    command = [sys.executable, "-m", "tests.naishi.server.match.writer", str(path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        for _line in range(after):
            line = server.stdout.readline()
        time.sleep(random.uniform(0, 0.02))  # an action takes about so long
        server.kill()
        rest = server.stdout.read().splitlines(keepends=True)
    return next(each for each in [*reversed(rest), line] if each.endswith("\n")).split()


async def kill_many_times(path: Path, times: int) -> None:
    for _kill in range(times):
        match, *acknowledged = killed(path, random.randint(1, LINES))
        database = Database(path)
        lobby = Lobby(database)
        stored = [action.text.replace(" ", "_") for action in (await lobby.matches.load(match)).game.actions]
        assert stored[: len(acknowledged)] == acknowledged
        assert len(stored) <= len(acknowledged) + 1
        assert lobby.matches.check()[1] == []
        database.close()


async def test_nothing_acknowledged_is_lost_when_the_server_is_killed(tmp_path: Path) -> None:
    await kill_many_times(tmp_path / "naishi.sqlite", 2)


@pytest.mark.slow
async def test_nothing_acknowledged_is_lost_in_a_hundred_kills(tmp_path: Path) -> None:
    await kill_many_times(tmp_path / "naishi.sqlite", 100)
