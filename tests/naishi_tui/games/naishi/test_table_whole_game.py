"""Complete games by keyboard alone and mouse alone: table, gift, score, naishi.match."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from naishi import Action, Game, Phase
from naishi.games.naishi.rules.actions import Copy, Develop, End, Give
from naishi_tui.games.naishi.score import Score
from tests.naishi_tui.desk import COMPACT, NAMES, ROOMY, STANDARD, VERBS, desk

SHORT = 14
"""Draws a game of 29 actions, and of every kind."""


def slow(size: tuple[int, int], mouse: bool) -> object:
    return pytest.param(size, mouse, size[0], 0, marks=pytest.mark.slow)


@pytest.mark.parametrize(
    ("size", "mouse", "draws", "played"),
    [
        (STANDARD, False, SHORT, 0), pytest.param(COMPACT, True, SHORT, 20, marks=pytest.mark.ci),
        slow(COMPACT, True), slow(STANDARD, True), slow(COMPACT, False), slow(ROOMY, True),
    ],
)  # fmt: skip
async def test_a_game_is_played_to_the_end(
    folder: Path, size: tuple[int, int], mouse: bool, draws: int, played: int
) -> None:
    chance, game = random.Random(draws), Game.new(4, NAMES)
    for _action in range(played):
        game.play(chance.choice(game.legal_actions()))
    async with desk(folder, game, size=size) as at:
        done = at.actions
        while at.game.phase is not Phase.OVER:
            action = chance.choice(at.game.legal_actions())
            await (at.act_by_mouse(action) if mouse else at.act(action))
            done.append(action.text)
            assert at.actions == done, at.text
            await at.pass_on(mouse=mouse)
        if not isinstance(at.app.screen, Score):
            await (at.click("#prompt") if mouse else at.press("enter"))
        if draws == SHORT:
            assert len(done) == 29
            assert {Action.from_text(action).__class__ for action in done} == {*VERBS, Copy, Develop, End, Give}
        outcome = at.game.outcome
        assert outcome is not None
        at.screen(Score)
        assert "wins" in at.prompt or "draw" in at.prompt
