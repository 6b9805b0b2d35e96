"""Bots from installed packages, on the command line: playing, bots.registry."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[3] / "docs" / "examples"
pytestmark = pytest.mark.ci


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    """Where a package is installed that adds the bot `points`."""
    package = tmp_path / "points-1.0.dist-info"
    package.mkdir()
    (package / "METADATA").write_text("Metadata-Version: 2.1\nName: points\nVersion: 1.0\n")
    (package / "entry_points.txt").write_text("[naishi.bots]\npoints = points_bot:PointsBot\n")
    path = os.pathsep.join([str(tmp_path), str(EXAMPLES), str(Path(__file__).parents[3])])
    return {**os.environ, "PYTHONPATH": path, "NAISHI_SAVES": str(tmp_path / "saves")}


def naishi(arguments: str, typed: str, environment: dict[str, str]) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "naishi", *arguments.split()]
    return subprocess.run(
        command, input=typed, capture_output=True, text=True, check=False, env=environment, timeout=60
    )  # fmt: skip


def test_it_is_an_opponent_in_line_mode(environment: dict[str, str]) -> None:
    done = naishi("new --plain --bot points --first --seed 7", "give 1\nquit\n", environment)
    assert done.returncode == 0, done.stderr
    assert "points" in done.stdout.split("Round 1")[0]  # what it gave


def test_the_new_game_of_a_program_seats_it_as_a_bot(environment: dict[str, str]) -> None:
    done = naishi("--json", "new Aiko points seed 7\nquit\n", environment)
    saved = [json.loads(path.read_text()) for path in (Path(environment["NAISHI_SAVES"])).glob("*.naishi.json")]
    assert [[player["kind"] for player in each["players"]] for each in saved] == [["human", "points"]], done.stdout


def test_an_unknown_bot_is_refused_as_before(environment: dict[str, str]) -> None:
    done = naishi("new --plain --bot point", "", environment)
    assert done.returncode == 2
    assert "choose one of these" in done.stderr
