"""Lists of whole turns: those with two actions, and brief ones."""

from __future__ import annotations

import numpy as np
import pytest

from naishi.games.naishi.bots.engine import points as p
from naishi.games.naishi.bots.engine.afterstates import Afterstates
from naishi.games.naishi.bots.engine.belief import World, observations
from naishi.games.naishi.bots.engine.legal_moves import legal_moves, moves_after
from naishi.games.naishi.bots.engine.ninjas import best_copies
from naishi.games.naishi.bots.engine.turns import BRIEF, MANY, Turns, list_turns
from naishi.games.naishi.rules.actions import ACTIONS, Action, Develop, Discard, Swap
from naishi.games.naishi.rules.position import Position
from tests.naishi.games.naishi.bots.engine.shared import EVALUATE, after_turn, ends, worlds

pytestmark = pytest.mark.ci


def listed(turns: Turns, game: int) -> dict[tuple[int, int], tuple[float, ...]]:
    """The turns of a position and their values."""
    mine = np.flatnonzero(turns.game == game)
    return {(int(turns.first[i]), int(turns.second[i])): tuple(turns.values[i].tolist()) for i in mine}


@pytest.mark.slow
def test_of_the_turns_with_two_actions_those_with_the_most_points_are_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    some = list(worlds(4))
    base, positions = observations(some), [world.position for world in some]
    many = list_turns(base, positions, EVALUATE)
    monkeypatch.setattr("naishi.games.naishi.bots.engine.turns.MANY", 10_000)
    every = list_turns(base, positions, EVALUATE)
    left_out, same = 0, []
    for game in range(len(some)):
        whole, listed_turns = listed(every, game), listed(many, game)
        missing = whole.keys() - listed_turns.keys()
        assert listed_turns.keys() <= whole.keys()
        world, kept = some[game], [turn for turn in listed_turns if turn[1] >= 0]
        assert not any(ends(world, turn) for turn in missing)
        assert not missing or len(kept) >= MANY
        fewest = min([left_with(world, turn) for turn in kept if not ends(world, turn)], default=0)
        assert all(left_with(world, turn) <= fewest for turn in missing)
        left_out += len(missing)
        same.append(max(whole.values())[0] == pytest.approx(max(listed_turns.values())[0], abs=1e-4))
    assert left_out > 5000
    assert np.mean(same) > 0.9


def left_with(world: World, turn: tuple[int, int]) -> float:
    """The points that a turn leaves the seat."""
    cards = after_turn(world, turn).position.territories[world.position.turn]
    return float(p.totals(p.points(best_copies(p.masks_of(np.array([cards])))))[0])


@pytest.mark.ci
def test_a_brief_list_leaves_out_what_may_wait_for_new_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("naishi.games.naishi.bots.engine.turns.MANY", 10_000)
    some = list(worlds(4))
    base, positions = observations(some), [world.position for world in some]
    every, few = list_turns(base, positions, EVALUATE), list_turns(base, positions, EVALUATE, briefly=True)
    waiting, poor, best = 0, 0, []
    for game in range(len(some)):
        whole, brief = listed(every, game), listed(few, game)
        for turn, value in brief.items():
            assert value == pytest.approx(whole[turn], abs=1e-4)
        left_out = whole.keys() - brief.keys()
        assert all(second >= 0 for _first, second in left_out)
        waiting += sum(isinstance(ACTIONS[first], Develop) for first, _second in left_out)
        begun = {
            turn: value for turn, value in whole.items() if not (isinstance(ACTIONS[turn[0]], Develop) and turn[1] >= 0)
        }
        poor += len(begun) - len(begun.keys() & brief.keys())
        best.append(max(begun.values()) == pytest.approx(max(brief.values()), abs=1e-4))
    assert waiting > 1000
    assert poor > 1000
    assert np.mean(best) > 0.9


def test_of_the_swaps_that_end_a_turn_a_brief_list_has_those_with_the_most_points() -> None:
    left_out = 0
    for world in list(worlds(2))[::2]:
        seat = world.position.turn
        develop = next((each for each in world.position.legal_actions() if isinstance(each, Develop)), None)
        if develop is None:
            continue
        world.push(develop)
        swaps = [each.code for each in world.position.legal_actions() if isinstance(each, Swap)]
        if world.position.turn != seat or not swaps:
            continue
        turns = list_turns(observations([world]), [world.position], EVALUATE, briefly=True)
        kept = {*swaps} & {*turns.first.tolist()}
        missing = {*swaps} - kept
        assert len(kept) == min(BRIEF, len(swaps))
        assert all(left_with(world, (code, -1)) <= min(left_with(world, (k, -1)) for k in kept) for code in missing)
        assert {*legal_moves(world.position).codes.tolist()} - missing == {*turns.first.tolist()}
        left_out += len(missing)
    assert left_out > 100


@pytest.mark.parametrize("briefly", [False, True])
def test_turns_are_listed_though_none_has_a_known_second_action(briefly: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """The develops after a bonus may as well come first, or take cards that aren't turned up yet."""
    monkeypatch.setattr("naishi.games.naishi.bots.engine.turns.without_unknown", nothing)
    some = list(worlds(1))[:3]
    turns = list_turns(observations(some), [world.position for world in some], EVALUATE, briefly=briefly)
    assert set(turns.game) == {0, 1, 2}
    assert (turns.second == -1).all()


def nothing(two: Afterstates) -> Afterstates:
    return Afterstates._make(part[:0] for part in two)


@pytest.mark.ci
def test_a_develop_that_may_come_before_the_bonus_is_left_out_after_it() -> None:
    kept = left_out = 0
    for world in worlds(3):
        position = world.position
        for first in position.legal_actions():
            position.push(first)
            going = world.playing and len(position.legal_actions()) > 1 and (position.developed or position.bonus)
            legal = position.legal_actions() if going else []
            position.pop()
            if legal:
                known = moves_after(position, [first.code])[first.code].codes.tolist()
                assert set(known) <= {action.code for action in legal}
                kept += len(known)
                for second in legal:
                    if second.code not in known and not turned_up(first, second):
                        assert cards_after(position, first, second) == cards_after(position, second, first)
                        left_out += 1
    assert kept > 100
    assert left_out > 100


def turned_up(first: Action, second: Action) -> bool:
    """Whether a develop takes a card that a discard turns up, which isn't known beforehand."""
    piles = {first.first % 5, first.second % 5} if isinstance(first, Discard) else set()
    return isinstance(second, Develop) and second.cell % 5 in piles


def cards_after(position: Position, *actions: Action) -> object:
    twin = position.copy()
    for action in actions:
        twin.push(action)
    return twin.territories, twin.river, twin.court, twin.turn, sorted(twin.discards)
