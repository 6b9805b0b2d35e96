"""Nothing that doesn't know the expansion yet is asked about a game with it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from naishi import Game, NaishiError
from naishi.analysis.choices import weigh
from naishi.analysis.decisions import DEPTHS, Assessor
from naishi.analysis.truth import truth
from naishi.common.errors import SaveError
from naishi.game.finished import check_finished
from naishi.plain.printed import shown
from naishi.saves import Saves
from naishi.sessions import Replay, Session
from naishi.sessions.branching import branch
from naishi.sessions.editor.draft import Draft
from naishi.sessions.exercise_participant import ExerciseParticipant
from tests.naishi.playing import EXPANSION, random_game
from tests.naishi.sessions.conftest import MemoryStore

ANALYSIS = "Games with the expansion Legends & Travellers can't be analysed yet."
SCREENS = "Games with the expansion Legends & Travellers can't be played or shown here yet."


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
        lambda game: branch(game, game.players),
    ],
    ids=["run", "truth", "decisions", "choices", "branch"],
)
def test_no_analysis_is_asked(ask: Callable[[Game], object], game: Game) -> None:
    with pytest.raises(NaishiError) as error:
        ask(game)
    assert str(error.value) == ANALYSIS


@pytest.mark.parametrize(
    "show",
    [
        lambda game: Session(game, MemoryStore(game)),
        Replay,
        lambda game: ExerciseParticipant(game.view(0)),
        lambda game: list(shown(game)),
    ],
    ids=["session", "replay", "exercise", "show"],
)
def test_no_screen_is_shown(show: Callable[[Game], object], game: Game) -> None:
    with pytest.raises(NaishiError) as error:
        show(game)
    assert str(error.value) == SCREENS


def test_a_save_is_listed_and_read_but_not_opened(game: Game, tmp_path: Path) -> None:
    saves = Saves(tmp_path)
    opened = saves.create(game)
    opened.close()
    content = opened.path.read_bytes()
    assert [entry.id for entry in saves.list()] == [opened.id]
    assert saves.load(opened.id).record == game.record
    for door in (saves.open, saves.spectate):
        with pytest.raises(SaveError) as error:
            door(opened.id)
        assert str(error.value) == SCREENS
    assert opened.path.read_bytes() == content


def test_the_editor_takes_no_position_of_it(game: Game) -> None:
    with pytest.raises(NaishiError, match="Positions with the expansion Legends & Travellers can't be edited yet"):
        Draft(game.position.to_text())
