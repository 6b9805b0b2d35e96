"""Word-for-word frames of other games at 80 × 24: ninjato.board, shogun.board, table.score, home, form.

`pytest --snapshot-update` takes them again, to be looked at.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from naishi_tui.table.score import GameScore
from tests.naishi_tui.desk import STANDARD, desk, still
from tests.naishi_tui.games.ninjato.shared import played_at_random
from tests.naishi_tui.games.shogun.shared import planning, played

pytestmark = pytest.mark.usefixtures("folder")


async def test_ninjato_between_raids(folder: Path, snapshot: SnapshotAssertion) -> None:
    async with desk(folder, played_at_random(3, 40), size=STANDARD) as at:
        assert at.text == snapshot


async def test_ninjato_in_a_raid(folder: Path, snapshot: SnapshotAssertion) -> None:
    game = played_at_random(4, 41)
    while game.view().table.raid is None:
        seat = game.awaited[0]
        actions = game.view(seat).legal_actions
        game.play(next((each for each in actions if each.verb == "raid"), actions[0]), seat)
    async with desk(folder, game, size=STANDARD) as at:
        assert at.text == snapshot


async def test_shogun_where_armies_move(folder: Path, snapshot: SnapshotAssertion) -> None:
    game = played(5, 80)
    while not game.view().ask.startswith("fight"):
        seat = game.awaited[0]
        game.play(game.view(seat).legal_actions[0], seat)
    async with desk(folder, game, size=STANDARD) as at:
        assert at.text == snapshot


async def test_shogun_in_a_plan(folder: Path, snapshot: SnapshotAssertion) -> None:
    async with desk(folder, planning(), size=STANDARD) as at:
        await at.press("1", "2", "1", "1")
        assert at.text == snapshot


async def test_the_points_of_ninjato(folder: Path, snapshot: SnapshotAssertion) -> None:
    async with desk(folder, played_at_random(3, 900), size=STANDARD) as at:
        at.screen(GameScore)
        await at.press("down", "down")
        assert at.text == snapshot


async def test_home_and_form(folder: Path, snapshot: SnapshotAssertion) -> None:
    async with desk(folder, size=STANDARD) as at:
        await at.press("g", "g")
        home = at.text
        await at.press("n")
        assert f"{home}\n{at.text}" == snapshot


@pytest.mark.parametrize("theme", ["terminal", "light"])
async def test_everything_is_drawn_in_ascii_too(folder: Path, theme: str) -> None:
    async with desk(folder, planning(), size=STANDARD, settings=still(ascii=True, theme=theme)) as at:
        assert at.text.isascii()
        assert "?" not in at.text_of("#middle").replace(" ?", "")
