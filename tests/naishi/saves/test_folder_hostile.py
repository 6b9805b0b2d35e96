"""Pipes, links, folders and garbage in a saves folder."""

from __future__ import annotations

import itertools
import os
import random
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

import naishi
from naishi.common.i18n import NaishiError
from naishi.saves import Saves, Summary, read_file
from naishi.saves.salvage import salvage
from tests.naishi.saving import play, redo, undo

WHOLE = (Path(__file__).parent / "golden" / "version-1" / "midgame.naishi.json").read_bytes()

PLACES = (
    "midgame.naishi.json", "other.naishi.json", "MIDGAME.naishi.json", "a\nb.naishi.json", ".naishi.json",
    "midgame.2.naishi.json", ".midgame.naishi.json.01234567.tmp", ".xyz.naishi.json.01234567.tmp", ".played",
    ".locks", ".locks/midgame.lock", ".locks/midgame.owner", ".locks/xyz.lock",
    "trash", "trash/midgame.naishi.json", "trash/a b.naishi.json", "trash/midgame.2.naishi.json",
)  # fmt: skip


def large(path: Path) -> None:
    with path.open("wb") as file:
        file.truncate(5_000_000_000)  # a sparse file: it takes no room


KINDS: dict[str, Callable[[Path], object]] = {
    "pipe": os.mkfifo,
    "folder": Path.mkdir,
    "folder-with-a-file": lambda path: (path / "inner").mkdir(parents=True),
    "link-to-itself": lambda path: path.symlink_to(path.name),
    "link-to-nothing": lambda path: path.symlink_to("/nonexistent/file"),
    "link-without-end": lambda path: path.symlink_to("/dev/zero"),
    "empty": Path.touch,
    "garbage": lambda path: path.write_bytes(random.Random(1).randbytes(3000)),
    "large": large,
}


def play_on(saves: Saves) -> None:
    with saves.open("midgame") as opened:
        undo(opened)
        redo(opened)


SOME = [*zip(itertools.cycle(KINDS), PLACES, strict=False)]
"""Each kind and each place. The others are for the long run."""
CASES = [
    case if case in SOME else pytest.param(*case, marks=pytest.mark.slow) for case in itertools.product(KINDS, PLACES)
]


@pytest.mark.parametrize(("kind", "place"), CASES)
def test_whatever_is_in_whatever_place_everything_goes_on(folder: Path, tmp_path: Path, kind: str, place: str) -> None:
    folder.mkdir()
    (copy := tmp_path / "copy").write_bytes(WHOLE)
    if place != "midgame.naishi.json":
        (folder / "midgame.naishi.json").write_bytes(WHOLE)
    hostile = folder / place
    hostile.parent.mkdir(exist_ok=True)
    KINDS[kind](hostile)
    saves = Saves(folder)
    for use in (
        saves.list, lambda: play_on(saves), lambda: saves.spectate("midgame").follow(), lambda: salvage(hostile),
        lambda: saves.delete("midgame"), saves.trash.list, lambda: saves.restore("midgame"),
        lambda: saves.adopt(read_file(copy)),
    ):  # fmt: skip
        with suppress(NaishiError, FileNotFoundError):
            use()
    with saves.create(naishi.Game.new(seed=1)) as created:
        play(created, "give 1")
        assert created.unsaved is None or place == ".locks"
    assert isinstance(saves.list()[0], Summary)
