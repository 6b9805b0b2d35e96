"""The counts of independent implementations, in naishi.perft and expansion.perft."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from naishi import Position, perft

FILES = [Path(__file__).parent / name for name in ("naishi.perft", "expansion.perft")]


def counts() -> Iterator[object]:
    name = text = ""
    for line in (line for file in FILES for line in file.read_text(encoding="utf-8").splitlines()):
        word, _space, rest = line.partition(" ")
        if word == "id":
            name = rest
        elif word == "position":
            text = rest
        elif word == "perft":
            depth, count = map(int, rest.split())
            marks = [pytest.mark.slow] if depth > 4 else []
            yield pytest.param(text, depth, count, id=f"{name}-{depth}", marks=marks)


@pytest.mark.parametrize(("text", "depth", "count"), counts())
def test_the_file_gives_the_number_of_sequences(text: str, depth: int, count: int) -> None:
    assert perft(Position.from_text(text), depth) == count


def test_no_action_at_all_is_one_sequence() -> None:
    assert perft(Position.from_text("-/-/-/-/- MMMMM/MMMMM MMMMM/MMMMM 000:000 0 f: - -"), 0) == 1


def test_a_position_is_unchanged_by_counting() -> None:
    position = Position.from_text("F/A/K/H/O MMMMM/XAKSM MMMMM/MMMMM 000:000 1 - - -")
    before = position.to_text()
    perft(position, 3)
    assert position.to_text() == before
