"""Survival of random outside events: local, lifecycle, local_driver."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.fuzzing import long_seeds
from tests.naishi_tui.terminal.mash import mash

needs_proc = pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="only Linux tells the memory of others")
ROOM = 40
"""Megabytes that a program may grow once it has shown all its screens: each thread that computes has a heap."""


@needs_proc
def test_a_few_seconds_of_mashing_break_nothing(tmp_path: Path) -> None:
    assert max(mash(tmp_path, 2, seed=1).memory) < 250


@pytest.mark.slow
@needs_proc
@pytest.mark.parametrize("seed", long_seeds(0, 6))
def test_an_hour_of_mashing_breaks_nothing_and_fills_no_memory(tmp_path: Path, seed: int) -> None:
    memory = mash(tmp_path, 600, seed).memory
    half = len(memory) // 2
    assert max(memory[half:]) < max(memory[:half]) + ROOM
