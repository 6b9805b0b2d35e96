"""Fast Python processes, forked from a warm one."""

from __future__ import annotations

import fcntl
import multiprocessing
import os
import subprocess
import sys
import tempfile
import termios
from collections.abc import Mapping, Sequence
from multiprocessing.connection import Connection
from multiprocessing.context import ForkServerProcess
from pathlib import Path
from typing import Any

PROJECT = Path(__file__).parent.parent
NAISHI = "from naishi.cli import main; main()"
"""What `python -m naishi` does."""

_SERVER = multiprocessing.get_context("forkserver")
_IMPORTED = (
    __name__, "naishi.cli.commands", "naishi.cli.group", "naishi.plain.home", "naishi_tui.local",
    "naishi_tui.terminal.crash_report", "naishi_tui.terminal.local_driver", "naishi_tui.terminal.local_driver",
    "tests.warm",
)  # fmt: skip


def start(
    code: str, arguments: Sequence[str], streams: tuple[int, int, int], environment: Mapping[str, str] | None = None
) -> ForkServerProcess:
    """Run code in a process.

    Args:
        code: What to run, as a module that is the main one.
        arguments: What stands in `sys.argv` after the name of the program.
        streams: The descriptors of its standard streams; where the first is a terminal, it becomes that of the process.
        environment: Its environment; that of this process by default.
    """
    _SERVER.set_forkserver_preload([*_IMPORTED])
    sent: list[Connection[Any, Any]] = [Connection(os.dup(each)) for each in streams]  # another process can be given it
    surroundings = {**(os.environ if environment is None else environment)}
    process = _SERVER.Process(target=_run, args=(code, [*arguments], sent, surroundings))
    process.start()
    for each in sent:
        each.close()
    return process


def run(
    *arguments: str, typed: bytes = b"", environment: Mapping[str, str] | None = None, before: str = ""
) -> subprocess.CompletedProcess[bytes]:
    """Run `naishi` to its end, with no terminal, and return what it wrote.

    Args:
        arguments: What is said to `naishi`.
        typed: What it reads.
        environment: Its environment; that of this process by default.
        before: Python to run in the process before the program, to put mistakes into it.
    """
    with tempfile.TemporaryFile() as keys, tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as errors:
        keys.write(typed)
        keys.seek(0)
        process = start(f"{before}\n{NAISHI}", arguments, (keys.fileno(), out.fileno(), errors.fileno()), environment)
        process.join(60)
        status = process.exitcode
        if status is None:
            process.kill()
            raise subprocess.TimeoutExpired(arguments, 60)
        out.seek(0)
        errors.seek(0)
        return subprocess.CompletedProcess(arguments, status, out.read(), errors.read())


class Piped:
    """Code in a process, and the other ends of its standard input and output."""

    def __init__(self, code: str, *arguments: object) -> None:
        """Start it."""
        reads, stdin = os.pipe()
        stdout, writes = os.pipe()
        self.process = start(code, [str(each) for each in arguments], (reads, writes, 2))
        os.close(reads)
        os.close(writes)
        self.stdin, self.stdout = os.fdopen(stdin, "w"), os.fdopen(stdout)

    @property
    def pid(self) -> int:
        """The number of the process."""
        assert self.process.pid is not None
        return self.process.pid

    def kill(self) -> None:
        """End it at once, and wait for that."""
        self.process.kill()
        self.process.join(60)

    def rest(self) -> str:
        """Close its input, and return what it writes until it has ended."""
        self.stdin.close()
        with self.stdout:
            said = self.stdout.read()
        self.process.join(60)
        return said

    def close(self) -> None:
        """End it, whatever it does."""
        self.kill()
        self.stdin.close()
        self.stdout.close()


def _run(code: str, arguments: list[str], streams: list[Any], environment: dict[str, str]) -> None:
    for descriptor, stream in enumerate(streams):
        os.dup2(stream.fileno(), descriptor)
        stream.close()
    if os.isatty(0):  # as a login does
        os.setsid()
        fcntl.ioctl(0, termios.TIOCSCTTY, 0)
    _begin_streams()
    os.environ.clear()
    os.environ.update(environment)
    os.chdir(PROJECT)
    sys.argv = ["naishi", *arguments]
    exec(code, {"__name__": "__main__"})  # noqa: S102 - that is what the process is for


def _begin_streams() -> None:
    sys.stdin = sys.__stdin__ = open(0, closefd=False)  # type: ignore[misc]  # noqa: SIM115
    sys.stdout = sys.__stdout__ = open(1, "w", closefd=False)  # type: ignore[misc]  # noqa: SIM115
    sys.stderr = sys.__stderr__ = open(  # type: ignore[misc]  # noqa: SIM115
        2, "w", buffering=1, errors="backslashreplace", closefd=False
    )
