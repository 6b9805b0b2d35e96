"""The command `naishi record`."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from naishi import Game
from naishi.cli import commands
from naishi.saves import Saves
from tests.naishi_tui.casts import parse
from tests.terminal import Terminal

pytestmark = pytest.mark.ci


def run(folder: Path, *arguments: str) -> Result:
    return CliRunner().invoke(commands.naishi, ["record", "--saves", str(folder), *arguments])


@pytest.fixture
def saved(tmp_path: Path) -> str:
    """The id of a game that has just begun."""
    game = Game.new(seed=7, players=("Aiko", "Bruno"))
    game.play("give 1")
    with Saves(tmp_path).create(game) as opened:
        return opened.id


def test_a_saved_game_is_written_to_standard_output(tmp_path: Path, saved: str) -> None:
    result = run(tmp_path, saved, "--size", "100x30", "--language", "en", "--v3")
    assert result.exit_code == 0, result.output
    cast = parse(result.stdout)
    assert (cast.size, cast.header["title"]) == ((100, 30), "Aiko – Bruno")


@pytest.mark.parametrize("size", ["80", "59x24", "80x19", "401x50", "9999999999x24", "axb", "80x-24"])
def test_a_size_that_makes_no_sense_is_refused(tmp_path: Path, saved: str, size: str) -> None:
    result = run(tmp_path, saved, "--size", size)
    assert result.exit_code == 2
    assert "60x20" in result.output


def test_the_hands_of_a_game_that_is_not_over_are_refused(tmp_path: Path, saved: str) -> None:
    result = run(tmp_path, saved, "--view", "both")
    assert result.exit_code == 1
    assert "stays hidden" in result.output


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("asciinema") is None, reason="asciinema isn't installed")
def test_asciinema_plays_it(tmp_path: Path, saved: str) -> None:
    """What it leaves on the screen is what the recording ends with."""
    content = run(tmp_path, saved).stdout
    file = tmp_path / "game.cast"
    file.write_text(content, encoding="utf-8")
    with Terminal(["asciinema", "play", "--speed", "20", str(file)], env={"HOME": str(tmp_path)}) as terminal:
        assert terminal.wait(60) == 0
        ended = [line.rstrip() for line in parse(content).screen()]
        assert [line.rstrip() for line in terminal.screen.display][: len(ended) - 3] == ended[:-3]


def test_without_textual_a_line_says_what_is_missing(tmp_path: Path, saved: str) -> None:
    code = "import sys; sys.modules['textual'] = None; from naishi.cli import main; sys.exit(main())"
    command = [sys.executable, "-c", code, "record", saved, "--saves", str(tmp_path)]
    result = subprocess.run(
        command, capture_output=True, text=True, check=False, env={**os.environ, "LC_ALL": "C.UTF-8"}
    )
    assert result.returncode == 1
    assert "pip install textual" in result.stderr
