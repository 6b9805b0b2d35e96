"""Words and curves of an analysis."""

from __future__ import annotations

import pytest

from naishi import Action
from naishi.games.naishi.analysis import words
from naishi.games.naishi.analysis.decisions import EXPLAINED
from naishi.games.naishi.analysis.words import BOTH, HALF, KNOWN, TRUE, CurvePoint, axis, curve_points, plot
from naishi.games.naishi.rules.cards import Cell
from tests.naishi.games.naishi.analysis.analysed import analysis, game

pytestmark = pytest.mark.ci


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
