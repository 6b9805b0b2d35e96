"""Server folder: its lock and permissions."""

from __future__ import annotations

import errno
import fcntl
import os
import stat
from pathlib import Path
from typing import NoReturn

import pytest

from naishi.server.database.database import LOCK, FolderInUseError, alone_in


@pytest.mark.parametrize("there", [False, True], ids=["new", "from an earlier version"])
def test_the_lock_is_for_its_owner_only(tmp_path: Path, there: bool) -> None:
    lock = tmp_path / LOCK
    if there:
        lock.touch(0o644)
    with alone_in(tmp_path):
        assert stat.S_IMODE(lock.stat().st_mode) == 0o600


def test_a_second_server_is_kept_out(tmp_path: Path) -> None:
    with alone_in(tmp_path), pytest.raises(FolderInUseError, match="Another server is running on"), alone_in(tmp_path):
        pass
    with alone_in(tmp_path):
        pass


@pytest.mark.parametrize(
    "number", [errno.ENOLCK, errno.EOPNOTSUPP, errno.EIO, errno.EACCES, errno.ENOSYS, errno.EINVAL, errno.EPERM]
)
def test_also_where_nothing_can_be_locked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    def refuse(_descriptor: object, _how: object) -> NoReturn:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(fcntl, "flock", refuse)
    test_a_second_server_is_kept_out(tmp_path)
