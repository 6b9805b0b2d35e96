"""Snapshots of every screen in every state: home, naishi.table, naishi.panels, score, naishi.replay, edit.

`pytest --snapshot-update` takes pictures and words again, to be looked at.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import pytest_textual_snapshot  # type: ignore[import-untyped]
from rich.cells import cell_len
from syrupy.assertion import SnapshotAssertion
from textual.pilot import Pilot

from naishi_tui.drawing import cells as translation
from tests.fuzzing import some
from tests.naishi_tui.desk import COMPACT, GRAND, LARGEST, ROOMY, STANDARD, Desk
from tests.naishi_tui.drawing.pictures import plain
from tests.naishi_tui.scenes import SCENES, Scene
from tests.naishi_tui.widgets.shared import UNMEASURED, dead_keys, faults, sizes_for

SIZES = {"80x24": STANDARD, "60x20": COMPACT, "120x36": ROOMY}
DRAWN_ANEW = ["gift", "table-swap", "ninja", "score", "effects", "effects-score"]
"""Screens whose cards are drawn in another way at other sizes; elsewhere the words say all."""

THEMES = ["light", "colour-blind", "terminal"]
LOOKS: list[tuple[str, dict[str, Any]]] = [
    *((scene, {"theme": theme}) for theme in THEMES for scene in ("table-swap", "score")),
    *((scene, look) for look in ({"theme": "terminal"}, {"ascii": True}) for scene in ("home", "explain")),
    *((scene, {"ascii": True}) for scene in ("table-swap", "score", "effects")),
    ("effects", {"theme": "terminal"}),
]
"""Themes give other colours to cards and points; the terminal's own colours and ASCII also draw other frames."""

PICTURES: list[tuple[str, tuple[int, int], dict[str, Any]]] = [
    ("home", ROOMY, {}),
    ("home", GRAND, {}),
    ("gift", LARGEST, {}),
    ("table", GRAND, {}),
    ("table", LARGEST, {}),
    ("score", LARGEST, {}),
    ("effects", GRAND, {}),
    ("effects", ROOMY, {"ascii": True}),
    ("table-swap", GRAND, {"theme": "light"}),
    ("table-swap", ROOMY, {"theme": "terminal"}),
    ("table-swap", GRAND, {"ascii": True}),
]
"""Where cards have pictures: both sizes of them, in two themes, and in few colours."""

Same = Callable[..., bool]
Visit = Callable[[Desk], Any]


@pytest.fixture
def same(snap_compare: Callable[..., bool], folder: Path) -> Same:
    """Compare a scene with its picture: reached at 80 × 24, then visited."""

    def compare(scene: Scene, visit: Visit, **look: Any) -> bool:
        app = scene.app(folder, **look)
        desks = []  # what they hold open stays so until the picture is taken

        async def reach(pilot: Pilot[None]) -> None:
            at = await scene.reach(app, pilot)
            desks.append(at)
            await visit(at)

        equal = snap_compare(app, run_before=reach, terminal_size=STANDARD)
        app.close_game()
        return equal

    return compare


def at_size(size: tuple[int, int]) -> Visit:
    async def visit(at: Desk) -> None:
        if size != at.app.size:
            await at.resize(*size)

    return visit


@pytest.fixture(autouse=True)
def _one_settings_file_for_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("platformdirs.user_config_path", lambda *_names, **_options: Path())


@pytest.fixture(autouse=True)
def _tasks_begin_in_their_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    """As they do in the program (`keep_tasks_lazy`), also where Textual itself runs an app on Python 3.12 and later."""
    monkeypatch.delattr(asyncio, "eager_task_factory", raising=False)


@pytest.fixture(autouse=True)
def _no_fonts_from_the_network(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pytest_textual_snapshot, "normalize_svg", plain)


@pytest.mark.parametrize("name", [pytest.param(name, marks=pytest.mark.ci if "-" in name else ()) for name in SCENES])
def test_scene(same: Same, snapshot: SnapshotAssertion, name: str) -> None:
    """It says what it said, is drawn as it was even after many sizes, and at none of them is cut or overlaps.

    What its line of keys names, its screen does. A name with a hyphen is another state of a screen.
    """
    words: dict[tuple[int, int], str] = {}
    found: list[str] = []

    async def visit(at: Desk) -> None:
        found.extend(dead_keys(at.app.screen))
        for size in [*SIZES.values(), *sizes_for(name), STANDARD]:
            if size != at.app.size:
                await at.resize(*size)
            if name not in UNMEASURED:
                found.extend(f"{size[0]}×{size[1]}: {fault}" for fault in faults(at, cards=True))
            if size in SIZES.values() and size not in words:
                lines = at.lines
                found.extend(strange("\n".join(lines)))
                words[size] = "\n".join(line.rstrip() for line in lines)

    drawn_as_before = same(SCENES[name], visit)
    assert found == [], f"{len(found)} faults:\n" + "\n".join(found[:40])
    assert "\n\n".join(words[size] for size in SIZES.values()) == snapshot
    assert drawn_as_before


def strange(text: str) -> list[str]:
    """Characters that terminals draw with different widths, so that the line moves, and those without an ASCII form."""
    used = {*text} - {"\n"}
    wide = [f"{sign!r} is not one column wide" for sign in used if cell_len(sign) != 1]
    return wide + [f"{sign!r} has no likeness in ASCII" for sign in used if translation.plain(sign) == "?" != sign]


@pytest.mark.ci
@pytest.mark.parametrize("size", ["60x20", "120x36"])
@pytest.mark.parametrize("name", some(DRAWN_ANEW, 3))
def test_size(same: Same, name: str, size: str) -> None:
    assert same(SCENES[name], at_size(SIZES[size]))


@pytest.mark.ci
@pytest.mark.parametrize(("name", "look"), LOOKS, ids=[f"{name}-{look.get('theme', 'ascii')}" for name, look in LOOKS])
def test_look(same: Same, name: str, look: dict[str, Any]) -> None:
    assert same(SCENES[name], at_size(STANDARD), **look)


@pytest.mark.ci
@pytest.mark.parametrize(
    ("name", "size", "look"),
    PICTURES,
    ids=[
        "-".join([name, f"{wide}x{high}", *(look.get("theme", key) for key in look)])
        for name, (wide, high), look in PICTURES
    ],
)
def test_pictures_of_cards(same: Same, name: str, size: tuple[int, int], look: dict[str, Any]) -> None:
    assert same(SCENES[name], at_size(size), **look)


def test_too_small(same: Same) -> None:
    assert same(SCENES["table"], at_size((50, 15)))
