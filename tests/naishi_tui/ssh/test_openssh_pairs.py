"""Concurrent requests of two OpenSSH clients, end to end: visit.routes, match_menu, session."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

from naishi.server.database.database import DATABASE
from naishi.server.match.match import Agreements
from tests.naishi_tui.ssh.openssh import ServerProcess, needs_ssh
from tests.naishi_tui.ssh.shared import asked_for_a_gift, at_the_table, come_with_a_name, give, my_turn
from tests.terminal import Terminal

pytestmark = needs_ssh

LARGE, SMALL = (80, 24), (60, 20)
SLOW = pytest.mark.slow
SIZES = pytest.mark.parametrize("size", [LARGE, SMALL], ids=["80x24", "60x20"])


@pytest.fixture
def server(tmp_path: Path) -> Iterator[ServerProcess]:
    with ServerProcess(tmp_path) as server:
        yield server


def dealt(server: ServerProcess, size: tuple[int, int]) -> tuple[Terminal, Terminal]:
    """Have Aiko and Bruno sit down at terminals of a size, before the gifts."""
    one, two = come_with_a_name(server, "Aiko"), come_with_a_name(server, "Bruno")
    if size != LARGE:  # which terminals have from the beginning: there would be nothing new to read
        for each in (one, two):
            each.resize(*size)
            each.read()
    one.insist("n", lambda: "Base game" in one.text)
    one.insist("enter", lambda: "Your table is waiting" in one.text)
    two.wait_for("Aiko is waiting")
    two.insist("enter", lambda: "Dealt to Bruno" in two.text)
    one.wait_for("Bruno has joined")
    one.insist("g", lambda: "Dealt to Aiko" in one.text)
    return one, two


def playing(server: ServerProcess, size: tuple[int, int]) -> tuple[Terminal, Terminal]:
    """Have them give their cards, too; return first whose turn it is."""
    one, two = dealt(server, size)
    give(one, two)
    return (one, two) if my_turn(one) else (two, one)


def choose(terminal: Terminal, words: str) -> None:
    """Open the menu, move the cursor to some words, and press Enter."""
    open_menu(terminal)
    move_to(terminal, words)
    terminal.press("enter", wait=False)


def move_to(terminal: Terminal, words: str) -> None:
    """Move the cursor of the open menu, which may still be arriving."""
    terminal.wait_for(words)
    for _option in range(10):
        if highlighted(terminal, words):
            return
        terminal.press("down")
    raise AssertionError(f"{words} never had the cursor:\n{terminal.text}")


def open_menu(terminal: Terminal) -> None:
    terminal.insist("x", lambda: "Back to the game" in terminal.text)


def highlighted(terminal: Terminal, words: str) -> bool:
    """Whether an option has the cursor: it isn't coloured like the empty line above all options."""
    column, row = terminal.find(words)
    above = terminal.find("Back to the game")[1] - 1
    return terminal.screen.buffer[row][column].bg != terminal.screen.buffer[above][column].bg


def resign(terminal: Terminal) -> None:
    choose(terminal, "Resign")
    terminal.wait_for("This loses the game")
    terminal.insist("enter", lambda: "resigned" in terminal.text)


def agreements(server: ServerProcess) -> Agreements:
    """What was agreed on in the first match, as it is stored."""
    with closing(sqlite3.connect(f"file:{server.folder / DATABASE}?mode=ro", uri=True)) as connection:
        (stored,) = connection.execute("SELECT agreements FROM matches ORDER BY rowid").fetchone()
    return Agreements.model_validate_json(stored)


@SLOW  # as all here: `test_pairs.py` tries the same in every run, by another client
@pytest.mark.parametrize("loser_asks", [False, True])
@SIZES
def test_a_rematch_goes_on_at_both_terminals(server: ServerProcess, size: tuple[int, int], loser_asks: bool) -> None:
    loser, winner = playing(server, size)
    with loser, winner:
        resign(loser)
        winner.wait_for("resigned;")
        asking, asked = (loser, winner) if loser_asks else (winner, loser)
        asking.insist("n", lambda: "Waiting for" in asking.text)
        asked.wait_for("asks for a rematch")
        choose(asked, "Agree to a rematch")
        for each in (asking, asked):
            each.wait_for("Dealt to")
        give(asking, asked)
        assert (asking.poll(), asked.poll()) == (None, None)
        assert agreements(server).next is not None


@SLOW
@SIZES
def test_a_menu_draws_nothing_when_an_offer_arrives(server: ServerProcess, size: tuple[int, int]) -> None:
    one, two = playing(server, size)
    with one, two:
        open_menu(two)
        move_to(two, "Offer a draw")
        choose(one, "Offer a draw")
        two.wait_for("Decline the draw")
        assert highlighted(two, "Back to the game")
        two.insist("enter", lambda: "Back to the game" not in two.text)
        for each in (one, two):
            assert each.reads_until(partial(at_the_table, each)), each.text
        assert not agreements(server).ended
        assert agreements(server).draw is not None
        choose(two, "Agree to a draw")
        for each in (one, two):
            each.wait_for("The players agreed on a draw.")


@SLOW
@SIZES
def test_both_see_who_resigned_during_the_gifts(server: ServerProcess, size: tuple[int, int]) -> None:
    one, two = dealt(server, size)
    with one, two:
        waits, chooses = (two, one) if asked_for_a_gift(one) else (one, two)
        resign(waits)
        chooses.wait_for("resigned;")
        chooses.insist("n", lambda: "Waiting for" in chooses.text)
        waits.wait_for("asks for a rematch")
        choose(waits, "Decline the rematch")
        chooses.reads_until(lambda: "Waiting for" not in chooses.text)
        assert agreements(server).next is None


@SLOW
@SIZES
def test_a_turn_is_undone_once_both_agree(server: ServerProcess, size: tuple[int, int]) -> None:
    one, two = playing(server, size)
    with one, two:
        one.insist("enter", lambda: "end your turn" in one.text)
        one.insist("e", lambda: not my_turn(one))
        assert two.reads_until(lambda: my_turn(two)), two.text
        choose(one, "Ask to undo your last turn")
        two.wait_for("asks to undo")
        choose(two, "Agree to undo")
        assert one.reads_until(lambda: my_turn(one)), one.text
        assert two.reads_until(lambda: at_the_table(two) and not my_turn(two)), two.text
        assert agreements(server).undo is None
