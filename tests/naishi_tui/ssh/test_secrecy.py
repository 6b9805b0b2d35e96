"""Nothing that a viewer is sent depends on a card that the viewer can't know."""

from __future__ import annotations

import asyncio
import itertools
import random
import re
from pathlib import Path
from typing import NamedTuple

import pytest

from naishi import Game
from naishi.game.record import GameRecord, Options
from tests.naishi.game.worlds import resampled
from tests.naishi.playing import random_game
from tests.naishi_tui.ssh.conftest import Client, Server, named, new_keys, serving
from tests.naishi_tui.waiting import NEVER, idle, unpainted

NAMES = ("Aiko", "Bruno", "Carol")
"""Who sits at seat 0, at seat 1, and who watches."""
WATCHER = 2
TRIES = 4
"""How often texts may differ for another reason than cards: where a machine is busy, one frame may show two changes."""
KEYS = new_keys(3)


class Seen(NamedTuple):
    """What a viewer was sent: after every action each cell with its colours, and all texts in the bytes.

    The bytes themselves come in no fixed order: Textual keeps in a set what it has to paint.
    """

    screens: list[tuple[object, ...]]
    texts: frozenset[bytes]


async def settled(server: Server, *clients: Client) -> None:
    """Wait until every app has painted all there is, and every byte of it has arrived."""
    async with asyncio.timeout(NEVER):
        await idle()
        for app in [terminal._app for terminal in server.house.terminals]:
            while app is not None and (screens := unpainted(app)):
                for screen in screens:
                    screen.call_later(screen._on_timer_update)
                await asyncio.sleep(0.001)
                await idle()
        while sum(terminal.sent for terminal in server.house.terminals) != sum(len(each.received) for each in clients):
            await asyncio.sleep(0.001)


async def seen(folder: Path, record: GameRecord) -> list[Seen]:
    """Play a game on a server, and return what the two players and somebody who watches are sent."""
    folder.mkdir()
    game = Game(record.model_copy(update={"actions": (), "cursor": 0}))
    async with serving(folder) as server:
        people = [await named(server, key, name) for key, name in zip(KEYS, NAMES, strict=True)]
        match = server.lobby.matches.start(people[0], game, (people[0], people[1]), public=True)
        clients: list[Client] = []
        for key in KEYS:
            clients.append(await server.visit(key, command=f"{'watch' if len(clients) == 2 else 'join'} {match.id}"))
            await clients[-1].see("River")
            await settled(server, *clients)
        scripted = [server.lobby.attach(match.id, server.lobby.players.get(person)) for person in people[:2]]
        screens: list[list[tuple[object, ...]]] = [[], [], []]
        for action in record.actions:
            await scripted[scripted[0].live.game.turn or 0].play(action)
            await settled(server, *clients)
            for client, drawn in zip(clients, screens, strict=True):
                drawn.append(cells(client))
        return [
            Seen(drawn, frozenset(map(bytes.strip, re.split(rb"\x1b\[[\d;?]*[A-Za-z]|\n", client.received))))
            for client, drawn in zip(clients, screens, strict=True)
        ]


def cells(client: Client) -> tuple[object, ...]:
    buffer = client.screen.buffer
    return tuple(buffer[row][column] for row in range(24) for column in range(80))


def played(record: GameRecord, like: Game) -> Game:
    """A game in which all actions of a record were played."""
    return Game(record.model_copy(update={"options": like.options, "cursor": len(record.actions)}))


async def check(folder: Path, seed: int, actions: int, *, viewer: int) -> None:
    """Play a game in two worlds that look the same to a player and to watchers, and compare what is sent."""
    told = random_game(seed, actions).record
    players = Game.new(players=NAMES[:2]).players
    game = Game(told.model_copy(update={"players": players, "options": Options(undo="off")}))
    other = played(resampled(game, viewer, random.Random(seed)), game)
    assert other.view(viewer) == game.view(viewer)
    number = itertools.count()
    for _try in range(TRIES):
        here, there = [await seen(folder / str(next(number)), each.record) for each in (game, other)]
        assert here[1 - viewer].screens != there[1 - viewer].screens, "the deals differ for the other player"
        for each in (viewer, WATCHER):
            assert here[each].screens == there[each].screens
        if all(here[each] == there[each] for each in (viewer, WATCHER)):
            return
    raise AssertionError("what a viewer is sent depends on cards that the viewer can't know")


async def test_nothing_sent_depends_on_cards_that_a_viewer_cannot_know(tmp_path: Path) -> None:
    await check(tmp_path, 3, 5, viewer=0)


@pytest.mark.slow
@pytest.mark.parametrize("viewer", [0, 1])
@pytest.mark.parametrize("seed", range(5))
async def test_nothing_sent_in_long_games_depends_on_cards_that_a_viewer_cannot_know(
    tmp_path: Path, seed: int, viewer: int
) -> None:
    await check(tmp_path, seed, 40, viewer=viewer)
