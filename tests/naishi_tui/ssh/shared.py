"""What several of the test modules here use."""

from __future__ import annotations

import asyncio
import re
import sqlite3
from contextlib import closing
from functools import partial

import asyncssh

from naishi import Game
from naishi.games.naishi.game.record import GameRecord
from naishi.server.database.database import DATABASE
from tests.naishi_tui.framework_insides import paint, unpainted
from tests.naishi_tui.ssh.conftest import PATIENCE, Client, Server
from tests.naishi_tui.ssh.openssh import ServerProcess
from tests.naishi_tui.waiting import NEVER, idle
from tests.terminal import Terminal


async def press_and_lose(client: Client, key: str, text: str) -> None:
    """Press a key, and see that a text goes."""
    await client.press_and_see(key, "")
    await client.until(lambda: text not in client.text, f"the end of {text!r}")


async def give_cards(*clients: Client) -> None:
    """Have both give a card."""
    for client in clients:
        await client.see("Dealt to")
    for _turn in clients:
        await clients[0].until(lambda: any("Which of your two" in each.text for each in clients), "somebody's turn")
        client = next(each for each in clients if "Which of your two" in each.text)
        await press_and_lose(client, "enter", "Which of your two")


class Borrowed(asyncssh.SSHKeyPair):
    """Someone else's public key: it is offered, as agents do, and then not signed with, or by another key."""

    def __init__(self, key: asyncssh.SSHKey, forger: asyncssh.SSHKey | None = None) -> None:
        algorithms = [key.algorithm]
        super().__init__(key.algorithm, key.algorithm, algorithms, algorithms, key.public_data, None)
        self.offered = 0
        self._forger = forger

    def sign(self, data: bytes) -> bytes:
        self.offered += 1
        if self._forger is None:
            raise ValueError
        return self._forger.sign(data, self.algorithm)


def come_with_a_name(server: ServerProcess, name: str) -> Terminal:
    terminal = server.ssh(server.key(name.lower()))
    terminal.wait_for("What name do you want to play under?")
    terminal.press(name, wait=False)
    terminal.wait_for(name)
    terminal.insist(
        "enter", lambda: f"NAISHI  {name}" in terminal.text and "What name do you want" not in terminal.text
    )
    return terminal


def give(*both: Terminal) -> None:
    """Give a card each, one after the other, and wait until both see whose turn it is."""
    for _gift in both:
        give_one(next(each for each in both * 300 if each.reads_until(partial(asked_for_a_gift, each), 0.1)))
    for each in both:
        assert each.reads_until(partial(at_the_table, each)), each.text


def give_one(terminal: Terminal) -> None:
    terminal.insist("enter", lambda: not asked_for_a_gift(terminal))


def asked_for_a_gift(terminal: Terminal) -> bool:
    return "Which of your two cards" in terminal.text


def at_the_table(terminal: Terminal) -> bool:
    """Whether the whole table is drawn: the prompt is below the last turn."""
    table = terminal.text.partition("Previous turn")[2]
    return my_turn(terminal) or re.search(r"It is \w+'s turn\.", table) is not None


def my_turn(terminal: Terminal) -> bool:
    return any(words in terminal.text for words in ("choose a card to replace", "end your turn", "Your last turn"))


def stored(server: ServerProcess) -> Game:
    """Read the game from the server's database, as a backup would."""
    with closing(sqlite3.connect(f"file:{server.folder / DATABASE}?mode=ro", uri=True)) as connection:
        (record,) = connection.execute("SELECT record FROM matches WHERE record IS NOT NULL").fetchone()
    return Game(GameRecord.model_validate_json(record))


async def settled(server: Server, *clients: Client) -> None:
    """Wait until every app has painted all there is, and every byte of it has arrived."""
    async with asyncio.timeout(NEVER):
        await idle()
        for app in server.apps:
            while screens := unpainted(app):
                for screen in screens:
                    paint(screen)
                await asyncio.sleep(0.001)
                await idle()
        while sum(terminal.sent for terminal in server.terminals) != sum(each.count for each in clients):
            await asyncio.sleep(0.001)


async def kept(server: Server, player: int, chosen: dict[str, object]) -> None:
    """Wait until a player's settings are stored."""
    async with asyncio.timeout(PATIENCE):
        while await server.lobby.players.settings(player) != chosen:
            await asyncio.sleep(0.01)


async def run(server: Server, command: str, *keys: asyncssh.SSHKey, **options: object) -> tuple[str, str, int | None]:
    """Ask for something; return what came on both streams, and the exit status."""
    connection = await server.connect(*keys)
    done = await asyncio.wait_for(connection.run(command, check=False, **options), PATIENCE)  # type: ignore[arg-type]
    return str(done.stdout), str(done.stderr), done.exit_status
