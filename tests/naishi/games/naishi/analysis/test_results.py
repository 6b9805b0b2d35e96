"""Cached results of a folder: remembered, read again, made again."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from naishi.common.i18n import DamagedSaveError
from naishi.games.naishi.analysis import results as module
from naishi.games.naishi.analysis.results import FILE, results
from naishi.saves import Saves
from naishi.saves.document import SUFFIX
from tests.naishi.games.naishi.analysis.shared import finished, put, put_several


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    put_several(tmp_path)
    return tmp_path


def test_what_an_older_program_remembered_is_read_anew(folder: Path) -> None:
    """It took games with the expansion for unfinished ones."""
    before = results(folder)
    remembered = (folder / FILE).read_text()
    (folder / FILE).write_text(remembered.replace('"version":2', '"version":1'))
    assert results(folder) == before
    assert (folder / FILE).read_text() == remembered


def test_an_unchanged_file_is_not_read_again(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = results(folder)
    assert [each.id for each in before] == ["a3", "b2", "a2", "a1"]
    read = []

    def remember(content: bytes) -> None:
        read.append(content)
        raise DamagedSaveError("")

    monkeypatch.setattr(module, "read_fields", remember)
    assert results(folder) == before
    assert read == []
    changed = put(folder, "a1", finished(6, "Aiko", "Bruno")).read_bytes()
    os.utime(folder / f"a1{SUFFIX}", ns=(1, 1))
    (folder / f"a2{SUFFIX}").unlink()
    assert [each.id for each in results(folder)] == ["a3", "b2"]
    assert read == [changed]


def test_a_game_that_is_open_is_never_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Saves(tmp_path).create(finished(1, "Aiko", "Bruno")):
        monkeypatch.setattr(module, "read_fields", None)
        assert results(tmp_path) == ()
        monkeypatch.undo()
    assert len(results(tmp_path)) == 1


def test_a_crash_does_not_hide_a_game_for_ever(tmp_path: Path) -> None:
    with Saves(tmp_path).create(finished(1, "Aiko", "Bruno")) as opened:
        pass
    (tmp_path / ".locks" / f"{opened.id}.owner").write_text("{}")
    assert len(results(tmp_path)) == 1


def test_a_damaged_memory_is_made_anew(folder: Path) -> None:
    before = results(folder)
    (folder / FILE).write_text("{")
    assert results(folder) == before
