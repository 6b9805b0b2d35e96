"""Hostile terminal input: no exit, no deafness."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.naishi_tui.terminal import synced
from tests.naishi_tui.terminal.app import AS_IT_WAS, IN_TIME, Program, a_game
from tests.naishi_tui.terminal.shared import corpus

NOTHING = b"\x00"
"""A key that means nothing on any screen."""

HARMLESS = {"q", "MouseUp", "AppFocus", "AppBlur", "TerminalSupportsSynchronizedOutput"}

DEAFENING = {
    "a paste without its end": b"\x1b[200~",
    "a title without its end": b"\x1b]0;" + b"e" * 100_000,
    "a setting without its end": b"\x1bP" + b"e" * 100_000,
    "a sequence without its end": b"\x1b[" + b"1" * 300,
    "a false size": b"\x1b[48;1;1;1;1t",
    "a false offer of sizes": b"\x1b[?2048;2$y\x1b[48;4;4;99999;99999t",
}


def write_all(program: Program, data: bytes) -> None:
    """Send bytes, as fast as they are read."""
    while data:
        data = data[os.write(program.fd, data) :]


def test_input_that_makes_no_sense_does_nothing(tmp_path: Path) -> None:
    game = a_game(tmp_path)
    with Program(tmp_path, "resume") as program:
        program.to_table()
        for data, keys in corpus():
            if HARMLESS.issuperset(keys.split()):
                write_all(program, data.removesuffix(b"q") + NOTHING)
        program.insist("f1", lambda: "the rules" in program.text, patience=5)
        program.press("ctrl+q", wait=False)
        assert program.wait(IN_TIME) == 0
        assert program.modes == AS_IT_WAS
    assert len(program.saves.load(game.id).actions) == 2


@pytest.mark.ci
def test_the_keyboard_is_heard_again_after_what_never_ends(tmp_path: Path) -> None:
    a_game(tmp_path)
    with Program(tmp_path, "resume") as program:
        program.to_table()
        for data in DEAFENING.values():
            write_all(program, data)
            program.insist("f1", lambda: "the rules" in program.text, patience=5)
            program.press("escape")
            program.wait_for("─ River")


@pytest.mark.parametrize("quits", [b"\x11", b"\x1b[113;5u", b"\xff\x03", b"\x1b]0;\x11"], ids=repr)
def test_a_key_that_quits_does(tmp_path: Path, quits: bytes) -> None:
    with Program(tmp_path) as program:
        program.wait_for("New game")
        os.write(program.fd, quits)
        assert program.wait(IN_TIME) == 0


def test_a_window_far_too_small_is_drawn_and_left_alone(tmp_path: Path) -> None:
    a_game(tmp_path)
    with Program(tmp_path, "resume") as program:
        program.to_table()
        for size in ((1, 24), (80, 1), (1, 1), (2, 2)):
            before = len(program.written)
            program.resize(*size)
            program.settle()
            assert len(synced.MARK) < len(program.written) - before < 20_000
        program.resize(80, 24)
        program.wait_for("─ River")
