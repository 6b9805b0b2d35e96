"""What a card is and scores, over the table."""

from __future__ import annotations

from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Static

from naishi.i18n import _
from naishi.rules.cards import Card
from naishi.text.cards import explanation
from naishi_tui.drawing import card_text
from naishi_tui.screens.dismiss_once import DismissOnceScreen


class Explain(ModalScreen[None], DismissOnceScreen[None]):
    """One card explained; any key or click closes it."""

    CSS_PATH = "explain.tcss"

    def __init__(self, card: Card) -> None:
        super().__init__()
        self.card = card

    def compose(self) -> ComposeResult:
        """Lay out the explanation."""
        title = _("{name}, {kind}, {copies} in the game").format(
            name=card_text.name(self.card), kind=card_text.kind_name(self.card), copies=self.card.copies
        )
        with Vertical(id="box"):
            yield Static(Content(title), id="title")
            yield Static(Content(explanation(self.card)))
            yield Static(Content("\n".join(card_text.diagram(self.card))), id="diagram")
            yield Static(Content(_("Any key goes on.")), id="close")

    def on_key(self, event: events.Key) -> None:
        """Close. The key does nothing else: it must not come to the screen below."""
        event.stop()
        self.dismiss()

    def on_click(self) -> None:
        """Close."""
        self.dismiss()
