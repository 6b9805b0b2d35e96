"""Reasons a server can't listen, with remedies."""

from __future__ import annotations

import errno
import os
import socket

import pytest

from naishi.transports.serving import cannot_listen


def failure(number: int) -> OSError:
    return OSError(number, os.strerror(number))


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (socket.gaierror(-2, "Name or service not known"), "There is no address hall."),
        (UnicodeError("label too long"), "There is no address hall."),
        (failure(errno.EADDRINUSE), "Port 22 is in use"),
        (failure(errno.EACCES), "Port 22 may not be used by this user; ports from 1024 up may."),
        (failure(errno.EADDRNOTAVAIL), "hall is not an address of this machine."),
        (OSError("could not bind on any address out of []"), "hall is not an address of this machine."),
        (failure(errno.EMFILE), "The server can't listen on port 22: Too many open files"),
    ],
    ids=["unknown", "unspeakable", "taken", "forbidden", "elsewhere", "nowhere", "else"],
)
def test_a_failure_to_listen_names_the_address_or_the_port(error: OSError | UnicodeError, said: str) -> None:
    assert str(cannot_listen(error, "hall", 22)).startswith(said)
