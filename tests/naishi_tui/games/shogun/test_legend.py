"""Marks of the board, explained."""

from __future__ import annotations

from pathlib import Path

from naishi.games.shogun.data import SPECIALS
from naishi_tui.games.shogun.legend import legend
from tests.naishi_tui.desk import desk
from tests.naishi_tui.games.shogun.shared import fighting


async def test_the_marks_are_explained(folder: Path) -> None:
    async with desk(folder, fighting()) as at:
        assert "F2 marks" in at.text
        await at.press("f2")
        text = " ".join(at.text.split())
        for words in ("c castle, t temple, n Noh theatre", "green, red, purple, brown or yellow", "(3): the digit"):
            assert words in text
        everything = " ".join(paragraph for section in legend(fighting().view()) for paragraph in section.paragraphs)
        assert "the groups of armies you have still to place" in everything
        assert all(f"{code}: " in everything for code in (fighting().view().event, *SPECIALS))
