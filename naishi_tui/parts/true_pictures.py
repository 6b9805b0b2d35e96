"""True pictures, where terminal and settings allow."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from textual.app import App

from naishi_tui.drawing.ascii import in_ascii
from naishi_tui.pictures.terminal_pictures import PICTURED, TerminalPictures

if TYPE_CHECKING:
    from naishi.settings.schema import Settings


def true_pictures_of(app: App[Any], settings: Callable[[], Settings]) -> TerminalPictures:
    """Return the pictures of an app's terminal; what shows them is painted again once the terminal says that it can.

    Args:
        app: The app.
        settings: Returns its settings as they are now.
    """

    def changed() -> None:
        for screen in app.screen_stack:
            for each in screen.query(f".{PICTURED}"):
                each.refresh()

    return TerminalPictures(lambda: settings().pictures and not in_ascii(app), changed)
