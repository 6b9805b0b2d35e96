"""docs/keys.md, against the table of keys."""

from __future__ import annotations

from docs.scripts import keys


def test_the_document_is_that_of_the_table() -> None:
    assert keys.DOCUMENT.read_text("utf-8") == keys.document(), "run docs/scripts/keys.py"
