"""Saves folder, games for it, and faulty files."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import naishi
from naishi.saves import OpenGame, Saves
from naishi.saves.document import checksum
from tests.forked import Piped
from tests.naishi.saving import play

ACTIONS = ("give 1", "give 2", "develop L1", "end", "swap H1 H2", "develop H3")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "saves"


@pytest.fixture
def saves(folder: Path) -> Saves:
    return Saves(folder)


@pytest.fixture
def new_game() -> Callable[..., naishi.Game]:
    return lambda **options: naishi.Game.new(seed=7, players=("Aiko", "Bruno"), options=naishi.Options(**options))


@pytest.fixture
def opened(saves: Saves, new_game: Callable[..., naishi.Game]) -> OpenGame:
    """A saved game in its second round."""
    opened = saves.create(new_game())
    for action in ACTIONS:
        play(opened, action)
    return opened


@pytest.fixture
def altered(saves: Saves, opened: OpenGame) -> Callable[..., Path]:
    """Change fields of a saved game and give it a right checksum, as another program might."""

    def alter(**fields: Any) -> Path:
        opened.close()
        data = {**json.loads(opened.path.read_text()), **fields}
        data["checksum"] = checksum(data)
        opened.path.write_text(json.dumps(data))
        return opened.path

    return alter


@pytest.fixture
def python() -> Iterator[Callable[..., Piped]]:
    """Start other processes of Python; those still alive at the end of the test are killed."""
    started: list[Piped] = []

    def start(code: str, *arguments: object) -> Piped:
        started.append(Piped(code, *arguments))
        return started[-1]

    yield start
    for process in started:
        process.close()
