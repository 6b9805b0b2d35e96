"""Signals near the app's end, or in sleep."""

from __future__ import annotations

import os
import signal
import termios
from pathlib import Path

import pytest

from naishi.saves import OpenGame
from tests.naishi_tui.terminal.app import AS_IT_WAS, IN_TIME, STARTED, Program, a_game
from tests.naishi_tui.terminal.shared import assert_saved, develop, state

pytestmark = pytest.mark.ci

STOP_AND_GO = (signal.SIGTSTP, signal.SIGCONT)


@pytest.fixture
def game(tmp_path: Path) -> OpenGame:
    """It is Aiko's first turn."""
    return a_game(tmp_path)


def signalled(owner: str, name: str, *numbers: signal.Signals, when: str = "True") -> str:
    """Python that has the program signal itself when it calls a method of a class."""
    module, _dot, of = owner.rpartition(".")
    return f"""
import os
from {module} import {of}
call = {of}.{name}
def signalled(self, *arguments, **options):
    for number in {[int(each) for each in numbers]} if {when} else ():
        os.kill(os.getpid(), number)
    return call(self, *arguments, **options)
{of}.{name} = signalled
"""


def line_modes(program: Program) -> int:
    """Which of echo, lines and signals the terminal makes of what is typed."""
    modes = termios.ECHO | termios.ICANON | termios.ISIG
    flags: int = termios.tcgetattr(program.fd)[3]
    return flags & modes


def test_a_continue_signal_after_the_terminal_was_restored_leaves_it_so(tmp_path: Path, game: OpenGame) -> None:
    closed = signalled("naishi_tui.terminal.local_driver.LocalDriver", "close", signal.SIGCONT)
    with Program(tmp_path, "resume", before=closed) as program:
        before = line_modes(program)
        program.to_table()
        develop(program)
        assert line_modes(program) == 0
        program.press("ctrl+c", wait=False)
        assert program.wait(IN_TIME) == 0
        assert line_modes(program) == before != 0
    assert_saved(program, game, "develop L3")


@pytest.mark.parametrize("numbers", [STOP_AND_GO[:1], STOP_AND_GO[1:], STOP_AND_GO], ids=["stop", "continue", "both"])
def test_no_signal_keeps_the_program_from_closing_the_game(
    tmp_path: Path, game: OpenGame, numbers: tuple[signal.Signals, ...]
) -> None:
    """A Ctrl+Z typed after Ctrl+C is such a signal: the terminal makes it, as soon as the app has left it."""
    closing = signalled("naishi_tui.navigator.Navigator", "close", *numbers, when="self.session")
    with Program(tmp_path, "resume", before=closing) as program:
        program.to_table()
        develop(program)
        program.press("ctrl+c", wait=False)
        assert program.wait(IN_TIME) == 0
        assert program.modes == AS_IT_WAS
        assert "naishi: Saved." in program.text
        assert "Internal error" not in program.text
    assert_saved(program, game, "develop L3")


def test_a_stop_signal_while_the_app_leaves_the_terminal_does_not_stop_it(tmp_path: Path, game: OpenGame) -> None:
    closed = signalled("naishi_tui.terminal.local_driver.LocalDriver", "close", signal.SIGTSTP)
    with Program(tmp_path, "resume", before=closed) as program:
        program.to_table()
        develop(program)
        program.press("ctrl+c", wait=False)
        assert program.wait(IN_TIME) == 0
        assert program.modes == AS_IT_WAS
    assert_saved(program, game, "develop L3")


@pytest.mark.parametrize("code", [143, pytest.param(0, marks=pytest.mark.slow)])
def test_a_signal_while_python_ends_prints_nothing(tmp_path: Path, game: OpenGame, code: int) -> None:
    signals = [*map(int, STOP_AND_GO)]
    late = f"import atexit, os; atexit.register(lambda: [os.kill(os.getpid(), each) for each in {signals}])"
    run = f"{late}; import runpy; runpy.run_module({STARTED[-1]!r}, run_name='__main__', alter_sys=True)"
    with Program(tmp_path, "resume", command=(STARTED[0], "-c", run)) as program:
        program.to_table()
        if code:
            os.kill(program.pid, code - 128)
        else:
            program.press("ctrl+q", wait=False)
        assert program.wait(IN_TIME) == code
        assert "Traceback" not in program.text
        assert "naishi: Saved." in program.text


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="only Linux tells what is stopped")
def test_a_signal_that_another_thread_takes_is_heard_at_once(tmp_path: Path, game: OpenGame) -> None:
    """The app sleeps in the main thread, which alone can act on it. The system chooses any thread."""
    before = """
import signal, threading
threading.Thread(target=threading.Event().wait, daemon=True).start()
signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGTSTP, signal.SIGCONT})
"""  # threads inherit what is blocked, so that only this one is left
    with Program(tmp_path, "resume", before=before) as program:
        program.wait_for("Show my cards")
        program.settle()
        os.kill(program.pid, signal.SIGTSTP)
        program.until(lambda: state(program.pid) == "T")
        program.wait_for_modes(AS_IT_WAS)
        os.kill(program.pid, signal.SIGCONT)
        program.until(lambda: "kitty" in program.modes)
        program.to_table()


MISTAKE = """
from naishi_tui.games.naishi.reading import Reading
from naishi_tui.terminal.local_driver import QUIT, Watchdog
import builtins, os, signal, time
dogs, begin = [], Watchdog.__init__
def noted(self, *arguments):
    dogs.append(self)
    begin(self, *arguments)
Watchdog.__init__ = noted
def explain(self):
    (dog,) = dogs
    dog.send(QUIT)
    while dog.code is None:
        time.sleep(0.001)
    raise KeyError("Mountain")
Reading.explain = explain
tell = print
def interrupted(*lines, **how):
    os.kill(os.getpid(), signal.SIGINT)
    tell(*lines, **how)
builtins.print = interrupted
"""


def test_a_mistake_is_told_also_where_somebody_quits_and_interrupts(tmp_path: Path, game: OpenGame) -> None:
    """A second Ctrl+C comes as a signal, since the terminal is restored by then."""
    with Program(tmp_path, "resume", before=MISTAKE) as program:
        program.to_table()
        program.press("?", wait=False)
        assert program.wait(IN_TIME) == 1
        assert "naishi: Internal error (KeyError)" in program.text
        assert program.report()
    assert_saved(program, game)


SLOW = """
import naishi_tui.terminal.local_driver as watchdog
from naishi_tui.app import NaishiApp
watchdog.PATIENCE, watchdog.LAST_MOMENTS = 0.2, 30
close, closing = NaishiApp.close_game, []
def slowly(app):
    closing.append(app)
    while len(closing) < 2:  # the main thread waits until the watchdog ends the program
        time.sleep(0.001)
    if len(closing) == 2:
        closing.append(app)
        time.sleep(1)
    return close(app)
NaishiApp.close_game = slowly
"""


def test_a_mistake_is_told_where_the_watchdog_ends_the_program(tmp_path: Path, game: OpenGame) -> None:
    """The main thread comes to its end meanwhile, and must not end the process before the watchdog has told."""
    with Program(tmp_path, "resume", before=MISTAKE.replace("dog.send(QUIT)", "raise KeyError") + SLOW) as program:
        program.to_table()
        program.press("?", wait=False)
        assert program.wait(IN_TIME) == 1
        assert program.text.count("naishi: Internal error (KeyError)") == 1
    assert_saved(program, game)
