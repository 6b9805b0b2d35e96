"""Unix socket of a host: owner, invited users, leftovers."""

from __future__ import annotations

import os
import socket
from pathlib import Path

import pytest

from naishi.common.i18n import NaishiError
from naishi.transports.local.local_terminal import (
    SHARED_FOLDER,
    Peer,
    bind,
    connect,
    peer_of,
    socket_path,
    user_id,
    user_name,
)

pytestmark = [
    pytest.mark.skipif(not hasattr(socket, "SO_PEERCRED"), reason="this system doesn't say who connects"),
    pytest.mark.ci,
]
ME = os.getuid()
OTHER = ME + 1


@pytest.fixture(autouse=True)
def sockets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(SHARED_FOLDER, str(tmp_path))
    return tmp_path


def test_the_socket_is_for_its_owner_unless_others_are_invited() -> None:
    path = socket_path(ME)
    for for_others, folder, file in ((False, 0o700, 0o600), (True, 0o711, 0o666)):
        bind(for_others=for_others).close()
        assert (path.parent.stat().st_mode & 0o777, path.stat().st_mode & 0o777) == (folder, file)


def test_what_a_killed_process_has_left_is_replaced_and_who_listens_is_not() -> None:
    bind(for_others=False).close()
    with bind(for_others=False) as door:
        door.listen()
        with pytest.raises(NaishiError, match="hosting already"):
            bind(for_others=False)
        with connect(ME) as connected:
            assert peer_of(connected) == Peer(os.getpid(), ME)


def test_nobody_hosts_in_a_folder_of_somebody_else(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "getuid", lambda: OTHER)
    with pytest.raises(NaishiError, match="belongs to somebody else"):
        bind(for_others=True)


def test_nobody_listens_in_the_place_of_somebody_else() -> None:
    path = socket_path(OTHER)
    path.parent.mkdir()
    with socket.socket(socket.AF_UNIX) as door:
        door.bind(str(path))
        door.listen()
        with pytest.raises(NaishiError, match="in the place of"):
            connect(OTHER)


def test_who_does_not_host_and_who_is_no_user_is_said() -> None:
    with pytest.raises(NaishiError, match="You aren't hosting"):
        connect(ME)
    with pytest.raises(NaishiError, match="isn't hosting"):
        connect(OTHER)
    with pytest.raises(NaishiError, match="no user no-one-at-all"):
        user_id("no-one-at-all")
    assert user_id(user_name(ME)) == ME
