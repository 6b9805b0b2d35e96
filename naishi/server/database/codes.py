"""Formats of secret codes, one for each kind.

| for | looks like |
|---|---|
| an invitation to a private table | `k4mp-z7xe-q9dn` |
| coming back as a guest | `guest-k4mp-z7xe-q9dn` |
| adding a key to an account | `key-4821-0937-7716` |
| getting an account back whose key is lost | `recover-k4mp-z7xe-q9dn-w2hc` |
"""

import hashlib
import secrets
from collections.abc import Sequence
from enum import StrEnum

LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""No letter of it looks like another."""
DIGITS = "0123456789"


class CodeKind(StrEnum):
    """What a code is for; its value is how the code begins."""

    INVITE = ""
    GUEST = "guest"
    LINK = "key"
    RECOVERY = "recover"


_LOOKS = {
    CodeKind.INVITE: (LETTERS, 3),  # 59 bits
    CodeKind.GUEST: (LETTERS, 3),
    CodeKind.LINK: (DIGITS, 3),  # 40 bits, for ten minutes
    CodeKind.RECOVERY: (LETTERS, 4),
}
"""What each kind consists of, behind how it begins: letters, and how many groups of four."""


def new_code(kind: CodeKind) -> str:
    letters, groups = _LOOKS[kind]
    return _grouped(kind, "".join(secrets.choice(letters) for _letter in range(4 * groups)))


def _grouped(kind: CodeKind, letters: str) -> str:
    groups = (letters[start : start + 4] for start in range(0, len(letters), 4))
    return "-".join([*([kind.value] if kind.value else ()), *groups])


def meanings(typed: str) -> Sequence[tuple[CodeKind, str]]:
    """Return what a code can be for, with the code as it was made, however it was typed; the likeliest first.

    Someone who dictates a code leaves out how it begins; what is left may look like another kind.
    """
    text = "".join(c for c in typed[:100].casefold() if c.isalnum())
    whole = [_meant(kind, text.removeprefix(kind.value)) for kind in CodeKind if text.startswith(kind.value)]
    rest = [_meant(kind, text) for kind in CodeKind if kind.value]
    return [each for each in (*whole, *rest) if each is not None]


def _meant(kind: CodeKind, letters: str) -> tuple[CodeKind, str] | None:
    its_letters, groups = _LOOKS[kind]
    fits = len(letters) == 4 * groups and set(letters) <= set(its_letters)
    return (kind, _grouped(kind, letters)) if fits else None


def hashed(code: str) -> str:
    """Return what is stored of a code. No salt: a code is random and long."""
    return hashlib.sha256(code.encode()).hexdigest()
