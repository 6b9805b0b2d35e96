"""PINs of players, and limits on wrong guesses.

They keep a curious friend at the same keyboard honest. They don't keep secrets from anyone who can read the file.
"""

import hashlib
import hmac
import re
import secrets
import unicodedata
from collections.abc import Callable, Hashable
from contextlib import suppress
from math import ceil, inf
from time import monotonic
from typing import NamedTuple

from naishi.common.i18n import NaishiError, _

MOST_REMEMBERED = 10_000
"""How many triers are remembered; who did nothing for longest is forgotten first."""


WrongTries = tuple[float, float]
"""How many wrong tries there were, and when the last one was made."""


class Patience(NamedTuple):
    """How long wrong tries make one wait."""

    free: int
    """The wrong try from which on one waits."""
    first_wait: float
    """Seconds after that one, doubled with each further one."""
    longest_wait: float
    forgiven: float = inf
    """Seconds after which one wrong try is forgotten."""

    def one_more(self, tries: WrongTries | None, now: float) -> WrongTries:
        """Count another wrong try; of those before it, as many as aren't forgotten by now."""
        return self._remembered(tries, now) + 1, now

    def wait(self, tries: WrongTries | None, now: float) -> float:
        """Return the seconds until one may try again; none or less where one may now."""
        over = ceil(self._remembered(tries, now)) - self.free
        if tries is None or over < 0:
            return 0.0
        _count, last = tries
        return last + min(self.first_wait * 2.0 ** min(over, 20), self.longest_wait) - now

    def _remembered(self, tries: WrongTries | None, now: float) -> float:
        if tries is None:
            return 0.0
        wrong, last = tries
        return max(0.0, wrong - (now - last) / self.forgiven)


class Tries:
    """Counts wrong tries, by who made them or what they were made at."""

    def __init__(self, patience: Patience, clock: Callable[[], float] = monotonic) -> None:
        self._patience, self._clock = patience, clock
        self._wrong: dict[Hashable, WrongTries] = {}

    def wait(self, who: Hashable) -> float:
        """Return the seconds until one may try again; none or less where one may now."""
        return self._patience.wait(self._wrong.get(who), self._clock())

    def record_wrong(self, who: Hashable) -> None:
        self._wrong[who] = self._patience.one_more(self._wrong.pop(who, None), self._clock())
        while len(self._wrong) > MOST_REMEMBERED:
            del self._wrong[next(iter(self._wrong))]

    def forget(self, who: Hashable) -> None:
        self._wrong.pop(who, None)


PIN_LENGTH = 32
SHORTEST = 4
"""Characters that a new PIN needs; older ones may have fewer."""

_COST, _BLOCK, _PARALLEL = 2**14, 8, 1
"""scrypt's measures: 16 MiB and about 50 ms a try."""

_HASH = re.compile(rf"scrypt:{_COST}:{_BLOCK}:{_PARALLEL}:([0-9a-f]{{32}}):([0-9a-f]{{64}})")


def hash_pin(pin: str) -> str:
    """Hash a PIN, each time with fresh salt.

    Args:
        pin: 1 to 32 characters that can be typed; four digits will do.

    Raises:
        NaishiError: It is empty, too long, or has control characters.
    """
    salt = secrets.token_bytes(16)
    return f"scrypt:{_COST}:{_BLOCK}:{_PARALLEL}:{salt.hex()}:{_scrypt(_checked(pin), salt).hex()}"


def check_new_pin(pin: str) -> None:
    """Check that a PIN that someone chooses is no mere slip of the finger, and that it can be hashed.

    Raises NaishiError: it is too short, too long, or has control characters.
    """
    if len(_checked(pin).decode()) < SHORTEST:
        raise NaishiError(_("A PIN has letters, digits or symbols: at least {count}.").format(count=SHORTEST))


def check_pin(pin: str, hashed: str) -> bool:
    """Return whether a PIN is the one that was hashed, in the same time for right and wrong ones."""
    parts = _HASH.fullmatch(hashed)
    if parts is None:
        return False
    with suppress(NaishiError):
        return hmac.compare_digest(_scrypt(_checked(pin), bytes.fromhex(parts[1])), bytes.fromhex(parts[2]))
    return False


def _checked(pin: str) -> bytes:
    typed = unicodedata.normalize("NFC", pin)  # the same letter may be typed as one character or as two
    if not 1 <= len(typed) <= PIN_LENGTH or not typed.isprintable():
        raise NaishiError(_("A PIN has 1 to {length} letters, digits or symbols.").format(length=PIN_LENGTH))
    return typed.encode()


def _scrypt(pin: bytes, salt: bytes) -> bytes:
    return hashlib.scrypt(pin, salt=salt, n=_COST, r=_BLOCK, p=_PARALLEL, dklen=32)


class PinChoice:
    """A PIN that someone chooses, typed twice: of what isn't shown, nobody sees a slip of the finger."""

    def __init__(self, name: str) -> None:
        self.name, self._first = name, ""
        self._chosen: str | None = None

    @property
    def once_more(self) -> bool:
        return bool(self._first)

    def typed(self, pin: str) -> bool:
        """Return whether a PIN is chosen, or none where nothing was typed; else it has to be typed once more.

        Raises NaishiError: it is too short, or not what was typed before: it has to be chosen again.
        """
        first, self._first = self._first, ""
        if pin and not first:
            check_new_pin(pin)
        if pin in {first, self._chosen}:
            self._chosen = pin
            return True
        if not (pin and first):  # nothing repeats nothing
            self._first = pin or first
            return False
        raise NaishiError(_("These were two different PINs. {name}, choose one again.").format(name=self.name))


LONGEST_WAIT = 4
"""Seconds that a wrong PIN makes one wait, at most; the first costs 1, the second 2."""


class PinAttempts(Tries):
    """How often each PIN was entered wrong, by its hash, and how long its player has to wait.

    It belongs to a program and outlives the cover: leaving the game and coming back doesn't shorten the wait.
    """

    def __init__(self) -> None:
        super().__init__(Patience(free=1, first_wait=1.0, longest_wait=LONGEST_WAIT), _now)

    def admits(self, typed: str, pin: str) -> bool:
        """Return whether a PIN is right; count it where it is wrong. While one has to wait, none is."""
        if self.wait(pin) > 0:
            return False
        if check_pin(typed, pin):
            self.forget(pin)
            return True
        self.record_wrong(pin)
        return False


def _now() -> float:
    return monotonic()  # looked up each time, so that a test can set it
