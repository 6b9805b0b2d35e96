"""Tables of actions and legality, filled by the rules."""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from naishi.games.naishi.rules.actions import (
    BASE_ACTIONS,
    Action,
    Copy,
    Declare,
    Decree,
    Develop,
    Discard,
    Give,
    Recall,
    Swap,
)
from naishi.games.naishi.rules.cards import COPYABLE
from naishi.games.naishi.rules.court import Openings
from naishi.games.naishi.rules.legal import Situation
from naishi.games.naishi.rules.legal_sets import LEGAL_SETS, LegalSet
from naishi.games.naishi.rules.phase import Phase
from naishi.games.naishi.rules.territory import TERRITORY, Zone

Bytes = npt.NDArray[np.uint8]

CODES = len(BASE_ACTIONS)
GIVE, DEVELOP, SWAP_RIVER, SWAP_OWN, DISCARD, DECREE, RECALL, DECLARE, END, COPY, NOTHING = range(11)
"""The kinds of actions."""

_KINDS: dict[type[Action], int] = {
    Give: GIVE, Develop: DEVELOP, Discard: DISCARD, Decree: DECREE, Recall: RECALL, Declare: DECLARE, Copy: COPY,
}  # fmt: skip


def _kind(action: Action) -> int:
    if isinstance(action, Swap):
        return SWAP_RIVER if action.first.zone is Zone.RIVER else SWAP_OWN
    return _KINDS.get(type(action), END)


def _first(action: Action) -> int:
    match action:
        case Give(which=which):
            return which - 1
        case Develop(cell=cell) | Decree(cell=cell) | Copy(cell=cell):
            return int(cell)
        case Swap(first=first) | Discard(first=first):
            return first % 5 if first.zone is Zone.RIVER else int(first)
    return 0


def _second(action: Action) -> int:
    match action:
        case Copy(card=card):
            return int(card)
        case Develop(cell=cell):
            return cell % 5
        case Swap(second=second) | Discard(second=second):
            return second % 5 if second.zone is Zone.RIVER else int(second)
    return 0


KIND: Bytes = np.array([_kind(action) for action in BASE_ACTIONS], dtype=np.uint8)
"""By the number of an action: its kind."""
FIRST, SECOND = (np.array([of(action) for action in BASE_ACTIONS], dtype=np.intp) for of in (_first, _second))
"""By the number of an action: the cell, pile or number that it names; the second one, the card, or the pile that a card
is developed from."""

SENDING, SWAP_SPOT, DISCARD_SPOT, DECREE_SPOT, RECALLING, DEVELOPED, BONUS, ENDING = range(8)
"""The bits of a situation in play: the five of `Openings`, then those of the turn. Eight more follow: the piles of the
River that aren't empty, and whether two cards in two piles are all that is left."""

PLAY_SITUATIONS = 1 << 14
GIFT_SITUATION, OVER_SITUATION, COPY_SITUATIONS = (PLAY_SITUATIONS + each for each in range(3))
CHARACTERS = 1 << len(COPYABLE)
SITUATIONS = COPY_SITUATIONS + len(TERRITORY) * CHARACTERS
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
    masks[GIFT_SITUATION, list(LEGAL_SETS[Situation(Phase.GIFT)].codes)] = 1
    for cell, there in product(TERRITORY, range(1, CHARACTERS)):
        characters = tuple(card for bit, card in enumerate(COPYABLE) if there >> bit & 1)
        found = LEGAL_SETS[Situation(Phase.COPY, ninja=cell, characters=characters)]
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
        Phase.PLAY, bits[DEVELOPED], bits[BONUS], bits[ENDING], piles, two_left, Openings(*bits[:5]),
        None, (), False, (), 0,
    ]  # fmt: skip
