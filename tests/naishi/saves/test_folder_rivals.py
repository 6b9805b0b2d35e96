"""Several processes in one folder: no loss, no replacement."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import naishi
from naishi.saves import OpenGame, Saves, Summary, document, read_file
from tests.forked import Piped

Python = Callable[..., Piped]

IMPORT = """
import sys
from pathlib import Path
from naishi.saves import Saves, read_file
saves, files, times = Saves(Path(sys.argv[1])), sys.argv[3:], int(sys.argv[2])
games = [read_file(Path(file)) for file in files]
print("ready", flush=True)
sys.stdin.readline()
for number in range(times):
    saved = games[number % len(games)]
    try:
        save_id = saves.adopt(saved)
    except Exception as error:
        print("failed:", error)
    else:
        assert read_file(saves.path(save_id)).game.record == saved.game.record
        if number % 2:
            saves.path(save_id).unlink()  # as somebody may, so that the next one is written anew
print("done")
"""

SWEEP = """
import sys
from contextlib import suppress
from pathlib import Path
from naishi.common.i18n import SaveNotFoundError
from naishi.saves import Saves
saves = Saves(Path(sys.argv[1]))
print("ready", flush=True)
sys.stdin.readline()
for _time in range(int(sys.argv[2])):
    with suppress(SaveNotFoundError):
        saves.open("no-such-game")  # sweeps up first
print("done")
"""

MOVE = """
import random, sys
from pathlib import Path
from naishi.common.i18n import SaveError
from naishi.saves import Saves, read_file
saves, chance = Saves(Path(sys.argv[1])), random.Random(sys.argv[3])
saved = read_file(Path(sys.argv[4]))
print("ready", flush=True)
sys.stdin.readline()
for _time in range(int(sys.argv[2])):
    try:
        chance.choice((
            lambda: saves.delete(saved.header.id),
            lambda: saves.restore(saved.header.id),
            lambda: saves.adopt(saved),
            lambda: saves.open(saved.header.id).close(),
        ))()
    except SaveError:
        pass
print("done")
"""


def outcomes(processes: list[Piped]) -> list[str]:
    """Let processes begin together, and return what each of them said."""
    for process in processes:
        assert process.stdout.readline() == "ready\n"
    for process in processes:
        process.stdin.write("\n")
        process.stdin.flush()
    return [process.rest() for process in processes]


@pytest.mark.parametrize("times", [50, pytest.param(3000, marks=pytest.mark.slow)])
def test_an_import_is_not_swept_up_by_another_process_that_starts(
    saves: Saves, opened: OpenGame, python: Python, tmp_path: Path, times: int
) -> None:
    opened.close()
    file = opened.path.rename(tmp_path / "game")
    sweepers = [python(SWEEP, saves.folder, 20 * times) for _process in range(2)]
    assert outcomes([python(IMPORT, saves.folder, times, file), *sweepers]) == ["done\n"] * 3


@pytest.mark.parametrize("times", [10, pytest.param(200, marks=pytest.mark.slow)])
def test_different_games_of_one_id_imported_at_once_are_all_there(
    opened: OpenGame, python: Python, tmp_path: Path, times: int
) -> None:
    elsewhere, files, records = Saves(tmp_path / "elsewhere"), [], []
    for number in range(4):
        game = naishi.Game.new(seed=number)
        (file := tmp_path / f"game{number}").write_bytes(
            document.write(game.document(), "same", *[read_file(opened.path).header.created] * 2)
        )
        files.append(file)
        records.append(game.record)
    for _time in range(times // 10):
        importers = [python(IMPORT, elsewhere.folder, 1, file) for file in files]
        assert outcomes(importers) == ["done\n"] * 4
        games = [elsewhere.load(entry.id).record for entry in elsewhere.list()]
        assert all(record in games for record in records)


@pytest.mark.parametrize("times", [40, pytest.param(1000, marks=pytest.mark.slow)])
def test_deleted_restored_and_imported_at_once_every_copy_stays_whole(
    saves: Saves, opened: OpenGame, python: Python, tmp_path: Path, times: int
) -> None:
    opened.close()
    (file := tmp_path / "game").write_bytes(opened.path.read_bytes())
    rivals = [python(MOVE, saves.folder, times, number, file) for number in range(3)]
    assert outcomes(rivals) == ["done\n"] * 3
    copies = [*saves.list(), *saves.trash.list()]
    assert copies
    for copy in copies:
        assert isinstance(copy, Summary)
        assert read_file(copy.path).game.record == opened.game.record
    assert not list(saves.folder.glob(".*.tmp"))
