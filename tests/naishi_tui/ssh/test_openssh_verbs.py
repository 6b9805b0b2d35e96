"""A game by one-shot commands alone, end to end: visit.terminal, verbs."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from naishi.saves import document
from tests.naishi_tui.ssh.openssh import ServerProcess, needs_ssh
from tests.naishi_tui.ssh.scene import dullest

pytestmark = [needs_ssh, pytest.mark.ci]

MOST = 400
"""More turns than a game can have."""


@pytest.fixture
def server(tmp_path: Path) -> Iterator[ServerProcess]:
    with ServerProcess(tmp_path) as server:
        yield server


class Shell:
    """Someone's shell, from which they ask the server."""

    def __init__(self, server: ServerProcess, name: str) -> None:
        self.server, self.key = server, server.key(name)
        assert self.ask("name", name.capitalize()).stdout == f"You are {name.capitalize()} now.\n"

    def ask(self, *words: str, status: int = 0) -> subprocess.CompletedProcess[str]:
        command = [each for each in self.server.command(self.key, words) if each != "-tt"]
        done = subprocess.run(
            command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False, timeout=120
        )
        assert done.returncode == status, done
        return done

    def actions(self, game: str) -> list[str]:
        """What can be done now; nothing where it isn't one's turn."""
        reply = json.loads(self.ask("show", game, "--json").stdout.splitlines()[-1])
        return list(reply["view"]["legal_actions"])


def test_exit_statuses_are_those_of_the_command(server: ServerProcess) -> None:
    aiko = Shell(server, "aiko")
    assert "no game yet" in aiko.ask("games").stdout
    refused = aiko.ask("show", "nothing", status=1)
    assert (refused.stdout, refused.stderr) == ("", "naishi: There is no game with this word.\n")
    assert "Did you mean wait?" in aiko.ask("wiat", status=2).stderr


@pytest.mark.slow
def test_a_whole_game_is_played_by_verbs(server: ServerProcess) -> None:
    aiko, bruno = Shell(server, "aiko"), Shell(server, "bruno")
    game = aiko.ask("new").stdout.split()[-1]
    assert f"Game {game} with Aiko" in bruno.ask("sit", game[:4]).stdout
    people = [aiko, bruno] if aiko.actions(game) else [bruno, aiko]
    for turn in range(MOST):
        me = people[turn % 2]
        if "your turn" not in me.ask("games").stdout:
            break
        me.ask("wait", game)
        while actions := me.actions(game):
            declare = [each for each in actions if each == "declare"]
            assert me.ask("play", game, (declare or [dullest(actions)])[0]).stdout
    assert f"Game {game} with Bruno, round " in aiko.ask("history").stdout
    assert document.read(aiko.ask("export", game).stdout.encode()).game.outcome is not None
    assert "isn't over" not in bruno.ask("show", game).stdout
    aiko.ask("wait", game, status=1)
