"""Supervisor of a server's processes."""

import asyncio
import json
import logging
import os
import secrets
import signal
import sys
import time
from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import dataclass

from naishi.common.i18n import NaishiError, _
from naishi.server.lobby.notices import resume_clocks
from naishi.server.match.clock import Clocks
from naishi.server.presence.service_clock import ServiceClock
from naishi.transports.serving import ANNOUNCED, Share, heeded_signals

AGAIN = 1.0
"""Seconds that a process has run at least, or that are waited, before it is started again."""
STOPPING = 20.0
"""Seconds that processes have to stop."""

_log = logging.getLogger(__name__)

Ready = Callable[[], None]
Work = Callable[[Share, Ready], int]
"""What each process does; it says when it is ready, and returns its exit code."""


def prepare(database_url: str, *, first: bool) -> None:
    """Have everything be as the processes find it: the database of this version, and nobody there.

    Raises NaishiError: the database can't be used.
    """
    from naishi.server.database.postgres import PostgresDatabase

    with closing(PostgresDatabase(database_url, may_migrate=first)) as database:
        if first:
            clock = ServiceClock()
            asyncio.run(resume_clocks(Clocks(database, clock), clock))


@dataclass
class _Child:
    place: int
    name: str
    began: float
    pid: int
    status: int = 0
    """Its exit status once it has ended; a signal as a negative number."""

    @property
    def end(self) -> str:
        if self.status >= 0:
            return f"exit status {self.status}"
        with suppress(ValueError):
            return signal.Signals(-self.status).name
        return f"signal {-self.status}"


class Processes:
    """The processes of one server."""

    def __init__(self, count: int, work: Work) -> None:
        self._count, self._work = count, work
        self._server, self._started = secrets.token_hex(4), 0
        self._children: dict[int, _Child] = {}
        self._due: list[tuple[float, int, str]] = []
        """When which place is to be filled again, and the name of the process that it had before."""
        self._statuses: list[int] = []
        self._alive, self._held = os.pipe()
        """Ends with this process, however that ends."""

    def run(self, started: Callable[[], None]) -> int:
        """Run until a signal ends it; return the exit code.

        Args:
            started: Called once all processes are ready.

        Raises NaishiError: one of them couldn't start.
        """
        signal.pthread_sigmask(signal.SIG_BLOCK, _signals())
        try:
            for place in range(self._count):
                if why := self._start(place, ""):
                    raise NaishiError(why)
            started()
            self._watch()
        finally:
            self._stop()
            signal.pthread_sigmask(signal.SIG_UNBLOCK, _signals())
        return int(any(self._statuses))

    def _watch(self) -> None:
        """Start again whatever ends, until a signal says to stop."""
        while True:
            patience = min((at - time.monotonic() for at, _place, _name in self._due), default=3600.0)
            caught = signal.sigtimedwait(_signals(), max(0.0, patience))
            if caught is not None and caught.si_signo != signal.SIGCHLD:
                return
            ended = self._reap()
            if any(status >= ANNOUNCED for status in self._statuses):
                return
            for child in ended:
                _log.error("process %s (pid %d) has ended (%s), and is started again", child.name, child.pid, child.end)
                self._due.append((max(time.monotonic(), child.began + AGAIN), child.place, child.name))
            due, self._due = self._due, []
            for at, place, name in due:
                if at > time.monotonic():
                    self._due.append((at, place, name))
                elif why := self._start(place, name):
                    _log.error("a process could not be started: %s", why)
                    self._due.append((time.monotonic() + AGAIN, place, name))

    def _start(self, place: int, replaces: str) -> str:
        """Start a process; return why it couldn't start, nothing where it is ready."""
        self._started += 1
        name = f"{self._server}x{self._started}"
        ready, tell = os.pipe()
        began = time.monotonic()
        pid = os.fork()
        if not pid:
            os.close(ready)
            os.close(self._held)
            _run(self._work, Share(name, self._alive, self._count, replaces), tell)
        os.close(tell)
        self._children[pid] = _Child(place, name, began, pid)
        with open(ready, encoding="utf-8") as answer:
            line = answer.readline()
        if line == "\n":
            return ""
        self._children.pop(pid)
        os.waitpid(pid, 0)
        return str(json.loads(line)) if line else _("A process of the server could not start.")

    def _reap(self) -> list[_Child]:
        ended = []
        with suppress(ChildProcessError):
            while (found := os.waitpid(-1, os.WNOHANG))[0]:
                if (child := self._children.pop(found[0], None)) is not None:
                    child.status = os.waitstatus_to_exitcode(found[1])
                    self._statuses.append(child.status)
                    ended.append(child)
        return ended

    def _stop(self) -> None:
        """Stop all processes; they tell everybody."""
        self._statuses = [status for status in self._statuses if status >= ANNOUNCED]
        for pid in self._children:
            os.kill(pid, signal.SIGTERM)
        until = time.monotonic() + STOPPING
        while self._children and time.monotonic() < until:
            signal.sigtimedwait({signal.SIGCHLD}, 0.2)
            self._reap()
        self._statuses = [_cleared(status) for status in self._statuses]
        for pid in self._children:
            os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)
            self._statuses.append(1)
        self._children.clear()
        os.close(self._alive)
        os.close(self._held)


def _cleared(status: int) -> int:
    """Return how a process that was stopped has ended; 0 where nothing was lost.

    The signal kills a process that has stopped its loop by itself, at an announced stop: everything is stored by then.
    """
    if status == -signal.SIGTERM:
        return 0
    return status - ANNOUNCED if status >= ANNOUNCED else status


def _signals() -> set[signal.Signals]:
    return {signal.SIGCHLD, *heeded_signals()}


def _run(work: Work, share: Share, tell: int) -> None:
    status = 1
    try:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _signals())
        with open(tell, "w", encoding="utf-8") as answer:

            def ready() -> None:
                print(file=answer, flush=True)

            try:
                status = work(share, ready)
            except (NaishiError, OSError) as error:
                print(json.dumps(str(getattr(error, "strerror", None) or error)), file=answer, flush=True)
    except BaseException:
        _log.exception("a process of the server failed")
    finally:
        logging.shutdown()
        sys.stdout.flush()
        os._exit(status)
