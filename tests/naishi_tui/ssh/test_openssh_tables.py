"""Tables of two to four at OpenSSH clients, whole games: visit.terminal, table_room, processes."""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from naishi.bots.protocol import Clock
from naishi.bots.registry import ask as choose
from naishi.server.database.database import DATABASE
from naishi.server.match.match import game_from
from tests.naishi.server.postgres import Cluster, cluster
from tests.naishi_tui.ssh.openssh import LineClient, ServerProcess, needs_ssh
from tests.naishi_tui.ssh.processes import serving

pytestmark = [needs_ssh, pytest.mark.slow]

NAMES = ("Aiko", "Bruno", "Chiyo", "Dora")
RECORD = "SELECT game, record FROM matches WHERE record IS NOT NULL"


@pytest.fixture
def postgres() -> Iterator[Cluster]:
    with cluster() as running:
        yield running


def of_sqlite(server: ServerProcess) -> Callable[[], Any]:
    """Return what reads the game from the server's file, as a backup would."""

    def stored() -> Any:
        with closing(sqlite3.connect(f"file:{server.folder / DATABASE}?mode=ro", uri=True)) as connection:
            return game_from(*connection.execute(RECORD).fetchone())

    return stored


def sit_down(server: ServerProcess, stack: ExitStack, made: str, count: int) -> dict[str, LineClient]:
    """Have the first make a table and all others join; return them by name, at the match."""
    clients = {}
    for name in NAMES[:count]:
        client = stack.enter_context(server.ssh_without_terminal(server.key(name.lower()), ["plain"]))
        client.hears("lobby> ")
        client.says(f"name {name}", f"You are {name} now.")
        clients[name] = client
    host, *others = clients.values()
    host.says(made, "is yours and waits")
    for client in others:
        client.hears("To sit down: join 1.")
        client.says("join aiko", "your game with" if client is others[-1] else "You sit there")
    for client in (host, *others[:-1]):
        client.hears("Type go to go there.")
        client.says("go", "your game with", "\n> ")
    return clients


def play(clients: dict[str, LineClient], stored: Callable[[], Any]) -> Any:
    """Type what bots would choose, all plans of a season before any is waited for; return the game that is over."""
    while (game := stored()).awaited:
        typed = {seat: choose(game.key, "beginner", seat, game.view(seat), Clock()).text for seat in game.awaited}
        before = Counter(event.seat for event in game.events())
        for seat, text in typed.items():
            clients[game.players[seat].name].type(text)
        for seat, text in typed.items():
            insist(clients[game.players[seat].name], text, partial(acted, stored, seat, before[seat]))
    return game


def acted(stored: Callable[[], Any], seat: int, before: int) -> bool:
    return Counter(event.seat for event in stored().events())[seat] > before


def insist(client: LineClient, text: str, done: Callable[[], bool]) -> None:
    """Wait until a line was carried out; type it again where news of the other process came only after it."""
    while not done():
        assert client.reads_until(lambda: done() or "turn.\n> " in client.new), f"{text!r}:\n{client.new}"
        if not done():
            client.type(text)


def leave(clients: Sequence[LineClient]) -> None:
    for client in clients:
        client.hears("Type rematch, replay, log, score or quit.")
        assert client.end() == 0


@pytest.mark.parametrize("seats", [2, 4])
def test_ninjato_is_played_whole(tmp_path: Path, seats: int) -> None:
    with ServerProcess(tmp_path) as server, ExitStack() as stack:
        clients = sit_down(server, stack, f"new ninjato {seats}", seats)
        game = play(clients, of_sqlite(server))
        for seat, player in enumerate(game.players):
            clients[player.name].hears(str(game.result.points[seat]))
        leave([*clients.values()])


def test_four_play_shogun_whole_at_a_server_of_two_processes(tmp_path: Path, postgres: Cluster) -> None:
    url = postgres.database()
    with serving(tmp_path, postgres, url) as running, ExitStack() as stack:
        server = ServerProcess(tmp_path)
        server.port = running.port
        clients = sit_down(server, stack, "new shogun 4", 4)

        def stored() -> Any:
            ((key, record),) = postgres.run(RECORD, running.name)
            return game_from(str(key), str(record))

        game = play(clients, stored)
        for seat, player in enumerate(game.players):
            clients[player.name].hears(str(game.result.points[seat]))
        leave([*clients.values()])
