"""Every ending of the program: saved, restored, gone."""

from __future__ import annotations

import contextlib
import fcntl
import os
import platform
import re
import resource
import shlex
import signal
import struct
import termios
import time
from pathlib import Path

import pytest

from naishi.saves import OpenGame
from tests.naishi_tui.terminal.app import AS_IT_WAS, IN_TIME, STARTED, Program, a_game
from tests.naishi_tui.terminal.shared import assert_saved, develop, state
from tests.terminal import NAISHI

WRITE, FUTEX = {"x86_64": ("1", "202"), "aarch64": ("64", "98")}.get(platform.machine(), ("", ""))
"""The numbers of system calls that threads wait in: for room to write, and for each other."""
RUNNING = "running"
SIGNALS = (signal.SIGHUP, signal.SIGINT, signal.SIGTERM, signal.SIGQUIT)

needs_proc = pytest.mark.skipif(
    not (WRITE and Path("/proc/self/syscall").exists()), reason="only Linux tells what a thread waits for"
)


@pytest.fixture
def game(tmp_path: Path) -> OpenGame:
    """It is Aiko's first turn."""
    return a_game(tmp_path)


@pytest.mark.parametrize(
    "number", [signal.SIGTERM, signal.SIGQUIT, *(pytest.param(each, marks=pytest.mark.slow) for each in SIGNALS[:2])]
)
def test_a_signal_ends_the_program_with_its_number_and_the_terminal_as_it_was(
    tmp_path: Path, game: OpenGame, number: signal.Signals
) -> None:
    with Program(tmp_path, "resume") as program:
        program.to_table()
        develop(program)
        assert {"1049", "1003", "2004", "kitty"} <= program.modes
        os.kill(program.pid, number)
        assert program.wait(IN_TIME) == 128 + number
        assert program.modes == AS_IT_WAS
    assert_saved(program, game, "develop L3")


def test_ctrl_c_as_a_key_quits(tmp_path: Path, game: OpenGame) -> None:
    with Program(tmp_path, "resume") as program:
        program.to_table()
        develop(program)
        program.press("ctrl+c", wait=False)
        assert program.wait(IN_TIME) == 0
        assert program.modes == AS_IT_WAS
    assert_saved(program, game, "develop L3")


def test_quitting_does_not_wait_for_what_goes_on_in_a_thread(tmp_path: Path, game: OpenGame) -> None:
    before = (
        "from naishi_tui.games.naishi.reading import Reading\nimport time\n"
        "Reading.explain = lambda self: self.screen.run_worker(lambda: time.sleep(60), thread=True)"
    )
    with Program(tmp_path, "resume", before=before) as program:
        program.to_table()
        develop(program)
        program.press("?")
        program.press("ctrl+q", wait=False)
        assert program.wait(IN_TIME) == 0
        assert program.modes == AS_IT_WAS
    assert_saved(program, game, "develop L3")


def test_many_signals_are_one(tmp_path: Path, game: OpenGame) -> None:
    with Program(tmp_path, "resume") as program:
        program.to_table()
        for number in (*SIGNALS, signal.SIGWINCH) * 5:
            os.kill(program.pid, number)
        assert program.wait(IN_TIME) in {128 + number for number in SIGNALS}
        assert program.modes == AS_IT_WAS
    assert_saved(program, game)


STARTING = """
import importlib, os, signal
def signalled(owner, name, when):
    call = getattr(owner, name)
    def then_signalled(*arguments, **options):
        result = call(*arguments, **options)
        if when is None or when in arguments:
            os.kill(os.getpid(), signal.{sent})
        return result
    setattr(owner, name, then_signalled)
signalled(importlib.import_module("{owner}"), "{name}", {when})
"""
"""Has the program signal itself right after it calls a function while it starts."""


@pytest.mark.parametrize(
    ("owner", "name", "when"),
    [
        pytest.param("naishi.cli.commands", "the_saves", "None", marks=pytest.mark.slow),
        ("signal", "signal", "signal.SIGTERM"),
        ("signal", "set_wakeup_fd", "None"),
        pytest.param("asyncio.events", "new_event_loop", "None", marks=pytest.mark.slow),
        ("termios", "tcsetattr", "None"),
        pytest.param("textual.drivers.linux_driver", "WriterThread", "None", marks=pytest.mark.slow),
    ],
)
def test_a_signal_at_any_point_while_the_program_starts_ends_it(
    tmp_path: Path, game: OpenGame, owner: str, name: str, when: str
) -> None:
    with Program(
        tmp_path, "resume", before=STARTING.format(owner=owner, name=name, when=when, sent="SIGTERM")
    ) as program:
        assert program.wait(IN_TIME) in {143, -signal.SIGTERM}
        assert program.modes == AS_IT_WAS
    assert_saved(program, game)


@pytest.mark.parametrize(
    ("owner", "name", "when"),
    [
        ("naishi.cli.commands", "the_saves", "None"),
        ("signal", "signal", "signal.SIGTERM"),
        pytest.param("signal", "set_wakeup_fd", "None", marks=pytest.mark.ci),
        pytest.param("asyncio.events", "new_event_loop", "None", marks=pytest.mark.ci),
        ("termios", "tcsetattr", "None"),
        pytest.param("textual.drivers.linux_driver", "WriterThread", "None", marks=pytest.mark.ci),
    ],
)
def test_ctrl_c_at_any_point_while_the_program_starts_ends_it_without_a_traceback(
    tmp_path: Path, game: OpenGame, owner: str, name: str, when: str
) -> None:
    before = STARTING.format(owner=owner, name=name, when=when, sent="SIGINT")
    with Program(tmp_path, "resume", before=before) as program:
        assert program.wait(IN_TIME) == 130
        assert program.modes == AS_IT_WAS
        assert "Traceback" not in program.text
        assert "error" not in program.text.lower()
    assert_saved(program, game)


def test_ctrl_c_during_an_import_is_no_mistake(tmp_path: Path) -> None:
    """Modules written in C turn it into other errors."""
    before = (
        "import os, signal, naishi.cli.playing as playing\n"
        "def interrupted(*arguments, **options):\n"
        "    try: os.kill(os.getpid(), signal.SIGINT)\n"
        "    except KeyboardInterrupt: raise ImportError('numpy') from None\n"
        "playing.play = interrupted"
    )
    with Program(tmp_path, before=before) as program:
        assert program.wait(IN_TIME) == 130
        assert not program.text.strip()


@needs_proc
def test_a_key_that_quits_does_while_nobody_reads(tmp_path: Path, game: OpenGame) -> None:
    with Program(tmp_path, "resume") as program:
        program.to_table()
        develop(program)
        stall(program)
        program.press("ctrl+q", wait=False)
        assert program.wait(IN_TIME, reading=False) == 0
        program.wait_for_modes(AS_IT_WAS)
    assert_saved(program, game, "develop L3")


@needs_proc
def test_a_stop_that_nobody_told_the_program_of_changes_no_mode(tmp_path: Path, game: OpenGame) -> None:
    """As `kill -STOP` and `kill -CONT`, cpulimit or a resumed machine do."""
    with Program(tmp_path, "resume") as program:
        program.to_table()
        before = kitty_levels(program)
        for _time in range(3):
            os.kill(program.pid, signal.SIGSTOP)
            os.kill(program.pid, signal.SIGCONT)
        os.kill(program.pid, signal.SIGCONT)
        develop(program)
        assert kitty_levels(program) == before == 1
        program.press("ctrl+q", wait=False)
        assert program.wait(IN_TIME) == 0
        assert program.modes == AS_IT_WAS
        assert kitty_levels(program) == 0
    assert_saved(program, game, "develop L3")


@needs_proc
def test_a_stop_while_something_is_written_does_not_lock_the_program_up(tmp_path: Path, game: OpenGame) -> None:
    before = (
        "from naishi_tui.games.naishi.reading import Reading\n"
        "from tests.naishi_tui.framework_insides import call_while_writing\n"
        "import os, signal\n"
        "calls = []\n"
        "call_while_writing(calls)\n"
        "stop = lambda: os.kill(os.getpid(), signal.SIGTSTP)\n"
        "Reading.explain = lambda self: (calls.append(stop), self.screen.refresh())"
    )
    with Program(tmp_path, "resume", before=before) as program:
        program.to_table()
        program.press("?", wait=False)
        program.until(lambda: state(program.pid) == "T")
        program.wait_for_modes(AS_IT_WAS)
        os.kill(program.pid, signal.SIGCONT)
        program.until(lambda: "kitty" in program.modes)
        develop(program)
        program.press("ctrl+q", wait=False)
        assert program.wait(IN_TIME) == 0
        assert program.modes == AS_IT_WAS


def kitty_levels(program: Program) -> int:
    """How often the keyboard protocol was asked for and not given back."""
    return len(re.findall(rb"\x1b\[>\d+u", program.written)) - program.written.count(b"\x1b[<u")


def test_a_hang_up_ends_the_program(tmp_path: Path, game: OpenGame) -> None:
    with Program(tmp_path, "resume") as program:
        program.to_table()
        develop(program)
        program.hang_up()
        assert program.wait(IN_TIME, reading=False) == 129
    assert_saved(program, game, "develop L3")


@pytest.mark.ci
def test_a_hang_up_without_a_signal_ends_the_program_and_nothing_spins(tmp_path: Path, game: OpenGame) -> None:
    """As after `trap "" HUP` or `nohup`: no signal comes, and reading from the terminal returns at once for ever."""
    command = ["sh", "-c", f'trap "" HUP; exec {shlex.join(STARTED)} "$@"', "sh"]
    with Program(tmp_path, "resume", command=command) as program:
        program.to_table()
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        program.hang_up()
        assert program.wait(IN_TIME, reading=False) == 129
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        assert after.ru_utime - before.ru_utime < 10, "all its life included"
    assert_saved(program, game)


def test_a_hang_up_signal_that_was_to_be_ignored_is(tmp_path: Path, game: OpenGame) -> None:
    before = "import signal; signal.signal(signal.SIGHUP, signal.SIG_IGN)"  # as it begins where it was ignored before
    with Program(tmp_path, "resume", before=before) as program:
        program.to_table()
        os.kill(program.pid, signal.SIGHUP)
        develop(program)
        os.kill(program.pid, signal.SIGTERM)
        assert program.wait(IN_TIME) == 143


def stall(program: Program) -> None:
    """Read no more, and have the program draw until it can draw no more: its queue of frames is full then."""
    (width, height), stalled = program.size, 0
    for time_drawn in range(3000):  # some 60 are enough
        program.resize(width, height + time_drawn % 2)  # another size is drawn, whatever is on the screen
        time.sleep(0.04)
        main, others = waits_of(program.pid)
        # The writing thread waits for room in the terminal, the app for room in the queue; nobody has anything to do.
        stalled = stalled + 1 if main == FUTEX and WRITE in others and RUNNING not in others else 0
        if stalled == 3:
            return
    raise AssertionError("there is always room to write")


def waits_of(pid: int) -> tuple[str, list[str]]:
    """What the main thread of a process waits for, and what the others do, as the numbers of system calls."""
    waits = {}
    for task in Path(f"/proc/{pid}/task").iterdir():
        with contextlib.suppress(FileNotFoundError, ProcessLookupError):
            waits[int(task.name)] = (task / "syscall").read_text().split()[0]
    return waits.pop(pid), [*waits.values()]


@needs_proc
def test_a_client_that_stopped_reading_does_not_keep_the_program(tmp_path: Path, game: OpenGame) -> None:
    with Program(tmp_path, "resume") as program:
        program.to_table()
        develop(program)
        stall(program)
        os.kill(program.pid, signal.SIGTERM)
        assert program.wait(IN_TIME, reading=False) == 143
        program.wait_for_modes(AS_IT_WAS)  # when it reads again, it finds its terminal as it was
    assert_saved(program, game, "develop L3")


@pytest.mark.slow
@needs_proc
def test_a_stalled_client_that_hangs_up_does_not_keep_the_program(tmp_path: Path, game: OpenGame) -> None:
    with Program(tmp_path, "resume") as program:
        program.to_table()
        stall(program)
        program.hang_up()
        assert program.wait(IN_TIME, reading=False) == 129
    assert_saved(program, game)


def test_a_program_that_hangs_is_ended_and_the_terminal_put_right(tmp_path: Path, game: OpenGame) -> None:
    before = (
        "from naishi_tui.games.naishi.table import TurnInProgress\n"
        "def hang(self):\n"
        "    open(__import__('os').environ['HOME'] + '/hangs', 'w').close()\n"
        "    while True: __import__('time').sleep(0.01)\n"
        "TurnInProgress.end_turn = hang"
    )
    with Program(tmp_path, "resume", before=before) as program:
        program.to_table()
        develop(program)
        program.press("e", wait=False)
        program.until((tmp_path / "hangs").exists)
        os.kill(program.pid, signal.SIGTERM)
        assert program.wait(IN_TIME) == 143
        assert program.modes == AS_IT_WAS
    assert_saved(program, game, "develop L3")


def test_standard_input_that_closes_ends_the_program_and_the_screen_is_put_right(
    tmp_path: Path, game: OpenGame
) -> None:
    keys, keyboard = os.openpty()
    before = f"import os; os.dup2(os.open({os.ttyname(keyboard)!r}, os.O_RDWR | os.O_NOCTTY), 0)"
    with Program(tmp_path, "resume", before=before) as program:
        program.wait_for("Show my cards")
        os.close(keyboard)
        os.close(keys)
        assert program.wait(IN_TIME) == 129
        assert program.modes == AS_IT_WAS
    assert_saved(program, game)


@pytest.mark.ci
@pytest.mark.parametrize(
    "where", ["2>&-", *(pytest.param(each, marks=pytest.mark.slow) for each in ("2>/dev/null", "2>{home}/errors"))]
)
def test_the_game_is_drawn_wherever_its_errors_go(tmp_path: Path, game: OpenGame, where: str) -> None:
    command = ["sh", "-c", f'exec {shlex.join(STARTED)} "$@" {where.format(home=tmp_path)}', "sh"]
    with Program(tmp_path, "resume", command=command) as program:
        program.to_table()
        program.press("ctrl+q", wait=False)
        assert program.wait(IN_TIME) == 0
        assert program.modes == AS_IT_WAS
    if (tmp_path / "errors").exists():
        said = (tmp_path / "errors").read_text()
        assert said == f"naishi: Saved. `naishi --saves {program.saves.folder} resume` goes on.\n"


@pytest.mark.ci
def test_without_a_terminal_to_type_in_there_is_a_hint_and_2(tmp_path: Path) -> None:
    command = ["sh", "-c", f'exec {shlex.join(NAISHI)} "$@" </dev/null', "sh"]
    with Program(tmp_path, command=command) as program:
        assert program.wait(IN_TIME) == 2
        assert "naishi: The game needs a terminal" in program.text
        assert program.modes == AS_IT_WAS


@pytest.mark.parametrize("key", ["ctrl+c", "escape"])
def test_what_a_terminal_far_away_reports_late_never_reaches_the_shell(
    tmp_path: Path, game: OpenGame, key: str
) -> None:
    """The mouse moves while the program ends, and the terminal is 50 ms away: it hears that later, and answers then."""
    with Program(tmp_path, "resume") as program:
        program.to_table()
        attributes = termios.tcgetattr(program.fd)
        os.write(program.fd, b"\x1b[?2026;2$y")  # a terminal that answers questions
        program.settle()
        program.press(key, wait=False)
        if key == "escape":
            program.press("escape", wait=False)
            program.wait_for("New game")
            program.press("q", wait=False)
        program.until(lambda: b"\x1b[?1003l" in program.written)
        for column in range(10):  # 50 ms, as many as a mouse reports
            os.write(program.fd, f"\x1b[<35;{column + 1};7M".encode())
            program.read(0.005, 0.005)
        os.write(program.fd, b"\x1b[97u\x1b[?62;22c")
        assert program.wait(IN_TIME) == 0
        assert termios.tcgetattr(program.fd)[3] != attributes[3], "what is typed is echoed again"
        assert b"\x1b[c" in program.written
        left = fcntl.ioctl(program.fd, termios.TIOCOUTQ, bytes(4))
        assert struct.unpack("I", left) == (0,), "nothing waits for the shell"
        assert b";7M" not in program.written, "and nothing was echoed"
