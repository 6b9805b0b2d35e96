"""Reasons for puzzle answers, computed once by `puzzle_search --reasons`."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from pydantic import TypeAdapter

from naishi.games.naishi.lessons.task import Puzzle, split
from naishi.games.naishi.rules.actions import Action

if TYPE_CHECKING:
    from naishi.games.naishi.analysis.reasons import Reason

FILE = Path(__file__).with_suffix(".json")


def reasons_for(puzzle: Puzzle) -> tuple[Reason, ...]:
    """Return what speaks for the answer of a puzzle."""
    return _every_reason().get(puzzle.id, ())


def work_out(puzzle: Puzzle) -> tuple[Reason, ...]:
    """Work out what speaks for the answer of a puzzle."""
    from naishi.games.naishi.analysis.follow import why_rather  # noqa: PLC0415 - numpy is not imported before it is needed

    (task,) = puzzle.tasks
    return why_rather(task.game().view(task.seat), [Action.from_text(text) for text in split(task.answer)])


def write(reasons: Mapping[str, tuple[Reason, ...]]) -> None:
    """Write what speaks for the answer of each puzzle, by its ID."""
    FILE.write_bytes(_format().dump_json(dict(reasons), indent=1, exclude_defaults=True) + b"\n")


@cache
def _every_reason() -> Mapping[str, tuple[Reason, ...]]:
    return _format().validate_json(FILE.read_bytes())


def _format() -> TypeAdapter[dict[str, tuple[Reason, ...]]]:
    from naishi.games.naishi.analysis.reasons import Reason  # noqa: PLC0415 - it brings numpy

    return TypeAdapter(dict[str, tuple[Reason, ...]])
