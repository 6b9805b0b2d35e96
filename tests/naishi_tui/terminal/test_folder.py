"""Vanishing, full and refusing folders under the program: local, navigator, folder."""

from __future__ import annotations

import os
import re
import resource
import shutil
import signal
from pathlib import Path

import pytest

from naishi.saves import Saves
from tests import forked
from tests.forked import Piped
from tests.naishi_tui.terminal.app import AS_IT_WAS, IN_TIME, STARTED, Program, a_game


def actions(program: Program) -> list[str]:
    """What is saved of the only game, after the gifts."""
    (summary,) = program.saves.list()
    return [str(action) for action in program.saves.load(summary.id).actions[2:]]


def test_a_full_disk_is_told_and_the_next_action_saves_all(tmp_path: Path) -> None:
    a_game(tmp_path)
    with Program(tmp_path, "resume") as program:
        program.to_table()
        _soft, hard = resource.prlimit(program.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(program.pid, resource.RLIMIT_FSIZE, (500, hard))
        program.press("enter")
        program.wait_for("You placed")
        program.wait_for("Not saved (File too large)")
        assert actions(program) == []
        program.press("s")
        program.press("escape")
        resource.prlimit(program.pid, resource.RLIMIT_FSIZE, (hard, hard))
        program.press("e")
        program.wait_for("pass the keyboard")
        assert "Not saved" not in program.text
        assert actions(program) == ["develop L3", "end"]


def test_a_game_left_after_a_failed_write_is_written_once_more(tmp_path: Path) -> None:
    for last in ("ctrl+q", "escape", signal.SIGTERM):
        opened = a_game(tmp_path)
        with Program(tmp_path, "resume", opened.id) as program:
            program.to_table()
            _soft, hard = resource.prlimit(program.pid, resource.RLIMIT_FSIZE)
            resource.prlimit(program.pid, resource.RLIMIT_FSIZE, (500, hard))
            program.press("enter")
            program.wait_for("Not saved")
            resource.prlimit(program.pid, resource.RLIMIT_FSIZE, (hard, hard))
            if last == "escape":
                program.press("escape")
                program.wait_for("again: leave")
            if isinstance(last, str):
                program.press(last, wait=False)
            else:
                os.kill(program.pid, last)
            if last == "escape":
                program.wait_for("Continue")
                program.press("ctrl+q", wait=False)
            program.wait(IN_TIME)
            assert "Couldn't write" not in program.text
        assert len(program.saves.load(opened.id).actions) == 3


@pytest.mark.parametrize("last", ["ctrl+q", "escape", signal.SIGTERM])
def test_a_game_that_its_folder_refuses_to_the_last_is_kept_elsewhere(
    tmp_path: Path, last: str | signal.Signals
) -> None:
    opened = a_game(tmp_path)
    with Program(tmp_path, "resume") as program:
        program.to_table()
        program.saves.folder.rename(tmp_path / "gone")
        program.saves.folder.write_text("no folder any more")
        program.press("enter")
        program.wait_for("Not saved")
        if last == "escape":
            program.press("escape")
            program.wait_for("again: leave")
        if isinstance(last, str):
            program.press(last, wait=False)
        else:
            os.kill(program.pid, last)
        if last == "escape":
            program.wait_for("Couldn't write")
            assert "is saved" not in program.text
            program.press("ctrl+q", wait=False)
        assert program.wait(IN_TIME) == (1 if isinstance(last, str) else 143)
        assert "naishi: Couldn't write to the saves folder" in program.text
        assert "Saved." not in program.text
        assert program.modes == AS_IT_WAS
    program.saves.folder.unlink()
    (kept,) = (tmp_path / ".local" / "state" / "naishi").iterdir()
    assert forked.run("--saves", str(program.saves.folder), "import", str(kept)).returncode == 0
    assert len(program.saves.load(opened.id).actions) == 3


def test_two_games_that_their_folder_refuses_are_both_told_of_in_the_end(tmp_path: Path) -> None:
    """The first line stood at home, where nobody looks any more."""
    a_game(tmp_path)
    with Program(tmp_path, "resume") as program:
        program.to_table()
        program.saves.folder.rename(tmp_path / "gone")
        program.saves.folder.write_text("no folder any more")
        program.press("enter")
        program.wait_for("Not saved")
        program.press("escape")
        program.wait_for("again: leave")
        program.press("escape")
        program.wait_for("Couldn't write")
        program.press("b")
        program.wait_for("What is your name?")
        program.press("Aiko", "enter")
        program.wait_for("Not saved")
        program.press("ctrl+q", wait=False)
        assert program.wait(IN_TIME) == 1
        assert program.text.count("naishi: Couldn't write to the saves folder") == 2
        for kept in (tmp_path / ".local" / "state" / "naishi").iterdir():
            assert kept.name in program.text.replace("\n", "")


def test_a_folder_deleted_during_play_is_made_again(tmp_path: Path) -> None:
    a_game(tmp_path)
    with Program(tmp_path, "resume") as program:
        program.to_table()
        shutil.rmtree(program.saves.folder)
        program.press("enter")
        program.wait_for("You placed")
        assert "Not saved" not in program.text
        assert actions(program) == ["develop L3"]


def test_a_folder_deleted_after_the_last_action_is_made_again_on_quitting_and_told(tmp_path: Path) -> None:
    a_game(tmp_path)
    with Program(tmp_path, "resume") as program:
        program.to_table()
        program.press("enter")
        program.wait_for("You placed")
        shutil.rmtree(program.saves.folder)
        program.press("ctrl+q", wait=False)
        assert program.wait(IN_TIME) == 0
        assert "was saved again" in program.text.replace("\n", "")
        assert actions(program) == ["develop L3"]


def test_a_folder_that_is_in_the_way_for_a_while_costs_nothing(tmp_path: Path) -> None:
    a_game(tmp_path)
    with Program(tmp_path, "resume") as program:
        program.to_table()
        program.saves.folder.rename(tmp_path / "gone")
        program.saves.folder.write_text("no folder any more")
        program.press("enter")
        program.wait_for("Not saved")
        program.saves.folder.unlink()
        (tmp_path / "gone").rename(program.saves.folder)
        program.press("e")
        program.wait_for("pass the keyboard")
        assert actions(program) == ["develop L3", "end"]


def without_the_power_of_root() -> list[str]:
    """What to begin a command with so that a folder that can't be written can't be written by root either."""
    return ["setpriv", "--bounding-set=-dac_override,-dac_read_search"] if os.geteuid() == 0 else []


@pytest.mark.ci
@pytest.mark.skipif(os.geteuid() == 0 and shutil.which("setpriv") is None, reason="root may write everywhere")
def test_in_a_read_only_folder_people_play_on_and_it_is_saved_once_it_can_be(tmp_path: Path) -> None:
    game = a_game(tmp_path)
    with Program(tmp_path, "resume", command=[*without_the_power_of_root(), *STARTED]) as program:
        program.saves.folder.chmod(0o500)
        program.to_table()
        program.press("enter")
        program.wait_for("Not saved (Permission denied)")
        program.press("e")
        program.wait_for("Bruno's turn")
        assert len(program.saves.load(game.id).actions) == 2
        program.saves.folder.chmod(0o700)
        program.press("u")
        program.settle()
        assert "Not saved" not in program.text
        assert [str(action) for action in program.saves.load(game.id).actions[2:]] == ["develop L3"]


def test_a_second_program_takes_over_once_the_first_is_dead(tmp_path: Path) -> None:
    a_game(tmp_path)
    with Program(tmp_path, "resume") as first:
        first.to_table()
        with Program(tmp_path) as second:
            second.wait_for("Continue")
            second.press("l")
            second.wait_for("saved games")
            second.press("enter")
            second.wait_for("open in another window")
            second.press("escape")
            os.kill(first.pid, signal.SIGKILL)
            first.wait()
            second.press("enter")
            second.to_table()
            second.press("enter")
            second.wait_for("You placed")
            assert actions(second) == ["develop L3"]


def test_the_lock_of_a_dead_process_of_another_host_is_in_nobody_s_way(tmp_path: Path) -> None:
    game = a_game(tmp_path)
    (lock,) = (tmp_path / "saves" / ".locks").iterdir()
    lock.write_text("4711@elsewhere\n")
    with Program(tmp_path, "resume", game.id) as program:
        program.to_table()


def test_a_clock_that_is_set_back_loses_nothing(tmp_path: Path) -> None:
    game = a_game(tmp_path)
    before = (
        "from naishi.saves import open_save as opened\nfrom datetime import datetime, timedelta\n"
        "class Early(datetime):\n"
        "    @classmethod\n"
        "    def now(cls, tz=None): return datetime.now(tz) - timedelta(days=4000)\n"
        "opened.datetime = Early"
    )
    with Program(tmp_path, "resume", before=before) as program:
        program.to_table()
        program.press("enter")
        program.wait_for("You placed")
        program.press("ctrl+q", wait=False)
        assert program.wait(IN_TIME) == 0
    latest = Saves(tmp_path / "saves").latest()
    assert latest is not None
    assert latest.id == game.id
    assert actions(program) == ["develop L3"]


TRICKS = (
    "../../etc/passwd",
    "/etc/passwd",
    "..",
    ".",
    "",
    "\0",
    "a/b",
    "..\\..\\x",
    "~root",
    "$HOME",
    "-",
    "con",
    "a" * 5000,
)


@pytest.mark.parametrize("command", ["resume", "show", "restore", "export", "check"])
def test_no_id_leads_out_of_the_folder(tmp_path: Path, command: str) -> None:
    """Whatever stands for an id, no file outside the folder is opened as a game, changed or shown."""
    outside = a_game(tmp_path / "other")
    stamp = outside.path.stat().st_mtime_ns
    code = (
        "import os, sys\nfrom click.testing import CliRunner\nfrom naishi.cli.commands import naishi\n"
        "os.chdir(sys.argv[1])\n"
        "for trick in sys.argv[3:]:\n"
        "    trick = trick.replace('\\\\0', chr(0))\n"
        "    result = CliRunner().invoke(naishi, ['--saves', sys.argv[1] + '/saves', sys.argv[2], '--', trick])\n"
        "    print(result.exit_code, chr(27) in result.output, repr(result.output))\n"
    )
    escapes = (f"../other/saves/{outside.id}", f"../other/saves/{outside.id}.naishi", "%2e%2e/x", "x\x1b[2Jy")
    tricks = [trick.replace("\0", "\\0") for trick in (*TRICKS, *escapes)]
    lines = Piped(code, tmp_path, command, *tricks).rest().splitlines()
    assert len(lines) == len(tricks)
    for line in lines:
        assert re.match(r"[12] False ", line), line
        assert "root:" not in line
        assert "Traceback" not in line
        assert "Aiko" not in line
    assert outside.path.stat().st_mtime_ns == stamp
    assert not (tmp_path / "saves").exists()
