"""Words that open doors: invitations, guests' codes, codes that link a key; and how slowly they may be tried."""

from __future__ import annotations

import hashlib
import secrets
import time
from collections.abc import Callable, Hashable

from naishi.errors import NaishiError
from naishi.i18n import _

ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"
"""No letter of it looks like another."""

GROUPS = 3
"""Groups of four letters: 59 bits."""

FREE_TRIES = 5
"""Wrong tries before one has to wait."""
FIRST_WAIT, LONGEST_WAIT = 2.0, 900.0
"""Seconds after the first try too many, doubled with each further one."""
MOST_TRIERS = 10_000
"""How many are remembered; the one who tried longest ago is forgotten first."""


def new_code() -> str:
    """Draw a code, such as `k4mp-z7xe-q9dn`."""
    return "-".join("".join(secrets.choice(ALPHABET) for _letter in range(4)) for _group in range(GROUPS))


def as_typed(code: str) -> str:
    """Return a code as it was made, however it was typed; nothing where it can't be one."""
    letters = [c for c in code[:100].casefold() if c in ALPHABET]
    if len(letters) != GROUPS * 4:
        return ""
    return "-".join("".join(letters[start : start + 4]) for start in range(0, len(letters), 4))


def hashed(code: str) -> str:
    """Return what is stored of a code. No salt: a code is random and long."""
    return hashlib.sha256(code.encode()).hexdigest()


class Tries:
    """Counts wrong tries, and has whoever makes many of them wait."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._wrong: dict[Hashable, tuple[int, float]] = {}

    def check(self, *who: Hashable) -> None:
        """Make sure that all of these (an address, a player) may try now.

        Raises:
            NaishiError: One of them has to wait.
        """
        waits = [until - self._clock() for until in (self._wrong.get(each, (0, 0.0))[1] for each in who)]
        if max(waits, default=0.0) > 0:
            raise NaishiError(_("Too many wrong codes. Please wait a little."))

    def failed(self, *who: Hashable) -> None:
        """Count a wrong try of all of these."""
        for each in who:
            count = self._wrong.pop(each, (0, 0.0))[0] + 1
            over = count - FREE_TRIES
            wait = min(FIRST_WAIT * 2 ** min(over, 20), LONGEST_WAIT) if over >= 0 else 0.0
            self._wrong[each] = count, self._clock() + wait
        while len(self._wrong) > MOST_TRIERS:
            del self._wrong[next(iter(self._wrong))]
