"""Analyses as documents: kept, found, computed elsewhere, drawn."""

from __future__ import annotations

from pathlib import Path

import pytest

from naishi import Game, NaishiError, Position
from naishi.games.naishi.analysis import words
from naishi.games.naishi.analysis.exercises import FOLDER, AnalysisRun, AnalysisStore
from naishi.games.naishi.analysis.report import Analysis
from naishi.games.naishi.analysis.words import curve_points
from naishi.games.naishi.game.game import check_finished
from naishi.games.naishi.rules.actions import Use
from tests.naishi.games.naishi.analysis.analysed import analysis, game
from tests.naishi.playing import EXPANSION, random_game

pytestmark = pytest.mark.ci


def test_an_analysis_is_the_same_after_writing_and_reading() -> None:
    assert Analysis.model_validate_json(analysis().model_dump_json()) == analysis()


def test_an_unfinished_game_is_not_analysed() -> None:
    with pytest.raises(NaishiError, match="Only a finished game"):
        check_finished(random_game(3, 12))
    with pytest.raises(NaishiError, match="Only a finished game"):
        AnalysisRun(random_game(3, 12), "quick")


def test_a_kept_analysis_is_found_for_that_game_alone(tmp_path: Path) -> None:
    store = AnalysisStore(tmp_path)
    assert store.find(game(), "quick") is None
    store.keep(analysis())
    assert store.find(game(), "quick") == analysis()
    assert store.find(game(), "deep") is None
    assert store.find(random_game(3), "quick") is None


def test_a_game_with_the_expansion_is_analysed_whole(tmp_path: Path) -> None:
    """Someone has the Ryokan in it, and effects were used."""
    played, found = game(EXPANSION), analysis(EXPANSION)
    assert played.outcome is not None
    assert any(sheet.ryokan for sheet in played.outcome.sheets)
    used = [each for each in found.decisions if isinstance(each.played, Use)]
    assert len(used) == sum(isinstance(action, Use) for action in played.actions) > 0
    assert found.fits(played)
    assert all(found.accuracies)
    store = AnalysisStore(tmp_path)
    store.keep(found)
    assert store.find(played, "quick") == found
    point = found.turning_point(played.view())
    assert point is not None
    assert all(" ".join(words.in_full(each, played)) for each in found.decisions)
    assert len(curve_points(found, 0)) == len(played.actions) + 1


def test_a_deeper_analysis_serves_as_a_quick_one(tmp_path: Path) -> None:
    store, deep = AnalysisStore(tmp_path), analysis().model_copy(update={"depth": "deep"})
    store.keep(deep)
    assert store.find(game(), "quick") == deep


@pytest.mark.parametrize("change", ["cut off", "another game", "another engine"])
def test_a_damaged_or_foreign_analysis_is_none(tmp_path: Path, change: str) -> None:
    store = AnalysisStore(tmp_path)
    store.keep(analysis())
    (path,) = (tmp_path / FOLDER).iterdir()
    if change == "cut off":
        path.write_bytes(path.read_bytes()[:500])
    else:
        update = {"game": "0"} if change == "another game" else {"engine": 1}
        path.write_text(analysis().model_copy(update=update).model_dump_json())
    assert store.find(game(), "quick") is None


def test_where_the_folder_refuses_the_analysis_is_not_kept(tmp_path: Path) -> None:
    (tmp_path / FOLDER).write_text("in the way")
    AnalysisStore(tmp_path).keep(analysis())
    assert AnalysisStore(tmp_path).find(game(), "quick") is None


@pytest.mark.parametrize(
    ("start", "actions"),
    [
        ("-/-/FTR/RR/T MMMMM/MMNMA MMMMM/SMMTM 200:000 0 d 0 -", ("end",)),
        ("-/-/FTR/RR/T MMMMM/MMNMA MMMMM/SMMTM 200:000 0 f: 0 -", ()),
    ],
    ids=["one forced action", "no action at all"],
)
async def test_a_game_without_a_decision_is_analysed_too(start: str, actions: tuple[str, ...]) -> None:
    """Nothing was decided, but there is a result, and what the position was worth."""
    played = Game.from_position(Position.from_text(start), ("Aiko", "Bruno"))
    for action in actions:
        played.play(action)
    run = AnalysisRun(played, "quick", workers=2)
    assert [share async for share in run.steps()] == [1]
    found = run.analysis
    assert (found.decisions, found.accuracies) == ((), (None, None))
    assert found.fits(played)
    assert len(curve_points(found, 0)) == len(actions) + 1
    assert words.summary(found, 0) == "Aiko had nothing to decide."
    assert found.ledger(played, 0).sentences(found.names)
