"""Chance as recorded outcomes; new ones follow from a seed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from hashlib import sha256
from typing import Any, TypeVar

from naishi.common.errors import NaishiError
from naishi.common.i18n import _, quoted

T = TypeVar("T")

Outcome = Any
"""What a draw gave, as JSON: the order of a deck, the cubes that fell out of a tower."""
Tape = Sequence[tuple[str, Outcome]]
"""Recorded draws in the order in which they were made, each with its name."""


class ChanceError(NaishiError):
    """A recorded outcome that the rules can't have drawn at that point."""


class OutcomeNeededError(NaishiError):
    """A draw that is made on a real table: what it gave has to be typed in before anything can be played.

    The text says what to do there.
    """

    name: str
    """What is drawn."""

    def question(self, names: Sequence[str], *, aids: bool = True) -> str:
        return str(self)

    def read(self, typed: str) -> Outcome:
        """Return the outcome that a person has typed in.

        Raises ChanceError: it is impossible, or it makes no sense; the text says why.
        """
        raise NotImplementedError


class Source:
    """Random numbers that follow from a text, the same on every platform and version of Python.

    64-bit numbers come from SHA-256 in counter mode: Python's own `shuffle` may change between versions.
    """

    def __init__(self, text: str) -> None:
        self._text = f"{text}/".encode()
        self._count = 0

    def below(self, limit: int) -> int:
        """Return a number from 0 to `limit` - 1; the bias is below limit / 2**64."""
        digest = sha256(self._text + b"%d" % self._count).digest()
        self._count += 1
        return int.from_bytes(digest[:8], "big") * limit >> 64

    def shuffle(self, items: Iterable[T]) -> list[T]:
        """Return the items in random order, by Fisher and Yates."""
        order = list(items)
        for last in range(len(order) - 1, 0, -1):
            chosen = self.below(last + 1)
            order[last], order[chosen] = order[chosen], order[last]
        return order

    def happens(self, probability: float) -> bool:
        return self.below(1 << 53) < probability * (1 << 53)


class Chance:
    """All chance of a game: what was drawn so far, then what follows from the seed.

    An outcome follows from the seed, the name of the draw and how many of that name came before. So a turn that was
    undone meets the same luck again, and a seed that was committed to proves every later draw.

    Args:
        seed: New outcomes follow from it.
        at: How many draws of the tape have been used; by default all.
        typed: Outcomes seen on a real table; the next of a name comes before one that follows from the seed.
    """

    def __init__(self, seed: str, tape: Tape = (), at: int | None = None, typed: Tape = ()) -> None:
        self.typed: list[tuple[str, Outcome]] = [(name, outcome) for name, outcome in typed]
        """What hasn't been drawn of it yet."""
        self.seed = seed
        self.tape: list[tuple[str, Outcome]] = [(name, outcome) for name, outcome in tape]
        self.at = len(self.tape) if at is None else at

    def draw(self, name: str, make: Callable[[Source], Outcome], fits: Callable[[Outcome], bool]) -> Outcome:
        """Return the next recorded outcome; where there is none, a new one, which is recorded.

        Raises ChanceError: the record has another draw here, or an impossible outcome.
        """
        if self.at < len(self.tape):
            recorded, outcome = self.tape[self.at]
            if recorded != name:
                raise ChanceError(
                    _("The record has chance for {recorded} where {name} is drawn.").format(
                        recorded=quoted(str(recorded)), name=quoted(name)
                    )
                )
            if not fits(outcome):
                raise ChanceError(_("The record has an impossible outcome for {name}.").format(name=quoted(name)))
        else:
            outcome = self._new(name, make, fits)
            self.tape.append((name, outcome))
        self.at += 1
        return outcome

    def _new(self, name: str, make: Callable[[Source], Outcome], fits: Callable[[Outcome], bool]) -> Outcome:
        for number, (each, outcome) in enumerate(self.typed):
            if each == name:
                if not fits(outcome):
                    raise ChanceError(_("What was typed in for {name} is impossible.").format(name=quoted(name)))
                del self.typed[number]
                return outcome
        before = sum(1 for each, _outcome in self.tape if each == name)
        return make(Source(f"{self.seed}/{name}/{before}"))

    def shuffle(self, name: str, items: Iterable[T]) -> list[T]:
        """Return items, which JSON can hold, in a recorded order."""
        whole = list(items)

        def is_same(order: Outcome) -> bool:
            return isinstance(order, list | tuple) and sorted(map(repr, order)) == sorted(map(repr, whole))

        return list(self.draw(name, lambda source: source.shuffle(whole), is_same))
