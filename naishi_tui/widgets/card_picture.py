"""The picture of a card: a true one where the terminal shows it, else in half blocks, or in ASCII."""

from __future__ import annotations

from textual.app import App
from textual.reactive import var
from textual.strip import Strip

from naishi.games.naishi.rules.cards import Card
from naishi_tui.drawing.ascii import in_ascii
from naishi_tui.drawing.card_art import LARGE, Canvas, Picture, colours, line_art, picture
from naishi_tui.pictures.protocols import MOST_COLUMNS, Scene
from naishi_tui.pictures.terminal_pictures import TerminalPictures
from naishi_tui.widgets.ground import Unscrolled

PICTURED = "-pictured"
"""The class of widgets that show true pictures, where there are any."""


class CardPicture(Unscrolled, can_focus=False):
    """The large picture of a card."""

    DEFAULT_CLASSES = PICTURED
    card: var[Card] = var(Card.MOUNTAIN, init=False)

    def __init__(self, card: Card, *, id: str) -> None:
        super().__init__(id=id)
        self.set_reactive(CardPicture.card, card)

    def watch_card(self) -> None:
        """Draw another card."""
        self.refresh()

    def render_line(self, y: int) -> Strip:
        """Draw a line of the picture."""
        if y >= LARGE.height:
            return Strip.blank(self.size.width, self.visual_style.rich_style)
        lines = picture_of(self.app, self.card, LARGE, self.size.width, true=true_pictures(self.app))
        return Strip(lines[y], self.size.width)


def picture_of(app: App[object], card: Card, canvas: Canvas, width: int, *, true: TerminalPictures | None) -> Picture:
    """Draw a card.

    Args:
        app: What it is drawn for.
        card: The card.
        canvas: The size of the picture.
        width: How wide to draw it.
        true: Where it is to be a true picture.
    """
    scene = scene_of(app, card, canvas, width)
    if true is not None and not scene.colours[0].startswith("ansi_") and width <= MOST_COLUMNS:
        return true.cells(scene)
    return (line_art if in_ascii(app) else picture)(card, canvas, scene.colours, width)


def true_pictures(app: App[object], *, often: bool = False) -> TerminalPictures | None:
    """Return the pictures of an app's terminal, if it shows any.

    Args:
        app: The app.
        often: The same ones in many places.
    """
    pictures = getattr(app, "pictures", None)
    return pictures if isinstance(pictures, TerminalPictures) and pictures.shows(often=often) else None


def scene_of(app: App[object], card: Card, canvas: Canvas, width: int) -> Scene:
    """Return what a true picture shows, in the colours of the app's theme."""
    return Scene(card, width, canvas.height, colours(card, app.theme_variables))
