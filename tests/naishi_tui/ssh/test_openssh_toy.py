"""Whole toy games at a server, by two OpenSSH clients: any_game, table.table, table.boards."""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from naishi.server.database.database import DATABASE
from tests.naishi_tui.ssh.openssh import ServerProcess, needs_ssh
from tests.naishi_tui.ssh.shared import come_with_a_name
from tests.terminal import Terminal

pytestmark = [needs_ssh, pytest.mark.ci]

WITH_TOY = "from tests.naishi.tabletop import unison; unison.register(); from naishi.cli import main; main()"
ROUNDS = 3
TO_CHOOSE = "choose a number for the card"
"""What stands on the table alone: the lobby says, too, which round it is."""


@pytest.fixture
def server(tmp_path: Path) -> Iterator[ServerProcess]:
    with ServerProcess(tmp_path, program=("-c", WITH_TOY)) as server:
        yield server


def actions(server: ServerProcess) -> list[str]:
    """The choices that are stored, in the order in which they came."""
    with closing(sqlite3.connect(f"file:{server.folder / DATABASE}?mode=ro", uri=True)) as connection:
        (record,) = connection.execute("SELECT record FROM matches WHERE record IS NOT NULL").fetchone()
    return [str(action) for action in json.loads(record)["actions"]]


def make_table(terminal: Terminal) -> None:
    """Make a table for two at the toy, which is the game before the first one."""
    terminal.insist("n", lambda: "Base game" in terminal.text)
    terminal.insist("left", lambda: "Make the table" in terminal.text)
    assert "Unison" in terminal.text
    terminal.insist("enter", lambda: "Your table (Unison) is waiting" in " ".join(terminal.text.split()))


def test_two_clients_play_the_toy_to_its_end_in_the_app(server: ServerProcess) -> None:
    one, two = come_with_a_name(server, "Aiko"), come_with_a_name(server, "Bruno")
    with one, two:
        make_table(one)
        two.wait_for("Aiko is waiting")
        two.insist("enter", lambda: TO_CHOOSE in two.text)
        one.wait_for("Bruno has joined")
        one.insist("g", lambda: TO_CHOOSE in one.text)
        for number in range(1, ROUNDS + 1):
            for place, terminal in enumerate((one, two)):
                terminal.wait_for(f"round {number}")
                count = 2 * (number - 1) + place
                terminal.insist("enter", lambda count=count: len(actions(server)) > count, 20)  # type: ignore[misc]
        for each in (one, two):
            each.wait_for("the points")
            each.insist("enter", lambda each=each: "place 1" in each.text)  # type: ignore[misc]
            assert {"Aiko", "Bruno"} <= set(re.findall(r"\w+", each.text))


def test_a_person_with_lines_and_a_program_play_the_toy_to_its_end(server: ServerProcess) -> None:
    people = [server.key(name) for name in ("aiko", "bruno")]
    with server.ssh_without_terminal(people[0]) as lines, server.ssh_without_terminal(people[1], ["json"]) as program:
        lines.hears("Type name")
        lines.says("name Aiko", "You are Aiko now.")
        lines.says("new unison 2", "Table 1 (Unison) is yours and waits.", "join ")
        program.says('{"do": "name Bruno"}', '"name": "Bruno"', '"names": ["Aiko", ""]')
        program.says('{"do": "join 1"}', '"type": "table"')
        lines.hears("Bruno")
        lines.says("go", "Round 1")
        for count, number in enumerate((3, 2, 1)):
            lines.says(str(number))
            program.says(json.dumps({"do": str(4 - number)}))
            assert program.reads_until(lambda count=count: len(actions(server)) == 2 * count + 2)  # type: ignore[misc]
        lines.hears("Type rematch, replay, log, score or quit.")
        program.reads_until(lambda: False, 1)
        tables = [each for each in map(json.loads, program.written.splitlines()) if each["type"] == "table"]
        assert tables[0]["key"] == "unison"
        for name, points in zip(tables[-1]["names"], tables[-1]["result"]["points"], strict=True):
            assert f"{name}: {points}\n" in lines.new
