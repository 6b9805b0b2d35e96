"""Batched effects of actions, ends of turns and games, and scores.

(Rulebook: a turn, the end of the game.)
"""

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from naishi.games.naishi.bots.engine import points
from naishi.games.naishi.envs.batch import state as t
from naishi.games.naishi.game.encoding import NO_CARD
from naishi.games.naishi.rules.cards import COPYABLE, PILES, TERRITORY, Card
from naishi.games.naishi.rules.effects import TWO_OR_MORE_EMPTY

_TWO_EMPTY = np.array([piles in TWO_OR_MORE_EMPTY for piles in range(32)], dtype=np.uint8)
_CHARACTER = np.zeros(NO_CARD + 1, dtype=np.uint8)
_CHARACTER[list(COPYABLE)] = 1 << np.arange(len(COPYABLE))
"""By card: the bit of a character that may be copied."""


def end_turns(s: t.State, ended: t.Bytes) -> None:
    """Pass the turn on or end the game, where `ended` is 1. (Rulebook: end of the game.)"""
    s.developed *= 1 - ended
    s.bonus *= 1 - ended
    triggered = ended * (s.last == 0) * _TWO_EMPTY.take(s.open_piles)
    s.last += 2 * triggered  # where seat 1's turn ends, it was the last one
    over = ended * (s.last == s.turn + 1)
    s.turn ^= ended - over
    if len(games := t.which(over)):
        open_hands(s, games)
        settle_ninjas(s, games)


def open_hands(s: t.State, games: t.Games) -> None:
    """Show both Hands, and note which ninjas have yet to copy and what."""
    t.put(s.seen, games, [1] * len(s.seen))
    for known in (s.mountains, s.gift_bit, s.kept_bit):
        t.put(known, games, (0, 0))
    cards = s.cards.take(games, axis=1)
    there = _CHARACTER.take(cards).reshape(2, 10, -1)
    t.put(s.characters, games, np.bitwise_or.reduce(there, axis=1))
    ninjas = (cards == Card.NINJA) * _ORDER
    later = ninjas.max(axis=0)
    sooner = ninjas.sum(axis=0, dtype=np.uint8) - later  # there are two at most
    t.put(s.ninjas, games, (sooner + later * (sooner == 0), later * (sooner != 0)))


def settle_ninjas(s: t.State, games: t.Games) -> None:
    """Settle what each ninja copies, in the order of seats and cells. Stop at one that has a choice."""
    s.phase[games] = t.OVER_PHASE
    while len(games := games.take(t.which(s.ninjas[0].take(games)))):
        row = s.ninjas[0].take(games) - 1
        seat = row >= len(TERRITORY)
        may = s.characters.reshape(-1).take(s.at(seat, games))
        free = may & (may - 1)
        choosing, settled = t.which(free), t.which(free == 0)
        s.turn[games.take(choosing)] = seat.take(choosing)
        s.phase[games.take(choosing)] = t.COPY_PHASE
        games = games.take(settled)
        s.copies.reshape(-1)[s.at(row.take(settled), games)] = _ONLY.take(may.take(settled))
        pass_ninja(s, games)


def pass_ninja(s: t.State, games: t.Games) -> None:
    """Note that the first ninja that has yet to copy is settled."""
    s.ninjas[0][games] = s.ninjas[1].take(games)
    s.ninjas[1][games] = 0


_ORDER = np.arange(1, 2 * len(TERRITORY) + 1, dtype=np.uint8)[:, None]
_ONLY = np.full(1 << len(COPYABLE), NO_CARD, dtype=np.uint8)
_ONLY[1 << np.arange(len(COPYABLE))] = COPYABLE
"""By characters: what a ninja without a choice copies."""


def scores(s: t.State, games: t.Games) -> tuple[npt.NDArray[np.int16], npt.NDArray[np.int8]]:
    """Return the points of finished games, a column for each seat; and 1 where seat 0 has won, -1 where seat 1 has."""
    faces = np.minimum(s.cards.take(games, axis=1), s.copies.take(games, axis=1))  # only no card is above a ninja
    masks = points.masks_of(faces.reshape(2, points.CELLS, -1).transpose(0, 2, 1).reshape(-1, points.CELLS))
    totals = points.totals(points.points(masks)).astype(np.int16).reshape(2, -1)
    colours = points.colours(masks).reshape(2, -1)
    difference = (totals[0] - totals[1]) * 16 + (colours[0] - colours[1])  # there are not 16 colours
    return totals.T, np.sign(difference).astype(np.int8)


Rows = npt.NDArray[np.intp]

_PILE_BITS = (1 << np.arange(PILES)).astype(np.uint8)


def give(s: t.State, games: t.Games, codes: t.Bytes) -> None:
    """Choose the cards to give; once both have, exchange them and lay out the Hands. (Rulebook: setup.)"""
    turn = s.turn.take(games)
    s.given.reshape(-1)[s.at(turn, games)] = t.FIRST.take(codes)
    s.turn[games] = 1 - turn
    both = games.take(t.which(turn))
    dealt = [s.cards[row].take(both) for row in t.DEALT]
    for row in t.DEALT:
        s.cards[row][both] = Card.MOUNTAIN
    for seat, (one, two) in enumerate((dealt[:2], dealt[2:])):
        gift = one + s.given[seat].take(both) * (two - one)
        for owner, card, place, cards, bits in (
            (1 - seat, gift, s.gift_places, s.gift_card, s.gift_bit),
            (seat, one + two - gift, s.kept_places, s.kept_card, s.kept_bit),
        ):
            s.cards.reshape(-1)[s.at(place[owner].take(both) + owner * 10 + 5, both)] = card
            cards[owner][both], bits[owner][both] = card, t.TYPE_BITS.take(card)
    s.phase[both] = t.PLAY_PHASE


def develop(s: t.State, games: t.Games, codes: t.Bytes) -> None:
    """Discard a card, take the River's card of that position, turn up the next. (Rulebook: develop.)"""
    cell, turn, cards = t.FIRST.take(codes), s.turn.take(games), s.cards.reshape(-1)
    at = s.at(turn * 10 + cell, games)
    left = cards.take(at)
    cards[at] = _draw(s, games, t.SECOND.take(codes))
    _lay_aside(s, games, left)
    in_hand = t.which(cell >= 5)
    _replace(s, games.take(in_hand), turn.take(in_hand), cell.take(in_hand), left.take(in_hand))


def swap_river(s: t.State, games: t.Games, codes: t.Bytes) -> None:
    """Exchange the face-up cards of two piles. (Rulebook: additional actions, swap.)"""
    _exchange(s.tops, s.at(t.FIRST.take(codes), games), s.at(t.SECOND.take(codes), games))
    _send(s, games, 0)


def swap_own(s: t.State, games: t.Games, codes: t.Bytes) -> None:
    """Exchange two cards of a territory. (Rulebook: additional actions, swap.)"""
    _send(s, games, 0)
    first, second, turn = t.FIRST.take(codes), t.SECOND.take(codes), s.turn.take(games)
    at = s.at(turn * 10 + second, games)
    mixed = t.which((first < 5) & (second >= 5))
    left = s.cards.reshape(-1).take(at.take(mixed))
    _replace(s, games.take(mixed), turn.take(mixed), second.take(mixed), left)
    _exchange(s.cards, s.at(turn * 10 + first, games), at)
    hidden = t.which(first >= 5)
    games, row = games.take(hidden), turn.take(hidden) * 5
    _exchange(s.seen, s.at(row + first.take(hidden) - 5, games), s.at(row + second.take(hidden) - 5, games))


def discard(s: t.State, games: t.Games, codes: t.Bytes) -> None:
    """Discard the face-up cards of two piles, then turn up the next ones. (Rulebook: additional actions, discard.)"""
    for pile in (t.FIRST, t.SECOND):
        _lay_aside(s, games, _draw(s, games, pile.take(codes)))
    _send(s, games, 1)


def decree(s: t.State, games: t.Games, codes: t.Bytes) -> None:
    """Exchange a card with the opponent's at the same place. (Rulebook: impose an imperial decree.)"""
    cell = t.FIRST.take(codes)
    at, in_hand = s.at(cell, games), t.which(cell >= 5)
    for seat in (0, 1):
        left = s.cards.reshape(-1).take(at.take(in_hand) + seat * 10 * s.size)
        _replace(s, games.take(in_hand), np.full(len(in_hand), seat), cell.take(in_hand), left)
    _exchange(s.cards, at, at + 10 * s.size)
    _send(s, games, 2)


def recall(s: t.State, games: t.Games, codes: t.Bytes) -> None:
    """Recall all emissaries except one on the decree. (Rulebook: recall your emissaries.)"""
    at = s.at(s.turn.take(games) * 3, games)
    s.sent.reshape(-1)[at] = 0
    s.sent.reshape(-1)[at + s.size] = 0


def declare(s: t.State, games: t.Games, codes: t.Bytes) -> None:
    """Trigger the end: the opponent plays one last turn. (Rulebook: declare the end.)"""
    other = 1 - s.turn.take(games)
    s.turn[games], s.last[games], s.declared[games] = other, other + 1, 1


def copy(s: t.State, games: t.Games, codes: t.Bytes) -> None:
    """Settle what a ninja copies. (Rulebook: the cards, ninja.)"""
    s.copies.reshape(-1)[s.at(s.turn.take(games) * 10 + t.FIRST.take(codes), games)] = t.SECOND.take(codes)
    pass_ninja(s, games)
    settle_ninjas(s, games)


DO: dict[int, Callable[[t.State, t.Games, t.Bytes], None]] = {
    t.GIVE: give, t.DEVELOP: develop, t.SWAP_RIVER: swap_river, t.SWAP_OWN: swap_own, t.DISCARD: discard,
    t.DECREE: decree, t.RECALL: recall, t.DECLARE: declare, t.COPY: copy,
}  # fmt: skip
"""What each kind of action does, but for the end of the turn."""


def _draw(s: t.State, games: t.Games, pile: Rows) -> t.Bytes:
    """Take the face-up cards of piles and turn up the next ones."""
    at = s.at(pile, games)
    tops, heights, down = s.tops.reshape(-1), s.heights.reshape(-1), s.down.reshape(-1)
    drawn, height = tops.take(at), heights.take(at) - 1
    heights[at] = height
    tops[at] = top = s.river.reshape(-1).take(games * (PILES * t.LAYERS) + height * PILES + pile)
    emptied = t.which(height == 0)
    s.open_piles[games.take(emptied)] ^= _PILE_BITS.take(pile.take(emptied))
    at = s.at(top, games)
    down[at] = count = down.take(at) - 1
    gone = t.which(count == 0)
    s.down_types[games.take(gone)] ^= t.TYPE_BITS.take(top.take(gone))
    return drawn


def _lay_aside(s: t.State, games: t.Games, cards: t.Bytes) -> None:
    discarded, at = s.discarded.reshape(-1), s.at(cards, games)
    discarded[at] = discarded.take(at) + 1
    s.top_discard[games] = cards


def _send(s: t.State, games: t.Games, spot: int) -> None:
    sent, at = s.sent.reshape(-1), s.at(s.turn.take(games) * 3 + spot, games)
    sent[at] = sent.take(at) + 1


def _exchange(rows: t.Bytes, one: Rows, other: Rows) -> None:
    flat = rows.reshape(-1)
    flat[one], flat[other] = flat.take(other), flat.take(one)


def _replace(s: t.State, games: t.Games, seat: npt.NDArray[Any], cell: Rows, left: t.Bytes) -> None:
    """Note that a card of a Hand was replaced by one that was seen to come (compare `Memory`)."""
    seen, at = s.seen.reshape(-1), s.at(seat * 5 + cell - 5, games)
    first = t.which(seen.take(at) == 0)
    seen[at] = 1
    at, left = s.at(seat.take(first), games.take(first)), left.take(first)
    mountain = left == Card.MOUNTAIN
    s.mountains.reshape(-1)[at] -= mountain
    gift_bit, kept_bit = s.gift_bit.reshape(-1), s.kept_bit.reshape(-1)
    given = gift_bit.take(at)
    gift = given == t.TYPE_BITS.take(left)
    gift_bit[at] = given * ~gift
    kept_bit[at] = kept_bit.take(at) * (mountain | gift)
