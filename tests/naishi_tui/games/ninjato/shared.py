"""What several of the test modules here use."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

from naishi.games.ninjato.kind import NINJATO
from tests.naishi_tui.games.ninjato.playing import NAMES, ninjato


def in_a_raid(*players: Any) -> Any:
    """Return a game whose raider has won something and may leave."""
    for seed in range(50):
        game = NINJATO.new(players, {}, str(seed))
        for _turn in range(4):
            seat, legal = game.awaited[0], game.view(game.awaited[0]).legal_actions
            if any(action.text == "raid 1 strength" for action in legal):
                game.play("raid 1 strength", seat)
                plays = [action for action in game.view(seat).legal_actions if action.verb == "play"]
                if plays:
                    game.play(plays[0], seat)
                    if game.position.stage == "decide":
                        return game
            break
    raise AssertionError


def in_a_raid_of_two() -> Any:
    """Return the same of two people without PINs."""
    return in_a_raid("Aiko", "Bruno")


def played_at_random(players: int, actions: int, seed: int = 1) -> Any:
    """A game in the middle."""
    games, chance = _moments(players, seed)  # as far as a test has needed them
    while (game := games[-1]).awaited and len(games) <= actions:
        seat = game.awaited[0]
        games.append(game := game.copy())
        game.play(chance.choice(game.view(seat).legal_actions), seat)
    return games[: actions + 1][-1].copy()


@cache
def _moments(players: int, seed: int) -> tuple[list[Any], random.Random]:
    return [ninjato(*NAMES[:players])], random.Random(seed)
