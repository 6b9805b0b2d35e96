"""Hidden plans and cards in the views of Shogun."""

from __future__ import annotations

import pytest

from naishi.games.shogun import legal
from naishi.games.shogun.actions import EMPTY, make_plan
from naishi.games.shogun.data import BID
from naishi.games.shogun.position import LOST, PUBLIC, Position, position_text
from naishi.tabletop.chance import Source
from naishi.tabletop.game import Step
from tests.naishi.games.shogun.playing import RULES, CheckedChance
from tests.naishi.games.shogun.shared import RandomGame, games, viewers


@games
def test_plans_that_nobody_can_tell_apart_give_equal_views(game: RandomGame) -> None:
    """Another plan of one seat: until a card of it is shown, no other seat's view differs."""
    source = Source(str(game.seed))
    for before, seat, action, now in game.steps():
        if action.verb != "plan":
            continue
        other = legal.sample_plan(before, seat, source)
        chance = CheckedChance(game.seed)
        changed = RULES.play(before, seat, other, chance)
        for viewer in viewers(now):
            if viewer != seat and now.ask == "plan":
                assert position_text(changed, viewer) == position_text(now, viewer)
        if now.ask == "plan":
            assert changed.happened == now.happened == ()


@pytest.mark.ci
@games
def test_what_is_still_hidden_of_a_plan_makes_no_view_differ(game: RandomGame) -> None:
    for _before, _seat, _action, now in game.steps():
        for viewer in viewers(now):
            other = now.copy()
            other.plans = tuple(
                plan
                if plan is None or seat == viewer
                else tuple(
                    entry if entry == LOST or now.is_shown(seat, space) else EMPTY for space, entry in enumerate(plan)
                )
                for seat, plan in enumerate(now.plans)
            )
            assert position_text(other, viewer) == position_text(now, viewer)
            assert other.awaited() == now.awaited()


@pytest.mark.ci
@games
def test_face_down_cards_make_no_view_differ(game: RandomGame) -> None:
    for number, (_before, _seat, _action, now) in enumerate(game.steps()):
        hidden = now.copy()
        known = now.done + 5
        hidden.order = (*now.order[:known], *reversed(now.order[known:]))
        hidden.coming = (*reversed(now.coming),)
        hidden.deck = (*now.deck[:2], *reversed(now.deck[2:]))
        hidden.winter_order = (*reversed(now.winter_order),)
        for viewer in viewers(now):
            assert position_text(hidden, viewer) == position_text(now, viewer)
            if number % 9 == 0:
                seat = None if viewer == PUBLIC else viewer
                assert RULES.view(hidden, seat, names=()) == RULES.view(now, seat, names=())


@games
def test_a_plan_is_hidden_until_its_season_is_over(game: RandomGame) -> None:
    plans: list[tuple[int, int, Position]] = []
    for before, seat, action, now in game.steps():
        if action.verb == "plan":
            plans.append((seat, RULES.round(before), before))
        for planner, season, _position in plans[-game.seats :]:
            step = Step(planner, make_plan([EMPTY] * (BID + 1)), season)
            is_seen = RULES.seen(now, step, PUBLIC) is not None
            assert is_seen == (RULES.round(now) > season or now.ask == "end")
            assert RULES.seen(now, step, planner) == step.action
