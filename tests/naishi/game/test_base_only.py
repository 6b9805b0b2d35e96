"""Nothing that doesn't know the expansion yet is asked about a game with it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from naishi import Game, NaishiError
from naishi.analysis.choices import weigh
from naishi.analysis.decisions import DEPTHS, Assessor
from naishi.analysis.truth import truth
from naishi.game.finished import check_finished
from tests.naishi.playing import EXPANSION, random_game

ANALYSIS = "Games with the expansion Legends & Travellers can't be analysed yet."


@pytest.fixture
def game() -> Game:
    return random_game(7, 12, EXPANSION)


@pytest.mark.parametrize(
    "ask",
    [
        check_finished,
        truth,
        lambda game: Assessor(game, next(iter(DEPTHS.values()))),
        lambda game: weigh(game.view(game.turn), next(iter(DEPTHS.values()))),
    ],
    ids=["run", "truth", "decisions", "choices"],
)
def test_no_analysis_is_asked(ask: Callable[[Game], object], game: Game) -> None:
    with pytest.raises(NaishiError) as error:
        ask(game)
    assert str(error.value) == ANALYSIS
