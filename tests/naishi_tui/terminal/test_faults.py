"""Failing system calls, and whole saves afterwards: local, navigator, folder."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.forked import PROJECT


def faults(folder: Path, step: int) -> int:
    """Let every so-many-th call of a session fail in all ways; return how often that was."""
    result = subprocess.run(
        [sys.executable, "-m", "tests.naishi_tui.terminal.faulty", str(folder), str(step)],
        capture_output=True, text=True, check=True, cwd=PROJECT, timeout=1200,
    )  # fmt: skip
    *wrong, last = result.stdout.splitlines()
    assert not wrong
    assert last.endswith(" faults, 0 wrong")
    return int(last.split()[0])


def test_no_fault_of_the_disk_and_no_death_loses_an_acknowledged_action(tmp_path: Path) -> None:
    assert faults(tmp_path, 23) > 50


@pytest.mark.slow
def test_no_fault_at_any_call_at_all_loses_an_acknowledged_action(tmp_path: Path) -> None:
    assert faults(tmp_path, 1) > 500
