"""What is played at home needs no package of an extra."""

from __future__ import annotations

import re
import subprocess
import sys
from importlib.metadata import requires
from pathlib import Path

import pytest

from naishi import Game
from naishi.saves import Saves

pytestmark = pytest.mark.ci

IMPORTED_AS = {"open_spiel": "pyspiel"}
"""Packages that are imported by a name that doesn't follow from theirs."""
WITHOUT_EXTRAS = """
import sys
for name in sys.argv[1].split():
    sys.modules[name] = None
from naishi.cli import main
main(sys.argv[2:])
"""


def extras() -> set[str]:
    """The names under which the packages of all extras are imported, but for those that the program needs anyway."""
    found, needed = set[str](), set[str]()
    for line in requires("naishi") or ():
        name = re.split(r"[^\w.-]", line, maxsplit=1)[0]
        group = found if "extra ==" in line else needed
        group.add(IMPORTED_AS.get(name, name.replace("-", "_")))
    return found - needed


def run(folder: Path, *words: str, said: str = "") -> str:
    command = [sys.executable, "-c", WITHOUT_EXTRAS, " ".join(sorted(extras())), *words, "--saves", str(folder)]
    done = subprocess.run(command, input=said, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_a_server_needs_some() -> None:
    assert {"sqlalchemy", "asyncssh", "websockets", "psycopg"} <= extras()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["new", "--bot", "beginner"], "give 1\nlook\nwhat\nquit\n"),
        (["new", "--bot", "beginner", "--expansion"], "give 1\nlook\nquit\n"),
        (["new", "--game", "ninjato"], "what\nlook\nquit\n"),
        (["new", "--game", "shogun"], "what\nlook\nquit\n"),
        (["learn"], "hint\nquit\n"),
        (["edit"], "quit\n"),
    ],
    ids=" ".join,
)
def test_it_is_played_in_lines(tmp_path: Path, words: list[str], said: str) -> None:
    assert run(tmp_path, *words, "--plain", said=said)


def test_a_saved_game_is_replayed_in_lines_and_resumed_by_a_program(tmp_path: Path) -> None:
    with Saves(tmp_path).create(Game.new(7, ("Aiko", "Bruno"))) as opened:
        save = opened.id
    assert run(tmp_path, "replay", save, "--plain", said="look\nquit\n")
    assert '"type": "state"' in run(tmp_path, "resume", save, "--json", said='{"do": "view"}\n')
