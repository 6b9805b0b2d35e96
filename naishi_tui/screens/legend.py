"""The marks on the table, explained."""

from __future__ import annotations

from textual.content import Content

from naishi.common.i18n import _
from naishi.game.view import PlayerView
from naishi.text import expansion
from naishi_tui.drawing.legend import legend
from naishi_tui.screens.scroll_text import ScrollText


class Legend(ScrollText):
    """What each mark means; in a game with the expansion, first which of its cards are in play."""

    def __init__(self, view: PlayerView) -> None:
        in_play = [
            Content(line) for line in (expansion.ryokan(view), expansion.legends(view), expansion.travellers(view))
        ]
        marks = Content("\n").join(legend(expansion=view.module is not None))
        super().__init__(_("the marks on the table"), [*filter(None, in_play), marks])
