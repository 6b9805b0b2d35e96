"""Generator of the pictures in `docs/`, reproducible byte for byte.

`python docs/scripts/screenshots.py edit replay` makes only those of some screens.
`table.svg`, `ninjato.svg` and `shogun.svg` are those of the README; the others are named by screen and size, some of
them larger.
"""

from __future__ import annotations

import asyncio
import os
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))


import platformdirs

from naishi.common.i18n import ENGLISH, OWN_NAMES, SHARES
from naishi.games.shogun.kind import SHOGUN
from tests.naishi_tui.desk import COMPACT, GRAND, LARGEST, ROOMY, STANDARD
from tests.naishi_tui.drawing.pictures import picture as drawn
from tests.naishi_tui.games.ninjato.playing import bots_until
from tests.naishi_tui.scenes import SCENES, Scene, keys

DOCS = Path(__file__).resolve().parents[1]


def at_an_elite_guard() -> Any:
    """Return a game of Ninjato of three, late in a raid: treasures are won, and an elite guard can be beaten."""

    def is_met(view: Any) -> bool:
        raid, plays = view.table.raid, [each for each in view.legal_actions if each.verb == "play"]
        return (
            view.table.round > 3 and view.table.stage == "fight" and raid.source == "elite"
            and len(raid.shuriken) > 1 and len(plays) > 1
        )  # fmt: skip

    return bots_until(is_met, 3, "5", "intermediate")


def at_a_battle() -> Any:
    """Return a game of Shogun of four in its second year, where armies go to a neighbour."""
    game = SHOGUN.new(("Aiko", "Bruno", "Chie", "Daan"), {}, "5")
    bots = [SHOGUN.bot("intermediate", seat) for seat in range(4)]
    while not (game.view().year == 2 and game.view().ask.startswith("fight")):
        seat = game.awaited[0]
        game.play(bots[seat].choose(game.view(seat), None), seat)
    return game


def at_a_plan() -> Any:
    """Return a game of Shogun of four with the printed set-up, in its first spring."""
    return SHOGUN.new(("Aiko", "Bruno", "Chie", "Daan"), {"setup": "printed"}, "5")


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
OTHER_GAMES = {
    "ninjato": (Scene("ninjato", at_an_elite_guard, settings={"handover": "never"}), ROOMY),
    "shogun": (Scene("shogun", at_a_battle, go=keys("1"), settings={"handover": "never"}), GRAND),
    "shogun-plan": (Scene("shogun-plan", at_a_plan, go=keys(*["enter"] * 4), settings={"handover": "never"}), ROOMY),
}
"""Tables of the other games, each at the size where it has pictures."""
SPOKEN = sorted(OWN_NAMES.keys() - {ENGLISH} - SHARES.keys())
"""The complete languages: the table of each game and Naishi's score pad are pictured in each."""


async def picture(scene: Scene, size: tuple[int, int], **look: str | bool) -> str:
    """Draw a screen as SVG."""
    with tempfile.TemporaryDirectory() as folder:
        app = scene.app(Path(folder) / "saves", **look)
        async with app.run_test(size=size) as pilot:
            svg = await drawn(await scene.reach(app, pilot))
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
    for name in [name for name in OTHER_GAMES if not only or name in only]:
        write(name, asyncio.run(picture(*OTHER_GAMES[name])))
    for screen in [name for name in only if name not in OTHER_GAMES] if only else SCREENS:
        for suffix, size in (SIZES | (LARGE_SIZES if screen in PICTURED else {})).items():
            write(f"{screen}{suffix}", asyncio.run(picture(SCENES[screen], size)))
    if only:
        return
    for look, changes in LOOKS.items():
        write(f"table-{look}", asyncio.run(picture(SCENES["table-swap"], STANDARD, **changes)))
    for language in SPOKEN:
        for screen in ("table", "score"):
            write(f"{screen}-{language}", asyncio.run(picture(SCENES[screen], STANDARD, language=language)))
        for name in ("ninjato", "shogun"):
            write(f"{name}-{language}", asyncio.run(picture(*OTHER_GAMES[name], language=language)))


def write(name: str, svg: str) -> None:
    """Write a picture, and say how large it is."""
    (DOCS / f"{name}.svg").write_text(svg, encoding="utf-8")
    sys.stdout.write(f"docs/{name}.svg {len(svg.encode()) // 1024} KB\n")


if __name__ == "__main__":
    main()
