"""The game in the recipes: written as it stands there, tested, played."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import naishi.games
from naishi.saves import Saves
from naishi.tabletop.kinds import KINDS, kind_of
from naishi.tabletop.players import Player
from tests.naishi.plain.hearing import hear
from tests.naishi_tui.desk import desk

PROJECT = Path(__file__).parent.parent
RECIPE = (PROJECT / "docs" / "recipes.md").read_text("utf-8").partition("## Add a game\n")[2].partition("\n## ")[0]
FILES = dict(re.findall(r"^```python\n# (\S+\.py)\n(.*?)^```", RECIPE, re.DOTALL | re.MULTILINE))
REGISTRATION = re.findall(r"^```python\n(register\(.*\))\n```", RECIPE, re.MULTILINE)[0]
OF_EVERY_GAME = ("naishi/tabletop/test_every_kind.py", "naishi_tui/test_sealed.py")
MOST_LINES = 300
HOUSE = f"""
import sys, naishi.games, pytest
from naishi.tabletop.kinds import register
naishi.games.__path__.append(sys.argv[1])
{REGISTRATION}
sys.exit(pytest.main(["-q", "-p", "no:cacheprovider", *sys.argv[2:]]))
"""


def block(language: str) -> str:
    """The first block of a language in the recipe."""
    first, *_others = re.findall(rf"^```{language}\n(.*?)^```", RECIPE, re.DOTALL | re.MULTILINE)
    return str(first)


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A folder with the files of the recipe."""
    place = tmp_path / "house"
    for name, text in FILES.items():
        (place / name).parent.mkdir(parents=True, exist_ok=True)
        (place / name).write_text(text, "utf-8")
    (place / "naishi" / "games" / "kites" / "__init__.py").write_text('"""Game of Kites."""\n')
    return place


@pytest.fixture
def kites(place: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """The game, registered in this process for a while."""
    monkeypatch.setattr(naishi.games, "__path__", [*naishi.games.__path__, str(place / "naishi" / "games")])
    monkeypatch.setattr("platformdirs.user_config_path", lambda *_names, **_options: place)
    key, where = re.findall(r'"(.*?)"', REGISTRATION)
    monkeypatch.setitem(KINDS, key, where)
    yield kind_of(key)
    for name in [name for name in sys.modules if name.startswith("naishi.games.kites")]:
        del sys.modules[name]


def test_the_whole_game_is_short() -> None:
    lines = sum(text.count("\n") + 1 for text in FILES.values())
    assert (len(FILES), lines <= MOST_LINES) == (3, True), lines


@pytest.mark.ci
def test_it_passes_its_own_tests_and_those_of_every_game(place: Path) -> None:
    tests = [place / "tests", *(PROJECT / "tests" / name for name in OF_EVERY_GAME)]
    command = [sys.executable, "-c", HOUSE, str(place / "naishi" / "games"), *map(str, tests), "-k", "kites"]
    done = subprocess.run(command, cwd=PROJECT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "17 passed, 1 skipped" in done.stdout, "4 of its own, and 14 of every game, one of them about secret choices"


@pytest.mark.ci
def test_what_it_imports_and_defines_is_sound(place: Path) -> None:
    rules = ["--config", str(PROJECT / "pyproject.toml"), "--ignore", "D,I001,S101"]
    command = [sys.executable, "-m", "ruff", "check", *rules, str(place)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def new(kites: Any) -> Any:
    return kites.new([Player("Aiko"), Player("Hiro", "steady")], seed="1")


@pytest.mark.ci
async def test_the_app_shows_it_as_the_recipe_does(kites: Any, tmp_path: Path) -> None:
    _command, *rows = block("console").splitlines()
    async with desk(tmp_path, new(kites)) as at:
        shown = {line.strip() for line in at.text.splitlines()}
        assert [row for row in rows if row.strip() not in shown] == [], at.text
        await at.press("enter")
        assert at.any_game.ply() >= 1


@pytest.mark.ci
def test_lines_say_and_a_save_keeps_what_the_recipe_shows(kites: Any, tmp_path: Path) -> None:
    _command, *shown = block("text").splitlines()
    typed = [line.removeprefix("> ") for line in shown if line.startswith("> ")]
    saves = Saves(tmp_path)
    with saves.create(new(kites)) as opened:
        id_ = opened.id
    said = hear(tmp_path, f"resume {id_}", *typed, "quit")
    heard = [line for line in said if not line.startswith("Saved.")][-len(shown) + len(typed) :]
    assert heard == [line for line in shown if not line.startswith("> ")]
    kept = (tmp_path / f"{id_}.naishi.json").read_text("utf-8").splitlines()
    assert [line for line in block("json").splitlines() if line not in kept] == []


@pytest.mark.ci
def test_it_is_played_to_the_end_in_lines(kites: Any, tmp_path: Path) -> None:
    with Saves(tmp_path).create(new(kites)) as opened:
        id_ = opened.id
    said = hear(tmp_path, f"resume {id_}", *(f"fly {kite}" for kite in range(1, 16)), "hand", "quit")
    assert "Type rematch, replay, log, score, undo or quit." in said
