"""Rules pages, against `naishi rules`."""

from __future__ import annotations

from docs.scripts import rules_document


def test_the_pages_are_those_of_the_rules() -> None:
    for path, text in rules_document.documents().items():
        assert path.read_text("utf-8") == text, f"{path.name}: run docs/scripts/rules_document.py"
