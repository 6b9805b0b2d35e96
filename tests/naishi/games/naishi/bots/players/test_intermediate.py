"""What the intermediate bot sees beyond single actions."""

from __future__ import annotations

import pytest

from naishi import Game, Options
from naishi.bots import Clock, make
from naishi.games.naishi.bots.players.learned import LearnedBot, best_action, turns_of
from naishi.games.naishi.rules.actions import Develop, Swap
from naishi.games.naishi.rules.expansion import LEGENDS_TRAVELLERS
from tests.naishi.games.naishi.bots.engine.test_belief import played

pytestmark = pytest.mark.ci


def test_it_swaps_for_the_sake_of_the_develop_after_it() -> None:
    bot, swapped = make("intermediate", 1), 0
    assert isinstance(bot, LearnedBot)
    for view, _world in [*played(1), *played(2), *played(3)]:
        turns = turns_of(view, bot.exact, briefly=True)
        best = turns.actions(turns.best(0)[0])
        may_end = view.seat == 1 or view.last is not None  # then all turns are listed
        if isinstance(best[0], Swap) and isinstance(best[-1], Develop) and not may_end:
            assert bot.choose(view, Clock()) == best[0]
            swapped += 1
    assert swapped


def test_with_the_expansion_it_weighs_single_actions() -> None:
    bot = make("intermediate", 1)
    assert isinstance(bot, LearnedBot)
    game = Game.new("single actions", options=Options(expansion=LEGENDS_TRAVELLERS))
    for action in ("give 1", "give 1"):
        game.play(action)
    for _action in range(12):
        assert game.turn is not None
        view = game.view(game.turn)
        chosen = bot.choose(view, Clock())
        assert chosen == (best_action(view, bot.exact) if len(view.legal_actions) > 1 else view.legal_actions[0])
        game.play(chosen)
