"""Reading a small file that may turn out to be anything."""

from __future__ import annotations

import stat
from pathlib import Path


def read_regular_file(path: Path, limit: int) -> bytes | None:
    """Read a file, following links; return None for more than `limit` bytes, or a pipe: it might never end.

    Raises:
        OSError: The file can't be read.
    """
    if not stat.S_ISREG(path.stat().st_mode):
        return None
    with path.open("rb") as file:
        data = file.read(limit + 1)
    return data if len(data) <= limit else None
