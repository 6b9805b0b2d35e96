"""The host key: the identity of the server, made once."""

from __future__ import annotations

import shlex
from contextlib import suppress
from pathlib import Path

import asyncssh

from naishi.common.errors import NaishiError, reason
from naishi.common.files import read_regular_file, write_atomically
from naishi.common.i18n import _

LONGEST = 64 * 1024
"""Bytes of a file that can be a key."""


def host_key(path: Path) -> asyncssh.SSHKey:
    """Read the host key, or make it if there is no file; only its owner may read that.

    Raises:
        NaishiError: The file can't be used. It is never replaced: with another key, the server would look to every
            player like someone else's.
    """
    try:
        with suppress(FileNotFoundError):
            return _read(path)
        key = asyncssh.generate_private_key("ssh-ed25519")
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        write_atomically(path, key.export_private_key())
    except OSError as error:
        text = _("The host key {file} can't be read or written: {reason}")
        raise NaishiError(text.format(file=path, reason=reason(error))) from None
    return key


def _read(path: Path) -> asyncssh.SSHKey:
    content = read_regular_file(path, LONGEST)
    if content is not None and not content.strip():
        raise NaishiError(_("The host key {file} is empty. {advice}").format(file=path, advice=_advice()))
    try:
        return asyncssh.import_private_key(content or b"")
    except Exception as error:  # asyncssh's parsers raise more than they say: `re.error`, for one
        if "passphrase" in str(error).casefold():
            line = f"ssh-keygen -p -N '' -f {shlex.quote(str(path))}"
            text = _("The host key {file} has a passphrase, which the server can't type in. Remove it with: {line}")
            raise NaishiError(text.format(file=path, line=line)) from None
        text = _("The host key {file} is damaged. {advice}")
        raise NaishiError(text.format(file=path, advice=_advice())) from None


def _advice() -> str:
    return _(
        "Restore it from a backup, or remove it: the server then makes a new one, and players are warned that the "
        "host has changed."
    )
