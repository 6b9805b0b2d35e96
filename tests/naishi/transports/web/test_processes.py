"""Pages and SSH clients across killed processes: transports.processes, server."""

from __future__ import annotations

import asyncio
import os
import random
import re
import signal
import subprocess
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Protocol

import asyncssh
import pytest
from sqlalchemy import Engine, create_engine, text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import SQLAlchemyError

from naishi import Game
from naishi.games.naishi.game.record import GameRecord
from naishi.server import Lobby
from tests.naishi.server.postgres import Cluster, cluster
from tests.naishi.transports.web.chromium import PROGRAM, Chromium, Page, chromium
from tests.naishi.transports.web.shared import insist
from tests.naishi_tui.ssh.openssh import LOG, ServerProcess, needs_ssh

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(PROGRAM is None, reason="there is no Chromium here: apt install chromium"),
    needs_ssh,
]

LONG = 60.0
AGAIN = 3.0
"""Seconds after which a line is typed again: whoever was to read it may have been killed."""


class Place:
    """A server of two processes, and what is stored of it."""

    def __init__(self, folder: Path, postgres: Cluster) -> None:
        self.postgres, self._url = postgres, postgres.database()
        self._engine = create_engine(make_url(self._url).set(drivername="postgresql+psycopg"))
        self.server = ServerProcess(folder, web=True, options=("--processes", "2", "--database", self._url))

    async def add(self, name: str, key: Path) -> None:
        """Have someone with a key be known."""
        fingerprint = asyncssh.read_private_key(key).get_fingerprint()
        from naishi.server.database.postgres import PostgresDatabase  # noqa: PLC0415 - an extra

        with closing(PostgresDatabase(self._url)) as database:
            await Lobby(database).players.add(name, fingerprint=fingerprint, chosen=True)

    @property
    def page(self) -> str:
        return f"http://127.0.0.1:{self.server.web_port}"

    @property
    def children(self) -> set[int]:
        assert self.server.process is not None
        pid = self.server.process.pid
        return set(map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text("utf-8").split()))

    async def kill_one(self) -> None:
        """Kill one of the processes; another one takes its place."""
        before = self.children
        os.kill(min(before), signal.SIGKILL)
        await eventually(lambda: len(self.children) == len(before) and self.children != before, "a new process")

    async def kill_database(self) -> None:
        """Kill the connections that listen, and then all of the database; it comes back."""
        cut = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%'"
        self.postgres.run(cut)
        self.postgres.kill()
        await asyncio.to_thread(self.postgres.start)

    def newest_match(self) -> str:
        ((match,),) = _rows(self._engine, "SELECT id FROM matches ORDER BY updated DESC LIMIT 1")
        return match

    def has_begun(self, match: str) -> bool:
        return bool(_rows(self._engine, "SELECT 1 FROM matches WHERE id = :match AND record IS NOT NULL", match=match))

    def game(self, match: str) -> Game:
        ((record,),) = _rows(self._engine, "SELECT record FROM matches WHERE id = :match", match=match)
        return Game(GameRecord.model_validate_json(record))

    def processes_at(self, match: str, name: str) -> set[str]:
        """At which processes a player has terminals at a match."""
        at = "SELECT process FROM present WHERE match = :match AND name = :name AND seat IS NOT NULL"
        return {row[0] for row in _rows(self._engine, at, match=match, name=name)}


def _rows(engine: Engine, statement: str, **values: object) -> list[tuple[str, ...]]:
    for _try in range(5):
        with suppress(SQLAlchemyError), engine.connect() as connection:  # the database may just have been killed
            return [tuple(row) for row in connection.execute(text(statement), values)]
    with engine.connect() as connection:
        return [tuple(row) for row in connection.execute(text(statement), values)]


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Place]:
    folder = tmp_path / "server"
    folder.mkdir()
    with cluster() as running:
        yield Place(folder, running)


@pytest.fixture
async def browser(tmp_path: Path) -> AsyncIterator[Chromium]:
    async with chromium(tmp_path / "profile") as browser:
        yield browser


async def eventually(true: Callable[[], object], what: str) -> None:
    """Wait until something is so in another process."""
    async with asyncio.timeout(LONG):
        while not true():
            await asyncio.sleep(0.05)


class Player(Protocol):
    """Someone who types lines."""

    async def type_line(self, text: str) -> None:
        """Type one; whoever was thrown out comes again first."""

    async def come_again(self) -> None:
        """Come once more, to whichever process."""


class PagePlayer:
    """Someone at the plain page, which comes again by itself when it is thrown out."""

    def __init__(self, page: Page, match: str) -> None:
        self._page, self._match = page, match

    async def type_line(self, text: str) -> None:
        await self._page.type_line(text)

    async def come_again(self) -> None:
        await self._page.run(f"location.hash = 'join={self._match}'; location.reload()")


class SshPlayer:
    """Someone with the real OpenSSH client, without a terminal."""

    def __init__(self, place: Place, key: Path, match: str) -> None:
        self._place, self._key, self._match = place, key, match
        self._process: subprocess.Popen[bytes] | None = None
        self.heard = place.server.folder / "heard.txt"

    async def type_line(self, text: str) -> None:
        if self._process is None or self._process.poll() is not None:
            await self.come_again()
        assert self._process is not None
        assert self._process.stdin is not None
        with suppress(BrokenPipeError):
            self._process.stdin.write(f"{text}\n".encode())
            self._process.stdin.flush()

    async def come_again(self) -> None:
        self.leave()
        words = self._place.server.command(self._key, ("plain", "join", self._match))
        command = [each.replace("-tt", "-T") for each in words]
        with self.heard.open("ab") as heard:
            self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=heard, bufsize=0)

    def leave(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait()


async def apart(place: Place, match: str, players: dict[str, Player]) -> None:
    """Have both be at different processes: where a connection ends up is the system's to say."""
    one, other = players
    while True:
        async with asyncio.timeout(LONG):
            while not (at := place.processes_at(match, one)) or not (there := place.processes_at(match, other)):
                await asyncio.sleep(0.1)
        if at != there:  # a player may have a screen and lines
            return
        await players[other].come_again()
        await asyncio.sleep(1)  # where they were before is forgotten


async def play(place: Place, match: str, players: dict[str, Player], actions: int = 1000) -> None:
    """Play so many actions, or to the end; each that was stored stays."""
    chance, before = random.Random(1), place.game(match).actions
    for _action in range(actions):
        game = place.game(match)
        assert game.actions[: len(before)] == before
        if game.turn is None:
            return
        before, action = game.actions, chance.choice(game.legal_actions())
        async with asyncio.timeout(LONG):
            while len(place.game(match).actions) == len(before):
                await players[game.players[game.turn].name].type_line(str(action))
                with suppress(TimeoutError):
                    async with asyncio.timeout(AGAIN):
                        while len(place.game(match).actions) == len(before):
                            await asyncio.sleep(0.02)


async def table_at(place: Place, page: Page) -> tuple[str, str]:
    """Make a table at a page; return the match, and the name of the one who made it."""
    await page.show()  # a browser paints no page behind another
    await insist(page, "n", "Base game")
    await insist(page, "\r", "Your table is waiting")
    found = re.search(r"Guest \d+", await page.text())
    assert found is not None
    return place.newest_match(), found[0]


async def test_whole_games_are_played_across_processes_whatever_is_killed(place: Place, browser: Chromium) -> None:
    key = place.server.key("aiko")
    await place.add("Aiko", key)
    with place.server as server:
        host = await browser.page(f"{place.page}/")
        await host.see("Your games")
        lines = await browser.tab(host.context, f"{place.page}/plain")

        match, name = await table_at(place, host)
        ssh = SshPlayer(place, key, match)
        await play_apart(place, match, {name: PagePlayer(lines, match), "Aiko": ssh})
        await eventually(lambda: "Type rematch" in ssh.heard.read_text("utf-8"), "the end is told")
        ssh.leave()

        match, name = await table_at(place, host)
        friend = await browser.page(f"{place.page}/#join={match}", (390, 844), phone=True)
        await friend.see("Sit down?")
        await insist(friend, "y", "Dealt to")
        theirs = await browser.tab(friend.context, f"{place.page}/plain")
        other = next(each.name for each in place.game(match).players if each.name != name)
        await play_apart(place, match, {name: PagePlayer(lines, match), other: PagePlayer(theirs, match)})
        await friend.show()
        await friend.see("game over")
        assert server.stop(signal.SIGTERM) == 0
    log = (server.folder / LOG).read_text("utf-8")
    assert log.count("is started again") == 2
    assert "Traceback" not in log


async def play_apart(place: Place, match: str, players: dict[str, Player]) -> None:
    """Play a whole game of two at different processes; some are killed meanwhile, and so is the database."""
    one, other = players.values()
    await other.come_again()
    await eventually(lambda: place.has_begun(match), "the game")
    await one.come_again()
    await apart(place, match, players)
    await play(place, match, players, 8)
    await place.kill_one()
    await play(place, match, players, 8)
    await place.kill_database()
    await play(place, match, players)
    assert place.game(match).outcome is not None
