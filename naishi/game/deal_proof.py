"""A deal that anybody can check: drawn from a secret that was committed to, and from words of the players' own.

The scheme is commit and reveal. Whoever deals chooses a secret and shows its SHA-256, the commitment. Only then do the
players add words of their own. Who sits where and all cards follow from the three by `Deal.random`; after the game the
secret is told, and everybody can work the deal out again. Neither side can choose a deal: the secret is fixed before
the words are known, and the words are given before the secret is.
"""

from __future__ import annotations

import json
import re
import secrets
from hashlib import sha256
from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from naishi.common.errors import NaishiError
from naishi.common.i18n import _
from naishi.rules.deal import Deal
from naishi.rules.expansion import Module

WORD_LENGTH = 60
"""The most characters of a player's word."""

_SHOWN = re.compile(r"[!-~]+(?: [!-~]+)*")


def check_word(word: str) -> str:
    """Return a player's word for a deal as it is.

    Raises:
        NaishiError: It isn't plain ASCII, which everybody can type again, or too long.
    """
    if word and (len(word) > WORD_LENGTH or not _SHOWN.fullmatch(word)):
        raise NaishiError(
            _("A word for the deal has up to {longest} letters, digits and signs of plain ASCII.").format(
                longest=WORD_LENGTH
            )
        )
    return word


Word = Annotated[str, AfterValidator(check_word)]


class DealProof(BaseModel):
    """What a deal was drawn from."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    secret: Annotated[str, Field(pattern=re.compile(r"^[0-9a-f]{32}\Z"))]
    """Chosen by whoever deals, told when the game is over."""
    words: tuple[Word, Word]
    """Of whoever made the table and of the other player; empty for a player who gave none."""
    host: Literal[0, 1]
    """The seat of whoever made the table."""

    @classmethod
    def draw(cls, secret: str, words: tuple[str, str] = ("", "")) -> DealProof:
        """Return what a deal is drawn from, with the seat that follows."""
        return cls(secret=secret, words=words, host=_host_of(_seed(secret, words)))

    @property
    def commitment(self) -> str:
        """The SHA-256 of the secret, in hexadecimal."""
        return commitment_to(self.secret)

    def deal(self, expansion: Module | None) -> Deal:
        """Return the deal that follows."""
        return Deal.random(_seed(self.secret, self.words), expansion)

    def holds(self, deal: Deal) -> bool:
        """Return whether a deal and the seats are what follows."""
        return self.host == _host_of(_seed(self.secret, self.words)) and self.deal(deal.expansion) == deal


def new_secret() -> str:
    """Return a secret that nobody can guess: 128 random bits."""
    return secrets.token_hex(16)


def commitment_to(secret: str) -> str:
    """Return the SHA-256 of a secret, in hexadecimal: `printf %s SECRET | sha256sum` prints the same."""
    return sha256(secret.encode()).hexdigest()


def _seed(secret: str, words: tuple[str, str]) -> str:
    """Return one text for the three, and no other three have the same."""
    return json.dumps([secret, *words])


def _host_of(seed: str) -> Literal[0, 1]:
    return 1 if sha256(f"host of {seed}".encode()).digest()[0] & 1 else 0
