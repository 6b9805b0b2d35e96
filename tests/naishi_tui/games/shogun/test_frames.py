"""Word-for-word frames of Shogun at three sizes: board, shogun.table, plan, table.score.

`pytest --snapshot-update` writes new ones, to be looked at.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from naishi_tui.games.shogun.table import ShogunTable
from naishi_tui.table.score import GameScore
from tests.naishi_tui.desk import GRAND, ROOMY, STANDARD, desk
from tests.naishi_tui.games.shogun.shared import fighting, planning, planning_text, played

pytestmark = pytest.mark.usefixtures("folder")
SIZES = [STANDARD, ROOMY, GRAND]


@pytest.mark.parametrize("size", SIZES)
async def test_armies_are_chosen_for_a_battle(folder: Path, size: tuple[int, int], snapshot: SnapshotAssertion) -> None:
    async with desk(folder, fighting(), size=size) as at:
        await at.press("1")
        assert at.text == snapshot


@pytest.mark.parametrize("size", SIZES)
async def test_a_province_is_looked_at(folder: Path, size: tuple[int, int], snapshot: SnapshotAssertion) -> None:
    async with desk(folder, fighting(), size=size) as at:
        at.screen(ShogunTable).look_at("Snn")
        assert at.text == snapshot


@pytest.mark.parametrize("size", SIZES)
async def test_a_card_is_chosen_for_a_space(folder: Path, size: tuple[int, int], snapshot: SnapshotAssertion) -> None:
    async with desk(folder, planning(), size=size) as at:
        await at.press("1", "2", "5")
        assert at.text == snapshot


@pytest.mark.parametrize("size", SIZES)
async def test_a_plan_is_looked_at_once_more(folder: Path, size: tuple[int, int], snapshot: SnapshotAssertion) -> None:
    game = planning()
    async with desk(folder, game, size=size) as at:
        table = at.screen(ShogunTable)
        table.picker.show(planning_text(game))
        await at.press("e")
        assert at.text == snapshot


@pytest.mark.parametrize("size", SIZES)
async def test_a_special_card_is_chosen(folder: Path, size: tuple[int, int], snapshot: SnapshotAssertion) -> None:
    game = planning()
    for _seat in range(3):
        game.play(planning_text(game), game.awaited[0])
    assert game.view().ask == "choose"
    async with desk(folder, game, size=size) as at:
        assert at.text == snapshot


@pytest.mark.parametrize("size", SIZES)
async def test_the_points_are_shown_by_regions(
    folder: Path, size: tuple[int, int], snapshot: SnapshotAssertion
) -> None:
    async with desk(folder, played(4, 2000), size=size) as at:
        at.screen(GameScore)
        await at.press("down", "down", "down")
        assert at.text == snapshot
