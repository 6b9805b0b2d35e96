"""The command as `python -m naishi`."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests import forked


@pytest.mark.parametrize(("arguments", "status"), [(("score", "FSABR / FMNRR"), 0), (("dance",), 2)])
def test_it_prints_and_ends_like_the_command(arguments: tuple[str, ...], status: int) -> None:
    result = subprocess.run([sys.executable, "-m", "naishi", *arguments], capture_output=True, check=False, timeout=60)
    command = forked.run(*arguments)
    assert (result.returncode, result.stdout) == (command.returncode, command.stdout)
    assert result.returncode == status
