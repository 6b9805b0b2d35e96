"""Running the command, inside the process and as one of its own."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import naishi
from naishi.cli.commands import naishi as command
from naishi.saves import Saves
from tests.naishi.saving import play


@pytest.fixture(autouse=True)
def saves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Saves:
    monkeypatch.setenv("NAISHI_SAVES", str(tmp_path / "saves"))
    return Saves(tmp_path / "saves")


@pytest.fixture
def run() -> Callable[..., Result]:
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
