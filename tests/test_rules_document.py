"""docs/rules.md says what `naishi rules` prints."""

from __future__ import annotations

from docs.scripts import rules_document


def test_the_document_is_that_of_the_rules() -> None:
    assert rules_document.DOCUMENT.read_text("utf-8") == rules_document.document(), "run docs/scripts/rules_document.py"
