"""Spectating a saved game: live, read-only, without locks."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from naishi.common.files import LockOwner
from naishi.common.i18n import SaveInUseError, SaveNotFoundError
from naishi.saves import OpenGame, Saves
from tests.forked import Piped
from tests.naishi.saves.shared import HOLD
from tests.naishi.saving import play, redo, undo

Python = Callable[..., Piped]


def everything(folder: Path) -> dict[Path, tuple[int, bytes]]:
    return {path: (path.stat().st_mtime_ns, path.read_bytes()) for path in folder.rglob("*") if path.is_file()}


def test_what_is_played_elsewhere_is_followed(saves: Saves, opened: OpenGame) -> None:
    spectated = saves.spectate(opened.id)
    assert not spectated.follow(), "nothing has happened"
    for change in (lambda: play(opened, "develop L2"), lambda: undo(opened), lambda: redo(opened)):
        change()
        assert spectated.follow()
        assert spectated.game.record == opened.game.record
        assert not spectated.follow()


def test_looking_writes_nothing(saves: Saves, opened: OpenGame, folder: Path) -> None:
    before = everything(folder)
    spectated = saves.spectate(opened.id)
    for _look in range(3):
        spectated.follow()
    assert everything(folder) == before


def test_it_is_told_who_has_a_game_open(saves: Saves, opened: OpenGame, python: Python) -> None:
    opened.close()
    other = python(HOLD, saves.folder, opened.id)
    assert other.stdout.readline() == "open\n"
    with pytest.raises(SaveInUseError, match=rf"\(.+, process {other.pid}\)"):
        saves.open(opened.id)
    spectated = saves.spectate(opened.id)
    assert spectated.owner == LockOwner(LockOwner.this_process().host, other.pid)
    other.kill()
    assert (saves.folder / ".locks" / f"{opened.id}.owner").exists(), "it had no time to take its name away"
    assert spectated.follow()
    assert spectated.owner is None
    with saves.open(opened.id):
        assert spectated.follow()
        assert spectated.owner == LockOwner.this_process()


def test_a_game_that_is_closed_names_nobody(saves: Saves, opened: OpenGame) -> None:
    spectated = saves.spectate(opened.id)
    opened.close()
    assert spectated.follow()
    assert spectated.owner is None
    assert not list(saves.folder.glob(".locks/*.owner"))


@pytest.mark.parametrize(
    "line",
    [b"", b"4711", b"4711@\x1b[2J\n", "4711@h\u202et\n".encode(), b"0@host\n", b"1" * 5000, b"1@" + b"h" * 80 + b"\n"],
)
def test_a_name_that_is_none_is_not_shown(saves: Saves, opened: OpenGame, line: bytes) -> None:
    (saves.folder / ".locks" / f"{opened.id}.owner").write_bytes(line)
    assert str(saves.spectate(opened.id).owner) == "another process"


def test_a_game_can_be_opened_while_others_ask_who_has_it(saves: Saves, opened: OpenGame) -> None:
    spectated = saves.spectate(opened.id)
    opened.close()
    for _time in range(50):
        spectated.follow()
        saves.open(opened.id).close()


def test_a_file_that_goes_or_is_damaged_is_told_and_the_last_state_stays(saves: Saves, opened: OpenGame) -> None:
    spectated = saves.spectate(opened.id)
    whole, actions = opened.path.read_bytes(), spectated.game.actions
    for bad in (b"", whole[:-100], None):
        opened.path.unlink()
        if bad is not None:
            opened.path.write_bytes(bad)
        assert spectated.follow()
        assert spectated.trouble
        assert spectated.game.actions == actions
    play(opened, "develop L2")
    assert spectated.follow()
    assert spectated.trouble == ""
    assert len(spectated.game.actions) == len(actions) + 1


def test_a_game_that_is_not_there_can_not_be_looked_at(saves: Saves) -> None:
    with pytest.raises(SaveNotFoundError):
        saves.spectate("nothere")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_may_not_be_written_can_be_looked_at(saves: Saves, opened: OpenGame) -> None:
    opened.close()
    (saves.folder / ".locks").chmod(0o500)
    try:
        assert not saves.spectate(opened.id).trouble
    finally:
        (saves.folder / ".locks").chmod(0o700)
