"""The marks on the table, explained."""

from __future__ import annotations

from textual.content import Content

from naishi.common.i18n import _
from naishi_tui.drawing.legend import legend
from naishi_tui.screens.scroll_text import ScrollText


class Legend(ScrollText):
    """What each mark means."""

    def __init__(self) -> None:
        super().__init__(_("the marks on the table"), [Content("\n").join(legend())])
