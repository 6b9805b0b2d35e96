"""Widgets of which nothing shows but their ground, and those that never scroll."""

from __future__ import annotations

from rich.style import Style
from textual.color import TRANSPARENT
from textual.containers import Vertical
from textual.geometry import Region, Size
from textual.reactive import var
from textual.strip import Strip
from textual.widget import Widget


class Unscrolled(Widget):
    """Never scrolls, so that one layout will do for another size.

    Textual lays out a screen again after each layout in which anything changed that a widget might be scrolled through.
    """

    virtual_size = var(Size(0, 0))


class Ground(Widget):
    """Holds other widgets, shows one colour where there are none, and never scrolls (see `Unscrolled`).

    Textual would draw each of its lines, cut it up around the widgets above it, and keep the pieces: at a table,
    three quarters of all that it keeps, though hardly any of it is ever seen. It has no border.

    Name this after the container that a class derives from: the rules of the first base are a widget's.
    """

    virtual_size = var(Size(0, 0))

    def render_lines(self, crop: Region) -> list[Strip]:
        """Draw lines: all are the same."""
        ground = self.visual_style.background or TRANSPARENT
        line = Strip.blank(crop.width, Style(bgcolor=ground.rich_color))
        for each in self.get_line_filters():
            line = line.apply_filter(each, ground)
        return [line] * crop.height


class Column(Vertical, Ground):
    """Widgets below each other."""
