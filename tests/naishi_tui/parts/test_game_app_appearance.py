"""Parts of an app that follow terminal and settings."""

from __future__ import annotations

import gettext
from typing import Any

from textual.geometry import Size

from naishi.common import i18n
from naishi.settings.schema import Settings
from naishi_tui.dialogs.screens import TooSmall
from naishi_tui.drawing.cells import Ascii
from naishi_tui.drawing.theme import THEMES
from naishi_tui.parts.game_app import SMALLEST, Appearance, ask_for_room, plain_output, true_pictures_of
from naishi_tui.pictures.terminal_pictures import PICTURED
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


def test_lines_are_translated_only_while_that_is_wanted() -> None:
    assert not plain_output((), ascii=False)
    assert [type(each) for each in plain_output((), ascii=True)] == [Ascii]


def test_a_small_window_is_asked_to_grow_once() -> None:
    app: Any = FakeApp("home")
    for size in (Size(59, 20), Size(60, 19), Size(1, 1)):
        ask_for_room(app, size)
    assert [type(screen) for screen in app.screen_stack] == [str, TooSmall]


def test_it_is_asked_no_more_once_it_has_grown() -> None:
    app: Any = FakeApp("home")
    for size in (Size(59, 20), SMALLEST, SMALLEST):
        ask_for_room(app, size)
    assert app.screen_stack == ["home"]


class CardPage:
    """A screen with one card on it, which counts how often it is painted."""

    def __init__(self) -> None:
        self.painted = 0

    def query(self, selector: str) -> list[CardPage]:
        return [self] if selector == f".{PICTURED}" else []

    def refresh(self) -> None:
        self.painted += 1


def test_cards_are_painted_again_on_all_screens_once_the_terminal_shows_pictures() -> None:
    below, above = CardPage(), CardPage()
    app: Any = FakeApp(below, above, get_line_filters=tuple)
    pictures = true_pictures_of(app, lambda: Settings(pictures=True))
    pictures.connect(app.log.append, (0, 0, 0, 0))
    for answer in ("\x1b_Gi=1;OK", "\x1bP>|kitty(0.32.2)", "\x1b[6;20;10t", "\x1b[?62;c"):
        assert (below.painted, above.painted) == (0, 0)
        pictures.answered(answer)
    assert (below.painted, above.painted) == (1, 1)


def test_an_app_that_draws_all_in_ascii_asks_for_no_pictures() -> None:
    app: Any = FakeApp(get_line_filters=lambda: [Ascii()])
    true_pictures_of(app, lambda: Settings(pictures=True)).connect(app.log.append, (0, 0, 0, 0))
    assert app.log == []
