"""Screens of each kind of game, loaded once they are needed."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

FIRST_FRAME = """
import asyncio, sys
from pathlib import Path
from naishi_tui.app import NaishiApp

async def main():
    app = NaishiApp(Path(sys.argv[1]))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        print(*sorted(name for name in sys.modules if name.split(".")[0] in {"naishi", "naishi_tui"}))

asyncio.run(main())
"""


MOST_MODULES = 124
"""Ours that the first frame has loaded. Version 1.0.0 loaded 120; four more read every keyboard, choose colours for 16,
and look for the index of a large folder. Import what is new when it is used, rather than raise this."""


def test_the_first_frame_loads_no_second_game_and_no_more_than_it_needs(tmp_path: Path) -> None:
    shown = subprocess.run(
        [sys.executable, "-c", FIRST_FRAME, str(tmp_path)], capture_output=True, text=True, check=True, timeout=120
    )
    loaded = shown.stdout.split()
    assert [name for name in loaded if name.startswith(("naishi.games.ninjato", "naishi.games.shogun"))] == []
    assert len(loaded) <= MOST_MODULES, loaded


def test_home_is_drawn_before_what_reads_saved_games_is_loaded() -> None:
    """Pydantic takes a quarter of the time to the first frame; home says what there is to continue once it is drawn."""
    code = "import sys, naishi_tui.app; print('pydantic' in sys.modules)"
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=120)
    assert shown.stdout.strip() == "False"


def test_the_first_frame_loads_no_texts_of_a_second_game(tmp_path: Path) -> None:
    hook = "import sys\nsys.addaudithook(lambda name, args: name == 'open' and OPENED.add(str(args[0])))"
    app = "NaishiApp(Path(sys.argv[1]))"
    german = FIRST_FRAME.replace(app, f"{app[:-1]}, flags={{'language': 'de'}})")
    names = "print(*sorted(each.rsplit('/')[-1] for each in OPENED if each.endswith('.mo')))"
    code = f"OPENED = set()\n{hook}\n{german}\n{names}"
    shown = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path)], capture_output=True, text=True, check=True, timeout=120
    )
    assert shown.stdout.splitlines()[-1] == "naishi.mo"
