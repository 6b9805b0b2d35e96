"""Text roles in each theme."""

from __future__ import annotations

from pathlib import Path

import pytest
from rich.segment import Segment

from naishi_tui.drawing.theme import AREAS, CARD, DARK, LIGHT, TEXT, THEMES
from naishi_tui.games.naishi.cards.colours import TYPES, card_styles
from tests.naishi_tui.desk import STANDARD
from tests.naishi_tui.scenes import SCENES
from tests.naishi_tui.waiting import settle

pytestmark = pytest.mark.ci


@pytest.mark.parametrize("theme", [theme.name for theme in THEMES])
def test_every_role_has_a_style_in_every_theme(theme: str) -> None:
    assert card_styles(theme).keys() == {*TEXT, *AREAS, *CARD, *TYPES}
    assert all(style.color or style.bold for style in card_styles(theme).values())


def test_names_of_roles_are_unique() -> None:
    assert len({*TEXT, *AREAS, *CARD, *TYPES}) == len(TEXT) + len(AREAS) + len(CARD) + len(TYPES)


@pytest.mark.parametrize("name", ["home", "table"])
async def test_another_theme_repaints_everything(name: str, folder: Path) -> None:
    begun, changed = [await painted(name, folder / theme.name, begin_in=theme.name) for theme in (LIGHT, DARK)]
    assert changed == begun


async def painted(name: str, folder: Path, begin_in: str) -> list[list[Segment]]:
    """What a screen shows in the light theme, in an app that has begun in another one."""
    app = SCENES[name].app(folder, theme=begin_in)
    async with app.run_test(size=STANDARD) as pilot:
        at = await SCENES[name].reach(app, pilot)
        app.theme = LIGHT.name
        await settle(pilot)
        shown = [[*Segment.simplify(segment for strip in line for segment in strip)] for line in at.strips]
    app.close_game()
    return shown
