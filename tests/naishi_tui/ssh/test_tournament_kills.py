"""Tournament of eight on an often-killed server: tournament, naishi_tui.serving.

The players are programs that read objects over SSH. Bots of theirs choose from what each of them may see.
"""

from __future__ import annotations

import asyncio
import json
import random
import signal
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import asyncssh
import pytest

from naishi.bots import Clock, make
from naishi.games.naishi.game.view import PlayerView
from naishi.server import Database, Lobby, MatchStage
from naishi.server.database.database import DATABASE
from tests.naishi.server.tournaments.competing import NAMES, check_results
from tests.naishi_tui.ssh.conftest import Anybody
from tests.naishi_tui.ssh.openssh import ServerProcess

SEATS = 8
"""In the games of a round: so many players see their game end before the next one begins."""
LONGEST = 540.0
"""Seconds for the whole tournament."""

Sent = dict[str, Any]


class Program:
    """A program of one player, which comes back whenever its connection is lost."""

    def __init__(
        self, server: ServerProcess, name: str, acted: Callable[[], None], finished: Callable[[str], None]
    ) -> None:
        self.server, self.name = server, name
        self.key = asyncssh.generate_private_key("ssh-ed25519")
        self.process: asyncssh.SSHClientProcess[str]
        self.lobby: Sent = {}
        self.state: Sent = {}
        self.acted, self.finished = acted, finished
        """Called when an action of the player's was acknowledged, and when they have seen a game end."""

    async def connect(self) -> asyncssh.SSHClientConnection:
        return await asyncssh.connect(
            "127.0.0.1",
            self.server.port,
            client_factory=Anybody,
            username="play",
            known_hosts=None,
            client_keys=[self.key],
            config=None,
            agent_path=None,
        )

    async def once(self, *requests: str) -> None:
        """Ask for something, each in a room of its own."""
        async with await self.connect() as connection, connection.create_process("json") as self.process:
            for request in requests:
                await self.ask(request)

    async def ask(self, do: str) -> Sent:
        """Send a request, and return its reply; what comes before it is kept."""
        self.process.stdin.write(json.dumps({"do": do}) + "\n")
        while (sent := await self.read())["type"] not in {"reply", "error"}:
            pass
        return sent

    async def read(self) -> Sent:
        line = await self.process.stdout.readline()
        if not line:
            raise ConnectionError
        sent: Sent = json.loads(line)
        if sent["type"] == "lobby":
            self.lobby = sent
        elif sent["type"] == "state":
            self.state = sent
        return sent

    async def compete(self) -> None:
        """Play every game that comes, until the tournament is over."""
        while True:
            with suppress(OSError, asyncssh.Error, asyncio.IncompleteReadError):
                async with await self.connect() as connection, connection.create_process("json") as self.process:
                    if await self.play_all():
                        return
            await asyncio.sleep(0.1)

    async def play_all(self) -> bool:
        while True:
            self.lobby = {}
            await self.ask("games")
            playing = [each for each in self.lobby["mine"] if each["state"] == "playing"]
            if playing:
                await self.play(playing[0]["id"])
            elif any(each["state"] == "over" for each in (await self.tournaments())["mine"]):
                return True
            else:
                await asyncio.sleep(0.5)

    async def tournaments(self) -> Sent:
        self.process.stdin.write(json.dumps({"do": "tournament"}) + "\n")
        found: Sent = {}
        while (sent := await self.read())["type"] != "reply":
            found = sent if sent["type"] == "tournaments" else found
        return found

    async def play(self, match: str) -> None:
        self.state = {}
        await self.ask(f"go {match}")
        bot = make("beginner", 7)
        while self.state.get("phase") != "over":
            if not self.state.get("actions"):
                await self.read()
                continue
            view = PlayerView.model_validate((await self.ask("view"))["view"])
            if view.legal_actions:
                done = await self.ask(bot.choose(view, Clock(5.0)).text)
                if done["type"] == "reply":
                    self.acted()
        self.finished(f"{self.name} {match}")
        await self.ask("quit")


def read_page(server: ServerProcess) -> Any:
    """The tournament as it is stored, made sure to be what its matches say."""

    async def read() -> Any:
        database = Database(server.folder / DATABASE)
        lobby = Lobby(database)
        (tournament,) = await lobby.tournaments.public()
        page = await lobby.tournaments.page(tournament.id)
        await check_results(lobby, page)
        assert lobby.matches.check()[1] == []
        await lobby.close()
        database.close()
        return page

    return read()


async def kill(server: ServerProcess, told: Any) -> Any:
    """Kill the server, look at what it has kept, and start it again."""
    server.stop(signal.SIGKILL)
    page = await read_page(server)
    if told is not None:
        kept = {(game.round, game.played.pairing): game for game in page.games}
        for game in told.games:
            now = kept[game.round, game.played.pairing]
            assert now.match == game.match
            assert game.played.scores in {None, now.played.scores}, "a result that was stored stays"
    server.start()
    return page


class Killer:
    """Kills the server after some actions, and as soon as the last game of a round is over."""

    def __init__(self, server: ServerProcess) -> None:
        self.server, self.chance = server, random.Random(11)
        self.actions, self.finished = 0, set[str]()
        self.within = self.between = 0
        """How often it was killed within a round, and between two."""
        self.told: Any = None

    def acted(self) -> None:
        self.actions += 1

    async def kill_until(self, over: asyncio.Event) -> None:
        while not over.is_set():
            at, rounds = self.actions + self.chance.randint(8, 30), len(self.finished) // SEATS
            while self.actions < at and len(self.finished) // SEATS == rounds:
                await asyncio.sleep(0.002)
                if over.is_set():
                    return
            between = len(self.finished) // SEATS > rounds
            self.within, self.between = self.within + (not between), self.between + between
            self.told = await kill(self.server, self.told)


@pytest.mark.slow
async def test_a_tournament_of_eight_survives_a_server_that_is_killed(tmp_path: Path) -> None:
    with ServerProcess(tmp_path) as server:
        killer, over = Killer(server), asyncio.Event()
        programs = [Program(server, name, killer.acted, killer.finished.add) for name in NAMES]
        for program in programs:
            await program.once(f"name {program.name}")
        await programs[0].once("tournament new Autumn Cup swiss 3 players 8 clock 1d")
        for program in programs[1:]:
            await program.once("tournament join autumn")

        async def all_compete() -> None:
            await asyncio.gather(*[program.compete() for program in programs])
            over.set()

        async with asyncio.timeout(LONGEST):
            await asyncio.gather(all_compete(), killer.kill_until(over))
        server.stop(signal.SIGTERM)
        page = await read_page(server)
    assert page.tournament.state is MatchStage.OVER
    assert [len(page.of_round(number)) for number in (1, 2, 3)] == [4, 4, 4]
    assert sum(row.points for row in page.standings) == 12
    assert len({frozenset(game.played.pairing) for game in page.games}) == 12
    assert killer.within > 5
    assert killer.between > 1
    print(f"{killer.actions} actions, killed {killer.within} times within rounds and {killer.between} between them")
