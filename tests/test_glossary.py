"""Glossary: one name for each thing, wherever it is shown."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

PROJECT = Path(__file__).parent.parent
TRANSLATING = {"_", "N_", "pN_", "ngettext", "pgettext"}
FOR_DEVELOPERS = "naishi/games/naishi/bots", "naishi/cli/naishi/study.py", "naishi/cli/arena.py", "naishi/bots"
OTHER_GAMES = "naishi/games/ninjato", "naishi/games/shogun", "naishi_tui/games/ninjato", "naishi_tui/games/shogun"

GLOSSARY = {
    "advice, for what a bot would do; hint, for the help of a lesson": r"\bscore hints?\b",
    "banner, the card": r"\bflags?\b(?! here| may)",
    "column, for where a card is in its row": r"\bby position\b|\bat position \{position\}",
    "deal code, for what decides the cards": r"(?<![-{])\bseed\b(?! and a deal code)",
    "develop, for taking a card from the River to the place of another": r"\breplac(e|ing) a card(,| as well)",
    "learn from your mistakes": r"\bpractise on\b",
    "player; person is what a player is who isn't a bot": r"\bthe next person\b",
    "puzzle of the day": r"\bpuzzle of today\b|\btoday's puzzle\b",
    "rematch": r"\{key:score\.rematch\}: play again",
    "restore, for taking a game out of the trash": r"\bbring it back\. It stays\b|\bout of the trash\b",
    "reveal, for what becomes of Hands at the end": r"\bopen the Hands; ninjas\b",
}
"""The name of a thing, and what else it was called."""

LINE_WORDS = "anew", "seed"
"""What one types in line mode, which scripts rely on."""


@cache
def texts() -> tuple[tuple[str, str], ...]:
    """Every English text, with its file."""
    return tuple(
        (str(path.relative_to(PROJECT)), text)
        for folder in ("naishi", "naishi_tui")
        for path in sorted((PROJECT / folder).rglob("*.py"))
        for text in texts_in(path)
    )


def texts_in(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in TRANSLATING:
            yield from (a.value for a in node.args if isinstance(a, ast.Constant) and isinstance(a.value, str))


@pytest.mark.parametrize("name", GLOSSARY)
def test_a_thing_has_one_name(name: str) -> None:
    found = [
        f"{file}: {text}"
        for file, text in texts()
        if not file.startswith((*FOR_DEVELOPERS, *OTHER_GAMES))
        and text not in LINE_WORDS
        and re.search(GLOSSARY[name], text, re.IGNORECASE)
    ]
    assert found == []
