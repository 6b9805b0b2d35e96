"""Province asked for by its name."""

from __future__ import annotations

from pathlib import Path

from naishi_tui.games.shogun.questions import FindProvince
from tests.naishi_tui.desk import desk
from tests.naishi_tui.games.shogun.shared import fighting, looked_at


async def test_a_province_is_found_by_how_its_name_begins(folder: Path) -> None:
    async with desk(folder, fighting()) as at:
        await at.press("slash")
        at.screen(FindProvince)
        await at.type("shi")
        await at.press("enter")
        assert "Several begin so: Shima, Shimosa, Shimotsuke and Shinano." in " ".join(at.text_of("#said").split())
        await at.type("n")
        await at.press("enter")
        assert looked_at(at) == "Shinano"
        await at.press("slash")
        await at.type("xyz")
        await at.press("enter")
        assert "No province in the game is called" in at.text
