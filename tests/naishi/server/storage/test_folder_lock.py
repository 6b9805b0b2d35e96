"""The folder of a server, and who may read what is in it."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from naishi.server.storage.folder_lock import LOCK, FolderInUseError, alone_in, together_in


@pytest.mark.parametrize("there", [False, True], ids=["new", "from an earlier version"])
def test_the_lock_is_for_its_owner_only(tmp_path: Path, there: bool) -> None:
    lock = tmp_path / LOCK
    if there:
        lock.touch(0o644)
    with alone_in(tmp_path):
        assert stat.S_IMODE(lock.stat().st_mode) == 0o600


def test_only_servers_that_say_so_share_a_folder(tmp_path: Path) -> None:
    with together_in(tmp_path) as first:
        assert first.is_first
        with pytest.raises(FolderInUseError), together_in(tmp_path):
            pass  # nobody comes while the first makes everything ready
        first.let_others_in()
        with together_in(tmp_path) as second:
            assert not second.is_first
        with pytest.raises(FolderInUseError), alone_in(tmp_path):
            pass
    with alone_in(tmp_path), pytest.raises(FolderInUseError, match="if each has --processes"), together_in(tmp_path):
        pass
    with together_in(tmp_path) as again:
        assert again.is_first
