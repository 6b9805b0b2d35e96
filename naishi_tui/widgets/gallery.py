"""The pictures of all twelve cards, for the screen that the app begins with."""

from __future__ import annotations

from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.strip import Strip
from textual.widget import Widget

from naishi.games.naishi.rules.cards import BASE_CARDS, Card
from naishi_tui.drawing import card_text, cells
from naishi_tui.drawing.ascii import in_ascii
from naishi_tui.drawing.card_art import canvas_for, colours, line_art, picture
from naishi_tui.drawing.roles import name_of_card

COLUMNS, ROWS = 6, 2


class Gallery(Widget, can_focus=False):
    """Two rows of six cards with a column and a line between them, the pictures as large as there is room for."""

    def render_line(self, y: int) -> Strip:
        """Draw a line of six cards."""
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
        variables = self.app.theme_variables
        if y == 0:
            text, ground = (Color.parse(variables[f"card-{card}{part}"]).rich_color for part in ("-text", ""))
            name = cells.cut(f" {card_text.name(card)}", width)
            return (Segment(name, name_of_card(Style(color=text, bgcolor=ground))),)
        canvas = canvas_for(width, height - 1)
        if canvas is None or y > canvas.height:
            return (Segment(" " * width, Style(bgcolor=self.rich_style.bgcolor)),)
        draw = line_art if in_ascii(self.app) else picture
        return draw(card, canvas, colours(card, variables), width)[y - 1]
