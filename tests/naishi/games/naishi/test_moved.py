"""Module names of version 1, still importable."""

from __future__ import annotations

import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

from naishi.games.naishi.moved import ALIASES, MOVED

PROJECT = Path(__file__).parents[4]
DOCUMENTED = (
    "naishi.bots.engine.worlds",
    "naishi.envs.batch.batch",
    "naishi.game.record",
    "naishi.rules.cards",
    "naishi.sessions.editor.draft",
)


@pytest.mark.parametrize("old", [*MOVED, *DOCUMENTED, *ALIASES])
def test_a_module_has_its_old_name_too_and_is_the_same(old: str) -> None:
    room = next((each for each in MOVED if old == each or old.startswith(f"{each}.")), "")
    new = ALIASES[old] if old in ALIASES else MOVED[room] + old.removeprefix(room)
    module = import_module(old)
    assert module is import_module(new)
    assert module.__name__ == new
    assert module.__spec__ is not None
    assert module.__spec__.name == new


def test_old_names_are_imported_in_every_way_and_first() -> None:
    code = (
        "from naishi.envs.batch import Batch; from naishi.bots.engine.worlds import determinizations\n"
        "from naishi.envs import batch; import naishi.rules.deal; from naishi.games.naishi.rules.cards import Deal\n"
        "assert naishi.rules.deal.Deal is Deal and batch.Batch is Batch; print('one')"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, cwd=PROJECT)
    assert (done.returncode, done.stdout, done.stderr) == (0, "one\n", "")


def test_a_name_that_nothing_ever_had_is_unknown() -> None:
    with pytest.raises(ModuleNotFoundError, match=r"naishi\.games\.naishi\.rules\.dragons"):
        import_module("naishi.rules.dragons")
    with pytest.raises(ModuleNotFoundError, match=r"'naishi\.dragons'"):
        import_module("naishi.dragons")
