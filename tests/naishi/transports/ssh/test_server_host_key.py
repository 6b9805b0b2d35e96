"""The host key: made once, written whole, and never replaced."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import asyncssh
import pytest

from naishi.common.i18n import NaishiError
from naishi.transports.ssh.server import LONGEST, host_key


def test_the_host_key_is_made_once_and_for_its_owner(tmp_path: Path) -> None:
    path = tmp_path / "keys" / "host_key"
    key = host_key(path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert host_key(path).get_fingerprint() == key.get_fingerprint()


@pytest.mark.parametrize("fails", ["write", "fsync", "replace"])
def test_a_host_key_that_cannot_be_written_whole_is_not_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fails: str
) -> None:
    def fail(*_arguments: object) -> None:
        raise OSError(28, "No space left on device")

    path = tmp_path / "host_key"
    with monkeypatch.context() as patch:
        patch.setattr(os, fails, fail)
        with pytest.raises(NaishiError, match="No space left on device"):
            host_key(path)
    assert list(tmp_path.iterdir()) == []
    host_key(path)


def encrypted() -> bytes:
    key = asyncssh.generate_private_key("ssh-ed25519")
    return key.export_private_key("pkcs8-pem", passphrase="secret")  # noqa: S106


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "is empty. Restore it from a backup, or remove it"),
        (b"\n", "is empty. Restore it from a backup, or remove it"),
        (b"garbage", "is damaged. Restore it from a backup, or remove it"),
        (b"-----BEGIN [9-1] PRIVATE KEY-----\n", "is damaged."),
        (b"\0" * (LONGEST + 1), "is damaged."),
        (encrypted(), "has a passphrase, which the server can't type in. Remove it with: ssh-keygen -p -N '' -f "),
    ],
    ids=["empty", "blank", "garbage", "a pattern", "large", "passphrase"],
)
def test_a_host_key_that_cannot_be_used_is_left_alone_and_said_in_a_line(
    tmp_path: Path, content: bytes, said: str
) -> None:
    path = tmp_path / "host_key"
    path.write_bytes(content)
    with pytest.raises(NaishiError) as caught:
        host_key(path)
    assert str(caught.value).startswith(f"The host key {path} {said}")
    assert path.read_bytes() == content


def test_a_host_key_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    path = tmp_path / "host_key"
    path.symlink_to(path)
    with pytest.raises(NaishiError, match="can't be read or written"):
        host_key(path)
