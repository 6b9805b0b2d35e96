"""A server of several processes."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.naishi.server.postgres import Cluster

LONG = 60.0


@dataclass
class Server:
    """The parent of the processes, and where they are."""

    process: subprocess.Popen[str]
    port: int
    postgres: Cluster
    name: str
    """Of the database."""

    @property
    def children(self) -> set[int]:
        pid = self.process.pid
        return set(map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text("utf-8").split()))

    def process_of(self, player: str) -> str:
        """Return at which process a player is; empty for none."""
        there = f"SELECT process FROM present WHERE name = '{player}' AND player IS NOT NULL"  # noqa: S608 - our names
        found = self.postgres.run(there, self.name)
        return str(found[0][0]) if found else ""


@contextmanager
def serving(folder: Path, postgres: Cluster, url: str) -> Iterator[Server]:
    """Run a server of two processes."""
    options = ("--processes", "2", "--database", url)
    command = [sys.executable, "-m", "naishi", "serve", "--data", str(folder), "--host", "127.0.0.1", "--port", "0"]
    log = (folder / "log.txt").open("a", encoding="utf-8")
    with log, subprocess.Popen([*command, *options], stdout=subprocess.PIPE, stderr=log, text=True) as process:
        assert process.stdout is not None
        _key, play = (process.stdout.readline() for _line in range(2))
        try:
            name = url.split("/")[3].split("?", maxsplit=1)[0]
            yield Server(process, int(play.split("-p ")[1].split()[0]), postgres, name)
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait(LONG)
