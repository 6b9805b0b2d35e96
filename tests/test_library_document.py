"""Python examples in the documents, executed."""

from __future__ import annotations

import doctest
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


@pytest.mark.parametrize("name", ["library.md", "conformance.md"])
def test_its_lines_do_what_it_says(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    failed, tried = doctest.testfile(str(ROOT / "docs" / name), module_relative=False)
    assert (failed, tried > 10) == (0, True)
