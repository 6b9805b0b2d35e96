"""A new game that begins in the middle of another one, with the hidden cards as they were or dealt anew."""

from __future__ import annotations

import random
from collections.abc import Sequence

from naishi.bots.engine.matches import determinizations
from naishi.errors import NaishiError
from naishi.game.game import Game
from naishi.game.record import GameRecord, Options, Player
from naishi.i18n import _
from naishi.rules.actions import Give
from naishi.rules.cards import Card
from naishi.rules.deal import Deal
from naishi.rules.legal import Phase
from naishi.rules.position import Position


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
    deal = game.record.deal if unknown_to is None else dealt_anew(game, unknown_to, chance or random.SystemRandom())
    actions = game.actions
    return Game(GameRecord(players=players, options=Options(), deal=deal, actions=actions, cursor=len(actions)))


def dealt_anew(game: Game, seat: int, chance: random.Random) -> Deal:
    """Draw a deal with which the same actions lead to a game that the seat can't tell from this one.

    Args:
        game: The game, in the gift phase or in play.
        seat: The seat.
        chance: Deals everything that the seat doesn't know.
    """
    other = 1 - seat
    drawn = next(determinizations(game.view(seat), chance)).position
    position = Position(game.record.deal)
    for action in game.actions:
        position.push(action)
    position.territories[other][5:] = drawn.territories[other][5:]
    position.river = [pile.copy() for pile in drawn.river]
    shuffles: list[Sequence[int]] = [*game.record.deal.shuffles]
    if len(game.actions) < 2:
        shuffles = [chance.sample(range(5), 5), chance.sample(range(5), 5)]
    _take_back(position, game, other, shuffles, chance)
    return Deal.model_validate({
        "river": [pile[::-1] for pile in position.river],
        "gifts": [cards[8:] for cards in position.territories],
        "shuffles": shuffles,
    })  # fmt: skip


def _take_back(
    position: Position, game: Game, other: int, shuffles: list[Sequence[int]], chance: random.Random
) -> None:
    """Undo all actions; once the first Hands lie there, find the shuffle that lays out the one drawn anew."""
    for ply in range(len(game.actions), 0, -1):
        if ply == 2:
            given = game.actions[1 - other]
            assert isinstance(given, Give)  # noqa: S101 - the first two actions are gifts
            received = game.record.deal.gifts[1 - other][given.which - 1]
            shuffles[other] = _shuffle_for(position.territories[other][5:], received, chance)
            position.shuffles = (tuple(shuffles[0]), tuple(shuffles[1]))
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
