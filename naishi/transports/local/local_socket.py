"""Unix socket of `naishi host`, and its peers' users."""

from __future__ import annotations

import os
import pwd
import socket
import stat
import struct
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from naishi.common.errors import NaishiError
from naishi.common.i18n import _

SHARED_FOLDER = "NAISHI_SOCKETS"
"""The environment variable with the folder that host and visitors share; `/tmp` by default."""
_CREDENTIALS = struct.Struct("iII")


@dataclass(frozen=True, slots=True)
class Peer:
    """Who is at the other end of a socket, as the system says: nobody can claim to be someone else."""

    process: int
    user: int


def peer_of(connected: socket.socket) -> Peer:
    """Return who is at the other end of a socket; for whoever connects, that is who began to listen."""
    said = connected.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, _CREDENTIALS.size)
    process, user, _group = _CREDENTIALS.unpack(said)
    return Peer(process, user)


def user_id(name: str) -> int:
    """Return the number of a user of this machine. Raises NaishiError: there is no such user."""
    with suppress(KeyError):
        return pwd.getpwnam(name).pw_uid
    if name.isascii() and name.isdigit() and len(name) < 10:
        return int(name)
    raise NaishiError(_("There is no user {name} on this machine.").format(name=name))


def user_name(user: int) -> str:
    """Return the name of a user; the number where there is none."""
    try:
        return pwd.getpwuid(user).pw_name
    except KeyError:
        return str(user)


def socket_path(user: int) -> Path:
    return Path(os.environ.get(SHARED_FOLDER) or "/tmp", f"naishi-{user}", "socket")  # noqa: S108 - owners are checked


def bind(*, for_others: bool) -> socket.socket:
    """Return a socket at the place where others look for that of this user.

    What a killed process has left there is replaced.

    Raises:
        NaishiError: Another process of this user is listening there, or the folder belongs to someone else.
        OSError: The folder can't be used.
    """
    path = socket_path(os.getuid())
    with suppress(FileExistsError):
        path.parent.mkdir(mode=0o700)
    found = path.parent.lstat()
    if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.getuid():
        raise NaishiError(_("{folder} belongs to somebody else, so you can't host here.").format(folder=path.parent))
    path.parent.chmod(0o711 if for_others else 0o700)
    check_free()
    path.unlink(missing_ok=True)
    door = socket.socket(socket.AF_UNIX)
    door.bind(str(path))
    path.chmod(0o666 if for_others else 0o600)
    return door


def connect(user: int) -> socket.socket:
    """Connect to the socket of a host, and make sure that it is theirs.

    Raises NaishiError: they aren't hosting, haven't invited this user, or someone else listens in their place.
    """
    path, name = socket_path(user), user_name(user)
    connected = socket.socket(socket.AF_UNIX)
    try:
        connected.connect(str(path))
    except PermissionError:
        raise not_invited(user) from None
    except OSError:
        text = _("{name} isn't hosting a game now; they begin with: naishi host")
        if user == os.getuid():
            text = _("You aren't hosting a game now; begin with: naishi host")
        raise NaishiError(text.format(name=name)) from None
    if peer_of(connected).user != user:
        raise NaishiError(_("Somebody else listens at {path} in the place of {name}.").format(path=path, name=name))
    return connected


def not_invited(host: int) -> NaishiError:
    text = _("{host} hasn't invited you; they let you in with: naishi host --invite {name}")
    return NaishiError(text.format(host=user_name(host), name=user_name(os.getuid())))


def check_free() -> None:
    """Make sure that this user isn't hosting already. Raises NaishiError: they are."""
    with socket.socket(socket.AF_UNIX) as attempt, suppress(OSError):
        attempt.connect(str(socket_path(os.getuid())))
        raise NaishiError(_("You are hosting already. Another terminal of yours comes there by: naishi join"))
