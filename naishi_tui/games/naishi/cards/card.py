"""Self-painting cards, and their pictures: true ones, or drawn from blocks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.app import App
from textual.color import Color
from textual.containers import Horizontal
from textual.content import Content
from textual.geometry import Region
from textual.message import Message
from textual.reactive import reactive, var
from textual.strip import Strip
from textual.widget import Widget
from typing_extensions import override

from naishi.common.i18n import _
from naishi.games.naishi.rules.cards import BASE_CARDS, BY_NAME, Card
from naishi_tui.drawing import cells
from naishi_tui.drawing.cells import in_ascii
from naishi_tui.drawing.theme import name_of_card
from naishi_tui.games.naishi.cards import card_text
from naishi_tui.games.naishi.cards.card_art import LARGE, Canvas, canvas_for, colours, line_art, picture
from naishi_tui.games.naishi.cards.colours import card_styles, card_variables
from naishi_tui.parts.input_guard import RIGHT
from naishi_tui.pictures.protocols import MOST_COLUMNS, Colours, Picture, Scene
from naishi_tui.pictures.terminal_pictures import PICTURED, TerminalPictures
from naishi_tui.widgets.text_rows import Ground, Unscrolled

if TYPE_CHECKING:
    from naishi_tui.pictures.formats import Pixels


class CardPicture(Unscrolled, can_focus=False):
    """The large picture of a card."""

    DEFAULT_CLASSES = PICTURED
    card: reactive[Card] = reactive(Card.MOUNTAIN, init=False)

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
        return picture_of(self.app, card, canvas, width, true=None)[y - 1]


@dataclass(frozen=True, slots=True)
class CardFace:
    """What to draw of one card, worked out from the `PlayerView`; how it stands out is as in `Highlights`."""

    look: str
    """The card's type; `back` for a face-down card, `empty` for an empty place."""
    name: str = ""
    kind: str = ""
    rule: tuple[str, str] = ("", "")
    rule_line: str = ""
    """The same in one line, for below a picture."""
    scoring: str = ""
    """The same in a sentence, for cards with enough lines."""
    worth: str = ""
    foot: str = ""
    target: bool = False
    chosen: bool = False
    dim: bool = False
    """It plays no part in the choice being made."""
    changed: bool = False
    aimed: bool = False
    advised: bool = False


TALL = 8
"""Lines from which on a card is tall."""

BEST = "★"
"""The mark of what is advised."""


class CardRow(Horizontal, Ground, can_focus=False):
    """Five cards side by side; which one is under the cursor is the screen's to say."""

    faces: var[tuple[CardFace, ...]] = var(())
    cursor: var[int | None] = var(None)
    """The position under the cursor, 0-4; None where the cursor is elsewhere."""
    true_pictures: var[bool] = var(False, init=False)
    """Whether the cards may have true pictures, where the terminal keeps those that it was sent."""

    @dataclass
    class Pointed(Message):
        """The mouse did something at the card at `position` (0-4)."""

        row: CardRow
        position: int

    @dataclass
    class Picked(Pointed):
        """The person chose the card."""

        again: bool = False
        """It is the second click of a double click, or a later one."""

    class Asked(Pointed):
        """The person asked what the card is."""

    class Hovered(Pointed):
        """The mouse has come to the card, and no cursor is there."""

    def __init__(self, *, id: str | None = None) -> None:
        self._cards = [CardSlot(self, position) for position in range(5)]
        self._end = Edge()
        super().__init__(*self._cards, self._end, id=id)

    def watch_faces(self, faces: tuple[CardFace, ...]) -> None:
        for slot, face in zip(self._cards, faces, strict=False):
            slot.face = face

    def watch_cursor(self, cursor: int | None) -> None:
        """Draw the cursor: a bar on each side of its card, of a low one at its corners."""
        for position, edge in enumerate([*self._cards, self._end]):
            edge.bar = "▐" if position == cursor else "▌" if cursor is not None and position == cursor + 1 else " "

    def watch_true_pictures(self, true: bool) -> None:
        for each in self._cards:
            each.true_pictures = true
            if true:
                each.tooltip = None  # the terminal would draw the picture above it
            each.set_class(true, PICTURED, update=False)  # by which it is found: no style depends on it
            each.refresh()

    def scenes(self) -> list[Scene]:
        return [scene for each in self._cards if (scene := each.scene()) is not None]


class Edge(Unscrolled, can_focus=False):
    """A column beside a card, where the cursor's bar stands."""

    bar: var[str] = var(" ")

    def style_of(self, role: str) -> Style:
        return card_styles(self.app.theme)[role]

    def watch_bar(self) -> None:
        height = self.size.height
        parts = (Region(0, 0, 1, height),) if height >= TALL else (Region(0, 0, 1, 1), Region(0, height - 1, 1, 1))
        self.refresh(*parts)  # the column alone: the card beside it is the same

    @override
    def render_line(self, y: int) -> Strip:
        return Strip([self._bar_segment(y, self.size.height)], 1)

    def _bar_segment(self, y: int, height: int) -> Segment:
        """The bar stands at the corners of a low card: more of it would be most of what a cursor key sends."""
        beside = height >= TALL or y in {0, height - 1}
        around, bar = self.visual_style.rich_style, self.bar if beside else " "
        return Segment(bar, _ground(around) if bar == " " else around + self.style_of("cursor"))


class CardSlot(Edge):
    """The place of a card in a row, with the column before it."""

    face: var[CardFace | None] = var(None)
    true_pictures = False
    explains_itself = True

    def __init__(self, row: CardRow, position: int) -> None:
        super().__init__()
        self.row, self.position = row, position

    def watch_face(self, before: CardFace | None, after: CardFace | None) -> None:
        self.tooltip = _tooltip(after) if after is not None and not self.true_pictures else None
        width, height = self.size
        width -= 1
        lines = (
            (y, _differing(self._line(before, y, width, height), self._line(after, y, width, height), width))
            for y in range(height)
        )
        if regions := [Region(0, y, 1 + end, 1) for y, end in lines if end]:  # Textual sends a line from its beginning
            self.refresh(*regions)

    @override
    def render_line(self, y: int) -> Strip:
        width, height = self.size
        line = [self._bar_segment(y, height), *self._line(self.face, y, width - 1, height)]
        return Strip(line).adjust_cell_length(width, self.visual_style.rich_style)

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Say that the mouse is here; not where the card has come to a mouse that rests."""
        if self.face is None or event.x <= 0 or not (event.delta_x or event.delta_y) or event.button:
            return
        if self.position != self.row.cursor:
            self.post_message(CardRow.Hovered(self.row, self.position))

    def on_click(self, event: events.Click) -> None:
        """Say that the card was clicked, by which button; the column before it belongs to neither neighbour."""
        if self.face is None or event.x <= 0:
            return
        if event.button == RIGHT:
            self.post_message(CardRow.Asked(self.row, self.position))
        else:
            self.post_message(CardRow.Picked(self.row, self.position, event.chain > 1))

    def _line(self, face: CardFace | None, y: int, width: int, height: int) -> Iterator[Segment]:
        if face is None:
            return
        if face.look == "back":
            text = (face.name or (_("• changed") if face.changed else "")) if y == height // 2 else ""
            yield Segment(cells.center(text, width, "▒"), self.style_of("back"))
        elif y == 0:
            look = self.style_of(face.look)
            header = look + Style(dim=True) if face.dim else name_of_card(look)
            yield Segment(cells.cut(f" {face.name}", width - 1) + (face.kind or " "), header)
        elif face.look == "empty":
            yield Segment(" " * width, _ground(self.style_of("empty")))
        else:
            yield from self._face_line(face, y, width, height)

    def _face_line(self, face: CardFace, y: int, width: int, height: int) -> Iterator[Segment]:
        """A line of a face below its header: the picture where one has room, what the card scores, the foot."""
        canvas = canvas_for(width, height - 2)
        above = canvas.height if canvas is not None else 0
        room = height - 2 - above
        if canvas is not None and y <= above:
            # It is never dimmed: painting all pictures again would cost 16 KB on a large terminal.
            true = true_pictures(self.app, often=True) if self.true_pictures else None
            yield from picture_of(self.app, BY_NAME[face.look], canvas, width, true=true)[y - 1]
        elif y < height - 1:
            words = _words(face, width, room)
            text = words[y - 1 - above] if y - 1 - above < len(words) else ""
            style = self._body(face) + self.style_of("rule") if text else _ground(self._body(face))
            yield Segment(cells.cut(f" {text}", width), style)
        else:
            rule_instead = canvas is not None and not room and not face.worth
            yield from self._foot(face, width, face.rule_line if rule_instead else face.foot)

    def scene(self) -> Scene | None:
        """Return what the picture of the card shows; None where there is none, or no room for it."""
        width = self.size.width - 1
        canvas = canvas_for(width, self.size.height - 2)
        if canvas is None or self.face is None or self.face.look not in BY_NAME:
            return None
        return scene_of(self.app, BY_NAME[self.face.look], canvas, width)

    def _body(self, face: CardFace) -> Style:
        return self.style_of("chosen" if face.chosen else "dim" if face.dim else "body")

    def _foot(self, face: CardFace, width: int, words: str) -> Iterator[Segment]:
        body = self._body(face)
        mark = _mark(face)
        worth = cells.right(f"{face.worth} " if face.worth else "", width - 1 - cell_len(words))
        if face.advised:
            yield Segment(f"{mark}{words}{worth}", self.style_of("advised"))
            return
        colour = self.style_of({"-": "loss", "0": "nothing"}.get(face.worth.lstrip("↑↓→")[:1], "worth"))
        if mark != " ":
            yield Segment(mark, body + self.style_of("sign"))
        yield Segment(words if mark != " " else f" {words}", body + self.style_of("rule"))
        yield Segment(worth, body + colour if face.worth else _ground(body))


def _tooltip(face: CardFace) -> Content | None:
    """Return what is said of a card where the mouse rests; nothing of one that is face down."""
    lines = face.name, face.scoring, _("Right click: more about it.")
    return Content("\n".join(lines)) if face.look in BY_NAME else None


def _differing(before: Iterable[Segment], after: Iterable[Segment], width: int) -> int:
    """Return the column behind the last one in which two lines of a card differ; 0 where none does."""
    lines = [*before], [*after]
    if lines[0] == lines[1]:
        return 0
    one, other = ([(each, segment.style) for segment in line for each in segment.text] for line in lines)
    if len(one) != width or len(other) != width:  # there are letters that aren't one column wide
        return width if one != other else 0
    return next((x + 1 for x in reversed(range(width)) if one[x] != other[x]), 0)


def _mark(face: CardFace) -> str:
    """The mark in the lower left corner; an aimed card is also a target."""
    marks = {"◆": face.chosen, BEST: face.advised, "▼": face.aimed, "◇": face.target, "•": face.changed}
    return next((mark for mark, holds in marks.items() if holds), " ")


def _words(face: CardFace, width: int, lines: int) -> Sequence[str]:
    sentence = cells.wrap(face.scoring, width - 2)
    if face.scoring and len(sentence) <= lines:
        return sentence
    return face.rule if lines > 1 or cell_len(face.rule_line) >= width else (face.rule_line,)


def _ground(style: Style) -> Style:
    """The background alone: spaces need no colour of their own, and over SSH every byte is sent."""
    return Style(bgcolor=style.bgcolor)
