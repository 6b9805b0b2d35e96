"""Writes to an unread terminal."""

from __future__ import annotations

import os
import select
import tty
from collections.abc import Iterator
from contextlib import suppress

import pytest

from naishi.transports.capabilities import RESET, write_at_once


@pytest.fixture
def ends() -> Iterator[tuple[int, int]]:
    """Both ends of a terminal: the one that is read, and the one that is written to."""
    reads, writes = os.openpty()
    tty.setraw(writes)
    yield reads, writes
    os.close(reads)
    os.close(writes)


def read_until(reads: int, end: bytes) -> None:
    """Read until it ends in some bytes; the system passes on what is written when it gets round to it."""
    read = b""
    while not read.endswith(end):
        assert select.select([reads], [], [], 60)[0], read
        read += os.read(reads, 65536)


def test_what_is_written_takes_the_place_of_what_nobody_has_read(ends: tuple[int, int]) -> None:
    reads, writes = ends
    os.set_blocking(writes, False)
    with suppress(BlockingIOError):
        while True:
            os.write(writes, b"x" * 1000)
    write_at_once(writes, RESET)
    read_until(reads, RESET.encode())
    assert os.get_blocking(writes), "the shell shares it"


def test_it_is_written_whole_even_where_another_thread_waits_for_room_meanwhile(
    ends: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    reads, writes = ends
    tries = 0

    def write(terminal: int, data: bytes) -> int:
        nonlocal tries
        if terminal != writes:  # of another thread
            return real(terminal, data)
        tries += 1
        if tries < 50:
            raise BlockingIOError
        return real(terminal, data[:10] if tries == 50 else data)

    real = os.write
    monkeypatch.setattr(os, "write", write)
    monkeypatch.setattr("naishi.transports.capabilities.time.sleep", lambda _seconds: None)
    write_at_once(writes, RESET)
    read_until(reads, RESET.encode())
