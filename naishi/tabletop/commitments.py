"""Commitments: secrets shown as their SHA-256 first, and players' own words.

Whoever deals chooses a secret and shows its SHA-256, the commitment. Only then do the players add words of their own.
All chance follows from these; after the game the secret is shown, and everybody can work it out again.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterable
from hashlib import sha256
from typing import Annotated

from pydantic import AfterValidator, Field

from naishi.common.errors import NaishiError
from naishi.common.i18n import _

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


def read_word(typed: str) -> str:
    """Return the word that a player has typed to add it to a deal.

    Raises:
        NaishiError: It isn't plain ASCII, or too long, or there is none.
    """
    if not (word := typed.strip()):
        raise NaishiError(_("Type some words first."))
    return check_word(word)


Word = Annotated[str, AfterValidator(check_word)]
Commitment = Annotated[str, Field(pattern=re.compile(r"^[0-9a-f]{64}\Z"))]


def new_secret() -> str:
    """Return a secret that nobody can guess: 128 random bits."""
    return secrets.token_hex(16)


def commitment_to(secret: str) -> str:
    """Return the SHA-256 of a secret, in hexadecimal: `printf %s SECRET | sha256sum` prints the same."""
    return sha256(secret.encode()).hexdigest()


def commitment_to_all(commitments: Iterable[str]) -> str:
    """Return the SHA-256 of several commitments, written one a line, in hexadecimal."""
    return commitment_to("\n".join(commitments))


def committed(commitment: str) -> str:
    """Say what a deal is committed to."""
    return _("Commitment to the deal (SHA-256): {hash}").format(hash=commitment)


def committed_to_rematch(commitment: str) -> str:
    """Say what the deal of a rematch is committed to, before anybody has agreed to one."""
    return _("Commitment to the deal of the rematch (SHA-256): {hash}").format(hash=commitment)


def committed_to_round(number: int, commitment: str) -> str:
    """Say what the deals of a round of a tournament are committed to, before anybody is paired."""
    words = _("Commitment to the deals of round {number} (SHA-256): {hash}")
    return words.format(number=number, hash=commitment)
