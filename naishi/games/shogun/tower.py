"""The cube tower: what may fall out of it, and a model of what does."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from naishi.common.i18n import _
from naishi.games.shogun.data import Tower, towers

if TYPE_CHECKING:
    from naishi.games.shogun.engine import Draws, Source

REAL = "real"
"""The tower on the table of whoever plays: what falls out is typed in."""

DEFAULT = "published"
_CUBES = re.compile(r"(?:0|[1-9]\d?)(?:\.(?:0|[1-9]\d?)){3,5}", re.ASCII)


def draw(preset: str, thrown: Sequence[int], inside: Sequence[int], chance: Draws) -> list[int]:
    """Return what falls out of the tower, by seat and then the farmers.

    Args:
        preset: The model that throws where nothing is recorded.
        thrown: The cubes that go in, the tray's with them.
        inside: The cubes inside before.
        chance: What is recorded, or makes something new.
    """
    outcome = chance.draw(
        "throw",
        lambda source: ".".join(map(str, fall(towers()[preset], thrown, inside, source))),
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
    """Return how many of some equal and independent tries succeed, from one number of the source."""
    number, count = source.below(of**tries), 0
    for _each in range(tries):
        number, digit = divmod(number, of)
        count += digit < favourable
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
