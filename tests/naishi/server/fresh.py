"""Empty databases for tests, copied from one."""

from __future__ import annotations

import tempfile
from functools import cache
from pathlib import Path

from naishi.server import Database


def fresh(path: Path) -> Path:
    """Copy an empty database to a path where there is none; return the path."""
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        path.touch(0o600)
        path.write_bytes(_empty())
    return path


@cache
def _empty() -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        database = Database(Path(folder) / "naishi.sqlite")
        database.close()
        return database.path.read_bytes()
