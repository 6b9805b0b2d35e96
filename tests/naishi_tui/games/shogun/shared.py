"""What several of the test modules here use."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

from naishi.games.shogun.bots import make
from naishi.games.shogun.kind import SHOGUN
from naishi.tabletop.players import Player
from naishi_tui.games.shogun.plan import name_of
from naishi_tui.games.shogun.table import ShogunTable
from tests.naishi_tui.desk import Desk

NAMES = ("Aiko", "Bruno", "Chie", "Daan", "Emma")


def shogun(*players: str | Player, seed: str = "5") -> Any:
    return SHOGUN.new(players, {}, seed)


def played(players: int, actions: int, seed: int = 1) -> Any:
    """A game in the middle, whose plans a bot has made."""
    games, chance, bot = _moments(players, seed)  # as far as a test has needed them
    while (game := games[-1]).awaited and len(games) <= actions:
        view = game.view(game.awaited[0])
        games.append(game := game.copy())
        game.play(chance.choice(view.legal_actions) if view.legal_actions else bot.choose(view, None), view.seat)
    return games[: actions + 1][-1].copy()


@cache
def _moments(players: int, seed: int) -> tuple[list[Any], random.Random, Any]:
    return [shogun(*NAMES[:players])], random.Random(seed), make("beginner", seed)


def planning() -> Any:
    """A game of three after the draft."""
    game, chance = shogun(*NAMES[:3]), random.Random(3)
    while game.view().ask != "plan":
        seat = game.awaited[0]
        game.play(chance.choice(game.view(seat).legal_actions), seat)
    return game


def fighting(seed: int = 1) -> Any:
    """A game of five where armies move into a battle, all of one keyboard."""
    game = played(5, 80, seed)
    while not game.view().ask.startswith("fight"):
        seat = game.awaited[0]
        actions = game.view(seat).legal_actions
        game.play(actions[0] if actions else planning_text(game), seat)
    return game


def planning_text(game: Any) -> str:
    seat = game.awaited[0]
    return str(make("beginner", 1).choose(game.view(seat), None).text)


def looked_at(at: Desk) -> str:
    """The province under the cursor of the map."""
    return name_of(at.screen(ShogunTable).looking)
