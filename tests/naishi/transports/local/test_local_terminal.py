"""Users of this machine by number and name, and their sockets."""

from __future__ import annotations

import pytest

from naishi.common.i18n import NaishiError
from naishi.transports.local.local_terminal import SHARED_FOLDER, socket_path, user_id, user_name

NOBODY = 4_294_000
"""The number of no user."""


def test_a_user_is_found_by_name_or_by_number() -> None:
    assert user_id("root") == 0
    assert user_name(0) == "root"
    assert user_id(str(NOBODY)) == NOBODY
    assert user_name(NOBODY) == str(NOBODY)


@pytest.mark.parametrize("name", ["no such user", "12345678901", "٣", "-1"])
def test_an_unknown_user_is_refused_in_a_line(name: str) -> None:
    with pytest.raises(NaishiError, match=r"^There is no user .* on this machine\.$"):
        user_id(name)


def test_each_user_has_a_socket_in_the_shared_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(SHARED_FOLDER, "/shared")
    assert str(socket_path(7)) == "/shared/naishi-7/socket"
    monkeypatch.delenv(SHARED_FOLDER)
    assert socket_path(7).parts[-2:] == ("naishi-7", "socket")
