"""A deal that anybody can check, and what is said of it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from enum import StrEnum
from hashlib import sha256
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from naishi.common.i18n import _, quoted
from naishi.games.naishi.rules.deal import Deal
from naishi.games.naishi.rules.expansion import Module
from naishi.tabletop.commitments import Commitment, Word, commitment_to, commitment_to_all, committed

MOST_BOARDS = 16
"""Games of a tournament's round."""


class DealProof(BaseModel):
    """What a deal was drawn from."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    secret: Annotated[str, Field(pattern=re.compile(r"^[0-9a-f]{32}\Z"))]
    """Chosen by whoever deals, told when the game is over."""
    words: tuple[Word, Word]
    """Of the player at the seat `host` and of the other one; empty for a player who gave none."""
    host: Literal[0, 1]
    """The seat of whoever made the table; 0 where the seats weren't drawn."""
    seats_drawn: bool = True
    """Whether the seats follow from it, too. Else they were settled before: by the game before it, or by a pairing."""
    round: Annotated[tuple[Commitment, ...], Field(max_length=MOST_BOARDS)] = ()
    """The commitments to all secrets of the round, of which this is one; empty but for a tournament's game."""

    @classmethod
    def draw(cls, secret: str, words: tuple[str, str] = ("", "")) -> DealProof:
        """Return what a deal is drawn from, with the seat that follows."""
        return cls(secret=secret, words=words, host=_host_of(_seed(secret, words)))

    @classmethod
    def seated(cls, secret: str, words: tuple[str, str], round_: tuple[str, ...] = ()) -> DealProof:
        """Return what a deal is drawn from whose seats are settled, with the words by seat."""
        return cls(secret=secret, words=words, host=0, seats_drawn=False, round=round_)

    @property
    def commitment(self) -> str:
        """The SHA-256 of the secret in hexadecimal, or that of all commitments of a tournament's round."""
        return commitment_to_all(self.round) if self.round else commitment_to(self.secret)

    def deal(self, expansion: Module | None) -> Deal:
        """Return the deal that follows."""
        return Deal.random(_seed(self.secret, self.words), expansion)

    def holds(self, deal: Deal) -> bool:
        """Return whether a deal and the seats are what follows."""
        seats_follow = self.host == (_host_of(_seed(self.secret, self.words)) if self.seats_drawn else 0)
        in_round = not self.round or commitment_to(self.secret) in self.round
        return seats_follow and in_round and self.deal(deal.expansion) == deal


class DealCheck(StrEnum):
    """What has come of checking a deal."""

    RIGHT = "right"
    """It is what follows from what was committed to, and from the players' words."""
    WRONG = "wrong"
    """It isn't."""
    UNPROVED = "unproved"
    """Nobody had committed to anything."""
    NO_DEAL = "no deal"
    """The game began at a position."""


def checked(deal: Deal | None, proof: DealProof | None) -> DealCheck:
    """Check the deal of a game, if it has one, by its proof, if it has one."""
    if deal is None:
        return DealCheck.NO_DEAL
    if proof is None:
        return DealCheck.UNPROVED
    return DealCheck.RIGHT if proof.holds(deal) else DealCheck.WRONG


def _seed(secret: str, words: tuple[str, str]) -> str:
    """Return one text for the three, and no other three have the same."""
    return json.dumps([secret, *words])


def _host_of(seed: str) -> Literal[0, 1]:
    return 1 if sha256(f"host of {seed}".encode()).digest()[0] & 1 else 0


def drawn_from(proof: DealProof, names: Sequence[str]) -> Iterator[str]:
    """Say what a deal was drawn from; only once nothing is hidden any more.

    Args:
        proof: What it was drawn from.
        names: Of the players, by seat.
    """
    yield committed(proof.commitment)
    if proof.round:
        words = _("It is the SHA-256 of the commitments to all deals of the round, one a line: {hashes}")
        yield words.format(hashes=" ".join(proof.round))
    yield _("Secret: {secret}").format(secret=proof.secret)
    for seat, word in zip((proof.host, 1 - proof.host), proof.words, strict=True):
        if word:
            yield _("{name} added: {word}").format(name=names[seat], word=quoted(word))
        else:
            yield _("{name} added no word.").format(name=names[seat])


def verdict(check: DealCheck) -> str:
    """Say what has come of checking a deal, and what that means."""
    match check:
        case DealCheck.RIGHT:
            return _("The deal is right: it follows from the secret that was committed to and from the players' words.")
        case DealCheck.WRONG:
            return _("The deal is wrong: the cards or the seats don't follow from the secret and the words.")
        case DealCheck.UNPROVED:
            return _("This deal can't be checked: nobody had committed to it. That is so for games played at home.")
        case DealCheck.NO_DEAL:
            return _("There is no deal to check: this game began at a position that somebody had set up.")


def dealt(commitment: str | None, proof: DealProof | None, names: Sequence[str]) -> Iterator[str]:
    """Say how a deal was drawn, as far as somebody may know it; nothing where nobody has committed to it.

    Args:
        commitment: To its secret, if any.
        proof: What it was drawn from; None while cards are hidden.
        names: Of the players, by seat.
    """
    if proof is not None:
        yield from drawn_from(proof, names)
    elif commitment is not None:
        yield committed(commitment)
