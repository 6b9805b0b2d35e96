"""Levels below the master, and searches without level."""

from __future__ import annotations

import pytest

from naishi import Game, Options
from naishi.bots import Clock, make
from naishi.games.naishi.bots.players.learned import LearnedBot, QuickBot, SingleActionBot, best_action, turns_of
from naishi.games.naishi.rules.actions import Develop, Swap
from naishi.games.naishi.rules.cards import LEGENDS_TRAVELLERS, Module
from tests.naishi.games.naishi.bots.engine.shared import played

pytestmark = pytest.mark.ci


def test_brief_swaps_for_the_sake_of_the_develop_after_it() -> None:
    bot, swapped = make("brief", 1), 0
    assert isinstance(bot, LearnedBot)
    for view, _world in [*played(1), *played(2), *played(3)]:
        turns = turns_of(view, bot.exact, briefly=True)
        best = turns.actions(turns.best(0)[0])
        may_end = view.seat == 1 or view.last is not None  # then all turns are listed
        if isinstance(best[0], Swap) and isinstance(best[-1], Develop) and not may_end:
            assert bot.choose(view, Clock()) == best[0]
            swapped += 1
    assert swapped


@pytest.mark.parametrize("name", ["brief", "intermediate"])
def test_single_actions_are_weighed_without_errors(name: str) -> None:
    """By brief with the expansion, by the intermediate bot in the base game."""
    bot = make(name, 1)
    assert isinstance(bot, LearnedBot)
    expansion = LEGENDS_TRAVELLERS if name == "brief" else None
    game = Game.new("single actions", options=Options(expansion=expansion))
    for action in ("give 1", "give 1"):
        game.play(action)
    for _action in range(12):
        assert game.turn is not None
        view = game.view(game.turn)
        chosen = bot.choose(view, Clock())
        assert chosen == (best_action(view, bot.exact) if len(view.legal_actions) > 1 else view.legal_actions[0])
        game.play(chosen)


@pytest.mark.parametrize("expansion", [None, LEGENDS_TRAVELLERS])
def test_each_level_below_the_strong_one_errs_less_than_the_one_before(expansion: Module | None) -> None:
    """They differ in nothing else: so the steps are as even as their errors."""
    errors = []
    for name in ("beginner", "apprentice", "improver", "intermediate"):
        bot = make(name, 1)
        assert isinstance(bot, SingleActionBot)
        errors.append(bot.wide if expansion else bot.noise)
    assert errors == sorted(errors, reverse=True)
    assert len({*errors}) == len(errors)


def test_a_level_that_errs_begins_less_often_with_the_best_action() -> None:
    found = {"beginner": 0, "improver": 0, "intermediate": 0}
    views = [view for deal in range(4) for view, _world in played(deal) if len(view.legal_actions) > 1]
    for name in found:
        bot = make(name, 1)
        assert isinstance(bot, LearnedBot)
        found[name] = sum(bot.choose(view, Clock()) == best_action(view, bot.exact) for view in views)
    assert found["beginner"] < found["improver"] < found["intermediate"] == len(views)


def test_the_strong_level_plays_by_the_quick_search() -> None:
    """Lines of play and puzzles name the search: give the level another one, and they stay as they are."""
    strong, quick = make("strong"), make("quick")
    assert isinstance(strong, QuickBot)
    assert isinstance(quick, QuickBot)
    assert strong.wide < quick.wide
