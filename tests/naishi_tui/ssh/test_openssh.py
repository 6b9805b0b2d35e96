"""Whole games between `naishi serve` and OpenSSH clients: naishi_tui.serving, ssh.server, ssh.terminal."""

from __future__ import annotations

import os
import random
import re
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from naishi import Phase
from naishi.games.naishi.rules.actions import Decree
from tests.naishi_tui.ssh.openssh import LOG, ServerProcess, needs_ssh
from tests.naishi_tui.ssh.shared import come_with_a_name, give, my_turn, stored
from tests.naishi_tui.terminal.shared import keys_of, sober
from tests.terminal import Terminal

pytestmark = needs_ssh


@pytest.fixture
def server(tmp_path: Path) -> Iterator[ServerProcess]:
    with ServerProcess(tmp_path) as server:
        yield server


def sit_down(server: ServerProcess) -> tuple[Terminal, Terminal]:
    """Have two people meet at a table, and give each other a card."""
    one, two = come_with_a_name(server, "Aiko"), come_with_a_name(server, "Bruno")
    one.insist("n", lambda: "Base game" in one.text)
    one.insist("enter", lambda: "Your table is waiting" in one.text)
    two.wait_for("Aiko is waiting")
    two.insist("enter", lambda: "Dealt to Bruno" in two.text)
    one.wait_for("Bruno has joined your table")
    one.insist("g", lambda: "Dealt to Aiko" in one.text)
    give(one, two)
    return one, two


@pytest.mark.slow
def test_two_clients_play_a_whole_game(server: ServerProcess) -> None:
    chance = random.Random(5)
    one, two = sit_down(server)
    with one, two:
        game = stored(server)
        seats = (one, two) if game.players[0].name == "Aiko" else (two, one)
        while game.phase is not Phase.OVER:
            terminal, action = seats[game.turn or 0], sober(chance, game)
            if game.phase is Phase.COPY:
                terminal.wait_for("Which character")
            terminal.reads_until(lambda: False, 0.5)
            confirmed = ["enter"] if isinstance(action, Decree) else []  # it is asked about where undo is off
            for key in [*keys_of(action, game), *confirmed]:
                terminal.press(key, wait=False)
            game.play(action)
            assert terminal.reads_until(lambda: stored(server).actions == game.actions, 30), terminal.text
            for each in seats:
                each.reads_until(lambda: False, 0.1)
        for each in seats:
            each.wait_for("rematch")
            assert re.search("win|draw", each.text)
            each.press("ctrl+q", wait=False)
            assert each.wait(60) == 0
            assert each.modes == {"7", "25"}


@pytest.mark.ci
def test_two_clients_meet_play_and_are_restored(server: ServerProcess) -> None:
    one, two = sit_down(server)
    with one, two:
        first, second = (one, two) if my_turn(one) else (two, one)
        assert not my_turn(second)
        first.insist("enter", lambda: "end your turn" in first.text)
        first.insist("e", lambda: not my_turn(first))
        second.wait_for("(choose a card to replace)")
        assert "Previous turn:" in second.text
        assert server.stop(signal.SIGTERM) == 0
        for each in (one, two):
            each.wait(60)
            assert "Your games are saved" in each.text
            assert each.modes == {"7", "25"}


@pytest.mark.slow
def test_a_killed_client_and_a_killed_server_lose_nothing(server: ServerProcess) -> None:
    one, two = sit_down(server)
    first, second, name = (one, two, "aiko") if my_turn(one) else (two, one, "bruno")
    first.insist("enter", lambda: "end your turn" in first.text)
    os.kill(first.pid, signal.SIGKILL)
    with server.ssh(server.folder / name) as back:
        back.wait_for("your turn")
        back.insist("enter", lambda: "end your turn" in back.text)
        server.stop(signal.SIGKILL)
        server.start()
    with server.ssh(server.folder / name) as again:
        again.wait_for("your turn")
        again.insist("enter", lambda: "end your turn" in again.text)
        again.insist("e", lambda: not my_turn(again))
    first.close()
    second.close()


@pytest.mark.slow
def test_a_friend_joins_and_another_watches_by_a_word_that_is_never_logged(server: ServerProcess) -> None:
    with come_with_a_name(server, "Aiko") as host:
        host.insist("p", lambda: "Base game" in host.text)
        host.insist(
            "enter", lambda: "join " in host.text.split("Your table is waiting")[-1] and "Your table" in host.text
        )
        line = re.search(r"ssh -t -p (\d+) play@(\S+) join (\S+)", host.text)
        assert line is not None, host.text
        assert line.groups()[:2] == (str(server.port), "127.0.0.1")
        word = line[3]
        with server.ssh(server.key("friend"), ["join", word]) as friend:
            friend.wait_for("What name do you want")
            friend.insist("escape", lambda: "Dealt to Guest" in friend.text)
            with server.ssh(None, ["watch", word]) as watcher:
                watcher.wait_for("You are watching")
                host.wait_for("has joined your table")
    assert "SHA256:" in server.lines[0], "the fingerprint of the host key"
    assert word not in (server.folder / LOG).read_text("utf-8"), "words are never logged"
