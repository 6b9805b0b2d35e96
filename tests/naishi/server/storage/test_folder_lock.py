"""Server folder: its lock and permissions."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from naishi.server.storage.folder import LOCK, alone_in


@pytest.mark.parametrize("there", [False, True], ids=["new", "from an earlier version"])
def test_the_lock_is_for_its_owner_only(tmp_path: Path, there: bool) -> None:
    lock = tmp_path / LOCK
    if there:
        lock.touch(0o644)
    with alone_in(tmp_path):
        assert stat.S_IMODE(lock.stat().st_mode) == 0o600
