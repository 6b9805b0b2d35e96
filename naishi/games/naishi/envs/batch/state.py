"""Batch state: tables of actions, deals, and one array per property."""

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import permutations, product
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from naishi.games.naishi.game.encoding import NO_CARD
from naishi.games.naishi.rules import actions, cards
from naishi.games.naishi.rules.actions import LEGAL_SETS, LegalSet, Situation
from naishi.games.naishi.rules.cards import Deal

Bytes = npt.NDArray[np.uint8]

CODES = len(actions.BASE_ACTIONS)
GIVE, DEVELOP, SWAP_RIVER, SWAP_OWN, DISCARD, DECREE, RECALL, DECLARE, END, COPY, NOTHING = range(11)

_KINDS: dict[type[actions.Action], int] = {
    actions.Give: GIVE, actions.Develop: DEVELOP, actions.Discard: DISCARD, actions.Decree: DECREE,
    actions.Recall: RECALL, actions.Declare: DECLARE, actions.Copy: COPY,
}  # fmt: skip


def _kind(action: actions.Action) -> int:
    if isinstance(action, actions.Swap):
        return SWAP_RIVER if action.first.zone is cards.Zone.RIVER else SWAP_OWN
    return _KINDS.get(type(action), END)


def _named(action: actions.Action) -> tuple[int, int]:
    match action:
        case actions.Give(which=which):
            return which - 1, 0
        case actions.Develop(cell=cell):
            return cell, cell % 5
        case actions.Decree(cell=cell):
            return cell, 0
        case actions.Copy(cell=cell, card=card):
            return cell, card
        case actions.Swap(first=first, second=second) | actions.Discard(first=first, second=second):
            return (first % 5, second % 5) if first.zone is cards.Zone.RIVER else (first, second)
    return 0, 0


KIND: Bytes = np.array([_kind(action) for action in actions.BASE_ACTIONS], dtype=np.uint8)
"""By the number of an action: its kind."""
FIRST, SECOND = np.array([_named(action) for action in actions.BASE_ACTIONS], dtype=np.intp).T.copy()
"""By the number of an action: the cell, pile or number that it names; the second one, the card, or the pile that a card
is developed from."""

SENDING, SWAP_SPOT, DISCARD_SPOT, DECREE_SPOT, RECALLING, DEVELOPED, BONUS, ENDING = range(8)
"""The bits of a situation in play: the five of `Openings`, then those of the turn. Eight more follow: the piles of the
River that aren't empty, and whether two cards in two piles are all that is left."""

PLAY_SITUATIONS = 1 << 14
GIFT_SITUATION, OVER_SITUATION, COPY_SITUATIONS = (PLAY_SITUATIONS + each for each in range(3))
CHARACTERS = 1 << len(cards.COPYABLE)
SITUATIONS = COPY_SITUATIONS + len(cards.TERRITORY) * CHARACTERS
"""The numbers of situations; for a ninja that copies, by its cell and the characters that are there, as bits."""


class Legal(NamedTuple):
    """The legal actions, by the number of a situation."""

    masks: Bytes
    """[situation, action]: 1 if it is legal."""
    lists: Bytes
    """[situation, which]: the numbers of the legal ones."""
    counts: Bytes
    """[situation]: how many are legal."""


@cache
def legal() -> Legal:
    """Ask the rules about every situation, once."""
    masks = np.zeros((SITUATIONS, CODES), dtype=np.uint8)
    for situation in range(PLAY_SITUATIONS):
        if (found := _in_play(situation)) is not None:
            masks[situation, list(found.codes)] = 1
    masks[GIFT_SITUATION, list(LEGAL_SETS[Situation(cards.Phase.GIFT)].codes)] = 1
    for cell, there in product(cards.TERRITORY, range(1, CHARACTERS)):
        characters = tuple(card for bit, card in enumerate(cards.COPYABLE) if there >> bit & 1)
        found = LEGAL_SETS[Situation(cards.Phase.COPY, ninja=cell, characters=characters)]
        masks[COPY_SITUATIONS + cell * CHARACTERS + there, list(found.codes)] = 1
    counts = masks.sum(axis=1, dtype=np.uint8)
    lists = np.argsort(masks == 0, axis=1, kind="stable")[:, : counts.max()].astype(np.uint8)
    return Legal(masks, lists, counts)


def _in_play(situation: int) -> LegalSet | None:
    """Return what is legal in a situation of a turn; None where there is no such situation."""
    bits = [bool(situation >> bit & 1) for bit in range(8)]
    piles, two_left = situation >> 8 & 31, bool(situation >> 13)
    if (bits[DEVELOPED] and bits[BONUS]) or (two_left and piles.bit_count() != 2):
        return None
    return LEGAL_SETS[
        cards.Phase.PLAY, bits[DEVELOPED], bits[BONUS], bits[ENDING], piles, two_left, cards.Openings(*bits[:5]),
        None, (), False, (), 0,
    ]  # fmt: skip


_DECK = np.array(cards.DECK, dtype=np.uint32)
_PLACES = np.array([*permutations(range(5), 2)], dtype=np.uint8).T.copy()
"""Two places of a Hand, in all ways."""
_CARD_BITS = np.uint32(15)


class Cards(NamedTuple):
    """The chance of some games."""

    deck: Bytes
    """A row for each: the River's 30 cards, layer by layer from the bottom up, then the four dealt, seat 0's first."""
    kept_places: Bytes
    """A row for each seat: where in its first Hand the card lies that it kept."""
    gift_places: Bytes
    """The same of the card that it was given; mountains lie at the other places."""


def random_deals(chance: np.random.Generator, number: int) -> Cards:
    """Draw some deals.

    Cards are shuffled by sorting random numbers that end in them, which NumPy does fastest. Their other 28 bits are
    alike for two of 34 cards once in half a million decks, so that no bias could be seen.
    """
    keys = chance.integers(1 << 64, size=(number, len(cards.DECK) // 2), dtype=np.uint64).view(np.uint32)
    keys &= ~_CARD_BITS
    keys |= _DECK
    keys.sort(axis=1)
    places = chance.integers(_PLACES.shape[1], size=(2, number))
    return Cards((keys & _CARD_BITS).astype(np.uint8), *_PLACES.take(places, axis=1))


Games = npt.NDArray[np.intp]
"""The numbers of some games."""
Bits = npt.NDArray[np.uint16]

GIFT_PHASE, PLAY_PHASE, COPY_PHASE, OVER_PHASE = range(4)

LAYERS = cards.PILE_HEIGHT + 1
"""The rows of a pile: row 0 is no card, and row *h* the card on top of a pile of *h*."""


class State:
    """Many games. Rows are cells, piles and so on, as the names say; columns are games.

    A Hand is watched by the other seat: `seen` and all that follows is what that seat knows of it (compare
    `naishi.games.naishi.game.hiding`).
    """

    def __init__(self, size: int) -> None:
        def rows(number: int) -> Bytes:
            return np.zeros((number, size), dtype=np.uint8)

        self.size = size
        self.cards = rows(20)
        """Seat 0's L1 to H5, then seat 1's."""
        self.river: Bytes = np.full((size, LAYERS * cards.PILES), NO_CARD, dtype=np.uint8)
        """By game: the River layer by layer, a column for each pile; the lowest layer is no card."""
        self.tops, self.heights = rows(cards.PILES), rows(cards.PILES)
        self.open_piles = rows(1)[0]
        self.down = rows(NO_CARD + 1)
        """How many of each card are face down."""
        self.down_types: Bits = np.zeros(size, dtype=np.uint16)
        """Which those are, as bits."""
        self.sent = rows(6)
        """Seat 0's emissaries on swap, discard and decree, then seat 1's."""
        self.phase, self.turn, self.developed, self.bonus = rows(4)
        self.last = rows(1)[0]
        """Who plays the last turn: 0 nobody yet, else the seat + 1."""
        self.declared = rows(1)[0]
        """Whether the end was declared."""
        self.given = rows(2)
        self.kept_places, self.gift_places = rows(2), rows(2)
        """By the seat of the Hand: where in the first one lie the card that it kept and the one that it was given."""
        self.copies = rows(20)
        self.ninjas = rows(2)
        """Once the Hands are open: which ninjas have yet to copy, the next one first: a row of `cards` + 1, or 0."""
        self.characters = rows(2)
        """Once the Hands are open: what each seat's ninjas may copy, as bits."""
        self.discarded, self.top_discard = rows(NO_CARD + 1), rows(1)[0]
        self.seen = rows(10)
        """1 for each card of a Hand that was seen to come: seat 0's five, then seat 1's."""
        self.mountains, self.gift_card, self.kept_card = rows(2), rows(2), rows(2)
        """By the seat of the Hand: mountains at unseen places, the card that it was given, and the one that it kept."""
        self.gift_bit: Bits = np.zeros((2, size), dtype=np.uint16)
        self.kept_bit: Bits = np.zeros((2, size), dtype=np.uint16)
        """The types of these two cards as bits; 0 once they were seen."""

    def at(self, rows: npt.NDArray[Any], games: Games) -> Games:
        """Return where cells are in a flat array, by row and game: one index is faster than two."""
        return rows.astype(np.intp, copy=False) * self.size + games

    def begin(self, games: Games, dealt: Cards) -> None:
        """Begin some games, a row of `dealt` for each."""
        for rows, value in (
            (self.cards, cards.Card.MOUNTAIN), (self.heights, cards.PILE_HEIGHT),
            ([self.open_piles], (1 << cards.PILES) - 1),
            (self.sent, 0), ([self.phase, self.turn, self.developed, self.bonus, self.last, self.declared], 0),
            (self.copies, NO_CARD), (self.discarded, 0), ([self.top_discard], NO_CARD), (self.seen, 0),
            (self.mountains, 3), (self.gift_card, NO_CARD), (self.gift_bit, 0),
        ):  # fmt: skip
            for row in rows:
                row[games] = value
        self.river[games, cards.PILES :] = dealt.deck[:, :RIVER]
        shown = np.ascontiguousarray(dealt.deck[:, RIVER - cards.PILES :].T)
        put(self.tops, games, shown[: cards.PILES])
        put([self.cards[row] for row in DEALT], games, shown[cards.PILES :])
        for seat in (0, 1):
            kept = shown[cards.PILES + 2 * seat]  # one of two that the other seat hasn't seen
            self.kept_card[seat][games], self.kept_bit[seat][games] = kept, TYPE_BITS.take(kept)
        put(self.kept_places, games, dealt.kept_places)
        put(self.gift_places, games, dealt.gift_places)
        flat, every = np.repeat(_COPIES, len(games)), np.arange(len(games))
        for at in shown.astype(np.intp) * len(games) + every:
            flat[at] = flat.take(at) - 1
        down = flat.reshape(TYPES, -1)
        put(self.down[:TYPES], games, down)
        self.down_types[games] = np.bitwise_or.reduce((down > 0) * TYPE_BITS[:TYPES, None], axis=0)

    def begin_with(self, games: Games, deals: Sequence[Deal]) -> None:
        """Begin some games with deals of the base game."""
        piles = np.array([deal.river for deal in deals], dtype=np.uint8).reshape(-1, cards.PILES, cards.PILE_HEIGHT)
        layers = piles[:, :, ::-1].transpose(0, 2, 1).reshape(-1, RIVER)
        gifts = np.array([deal.gifts for deal in deals], dtype=np.uint8).reshape(-1, len(DEALT))
        orders = np.array([deal.shuffles for deal in deals], dtype=np.uint8).reshape(-1, 2, 5)
        kept, given = ((orders == card).argmax(axis=2).T.astype(np.uint8) for card in (3, 4))
        self.begin(games, Cards(np.hstack([layers, gifts]), kept, given))


def which(bits: npt.NDArray[Any]) -> Games:
    """Return where an array isn't 0; `numpy.flatnonzero` does the same in a longer way."""
    return bits.nonzero()[0]


def put(rows: Iterable[npt.NDArray[Any]], games: Games, values: Iterable[Any]) -> None:
    """Write values into the columns of some games, row by row, which is faster than all at once."""
    for row, value in zip(rows, values, strict=True):
        row[games] = value


TYPES = len(cards.BASE_CARDS)
RIVER = cards.PILES * cards.PILE_HEIGHT
DEALT = 8, 9, 18, 19
"""The rows of cards where the four dealt cards lie until both gifts are chosen."""
_COPIES = np.array([card.copies if card in cards.DECK else 0 for card in cards.BASE_CARDS], dtype=np.uint8)
TYPE_BITS = np.array([1 << card for card in cards.BASE_CARDS] + [0], dtype=np.uint16)
"""A bit for each type; none for no card."""
