"""Random games of three, four and five players: engine, position."""

from __future__ import annotations

from naishi.games.shogun.actions import EMPTY
from naishi.games.shogun.data import BID, board
from naishi.games.shogun.position import position_text
from tests.naishi.games.shogun.shared import SHORT, RandomGame, games


@games
def test_cubes_are_never_made_or_lost(game: RandomGame) -> None:
    for _before, _seat, _action, now in game.steps():
        for seat in range(game.seats):
            land = sum(now.armies[at] for at in now.held(seat))
            assert land + now.reserve[seat] + now.inside[seat] + now.tray[seat] == board().armies
        assert now.farmers + now.inside[-1] + now.tray[-1] == board().farmers
        assert min(now.reserve + now.chests + now.rice + now.tray + now.inside) >= 0
        assert all((owner >= 0) == (armies > 0) for owner, armies in zip(now.owner, now.armies, strict=True))


def test_in_short_games_armies_tokens_and_chests_run_out_and_a_seat_without_provinces_bids() -> None:
    reasons, bids = set[str](), 0
    for game in SHORT:
        for before, seat, action, now in game.steps():
            reasons |= {each.word for each in now.happened if each.kind == "skipped"}
            if action.verb == "plan" and not before.held(seat):
                assert {*action.plan[:BID]} == {EMPTY}
                bids += 1
    assert {"reserve", "tokens", "chests"} <= reasons
    assert bids >= len(SHORT)


@games
def test_nothing_changes_a_position_that_was_played_from(game: RandomGame) -> None:
    before_and_text = [(before, position_text(before), before.happened) for before, *_rest in game.steps()]
    for before, text, happened in before_and_text:
        assert position_text(before) == text
        assert before.happened == happened
