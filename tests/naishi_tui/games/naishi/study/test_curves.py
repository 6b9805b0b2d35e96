"""Curve of the points so far, beside the table."""

from __future__ import annotations

from pathlib import Path

import pytest

from naishi_tui.games.naishi.study.curves import PointsCurve
from tests.naishi_tui.desk import LARGEST, STANDARD, desk, still
from tests.naishi_tui.games import midgame


@pytest.mark.ci
async def test_a_large_terminal_shows_the_own_points_so_far(folder: Path) -> None:
    async with desk(folder, midgame(), size=LARGEST) as at:
        curve = at.app.screen.query_one(PointsCurve)
        assert [*curve.points] == [at.table.view.seat], "the other Hand is hidden"
        assert "39" in at.text_of("#curve")
        await at.resize(*STANDARD)
        assert not curve.display


async def test_without_hints_there_is_no_curve(folder: Path) -> None:
    async with desk(folder, midgame(), size=LARGEST, settings=still(hints=False)) as at:
        assert not at.text_of("#curve").strip()
