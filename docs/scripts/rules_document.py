"""Write docs/rules.md from the rules that the program prints: `.venv/bin/python docs/scripts/rules_document.py`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from naishi.games.naishi.text.rules_help import rules

DOCUMENT = Path(__file__).parent.parent / "rules.md"
HEAD = """<!-- docs/scripts/rules_document.py makes this file -->

# The rules

What `naishi rules` prints, and `F1` shows during a game. New to it? [How to play](how-to-play.md) begins with pictures.
"""


def document() -> str:
    """Return the text of docs/rules.md."""
    return "\n".join([HEAD, *_sections()])


def _sections() -> Iterator[str]:
    for section in rules():
        yield f"## {section.title}\n"
        for paragraph in section.paragraphs:
            name, colon, rule = paragraph.partition(": ")
            yield f"{f'**{name}**: {rule}' if colon and len(name) < 24 else paragraph}\n"


if __name__ == "__main__":
    DOCUMENT.write_text(document(), "utf-8")
