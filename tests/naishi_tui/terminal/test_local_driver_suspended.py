"""Suspended games, ended from outside."""

from __future__ import annotations

import os
import shlex
import signal
import time
from pathlib import Path

import pytest

from naishi.saves import OpenGame, Saves
from tests.forked import PROJECT
from tests.naishi_tui.terminal.app import AS_IT_WAS, STARTED, Synced, a_game

BASH = ["bash", "--norc", "--noprofile", "--noediting", "-i"]
STOPPED, GONE = {"T"}, {"Z", ""}


class Shell(Synced):
    """A shell with job control, in which the game is played."""

    def __init__(self, home: Path) -> None:
        super().__init__(BASH, (80, 24), {"HOME": str(home), "PYTHONPATH": str(PROJECT), "PS1": "READY "})
        self.saves = home / "saves"
        self.wait_for("READY")
        self.press(f"{shlex.join(STARTED)} --saves {shlex.quote(str(self.saves))} resume\r", wait=False)
        self.to_table()
        self.press("enter")
        assert "You placed" in self.text
        (owner,) = (self.saves / ".locks").glob("*.owner")
        self.game = int(owner.read_text().partition("@")[0])

    def signal(self, *numbers: signal.Signals) -> None:
        """Signal the game from outside."""
        for number in numbers:
            os.kill(self.game, number)

    @property
    def state(self) -> str:
        """How the system sees the game: `T` where it is stopped, nothing where it is gone."""
        try:
            return Path(f"/proc/{self.game}/stat").read_text().rpartition(")")[2].split()[0]
        except (FileNotFoundError, ProcessLookupError):  # before it is opened, or before it is read
            return ""

    def until_in(self, states: set[str]) -> None:
        """Wait until the game is in one of these states."""
        assert self.reads_until(lambda: self.state in states), self.state


pytestmark = [
    pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="only Linux tells what is stopped"),
    pytest.mark.ci,
]


@pytest.fixture
def game(tmp_path: Path) -> OpenGame:
    return a_game(tmp_path)


def assert_saved(shell: Shell, game: OpenGame) -> None:
    """The game has what was played, and can be opened: nobody holds it."""
    with Saves(shell.saves).open(game.id) as opened:
        assert [str(action) for action in opened.game.actions[2:]] == ["develop L3"]


def test_ctrl_z_goes_to_the_shell_and_what_is_typed_there_plays_nothing(tmp_path: Path, game: OpenGame) -> None:
    with Shell(tmp_path) as shell:
        shell.press("\x1ae", wait=False)
        shell.until_in(STOPPED)
        shell.wait_for_modes(AS_IT_WAS)
        shell.press("\x15echo it is $((40 + 2))\r", wait=False)
        shell.wait_for("it is 42")
        shell.press("fg\r", wait=False)
        shell.wait_for("Imperial court")
        shell.press("ctrl+q", wait=False)
        assert shell.reads_until(lambda: shell.state in GONE)
    assert_saved(shell, game)


def test_a_suspended_game_leaves_the_terminal_to_the_shell_and_comes_back(tmp_path: Path, game: OpenGame) -> None:
    with Shell(tmp_path) as shell:
        assert {"1049", "1003", "kitty"} <= shell.modes
        shell.signal(signal.SIGTSTP)
        shell.until_in(STOPPED)
        shell.wait_for_modes(AS_IT_WAS)
        shell.screen.reset()
        shell.press("fg\r", wait=False)
        assert shell.reads_until(lambda: {"1049", "1003", "kitty"} <= shell.modes)
        shell.wait_for("Imperial court")
        shell.press("e")
        assert "pass the keyboard" in shell.text
        shell.press("ctrl+q", wait=False)
        shell.until_in(GONE)
        shell.wait_for_modes(AS_IT_WAS)


STOPS, ENDS = (signal.SIGTSTP, signal.SIGSTOP), (signal.SIGTERM, signal.SIGHUP, signal.SIGINT, signal.SIGQUIT)
ENOUGH = {*zip(STOPS, ENDS, strict=False)}
"""Both ways to stop it, each with another way to end it."""


@pytest.mark.parametrize(
    ("stop", "end"),
    [
        pytest.param(stop, end, marks=() if (stop, end) in ENOUGH else pytest.mark.slow)
        for stop in STOPS
        for end in ENDS
    ],
)
def test_a_suspended_game_that_is_killed_and_continued_ends_and_the_terminal_is_as_it_was(
    tmp_path: Path, game: OpenGame, stop: signal.Signals, end: signal.Signals
) -> None:
    """Continued in the background it would be stopped again for touching the terminal, and stay so for ever."""
    with Shell(tmp_path) as shell:
        shell.signal(stop)
        shell.until_in(STOPPED)
        shell.signal(end, signal.SIGCONT)
        shell.until_in(GONE)
        shell.wait_for_modes(AS_IT_WAS)
        start = len(shell.written)
        shell.press("echo al''ive\r", wait=False)
        shell.wait_for("alive")
        assert b"echo al''ive" in shell.written[start:], "the shell shows what is typed"
        assert_saved(shell, game)


def test_the_shell_s_own_kill_ends_a_suspended_game(tmp_path: Path, game: OpenGame) -> None:
    with Shell(tmp_path) as shell:
        shell.signal(signal.SIGTSTP)
        shell.until_in(STOPPED)
        shell.press("kill %1\r", wait=False)
        shell.until_in(GONE)
        shell.wait_for_modes(AS_IT_WAS)
        assert_saved(shell, game)


@pytest.mark.slow
def test_a_suspended_game_that_is_killed_and_brought_back_ends(tmp_path: Path, game: OpenGame) -> None:
    with Shell(tmp_path) as shell:
        shell.signal(signal.SIGTSTP)
        shell.until_in(STOPPED)
        shell.signal(signal.SIGTERM)
        assert shell.state == "T", "a stopped process hears nothing"
        shell.press("fg\r", wait=False)
        shell.until_in(GONE)
        shell.wait_for_modes(AS_IT_WAS)
        assert_saved(shell, game)


@pytest.mark.parametrize("stop", [signal.SIGTSTP, pytest.param(signal.SIGSTOP, marks=pytest.mark.slow)])
def test_a_suspended_game_that_is_killed_for_good_is_whole(
    tmp_path: Path, game: OpenGame, stop: signal.Signals
) -> None:
    with Shell(tmp_path) as shell:
        shell.signal(stop)
        shell.until_in(STOPPED)
        shell.signal(signal.SIGKILL)
        shell.until_in(GONE)
        if stop is signal.SIGTSTP:  # after SIGSTOP nothing can put the terminal right any more
            shell.wait_for_modes(AS_IT_WAS)
        assert_saved(shell, game)


def test_a_shell_that_exits_ends_the_game_it_suspended(tmp_path: Path, game: OpenGame) -> None:
    with Shell(tmp_path) as shell:
        shell.signal(signal.SIGTSTP)
        shell.until_in(STOPPED)
        shell.press("exit\r", wait=False)
        shell.wait_for("There are stopped jobs")
        shell.press("exit\r", wait=False)
        shell.until_in(GONE)
        shell.wait_for_modes(AS_IT_WAS)
        assert_saved(shell, game)


def test_a_terminal_that_closes_ends_the_game_suspended_in_it(tmp_path: Path, game: OpenGame) -> None:
    with Shell(tmp_path) as shell:
        shell.signal(signal.SIGTSTP)
        shell.until_in(STOPPED)
        shell.hang_up()
        end = time.monotonic() + 60
        while shell.state not in GONE:
            assert time.monotonic() < end, shell.state
            time.sleep(0.05)
        assert_saved(shell, game)
