from __future__ import annotations

from typing import Any

from naishi.settings.schema import Settings
from naishi_tui.drawing.ascii import Ascii
from naishi_tui.parts.true_pictures import true_pictures_of
from naishi_tui.pictures.terminal_pictures import PICTURED
from tests.naishi_tui.parts.fakes import FakeApp


class Page:
    """A screen with one card on it, which counts how often it is painted."""

    def __init__(self) -> None:
        self.painted = 0

    def query(self, selector: str) -> list[Page]:
        return [self] if selector == f".{PICTURED}" else []

    def refresh(self) -> None:
        self.painted += 1


def test_cards_are_painted_again_on_all_screens_once_the_terminal_shows_pictures() -> None:
    below, above = Page(), Page()
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
