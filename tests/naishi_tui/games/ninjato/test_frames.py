"""Word-for-word frames of Ninjato's main states: board, standard, wide, panels."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

from tests.naishi_tui.desk import COMPACT, GRAND, ROOMY, STANDARD, desk, still
from tests.naishi_tui.games.ninjato.playing import bots_until

STATES: dict[str, Any] = {
    "choosing a place": lambda view: view.table.stage == "act" and view.table.round == 3,
    "facing a guard": lambda view: view.table.stage == "fight" and view.table.raid.shuriken,
    "leaving or banzai": lambda view: view.table.stage == "decide",
    "handing a house over": lambda view: view.table.stage == "claim",
    "a reward": lambda view: view.table.stage == "reward",
}


@pytest.mark.parametrize("size", [COMPACT, STANDARD, ROOMY, GRAND], ids=str)
@pytest.mark.parametrize("state", STATES)
async def test_state(folder: Path, snapshot: SnapshotAssertion, state: str, size: tuple[int, int]) -> None:
    async with desk(folder, bots_until(STATES[state]), size=size, settings=still(handover="never")) as at:
        if "Enter: go on" in at.prompt:
            await at.press("escape")
        assert at.text == snapshot


@pytest.mark.parametrize("size", [COMPACT, STANDARD, ROOMY], ids=str)
async def test_the_end_of_a_round(folder: Path, snapshot: SnapshotAssertion, size: tuple[int, int]) -> None:
    game = bots_until(lambda view: view.table.stage == "act" and view.table.round == 2)
    async with desk(folder, game, size=size, settings=still(handover="never")) as at:
        assert "Enter: go on" in at.prompt
        assert at.text == snapshot


async def test_what_a_scoring_settled(folder: Path, snapshot: SnapshotAssertion) -> None:
    game = bots_until(lambda view: view.table.stage == "act" and view.table.round == 4)
    async with desk(folder, game, size=STANDARD, settings=still(handover="never")) as at:
        pages = []
        while "Enter: go on" in at.prompt:
            pages.append(at.text_of("#board"))
            await at.press("enter")
        assert pages == snapshot
