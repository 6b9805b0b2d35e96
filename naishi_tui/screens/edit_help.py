"""The keys and the letters of the position editor."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from textual.content import Content

from naishi.common.i18n import _
from naishi.games.naishi.rules.cards import BASE_CARDS
from naishi_tui.drawing.cells import right
from naishi_tui.screens.scroll_text import ScrollText

WIDTH = 10
"""The column of the keys."""


class EditHelp(ScrollText):
    """What the editor does by which key."""

    def __init__(self, keys: Iterable[tuple[str, str]]) -> None:
        """Show keys with what they do."""
        super().__init__(_("the position editor"), _paragraphs(keys))


def _paragraphs(keys: Iterable[tuple[str, str]]) -> Iterator[Content]:
    yield Content(
        _(
            "Here you set up any position, from a game on a real table for example. The letter of a card puts it under "
            "the cursor. In games and analyses from here, both players know each other's Hand; only the face-down "
            "cards of the River are unknown."
        )
    )
    yield Content.styled(_("Letters"), "bold $accent")
    yield Content("\n".join(f"{right(card.letter, WIDTH)}  {card.noun}" for card in BASE_CARDS))
    yield Content(_("+ beside a letter: the box has more of this card. !: the position has more than the box."))
    yield Content.styled(_("Keys"), "bold $accent")
    yield Content("\n".join(f"{right(key, WIDTH)}  {words}" for key, words in keys))
