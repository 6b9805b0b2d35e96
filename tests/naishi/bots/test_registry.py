"""Bots by name: ours, added ones, unknown ones."""

from __future__ import annotations

import random
import subprocess
import sys
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import pytest

from naishi import Action, PlayerView
from naishi.bots import (
    LEVELS,
    BotNotReadyError,
    Clock,
    UnknownBotError,
    make,
    names,
    register,
    registry,
)
from naishi.tabletop.kinds import kind_of
from tests.naishi.bots.shared import played


class Careless:
    """The bot in ten lines."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def choose(self, view: PlayerView, clock: Clock) -> Action:
        return random.Random(f"{self.seed}/{len(view.events)}").choice(view.legal_actions)


def test_ours_are_known_by_name() -> None:
    assert tuple(name for name in names() if name in LEVELS) == LEVELS
    assert tuple(level.kind for level in kind_of("naishi").levels()) == LEVELS
    assert {"random", "novice", "greedy", "brief", "quick"} < set(names())


def test_a_bot_of_ten_lines_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "_registered", {})
    register("careless", Careless)
    assert "careless" in names()
    assert played(("careless", "random"), 1).outcome is not None


def test_another_package_can_add_a_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    point = EntryPoint("careless", "tests.naishi.bots.test_registry:Careless", registry.ENTRY_POINTS)

    def points(**asked: Any) -> list[EntryPoint]:
        return [point] if asked.get("name", "careless") == "careless" else []

    monkeypatch.setattr(registry, "entry_points", points)
    assert "careless" in names()
    assert isinstance(make("careless"), Careless)


def test_a_bot_whose_package_is_broken_is_told_in_a_line() -> None:
    with pytest.raises(BotNotReadyError, match=r"can't be loaded: No module named 'no'\. .*PYTHONPATH=\."):
        make("no.such.module:Bot")
    with pytest.raises(BotNotReadyError, match=r"no attribute 'Bot'\.$"):  # the module was found
        make("tests.naishi.bots.faulty:Bot")


def test_an_unknown_bot_is_told_with_the_known_ones() -> None:
    with pytest.raises(UnknownBotError, match=r"There is no bot called 'deep'.*master"):
        make("deep")


def test_numpy_is_not_imported_before_a_bot_is() -> None:
    code = "import sys, naishi, naishi.bots; naishi.Game.new(seed=1).view(0); naishi.bots.names()"
    code += "\nfrom naishi.cli import main\ntry: main(['--version'])\nexcept SystemExit: print('numpy' in sys.modules)"
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert result.stdout.splitlines()[-1] == "False"


def test_line_mode_begins_without_numpy(tmp_path: Path) -> None:
    code = "import sys\nfrom naishi.cli import main\ntry: main(['--plain', '--saves', sys.argv[1]])\n"
    code += "except SystemExit: print('numpy' in sys.modules)"
    command = [sys.executable, "-c", code, str(tmp_path)]
    result = subprocess.run(command, input="quit\n", capture_output=True, text=True, check=True)
    assert result.stdout.splitlines()[-1] == "False"
