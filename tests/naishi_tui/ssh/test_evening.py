"""Evening of real clients, with shortened days: clock, ratings."""

from __future__ import annotations

import asyncio
import json
from itertools import combinations
from pathlib import Path
from typing import Any

import asyncssh
import pytest

from naishi.bots.protocol import Clock
from naishi.games.naishi.bots.players.novice import NoviceBot
from naishi.games.naishi.game.view import PlayerView
from naishi.server import Database
from naishi.server.database import schema
from naishi.server.presence.limits import Limits
from naishi.server.ratings.ratings import recompute
from tests.naishi.server.conftest import Table
from tests.naishi_tui.ssh.conftest import PATIENCE, Server, Typist, meet, named, new_keys, serving
from tests.naishi_tui.ssh.shared import run

pytestmark = pytest.mark.ci

OFTEN = Limits(verbs_rate=1e6, verbs_burst=1e6, games_burst=1e3, accounts_burst=100.0, per_address=1000)


async def _until_done(server: Server, verb: str, key: asyncssh.SSHKey) -> str:
    """Ask for something again and again, until it can be done."""
    async with asyncio.timeout(PATIENCE):
        while True:
            said, _complained, status = await run(server, verb, key)
            if status == 0:
                return said


async def test_a_game_is_claimed_after_a_warning_from_a_player_who_stays_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, seconds in (("WARN_AFTER", 1.0), ("AFTER_WARNING", 1.0), ("OFFERED_AFTER", 0.0)):
        monkeypatch.setattr(f"naishi.server.match.clock.{name}", seconds)
    async with serving(tmp_path, OFTEN) as server:
        keys = new_keys(2)
        table = await meet(server, keys)
        waiting = table.people[1]
        key = next(each for each in keys if each.get_fingerprint() == waiting.fingerprint)
        claim = f"play {table.match.id} claim"
        await _until_done(server, claim, key)  # which warns
        assert not (await server.lobby.matches.get(table.match.id)).agreements.ended
        await _until_done(server, claim, key)
        match = await server.lobby.matches.get(table.match.id)
        assert match.agreements.claimed == 1
        assert match.result is not None
        assert (match.result.how, match.result.winner) == ("claimed", 1)


@pytest.mark.slow
async def test_a_flag_falls_while_nobody_plays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("naishi.server.match.clock.DAY", 5.0)
    async with serving(tmp_path, OFTEN) as server:
        keys = new_keys(2)
        people = [await named(server, key, name) for key, name in zip(keys, ("Aiko", "Bruno"), strict=True)]
        table = await Table.of(server.lobby, people[0], people[1], control="1d")
        await table.play("give 1", "give 1")  # where neither gave, the game would be called off
        async with asyncio.timeout(PATIENCE):
            while "lost on time" not in (await run(server, f"show {table.match.id}", keys[0]))[0]:
                pass
        match = await server.lobby.matches.get(table.match.id)
        assert match.agreements.timed_out == 0


class Somebody:
    """A client who asks for one thing after the other, and plays as the weakest bot does."""

    def __init__(self, server: Server, key: asyncssh.SSHKey, name: str) -> None:
        self.server, self.key, self.name = server, key, name

    async def ask(self, verb: str) -> list[dict[str, Any]]:
        """Ask for objects."""
        connection = await self.server.connect(self.key)
        done = await asyncio.wait_for(connection.run(f"{verb} --json", check=False), PATIENCE)
        assert done.exit_status == 0, (verb, done.stderr)
        connection.close()
        return [json.loads(line) for line in str(done.stdout).splitlines()]

    async def make_table(self) -> None:
        """Wait for someone to play a rated game with."""
        await self.ask("new rated")

    async def sit_down(self, match: str) -> None:
        """Play with the one who waits at a table."""
        await self.ask(f"sit {match} yes")

    async def view(self, match: str) -> PlayerView:
        """Return the game as one may know it."""
        said = await self.ask(f"show {match}")
        (view,) = [PlayerView.model_validate(each["view"]) for each in said if "view" in each]
        return view

    async def play(self, match: str) -> bool:
        """Play one action if it is one's turn; return whether the game is over."""
        view = await self.view(match)
        if view.outcome is None and view.turn == view.seat:
            await self.act(match, NoviceBot().choose(view, Clock()).text)
        return view.outcome is not None

    async def act(self, match: str, action: str) -> None:
        """Play an action."""
        await self.ask(f"play {match} {action}")


class Guest(Somebody):
    """A client who sits at a terminal all evening, in lines or as a program, and types what they do."""

    def __init__(self, server: Server, key: asyncssh.SSHKey, name: str, session: Typist) -> None:
        super().__init__(server, key, name)
        self.session = session
        self.lines = 0

    async def _type(self, line: str) -> None:
        """Type a line, and agree to whatever is asked then."""
        if not self.session.text.startswith("{"):
            self.session.type(line)
            await self.session.until(lambda: self.session.text.endswith(("> ", "agree: ")), "a prompt")
            if self.session.text.endswith("agree: "):
                await self._type("yes")
            return
        self.lines += 1
        answered = f'"tag": "{self.lines}"'
        self.session.type(json.dumps({"do": line, "tag": str(self.lines)}))
        await self.session.until(lambda: answered in self.session.text or "question" in self.session.text, answered)
        if answered not in self.session.text:
            self.session.process.stdin.write(b'{"do": "yes", "tag": "agreed"}\n')
            await self.session.see(answered)
        assert '"type": "error"' not in self.session.text, self.session.text

    async def make_table(self) -> None:
        await self._type("new rated")

    async def sit_down(self, match: str) -> None:
        await self._type("games")  # which says what is played at it
        await self._type(f"join {match}")

    async def act(self, match: str, action: str) -> None:
        before = await self.view(match)
        await self._type(action)
        assert await self.view(match) != before, self.session.text

    async def leave(self, match: str) -> None:
        """Be in the lobby again."""
        await self._type("quit")

    async def go_to(self, match: str) -> None:
        """Be at the match that someone has joined."""
        await self.session.see("has joined")
        await self._type(f"go {match}")


async def _game(server: Server, one: Somebody, other: Somebody) -> None:
    """Play a rated game from the table to the score."""
    await one.make_table()
    visitor = await server.lobby.visit(one.key.get_fingerprint(), "192.0.2.7", "en")
    (table,) = [match for match in (await visitor.refresh()).mine if match.turn is None and match.result is None]
    server.lobby.leave(visitor)
    await server.lobby.public.look()
    await other.sit_down(table.id)
    if isinstance(one, Guest):
        await one.go_to(table.id)
    over = False
    while not over:
        over = await one.play(table.id) or await other.play(table.id)
    for each in (one, other):
        if isinstance(each, Guest):
            await each.leave(table.id)


def _figures(database: Database) -> dict[str, list[tuple[Any, ...]]]:
    with database.reading() as db:
        return {
            table.name: sorted(tuple(row) for row in db.execute(table.select()))
            for table in (schema.rated_games, schema.ratings)
        }


@pytest.mark.slow
async def test_the_table_of_a_rated_evening_is_the_same_when_it_is_worked_out_anew(tmp_path: Path) -> None:
    names = ("Aiko", "Bruno", "Carol", "Dana", "Emil", "Fumiko", "Goro")
    async with serving(tmp_path, OFTEN) as server:
        keys = new_keys(len(names))
        for key, name in zip(keys, names, strict=True):
            await named(server, key, name)
        bots = [Somebody(server, key, name) for key, name in zip(keys[:5], names, strict=False)]
        sessions = [await server.talk(keys[5]), await server.talk(keys[6], command="json")]
        await sessions[0].see("lobby> ")
        await sessions[1].see('"type": "lobby"')
        guests = [
            Guest(server, key, name, session) for key, name, session in zip(keys[5:], names[5:], sessions, strict=True)
        ]
        looking = [await server.visit(), await server.talk(command="json tv")]
        among_bots, with_guests = combinations(bots, 2), [(guests[0], bots[0]), (bots[1], guests[1])]
        for one, other in (*among_bots, *with_guests, (guests[0], guests[1]), (guests[1], guests[0])):
            await _game(server, one, other)
        await looking[0].see("Games to watch")
        database = server.lobby.database
        before = _figures(database)
        with database.writing() as db:
            recompute(db)
        assert _figures(database) == before
        assert len(before["rated_games"]) == 14
        ranking, _why, status = await run(server, "games", keys[0])
        assert status == 0
        assert ranking
