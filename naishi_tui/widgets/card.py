"""A row of five cards that paints itself line by line and repaints only the card that changed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.geometry import Region
from textual.message import Message
from textual.reactive import var
from textual.strip import Strip
from textual.widget import Widget

from naishi.cards import Card

LOOKS = (*map(str, Card), "back", "empty")


@dataclass(frozen=True, slots=True)
class CardFace:
    """What to draw of one card, worked out from the `PlayerView` by the screen."""

    look: str
    """One of `LOOKS`: the card's type, a face-down card, an empty place."""
    name: str = ""
    kind: str = ""
    rule: tuple[str, str] = ("", "")
    worth: str = ""
    foot: str = ""
    target: bool = False
    """It can be chosen now."""
    chosen: bool = False
    """It is part of the half-made choice."""
    dim: bool = False
    """It plays no part in the choice being made."""
    fresh: bool = False
    """It changed since the viewer last looked."""


class CardRow(Widget, can_focus=False):
    """Five cards side by side; which one is under the cursor is the screen's to say."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {
        *(f"card--{look}" for look in LOOKS),
        "card--body",
        "card--rule",
        "card--worth",
        "card--loss",
        "card--nothing",
        "card--lit",
        "card--dim",
        "card--mark",
        "card--cursor",
    }

    faces: var[tuple[CardFace, ...]] = var(())
    cursor: var[int | None] = var(None)
    """The position under the cursor, 0-4; None where the cursor is elsewhere."""

    @dataclass
    class Picked(Message):
        """The person chose the card at `position` (0-4)."""

        row: CardRow
        position: int

        @property
        def control(self) -> CardRow:
            """The row of the card."""
            return self.row

    @property
    def card_width(self) -> int:
        """The width of a card: five of them, and a column before, between and after them."""
        return (self.size.width - 6) // 5

    def watch_faces(self, before: tuple[CardFace, ...], after: tuple[CardFace, ...]) -> None:
        """Repaint the cards that differ."""
        changed = [p for p in range(5) if before[p : p + 1] != after[p : p + 1]]
        if changed:
            self.refresh(*map(self.card_region, changed))

    def watch_cursor(self, before: int | None, after: int | None) -> None:
        """Repaint the card the cursor left and the one it reached."""
        self.refresh(*(self.card_region(p) for p in (before, after) if p is not None))

    def card_region(self, position: int) -> Region:
        """Where a card is drawn, the columns beside it included."""
        step = self.card_width + 1
        return Region(position * step, 0, step + 1, self.size.height)

    def render_line(self, y: int) -> Strip:
        """Draw one line of all five cards."""
        base = self.rich_style
        mark = self.get_component_rich_style("card--cursor")
        segments: list[Segment] = []
        for position, face in enumerate(self.faces):
            segments.append(self._gap(position, base, mark))
            segments.extend(self._card_line(face, y, lit=position == self.cursor))
        segments.append(self._gap(5, base, mark))
        return Strip(segments).adjust_cell_length(self.size.width, base)

    def on_click(self, event: events.Click) -> None:
        """Say which card was clicked."""
        position = min(event.x // (self.card_width + 1), 4)
        if position < len(self.faces):
            self.post_message(self.Picked(self, position))

    def _gap(self, position: int, base: Style, mark: Style) -> Segment:
        if self.cursor is not None and position == self.cursor:
            return Segment("▐", mark)
        if self.cursor is not None and position == self.cursor + 1:
            return Segment("▌", mark)
        return Segment(" ", base)

    def _card_line(self, face: CardFace, y: int, *, lit: bool) -> list[Segment]:
        width, last = self.card_width, self.size.height - 1
        if face.look == "back":
            return [
                Segment(("▒" * width if not face.fresh else "• changed".center(width, "▒"))[:width], self._part("back"))
            ]
        if y == 0:
            return [Segment(f" {face.name}".ljust(width - 1)[: width - 1] + (face.kind or " "), self._header(face))]
        body = self._part("lit" if lit or face.chosen else "dim" if face.dim else "body")
        if face.look == "empty":
            return [Segment(" " * width, self._part("empty"))]
        if y < last:
            text = face.rule[y - 1] if y <= len(face.rule) else ""
            return [Segment(f" {text}"[:width].ljust(width), body + self._part("rule", partial=True))]
        return self._foot(face, body, width)

    def _header(self, face: CardFace) -> Style:
        style = self._part(face.look)
        return style + Style(dim=True) if face.dim else style + Style(bold=True)

    def _foot(self, face: CardFace, body: Style, width: int) -> list[Segment]:
        mark = "◆" if face.chosen else "◇" if face.target else "•" if face.fresh else " "
        left = f" {face.foot}"
        middle = f" {mark}" if len(left) + len(face.worth) + 3 <= width else mark
        right = f"{face.worth} ".rjust(width - len(left) - len(middle)) if face.worth else ""
        worth = self._part({"-": "loss", "0": "nothing"}.get(face.worth[:1], "worth"), partial=True)
        return [
            Segment(left, body + self._part("rule", partial=True)),
            Segment(middle.ljust(width - len(left) - len(right)), body + self._part("mark", partial=True)),
            Segment(right, body + worth),
        ]

    def _part(self, name: str, *, partial: bool = False) -> Style:
        return self.get_component_rich_style(f"card--{name}", partial=partial)
