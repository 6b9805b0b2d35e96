"""Command runs, in this process and in separate ones."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from click.testing import CliRunner, Result

import naishi
from naishi.cli import playing
from naishi.cli.commands import naishi as command
from naishi.saves import Saves
from tests.naishi.saving import play

Run = Callable[..., Result]


@pytest.fixture(autouse=True)
def saves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Saves:
    monkeypatch.setenv("NAISHI_SAVES", str(tmp_path / "saves"))
    return Saves(tmp_path / "saves")


@pytest.fixture
def run() -> Run:
    return lambda *arguments: CliRunner().invoke(command, [str(each) for each in arguments], prog_name="naishi")


@pytest.fixture
def save_id(saves: Saves) -> str:
    """A saved game in the middle of the second player's first turn."""
    with saves.create(naishi.Game.new(seed=7, players=("Aiko", "Bruno"))) as opened:
        for action in ("give 1", "give 1", "swap L1 L2", "develop H1", "swap H2 H3"):
            play(opened, action)
    return opened.id


@pytest.fixture
def finished_id(saves: Saves) -> str:
    with saves.create(naishi.Game.new(seed=7, players=("Aiko", "Bruno"))) as opened:
        while opened.game.turn is not None:
            play(opened, opened.game.legal_actions()[-1])
    return opened.id


@pytest.fixture
def app(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Path, dict[str, Any]]]:
    """An app that only writes down how it was started, and a terminal to start it in."""
    started: list[tuple[Path, dict[str, Any]]] = []

    def run(folder: Path, flags: Any, **how: Any) -> int:
        started.append((folder, how | ({"flags": flags} if flags else {})))
        return 0

    module = ModuleType("naishi_tui.local")
    module.run = run  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "naishi_tui.local", module)
    monkeypatch.setenv("XDG_CONFIG_HOME", "/nonexistent")
    monkeypatch.setattr(playing, "is_terminal", lambda _stream: True)
    return started


def one_line(result: Result, says: str, exit_code: int = 1) -> None:
    assert result.exit_code == exit_code
    assert result.stdout == ""
    assert result.stderr.startswith("naishi: ")
    assert result.stderr.count("\n") == 1
    assert says in result.stderr
