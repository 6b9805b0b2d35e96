"""Pictures of every screen in every state; `pytest --snapshot-update` takes them anew, to be looked at."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion
from syrupy.extensions.single_file import SingleFileSnapshotExtension, WriteMode

from naishi_tui.messages import ChangeSettings
from tests.naishi_tui.desk import COMPACT, ROOMY, STANDARD, Desk
from tests.naishi_tui.pictures import picture
from tests.naishi_tui.scenes import SCENES

SIZES = {"80x24": STANDARD, "60x20": COMPACT, "120x36": ROOMY}
LOOKS: dict[str, dict[str, Any]] = {
    "light": {"theme": "light"},
    "colour-blind": {"theme": "colour-blind"},
    "terminal": {"theme": "terminal"},
    "ascii": {"ascii": True},
}
COLOURED = ["home", "table-swap", "explain", "ninja", "score"]
"""Screens on which colour carries something."""

Same = Callable[[Desk, str], Awaitable[None]]


class Picture(SingleFileSnapshotExtension):
    """An SVG of its own for each picture."""

    _file_extension = "svg"
    _write_mode = WriteMode.TEXT


@pytest.fixture
def same(snapshot: SnapshotAssertion, tmp_path: Path) -> Same:
    """Compare what is on the screen with its picture."""

    async def compare(at: Desk, name: str) -> None:
        drawn = await picture(at)
        if drawn != snapshot(name=name, extension_class=Picture):
            (tmp_path / f"{name}.svg").write_text(drawn, encoding="utf-8")
            pytest.fail(f"{name} looks different now: {tmp_path / name}.svg")

    return compare


@pytest.fixture(autouse=True)
def _one_settings_file_for_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("naishi_tui.settings.FILE", Path("settings.toml"))


@asynccontextmanager
async def reached(name: str, folder: Path) -> AsyncIterator[Desk]:
    """A scene in a running app."""
    app = SCENES[name].app(folder)
    async with app.run_test(size=STANDARD) as pilot:
        yield await SCENES[name].reach(app, pilot)
    app.close_game()


@pytest.mark.parametrize("name", SCENES)
async def test_scene(same: Same, folder: Path, name: str) -> None:
    async with reached(name, folder) as at:
        for size, cells in SIZES.items():
            await at.resize(*cells)
            await same(at, size)


@pytest.mark.parametrize("name", COLOURED)
async def test_look(same: Same, folder: Path, name: str) -> None:
    async with reached(name, folder) as at:
        before = at.app.settings
        for look, changes in LOOKS.items():
            at.app.post_message(ChangeSettings(before.model_copy(update=changes)))
            await at.pilot.pause(0.05)
            await same(at, look)


@pytest.mark.parametrize("name", COLOURED)
async def test_without_colour(same: Same, folder: Path, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    async with reached(name, folder) as at:
        await same(at, "80x24")


async def test_too_small(same: Same, folder: Path) -> None:
    async with reached("table", folder) as at:
        await at.resize(50, 15)
        await same(at, "50x15")
