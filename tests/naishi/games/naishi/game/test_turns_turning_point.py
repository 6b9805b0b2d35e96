"""Past points from a view, and the turning point."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from naishi import Game, Phase, Position
from naishi.games.naishi.game.turns import TurningPoint, by_points, points_so_far, turning_point
from naishi.games.naishi.rules.cards import Territory
from naishi.games.naishi.rules.totals import best_copies, total
from naishi.games.naishi.text.sentences import balance, bare_balance, heading, result, sentence, told_in_short
from tests.naishi.playing import EXPANSION, random_game
from tests.naishi_tui.games import decree_taken, midgame, over, won_by_colours


@pytest.mark.parametrize("played", [over, won_by_colours, midgame, decree_taken], ids=lambda each: each.__name__)
@pytest.mark.parametrize("seat", [0, 1])
def test_points_are_those_of_the_game_at_each_moment(played: Callable[[], Game], seat: int) -> None:
    game = played()
    points = points_so_far(game.view(seat), seat)
    assert len(points) == len(game.actions) + 1
    for ply in range(2, len(game.actions)):
        cards = game.at(ply).position.territories[seat]
        assert points[ply] == total(cards, best_copies(Territory(tuple(cards)))).points


def test_a_seat_whose_hand_is_hidden_has_none() -> None:
    game = midgame()
    assert points_so_far(game.view(0), 1) == ()
    assert points_so_far(game.view(), 0) == ()


def test_the_last_points_are_those_of_the_sheets() -> None:
    game = over()
    assert game.outcome is not None
    for seat, sheet in enumerate(game.outcome.sheets):
        assert points_so_far(game.view(), seat)[-1] == sheet.total


def test_the_turning_point_is_the_turn_that_brought_the_winner_most() -> None:
    game = over()
    view = game.view()
    found = by_points(view)
    assert found is not None
    assert game.outcome is not None
    winner = game.outcome.winner or 0
    gain = (found.after[winner] - found.after[1 - winner]) - (found.before[winner] - found.before[1 - winner])
    points = [points_so_far(view, seat) for seat in (0, 1)]
    margins = [points[winner][ply] - points[1 - winner][ply] for ply in range(len(view.events) + 1)]
    starts = [ply for ply, event in enumerate(view.events) if not ply or view.events[ply - 1].seat != event.seat]
    gains = [margins[after] - margins[start] for start, after in zip(starts, [*starts[1:], -1], strict=True)]
    assert gain == max(gains) > 0
    assert heading(found) == "Turning point: round 8"
    assert [sentence(event, view.names) for event in found.turn] == ["Bruno placed Torii at L2, discarding Rice."]
    assert balance(found) == "Points: 55–53 → 55–73"


def test_the_figures_stand_in_the_order_of_the_columns_above_them() -> None:
    view = over().view()
    found = by_points(view)
    assert found is not None
    assert result(view).endswith("Bruno wins 74–61.")
    assert bare_balance(found) == "55–53 → 55–73"


def test_in_short_it_says_too_who_did_it() -> None:
    view = over().view()
    found = by_points(view)
    assert found is not None
    assert told_in_short(found, view.names) == "Bruno: Torii to L2 for Rice"


def test_chances_are_told_as_such() -> None:
    view = over().view()
    chances = [(50.0, 50.0)] * 10 + [(20.0, 80.0)] * (len(view.events) - 9)
    found = turning_point(view, chances, chances=True)
    assert found is not None
    assert balance(found) == "Chances: 50–50 → 20–80%"


def test_where_nothing_changed_there_is_none() -> None:
    view = over().view()
    assert turning_point(view, [(1, 1)] * (len(view.events) + 1)) is None


@pytest.mark.parametrize("number", range(6))
@pytest.mark.parametrize("seat", [0, 1])
def test_the_ryokan_legends_and_effects_count_at_each_moment(number: int, seat: int) -> None:
    game = random_game(number, options=EXPANSION)
    points = points_so_far(game.view(), seat)
    for ply in range(2, len(game.actions)):
        position = game.at(ply).position
        if position.phase is Phase.PLAY:
            own, other = position.territory(seat), position.territory(1 - seat)
            assert points[ply] == total(own.cards, best_copies(own, other), own.ryokan).points
    assert game.outcome is not None
    assert points[-1] == game.outcome.sheets[seat].total
    assert by_points(game.view()) is not None


@pytest.mark.parametrize(
    ("river", "ryokan", "known"), [("F", "04", True), ("C", "04", True), ("C", "14", False), ("W", "04", False)]
)
def test_in_a_game_from_a_position_the_ryokan_may_not_be_known(river: str, ryokan: str, known: bool) -> None:
    """Turned over, it was its owner's; taken, it may have lain aside; a Samurai may do either."""
    text = f"{river}F/SA/KR/OT/HB FMMMM/MMMMM MMMMM/MMMMM 000:000 0 - - - {ryokan}"
    game = Game.from_position(Position.from_text(text))
    game.play("develop L2" if river == "F" else "develop L1")
    assert bool(points_so_far(game.view(0), 0)) is known


def test_negative_points_stand_beside_no_dash() -> None:
    assert bare_balance(TurningPoint(turn=(), before=(5, -7), after=(5, 2))) == "5 to -7 → 5 to 2"
