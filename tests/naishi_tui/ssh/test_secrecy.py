"""Not one byte that a viewer is sent depends on a card that the viewer can't know."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from pathlib import Path

import pytest

from naishi import Game
from naishi.game.record import GameRecord, Options
from naishi.server.storage.connection import Worker
from tests.fuzzing import long_seeds
from tests.naishi.game.worlds import resampled
from tests.naishi.playing import random_game
from tests.naishi_tui.ssh.conftest import Client, Server, named, new_keys, serving
from tests.naishi_tui.waiting import NEVER, idle, unpainted

NAMES = ("Aiko", "Bruno", "Carol")
"""Who sits at seat 0, at seat 1, and who watches."""
WATCHER = 2
KEYS = new_keys(3)

Sent = list[bytes]
"""The bytes that a viewer was sent: on arrival, and after each action."""


@pytest.fixture(autouse=True)
def _frames_when_all_is_done(monkeypatch: pytest.MonkeyPatch) -> None:
    """Paint when `settled` asks: whether a clock's frame shows one change or two depends on how busy the machine is."""
    monkeypatch.setattr("textual.screen.UPDATE_PERIOD", 3600.0)


@pytest.fixture(autouse=True)
def _database_without_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    """Read and write at once: what is painted while a thread works depends on how busy the machine is, too."""

    async def run(_worker: Worker, work: Callable[[], object]) -> object:
        return work()

    monkeypatch.setattr(Worker, "run", run)


async def settled(server: Server, *clients: Client) -> None:
    """Wait until every app has painted all there is, and every byte of it has arrived."""
    async with asyncio.timeout(NEVER):
        await idle()
        for app in server.apps:
            while screens := unpainted(app):
                for screen in screens:
                    screen.call_later(screen._on_timer_update)
                await asyncio.sleep(0.001)
                await idle()
        while sum(terminal.sent for terminal in server.ssh.terminals) != sum(each.count for each in clients):
            await asyncio.sleep(0.001)


async def sent(folder: Path, record: GameRecord) -> list[Sent]:
    """Play a game on a server, and return what the two players and somebody who watches are sent."""
    folder.mkdir()
    game = Game(record.model_copy(update={"actions": (), "cursor": 0}))
    async with serving(folder) as server:
        people = [await named(server, key, name) for key, name in zip(KEYS, NAMES, strict=True)]
        one, two, _watcher = (person.account.id for person in people)
        match = await server.lobby.matches.start(one, game, (one, two), public=True)
        clients: list[Client] = []
        for key in KEYS:
            clients.append(await server.visit(key, command=f"{'watch' if len(clients) == 2 else 'join'} {match.id}"))
            while "River" not in clients[-1].text:
                await settled(server, *clients)
        scripted = [await person.attach(match.id) for person in people[:2]]
        pieces: list[Sent] = [[], [], []]
        for action in (None, *record.actions):
            if action is not None:
                await scripted[scripted[0].view.turn or 0].play(action)
            await settled(server, *clients)
            for client, sent_to in zip(clients, pieces, strict=True):
                sent_to.append(bytes(client.received))
                client.received.clear()
        return pieces


def played(record: GameRecord, like: Game) -> Game:
    """A game in which all actions of a record were played."""
    return Game(record.model_copy(update={"options": like.options, "cursor": len(record.actions)}))


def worlds(seed: int, actions: int, viewer: int) -> tuple[Game, Game]:
    """Two games of at most so many actions that differ for the other player, but not for a viewer or the public."""
    for length in range(actions, 2, -1):
        told = random_game(seed, length).record
        players = Game.new(players=NAMES[:2]).players
        game = Game(told.model_copy(update={"players": players, "options": Options(undo="off")}))
        for draw in range(20):
            other = played(resampled(game, viewer, random.Random(draw)), game)
            assert other.view(viewer) == game.view(viewer)
            if other.view(1 - viewer) != game.view(1 - viewer):
                return game, other
    raise AssertionError("no other world")


async def check(folder: Path, seed: int, actions: int, *, viewer: int) -> None:
    """Play a game in two worlds that look the same to a player and to watchers, and compare what is sent."""
    both = worlds(seed, actions, viewer)
    here, there = [await sent(folder / str(number), game.record) for number, game in enumerate(both)]
    assert here[1 - viewer] != there[1 - viewer], "the deals differ for the other player"
    for each in (viewer, WATCHER):
        assert len(b"".join(here[each])) > 5000
        for number, (one, two) in enumerate(zip(here[each], there[each], strict=True)):
            assert one == two, f"{NAMES[each]}, after action {number}"


async def test_no_byte_sent_depends_on_cards_that_a_viewer_cannot_know(tmp_path: Path) -> None:
    await check(tmp_path, 3, 5, viewer=0)


@pytest.mark.slow
@pytest.mark.parametrize("viewer", [0, 1])
@pytest.mark.parametrize("seed", long_seeds(0, 5))
async def test_no_byte_sent_in_long_games_depends_on_cards_that_a_viewer_cannot_know(
    tmp_path: Path, seed: int, viewer: int
) -> None:
    await check(tmp_path, seed, 40, viewer=viewer)
