"""The opponent's Hand as far as the viewer can know it, with the memory aid."""

from __future__ import annotations

from collections.abc import Sequence

from naishi.common.i18n import _
from naishi.games.naishi.rules.cards import Card
from naishi.games.naishi.rules.territory import HAND
from naishi_tui.drawing import card_text
from naishi_tui.drawing.cells import wrap
from naishi_tui.widgets.text_rows import Span, TextRow, TextRows, heading


class KnownHand(TextRows):
    """A heading, and the place and name of each card."""

    title = ""
    known: Sequence[Card | None] = ()

    def show(self, name: str, known: Sequence[Card | None]) -> None:
        """Draw a Hand; nothing where nothing is known of it."""
        self.title, self.known = _("{name}'s Hand").format(name=name), known if any(known) else ()
        self.set_class(bool(self.known), "-known")
        self.rows = self.fitted()

    def fitted(self) -> tuple[TextRow, ...]:
        """As many lines as it takes."""
        if not self.known:
            return ()
        # A name stays beside its place.
        pairs = zip(HAND, self.known, strict=True)
        entries = (f"{cell.noun.short}\xa0{card_text.name(card) if card is not None else '?'}" for cell, card in pairs)
        lines = wrap("  ".join(entries), max(self.size.width - 1, 12))
        return (heading(self.title), *((Span(f" {line}"),) for line in lines))
