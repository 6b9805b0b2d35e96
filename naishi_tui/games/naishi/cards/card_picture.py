"""Pictures of cards: true ones, or drawn from blocks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.segment import Segment
from rich.style import Style
from textual.app import App
from textual.color import Color
from textual.reactive import var
from textual.strip import Strip
from textual.widget import Widget
from typing_extensions import override

from naishi.games.naishi.rules.cards import BASE_CARDS, Card
from naishi_tui.drawing import cells
from naishi_tui.drawing.cells import in_ascii
from naishi_tui.drawing.theme import name_of_card
from naishi_tui.games.naishi.cards import card_text
from naishi_tui.games.naishi.cards.card_art import LARGE, Canvas, canvas_for, colours, line_art, picture
from naishi_tui.games.naishi.cards.colours import card_variables
from naishi_tui.pictures.protocols import MOST_COLUMNS, Colours, Picture, Scene
from naishi_tui.pictures.terminal_pictures import PICTURED, TerminalPictures
from naishi_tui.widgets.text_rows import Unscrolled

if TYPE_CHECKING:
    from naishi_tui.pictures.formats import Pixels


class CardPicture(Unscrolled, can_focus=False):
    """The large picture of a card."""

    DEFAULT_CLASSES = PICTURED
    card: var[Card] = var(Card.MOUNTAIN, init=False)

    def __init__(self, card: Card, *, id: str) -> None:
        super().__init__(id=id)
        self.set_reactive(CardPicture.card, card)

    def watch_card(self) -> None:
        self.refresh()

    @override
    def render_line(self, y: int) -> Strip:
        if y >= LARGE.height:
            return Strip.blank(self.size.width, self.visual_style.rich_style)
        lines = picture_of(self.app, self.card, LARGE, self.size.width, true=true_pictures(self.app))
        return Strip(lines[y], self.size.width)


def picture_of(app: App[object], card: Card, canvas: Canvas, width: int, *, true: TerminalPictures | None) -> Picture:
    scene = scene_of(app, card, canvas, width)
    if true is not None and not scene.colours[0].startswith("ansi_") and width <= MOST_COLUMNS:
        return true.cells(scene)
    return (line_art if in_ascii(app) else picture)(card, canvas, scene.colours, width)


def true_pictures(app: App[object], *, often: bool = False) -> TerminalPictures | None:
    pictures = getattr(app, "pictures", None)
    return pictures if isinstance(pictures, TerminalPictures) and pictures.shows(often=often) else None


def paint_card(card: Card, size: tuple[int, int], colours: Colours, **shades: int) -> Pixels:
    """Paint a card; see `shapes.paint`, which needs NumPy, as only true pictures do."""
    from naishi_tui.games.naishi.cards.shapes import paint

    return paint(card, size, colours, **shades)


def scene_of(app: App[object], card: Card, canvas: Canvas, width: int) -> Scene:
    return Scene(card, width, canvas.height, colours(card, card_variables(app.theme)), paint_card)


COLUMNS, ROWS = 6, 2


class Gallery(Widget, can_focus=False):
    """Two rows of six cards with a column and a line between them, the pictures as large as there is room for."""

    def render_line(self, y: int) -> Strip:
        width, height = (self.size.width - COLUMNS + 1) // COLUMNS, (self.size.height - ROWS + 1) // ROWS
        row, line = divmod(y, height + 1)
        ground = Style(bgcolor=self.rich_style.bgcolor)
        if line == height or row == ROWS:
            return Strip([Segment(" " * self.size.width, ground)])
        segments: list[Segment] = []
        for card in BASE_CARDS[row * COLUMNS : (row + 1) * COLUMNS]:
            segments += [*self._line(card, line, width, height), Segment(" ", ground)]
        return Strip(segments[:-1]).adjust_cell_length(self.size.width, ground)

    def _line(self, card: Card, y: int, width: int, height: int) -> tuple[Segment, ...]:
        variables = card_variables(self.app.theme)
        if y == 0:
            text, ground = (Color.parse(variables[f"card-{card}{part}"]).rich_color for part in ("-text", ""))
            name = cells.cut(f" {card_text.name(card)}", width)
            return (Segment(name, name_of_card(Style(color=text, bgcolor=ground))),)
        canvas = canvas_for(width, height - 1)
        if canvas is None or y > canvas.height:
            return (Segment(" " * width, Style(bgcolor=self.rich_style.bgcolor)),)
        draw = line_art if in_ascii(self.app) else picture
        return draw(card, canvas, colours(card, variables), width)[y - 1]
