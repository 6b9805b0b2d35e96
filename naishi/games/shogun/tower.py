"""Cube tower: possible outcomes, and a model of them."""

import re
from collections.abc import Callable, Sequence
from typing import Any

from typing_extensions import override

from naishi.common.i18n import _
from naishi.games.shogun.data import Tower, towers
from naishi.games.shogun.position import Happening, cubes_text
from naishi.tabletop.chance import Chance, ChanceError, OutcomeNeededError, Source

REAL = "real"
"""The tower on the table of its player: what falls out is typed in."""

DEFAULT = "published"
_FINE = 1 << 40
_LETTER = re.compile(r"([A-F])\s*(\d{1,2})", re.ASCII)
_LETTERED = re.compile(r"(?:[A-Fa-f]\s*\d{1,2}[\s,]*)+", re.ASCII)
_CUBES = re.compile(r"(?:0|[1-9]\d?)(?:\.(?:0|[1-9]\d?)){3,5}", re.ASCII)


class ThrowNeededError(OutcomeNeededError):
    """A real tower throws, and what fell out isn't typed in yet."""

    name = "throw"

    def __init__(self, thrown: Sequence[int], inside: Sequence[int]) -> None:
        super().__init__(
            _("Throw {cubes} into the tower, and type in what falls out, such as {example}; - for nothing.").format(
                cubes=_lettered(thrown) or "-", example=_lettered([min(each, 2) for each in thrown]) or "-"
            )
        )
        self.thrown = tuple(thrown)
        """What goes in, the tray's cubes with it."""
        self.inside = tuple(inside)
        """What is inside by counting."""
        self.about: Happening | None = None
        """The battle or revolt that it decides; None where it fills the tower."""
        self.explain: Callable[[Sequence[str], bool], str] | None = None
        """Says what that is, by the names of the seats and whether odds are shown."""

    @override
    def question(self, names: Sequence[str], *, aids: bool = True) -> str:
        return f"{self.explain(names, aids)} {self}" if self.explain else str(self)

    @override
    def read(self, typed: str) -> str:
        outcome = read_throw(typed, len(self.thrown))
        if why := impossible(outcome, self.thrown, self.inside):
            raise ChanceError(why)
        return outcome


def _lettered(cubes: Sequence[int]) -> str:
    """Return cubes as they are typed in: "A5 B3 f2"."""
    letters = (*"ABCDE"[: len(cubes) - 1], "f")
    return " ".join(f"{letter}{count}" for letter, count in zip(letters, cubes, strict=True) if count)


def read_throw(typed: str, colours: int) -> str:
    """Return the outcome that a text means, as the record has it: cubes by seat, then farmers, with points between.

    It is written so, or as letters with numbers: "A2 f1"; "-" is nothing.

    Raises:
        ChanceError: It means none.
    """
    text = typed.strip()
    if _CUBES.fullmatch(text) or not (text == "-" or _LETTERED.fullmatch(text)):
        return text
    letters, found = (*"ABCDE"[: colours - 1], "F"), dict[str, int]()
    for letter, number in _LETTER.findall(text.upper()):
        if letter not in letters or letter in found:
            raise ChanceError(
                _("Write each colour once: {letters}; f are farmers.").format(letters=", ".join(letters[:-1]))
            )
        found[letter] = int(number)
    return cubes_text([found.get(letter, 0) for letter in letters])


def draw(preset: str, thrown: Sequence[int], inside: Sequence[int], chance: Chance) -> list[int]:
    """Return what falls out of the tower, by seat and then the farmers.

    Raises ThrowNeededError: the tower is a real one.
    """

    def make(source: Source) -> str:
        if preset == REAL:
            raise ThrowNeededError(thrown, inside)
        return cubes_text(fall(towers()[preset], thrown, inside, source))

    outcome = chance.draw(
        "throw",
        make,
        lambda outcome: not impossible(outcome, thrown, inside),
    )
    return [int(each) for each in outcome.split(".")]


def fall(model: Tower, thrown: Sequence[int], inside: Sequence[int], source: Source) -> list[int]:
    """Return what a model lets fall out."""
    stay, of = model.staying()
    loose, of_loose = model.falling(sum(thrown))
    fell = []
    for new, old in zip(thrown, inside, strict=True):
        out = new - _successes(new, stay, of, source) if new else 0
        fell.append(out + _successes(old, loose, of_loose, source) if old else out)
    return fell


def _successes(tries: int, favourable: int, of: int, source: Source) -> int:
    """Return how many of some equal and independent tries succeed.

    A number of the source decides as many tries as its 64 bits allow without a noticeable bias.
    """
    if of > _FINE:
        favourable, of = favourable * _FINE // of, _FINE
    count = 0
    while tries:
        batch, limit = 1, of
        while batch < tries and limit * of <= _FINE:
            batch, limit = batch + 1, limit * of
        number = source.below(limit)
        for _each in range(batch):
            number, digit = divmod(number, of)
            count += digit < favourable
        tries -= batch
    return count


def impossible(outcome: Any, thrown: Sequence[int], inside: Sequence[int]) -> str:
    """Return why this can't have fallen out of the tower, or an empty text."""
    if not isinstance(outcome, str) or not _CUBES.fullmatch(outcome) or outcome.count(".") != len(thrown) - 1:
        return _(
            "Write a throw as the cubes that fell out, by seat, then the farmers, with points between: {example}."
        ).format(example=".".join(["2"] * len(thrown)))
    for seat, (out, new, old) in enumerate(zip(map(int, outcome.split(".")), thrown, inside, strict=True)):
        if out > new + old:
            whose = _("farmers") if seat == len(thrown) - 1 else _("armies of {seat}").format(seat="ABCDE"[seat])
            return _("{out} {whose} can't have fallen out: {new} went in and {old} were inside. Count again.").format(
                out=out, whose=whose, new=new, old=old
            )
    return ""
