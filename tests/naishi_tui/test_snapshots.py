"""Pictures of every screen; `pytest --snapshot-update` takes them anew after they have been looked at."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import pytest_textual_snapshot  # type: ignore[import-untyped]
from textual.pilot import Pilot

from tests.naishi_tui.desk import COMPACT, ROOMY, STANDARD
from tests.naishi_tui.pictures import plain
from tests.naishi_tui.scenes import SCENES, Scene

AT_80X24 = [
    "home-continue", "new-game", "gift", "handover", "handover-wrong-pin", "table", "table-new", "table-marks",
    "table-river-chosen", "table-swap", "table-advice", "table-turn-over", "table-pure", "table-memory",
    "table-declare", "explain", "log", "rules", "memory", "ninja", "score", "score-counting", "saves", "saves-delete", "settings",
]  # fmt: skip
AT_OTHER_SIZES = ["gift", "table", "table-swap", "ninja", "score"]

Compare = Callable[..., bool]


@pytest.fixture
def same(snap_compare: Compare, folder: Path) -> Callable[..., bool]:
    """Compare a scene with its picture."""

    def compare(scene: Scene, size: tuple[int, int], **settings: Any) -> bool:
        app = scene.app(folder, **settings)

        async def reach(pilot: Pilot[None]) -> None:
            await scene.reach(app, pilot)
            await asyncio.sleep(0.05)

        equal = snap_compare(app, run_before=reach, terminal_size=size)
        app.close_game()
        return equal

    return compare


@pytest.fixture(autouse=True)
def _one_settings_file_for_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("naishi_tui.settings.FILE", Path("settings.toml"))


@pytest.fixture(autouse=True)
def _no_fonts_from_the_network(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pytest_textual_snapshot, "normalize_svg", plain)


@pytest.mark.parametrize("name", AT_80X24)
def test_standard(same: Compare, name: str) -> None:
    assert same(SCENES[name], STANDARD)


@pytest.mark.parametrize("name", AT_OTHER_SIZES)
def test_compact(same: Compare, name: str) -> None:
    assert same(SCENES[name], COMPACT)


@pytest.mark.parametrize("name", AT_OTHER_SIZES)
def test_roomy(same: Compare, name: str) -> None:
    assert same(SCENES[name], ROOMY)


@pytest.mark.parametrize("theme", ["light", "colour-blind", "terminal"])
def test_theme(same: Compare, theme: str) -> None:
    assert same(SCENES["table-swap"], STANDARD, theme=theme)


def test_ascii(same: Compare) -> None:
    assert same(SCENES["table-swap"], STANDARD, ascii=True)


def test_without_colour(same: Compare, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    assert same(SCENES["table-swap"], STANDARD)
