"""The marks on the table, explained."""

from __future__ import annotations

from collections.abc import Iterator

from textual.content import Content

from naishi.common.i18n import _
from naishi.games.naishi.game.view import PlayerView
from naishi.games.naishi.text import card_scores, expansion
from naishi_tui.drawing.card_art import LEGEND
from naishi_tui.drawing.legend import legend
from naishi_tui.screens.scroll_text import ScrollText


class Legend(ScrollText):
    """What each mark means; in a game with the expansion, first which of its cards are in play, and what Legends do."""

    def __init__(self, view: PlayerView, reader: int | None) -> None:
        """Explain the marks; the player at the seat of the `reader` is addressed as "you"."""
        marks = Content("\n").join(legend(expansion=view.module is not None))
        super().__init__(_("the marks on the table"), [*_in_play(view, reader), marks])


def _in_play(view: PlayerView, reader: int | None) -> Iterator[Content]:
    legends = [
        Content.assemble(f"{LEGEND} ", _("{card}: {rule}").format(card=card.noun, rule=card_scores.explanation(card)))
        for card in view.legends
    ]
    texts = expansion.ryokan(view, you=reader is not None), expansion.legends(view), expansion.travellers(view)
    for text, details in zip(texts, ([], legends, []), strict=True):
        if text:
            yield Content("\n").join([Content(text), *details])
