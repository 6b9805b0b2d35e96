"""Process state that a server changes."""

from __future__ import annotations

import resource
import signal

import pytest

from naishi.server.presence.limits import Limits
from naishi.transports.serving import SPARE_FILES, heeded_signals, within_descriptors


@pytest.fixture
def files(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, int]]:
    """The limits of open files, as they are set one after the other."""
    limits = [(256, 256)]
    monkeypatch.setattr(resource, "getrlimit", lambda _which: limits[-1])
    monkeypatch.setattr(resource, "setrlimit", lambda _which, pair: limits.append(pair))
    return limits


def test_the_soft_limit_of_open_files_is_raised(files: list[tuple[int, int]]) -> None:
    files[0] = (256, 4096)
    assert within_descriptors(Limits()) == Limits()
    assert files[-1] == (4096, 4096)


def test_there_are_no_more_connections_than_open_files_but_for_some_to_spare(files: list[tuple[int, int]]) -> None:
    assert within_descriptors(Limits()).connections == 256 - SPARE_FILES
    assert len(files) == 1
    assert within_descriptors(Limits(connections=100)) == Limits(connections=100)


def test_what_was_ignored_from_the_start_stays_ignored() -> None:
    """As by `nohup`, and in the background of a script."""
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        assert signal.SIGHUP not in heeded_signals()
        assert signal.SIGTERM in heeded_signals()
    finally:
        signal.signal(signal.SIGHUP, before)
    assert signal.SIGHUP in heeded_signals()
