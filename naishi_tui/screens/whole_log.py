"""The log of the whole game, as its viewer may know it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from textual.content import Content

from naishi.common.i18n import _
from naishi.games.naishi.game.view import PlayerView
from naishi.games.naishi.text.sentences import sentence
from naishi_tui.screens.scroll_text import ScrollText


class WholeLog(ScrollText):
    """All that happened, round by round."""

    def __init__(self, view: PlayerView, reader: int | None) -> None:
        """Tell all that happened; the player at the seat of the `reader` is addressed as "you"."""
        super().__init__(_("the log"), _rounds(view, reader), from_end=True)


def _rounds(view: PlayerView, reader: int | None) -> Iterator[Content]:
    for number, events in groupby(view.events, key=lambda event: event.round):
        yield Content.assemble(
            Content.styled(_("Round {number}").format(number=number), "bold $accent"),
            *(f"\n{sentence(event, view.names, reader)}" for event in events),
        )
