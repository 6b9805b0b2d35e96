"""Games of Ninjato for screen tests."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from naishi.games.ninjato.kind import NINJATO
from naishi.games.ninjato.view import NinjatoView
from naishi.tabletop.players import Player
from naishi_tui.table.widgets import Drawing
from tests.naishi_tui.desk import Desk

NAMES = ("Aiko", "Bruno", "Chie", "Daan")


def ninjato(*players: str | Player, seed: str = "5") -> Any:
    return NINJATO.new(players, {}, seed)


def bots_until(
    wanted: Callable[[NinjatoView], bool], players: int = 3, seed: str = "5", level: str = "beginner"
) -> Any:
    """A game of people that bots have played until what the one to decide sees is as wanted."""
    game, bot = ninjato(*NAMES[:players], seed=seed), NINJATO.bot(level, 1)
    while game.awaited:
        view = game.view(game.awaited[0])
        if wanted(view):
            return game
        game.play(bot.choose(view), view.seat)
    raise LookupError(seed)


def seen(game: Any) -> Any:
    """What the one to decide sees."""
    return game.view(game.awaited[0])


def written(drawing: Drawing) -> list[str]:
    """The lines of a board."""
    return ["".join(span.text for span in row) for row in drawing.rows]


def worst(players: int, stage: str) -> Any:
    """A view with every field at its longest, in a stage of the game."""
    view = seen(bots_until(lambda view: view.table.stage == stage, players))
    table = view.table
    for house in table.houses:
        house.clan, house.sentry = "G8", "3!"
        house.loot = tuple(f"{kind}{red}" for red in ("", "*") for kind in "fsvjg" for _copy in range(9))
    table.palace, table.pavilion = (
        ("G29", "G47", "M63", "T41"),
        ("dishonour:??", "dishonour:f", "goodwill:s", "master:?"),
    )
    table.sensei = ("mind_over_body", "seishin_teki", "distraction", "shinobi_iri")[:players]
    table.pile = tuple(range(players))
    kinds = ("dishonour:??", "friends:f", "goodwill:s", "master:f", "warrior:j")
    for seat, player in enumerate(table.players):
        player.honour, player.elite = 188, ("3+5",) * 20
        player.loot = tuple(kind for kind in "fsvjg" for _copy in range(20))
        player.ready = ("choho", "distraction", "intonjutsu", "kenjutsu", "mind_over_body", "open_hand", "shinobi_iri")
        player.used = ("boryaku", "seishin_teki")
        player.envoys = ("G47", "G49", "G65", "M45", "M63", "T33", "T51")
        player.rumours = tuple(code for code in kinds for _copy in range(6))
        player.hand = ("1", "1", "2", "3", "3", "4", "5") if seat == view.seat else ("?",) * 7
    return NinjatoView(table, ("Wwwwwwwwwwww",) * players, view.events)


def in_stage(stage: str, players: int = 2, least: int = 0) -> Any:
    """A game between beginners at a stage of a raid, with so many treasures won."""
    game = ninjato(*NAMES[:players])
    bot = NINJATO.bot("intermediate", 1)
    while game.awaited:
        table, seat = game.position, game.awaited[0]
        if table.stage == stage and (table.raid is None or len(table.raid.shuriken) >= least):
            return game
        actions = game.view(seat).legal_actions
        wanted = next((each for each in actions if each.text == "banzai"), None)
        game.play(wanted or bot.choose(game.view(seat)), seat)
    raise LookupError(stage)


def last_action(at: Desk) -> str:
    return str(at.any_game.actions[-1].text)
