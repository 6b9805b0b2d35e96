"""OpenSSH lines against a screen, end to end: ssh.terminal, visit.terminal, room."""

from __future__ import annotations

import json
import random
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from naishi import Game, Phase
from naishi.games.naishi.rules.actions import Decree
from tests.fuzzing import some
from tests.naishi_tui.ssh.openssh import LineClient, ServerProcess, needs_ssh
from tests.naishi_tui.ssh.shared import asked_for_a_gift, come_with_a_name, give_one, my_turn, stored
from tests.naishi_tui.terminal.shared import keys_of, sober
from tests.terminal import Terminal

pytestmark = [needs_ssh, pytest.mark.ci]


@pytest.fixture
def server(tmp_path: Path) -> Iterator[ServerProcess]:
    with ServerProcess(tmp_path) as server:
        yield server


def come_with_lines(server: ServerProcess, name: str, option: str, *command: str) -> LineClient:
    client = server.ssh_without_terminal(server.key(name.lower()), command, option)
    client.hears("Naishi, Ninjato and Shogun in a terminal.", "lobby> ")
    client.says(f"name {name}", f"You are {name} now.")
    return client


def sit_down(server: ServerProcess, screen: Terminal, lines: LineClient) -> None:
    """Have someone at a screen join the table of someone with lines, and give each other a card."""
    lines.says("new", "ssh -t -p ")
    screen.wait_for("Bruno is waiting")
    screen.insist("enter", lambda: "Dealt to Aiko" in screen.text)
    lines.hears("Aiko has joined your table.")
    lines.says("go", "Your game with Aiko.", "Dealt 1", "> ")
    assert screen.reads_until(lambda: asked_for_a_gift(screen)), screen.text
    give_one(screen)
    lines.says("give 1", "You gave")


@pytest.mark.parametrize("options", some([("-T",), ("-T", "plain"), ("-tt", "plain")], 3), ids=" ".join)
def test_the_lobby_is_there_in_lines(server: ServerProcess, options: tuple[str, ...]) -> None:
    with come_with_lines(server, "Bruno", *options) as client:
        client.says("games", "You have no game yet.")
        client.type("quit")
        assert client.process.wait(60) == 0
        assert "\x1b" not in client.written


@pytest.mark.slow
def test_a_program_reads_objects(server: ServerProcess) -> None:
    with server.ssh_without_terminal(server.key("carol"), ["json"]) as client:
        client.hears('"type": "lobby"')
        client.says('{"do": "bot beginner", "tag": 1}', '"tag": 1', '"type": "match"')
        assert client.end() == 0
        assert [json.loads(line)["version"] for line in client.written.splitlines()]


@pytest.mark.slow
def test_the_example_plays_a_whole_game(server: ServerProcess) -> None:
    example = Path(__file__).parents[3] / "docs" / "examples" / "ssh_client.py"
    ssh = server.command(server.key("carol"), [])[1:]
    arguments = [each for each in ssh if each != "-tt"]
    done = subprocess.run(
        [sys.executable, example, *arguments], capture_output=True, text=True, check=True, timeout=300
    )
    assert re.fullmatch(r"\w{8} [\w ]+: .*points?, \d colours?\.\n", done.stdout)


@pytest.mark.slow
def test_offers_reach_a_screen_and_a_prompt(server: ServerProcess) -> None:
    screen = come_with_a_name(server, "Aiko")
    with screen, come_with_lines(server, "Bruno", "-T") as lines:
        sit_down(server, screen, lines)
        lines.says("draw", "Your offer of a draw waits for Aiko's answer.")
        screen.wait_for("Bruno offers a draw. x: answer.")
        screen.insist("x", lambda: "Decline the draw" in screen.text)
        choose(screen, "Decline the draw")
        lines.hears("\nAiko has declined the draw.\n> ")
        lines.says("resign", "This loses the game.", "Type yes to agree: ")
        screen.insist("x", lambda: "Offer a draw" in screen.text)
        choose(screen, "Offer a draw")
        lines.hears("\nAiko offers a draw.\nType agree or decline.\nType yes to agree: ")
        lines.says("no", "> ")
        lines.says("agree", "The players agreed on a draw.")
        screen.wait_for("The players agreed on a draw.")
        screen.insist("n", lambda: "Waiting for Bruno's answer." in screen.text)
        lines.hears("Aiko asks for a rematch.", "> ")
        lines.says("agree", "The rematch begins.")
        screen.wait_for("Dealt to")


def choose(screen: Terminal, words: str) -> None:
    """Move the cursor of the open menu to some words, and press Enter."""
    row = screen.find(words)[1] - screen.find("Back to the game")[1]
    for _row in range(row):
        screen.press("down")
    screen.press("enter", wait=False)


@pytest.mark.slow
def test_somebody_with_lines_and_somebody_at_a_screen_play_a_whole_game(server: ServerProcess) -> None:
    chance = random.Random(7)
    screen = come_with_a_name(server, "Aiko")
    with screen, come_with_lines(server, "Bruno", "-T", "plain") as lines:
        sit_down(server, screen, lines)
        assert lines.reads_until(lambda: len(stored(server).actions) == 2)
        game = stored(server)
        at_screen = [player.name for player in game.players].index("Aiko")
        while game.phase is not Phase.OVER:
            action = sober(chance, game)
            if game.turn == at_screen:
                play_at_screen(screen, game, action)
                game.play(action)
                assert screen.reads_until(lambda: stored(server).actions == game.actions, 30), screen.text
            else:
                lines.says(str(action), ".\n")
                game.play(action)
                assert lines.reads_until(lambda: stored(server).actions == game.actions, 30), lines.new
            screen.reads_until(lambda: False, 0.1)
        lines.hears("Type rematch, replay, log, score or quit.")
        screen.wait_for("rematch")
        assert "points" in lines.written
        screen.press("ctrl+q", wait=False)
        assert screen.wait(60) == 0
        assert lines.end() == 0


def play_at_screen(screen: Terminal, game: Game, action: object) -> None:
    if game.phase is Phase.COPY:
        screen.wait_for("Which character")
    elif game.phase is Phase.PLAY:
        assert screen.reads_until(lambda: my_turn(screen)), screen.text
    screen.reads_until(lambda: False, 0.5)
    confirmed = ["enter"] if isinstance(action, Decree) else []  # it is asked about where undo is off
    for key in [*keys_of(action, game), *confirmed]:  # type: ignore[arg-type]
        screen.press(key, wait=False)
