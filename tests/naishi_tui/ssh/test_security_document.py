"""Tests named in SECURITY.md."""

from __future__ import annotations

import re
from pathlib import Path

TESTS = Path(__file__).parents[2]


def test_every_line_names_tests_that_exist() -> None:
    lines = (TESTS.parent / "SECURITY.md").read_text("utf-8").splitlines()
    threats = [line for line in lines if line.startswith("| ") and not line.startswith("| threat")]
    doors = [TESTS / "naishi_tui" / door for door in ("ssh", "visit")]
    folders = (*(TESTS / "naishi" / each for each in ("server", "plain/server", "transports", "cli")), *doors)
    code = "\n".join(path.read_text("utf-8") for folder in folders for path in folder.rglob("test_*.py"))
    defined = set(re.findall(r"def (test_\w+)", code))
    for line in threats:
        named = set(re.findall(r"`(test_\w+)`", line.rsplit("|", 2)[1]))
        assert named, line
        assert named <= defined, line
