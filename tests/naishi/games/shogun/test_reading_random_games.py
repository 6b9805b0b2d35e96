"""Positions of random games of Shogun, read from their texts: reading, position."""

from __future__ import annotations

import pytest

from naishi.games.shogun.position import position_text
from naishi.games.shogun.reading import read_position
from naishi.games.shogun.rules import from_position
from naishi.tabletop.chance import Source
from tests.naishi.games.shogun.playing import RULES, CheckedChance, any_action
from tests.naishi.games.shogun.shared import RandomGame, games, viewers


@pytest.mark.ci
@games
def test_each_position_can_be_read_from_its_text(game: RandomGame) -> None:
    for number, (_before, _seat, _action, now) in enumerate(game.steps()):
        for viewer in viewers(now) if number % 5 == 0 else ():
            assert position_text(read_position(position_text(now, viewer))) == position_text(now, viewer)


@games
def test_a_game_goes_on_from_each_position(game: RandomGame) -> None:
    for number, (_before, _seat, _action, now) in enumerate(game.steps()):
        if number % 20 == 7:
            chance, source = CheckedChance(game.seed), Source(str(game.seed))
            position = from_position(position_text(now), chance)
            assert position_text(position) == position_text(now)
            while position.ask != "end":
                seat = position.awaited()[0]
                position = RULES.play(position, seat, any_action(position, seat, source), chance)
