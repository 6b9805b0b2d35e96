"""`naishi serve --processes 2`, with killed processes: processes, naishi_tui.serving."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import asyncssh
import pytest

from naishi import Game
from naishi.games.naishi.game.record import Options
from naishi.server import Lobby
from tests.naishi.server.postgres import Cluster, cluster
from tests.naishi_tui.ssh.processes import LONG, Server, serving

pytestmark = pytest.mark.ci


@pytest.fixture
def postgres() -> Iterator[Cluster]:
    with cluster() as running:
        yield running


class Line:
    """Someone in line mode."""

    def __init__(self, server: Server, key: asyncssh.SSHKey) -> None:
        self.server, self.key, self.text = server, key, ""

    async def come(self, *command: str) -> None:
        """Connect; the server may be starting a process again."""
        async with asyncio.timeout(LONG):
            while True:
                try:
                    self.connection = await asyncssh.connect(
                        "127.0.0.1", self.server.port, username="play", known_hosts=None, client_keys=[self.key],
                        config=None, agent_path=None,
                    )  # fmt: skip
                    break
                except (OSError, asyncssh.Error):
                    await asyncio.sleep(0.1)
        self.process = await self.connection.create_process(" ".join(("plain", *command)))
        self.text = ""
        self.reading = asyncio.create_task(self._read())

    async def _read(self) -> None:
        while data := await self.process.stdout.read(65536):
            self.text += str(data)

    async def see(self, words: str) -> None:
        await until(lambda: words in self.text, lambda: f"{words!r} never came:\n{self.text}")

    def type(self, line: str) -> None:
        self.text = ""
        self.process.stdin.write(f"{line}\n")

    def leave(self) -> None:
        self.connection.abort()
        self.reading.cancel()


async def until(true: Callable[[], object], why: Callable[[], str] = str) -> None:
    end = time.monotonic() + LONG
    while not true():
        assert time.monotonic() < end, why()
        await asyncio.sleep(0.05)


async def begin(url: str) -> tuple[str, list[asyncssh.SSHKey]]:
    """Put two players and their game into the database; return its id, and their keys."""
    keys = [asyncssh.generate_private_key("ssh-ed25519") for _seat in range(2)]
    from naishi.server.database.postgres import PostgresDatabase  # noqa: PLC0415 - an extra

    with closing(PostgresDatabase(url)) as database:
        lobby, names = Lobby(database), ("Aiko", "Bruno")
        people = [
            (await lobby.players.add(name, fingerprint=key.get_fingerprint(), chosen=True)).id
            for name, key in zip(names, keys, strict=True)
        ]
        game = Game.new(5, names, options=Options(undo="off"))
        for _gift in range(2):
            game.play("give 1")
        match = await lobby.matches.start(people[0], game, (people[0], people[1]), public=True)
    return match.id, keys


async def come_apart(server: Server, lines: list[Line], match: str) -> None:
    """Have both come to the match, at different processes: where a connection ends up is the system's to say."""
    one, other = lines
    await one.come("join", match)
    await until(lambda: server.process_of("Aiko"))
    while True:
        await other.come("join", match)
        await until(lambda: server.process_of("Bruno"))
        if server.process_of("Bruno") != server.process_of("Aiko"):
            return
        other.leave()
        await until(lambda: not server.process_of("Bruno"))


async def test_players_at_two_processes_play_on_when_one_is_killed(tmp_path: Path, postgres: Cluster) -> None:
    from naishi.server.database.postgres import PostgresDatabase  # noqa: PLC0415 - an extra

    url = postgres.database()
    match, keys = await begin(url)
    with serving(tmp_path, postgres, url) as server:
        lines = [Line(server, key) for key in keys]
        aiko, bruno = lines
        await come_apart(server, lines, match)
        aiko.type("develop L4")
        await bruno.see("Line 4")
        before, at = server.children, server.process_of("Bruno")
        assert len(before) == 2
        for pid in before:  # whichever it is, one of the two players is thrown out
            os.kill(pid, signal.SIGKILL)
            break
        await until(lambda: server.children != before and len(server.children) == 2)
        for each in lines:
            each.leave()
        await come_apart(server, lines, match)
        aiko.type("end")
        await bruno.see("Your turn")
        assert at
    assert server.process.returncode == 0
    log = (tmp_path / "log.txt").read_text("utf-8")
    assert f"(pid {pid}) has ended (SIGKILL), and is started again" in log
    with closing(PostgresDatabase(url)) as database:
        assert [action.text for action in (await Lobby(database).matches.load(match)).game.actions][2:] == [
            "develop L4", "end",
        ]  # fmt: skip
