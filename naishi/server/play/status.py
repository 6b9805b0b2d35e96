"""How a running server is doing, in a few numbers: nothing of a visitor or a game."""

from __future__ import annotations

import os
import resource
import sys
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict

from naishi.common.formats import listed, number
from naishi.common.i18n import _
from naishi.server.errors import StorageError
from naishi.server.match.words import moment
from naishi.server.play.lobby import Lobby
from naishi.server.storage.match import MatchStage
from naishi.tabletop.kinds import kind_of

_STATM = Path("/proc/self/statm")


class Status(BaseModel):
    """What one process of a server says of itself."""

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
    games: Mapping[str, int] = {}
    """Those that go on, by the key of their kind; of all processes on the database."""
    tables: Mapping[str, int] = {}
    """Those at which somebody waits, likewise."""
    stops: float | None = None
    """When the server stops, if that was announced."""


class Pulse:
    """Knows how a server is doing that began when this was made."""

    def __init__(self, lobby: Lobby) -> None:
        self._lobby, self._began = lobby, time.monotonic()

    async def status(self) -> Status:
        """Return how it is doing now."""
        lobby = self._lobby
        games, tables = dict[str, int](), dict[str, int]()
        with suppress(StorageError):  # it is in the log, and all else is known
            games |= await lobby.matches.lists.count_by_kind(MatchStage.PLAYING)
            tables |= await lobby.matches.lists.count_by_kind(MatchStage.OPEN)
        return Status(
            process=os.getpid(),
            running=time.monotonic() - self._began,
            visitors=len(lobby.visitors),
            matches=lobby.matches_in_memory,
            key_to_frame=lobby.response_times.p95,
            memory=_memory(),
            games=games,
            tables=tables,
            stops=lobby.closing.at,
        )


def status_lines(status: Status) -> list[str]:
    """Return lines for whoever runs the server."""
    minutes, seconds = divmod(int(status.running), 60)
    hours, minutes = divmod(minutes, 60)
    answered = _("no keystroke yet")
    if status.key_to_frame is not None:
        answered = _("{count} ms for 95 % of the latest keystrokes").format(count=number(status.key_to_frame * 1000))
    rows = [
        (_("process"), str(status.process)),
        (_("running for"), f"{hours}:{minutes:02}:{seconds:02}"),
        (_("visitors"), number(status.visitors)),
        (_("games with somebody there"), number(status.matches)),
        (_("games going on"), _by_kind(status.games)),
        (_("open tables"), _by_kind(status.tables)),
        (_("keystroke to frame"), answered),
        (_("memory used"), f"{number(status.memory / 2**20)} MiB"),
    ]
    if status.stops is not None:
        rows.append((_("stops at"), moment(status.stops)))
    width = max(len(name) for name, _value in rows)
    return [f"{name:{width}}  {value}" for name, value in rows]


def _by_kind(counts: Mapping[str, int]) -> str:
    if not counts:
        return number(0)
    each = [f"{kind_of(key).title()} {number(count)}" for key, count in sorted(counts.items())]
    return listed(each, conjunction=False)


def status_document(statuses: Sequence[Status]) -> dict[str, Any]:
    """Return how a server is doing, all of its processes on this machine together, for programs."""
    frames = [each.key_to_frame for each in statuses if each.key_to_frame is not None]
    stops = [each.stops for each in statuses if each.stops is not None]
    first = statuses[0]
    return {
        "processes": [each.model_dump(exclude={"games", "tables", "stops"}) for each in statuses],
        "running": max(each.running for each in statuses),
        "visitors": sum(each.visitors for each in statuses),
        "games": dict(first.games),
        "tables": dict(first.tables),
        "key_to_frame": max(frames, default=None),
        "memory": sum(each.memory for each in statuses),
        "stops": min(stops, default=None),
    }


def _memory() -> int:
    try:
        return int(_STATM.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:  # not Linux: the most that it has ever taken
        most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return most if sys.platform == "darwin" else most * 1024
