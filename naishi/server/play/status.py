"""How a running server is doing, in a few numbers: nothing of a visitor or a game."""

from __future__ import annotations

import os
import resource
import sys
import time
from pathlib import Path

from pydantic import BaseModel, ConfigDict

from naishi.common.formats import number
from naishi.common.i18n import _
from naishi.server.play.lobby import Lobby

_STATM = Path("/proc/self/statm")


class Status(BaseModel):
    """What a server says of itself."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    process: int
    running: float
    """Seconds since it began."""
    visitors: int
    """Terminals and pages."""
    matches: int
    """Games that somebody is at."""
    key_to_frame: float | None
    """Within so many seconds 95 % of the latest keys were answered; None where there were none."""
    memory: int
    """Bytes, of this process alone."""


class Pulse:
    """Knows how a server is doing that began when this was made."""

    def __init__(self, lobby: Lobby) -> None:
        self._lobby, self._began = lobby, time.monotonic()

    def status(self) -> Status:
        """Return how it is doing now."""
        lobby = self._lobby
        return Status(
            process=os.getpid(),
            running=time.monotonic() - self._began,
            visitors=len(lobby.visitors),
            matches=lobby.matches_in_memory,
            key_to_frame=lobby.response_times.p95,
            memory=_memory(),
        )


def status_lines(status: Status) -> list[str]:
    """Return lines for whoever runs the server."""
    minutes, seconds = divmod(int(status.running), 60)
    hours, minutes = divmod(minutes, 60)
    answered = _("no keystroke yet")
    if status.key_to_frame is not None:
        answered = _("{count} ms for 95 % of the latest keystrokes").format(count=number(status.key_to_frame * 1000))
    rows = (
        (_("process"), str(status.process)),
        (_("running for"), f"{hours}:{minutes:02}:{seconds:02}"),
        (_("visitors"), number(status.visitors)),
        (_("games with somebody there"), number(status.matches)),
        (_("keystroke to frame"), answered),
        (_("memory used"), f"{number(status.memory / 2**20)} MiB"),
    )
    width = max(len(name) for name, _value in rows)
    return [f"{name:{width}}  {value}" for name, value in rows]


def _memory() -> int:
    try:
        return int(_STATM.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:  # not Linux: the most that it has ever taken
        most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return most if sys.platform == "darwin" else most * 1024
