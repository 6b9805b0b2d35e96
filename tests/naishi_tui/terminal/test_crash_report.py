"""Mistakes in the program: one line, and a report without cards."""

from __future__ import annotations

from pathlib import Path

import pytest

from naishi.saves import OpenGame
from tests.naishi_tui.terminal.app import AS_IT_WAS, IN_TIME, NAMES, Program, a_game
from tests.naishi_tui.terminal.shared import MISTAKE, assert_saved, develop


@pytest.fixture
def game(tmp_path: Path) -> OpenGame:
    """It is Aiko's first turn."""
    return a_game(tmp_path)


MISTAKES = {
    "in a key": (
        "from naishi_tui.games.naishi.reading import Reading",
        "Reading.explain = lambda self: mistake(self.screen)",
        "?",
    ),
    "in drawing": ("from naishi_tui.games.naishi.reading import Explain", "Explain.compose = mistake", "?"),
    "in painting": (
        "from naishi_tui.widgets.text_rows import Prompt\nbefore = Prompt.render_line",
        "Prompt.render_line = lambda self, y: (mistake if self.app.bell.__name__ == 'on' else before)(self, y)\n"
        "from naishi_tui.games.naishi.reading import Reading\n"
        "def on(*_arguments): pass\n"
        "Reading.show_log = lambda self: (setattr(self.screen.app, 'bell', on), self.screen.prompt.refresh())",
        "g",
    ),
    "in an event": (
        "from naishi_tui.games.naishi.table import Table",
        "Table.on_key = lambda self, event: mistake(self) if event.key == 'x' else None",
        "x",
    ),
    "in a task": (
        "from naishi_tui.games.naishi.reading import Reading\nimport asyncio\nasync def task(self): mistake(self)",
        "Reading.explain = lambda self: self.screen.run_worker(task(self.screen))",
        "?",
    ),
    "later": (
        "from naishi_tui.games.naishi.reading import Reading",
        "Reading.explain = lambda self: self.screen.set_timer(0.1, lambda: mistake(self.screen))",
        "?",
    ),
}


@pytest.mark.parametrize(
    "where",
    [
        pytest.param(where, marks=pytest.mark.slow if where in {"in drawing", "in an event", "later"} else ())
        for where in MISTAKES
    ],
)
def test_a_mistake_in_the_program_is_one_line_and_a_report_without_cards(
    tmp_path: Path, game: OpenGame, where: str
) -> None:
    imports, put_in, key = MISTAKES[where]
    before = f"{imports}\n{MISTAKE}\n"
    with Program(tmp_path, "resume", before=before + put_in) as program:
        program.to_table()
        develop(program)
        start = len(program.written)
        program.press(key, wait=False)
        assert program.wait(IN_TIME) == 1
        assert program.modes == AS_IT_WAS
        after = bytes(program.written[start:]).rpartition(b"\x1b[?1049l")[2].decode()
    assert after.count("naishi: Internal error (") == 1
    assert "Traceback" not in after
    report = program.report()
    assert "in mistake" in report
    for name in NAMES:
        assert name not in after
        assert name.lower() not in report.lower().replace("naishi", "")
    assert_saved(program, game, "develop L3")


def test_a_mistake_is_told_where_no_report_can_be_written(tmp_path: Path, game: OpenGame) -> None:
    imports, put_in, key = MISTAKES["in a key"]
    (tmp_path / ".local").write_text("no folder")
    with Program(tmp_path, "resume", before=f"{imports}\n{MISTAKE}\n{put_in}") as program:
        program.to_table()
        program.press(key, wait=False)
        assert program.wait(IN_TIME) == 1
        assert "naishi: Internal error (KeyError); the game can be resumed." in program.text
    assert_saved(program, game)


def test_a_mistake_that_keeps_the_app_from_ending_ends_all_the_same(tmp_path: Path, game: OpenGame) -> None:
    imports, put_in, key = MISTAKES["in a key"]
    stuck = "async def stuck(self):\n    while True: __import__('time').sleep(0.1)\n"
    stuck += "from naishi_tui.games.naishi.table import Table\nTable.on_unmount = stuck\n"
    stuck += "from naishi_tui.app import NaishiApp\nNaishiApp.on_unmount = stuck\n"
    with Program(tmp_path, "resume", before=f"{imports}\n{MISTAKE}\n{stuck}{put_in}") as program:
        program.to_table()
        program.press(key, wait=False)
        assert program.wait(IN_TIME) == 1
        assert program.modes == AS_IT_WAS
        assert "naishi: Internal error (KeyError)" in program.text
    assert_saved(program, game)


def test_a_mistake_before_anything_is_drawn_is_one_line_too(tmp_path: Path, game: OpenGame) -> None:
    before = "from naishi_tui.home.home import Home\ndef compose(self): raise KeyError('Mountain')\n"
    before += "Home.compose = compose"
    with Program(tmp_path, before=before) as program:
        assert program.wait(IN_TIME) == 1
        assert program.modes == AS_IT_WAS
        assert "naishi: Internal error (KeyError)" in program.text
        assert "Mountain" not in program.text
