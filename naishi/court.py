"""The imperial court: which emissaries stand on its six spots. (Rulebook: additional actions, the decree.)"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

EMISSARIES = 2
"""Each player has two."""

SWAP_SPOTS = 3
DISCARD_SPOTS = 2
DECREE_SPOTS = 1


class Sent(NamedTuple):
    """Where the emissaries of one seat stand."""

    swap: int = 0
    discard: int = 0
    decree: int = 0

    @property
    def free(self) -> int:
        """How many emissaries are still at home."""
        return EMISSARIES - sum(self)


HOME = Sent()
"""Both emissaries at home."""


class Openings(NamedTuple):
    """What the court allows one seat."""

    emissary: bool = False
    """It has a free emissary."""
    swap: bool = False
    """A swap spot is free."""
    discard: bool = False
    """A discard spot is free."""
    decree: bool = False
    """Nobody has imposed the decree."""
    recall: bool = False
    """It has an emissary to take back."""


class Court:
    """The emissaries sent by both seats; `court[seat]` is one seat's.

    Never changed: sending makes another. There is one object for each arrangement, so equal courts are the same.
    """

    sent: tuple[Sent, Sent]
    openings: tuple[Openings, Openings]
    """What the court allows each seat."""

    __slots__ = ("openings", "sent")

    def __init__(self, sent: tuple[Sent, Sent]) -> None:
        self.sent = sent
        self.openings = _openings(sent, 0), _openings(sent, 1)

    def __getitem__(self, seat: int) -> Sent:
        return self.sent[seat]

    def send_to_swap(self, seat: int) -> Court:
        """Send a free emissary to a swap spot."""
        return _moved(self, seat, 1, 0, 0)

    def send_to_discard(self, seat: int) -> Court:
        """Send a free emissary to a discard spot."""
        return _moved(self, seat, 0, 1, 0)

    def send_to_decree(self, seat: int) -> Court:
        """Send a free emissary to the decree, where it stays for the rest of the game."""
        return _moved(self, seat, 0, 0, 1)

    def recall(self, seat: int) -> Court:
        """Take back all emissaries of a seat but one on the decree."""
        return _moved(self, seat, -self[seat].swap, -self[seat].discard, 0)

    def to_text(self) -> str:
        """Write the court as position text does: `swap discard decree` of each seat, `100:001`."""
        return ":".join(f"{sent.swap}{sent.discard}{sent.decree}" for sent in self.sent)


@cache
def court(first: Sent = HOME, second: Sent = HOME) -> Court:
    """Return the court on which both seats' emissaries stand so."""
    return Court((first, second))


@cache
def _moved(before: Court, seat: int, swap: int, discard: int, decree: int) -> Court:
    sent = before[seat]
    moved = Sent(sent.swap + swap, sent.discard + discard, sent.decree + decree)
    return court(moved, before[1]) if seat == 0 else court(before[0], moved)


def _openings(sent: tuple[Sent, Sent], seat: int) -> Openings:
    (first, second), mine = sent, sent[seat]
    return Openings(
        emissary=mine.free > 0,
        swap=first.swap + second.swap < SWAP_SPOTS,
        discard=first.discard + second.discard < DISCARD_SPOTS,
        decree=first.decree + second.decree < DECREE_SPOTS,
        recall=mine.swap + mine.discard > 0,
    )
