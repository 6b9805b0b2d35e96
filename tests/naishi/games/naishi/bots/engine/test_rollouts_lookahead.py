"""Endgame lookahead: when, what it finds, stopping."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import numpy as np
import pytest

from naishi import Action, Game, PlayerView
from naishi.bots import Clock, ThinkingCancelledError, make
from naishi.games.naishi.analysis.choices import advise
from naishi.games.naishi.bots.engine import weights
from naishi.games.naishi.bots.engine.belief import likely_determinizations
from naishi.games.naishi.bots.engine.network import by_network, utility
from naishi.games.naishi.bots.engine.rollouts import CLOSE, OPEN, TURNS, after, cards_left, look_ahead, rollouts
from naishi.games.naishi.bots.engine.turns import Turns, exact_at_end
from naishi.games.naishi.bots.players.learned import BriefBot, turns_of
from naishi.games.naishi.rules.cards import Phase
from tests.naishi.games.naishi.game.worlds import resampled
from tests.naishi.playing import chance

pytestmark = pytest.mark.ci

EVALUATE = by_network(weights.shipped())


def games(count: int) -> Iterator[Game]:
    """Games between brief bots, at each decision of a turn."""
    for deal in range(count):
        yield from decisions(deal)


@cache
def decisions(deal: int) -> tuple[Game, ...]:
    bot, game, found = BriefBot(1), Game.new(seed=deal), list[Game]()
    while game.turn is not None:
        view = game.view(game.turn)
        if view.phase is Phase.PLAY:
            found.append(game.copy())
        game.play(bot.choose(view, Clock()))
    return tuple(found)


def soon_over(view: PlayerView) -> bool:
    return cards_left(view) < len(CLOSE) and view.last != view.seat and len(view.legal_actions) > 1


def looked(view: PlayerView) -> tuple[Turns, Turns]:
    """The turns before and after looking ahead."""
    turns = turns_of(view, exact_at_end(EVALUATE))
    return turns, look_ahead(view, turns, EVALUATE, chance(3))


def looks(view: PlayerView) -> bool:
    turns, found = looked(view)
    return found is not turns


def played_on(view: PlayerView, turns: Turns) -> list[int]:
    best = turns.different(0, TURNS)
    return [turn for turn in best if turns.worth[turn] >= turns.worth[best[0]] - CLOSE[cards_left(view)]]


def test_only_turns_near_the_end_are_played_on_and_never_the_last() -> None:
    late = last = 0
    for game in games(3):
        view = game.view(game.turn or 0)
        turns, found = looked(view)
        if found is not turns:
            assert soon_over(view)
            assert len(played_on(view, turns)) > 1
            assert OPEN[0] <= turns.values[turns.best(0)[0], 0] <= OPEN[1]
            late += 1
        last += view.last == view.seat
    assert late
    assert last


def test_turns_that_were_not_played_on_keep_their_order_behind_those_that_were() -> None:
    for game in games(2):
        turns, found = looked(game.view(game.turn or 0))
        if found is not turns:
            tried = played_on(game.view(game.turn or 0), turns)
            assert set(found.best(0, len(tried))) == set(tried)
            others = [turn for turn in turns.best(0, len(turns.game)) if turn not in tried]
            assert found.best(0, len(turns.game))[len(tried) :] == others


@pytest.mark.slow
def test_what_it_prefers_does_better_in_other_worlds() -> None:
    gains = []
    for game in games(5):
        view = game.view(game.turn or 0)
        if soon_over(view):
            turns, found = looked(view)
            before, now = turns.best(0)[0], found.best(0)[0]
            if before != now:
                gains.append(worth(view, turns.begun(now)) - worth(view, turns.begun(before)))
    assert len(gains) > 3
    assert np.mean(gains) > 0.01


def worth(view: PlayerView, actions: tuple[Action, ...]) -> float:
    """The value of a turn, played on for a round in 24 worlds."""
    worlds = likely_determinizations(view, 24, chance(8))
    matches = [after(world, actions) for world in worlds]
    found = rollouts(matches, view.seat, EVALUATE, rounds=1)
    return float(utility(found).mean())


def test_it_makes_no_difference_what_is_hidden() -> None:
    draw, compared = chance(5), 0
    for game in games(2):
        seat = game.turn or 0
        if soon_over(game.view(seat)):
            other = Game(resampled(game, seat, draw))
            while len(other.actions) < len(game.actions):
                other.redo()
            one, two = game.view(seat), other.view(seat)
            assert make("quick", 1).choose(one, Clock()) == make("quick", 1).choose(two, Clock())
            assert compared > 1 or advise(one) == advise(two), "with the reasons, which take longer"
            compared += 1
    assert compared > 3


def test_it_can_be_cancelled() -> None:
    view = next(view for game in games(3) if looks(view := game.view(game.turn or 0)))
    asked = 0

    def cancelled() -> bool:
        nonlocal asked
        asked += 1
        return asked > 1  # not before it looks ahead

    with pytest.raises(ThinkingCancelledError):
        make("quick", 1).choose(view, Clock(cancelled=cancelled))
