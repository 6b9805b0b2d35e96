"""`naishi` in a terminal of its own, forked from a process that has imported it already: half the time of a start."""

from __future__ import annotations

import fcntl
import io
import multiprocessing
import os
import sys
import termios
from collections.abc import Mapping, Sequence
from multiprocessing.connection import Connection
from multiprocessing.context import ForkServerProcess
from typing import Any

from naishi.cli import main
from tests.naishi_tui.terminal import synced

_SERVER = multiprocessing.get_context("forkserver")
_IMPORTED = (
    __name__, "naishi.cli.commands", "naishi.saves", "naishi_tui.app", "naishi_tui.screens.handover",
    "naishi_tui.screens.table", "naishi_tui.local", "naishi_tui.navigator", "naishi_tui.terminal.local_driver",
)  # fmt: skip


def start(terminal: int, arguments: Sequence[str], environment: Mapping[str, str], before: str) -> ForkServerProcess:
    """Start the program in a terminal, given by a descriptor, which is closed here."""
    _SERVER.set_forkserver_preload([*_IMPORTED])
    device: Connection[Any, Any] = Connection(terminal)  # one that another process can be given
    process = _SERVER.Process(target=_run, args=(device, [*arguments], {**environment}, before))
    process.start()
    device.close()
    return process


def _run(device: Connection[Any, Any], arguments: list[str], environment: dict[str, str], before: str) -> None:
    _take(device.fileno())
    device.close()
    os.environ.clear()
    os.environ.update(environment)
    synced.install()
    exec(before, {})  # noqa: S102 - puts mistakes into the program
    main(arguments)


def _take(device: int) -> None:
    """Make a terminal that of this process, as a login does."""
    os.setsid()
    fcntl.ioctl(device, termios.TIOCSCTTY, 0)
    for descriptor in range(3):
        os.dup2(device, descriptor)
    sys.stdin = sys.__stdin__ = io.TextIOWrapper(io.FileIO(0, closefd=False))  # type: ignore[misc]
    for name, descriptor in (("stdout", 1), ("stderr", 2)):
        stream = io.TextIOWrapper(io.BufferedWriter(io.FileIO(descriptor, "w", closefd=False)), line_buffering=True)
        setattr(sys, name, stream)
        setattr(sys, f"__{name}__", stream)
