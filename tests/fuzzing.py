"""Amount and seeds of random testing."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

STRIDE = 10_000
"""More than any test has seeds."""

number: int | None = None
"""What `--hypothesis-seed` says, where it is given; set before the tests are collected."""


def seeds(few: int, many: int) -> list[Any]:
    """Return the seeds of a test: the same few always, and where there is time, many that differ with the number."""
    return [*range(few), *(pytest.param(seed, marks=pytest.mark.slow) for seed in long_seeds(few, many))]


def some(cases: Iterable[Any], stride: int) -> list[Any]:
    """Return the cases of a test that are all alike: one of so many always, the others where there is time."""
    return [
        case if place % stride == 0 else pytest.param(case, marks=pytest.mark.slow) for place, case in enumerate(cases)
    ]


def examples(few: int, many: int) -> int:
    """Return how many examples of a property to try: a few, the same in every run; with a number, many others."""
    return few if number is None else many


def long_seeds(first: int, end: int) -> range:
    """Return the seeds of a test that takes long."""
    start = (number or 0) * STRIDE
    return range(first + start, end + start)
