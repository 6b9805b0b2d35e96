"""Late imports of the commands."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests import forked

pytestmark = pytest.mark.ci


def imported_by(*arguments: str) -> set[str]:
    """The modules that the command has imported in a process of its own when it is done."""
    code = f"""
import sys, naishi.cli
sys.argv[1:] = {arguments!r}
try:
    naishi.cli.main()
except SystemExit:
    print(*sys.modules)
"""
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    return {*result.stdout.splitlines()[-1].split()}


def test_help_and_version_do_without_what_takes_long_to_import() -> None:
    late = {"asyncio", "hashlib", "naishi.games.naishi.rules", "pydantic", "rich", "textual"}
    assert not late & imported_by("--help")
    assert forked.run("--version").stdout.split()[0] == b"naishi"


@pytest.mark.parametrize("arguments", [("rules",), ("score", "FSABR / FMNRR")])
def test_texts_that_need_no_game_do_without_its_models(arguments: tuple[str, ...]) -> None:
    late = {"asyncio", "hashlib", "naishi.games.naishi.game.game", "naishi.saves", "numpy", "pydantic", "textual"}
    assert not late & imported_by(*arguments)
