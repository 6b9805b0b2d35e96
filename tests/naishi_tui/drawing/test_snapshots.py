"""Pictures of every screen in every state; `pytest --snapshot-update` takes them anew, to be looked at."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import pytest_textual_snapshot  # type: ignore[import-untyped]
from textual.pilot import Pilot

from tests.naishi_tui.desk import COMPACT, ROOMY, STANDARD
from tests.naishi_tui.drawing.pictures import plain, stillness
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

Same = Callable[..., bool]


@pytest.fixture
def same(snap_compare: Callable[..., bool], folder: Path) -> Same:
    """Compare a scene with its picture: reached at 80 × 24, then resized."""

    def compare(name: str, size: tuple[int, int] = STANDARD, **look: Any) -> bool:
        scene = SCENES[name]
        app = scene.app(folder, **look)
        desks = []  # what they hold open stays so until the picture is taken

        async def reach(pilot: Pilot[None]) -> None:
            at = await scene.reach(app, pilot)
            desks.append(at)
            await at.resize(*size)
            await stillness(at)

        equal = snap_compare(app, run_before=reach, terminal_size=STANDARD)
        app.close_game()
        return equal

    return compare


@pytest.fixture(autouse=True)
def _one_settings_file_for_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("platformdirs.user_config_path", lambda *_names, **_options: Path())


@pytest.fixture(autouse=True)
def _no_fonts_from_the_network(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pytest_textual_snapshot, "normalize_svg", plain)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", SCENES)
def test_scene(same: Same, name: str, size: str) -> None:
    assert same(name, SIZES[size])


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("name", COLOURED)
def test_look(same: Same, name: str, look: str) -> None:
    assert same(name, **LOOKS[look])


@pytest.mark.parametrize("name", COLOURED)
def test_without_colour(same: Same, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    assert same(name)


def test_too_small(same: Same) -> None:
    assert same("table", (50, 15))
