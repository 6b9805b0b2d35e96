"""Scripts and terminals of line mode."""

from __future__ import annotations

import json
from pathlib import Path
from typing import NamedTuple

import pytest

from naishi import NaishiError
from naishi.saves import Saves
from tests import forked
from tests.naishi.plain.shared import SEQUENCE, run, saved
from tests.terminal import NAISHI, Terminal


def test_a_script_that_asks_for_the_impossible_ends_there(tmp_path: Path) -> None:
    id_ = saved(tmp_path, "give 1", "give 1")
    with pytest.raises(NaishiError, match="no emissary"):
        run(tmp_path, f"resume {id_}\nrecall\ndevelop L4\n")
    assert len(Saves(tmp_path).load(id_).actions) == 2


class Done(NamedTuple):
    """What line mode leaves, run as a program."""

    returncode: int
    stdout: str
    stderr: str


def command(folder: Path, *arguments: str, typed: str) -> Done:
    result = forked.run("--saves", str(folder), *arguments, typed=typed.encode())
    return Done(result.returncode, result.stdout.decode(), result.stderr.decode())


def test_a_script_is_told_which_line_was_wrong(tmp_path: Path) -> None:
    id_ = saved(tmp_path, "give 1", "give 1")
    done = command(tmp_path, "--plain", "resume", id_, typed="develop L4\nend\nrecall\n")
    assert done.returncode == 1
    assert done.stderr.startswith("naishi: line 3: You have no emissary")
    assert [str(action) for action in Saves(tmp_path).load(id_).actions[2:]] == ["develop L4", "end"]


@pytest.mark.parametrize("arguments", [("--plain", "resume"), ("resume", "--json"), ("--json", "resume")])
def test_line_mode_needs_no_terminal(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    saved(tmp_path, "give 1", "give 1")
    done = command(tmp_path, *arguments, typed="develop L4\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert all(json.loads(line) for line in done.stdout.splitlines() if "--json" in arguments)


def test_a_dumb_terminal_gets_line_mode_and_no_sequence(tmp_path: Path) -> None:
    saved(tmp_path, "give 1", "give 1")
    with Terminal([*NAISHI, "--saves", str(tmp_path), "resume"], env={"TERM": "dumb"}) as terminal:
        terminal.wait_for("Press Enter when you are alone.")
        terminal.press("\r")
        terminal.wait_for("Round 1. Your turn, Aiko.")
        terminal.press("quit\r")
        assert terminal.wait() == 0
    assert not SEQUENCE.search(terminal.written.decode().replace("\r", ""))


def test_the_first_line_of_a_file_from_windows_is_understood(tmp_path: Path) -> None:
    assert "learn" in run(tmp_path, "\ufeffhelp\n")
