"""Ledger sums, and the cards' share of luck."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings, strategies as st

from naishi import Game, Options
from naishi.games.naishi.analysis import words as in_words
from naishi.games.naishi.analysis.report import Ledger
from naishi.games.naishi.analysis.truth import truth
from naishi.games.naishi.bots.engine.network import by_points
from naishi.games.naishi.rules.actions import Develop, Discard, Give
from tests.naishi.games.naishi.analysis.analysed import analysis, game
from tests.naishi.playing import EXPANSION, SEEDS, random_game

pytestmark = pytest.mark.ci


@settings(max_examples=4, deadline=None)
@given(SEEDS, st.booleans(), st.sampled_from([None, EXPANSION]))
def test_luck_and_what_both_gave_away_make_up_the_result_in_every_game(
    seed: int, network: bool, options: Options | None
) -> None:
    played = random_game(seed, options=options)
    found = truth(played, None if network else by_points)
    assert played.outcome is not None
    first, second = (sheet.total for sheet in played.outcome.sheets)
    for seat, final in ((0, first - second), (1, second - first)):
        ledger = Ledger.of(found, played.actions, played.events(), seat)
        assert ledger.luck + ledger.received - ledger.given == pytest.approx(final, abs=1e-6)
        assert ledger.final == final


@pytest.mark.parametrize("begun", [0, 1, 2, 12])
@pytest.mark.parametrize("options", [None, EXPANSION])
def test_they_do_in_a_game_that_began_at_a_position(begun: int, options: Options | None) -> None:
    whole = random_game(5, options=options)
    played = Game.from_position(whole.at(begun).position)
    for action in whole.actions[begun:]:
        played.play(action)
    found, of_all = truth(played, by_points), truth(whole, by_points)
    assert found.final == pytest.approx(of_all.final)
    assert len(found.chances) == len(played.actions) + 1
    if begun != 1:  # whose first gift nobody has seen
        assert found.bests == of_all.bests[begun:]
    ledger = Ledger.of(found, played.actions, played.events(), 0, dealt=False)
    assert ledger.start == pytest.approx(found.deal)
    assert "for the position at the start" in ledger.sentences(("Aiko", "Bruno"))


def test_what_one_gave_away_the_other_received() -> None:
    one, other = (analysis().ledger(game(), seat) for seat in (0, 1))
    assert one.given == pytest.approx(other.received)
    assert one.luck == pytest.approx(-other.luck)


def test_only_actions_that_turn_up_cards_have_luck() -> None:
    events = zip(game().actions, analysis().truth.lucks, strict=True)
    still = [luck for action, luck in events if not isinstance(action, Develop | Discard | Give)]
    assert still == [0.0] * len(still)
    assert any(analysis().truth.lucks)


def test_the_costliest_action_is_one_that_was_not_the_best() -> None:
    ledger = analysis().ledger(game(), 0)
    assert ledger.costliest is not None
    assert ledger.costliest.better != ledger.costliest.played == game().actions[ledger.costliest.ply]
    assert game().events()[ledger.costliest.ply].seat == 0
    said = in_words.with_open_cards(analysis(), game(), 0)
    assert said.startswith("With all cards open, in game points: Aiko lost by ")
    played, better = (
        in_words.done(game(), ledger.costliest.ply, each) for each in (ledger.costliest.played, ledger.costliest.better)
    )
    assert f"{played}; better: {better}." in said


@given(st.lists(st.floats(-60, 60), min_size=3, max_size=3))
def test_rounded_points_still_add_up(parts: list[float]) -> None:
    total = round(sum(parts))
    parts[0] += total - sum(parts)
    luck, own, others = parts
    ledger = Ledger(0, total, luck=luck, received=others, given=-own, costliest=None)
    told = [int(points) for points in re.findall(r"[+-]\d+", ledger.sentences(("Aiko", "Bruno")))]
    assert sum(told) == total
    assert all(abs(one - other) < 1.001 for one, other in zip(told, parts, strict=True))


@pytest.mark.parametrize(
    ("final", "words"),
    [
        (7, "You won by 7: +4 by luck, -2 by your own turns, +5 by Bruno's."),
        (-3, "You lost by 3: -6 by luck, -2 by your own turns, +5 by Bruno's."),
        (0, "Equal points: -3 for you by luck, -2 by your own turns, +5 by Bruno's."),
    ],
)
def test_it_is_told_in_a_sentence(final: int, words: str) -> None:
    ledger = Ledger(0, final, luck=final - 3.0, received=5.0, given=2.0, costliest=None)
    assert ledger.sentences(("Aiko", "Bruno"), you=True) == words
    assert "Aiko" in ledger.sentences(("Aiko", "Bruno"))
