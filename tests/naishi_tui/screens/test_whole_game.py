"""Complete games, by keyboard alone and by mouse alone."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from naishi import Game, Phase
from naishi_tui.screens.score import Score
from tests.naishi_tui.desk import COMPACT, NAMES, ROOMY, STANDARD, desk


def slow(size: tuple[int, int], mouse: bool) -> object:
    return pytest.param(size, mouse, marks=pytest.mark.slow)


@pytest.mark.parametrize(
    ("size", "mouse"),
    [(STANDARD, False), (COMPACT, True), slow(STANDARD, True), slow(COMPACT, False), slow(ROOMY, True)],
)
async def test_a_whole_game_is_played(folder: Path, size: tuple[int, int], mouse: bool) -> None:
    chance = random.Random(size[0])
    async with desk(folder, Game.new(3, NAMES), size=size) as at:
        done: list[str] = []
        while at.game.phase is not Phase.OVER:
            action = chance.choice(at.game.legal_actions())
            await (at.act_by_mouse(action) if mouse else at.act(action))
            done.append(action.text)
            assert at.actions == done, at.text
            await at.pass_on(mouse=mouse)
        if not isinstance(at.app.screen, Score):
            await (at.click("#prompt") if mouse else at.press("enter"))
        outcome = at.game.outcome
        assert outcome is not None
        at.screen(Score)
        assert "wins" in at.prompt or "draw" in at.prompt
