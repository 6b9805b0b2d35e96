"""Conversion between positions and batch arrays."""

from __future__ import annotations

import numpy as np

from naishi.games.naishi.envs.batch.ending import open_hands
from naishi.games.naishi.envs.batch.state import (
    COPY_PHASE,
    DEALT,
    GIFT_PHASE,
    LAYERS,
    OVER_PHASE,
    PLAY_PHASE,
    TYPE_BITS,
    TYPES,
    State,
)
from naishi.games.naishi.envs.encoded_game import CARDS
from naishi.games.naishi.game.encoding import NO_CARD
from naishi.games.naishi.rules.cards import BASE_CARDS, Card
from naishi.games.naishi.rules.court import Sent, court
from naishi.games.naishi.rules.fields import Copies, Fields, Shuffle
from naishi.games.naishi.rules.phase import Phase
from naishi.games.naishi.rules.piles import PILES
from naishi.games.naishi.rules.position import Position
from naishi.games.naishi.rules.territory import TERRITORY

_PHASES = {Phase.GIFT: GIFT_PHASE, Phase.PLAY: PLAY_PHASE, Phase.COPY: COPY_PHASE, Phase.OVER: OVER_PHASE}
_PHASE_OF = {number: phase for phase, number in _PHASES.items()}


def put_position(s: State, game: int, position: Position) -> None:
    """Begin a game at a position of the base game that isn't over.

    In play, each seat has seen all cards of the other Hand.
    """
    s.cards[:, game] = [*position.territories[0], *position.territories[1]]
    heights = [len(pile) for pile in position.river]
    layers = s.river[game].reshape(LAYERS, PILES)
    layers[:] = NO_CARD
    for at, pile in enumerate(position.river):
        layers[1 : 1 + len(pile), at] = pile
    s.heights[:, game], s.open_piles[game] = heights, position.open_piles
    s.tops[:, game] = [pile[-1] if pile else NO_CARD for pile in position.river]
    down = [card for pile in position.river for card in pile[:-1]]
    s.down[:, game] = np.bincount(down, minlength=NO_CARD + 1)
    s.down_types[game] = sum({1 << card for card in down})
    s.discarded[:, game] = np.bincount(position.discards, minlength=NO_CARD + 1)
    s.top_discard[game] = position.discards[-1] if position.discards else NO_CARD
    s.sent[:, game] = [*position.court[0], *position.court[1]]
    s.phase[game], s.turn[game] = _PHASES[position.phase], position.turn
    s.developed[game], s.bonus[game] = position.developed, position.bonus
    s.last[game], s.declared[game] = 0 if position.last is None else position.last + 1, position.declared
    for known, nothing in ((s.mountains, 0), (s.gift_card, NO_CARD), (s.gift_bit, 0), (s.kept_card, NO_CARD)):
        known[:, game] = nothing
    s.kept_bit[:, game], s.seen[:, game] = 0, 1
    s.given[:, game], s.copies[:, game] = 0, NO_CARD
    if position.phase is Phase.GIFT:
        _put_gifts(s, game, position)
    if position.phase is Phase.COPY:
        open_hands(s, np.array([game]))
        _put_copies(s, game, position.copies)


def _put_gifts(s: State, game: int, position: Position) -> None:
    s.seen[:, game], s.mountains[:, game] = 0, 3
    s.given[: len(position.given), game] = position.given
    for seat, shuffle in enumerate(position.shuffles or ()):
        s.kept_places[seat, game], s.gift_places[seat, game] = shuffle.index(3), shuffle.index(4)
        s.kept_card[seat, game] = one = s.cards[DEALT[2 * seat], game]
        s.kept_bit[seat, game] = TYPE_BITS[one]


def _put_copies(s: State, game: int, copies: Copies) -> None:
    """Write what is copied; the ninja that is to copy next, and the one after it, have yet to be settled."""
    for seat, settled in enumerate(copies):
        for cell, card in settled.items():
            s.copies[seat * len(TERRITORY) + cell, game] = card
    left = [
        row + 1
        for row, card in enumerate(s.cards[:, game])
        if card == Card.NINJA and s.copies[row, game] == NO_CARD and s.characters[row // len(TERRITORY), game]
    ]
    s.ninjas[:, game] = [*left, 0, 0][:2]


def taken_position(s: State, game: int) -> Position:
    """Return the position of a game; of the discarded cards only the last one is where it belongs."""
    layers, phase = s.river[game].reshape(LAYERS, PILES), _PHASE_OF[int(s.phase[game])]
    river = []
    for at in range(PILES):
        height = int(s.heights[at, game])
        river.append([*_cards(layers[1:height, at]), *_cards(s.tops[at : at + 1, game])] if height else [])
    discarded = s.discarded[:TYPES, game].copy()
    top = int(s.top_discard[game])
    discards = [] if top == NO_CARD else [CARDS[top]]
    if discards:
        discarded[top] -= 1
    rows = s.copies[:, game].reshape(2, -1)
    copies = [
        {cell: CARDS[int(card)] for cell, card in zip(TERRITORY, row, strict=True) if card != NO_CARD} for row in rows
    ]
    turn = int(s.turn[game])
    if phase is Phase.OVER and (copies[0] or copies[1]):
        turn = int(bool(copies[1]))  # whose ninja was settled last
    gift = phase is Phase.GIFT
    sent, last = s.sent[:, game].tolist(), int(s.last[game])
    return Position.from_fields(
        Fields(
            river=river,
            territories=[_cards(s.cards[:10, game]), _cards(s.cards[10:, game])],
            discards=[card for card in BASE_CARDS for _copy in range(discarded[card])] + discards,
            given=[int(s.given[0, game])] if gift and turn else [],
            phase=phase,
            court=court(Sent(*sent[:3]), Sent(*sent[3:])),
            copies=(copies[0], copies[1]),
            turn=turn,
            developed=bool(s.developed[game]),
            bonus=bool(s.bonus[game]),
            last=last - 1 if last else None,
            declared=bool(s.declared[game]),
            shuffles=(_shuffle(s, game, 0), _shuffle(s, game, 1)) if gift else None,
        )
    )


def _cards(numbers: np.ndarray[tuple[int, ...], np.dtype[np.uint8]]) -> list[Card]:
    return [CARDS[number] for number in numbers.tolist()]


def _shuffle(s: State, game: int, seat: int) -> Shuffle:
    kept, gift, mountains = s.kept_places[seat, game], s.gift_places[seat, game], iter(range(3))
    return tuple(3 if at == kept else 4 if at == gift else next(mountains) for at in range(5))
