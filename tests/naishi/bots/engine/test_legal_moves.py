"""What follows an action is what the rules lead to, though only one of those that are alike is tried."""

from __future__ import annotations

from naishi import Game
from naishi.bots.engine.legal_moves import legal_moves
from naishi.bots.engine.observation import flow
from naishi.rules.actions import ACTIONS
from naishi.rules.phase import Phase
from tests.naishi.playing import chance


def test_every_action_changes_the_turn_and_the_court_as_the_rules_say() -> None:
    tried = 0
    for seed in range(60):
        draw, game = chance(seed), Game.new(seed=seed)
        while game.turn is not None:
            position = game.position.copy()
            if position.phase is Phase.PLAY:
                moves, seat = legal_moves(position), position.turn
                for code, follows in zip(moves.codes, moves.follows, strict=True):
                    position.push(ACTIONS[code])
                    assert follows.tolist() == [int(value) for value in flow(position, seat)]
                    position.pop()
                    tried += 1
            game.play(draw.choice(game.legal_actions()))
    assert tried > 20_000
