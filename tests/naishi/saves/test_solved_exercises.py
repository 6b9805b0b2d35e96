"""Memory of solved tasks, despite damaged files."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from naishi.games.naishi.lessons import Progress
from naishi.saves.solved_exercises import ProgressNotSavedError


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "data" / "naishi" / "progress.json"


def test_it_is_kept_in_the_users_data_folder(file: Path) -> None:
    assert Progress().file == file


def test_it_is_remembered_by_the_next_run(file: Path) -> None:
    progress = Progress()
    assert not progress.solved
    progress.add("gift")
    progress.add("develop")
    progress.add("gift")
    assert set(Progress().solved) == set(progress.solved) == {"develop", "gift"}
    assert [each.name for each in file.parent.iterdir()] == ["progress.json"]


def test_two_windows_keep_what_the_other_one_solved(file: Path) -> None:
    one, other = Progress(), Progress()
    one.add("gift")
    other.add("river")
    assert set(Progress().solved) == set(other.solved) == {"gift", "river"}


@pytest.mark.parametrize(
    "content", [b"", b"\xff", b"[1", b"[]", b"7", b'{"solved": 7}', b'{"solved": [7]}', b"[" * 9999]
)
def test_a_file_that_is_none_counts_as_nothing_and_is_kept_aside(file: Path, content: bytes) -> None:
    file.parent.mkdir(parents=True)
    file.write_bytes(content)
    progress = Progress()
    assert not progress.solved
    progress.add("gift")
    assert set(Progress().solved) == {"gift"}
    assert file.with_suffix(".old").read_bytes() == content


@pytest.mark.parametrize("hostile", [os.mkfifo, lambda path: path.symlink_to("/dev/zero")], ids=["pipe", "without end"])
def test_what_never_ends_counts_as_nothing(file: Path, hostile: Callable[[Path], object]) -> None:
    file.parent.mkdir(parents=True)
    hostile(file)
    progress = Progress()
    assert not progress.solved
    progress.add("gift")
    assert set(Progress().solved) == {"gift"}


def test_every_file_that_is_none_is_kept(file: Path) -> None:
    file.parent.mkdir(parents=True)
    for content in (b"first", b"second", b"third"):
        file.write_bytes(content)
        Progress().add("gift")
    aside = [file.with_suffix(".old"), file.with_suffix(".2.old"), file.with_suffix(".3.old")]
    assert [each.read_bytes() for each in aside] == [b"first", b"second", b"third"]


@pytest.mark.parametrize("solved", [["gift"], {"gift": "2030-01-01"}])
def test_a_file_of_a_newer_version_is_left_alone_and_that_is_said_once(file: Path, solved: object) -> None:
    content = json.dumps({"format": "naishi-progress", "version": 2, "solved": solved, "dates": {}})
    file.parent.mkdir(parents=True)
    file.write_text(content)
    progress = Progress()
    before = {"gift"} if isinstance(solved, list) else set()
    assert set(progress.solved) == before
    with pytest.raises(ProgressNotSavedError, match="newer version"):
        progress.add("river")
    progress.add("end")
    assert set(progress.solved) == before | {"river", "end"}
    assert [(each.name, each.read_text()) for each in file.parent.iterdir()] == [(file.name, content)]


def test_what_is_no_version_counts_as_nothing(file: Path) -> None:
    file.parent.mkdir(parents=True)
    file.write_text(json.dumps({"version": "nine", "solved": ["gift"]}))
    assert not Progress().solved


def test_a_full_disk_is_reported_and_costs_nothing_that_was_there(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    progress = Progress()
    progress.add("gift")
    with monkeypatch.context() as broken:
        broken.setattr(os, "write", _full)
        with pytest.raises(ProgressNotSavedError, match="No space left on device"):
            progress.add("river")
    assert set(progress.solved) == {"gift", "river"}
    assert set(Progress().solved) == {"gift"}
    progress.add("end")
    assert set(Progress().solved) == {"gift", "river", "end"}


def _full(*_arguments: object) -> int:
    raise OSError(28, "full")
