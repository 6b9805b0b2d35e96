"""A new game that begins in the middle of another one, with the hidden cards as they were or dealt anew."""

from __future__ import annotations

import random
from collections.abc import Sequence

from naishi.common.errors import NaishiError
from naishi.common.i18n import _
from naishi.games.naishi.bots.engine.worlds import determinizations
from naishi.games.naishi.game.game import Game
from naishi.games.naishi.game.record import Options
from naishi.games.naishi.rules.actions import Give
from naishi.games.naishi.rules.cards import Card
from naishi.games.naishi.rules.deal import Deal
from naishi.games.naishi.rules.phase import Phase
from naishi.games.naishi.rules.position import Position
from naishi.tabletop.players import Player


def branch(
    game: Game, players: tuple[Player, Player], *, unknown_to: int | None = None, chance: random.Random | None = None
) -> Game:
    """Return a new game that begins where another one stands.

    Args:
        game: The game, as it stood then (see `Game.at`).
        players: Who plays the new one.
        unknown_to: The seat from whose knowledge the hidden cards are dealt anew; None leaves them as they were.
        chance: Deals them.

    Raises:
        NaishiError: There is nothing left to play.
    """
    if game.phase not in {Phase.GIFT, Phase.PLAY}:
        raise NaishiError(_("Both Hands are open here, so there is nothing left to play."))
    record, actions = game.record, game.actions
    if unknown_to is not None:
        start = dealt_anew(game, unknown_to, chance or random.SystemRandom())
        begun = {"position": start.to_text()} if record.deal is None else {"deal": _deal(start)}
        record = record.model_copy(update=begun)
    anew = {"players": players, "options": Options(expansion=game.module), "actions": actions, "cursor": len(actions)}
    return Game(record.model_copy(update={**anew, "proof": None, "early_end": None}))


def _deal(start: Position) -> Deal:
    return Deal.model_validate({
        "river": [pile[::-1] for pile in start.river],
        "gifts": [cards[8:] for cards in start.territories],
        "shuffles": start.shuffles,
    })  # fmt: skip


def dealt_anew(game: Game, seat: int, chance: random.Random) -> Position:
    """Draw a beginning with which the same actions lead to a game that the seat can't tell from this one.

    Args:
        game: The game, in the gift phase or in play.
        seat: The seat.
        chance: Deals everything that the seat doesn't know.
    """
    other = 1 - seat
    drawn = next(determinizations(game.view(seat), chance)).position
    position = game.record.start()
    for action in game.actions:
        position.push(action)
    position.territories[other][5:] = drawn.territories[other][5:]
    position.river = [pile.copy() for pile in drawn.river]
    if position.phase is Phase.GIFT:
        position.shuffles = tuple(chance.sample(range(5), 5)), tuple(chance.sample(range(5), 5))
    _take_back(position, game, other, chance)
    return position


def _take_back(position: Position, game: Game, other: int, chance: random.Random) -> None:
    """Undo all actions; once the first Hands lie there, find the shuffle that lays out the one drawn anew."""
    start = game.record.start()
    for action in reversed(game.actions):
        if isinstance(action, Give) and position.phase is Phase.PLAY:
            received = start.territories[1 - other][8 + position.given[1 - other]]
            shuffles = list(position.shuffles or ())
            shuffles[other] = tuple(_shuffle_for(position.territories[other][5:], received, chance))
            position.shuffles = shuffles[0], shuffles[1]
        position.pop()


def _shuffle_for(hand: Sequence[Card], received: Card, chance: random.Random) -> list[int]:
    """Return a shuffle that lays out a first Hand: 0 to 2 are mountains, 3 the kept card, 4 the received one."""
    kept: list[Card] = [card for card in hand if card is not Card.MOUNTAIN]
    kept.remove(received)
    numbers = list(zip([Card.MOUNTAIN] * 3 + kept + [received], range(5), strict=True))
    chance.shuffle(numbers)
    shuffle = []
    for card in hand:
        number = next(each for each in numbers if each[0] is card)
        numbers.remove(number)
        shuffle.append(number[1])
    return shuffle
