"""What docs/library.md shows is what happens."""

from __future__ import annotations

import doctest
from pathlib import Path

DOCUMENT = Path(__file__).parent.parent / "docs" / "library.md"


def test_its_lines_do_what_it_says() -> None:
    failed, tried = doctest.testfile(str(DOCUMENT), module_relative=False)
    assert (failed, tried > 10) == (0, True)
