"""Index of a large folder, against the plain list."""

from __future__ import annotations

import json
import os
from contextvars import copy_context
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

import naishi
from naishi.common import i18n
from naishi.common.i18n import DamagedSaveError
from naishi.common.version import __version__
from naishi.saves import Problem, Saves, Summary, document, listing, listing as list_index
from naishi.tabletop.game import EarlyEnd
from naishi.tabletop.kinds import kind_of
from tests.naishi.playing import random_game
from tests.naishi.saving import play
from tests.naishi.tabletop import unison

LONG_AGO = datetime(2026, 1, 31, 18, 30, tzinfo=UTC)


@pytest.fixture(autouse=True)
def _every_folder_has_one(monkeypatch: pytest.MonkeyPatch) -> None:
    unison.register()
    for module in (list_index, listing):
        monkeypatch.setattr(module, "FROM", 1)
    monkeypatch.setattr(list_index, "LEFT_OUT", 1)


def put(folder: Path, save_id: str, game: Any) -> Path:
    folder.mkdir(exist_ok=True)
    path = folder / f"{save_id}{document.SUFFIX}"
    path.write_bytes(document.write(game.document(), save_id, LONG_AGO, LONG_AGO))
    os.utime(path, (LONG_AGO.timestamp(),) * 2)
    return path


@pytest.fixture
def full(folder: Path) -> Path:
    """A folder with games of all sorts, and a damaged one."""
    put(folder, "a", naishi.Game.new(seed=7, options=naishi.Options(expansion="legends-travellers")))
    put(folder, "b", random_game(3))
    ended = random_game(3, 10).record.model_copy(update={"early_end": EarlyEnd(how="resigned", seat=1)})
    put(folder, "c", naishi.Game(ended))
    toy = kind_of("unison").new(('A"i\\ko', "Жанна", "Chika"), {}, "7")
    put(folder, "d", toy)
    for number in (3, 2, 2, 1, 1, 1, 2, 3, 3):
        toy.play(str(number), toy.awaited[0])
    put(folder, "e", toy)
    (folder / f"f{document.SUFFIX}").write_bytes(b"")
    return folder


def index_of(folder: Path) -> Path:
    (path,) = folder.glob(".list-*")
    return path


@pytest.fixture
def names(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the saves that are read."""
    found: list[str] = []
    reading = listing.summarize

    def summarize(path: Path, save_id: str) -> Summary | Problem:
        found.append(save_id)
        return reading(path, save_id)

    monkeypatch.setattr(listing, "summarize", summarize)
    return found


def test_a_list_is_the_same_and_reads_only_what_is_damaged(full: Path, names: list[str]) -> None:
    before = Saves(full).list()
    assert sorted(names) == ["a", "b", "c", "d", "e", "f"]
    names.clear()
    assert Saves(full).list() == before
    assert names == ["f"]
    assert len(before) == 6


def test_what_has_changed_is_read_again(full: Path) -> None:
    before = Saves(full).list()
    with Saves(full).open("a") as opened:
        play(opened, "give 1")
        play(opened, "give 1")
        first = Saves(full).list()[0]
        assert isinstance(first, Summary)
        assert (first.id, first.progress) == ("a", kind_of("naishi").progress(opened.game))
    put(full, "b", random_game(4))
    found = {entry.id: entry for entry in Saves(full).list()}
    assert found["b"] != {entry.id: entry for entry in before}["b"]
    os.unlink(full / f"c{document.SUFFIX}")
    assert "c" not in [entry.id for entry in Saves(full).list()]
    assert "c" not in json.loads(index_of(full).read_text())["files"], "of a game that is gone nothing is left"


def test_a_file_that_was_written_just_now_is_not_in_it(full: Path) -> None:
    """Written again within a tick of the disk's clock, it could have the same time and size."""
    Saves(full).create(naishi.Game.new(seed=8)).close()
    Saves(full).list()
    assert len(json.loads(index_of(full).read_text())["files"]) == 5


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"[]",
        b"\xff\xfe",
        b"[" * 100_000,
        b"\0" * 99,
        json.dumps({"version": __version__, "files": {"a.naishi.json": 7}}).encode(),
    ],
)
def test_a_broken_one_is_none(full: Path, content: bytes) -> None:
    before = Saves(full).list()
    index_of(full).write_bytes(content)
    assert Saves(full).list() == before
    assert Saves(full).list() == before


def changed(full: Path, **fields: Any) -> tuple[Summary | Problem, ...]:
    path = index_of(full)
    data = json.loads(path.read_text())
    data["files"][f"d{document.SUFFIX}"][1] |= fields
    path.write_text(json.dumps(data, ensure_ascii=False))
    return Saves(full).list()


@pytest.mark.parametrize(
    "fields",
    [{"progress": "\x1b[2J"}, {"names": ["\u202eA", "B"]}, {"progress": "a\nb"}, {"round": "many"}, {"game": 7}],
)
def test_what_no_summary_has_is_never_shown(full: Path, fields: dict[str, Any]) -> None:
    before = Saves(full).list()
    assert changed(full, **fields) == before


def test_a_game_that_is_not_installed_any_more_is_a_problem(full: Path) -> None:
    Saves(full).list()
    found = {entry.id: entry for entry in changed(full, game="go")}
    assert isinstance(found["d"], Summary), "its file says what it is"
    assert found["d"].game == "unison"


def test_one_of_another_version_or_language_is_not_used(full: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = Saves(full).list()

    def in_french() -> tuple[Summary | Problem, ...]:
        i18n.use(i18n.load("fr"))
        return Saves(full).list()

    french = copy_context().run(in_french)
    assert [entry.id for entry in french] == [entry.id for entry in before]
    assert french != before
    assert copy_context().run(in_french) == french
    assert Saves(full).list() == before
    monkeypatch.setattr(list_index, "__version__", "0")
    assert Saves(full).list() == before


def test_a_game_is_opened_from_its_file_whatever_the_index_says(full: Path) -> None:
    Saves(full).list()
    path = full / f"d{document.SUFFIX}"
    status = path.stat()
    path.write_bytes(path.read_bytes().replace(b'"cursor": 0', b'"cursor": 1'))
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))
    with pytest.raises(DamagedSaveError, match="checksum"):
        Saves(full).open("d")


def test_an_emptied_trash_keeps_none(full: Path) -> None:
    saves = Saves(full)
    saves.delete("a")
    saves.trash.list()
    for path in saves.trash.folder.iterdir():
        os.utime(path, (LONG_AGO.timestamp(),) * 2)
    saves.trash.list()
    assert [*saves.trash.folder.glob(".list-*")]
    saves.trash.empty()
    assert [*saves.trash.folder.iterdir()] == []


def test_a_small_folder_has_none(full: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    unison.register()
    Saves(full).list()
    assert [*full.glob(".list-*")] == []


def test_the_game_played_last_is_found_without_a_list(full: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    saves = Saves(full)
    with saves.open("d") as opened:
        opened.save()
    monkeypatch.setattr(listing, "list_folder", None)
    latest = saves.latest()
    assert latest is not None
    assert latest.id == "d"


def test_how_far_it_is_is_said(full: Path) -> None:
    heard: list[tuple[int, int]] = []
    Saves(full).list(lambda done, of: heard.append((done, of)))
    every = [(number, 6) for number in range(1, 7)]
    assert heard == [*every, (6, 6)]
    heard.clear()
    Saves(full).list(lambda done, of: heard.append((done, of)))
    assert heard in ([each, (6, 6)] for each in every), "only one file has to be read"


def test_of_many_it_is_said_before_the_index_is_read(full: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(list_index, "MANY", 1)
    (full / f"f{document.SUFFIX}").unlink()
    Saves(full).list()
    heard: list[tuple[int, int]] = []
    Saves(full).list(lambda done, of: heard.append((done, of)))
    assert heard == [(0, 5), (5, 5)]
