"""What several of the test modules here use."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from naishi import Card, Territory, score
from naishi.bots import Clock
from naishi.games.naishi.bots.engine import rollouts as r, weights
from naishi.games.naishi.bots.engine.belief import (
    World,
)
from naishi.games.naishi.bots.engine.legal_moves import legal_moves
from naishi.games.naishi.bots.engine.network import by_network
from naishi.games.naishi.bots.engine.turns import exact_at_end
from naishi.games.naishi.bots.players.learned import BriefBot
from naishi.games.naishi.game.game import Game
from naishi.games.naishi.game.view import PlayerView
from naishi.games.naishi.rules.actions import ACTIONS, Action, Use
from naishi.games.naishi.rules.cards import DECK, LEGENDS, LEGENDS_TRAVELLERS, REPLACED, TRAVELLERS, Deal, Phase
from naishi.games.naishi.rules.scoring import ScoreSheet, choices, ninjas
from tests.naishi.playing import chance


def played(deal: int) -> list[tuple[PlayerView, World]]:
    """A game between learned bots: what is seen before each turn, and how it really is."""
    game, found = Game.new(deal=Deal.random(f"belief {deal}")), []
    world, bot = World.dealt(game.deal), BriefBot(deal)
    while game.turn is not None:
        view = game.view(game.turn)
        if world.playing and not view.developed and not view.bonus:
            found.append((view, world.copy()))
        action = bot.choose(view, Clock())
        game.play(action)
        world.push(action)
    return found


def ended(seed: int) -> tuple[Game, Action, World]:
    """A random game before its last action, that action, and the world after it."""
    draw, game = chance(seed), Game.new(seed=seed)
    world = World.dealt(game.deal)
    while True:
        action = draw.choice(game.legal_actions())
        world.push(action)
        if world.memories is not None and not world.playing:
            return game, action, world
        game.play(action)


def best_sheet(own: Territory, other: Territory) -> ScoreSheet:
    """The sheet of a territory with the best copies, by the rules."""
    may = {cell: cards for cell, cards in ninjas(own, other).items() if cards}
    ways = [dict(zip(may, way, strict=True)) for way in product(*may.values())]
    sheets = [score(own, way, opponent=other) for way in ways]
    return max(sheets, key=lambda sheet: (sheet.total, sheet.colours))


def added(cards: list[Card], cell: int, card: Card) -> int:
    return best_total([*cards[:cell], card, *cards[cell + 1 :]]) - best_total(cards)


def swapped(cards: list[Card], one: int, other: int) -> int:
    twin = cards.copy()
    twin[one], twin[other] = twin[other], twin[one]
    return best_total(twin) - best_total(cards)


def steps(seed: int) -> Iterator[tuple[Game, World]]:
    """A random game in play, as a game and as a world, in which Travellers come and go more often than by chance."""
    draw, game = chance(seed), Game.new(deal=Deal.random(seed, LEGENDS_TRAVELLERS))
    world = World.dealt(game.deal)
    while actions := game.legal_actions():
        if game.phase is Phase.PLAY:
            yield game, world
        action = draw.choice(actions)
        if game.phase is Phase.PLAY and game.turn is not None and draw.random() < 0.6:
            action = draw.choice([each for each in actions if moves_traveller(game, each)] or actions)
        game.play(action)
        world.push(action)


def moves_traveller(game: Game, action: Action) -> bool:
    cell = getattr(action, "cell", None)
    if cell is None or game.turn is None or isinstance(action, Use):
        return isinstance(action, Use)
    position = game.position
    pile = position.river[cell % 5]
    return position.territories[game.turn][cell] in TRAVELLERS or bool(pile and pile[-1] in TRAVELLERS)


def territories(count: int) -> list[list[Card]]:
    """Territories of a few or many development cards, mountains on the other places."""
    draw, drawn = chance(1), []
    for _territory in range(count):
        cards = draw.sample(DECK, draw.randrange(11))
        cards += [Card.MOUNTAIN] * (10 - len(cards))
        draw.shuffle(cards)
        drawn.append(cards)
    return drawn


def best_score(cards: list[Card]) -> tuple[int, int]:
    """The points and colours of a territory with the best copies, by the rules."""
    territory = Territory(tuple(cards))
    ninjas, may = [*territory.where(Card.NINJA)], choices(territory)
    ways = product(may, repeat=len(ninjas)) if may else [()]
    sheets = [score(territory, dict(zip(ninjas, way, strict=False))) for way in ways]
    return max((sheet.total, sheet.colours) for sheet in sheets)


def best_total(cards: list[Card]) -> int:
    return best_score(cards)[0]


def pairs(count: int) -> list[tuple[Territory, Territory]]:
    """Territories of both sides, with Legends more often than in a game."""
    draw, drawn = chance(1), []
    for _pair in range(count):
        legends, deck = draw.sample(LEGENDS, 3), [*DECK]
        for legend in legends:
            deck.remove(REPLACED[legend])
        cards = [*legends, *draw.sample(TRAVELLERS, draw.randrange(4)), *draw.sample(deck, draw.randrange(14))]
        cards += [Card.MOUNTAIN] * (20 - len(cards))
        draw.shuffle(cards)
        sides = [draw.choice([0, 4, 7]), 0]
        draw.shuffle(sides)
        drawn.append((Territory(tuple(cards[:10]), sides[0]), Territory(tuple(cards[10:]), sides[1])))
    return drawn


EVALUATE = exact_at_end(by_network(weights.shipped()))


def worlds(count: int) -> Iterator[World]:
    """The worlds of some games, wherever a seat has a choice."""
    for _view, world in played(count):
        if world.playing and len(legal_moves(world.position).codes) > 1:
            yield world.copy()


def after_turn(world: World, turn: tuple[int, int]) -> World:
    return r.after(world, [ACTIONS[code] for code in turn if code >= 0])


def ends(world: World, turn: tuple[int, int]) -> bool:
    """Whether a turn of two actions ends the game."""
    return not after_turn(world, turn).playing
