"""Cards on the first screen."""

from textual.screen import Screen
from textual.widget import Widget

from naishi.games.naishi.rules.cards import Card
from naishi_tui.games.naishi.cards import card_text
from naishi_tui.games.naishi.cards.card import CardFace, CardRow, Gallery

SHOWN = (Card.TORII, Card.MONK, Card.NAISHI, Card.RICE, Card.BANNER)


class HomePicture:
    """What the first screen shows of Naishi."""

    def widgets(self) -> tuple[Widget, ...]:
        """Return a row of cards and the gallery; the stylesheet shows one of them."""
        return CardRow(id="cards"), Gallery(id="gallery")

    def draw(self, screen: Screen[None]) -> None:
        screen.query_one("#cards", CardRow).faces = tuple(
            CardFace(str(card), card_text.name(card), card_text.kind_mark(card), card_text.rule(card)) for card in SHOWN
        )
        screen.query_one("#gallery", Gallery).refresh()
