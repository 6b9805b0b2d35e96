"""Analyses as documents: kept, found, computed elsewhere, drawn."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from naishi import Action, Game, NaishiError, Position
from naishi.games.naishi.analysis import words
from naishi.games.naishi.analysis.decisions import DEPTHS, EXPLAINED
from naishi.games.naishi.analysis.exercises import FOLDER, AnalysisRun, AnalysisStore
from naishi.games.naishi.analysis.report import Analysis
from naishi.games.naishi.analysis.words import BOTH, HALF, KNOWN, TRUE, CurvePoint, axis, curve_points, plot
from naishi.games.naishi.game.game import check_finished
from naishi.games.naishi.rules.actions import Use
from naishi.games.naishi.rules.cards import Cell
from tests.naishi.games.naishi.analysis.analysed import TINY, analysis, game
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


async def test_processes_find_what_one_finds_here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(DEPTHS, "quick", TINY)
    run = AnalysisRun(game(), "quick", workers=2)
    shares = [share async for share in run.steps()]
    assert shares == sorted(shares)
    assert shares[-1] == 1
    assert run.analysis is not None
    there, here = run.analysis.model_dump(), analysis().model_dump()
    assert without_floats(there) == without_floats(here)
    assert list(floats(there)) == pytest.approx(list(floats(here)), abs=1e-5)  # single precision, by some processors


def floats(document: object) -> Iterator[float]:
    """Yield the floating-point numbers of a document."""
    if isinstance(document, float):
        yield document
    elif isinstance(document, dict | list | tuple):
        for each in document.values() if isinstance(document, dict) else document:
            yield from floats(each)


def without_floats(document: object) -> object:
    """Return a document with nothing where a floating-point number was."""
    if isinstance(document, dict):
        return {key: without_floats(each) for key, each in document.items()}
    if isinstance(document, list | tuple):
        return [without_floats(each) for each in document]
    return None if isinstance(document, float) else document


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


async def test_leaving_off_ends_the_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    started = []
    start = asyncio.create_subprocess_exec

    async def remember(*arguments: object, **options: object) -> asyncio.subprocess.Process:
        started.append(await start(*arguments, **options))  # type: ignore[arg-type]
        return started[-1]

    monkeypatch.setattr(asyncio, "create_subprocess_exec", remember)
    steps = AnalysisRun(game(), "deep").steps()
    await anext(steps)
    await steps.aclose()
    assert [process.returncode for process in started] == [-9]


async def test_a_process_that_dies_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.executable", "/bin/true")
    with pytest.raises(NaishiError, match="its process ended"):
        async for _share in AnalysisRun(game(), "quick").steps():
            pass


def test_both_curves_are_drawn() -> None:
    curve = [CurvePoint(0, 0.5, 0.5), CurvePoint(1, 1.0, 0.0), CurvePoint(2, 0.0, 1.0)]
    assert plot(curve, 3, 5) == [" *o", "   ", f"{BOTH}--", "   ", " o*"]
    assert {KNOWN, TRUE, BOTH, HALF} == set("*o@-")


def test_the_curves_begin_with_the_gift_and_end_with_the_result() -> None:
    for seat in (0, 1):
        curve = curve_points(analysis(), seat)
        assert len(curve) == len(game().actions) + 1
        assert curve[-1].known == curve[-1].true == float(seat)


def test_the_axis_names_rounds_where_they_begin() -> None:
    rounds = [event.round for event in game().events()]
    line = axis(analysis(), rounds, 60)
    assert line.split() == [str(number) for number in range(1, max(rounds) + 1)]
    assert len(line) <= 60


def test_the_words_name_what_happened() -> None:
    assert words.summary(analysis(), 0).startswith("Aiko: accuracy ")
    first = analysis().mistakes(0)[0]
    said = words.decision(first, game())
    assert said.startswith(f"{words.done(game(), first.ply, first.played)}: ")
    assert said.endswith(f" Better: {words.done(game(), first.ply, first.best)}.")
    assert " percentage points (" in said
    in_short = words.in_short(first, game())
    assert f": {words.done(game(), first.ply, first.played)} (" in in_short
    assert in_short.endswith(f" Better: {words.done(game(), first.ply, first.best)}.")


def test_only_what_lost_something_has_reasons() -> None:
    mistakes = analysis().mistakes()
    assert any(each.reasons for each in mistakes)
    assert all(each.loss >= EXPLAINED for each in analysis().decisions if each.reasons)
    reasoned = next(each for each in mistakes if each.reasons)
    assert words.in_full(reasoned, game()) == (words.decision(reasoned, game()), *words.why(reasoned, game()))
    assert words.better(reasoned, game())[0] == f"Better: {words.done(game(), reasoned.ply, reasoned.best)}."


def test_the_words_say_so_where_the_advice_was_the_same() -> None:
    lost = next(each for each in analysis().mistakes() if each.reasons)
    first, *others = words.why(lost.model_copy(update={"advised": True}), game())
    assert first == "The advice at the table was the same."
    assert tuple(others) == words.why(lost, game())


def test_the_words_name_the_cards() -> None:
    at, develop = game().at(2), Action.from_text("develop H1")
    assert at.turn is not None
    view = at.view(at.turn)
    new, old = view.river[0].top, view.mine.card(Cell.H1)
    assert new is not None
    assert old is not None
    assert words.done(game(), 2, develop) == f"{new.noun} to H1 for {old.noun}"
    assert words.done(game(), 2, Action.from_text("copy H1 monk")) == "copy H1 monk", "what can't be done there"


def test_somebody_without_decisions_has_no_accuracy() -> None:
    none = analysis().model_copy(update={"accuracies": (None, None)})
    assert words.summary(none, 0) == "Aiko had nothing to decide."
