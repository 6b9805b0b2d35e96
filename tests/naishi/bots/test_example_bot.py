"""Example bot of docs/bots.md, in whole games: protocol, arena.games."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from naishi.bots.arena.games import Pairing, play, schedule

EXAMPLES = Path(__file__).parents[3] / "docs" / "examples"


@pytest.fixture(autouse=True)
def _beside_the_example(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(EXAMPLES)
    monkeypatch.delitem(sys.modules, "points_bot", raising=False)


def test_it_wins_most_games_against_random_actions() -> None:
    bot = "points_bot:PointsBot"
    results = [play(pairing, 10) for pairing in schedule([bot, "random"], 20, 0)]
    won = sum(result.winner == result.pairing.bots.index(bot) for result in results)
    assert [result.forfeit for result in results if result.forfeit] == []
    assert won >= 15


def test_it_plays_with_the_expansion_too() -> None:
    result = play(Pairing(0, "1", ("points_bot:PointsBot", "random"), "legends-travellers"), 10)
    assert result.forfeit is None
