from __future__ import annotations

import gettext
from typing import Any

from naishi.common import i18n
from naishi.settings.schema import Settings
from naishi_tui.drawing.theme import THEMES
from naishi_tui.parts.appearance import Appearance
from tests.naishi_tui.parts.fakes import FakeApp


class Page:
    """A screen."""

    def __init__(self) -> None:
        self.composed = self.painted = 0

    async def recompose(self) -> None:
        self.composed += 1

    def refresh(self, *, repaint: bool) -> None:
        self.painted += repaint


def test_an_app_has_our_themes_and_begins_with_the_one_that_is_set() -> None:
    app: Any = FakeApp()
    Appearance(app, lambda: Settings(theme="light"))
    assert app.theme == "light"
    assert app.log == [("register_theme", theme) for theme in THEMES]


def test_the_keys_are_bound_only_when_they_have_changed() -> None:
    app: Any = FakeApp()
    now = [Settings(keys={"undo": "z"})]
    appearance = Appearance(app, lambda: now[0])
    app.log.clear()
    appearance.apply()
    appearance.apply()
    assert app.log == [("set_keymap", {"undo": "z"})]
    now[0] = Settings(theme="light")
    appearance.apply()
    assert app.log[1:] == [("set_keymap", {})]
    assert app.theme == "light"


async def test_screens_are_composed_anew_only_in_another_language() -> None:
    i18n.use(gettext.NullTranslations())
    below, page = Page(), Page()
    app: Any = FakeApp(below, page)
    shown: list[Any] = [page]
    appearance = Appearance(app, Settings)
    await appearance.change(lambda: None, shown)
    assert (page.composed, page.painted) == (0, 1)
    await appearance.change(lambda: i18n.switch(i18n.load("fr")), shown)
    assert (page.composed, page.painted, below.composed) == (1, 2, 0)
