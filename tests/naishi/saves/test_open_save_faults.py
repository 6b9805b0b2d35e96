"""Disk faults, vanishing folders, dying processes: open_save, folder, common.files."""

from __future__ import annotations

import errno
import fcntl
import os
import random
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn

import pytest

import naishi
from naishi.common.files import LockOwner
from naishi.common.i18n import SaveInUseError, SaveNotFoundError
from naishi.saves import OpenGame, Problem, Saves, Summary, read_file
from tests.forked import Piped
from tests.naishi.saves.shared import HOLD
from tests.naishi.saving import play, redo, undo

NewGame = Callable[..., naishi.Game]
Python = Callable[..., Piped]


PLAY_FOR_EVER = """
import random, sys
from pathlib import Path
from naishi.saves import Saves
opened = Saves(Path(sys.argv[1])).open(sys.argv[2])
chance = random.Random(sys.argv[3])
while True:
    choices = opened.game.legal_actions()
    if not choices or chance.random() < 0.3 and len(opened.game.actions) > 5:
        opened.game.undo()
    else:
        opened.game.play(chance.choice(choices))
    opened.save()
    assert opened.unsaved is None
    # Acknowledged: from here on it must be there.
    print(len(opened.game.record.actions), len(opened.game.actions), opened.game.actions[-1], flush=True)
"""

NO_ROOM = """
import resource, sys
from pathlib import Path
from naishi.saves import Saves
opened = Saves(Path(sys.argv[1])).open(sys.argv[2])
resource.setrlimit(resource.RLIMIT_FSIZE, (500, resource.RLIM_INFINITY))
opened.game.play("develop L2")
opened.save()
print(opened.unsaved)
opened.game.play("end")
opened.save()
print(opened.unsaved is not None, len(opened.game.actions))
resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
opened.save()
print(opened.unsaved)
"""

DIE = """
import os, sys
from pathlib import Path
from naishi.saves import Saves
from naishi.common import files
opened = Saves(Path(sys.argv[1])).open(sys.argv[2])
before = opened.path.read_bytes()
for step in ("open", "write", "fsync", "close", "replace"):
    for nth in (1, 2):
        for late in (False, True):
            opened.path.write_bytes(before)
            works = getattr(os, step)
            calls = 0
            def die(*arguments, **options):
                global calls
                calls += 1
                if calls < nth:
                    return works(*arguments, **options)
                if late:
                    works(*arguments, **options)
                os._exit(9)
            child = os.fork()
            if not child:
                # Only what writes the file dies, not what looks after the lock.
                write = files.write_atomically
                def faulty(*arguments):
                    setattr(os, step, die)
                    write(*arguments)
                    os._exit(0)
                files.write_atomically = faulty
                opened.game.play("develop L2")
                opened.save()
            died = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
            from naishi.saves import read_file
            actions = len(read_file(opened.path).game.actions)
            print(step, nth, late, died, actions)
"""

STEPS = ("open", "write", "fsync", "close", "replace")


def no_leftovers(folder: Path) -> bool:
    return not list(folder.glob(".*.tmp"))


def test_another_process_is_told_that_the_game_is_open(saves: Saves, opened: OpenGame, python: Python) -> None:
    opened.close()
    other = python(HOLD, saves.folder, opened.id)
    assert other.stdout.readline() == "open\n"
    for use in (saves.open, saves.delete):
        with pytest.raises(SaveInUseError, match="open in another window"):
            use(opened.id)
    assert saves.load(opened.id), "looking is allowed"
    assert isinstance(saves.list()[0], Summary)


def test_the_lock_of_a_killed_process_is_free(saves: Saves, opened: OpenGame, python: Python) -> None:
    opened.close()
    other = python(HOLD, saves.folder, opened.id)
    other.stdout.readline()
    other.kill()
    with saves.open(opened.id) as again:
        play(again, "develop L2")
        assert again.unsaved is None


def test_the_same_process_does_not_open_a_game_twice_either(saves: Saves, opened: OpenGame) -> None:
    with pytest.raises(SaveInUseError):
        saves.open(opened.id)
    opened.close()
    saves.open(opened.id).close()


def test_a_game_that_could_not_be_opened_is_not_left_locked(saves: Saves, opened: OpenGame) -> None:
    opened.close()
    whole = opened.path.read_bytes()
    opened.path.write_bytes(b"{}")
    with pytest.raises(naishi.SaveError):
        saves.open(opened.id)
    opened.path.write_bytes(whole)
    saves.open(opened.id).close()


@pytest.mark.parametrize("kills", [12, pytest.param(300, marks=pytest.mark.slow)])
def test_killed_at_any_moment_every_acknowledged_action_is_there(
    saves: Saves, new_game: NewGame, python: Python, kills: int
) -> None:
    save_id = saves.create(new_game()).id
    chance = random.Random(4)
    for kill in range(kills):
        player = python(PLAY_FOR_EVER, saves.folder, save_id, kill)
        acknowledged = player.stdout.readline()
        time.sleep(chance.random() / 20)
        player.kill()
        said = acknowledged + player.stdout.read()
        *_earlier, acknowledged, _torn = said.split("\n")  # the last line may break off
        all_actions, done, last = acknowledged.split(" ", 2)
        game = saves.load(save_id)
        state = (str(len(game.record.actions)), str(len(game.actions)), str(game.actions[-1]))
        # What was acknowledged is on disk; or one step more, made and written but not yet acknowledged.
        assert state == (all_actions, done, last) or abs(len(game.actions) - int(done)) == 1
        with saves.open(save_id):
            assert no_leftovers(saves.folder)


def test_a_full_disk_loses_nothing_and_is_written_when_there_is_room(
    saves: Saves, opened: OpenGame, python: Python
) -> None:
    opened.close()
    before = opened.path.read_bytes()
    player = python(NO_ROOM, saves.folder, opened.id)
    first, second, third = player.rest().splitlines()
    assert first == "Not saved (File too large). You can keep playing; your next action tries again."
    assert second == "True 8"
    assert third == "None"
    assert opened.path.read_bytes() != before
    assert len(saves.load(opened.id).actions) == 8
    assert no_leftovers(saves.folder)


def test_whatever_step_of_a_write_a_process_dies_at_the_file_is_the_old_or_the_new(
    saves: Saves, opened: OpenGame, python: Python
) -> None:
    opened.close()
    lines = [line.split() for line in python(DIE, saves.folder, opened.id).rest().splitlines()]
    assert len(lines) == 20
    # Each write calls write and replace once and the others twice, the second time after the new file is in place.
    assert sum(died == "9" for *_step, died, _actions in lines) == 16
    for step, nth, late, died, actions in lines:
        renamed = nth == "2" or (step, late) == ("replace", "True")
        assert actions == ("7" if renamed else "6"), (step, nth, late, died)
    opened.path.unlink()
    saves.create(opened.game)
    assert no_leftovers(saves.folder)


@pytest.mark.parametrize("step", STEPS)
def test_whatever_the_system_refuses_the_old_file_stays_whole(
    saves: Saves, opened: OpenGame, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    before = opened.path.read_bytes()
    works = getattr(os, step)

    def refuse(*arguments: Any, **_options: Any) -> NoReturn:
        if step == "close":
            works(*arguments)
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as fault:
        fault.setattr(os, step, refuse)
        play(opened, "develop L2")
    assert opened.path.read_bytes() == before
    assert "No space left" in str(opened.unsaved)
    assert no_leftovers(saves.folder)
    play(opened, "end")
    assert opened.unsaved is None
    assert saves.load(opened.id).record == opened.game.record


def test_a_write_in_small_pieces_is_whole(saves: Saves, opened: OpenGame, monkeypatch: pytest.MonkeyPatch) -> None:
    write = os.write
    monkeypatch.setattr(os, "write", lambda descriptor, data: write(descriptor, data[:100]))
    play(opened, "develop L2")
    assert saves.load(opened.id).record == opened.game.record


def test_the_file_is_on_disk_before_its_name_and_the_name_before_play_returns(
    opened: OpenGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[str] = []

    def noted(step: str, works: Callable[..., object]) -> Callable[..., object]:
        def work(*args: object) -> object:
            done.append(step)
            return works(*args)

        return work

    for step in ("write", "fsync", "replace"):
        monkeypatch.setattr(os, step, noted(step, getattr(os, step)))
    play(opened, "develop L2")
    assert done == ["write", "fsync", "replace", "fsync"]


def test_interrupted_while_writing_nothing_is_left_behind(
    saves: Saves, opened: OpenGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = opened.path.read_bytes()

    def interrupt(_descriptor: int) -> NoReturn:
        raise KeyboardInterrupt

    with monkeypatch.context() as fault:
        fault.setattr(os, "fsync", interrupt)
        with pytest.raises(KeyboardInterrupt):
            play(opened, "develop L2")
    assert opened.path.read_bytes() == before
    assert no_leftovers(saves.folder)


def test_a_folder_deleted_during_play_is_made_again(saves: Saves, opened: OpenGame, tmp_path: Path) -> None:
    saves.folder.rename(tmp_path / "gone")
    play(opened, "develop L2")
    assert opened.unsaved is None
    assert saves.load(opened.id).record == opened.game.record
    with pytest.raises(SaveInUseError):
        saves.open(opened.id)


def test_a_game_taken_over_after_its_folder_was_lost_is_not_overwritten(
    saves: Saves, opened: OpenGame, tmp_path: Path
) -> None:
    content = opened.path.read_bytes()
    saves.folder.rename(tmp_path / "gone")
    saves.folder.mkdir()
    opened.path.write_bytes(content)
    with saves.open(opened.id) as other:
        play(other, "develop L5")
        play(opened, "develop L2")
        assert "open in another window" in str(opened.unsaved)
        assert saves.load(opened.id).record == other.game.record


def test_where_no_folder_can_be_made_people_play_in_memory(tmp_path: Path, new_game: NewGame) -> None:
    (tmp_path / "file").touch()
    opened = Saves(tmp_path / "file" / "saves").create(new_game())
    assert "Not saved" in str(opened.unsaved)
    play(opened, "give 1")
    assert len(opened.game.actions) == 1
    (tmp_path / "file").unlink()
    opened.close()
    assert opened.unsaved is None
    assert opened.path.exists()


def test_in_a_folder_that_cannot_be_written_a_game_is_opened_and_played_on(
    saves: Saves, opened: OpenGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As root every folder can be written: the system's refusal is made up."""
    opened.close()
    before = opened.path.read_bytes()
    reading = os.open

    def read_only(path: Any, flags: int, *rest: Any, **options: Any) -> int:
        if flags & (os.O_CREAT | os.O_RDWR | os.O_WRONLY):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        return reading(path, flags, *rest, **options)

    monkeypatch.setattr(os, "open", read_only)
    with saves.open(opened.id) as again:
        play(again, "develop L2")
        assert "Permission denied" in str(again.unsaved)
        assert len(again.game.actions) == 7
    assert opened.path.read_bytes() == before
    with pytest.raises(naishi.SaveError, match=r"Couldn't delete the game .*: Permission denied"):
        saves.delete(opened.id)


def test_what_a_killed_writer_left_is_swept_up_but_a_living_one_s_is_not(
    saves: Saves, opened: OpenGame, new_game: NewGame
) -> None:
    dead = saves.folder / ".abc234.naishi.json.0123abcd.tmp"
    living = saves.folder / f".{opened.path.name}.0123abcd.tmp"
    foreign = saves.folder / ".vimrc.tmp"
    for path in (dead, living, foreign):
        path.touch()
    saves.create(new_game()).close()
    assert not dead.exists()
    assert living.exists()
    opened.close()
    saves.open(opened.id).close()
    assert not living.exists()
    assert foreign.exists()


def test_a_process_that_starts_while_a_game_is_imported_leaves_its_temporary_file_alone(
    saves: Saves, opened: OpenGame, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, new_game: NewGame
) -> None:
    saved = read_file(opened.path)
    other, syncing, starting = Saves(tmp_path / "other"), os.fsync, True

    def start(descriptor: int) -> None:
        nonlocal starting
        if starting:
            starting = False
            other.create(new_game()).close()
        syncing(descriptor)

    monkeypatch.setattr(os, "fsync", start)
    save_id = other.adopt(saved)
    assert not starting
    assert other.load(save_id).record == opened.game.record


def test_a_file_deleted_behind_our_back_is_written_again(saves: Saves, opened: OpenGame) -> None:
    opened.path.unlink()
    with pytest.raises(SaveNotFoundError):
        saves.load(opened.id)
    play(opened, "develop L2")
    assert saves.load(opened.id).record == opened.game.record


def test_a_file_that_vanished_after_the_last_action_is_written_again_on_closing(
    saves: Saves, opened: OpenGame, tmp_path: Path
) -> None:
    saves.folder.rename(tmp_path / "gone")
    opened.close()
    assert "was saved again" in opened.notice
    assert saves.load(opened.id).record == opened.game.record


@pytest.mark.parametrize("foreign", [b"hello", b"", b"x" * 2_000_000])
@pytest.mark.parametrize("closing", [True, False])
def test_what_somebody_else_wrote_is_kept_aside(saves: Saves, opened: OpenGame, foreign: bytes, closing: bool) -> None:
    opened.path.write_bytes(foreign)
    opened.close() if closing else play(opened, "develop L2")
    (kept,) = saves.folder.glob("*.2.naishi.json")
    assert kept.read_bytes() == foreign
    assert kept.name in opened.notice
    assert opened.unsaved is None
    assert saves.load(opened.id).record == opened.game.record
    first, problem = saves.list()
    assert first.id == opened.id
    assert isinstance(problem, Problem)


def test_each_version_of_somebody_else_is_kept(saves: Saves, opened: OpenGame) -> None:
    for content in (b"one", b"two"):
        opened.path.write_bytes(content)
        opened.save()
    assert {path.read_bytes() for path in saves.folder.glob("*.?.naishi.json")} == {b"one", b"two"}


def test_a_link_or_a_folder_in_the_place_of_an_open_save_is_kept_aside(
    saves: Saves, opened: OpenGame, tmp_path: Path
) -> None:
    (elsewhere := tmp_path / "elsewhere").write_bytes(opened.path.read_bytes())
    before = elsewhere.read_bytes()
    opened.path.unlink()
    opened.path.symlink_to(elsewhere)
    play(opened, "develop L2")
    opened.path.unlink()
    (opened.path / "inner").mkdir(parents=True)
    play(opened, "end")
    assert opened.unsaved is None
    assert saves.load(opened.id).record == opened.game.record
    assert elsewhere.read_bytes() == before
    link, directory = sorted(saves.folder.glob("*.?.naishi.json"))
    assert link.is_symlink()
    assert (directory / "inner").is_dir()


def test_the_same_bytes_written_by_a_backup_are_no_conflict(saves: Saves, opened: OpenGame) -> None:
    (again := opened.path.with_suffix(".again")).write_bytes(opened.path.read_bytes())
    again.replace(opened.path)
    play(opened, "develop L2")
    opened.close()
    assert opened.notice == ""
    assert not list(saves.folder.glob("*.?.naishi.json"))


def test_a_game_that_was_only_opened_is_not_written(saves: Saves, opened: OpenGame) -> None:
    opened.close()
    before = opened.path.stat()
    saves.open(opened.id).close()
    assert opened.path.stat() == before


@pytest.mark.slow
def test_ten_thousand_undos_and_redos_stay_instant(saves: Saves, new_game: NewGame) -> None:
    with saves.create(new_game()) as opened:
        while opened.game.turn is not None:
            play(opened, opened.game.legal_actions()[-1])
        actions = len(opened.game.actions)
        times = []
        for step in range(10_000):
            began = time.process_time()
            (undo if step // actions % 2 == 0 else redo)(opened)
            times.append(time.process_time() - began)
    times.sort()
    assert times[len(times) // 2] < 0.1
    assert saves.load(opened.id).record == opened.game.record


@pytest.fixture(
    params=[errno.ENOLCK, errno.EOPNOTSUPP, errno.EIO, errno.EACCES, errno.ENOSYS, errno.EINVAL, errno.EPERM]
)
def no_locks(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """A disk on which nothing can be locked."""

    def refuse(_descriptor: object, _how: object) -> NoReturn:
        raise OSError(request.param, os.strerror(request.param))

    monkeypatch.setattr(fcntl, "flock", refuse)


@pytest.mark.usefixtures("no_locks")
def test_where_nothing_can_be_locked_games_are_saved_opened_and_imported_all_the_same(
    saves: Saves, new_game: NewGame, tmp_path: Path
) -> None:
    with saves.create(new_game()) as opened:
        play(opened, "give 1")
        assert opened.unsaved is None
        with pytest.raises(SaveInUseError, match=rf"process {os.getpid()}\)"):
            saves.open(opened.id)
        assert saves.spectate(opened.id).owner is not None
    assert saves.spectate(opened.id).owner is None
    with saves.open(opened.id) as again:
        play(again, "give 2")
        assert again.unsaved is None
    other = Saves(tmp_path / "other")
    assert other.adopt(read_file(saves.path(opened.id))) == opened.id
    assert len(other.load(opened.id).actions) == 2
    saves.delete(opened.id)
    assert saves.restore(opened.id) == opened.id
    assert len(list(saves.folder.glob("*.json"))) == 1


@pytest.mark.usefixtures("no_locks")
def test_where_nothing_can_be_locked_a_dead_owner_keeps_nobody_out(
    saves: Saves, new_game: NewGame, python: Python
) -> None:
    opened = saves.create(new_game())
    owner = saves.folder / ".locks" / f"{opened.id}.owner"
    dead = python("import os; print(os.getpid())")
    pid = int(dead.rest())
    opened.close()
    host = LockOwner.this_process().host
    LockOwner(host, pid).write(owner)
    saves.open(opened.id).close()
    LockOwner("another-machine", pid).write(owner)
    with pytest.raises(SaveInUseError, match="another-machine"):
        saves.open(opened.id)
    owner.write_bytes(b"?")
    saves.open(opened.id).close()
