"""Killed server during OpenSSH play: naishi_tui.serving, store, session."""

from __future__ import annotations

import asyncio
import random
import signal
import sqlite3
import termios
from contextlib import closing
from functools import partial
from pathlib import Path

import asyncssh
import pytest

from naishi import Game, Phase
from naishi.games.naishi.game.record import GameRecord, Options
from naishi.games.naishi.rules.actions import Decree
from naishi.server import Database, Lobby
from naishi.server.database.database import DATABASE
from tests.naishi_tui.ssh.openssh import ServerProcess, needs_ssh
from tests.naishi_tui.terminal.shared import keys_of, sober
from tests.terminal import Terminal

pytestmark = [needs_ssh, pytest.mark.slow]

KILLS = 15
NAMES = ("Aiko", "Bruno")
BOARD, PROMPT = slice(1, 20), 21
"""The rows of the screen that show cards and court, and the one that says what can be done."""


async def begin(server: ServerProcess, options: Options) -> tuple[str, list[Path]]:
    """Put two players and their game into the server's database; return the game's id, and their keys by seat."""
    keys = [server.key(name) for name in NAMES]
    database = Database(server.folder / DATABASE)
    lobby = Lobby(database)
    people = []
    for key, name in zip(keys, NAMES, strict=True):
        fingerprint = asyncssh.read_public_key(key.with_suffix(".pub")).get_fingerprint()
        people.append((await lobby.players.add(name, fingerprint=fingerprint, chosen=True)).id)
    game = Game.new(seed=5, players=NAMES, options=options)
    match = await lobby.matches.start(people[0], game, (people[0], people[1]), public=True)
    database.close()
    return match.id, keys


def stored(server: ServerProcess) -> Game:
    with closing(sqlite3.connect(f"file:{server.folder / DATABASE}?mode=ro", uri=True)) as connection:
        (record,) = connection.execute("SELECT record FROM matches").fetchone()
    return Game(GameRecord.model_validate_json(record))


def board(terminal: Terminal) -> list[str]:
    """What the screen shows by now of the game."""
    terminal.reads_until(lambda: False, 0.01)
    return list(terminal.screen.display[BOARD])


def act(terminal: Terminal, game: Game, chance: random.Random) -> Game:
    """Press the keys of an action, and return the game after it."""
    action = sober(chance, game)
    confirmed = ["enter"] if isinstance(action, Decree) else []
    for key in [*keys_of(action, game), *confirmed]:
        terminal.press(key, wait=False)
    after = Game(game.record)
    after.play(action)
    return after


ASKED = ("choose a card to replace", "end your turn", "your last turn", "which character", "take a bonus")


def asks(terminal: Terminal) -> bool:
    return any(each in terminal.text.lower() for each in ASKED)


def shows(terminal: Terminal, prompt: str) -> bool:
    return terminal.screen.display[PROMPT] == prompt


def leave(terminal: Terminal) -> None:
    terminal.insist("ctrl+q", lambda: terminal.poll() is not None)
    assert terminal.wait(60) == 0


def prompts(game: Game, seats: list[Terminal]) -> None:
    """Wait until both see the game as it stands: whose turn it is, and what can be done."""
    for seat, terminal in enumerate(seats):
        if game.phase is Phase.GIFT:
            terminal.wait_for("Which of your two cards" if game.turn == seat else "Dealt to")
        elif game.turn == seat:
            assert terminal.reads_until(partial(asks, terminal)), terminal.text
        else:
            terminal.wait_for(f"{NAMES[1 - seat]}'s turn")


def test_clients_come_back_to_the_exact_prompt_however_often_the_server_is_killed(tmp_path: Path) -> None:
    chance = random.Random(7)
    with ServerProcess(tmp_path) as server:
        match, keys = asyncio.run(begin(server, Options(undo="off")))
        server.stop(signal.SIGTERM)
        server.start()
        seats = [server.ssh_again_and_again(key, ["join", match]) for key in keys]
        before = [termios.tcgetattr(each.fd) for each in seats]
        for _kill in range(KILLS):
            game = stored(server)
            prompts(game, seats)
            turn = game.turn or 0
            acting, other = seats[turn], seats[1 - turn]
            calm, shown = board(other), acting.screen.display[PROMPT]
            after = act(acting, game, chance)
            acting.reads_until(lambda: False, chance.uniform(0, 0.4))
            acknowledged = board(other) != calm
            server.stop(signal.SIGKILL)
            now = stored(server)
            assert now.actions in {game.actions, after.actions}
            if acknowledged:
                assert now.actions == after.actions, "the other player has seen it"
            for terminal in seats:
                terminal.read(timeout=0.3)
                terminal.screen.reset()  # what is seen from now on is of the new server
            server.start()
            prompts(now, seats)
            if now.actions == game.actions:
                same = acting.reads_until(partial(shows, acting, prompt=shown), 30)
                assert same, f"the prompt was: {shown}\n{acting.text}"
        for terminal, modes in zip(seats, before, strict=True):
            leave(terminal)
            assert terminal.modes == {"7", "25"}
            assert termios.tcgetattr(terminal.fd) == modes
            terminal.close()
