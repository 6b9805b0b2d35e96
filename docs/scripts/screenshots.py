"""Make the pictures in `docs/`, every screen at three sizes, the same bytes each time.

`python docs/scripts/screenshots.py edit replay` makes only those of some screens.
`table.svg` is the one of the README; the others are named by screen and size, some of them larger.
"""

from __future__ import annotations

import asyncio
import os
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))


import platformdirs

from naishi.common.i18n import ENGLISH, OWN_NAMES, SHARES
from tests.naishi_tui.desk import COMPACT, GRAND, LARGEST, ROOMY, STANDARD
from tests.naishi_tui.drawing.pictures import picture as drawn
from tests.naishi_tui.scenes import SCENES

DOCS = Path(__file__).resolve().parents[1]

SCREENS = [
    "home-continue", "lessons", "lesson-hint", "puzzle", "new-game", "gift", "handover", "table", "table-swap",
    "table-watched", "looking-on", "explain", "log", "memory", "rules", "palette", "ninja", "effects", "score", "saves",
    "saves-delete", "settings", "replay", "analysis", "exercise", "statistics", "edit",
    "choices",
]  # fmt: skip
SIZES = {"": STANDARD, "-60x20": COMPACT, "-120x36": ROOMY}
PICTURED, LARGE_SIZES = ["home-continue", "table", "score"], {"-160x48": GRAND, "-200x60": LARGEST}
"""Screens that have larger cards on larger terminals."""
LOOKS: dict[str, dict[str, str | bool]] = {
    "light": {"theme": "light"},
    "colour-blind": {"theme": "colour-blind"},
    "ascii": {"ascii": True},
}
"""Other looks of the table."""
SPOKEN = sorted(OWN_NAMES.keys() - {ENGLISH} - SHARES.keys())
"""The complete languages: the table and the score pad are pictured in each."""


async def picture(name: str, size: tuple[int, int], **look: str | bool) -> str:
    """Draw a screen as SVG."""
    with tempfile.TemporaryDirectory() as folder:
        app = SCENES[name].app(Path(folder) / "saves", **look)
        async with app.run_test(size=size) as pilot:
            svg = await drawn(await SCENES[name].reach(app, pilot))
        app.close_game()
    return svg


def main() -> None:
    """Write all pictures."""
    os.environ["TZ"] = "UTC"
    time.tzset()
    for name in ("NO_COLOR", "COLORTERM"):
        os.environ.pop(name, None)
    platformdirs.user_config_path = lambda *_names, **_options: Path()  # nobody's own folder in a picture
    DOCS.mkdir(exist_ok=True)
    only = sys.argv[1:]
    for screen in only or SCREENS:
        for suffix, size in (SIZES | (LARGE_SIZES if screen in PICTURED else {})).items():
            write(f"{screen}{suffix}", asyncio.run(picture(screen, size)))
    if only:
        return
    for look, changes in LOOKS.items():
        write(f"table-{look}", asyncio.run(picture("table-swap", STANDARD, **changes)))
    for language in SPOKEN:
        for screen in ("table", "score"):
            write(f"{screen}-{language}", asyncio.run(picture(screen, STANDARD, language=language)))


def write(name: str, svg: str) -> None:
    """Write a picture, and say how large it is."""
    (DOCS / f"{name}.svg").write_text(svg, encoding="utf-8")
    sys.stdout.write(f"docs/{name}.svg {len(svg.encode()) // 1024} KB\n")


if __name__ == "__main__":
    main()
