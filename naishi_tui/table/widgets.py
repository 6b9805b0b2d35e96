"""Widgets of the table of any game."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby, zip_longest
from operator import itemgetter
from typing import Any, NamedTuple

from rich.cells import cell_len
from textual import events
from textual.geometry import Region
from textual.message import Message
from typing_extensions import override

from naishi.common.i18n import _
from naishi_tui.drawing.cells import cut, cut_off, shortened, wrap
from naishi_tui.drawing.theme import AREAS, TEXT
from naishi_tui.parts.input_guard import RIGHT
from naishi_tui.widgets.text_rows import Log, Prompt, PromptLine, Span, TextRow, TextRows, TopLine

LETTERS = "ABCDE"
"""What stands for a player, by seat, in games of more than two."""


def seat_role(seat: int) -> str:
    return f"seat-{seat}"


class Place(NamedTuple):
    """Cells of a line that stand for something that can be chosen."""

    line: int
    start: int
    stop: int
    words: str
    """How the text of an action begins that chooses it."""
    example: str
    """An action that begins so: whether it is legal, and why not, is asked about the place."""


class Drawing(NamedTuple):
    """Lines of a board, and its places."""

    rows: tuple[TextRow, ...]
    places: tuple[Place, ...] = ()

    def at(self, x: int, y: int) -> Place | None:
        """Return the place in a cell; the one drawn last, where several are."""
        return next((each for each in reversed(self.places) if each.line == y and each.start <= x < each.stop), None)


class Canvas:
    """Cells that text is written into; what doesn't fit is cut off.

    Args:
        pointed: The beginning of an action's text that the cursor is on: its places are drawn so.
    """

    def __init__(self, width: int, height: int, pointed: str = "") -> None:
        self.width, self.height, self.pointed = width, height, pointed
        self._cells: list[list[tuple[str, str]]] = [[(" ", "")] * width for _line in range(height)]
        self._places: list[Place] = []

    def put(self, x: int, y: int, text: str, role: str = "", width: int | None = None) -> int:
        """Write a text, and return the column behind it.

        Args:
            y: Its line; one that isn't there is left out.
            role: One of `naishi_tui.drawing.theme`.
            width: So many cells at most; a longer text ends with a mark.
        """
        if width is not None and cell_len(text) > width:
            text = shortened(text, max(width, 0)) if width > 1 else cut(text, max(width, 0))
        end = x + cell_len(text)
        if not 0 <= y < self.height:
            return end
        line = self._cells[y]
        for letter, cells in _letters(text):
            if x >= 0 and x + cells <= self.width:
                line[x] = (letter, role)
                if cells == 2:
                    line[x + 1] = ("", role)
            x += cells
        return end

    def line(self, y: int, role: str = "quieter", *, joints: tuple[int, ...] = (), sign: str = "─") -> None:
        self.put(0, y, "─" * self.width, role)
        for x in joints:
            self.put(x, y, sign, role)

    def place(self, x: int, y: int, width: int, words: str, example: str = "") -> bool:
        """Have a click on some cells choose what the words begin; return whether the cursor is on it.

        There its cells are drawn as the cursor, once everything else is.
        """
        self._places.append(Place(y, max(x, 0), min(x + width, self.width), words, example or words))
        return self.is_pointed(words)

    def is_pointed(self, words: str) -> bool:
        return bool(words) and (self.pointed == words or self.pointed.startswith(f"{words} "))

    def drawing(self) -> Drawing:
        for each in self._places:
            if self.is_pointed(each.words) and 0 <= each.line < self.height:
                line = self._cells[each.line]
                for x in range(each.start, each.stop):
                    line[x] = (line[x][0], "cursor-row")
        return Drawing(tuple(map(_spans, self._cells)), tuple(self._places))


@lru_cache(4096)
def _letters(text: str) -> tuple[tuple[str, int], ...]:
    """The letters of a text with the marks above and below them, and the cells that each takes."""
    letters = list[tuple[str, int]]()
    for character in text:
        cells = cell_len(character)
        if cells:
            letters.append((character, cells))
        elif letters:
            letter, cells = letters[-1]
            letters[-1] = letter + character, cells
    return tuple(letters)


def _spans(cells: list[tuple[str, str]]) -> TextRow:
    """Join neighbouring cells of one role; what is blank to the end is left to the ground."""
    spans = [Span("".join(text for text, _role in group), role) for role, group in groupby(cells, itemgetter(1))]
    text, role, _fill = spans[-1] if spans else Span("")
    if not text.strip() and role not in AREAS and not (role and TEXT[role].ground):
        spans = spans[:-1]
    elif not role:
        spans[-1] = Span(text.rstrip())
    return tuple(spans)


SHORT_WAY = 6
"""Cells between two that differ which cost less than a jump over them."""


class BoardRows(TextRows):
    """A board; what is clicked on it is one of its places."""

    explains_itself = True
    drawing = Drawing(())
    paint: Callable[[int, int], Drawing] | None = None

    @dataclass
    class Chosen(Message):
        """A place was clicked."""

        place: Place

    @dataclass
    class Asked(Message):
        """A place was clicked with the right button."""

        place: Place

    def show(self, paint: Callable[[int, int], Drawing]) -> None:
        """Draw what `paint` draws for the room that there is."""
        self.paint = paint
        self.rows = self.fitted()

    @override
    def differing(self, y: int, before: TextRow, after: TextRow) -> Iterator[Region]:
        """Yield the cells that differ: those of a map change far apart in a line."""
        cells = [[(letter, span.role) for span in row for letter in span.text] for row in (before, after)]
        pairs = zip_longest(*cells, fillvalue=(" ", ""))
        changed = [x for x, (one, other) in enumerate(pairs) if one != other]
        while changed:
            start = end = changed[0]
            while changed and changed[0] - end <= SHORT_WAY:
                end = changed.pop(0)
            yield Region(start, y, end - start + 1, 1)

    @override
    def fitted(self) -> tuple[TextRow, ...]:
        if self.paint is not None and self.size.width:
            self.drawing = self.paint(self.size.width, self.size.height)
        return self.drawing.rows

    @override
    def on_click(self, event: events.Click) -> None:
        if (place := self.drawing.at(event.x, event.y)) is not None:
            self.post_message(self.Asked(place) if event.button == RIGHT else self.Chosen(place))


class SeatLog(Log):
    """What happened last, in sentences behind the letters of the seats."""

    @override
    def mark_of(self, seat: int) -> Span:
        return Span(LETTERS[seat], seat_role(seat))


class NewsLine(TextRows):
    """The newest sentence of the log in a line across the screen, where there is no room for more."""

    seat: int | None = None
    sentence, lead = "", ""

    def show(self, seat: int | None, sentence: str, lead: str = "") -> None:
        self.seat, self.sentence, self.lead = seat, sentence, lead
        self.rows = self.fitted()

    def fitted(self) -> tuple[TextRow, ...]:
        if not self.sentence:
            return ((Span("─", "quieter", fill=True),),)
        lead = f"{self.lead} · " if self.lead else ""
        room = max(self.size.width - 7, 8)
        said = digest(self.sentence, max(room - cell_len(lead), 8))
        if lead and said.endswith("…") and not digest(self.sentence, room).endswith("…"):
            lead, said = "", digest(self.sentence, room)  # the key line names the key, too
        start = (Span("─ ", "quieter"), Span(lead, "quiet"))
        letter = () if self.seat is None else (Span(LETTERS[self.seat], seat_role(self.seat)), Span(" "))
        return ((*start, *letter, Span(f"{said} ", "quiet"), Span("─", "quieter", fill=True)),)


class TableHeader(TopLine):
    """The game, the round, and who sits where; those who are awaited are marked."""

    def show(
        self,
        title: str,
        view: Any,
        note: str,
        when: str,
        doing: str,
        clock: Sequence[str] = (),
        levels: Sequence[str] = (),
    ) -> None:
        """Draw the first line; see `BoardScreen.levels`."""
        brand = (Span(f" {title.upper()} ", "title"),)
        said: TextRow = (Span(f" {note} ", "mark"),) if note else ()
        fill, end = Span(" ", fill=True), Span(" ")
        every = dict(enumerate(view.names))
        ranked = dict(enumerate(with_levels(view.names, levels)))
        awaited = {seat: view.names[seat] for seat in view.awaited}
        ranked_row, names, turns, letters = (tuple(_seats(view, named)) for named in (ranked, every, awaited, {}))
        words = Span(f"{when} · {doing}")
        lefts = [Span(f"{words.text} · {time}") for time in clock] or [words]
        rights = (*names, end), names, (*turns, end), (*letters, end)
        self.forms = (
            (*brand, *said, end, lefts[0], end, fill, *ranked_row, end),
            *((*brand, *said, end, left, end, fill, *right) for right in rights for left in lefts),
            *((*brand, *said, end, left) for left in lefts),
            (*said, *([end] if note else []), lefts[-1]),
            *((*said, end, Span(time)) for time in clock if note),
            *(((*said, Span(when)), said) if note and not clock else ()),
        )
        self.note = note
        self.yielding = tuple((*said, end, left) for left in lefts) if note and clock else ()
        self.rows = self.fitted()


def with_levels(names: Sequence[str], levels: Sequence[str]) -> list[str]:
    return [
        _("{name} ({level})").format(name=name, level=level) if level else name
        for name, level in zip_longest(names, levels[: len(names)], fillvalue="")
    ]


def _seats(view: Any, named: Mapping[int, str]) -> Iterator[Span]:
    for seat in range(len(view.names)):
        yield Span("▸" if seat in view.awaited else " ", "mark")
        yield Span(f"{LETTERS[seat]} {named[seat]}" if seat in named else LETTERS[seat], seat_role(seat))


class MenuOption(NamedTuple):
    """One of the choices that are open."""

    key: str
    label: str


class ChoicePrompt(Prompt):
    """What is asked, what the option under the cursor would do, and the options, which are scrolled as needed."""

    question, about, told = Span("", "strong"), "", Span("")
    menu: tuple[MenuOption, ...] = ()
    cursor = 0

    @property
    def refusal(self) -> str:
        """Why the last thing that was tried can't be done; empty where that isn't on the screen."""
        return self.told.text if self.told.role == "bad" else ""

    @dataclass
    class Chosen(Message):
        """An option was clicked."""

        number: int

    def show(self, now: str, here: PromptLine, *, failed: bool = False, news: bool = False) -> None:
        """Draw the lines without options; see `Prompt`."""
        said, about = (here.text, "") if here.refused or news else ("", here.text or " ".join(here.reasons))
        self.show_menu(now, about, (), 0, said=said, refused=here.refused, failed=failed)

    def show_menu(
        self,
        question: str,
        about: str,
        menu: Iterable[MenuOption],
        cursor: int,
        *,
        said: str = "",
        refused: bool = False,
        failed: bool = False,
    ) -> None:
        """Draw the lines and the options.

        Args:
            said: What has come of something, in the place of both until the next key.
        """
        self.question, self.about = Span(question, "bad" if failed else "strong"), about
        self.told = Span(said, "bad" if refused else "strong")
        self.menu, self.cursor = tuple(menu), cursor
        self.rows = self.fitted()

    def fitted(self) -> tuple[TextRow, ...]:
        said = self._above()
        return (*said, *self._options(len(said))) if self.menu else said

    def _above(self) -> tuple[TextRow, ...]:
        """The lines above the options, which need one at least."""
        lines = max(self.size.height, 2) - bool(self.menu)
        return tuple(self._said(lines, self.size.width - 1))[:lines]

    def _said(self, height: int, width: int) -> Iterator[TextRow]:
        if self.told.text:
            yield from _rows(wrap(self.told.text, width), self.told.role, height, width)
            return
        asked = whole_sentences(self.question.text, width, height)
        if not self.about:
            yield from _rows(asked, self.question.role, height, width)
            return
        # Once the person has begun to choose, what an option does counts more than the question.
        begun = self.question.text.endswith("▸") or self.cursor > 0
        beside = _sentences(self.about, width - cell_len(self.question.text) - 2, 1)
        if beside == self.about or (height == 1 and beside and not begun):
            yield (Span(f" {self.question.text}", self.question.role), Span(f"  {beside}", "quiet"))
            return
        about = whole_sentences(self.about, width, height)
        below = height - len(asked)
        if begun and len(about) > below:
            yield from _rows(about, "quiet", height, width)
            return
        yield from _rows(asked, self.question.role, height, width)
        if below > 0:
            yield from _rows(whole_sentences(self.about, width, below), "quiet", below, width)

    def _options(self, above: int) -> Iterator[TextRow]:
        first, shown, more = self._shown(above)
        for number, row in enumerate(shown):
            spans: list[Span] = [Span("…" if first and not number else " ", "quieter")]
            for place in row:
                key, label = self.menu[place]
                if place == self.cursor:
                    spans.append(Span(f" {key} {label} ", "cursor-row"))
                else:
                    spans += [Span(f" {key}", "key"), Span(f" {label} ")]
            if more and number == len(shown) - 1:
                spans.append(Span("…", "quieter"))
            yield tuple(spans)

    def _shown(self, above: int) -> tuple[int, list[list[int]], bool]:
        """Return which line of options is shown first below some others, all that are shown, and if more follow."""
        rows, lines = self._places(), max(self.size.height, 2) - above
        here = next(n for n, row in enumerate(rows) if self.cursor in row)
        first = min(max(here - lines + 1, 0), max(len(rows) - lines, 0))
        return first, rows[first : first + lines], first + lines < len(rows)

    def _places(self) -> list[list[int]]:
        """Share the options out to lines."""
        rows: list[list[int]] = [[]]
        room = width = max(self.size.width - 2, 10)
        for place, (key, label) in enumerate(self.menu):
            cells = cell_len(f" {key} {label} ")
            if cells > room and rows[-1]:
                rows.append([])
                room = width
            rows[-1].append(place)
            room -= cells
        return rows

    def on_click(self, event: events.Click) -> None:
        """Say which option was clicked; where there are none, that the prompt was."""
        if not self.menu:
            return  # as the base says it, whose handler Textual calls too
        event.prevent_default()
        above, end = len(self._above()), 1
        _first, shown, _more = self._shown(above)
        for place in shown[event.y - above] if 0 <= event.y - above < len(shown) else ():
            end += cell_len(f" {self.menu[place].key} {self.menu[place].label} ")
            if event.x < end:
                self.post_message(self.Chosen(place))
                return


def _rows(lines: Sequence[str], role: str, height: int, width: int) -> Iterator[TextRow]:
    for line in lines if len(lines) <= height else cut_off(lines, height, width):
        yield (Span(f" {line}", role),)


def whole_sentences(text: str, width: int, height: int) -> tuple[str, ...]:
    """Wrap a text into lines, without the parts at its end for which there is no room; the first one stays."""
    return wrap(_sentences(text, width, height) or _parts(text)[0], width)


def _parts(text: str) -> list[str]:
    return re.split(r"(?<=[.;!?]) +", text)


def _sentences(text: str, width: int, height: int) -> str:
    """Return a text without the parts at its end for which there is no room in some lines; empty where none fits."""
    parts = _parts(text)
    for count in range(len(parts), 0, -1):
        kept = " ".join(parts[:count]).rstrip(";")
        if width > 0 and len(wrap(kept, width)) <= height:
            return kept
    return ""


def digest(sentences: str, width: int) -> str:
    """Return some sentences as far as they fit into a line: all, the first and the last, or one of them, else cut."""
    parts = re.split(r"(?<=\.) +(?=[^\d\W])", sentences)
    alone = (parts[0], parts[-1]) if len(parts) == 2 else (parts[-1], parts[0])
    forms = (sentences, f"{parts[0]} {parts[-1]}", *alone)
    return next((form for form in forms if cell_len(form) <= width), shortened(sentences, width).rstrip())
