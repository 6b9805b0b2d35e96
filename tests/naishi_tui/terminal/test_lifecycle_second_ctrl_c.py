"""Second Ctrl+C during the app's end."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.forked import NAISHI
from tests.fuzzing import some
from tests.naishi_tui.terminal.app import AS_IT_WAS, IN_TIME, Program, a_game

pytestmark = pytest.mark.ci

AGAIN = """
import os, signal
from tests.naishi_tui.terminal import synced
synced.install()
def again(owner, name):
    call = getattr(owner, name)
    def interrupted(*arguments, **options):
        os.kill(os.getpid(), signal.SIGINT)
        return call(*arguments, **options)
    setattr(owner, name, interrupted)
"""
WHERE = {
    "while the game is closed": "from naishi.saves import OpenGame; again(OpenGame, 'close')",
    "before the last line": "import builtins; again(builtins, 'print')",
    "as the interpreter ends": "import atexit; atexit.register(os.kill, os.getpid(), signal.SIGINT)",
}


@pytest.mark.parametrize("where", some(WHERE, 2))
def test_the_program_ends_as_after_one(tmp_path: Path, where: str) -> None:
    game = a_game(tmp_path)
    code = f"{AGAIN}{WHERE[where]}\n{NAISHI}"
    with Program(tmp_path, "resume", command=[sys.executable, "-c", code]) as program:
        program.to_table()
        program.press("enter")
        program.wait_for("You placed")
        program.press("ctrl+c", wait=False)
        assert program.wait(IN_TIME) == 0
        assert program.modes == AS_IT_WAS
        assert "naishi: Saved. `naishi --saves " in program.text
        assert "Traceback" not in program.text
    assert len(program.saves.load(game.id).actions) == 3
