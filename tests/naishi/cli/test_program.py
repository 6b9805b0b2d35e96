"""Streams and endings of the command."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from pathlib import Path
from textwrap import dedent

import pytest

from naishi.cli.group import CUT_OFF
from naishi.saves import Saves
from tests import forked
from tests.fuzzing import some

pytestmark = pytest.mark.ci


def test_a_reader_that_goes_away_is_no_traceback(save_id: str) -> None:
    rules = [sys.executable, "-m", "naishi", "rules"]
    command = f"{shlex.join(rules)} | head -1"
    result = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=True, timeout=60)
    assert (result.stdout, result.stderr) == ("The game\n", "")
    reads, writes = os.pipe()
    os.close(reads)
    gone = subprocess.run(rules, stdout=writes, stderr=subprocess.PIPE, check=False, timeout=60)
    os.close(writes)
    assert (gone.returncode, gone.stderr) == (CUT_OFF, b"")


@pytest.mark.parametrize("arguments", ["saves", "--help"])
def test_a_full_disk_behind_standard_output_is_one_line(save_id: str, arguments: str) -> None:
    with Path("/dev/full").open("wb") as full:
        result = subprocess.run(
            [sys.executable, "-m", "naishi", *arguments.split()],
            stdout=full, stderr=subprocess.PIPE, check=False, timeout=60,
        )  # fmt: skip
    assert (result.returncode, result.stderr) == (1, b"naishi: No space left on device\n")


@pytest.mark.parametrize("arguments", ["saves", "--version"])
def test_a_closed_standard_output_is_one_line(save_id: str, arguments: str) -> None:
    command = f"{shlex.quote(sys.executable)} -m naishi {arguments} >&-"
    result = subprocess.run(["sh", "-c", command], stderr=subprocess.PIPE, check=False, timeout=60)
    assert (result.returncode, result.stderr) == (1, b"naishi: Standard output is closed.\n")


@pytest.mark.parametrize(("arguments", "stream"), [("--plain", "<"), ("--json", ">")])
def test_line_mode_without_lines_to_read_or_write_is_one_line(save_id: str, arguments: str, stream: str) -> None:
    command = f"{shlex.quote(sys.executable)} -m naishi {arguments} {stream}&-"
    result = subprocess.run(["sh", "-c", command], capture_output=True, check=False, timeout=60)
    closed = "input" if stream == "<" else "output"
    assert (result.returncode, result.stderr) == (1, f"naishi: Standard {closed} is closed.\n".encode())


@pytest.mark.parametrize(("arguments", "closed"), [("learn --plain", "stdout"), ("new --json --bot beginner", "stdin")])
def test_so_it_is_whatever_line_mode_is_for(save_id: str, arguments: str, closed: str) -> None:
    result = forked.run(*arguments.split(), before=f"import sys; sys.{closed} = None")
    said = f"naishi: Standard {closed.removeprefix('std').replace('in', 'input').replace('out', 'output')} is closed.\n"
    assert (result.returncode, result.stderr) == (1, said.encode())


def test_nowhere_to_complain_to_is_no_traceback(save_id: str) -> None:
    command = f"{shlex.quote(sys.executable)} -m naishi saves > /dev/full 2>&1"
    assert subprocess.run(["sh", "-c", command], check=False, timeout=60).returncode == 1


def test_a_mistake_in_the_program_shows_no_hand(saves: Saves) -> None:
    mistaken = "import naishi.saves; naishi.saves.Saves.list = lambda *arguments: {}['a secret']"
    result = forked.run("saves", before=mistaken)
    assert result.returncode == 1
    assert b"Internal error (KeyError)" in result.stderr
    assert b"secret" not in result.stderr


@pytest.mark.parametrize("value", some(["garbage", "", "256"], 2))
def test_no_variable_that_textual_fails_on_reaches_it(value: str) -> None:
    code = """
        from naishi.cli import main
        try:
            main(["--version"])
        finally:
            from textual.app import App
            App()
    """
    wrong = {"TEXTUAL_COLOR_SYSTEM": value, "TEXTUAL_DRIVER": value}
    result = subprocess.run(
        [sys.executable, "-c", dedent(code)],
        env=os.environ | wrong, capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip
    assert (result.returncode, result.stderr) == (0, "")


def test_too_few_open_files_are_one_line_that_says_what_to_do() -> None:
    for arguments in ((), ("--plain",), ("saves",), ("serve",)):
        result = forked.run(*arguments, before="import resource; resource.setrlimit(resource.RLIMIT_NOFILE, (12, 12))")
        assert (result.returncode, result.stdout, result.stderr.count(b"\n")) == (1, b"", 1)
        assert b"ulimit -n" in result.stderr


def test_more_open_files_are_asked_for_where_the_system_allows_them(save_id: str) -> None:
    before = "import resource; resource.setrlimit(resource.RLIMIT_NOFILE, (12, 4096))"
    result = forked.run("saves", before=before)
    assert (result.returncode, result.stderr) == (0, b"")
    assert save_id.encode() in result.stdout
