"""Isolated folders for app tests; no blinking, no idle waits."""

from __future__ import annotations

import gc
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from naishi.games.naishi.analysis.choices import CHOICES, Depth
from naishi.tabletop import kinds
from tests.naishi_tui import shortcuts
from tests.naishi_tui.waiting import idle


@pytest.fixture(scope="session", autouse=True)
def _shortcuts() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as monkeypatch:
        shortcuts.take(monkeypatch)
        yield


@pytest.fixture
def quick_collection() -> None:
    """Look through what is there now only once: a test that waits for something to be gone collects again and again."""
    gc.collect()
    gc.freeze()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The folder of saves."""
    return tmp_path / "saves"


@pytest.fixture(autouse=True)
def _only_our_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """Begin with the games of the house, whatever another test of this process has added."""
    ours = {key: place for key, place in kinds.KINDS.items() if place.startswith("naishi.games.")}
    monkeypatch.setattr(kinds, "KINDS", ours)


@pytest.fixture(autouse=True)
def settings_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The settings file of the test, which doesn't exist yet."""
    path = tmp_path / "config" / "settings.toml"
    monkeypatch.setattr("platformdirs.user_config_path", lambda *_names, **_options: path.parent)
    return path


@pytest.fixture(autouse=True)
def _same_everywhere(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Times are those of Greenwich, pilots wait for states, and advice is weighed in few deals."""
    monkeypatch.setitem(CHOICES, "quick", Depth(worlds=4, rounds=1, candidates=3, trials=0))
    monkeypatch.setenv("TZ", "UTC")
    time.tzset()
    monkeypatch.setattr("naishi_tui.lobby.match_menu.TO_READ", 0.0)  # nobody has to read a question here
    monkeypatch.setattr("naishi_tui.parts.input_guard.TO_PASS_ON", 0.0)  # nor to change seats
    for waiting in ("textual.app", "textual.pilot"):
        monkeypatch.setattr(f"{waiting}.wait_for_idle", idle)
    yield
    monkeypatch.undo()
    time.tzset()
