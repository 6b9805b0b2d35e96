"""PostgreSQL server for tests, at a Unix socket."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path

import pytest
from sqlalchemy.engine import make_url

LONG = 60.0
_names = count()


def programs() -> Path | None:
    """Return where the programs of a server are, the newest ones."""
    debian = [path.parent for path in Path("/usr/lib/postgresql").glob("*/bin/initdb")]
    if debian:
        return max(debian, key=lambda path: int(path.parent.name))
    found = shutil.which("initdb")
    return None if found is None else Path(found).resolve().parent


@dataclass
class Cluster:
    """A server that runs."""

    folder: Path
    bin: Path
    process: subprocess.Popen[bytes] | None = None
    # Tests kill its processes, never the machine: what they have written is there without being forced to the disk.
    options: tuple[str, ...] = field(default=("-c", "listen_addresses=", "-c", "fsync=off", "-c", "max_connections=60"))
    template: str = ""
    """The name of a database with a server's tables, once there is one."""

    @property
    def user(self) -> str | None:
        """As whom its programs run: they refuse to as root."""
        return None if os.getuid() else "postgres" if _exists("postgres") else "nobody"

    def url(self, name: str = "postgres") -> str:
        """Return where a database is."""
        return f"postgresql://naishi@/{name}?host={self.folder}"

    def make(self) -> None:
        shutil.chown(self.folder, self.user) if self.user else None
        command = [
            str(self.bin / "initdb"),
            "-D",
            str(self.folder / "data"),
            "-A",
            "trust",
            "-U",
            "naishi",
            "--no-sync",
        ]
        subprocess.run(command, check=True, capture_output=True, user=self.user, cwd="/")

    def start(self) -> None:
        end = time.monotonic() + LONG
        while not self.is_ready():
            assert time.monotonic() < end, (self.folder / "log.txt").read_text("utf-8")
            if self.process is None or self.process.poll() is not None:  # what was killed may still be ending
                self._begin()
            time.sleep(0.1)

    def _begin(self) -> None:
        with (self.folder / "log.txt").open("ab") as log:
            self.process = subprocess.Popen(
                [self.bin / "postgres", "-D", self.folder / "data", "-k", self.folder, *self.options],
                stdout=log, stderr=log, user=self.user, cwd="/", start_new_session=True,
            )  # fmt: skip

    def is_ready(self) -> bool:
        import psycopg  # noqa: PLC0415 - an extra

        with suppress(psycopg.OperationalError):
            self.run("SELECT 1")
            return True
        return False

    def kill(self) -> None:
        """Kill all of it."""
        assert self.process is not None
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        (self.folder / "data" / "postmaster.pid").unlink(missing_ok=True)

    def run(self, statement: str, name: str = "postgres") -> list[tuple[object, ...]]:
        import psycopg  # noqa: PLC0415 - an extra

        with psycopg.connect(self.url(name), autocommit=True) as connection:
            done = connection.execute(statement.encode())
            return done.fetchall() if done.description else []

    def call(self, program: str, *words: str) -> None:
        """Run one of PostgreSQL's own programs."""
        subprocess.run([self.bin / program, *words], check=True, capture_output=True)

    def database(self) -> str:
        """Make an empty database, and return where it is."""
        return self._database("template1")

    def prepared(self) -> str:
        """Copy a database that has a server's tables, and return where the copy is: to make them takes longer."""
        from naishi.server.database.postgres import PostgresDatabase  # noqa: PLC0415 - an extra

        if not self.template:
            url = self.database()
            PostgresDatabase(url).close()
            self.template = str(make_url(url).database)
        return self._database(self.template)

    def _database(self, like: str) -> str:
        name = f"test_{os.getpid()}_{next(_names)}"
        self.run(f"CREATE DATABASE {name} TEMPLATE {like}")
        return self.url(name)


@contextmanager
def cluster() -> Iterator[Cluster]:
    """Have a server run."""
    pytest.importorskip("psycopg")
    bin_ = programs()
    if bin_ is None:
        pytest.skip("no PostgreSQL server (initdb, postgres) on this machine")
    folder = Path(tempfile.mkdtemp(prefix="naishi-postgres-"))
    folder.chmod(0o755)
    running = Cluster(folder, bin_)
    try:
        running.make()
        running.start()
        yield running
    finally:
        if running.process is not None:
            running.kill()
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def pooler(running: Cluster, url: str) -> Iterator[str]:
    """Have a pooler in transaction mode stand before a database; give where it is."""
    program = shutil.which("pgbouncer", path=f"{os.environ['PATH']}:/usr/sbin")
    if program is None:
        pytest.skip("no pooler (pgbouncer) on this machine")
    name, port = make_url(url).database, 6432
    folder = running.folder / "pooler"
    folder.mkdir()
    settings = folder / "settings.ini"
    lines = (
        "[databases]",
        f"{name} = host={running.folder} user=naishi",
        "[pgbouncer]",
        "pool_mode = transaction",
        "auth_type = any",
        "listen_addr =",
        f"listen_port = {port}",
        f"unix_socket_dir = {folder}",
    )
    settings.write_text("\n".join(lines), "utf-8")
    for path in (folder, settings):
        shutil.chown(path, running.user) if running.user else None
    with subprocess.Popen(
        [program, "-q", str(settings)], stderr=subprocess.DEVNULL, user=running.user, cwd="/"
    ) as process:
        end = time.monotonic() + LONG
        while not (folder / f".s.PGSQL.{port}").exists():
            assert process.poll() is None
            assert time.monotonic() < end
            time.sleep(0.05)
        try:
            yield f"postgresql://naishi@/{name}?host={folder}&port={port}"
        finally:
            process.kill()


def _exists(user: str) -> bool:
    return f"\n{user}:" in f"\n{Path('/etc/passwd').read_text('utf-8')}"
