"""Throws into the tower: frames, their time, what they hide."""

from __future__ import annotations

from pathlib import Path

import pytest

from naishi.games.shogun.data import board, indexes
from naishi.games.shogun.position import Happening
from naishi_tui.games.shogun import map as maps
from naishi_tui.games.shogun.battle import SECONDS, Frame, frames_of, throws
from naishi_tui.games.shogun.board import SIDE, ShogunBoard
from naishi_tui.games.shogun.table import ShogunTable
from tests.naishi_tui.desk import COMPACT, GRAND, LARGEST, STANDARD, desk, still
from tests.naishi_tui.games.shogun.shared import fighting
from tests.naishi_tui.waiting import until


async def test_a_throw_is_shown_in_frames_that_any_key_ends(folder: Path) -> None:
    game = fighting()
    async with desk(folder, game, settings=still(animations=True)) as at:
        await at.press("1")
        before = len(game.actions)
        await at.press("1")
        assert len(game.actions) == before + 1
        assert "─ Battle ─" in at.text_of("#board")
        await until(lambda: len(at.screen(ShogunTable).frames) == 1, "the frames have run")
        assert "out: " in at.text_of("#board")
        await at.press("m")
        assert "─ Battle ─" not in at.text
        assert game.view().ask != "end"


@pytest.mark.parametrize("size", [COMPACT, STANDARD])
def test_nothing_below_the_map_is_cut_by_a_throw(size: tuple[int, int]) -> None:
    game = fighting()
    while not throws(game.view().events):
        seat = game.awaited[0]
        game.play(game.view(seat).legal_actions[0], seat)
    view, below = game.view(), 16 if size == STANDARD else 0
    event = throws(view.events)[-1]
    tops = set()
    for target in range(len(board().provinces)):
        frame = Frame(event._replace(target=target, province=target), view.names, 3)
        drawing = ShogunBoard("shogun").draw(view, size[0], size[1] - 5, "", frame=frame)
        rows = ["".join(span.text for span in row) for row in drawing.rows]
        top = next(line for line, row in enumerate(rows) if "┌" in row)
        bottom = next(line for line, row in enumerate(rows) if "└" in row)
        tops.add(top)
        for row in rows[max(top, below) : bottom + 1]:
            assert row.strip()[0] + row.strip()[-1] in {"┌┐", "││", "└┘"}, row
    assert len(tops) == 2


async def test_keys_typed_ahead_of_the_frames_do_what_they_do_without_them(folder: Path) -> None:
    ends = []
    for animations in (False, True):
        game = fighting()
        async with desk(folder, game, settings=still(animations=animations)) as at:
            await at.press("1", "1", "enter", "enter", "enter")
        ends.append([str(action) for action in game.actions])
    assert ends[0] == ends[1]


def test_a_frame_stays_for_at_most_a_quarter_of_a_second_and_there_are_few() -> None:
    assert SECONDS <= 0.25
    game = fighting()
    while not throws(game.view().events):
        seat = game.awaited[0]
        game.play(game.view(seat).legal_actions[0], seat)
    view = game.view()
    for count in range(1, 4):
        battle = view.events[-1]
        assert len(frames_of(view, [battle] * count)) <= 4 * max(count * len(throws([battle])), 1)
    assert len(frames_of(view, [battle] * 8)) == 2 * len(throws([battle] * 8))


async def test_without_animations_nothing_covers_the_map(folder: Path) -> None:
    async with desk(folder, fighting()) as at:
        await at.press("1", "1")
        assert "─ Battle ─" not in at.text
        assert "attacks" in at.text


@pytest.mark.parametrize("size", [GRAND, LARGEST])
@pytest.mark.parametrize("kind", ["battle", "revolt"])
def test_a_throw_hides_neither_its_province_nor_what_is_beside_a_drawn_map(kind: str, size: tuple[int, int]) -> None:
    view, (width, height) = fighting().view(0), (size[0], size[1] - 6)
    drawing = maps.drawing_for(width - SIDE, height)
    assert drawing is not None

    def rows(frame: Frame | None) -> list[str]:
        painted = ShogunBoard("shogun").draw(view, width, height, "", frame=frame)
        return ["".join(span.text for span in row).ljust(width) for row in painted.rows]

    without = rows(None)
    for land in view.land:
        at = indexes()[land.code]
        event = Happening(kind, 0, at, target=at, number=1, cubes=(3, 0, 0, 0, 0, 2), fell=(3, 0, 0, 0, 0, 2))
        framed = rows(Frame(event, view.names, 3))
        assert framed != without
        assert [row[drawing.width :] for row in framed] == [row[drawing.width :] for row in without]
        x, y, columns, lines = drawing.labels[land.code]
        for line in range(y, y + lines):
            assert framed[line][x : x + columns] == without[line][x : x + columns], land.code
