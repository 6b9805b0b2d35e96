"""Textual faults in docs/textual-notes.md, still present."""

from __future__ import annotations

import re
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest

from tests.fuzzing import some

pytestmark = pytest.mark.ci

DOCUMENT = Path(__file__).parent.parent / "docs" / "textual-notes.md"
TEXT = DOCUMENT.read_text("utf-8")
NOTE = re.compile(r"^### (.+?)\n.*?^```python\n(.+?)^```\n```text\n(.+?)^```$", re.M | re.S)
NOTES = {title: (code, printed) for title, code, printed in NOTE.findall(TEXT)}
MOST_LINES = 10
"""Besides imports and empty lines."""


@pytest.mark.parametrize("title", some(NOTES, 5))  # all are due with another Textual: its version stands in the notes
def test_the_fault_is_still_there(title: str) -> None:
    """If not, Textual has mended it: take away what we did about it, and the note."""
    code, printed = NOTES[title]
    result = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=120, stdin=subprocess.DEVNULL
    )
    shown = result.stdout or "".join(result.stderr.splitlines(keepends=True)[-1:])
    assert shown == printed, result.stderr


def test_every_note_shows_its_fault_in_a_few_lines() -> None:
    assert len(NOTES) == TEXT.count("\n### ")
    assert {title: n for title, (code, _printed) in NOTES.items() if (n := lines_of(code)) > MOST_LINES} == {}


def lines_of(code: str) -> int:
    return sum(bool(line) and not line.startswith(("import ", "from ")) for line in code.splitlines())


def test_the_notes_are_about_the_version_that_is_pinned() -> None:
    assert f"](https://textual.textualize.io) {version('textual')} " in TEXT


@pytest.mark.parametrize("link", sorted(set(re.findall(r"\]\((\.\./[\w/]+\.py)\)", TEXT))))
def test_what_mends_it_is_there(link: str) -> None:
    assert (DOCUMENT.parent / link).exists()
