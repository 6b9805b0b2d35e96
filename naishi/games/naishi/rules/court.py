"""Imperial court: emissaries on its six spots.

(Rulebook: additional actions, the decree.)
"""

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
        """The number of emissaries at home."""
        return EMISSARIES - sum(self)


HOME = Sent()
"""Both emissaries are at home."""


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
    """It has an emissary to recall."""


class Court:
    """The emissaries sent by both seats; `court[seat]` is one seat's.

    Immutable: sending an emissary returns another court. There is one object for each arrangement of emissaries.
    """

    sent: tuple[Sent, Sent]
    openings: tuple[Openings, Openings]
    """What the court allows each seat."""

    __slots__ = ("openings", "sent")

    def __init__(self, sent: tuple[Sent, Sent]) -> None:
        self.sent = sent
        self.openings = _openings(sent, 0), _openings(sent, 1)

    def __reduce__(self) -> tuple[object, ...]:
        return court, self.sent  # a copy is the same object

    def __getitem__(self, seat: int) -> Sent:
        return self.sent[seat]

    def to_text(self) -> str:
        """Write the court as position text does: `swap discard decree` of each seat, `100:001`."""
        return ":".join(f"{sent.swap}{sent.discard}{sent.decree}" for sent in self.sent)


@cache
def court(first: Sent = HOME, second: Sent = HOME) -> Court:
    """Return the court with these emissaries of both seats."""
    return Court((first, second))


@cache
def sent_to_swap(before: Court, seat: int) -> Court:
    """Send a free emissary to a swap spot."""
    return _with(before, seat, before[seat]._replace(swap=before[seat].swap + 1))


@cache
def sent_to_discard(before: Court, seat: int) -> Court:
    """Send a free emissary to a discard spot."""
    return _with(before, seat, before[seat]._replace(discard=before[seat].discard + 1))


@cache
def sent_to_decree(before: Court, seat: int) -> Court:
    """Send a free emissary to the decree, where it stays for the rest of the game."""
    return _with(before, seat, before[seat]._replace(decree=1))


@cache
def recalled(before: Court, seat: int) -> Court:
    """Recall all emissaries of a seat except one on the decree."""
    return _with(before, seat, Sent(decree=before[seat].decree))


def _with(before: Court, seat: int, sent: Sent) -> Court:
    return court(sent, before[1]) if seat == 0 else court(before[0], sent)


def _openings(sent: tuple[Sent, Sent], seat: int) -> Openings:
    (first, second), mine = sent, sent[seat]
    return _interned(
        Openings(
            emissary=mine.free > 0,
            swap=first.swap + second.swap < SWAP_SPOTS,
            discard=first.discard + second.discard < DISCARD_SPOTS,
            decree=first.decree + second.decree < DECREE_SPOTS,
            recall=mine.swap + mine.discard > 0,
        )
    )


@cache
def _interned(openings: Openings) -> Openings:
    """Return one object for all equal openings, so that looking them up compares identities."""
    return openings
