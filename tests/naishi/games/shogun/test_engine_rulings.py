"""Rulings that recorded games seldom reach.

The numbers are those of the digest's decisions.
"""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from naishi.games.shogun import engine
from naishi.games.shogun.data import ACTIONS, BUILDINGS, CASTLE, RAISE3, RAISE5, SPECIALS, board, event_indexes, indexes
from naishi.games.shogun.position import LOST, NEUTRAL, Position, position_text
from tests.naishi.games.shogun.playing import CheckedChance

KII, ISE, YAMATO, MINO, KAI = (indexes()[name] for name in ("Kii", "Ise", "Yamato", "Mino", "Kai"))


def season(event: str = "", taken: Sequence[tuple[str, int]] = ()) -> Position:
    """Four seats in the middle of a season; nobody holds anything."""
    position = Position(4, "published")
    position.season, position.order, position.turns = 1, tuple(range(10)), (0, 1, 2, 3)
    position.choosers, position.places = position.turns, tuple(range(5))
    position.takers = tuple(dict(taken).get(special, -1) for special in SPECIALS)
    position.current = event_indexes()[event] if event else -1
    position.plans = ((-1,) * 11,) * 4
    return position


def hold(position: Position, at: int, seat: int, armies: int, *, buildings: int = 0, markers: int = 0) -> None:
    position.owner[at], position.armies[at] = seat, armies
    position.buildings[at], position.markers[at] = buildings, markers
    position.reserve[seat] -= armies


def throws(*fell: str) -> CheckedChance:
    return CheckedChance("", [("throw", each) for each in fell])


def test_d4_no_castle_is_built_when_none_is_left_in_the_box() -> None:
    position = season()
    for at in range(28):
        hold(position, at, at % 4, 1, buildings=BUILDINGS[CASTLE])
    hold(position, KAI if position.owner[KAI] == NEUTRAL else 44, 0, 1)
    free = next(at for at in range(45) if position.owner[at] == 0 and not position.buildings[at])
    assert engine.cannot(position, 0, CASTLE, free) == "tokens"
    position.buildings[0] = 0
    assert engine.cannot(position, 0, CASTLE, free) == ""


@pytest.mark.parametrize(
    ("action", "event", "six", "reserve", "armies"),
    [
        (RAISE5, "", True, 6, 6),
        (RAISE5, "", True, 5, 5),
        (RAISE5, "", True, 4, 0),
        (RAISE5, "raise", True, 6, 6),
        (RAISE5, "raise", True, 5, 3),
        (RAISE5, "raise", False, 9, 3),
        (RAISE3, "raise", False, 9, 2),
        (RAISE3, "", False, 2, 0),
    ],
)
def test_d6_and_d7_how_many_armies_are_raised(action: int, event: str, six: bool, reserve: int, armies: int) -> None:
    assert engine.armies_raised(action, event, six, reserve) == armies


def test_d6_attack_and_defence_are_used_and_add_up_with_the_castle_event() -> None:
    position = season("castle-2", [("attack", 0), ("defence", 1)])
    hold(position, KII, 0, 5)
    hold(position, ISE, 1, 2, buildings=BUILDINGS[CASTLE])
    engine.move_armies(position, 0, KII, ISE, 3, throws("0.0.0.0.0"))
    assert position.happened[0].cubes == (4, 4, 0, 0, 0)
    assert position.inside == [4, 4, 0, 0, 0]


def test_d6_the_attack_card_is_used_against_neutral_provinces_but_not_without_a_reserve() -> None:
    position = season("", [("attack", 0)])
    hold(position, KII, 0, 5)
    assert engine.extra_armies(position, 0, NEUTRAL, ISE) == (1, 0)
    position.reserve[0] = 0
    assert engine.extra_armies(position, 0, NEUTRAL, ISE) == (0, 0)


def test_d8_farmers_take_the_losses_first_and_the_rest_of_them_go_back() -> None:
    found = engine.battle(0, 1, True, [3, 2, 0, 0, 2])
    assert (found.winner, found.left, found.back) == ("defender", 1, (3, 1, 0, 0, 2))


def test_d8_a_defender_ahead_with_farmers_only_holds_nothing() -> None:
    assert engine.battle(0, 1, True, [1, 0, 0, 0, 2]).winner == ""
    assert engine.battle(0, 1, True, [0, 0, 0, 0, 0]).winner == ""
    assert engine.battle(0, 1, True, [0, 1, 0, 0, 0]).winner == "defender"


def test_farmers_stay_on_the_tray_where_there_is_a_marker() -> None:
    found = engine.battle(0, 1, False, [2, 1, 3, 0, 4])
    assert (found.winner, found.left, found.tray, found.back) == ("attacker", 1, (0, 0, 3, 0, 4), (1, 1, 0, 0, 0))


def test_d9_a_gain_is_kept_even_if_the_province_is_lost() -> None:
    position = season()
    hold(position, KAI, 0, 2, buildings=7, markers=3)
    position.plans = ((KAI, *(-1,) * 10), *position.plans[1:])
    engine.act(position, 0, ACTIONS.index("tax"), KAI, throws("1.0.0.0.1"))
    assert position.chests[0] == 15 + board().provinces[KAI].tax
    assert (position.owner[KAI], position.buildings[KAI], position.markers[KAI]) == (NEUTRAL, 0, 0)
    assert position.plans[0] is not None
    assert position.plans[0][0] == LOST


def test_d11_whoever_shares_the_most_gets_one_less() -> None:
    assert engine.region_points([2, 2, 1], 3) == [2, 2, 0]
    assert engine.region_points([1, 1, 0], 1) == [0, 0, 0]
    assert engine.region_points([0, 0, 0], 3) == [0, 0, 0]


def test_d13_with_few_farmers_in_stock_as_many_defend_as_there_are() -> None:
    position = season("neutral-3")
    position.farmers = 1
    assert engine.farmers_defending(position) == 1
    position.farmers = 0
    assert engine.farmers_defending(position) == 0


def test_a_province_with_a_temple_may_be_entered_but_not_attacked_under_its_event() -> None:
    position = season("temple-3")
    for at, seat in ((KII, 0), (ISE, 0), (YAMATO, 1), (indexes()["Settsu"], 1)):
        hold(position, at, seat, 2, buildings=BUILDINGS[1] if at != indexes()["Settsu"] else 0)
    near = engine.targets(position, 0, ACTIONS.index("fightA"), KII)
    assert ISE in near
    assert indexes()["Settsu"] in near
    assert YAMATO not in near


def test_a_lost_card_leaves_the_plan_for_everybody_and_the_new_owner_cannot_use_it() -> None:
    position = season()
    hold(position, KII, 0, 6)
    hold(position, ISE, 1, 1)
    plan = (*(-1,) * 9, ISE, 50)
    position.plans = (position.plans[0], plan, *position.plans[2:])
    engine.move_armies(position, 0, KII, ISE, 5, throws("5.1.0.0.0"))
    assert position.owner[ISE] == 0
    assert position.armies[ISE] == 4
    assert position.plans[1] == (*(-1,) * 9, LOST, 50)
    assert position.plans[0] is not None
    assert ISE not in position.plans[0]


@pytest.mark.parametrize("missing", range(9))
def test_the_supply_table_says_how_many_provinces_revolt_and_how_strongly(missing: int) -> None:
    revolts, farmers = engine.supply(missing)
    assert (revolts, farmers) == [(0, 0), (1, 1), (1, 2), (2, 2), (2, 2), (2, 3), (2, 3), (3, 3), (3, 3)][missing]


def test_a_winter_takes_rice_then_provinces_and_counts_points() -> None:
    position = season()
    position.season, position.done, position.order = 3, 10, tuple(range(10))
    position.open, position.used = (event_indexes()["raise-1"],), (event_indexes()["raise-1"],)
    hold(position, KII, 0, 3, buildings=1)
    hold(position, ISE, 1, 3)
    position.rice = [2, 0, 0, 0]
    engine.advance(position, CheckedChance("winter"))
    assert position_text(position).startswith("2.1 plan:0123 -")
    assert position.points[0] == 1 + 1 + 3
    assert position.rice == [0, 0, 0, 0]
    revolts = [event for event in position.happened if event.kind == "revolt"]
    assert [event.seat for event in revolts] == [1]
    assert revolts[0].cubes == (0, 3, 0, 0, 1)


def test_choice_order_is_by_chests_then_provinces_then_nothing() -> None:
    bids = [50, 54, KII, -1, 51]
    assert engine.choice_order(bids, [4, 3, 2, 1, 0]) == (1, 4, 2, 0, 3)
    assert engine.choice_order([52, 52, 52], [2, 0, 1]) == (2, 0, 1)
