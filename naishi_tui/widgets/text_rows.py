"""Rows of text with line-wise repaints; the prompt line; options to choose from, and fields to type in."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import ClassVar, NamedTuple

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual import events, on
from textual.binding import Binding, BindingType
from textual.color import TRANSPARENT
from textual.containers import Vertical
from textual.content import Content
from textual.geometry import Region, Size
from textual.message import Message
from textual.reactive import reactive, var
from textual.strip import Strip
from textual.widget import Widget
from textual.widgets import Input, OptionList
from textual.widgets.option_list import Option
from typing_extensions import override

from naishi.common.i18n import _, letters
from naishi.settings.key_table import COMMANDS
from naishi.settings.keymap import means, shown
from naishi_tui.drawing.cells import cut_off, shortened, wrap
from naishi_tui.drawing.theme import SHAPES, player_role, styles
from naishi_tui.messages import Command, bindings


class Unscrolled(Widget):
    """Never scrolls, so that one layout will do for another size.

    Textual lays out a screen again after each layout in which anything changed that a widget might be scrolled through.
    """

    virtual_size = var(Size(0, 0))


class Ground(Unscrolled):
    """Holds other widgets, and shows one colour where there are none.

    Textual would draw each of its lines, cut it up around the widgets above it, and keep the pieces: at a table,
    three quarters of all that it keeps, though hardly any of it is ever seen. It has no border.

    Name this after the container that a class derives from: the rules of the first base are a widget's.
    """

    def render_lines(self, crop: Region) -> list[Strip]:
        ground = self.visual_style.background or TRANSPARENT
        line = Strip.blank(crop.width, Style(bgcolor=ground.rich_color))
        for each in self.get_line_filters():
            line = line.apply_filter(each, ground)
        return [line] * crop.height


class Column(Vertical, Ground):
    """Widgets below each other."""


class Span(NamedTuple):
    """A piece of a line."""

    text: str
    role: str = ""
    """Empty for plain text, or one of `naishi_tui.drawing.theme`."""
    fill: bool = False
    """Repeat the text over the room that the rest of the line leaves."""


TextRow = tuple[Span, ...]


def heading(text: str) -> TextRow:
    return (Span("─ ", "quieter"), Span(f"{text} ", "quiet"), Span("─", "quieter", fill=True))


class TextRows(Unscrolled, can_focus=False):
    """A block of lines. Setting `rows` repaints only the lines that differ: few bytes over a slow connection."""

    rows: var[tuple[TextRow, ...]] = var(())

    _drawn_at: Size | None = None

    @dataclass
    class Picked(Message):
        """A line was clicked."""

        widget: "TextRows"
        line: int

        @property
        def control(self) -> "TextRows":
            return self.widget

    def watch_rows(self, before: tuple[TextRow, ...], after: tuple[TextRow, ...]) -> None:
        pairs = enumerate(zip_longest(before, after, fillvalue=()))
        if regions := [region for y, pair in pairs if pair[0] != pair[1] for region in self.differing(y, *pair)]:
            self.refresh(*regions)

    def differing(self, y: int, before: TextRow, after: TextRow) -> Iterable[Region]:
        """Return what is to be repainted of a line that has changed."""
        filled = any(span.fill for span in (*before, *after))
        return (Region(0, y, self.size.width if filled else max(row_width(before), row_width(after)), 1),)

    def fitted(self) -> tuple[TextRow, ...]:
        """The lines as they should be at the present size; for widgets whose lines depend on it."""
        return self.rows

    def role_styles(self, theme: str) -> Mapping[str, Style]:
        return styles(theme)

    @override
    def render_line(self, y: int) -> Strip:
        if self._drawn_at != self.size:
            self._drawn_at = self.size
            self.set_reactive(TextRows.rows, self.fitted())
        base, role_styles = self.visual_style.rich_style, self.role_styles(self.app.theme)
        ground = Style(bgcolor=base.bgcolor)
        spans = self.rows[y] if y < len(self.rows) else ()
        room = self.size.width - row_width(spans)
        segments: list[Segment] = []
        for text, role, fill in spans:
            shown = text * max(0, room) if fill else text
            style = base + role_styles[role] if role else base
            # A ground is all that spaces need: over SSH every byte is sent.
            segments.append(Segment(shown, style if shown.strip() else Style(bgcolor=style.bgcolor)))
        strip = Strip(segment for segment in segments if segment.text)
        return strip.adjust_cell_length(self.size.width, ground).simplify()

    def on_click(self, event: events.Click) -> None:
        self.post_message(self.Picked(self, event.y))


class TopLine(TextRows):
    """A first line in the longest of its forms that there is room for; beside a clock it is its note that yields."""

    forms: tuple[TextRow, ...] = ()
    """From the longest to the shortest."""
    yielding: tuple[TextRow, ...] = ()
    """Those in which the note is cut, where no whole form has room."""
    note = ""

    @override
    def fitted(self) -> tuple[TextRow, ...]:
        width = self.size.width
        row = self._longest_form(width)
        if self.yielding and row_width(row) > width:
            row = _with_note_cut(self.yielding, self.note, width)
        return (row,)

    def cuts_note(self, width: int) -> bool:
        return bool(self.note) and row_width(self._longest_form(width)) > width

    def _longest_form(self, width: int) -> TextRow:
        """The longest form that fits; the shortest where none does."""
        return next((form for form in self.forms if row_width(form) <= width), self.forms[-1] if self.forms else ())


def row_width(row: TextRow) -> int:
    """The cells that a line needs; a fill needs none."""
    return sum(cell_len(span.text) for span in row if not span.fill)


def _with_note_cut(forms: Sequence[TextRow], note: str, width: int) -> TextRow:
    """Return the first of some lines in which enough of a note is left; of the last, as much as there is room for."""
    for row in forms:
        keep = width - row_width(row) + cell_len(note)
        if keep >= ENOUGH:
            break
    short = f" {shortened(note, keep)} " if keep >= LEAST else ""
    return tuple(Span(short, *span[1:]) if span.text == f" {note} " else span for span in row)


ENOUGH, LEAST = 20, 8
"""Cells of a note that tell what it is about, and that are worth having at all."""


def mark(seat: int, count: int = 1) -> Span:
    return Span(SHAPES[seat] * count, player_role(seat))


class HangingText(Widget, can_focus=False):
    """A text whose lines are wrapped so that they go on beneath their second column."""

    def __init__(self, lines: Sequence[str], column: int) -> None:
        super().__init__()
        self.lines, self.column = lines, column

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return sum(1 for _line in self._wrapped(width))

    @override
    def render(self) -> Content:
        return Content("\n".join(self._wrapped(self.size.width)))

    def _wrapped(self, width: int) -> Iterator[str]:
        for line in self.lines:
            first, *rest = wrap(line, width, self.column)
            yield first
            yield from (f"{' ' * self.column}{each}" for each in rest)


class Log(TextRows):
    """What happened last, in sentences; as much as fits, the newest at the bottom."""

    sentences: var[tuple[tuple[int | None, str], ...]] = var(())
    """The seat that each is about, None for no one, and the sentence."""

    def show_sentences(self, sentences: Sequence[tuple[int | None, str]]) -> None:
        self.sentences = tuple(sentences)
        self.rows = self.fitted()

    def mark_of(self, seat: int) -> Span:
        return mark(seat)

    def fitted(self) -> tuple[TextRow, ...]:
        width, height = self.size
        rows: list[TextRow] = []
        for seat, words in reversed(self.sentences):
            lines = wrap(words, max(8, width - 2))
            if len(rows) + len(lines) > height - 1:
                if rows or height < 2:
                    break
                lines = cut_off(lines, height - 1, width - 2)
            role = "quiet" if rows else ""
            start = Span(" ") if seat is None else self.mark_of(seat)
            starts = (start, *[Span(" ")] * (len(lines) - 1))
            rows[:0] = [(start, Span(f" {line}", role)) for start, line in zip(starts, lines, strict=True)]
        return (heading(_("Log")), *rows)


class PromptLine(NamedTuple):
    """A sentence, and whether it says why not; or reasons, of which as many are said as fit."""

    text: str
    refused: bool = False
    reasons: tuple[str, ...] = ()
    after: str = ""
    """What follows the reasons if there is room: which key to press then."""


class Prompt(TextRows):
    """Two lines: what now, and what here. A long sentence takes both, rather than being cut."""

    now = Span("", "strong")
    here = Span("", "quiet")
    failed = news = False
    reasons: tuple[str, ...] = ()
    """Said in the place of `here`, as far as they fit."""
    after = ""

    def show(self, now: str, here: PromptLine, *, failed: bool = False, news: bool = False) -> None:
        """Draw both lines.

        Args:
            failed: Whether `now` says that the game can't go on by itself.
            news: Whether `here` is news, which goes before what is asked where there is no room for both.
        """
        self.now = Span(now, "bad" if failed else "strong")
        self.here = Span(here.text, "bad" if here.refused else "quiet")
        self.failed, self.news, self.reasons, self.after = failed, news, here.reasons, here.after
        self.rows = self.fitted()

    def fitted(self) -> tuple[TextRow, ...]:
        """Both lines; or one sentence over both, where it is too long for a line."""
        if self.reasons and self.size.width:
            now, here = with_reasons(self.now.text, self.reasons, self.after, self.size.width - 1)
            return _row(now, "strong" if now == self.now.text else "quiet"), _row(here, "quiet")
        alone = self._alone()
        if alone is None:
            return _row(*self._question()[:2]), _row(*self.here[:2])
        first, *rest = wrap(alone.text, self.size.width - 1)
        return _row(first, alone.role), _row(" ".join(rest), alone.role)

    def _alone(self) -> Span | None:
        """The sentence that needs both lines; news, and why something can't be done, go before what is asked."""
        if self.failed and self._too_long(self.now):
            return self.now
        if self._too_long(self.here):
            return self.here
        if self._too_long(self._question()):
            return self.here if self.news or self.here.role == "bad" else self.now
        return None

    def _question(self) -> Span:
        """What is asked for; where the other line is needed, without the keys, which the key line has as well."""
        if not self.here.text or not self._too_long(self.now):
            return self.now
        question, mark, _keys = self.now.text.partition("?")
        return Span(question + mark, self.now.role, self.now.fill)

    def _too_long(self, span: Span) -> bool:
        return 0 < self.size.width <= cell_len(span.text)


def with_reasons(now: str, reasons: Sequence[str], after: str, width: int) -> tuple[str, str]:
    """Return two lines: a sentence with reasons below it, or behind it where they need more than a line."""

    def fits(*said: str, lines: int = 2) -> bool:
        return len(wrap(" ".join(said), width)) <= lines

    if fits(now, lines=1) and fits(*reasons, lines=1):
        return now, " ".join((*reasons, after) if after and fits(*reasons, after, lines=1) else reasons)
    said = [now]
    for each in filter(None, (*reasons, after)):
        if fits(*said, each):
            said.append(each)
    first, *rest = wrap(" ".join(said), width)
    return first, " ".join(rest)


def _row(text: str, role: str) -> TextRow:
    return (Span(f" {text}", role),)


class KeyHint(NamedTuple):
    """A key, and what it does in a word."""

    id: str
    """The command that a click gives; empty for none."""
    key: str
    does: str
    minor: bool = False
    """Left out where there is no room for all."""
    about: str = ""
    """The same in more words, for where the mouse rests."""


PALETTE = "app.command_palette"
"""The command that shows what there is to do."""


def hint(command: str, does: str = "", *, gives: str = "", minor: bool | None = None) -> KeyHint:
    """Name the key of a command of the table of keys, and what it does.

    Args:
        gives: The command that a click gives; by default, the end of its name.
        minor: Whether it is left out where there is no room for all; by default, as the table says.
    """
    declared = COMMANDS[command]
    less = declared.minor if minor is None else minor
    return KeyHint(
        gives or command.rpartition(".")[2], shown(command), does or _(declared.label), less, _(declared.words)
    )


class KeyLine(TextRows):
    """Keys and what they do, in a line; a click does it too. Where some have no room, a key leads to all."""

    def __init__(self, hints: Iterable[KeyHint] = (), *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.hints = tuple(hints)
        self.shown: tuple[KeyHint, ...] = ()

    def show(self, hints: Iterable[KeyHint]) -> None:
        if (keys := tuple(hints)) != self.hints:
            self.hints = keys
            self.rows = self.fitted()

    def fitted(self) -> tuple[TextRow, ...]:
        """The form that there is room for: with the keys that move, or without, or closer together; or less."""
        commands = tuple(hint for hint in self.hints if hint.id)
        row: TextRow = ()
        less = (commands, *_with_more(commands), *fewer(commands))
        for hints, between in ((self.hints, "  "), (commands, "  "), *((few, "│") for few in less)):
            row, self.shown = _spans(hints, between), hints
            if row_width(row) <= self.size.width:
                break
        return (row,)

    @override
    def on_click(self, event: events.Click) -> None:
        if (hint := self._at(event.x)) is not None and hint.id:
            self.post_message(Command(hint.id))

    def on_mouse_move(self, event: events.MouseMove) -> None:
        hint = self._at(event.x)
        about = Content(f"{hint.key}: {hint.about}") if hint is not None and hint.about else None
        if about != self.tooltip:
            self.tooltip = about

    def _at(self, x: float) -> KeyHint | None:
        end = 0
        spans = iter(self.rows[0] if self.rows else ())
        for hint in self.shown:
            end += cell_len(next(spans).text) + cell_len(next(spans).text)
            if x < end:
                return hint
        return None


def fewer(hints: tuple[KeyHint, ...]) -> Iterator[tuple[KeyHint, ...]]:
    """Yield all hints, then fewer and fewer: minor ones go first, from the last; the first and the way back stay."""
    yield hints
    main = [hint for hint in hints if not hint.minor]
    less = (*(hint for hint in reversed(hints) if hint.minor), *reversed(main[1:]))
    for last in less:
        if last.id != "back":
            hints = tuple(hint for hint in hints if hint is not last)
            yield hints


def _with_more(hints: tuple[KeyHint, ...]) -> Iterator[tuple[KeyHint, ...]]:
    """Yield fewer and fewer minor hints with the palette, which offers all; nothing where one leads to all keys."""
    main = {hint for hint in hints if not hint.minor}
    if any(hint.id in {"rules", "help"} for hint in hints):
        return
    for few in fewer(hints):
        if main <= {*few} and few != hints:
            yield *few[:-1], KeyHint(PALETTE, "^P", _("more")), *few[-1:]


def _spans(hints: Sequence[KeyHint], between: str) -> TextRow:
    """Two spans for each key; where they are close together, a bar tells them apart without colours, too."""
    spans: list[Span] = []
    for hint in hints:
        after = between if hint is not hints[-1] else ""
        spans += Span(hint.key if spans else f" {hint.key}", "key"), Span(f" {hint.does}{after}", "quiet")
    return tuple(spans)


class Menu(OptionList):
    """A list whose options may change under the mouse, and which may have no room at all.

    Textual would look for what isn't there, and fail.
    """

    BINDINGS: ClassVar[list[BindingType]] = [*bindings({"list.down": "cursor_down", "list.up": "cursor_up"})]

    def fill(self, options: Sequence[Option], *, grave: tuple[str, ...] = ()) -> bool:
        """Show other options, if they are others, with the cursor where it was; return whether they are.

        Args:
            grave: How the ids of options begin that the cursor never comes to by itself.
        """
        if [(str(each.prompt), each.id) for each in options] == [(str(each.prompt), each.id) for each in self.options]:
            return False
        at = None if self.highlighted_option is None else self.highlighted_option.id
        self.clear_options()
        self.add_options(options)
        enabled = [(number, option.id or "") for number, option in enumerate(options) if not option.disabled]
        same = [number for number, id_ in enabled if id_ == at]
        harmless = [number for number, id_ in enabled if not id_.startswith(grave)]
        self.highlighted = next(iter(same or harmless), None)
        return True

    def render_line(self, y: int) -> Strip:
        """Draw a line; Textual would leave out that the one under the cursor is in reverse."""
        strip = super().render_line(y)
        first = next(iter(strip), None)
        if first is None or first.style is None or first.style.meta.get("option", -1) != self.highlighted:
            return strip
        reverse = self.get_component_styles("option-list--option-highlighted").text_style.reverse
        return strip.apply_style(Style(reverse=True)) if reverse else strip

    def on_click(self, event: events.Click) -> None:
        if event.style.meta.get("option", 0) >= self.option_count:
            event.prevent_default()
            event.stop()

    def action_page_up(self) -> None:
        """Go up by what is seen at a time; to the first option where nothing is seen."""
        if self.scrollable_content_region:
            super().action_page_up()  # type: ignore[no-untyped-call]
        else:
            self.action_first()

    def action_page_down(self) -> None:
        """Go down by what is seen at a time; to the last option where nothing is seen."""
        if self.scrollable_content_region:
            super().action_page_down()  # type: ignore[no-untyped-call]
        else:
            self.action_last()


class ChoiceRow(TextRows, can_focus=True):
    """Options side by side, the chosen one marked by shape and colour; ← and → change it, and so does a click.

    A row takes its keys before the app looks for what is bound to them: keys behind them that move between rows, which
    the app handles at once, would have moved the focus by then.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "step(-1)", show=False),
        Binding("right", "step(1)", show=False),
        *bindings({"choice.previous": "step(-1)", "choice.next": "step(1)"}),
    ]

    chosen: var[int] = var(0, init=False)

    @dataclass
    class Changed(Message):
        """Another option was chosen."""

        choice_row: "ChoiceRow"
        chosen: int

        @property
        def control(self) -> "ChoiceRow":
            return self.choice_row

    def __init__(self, *options: str, id: str, chosen: int = 0) -> None:
        super().__init__(id=id)
        self.options = options
        self.set_reactive(ChoiceRow.chosen, chosen)

    def on_mount(self) -> None:
        self.show()

    @on(events.Focus)
    @on(events.Blur)
    def _show_soon(self) -> None:
        self.call_later(self.show)

    def watch_chosen(self, chosen: int) -> None:
        self.show()
        self.post_message(self.Changed(self, chosen))

    def show(self) -> None:
        self.rows = self.fitted()

    def fitted(self) -> tuple[TextRow, ...]:
        """The options, closer together where there is less room; with still less, those around the chosen one."""
        shown, gap = self._shown(), Span(self._gap(), "quiet")
        row = [Span("… " * (shown.start > 0), "quiet")]
        for number in shown:
            sign, role = ("●", "focus" if self.has_focus else "strong") if number == self.chosen else ("○", "quiet")
            row += Span(f"{sign} {self.options[number]}", role), gap
        return ((*row, Span("…" * (shown.stop < len(self.options)), "quiet")),)

    def _shown(self) -> range:
        first, stop = 0, len(self.options)
        while stop - first > 1 and self._width(first, stop) > self.size.width > 0:
            if stop - 1 - self.chosen >= self.chosen - first:
                stop -= 1
            else:
                first += 1
        return range(first, stop)

    def _width(self, first: int, stop: int) -> int:
        options = sum(cell_len(f"● {option} ") for option in self.options[first:stop])
        return options - 1 + 2 * (first > 0) + 2 * (stop < len(self.options))

    def _gap(self) -> str:
        wide = sum(cell_len(f"● {option}  ") for option in self.options) - len("  ")
        return "  " if wide <= self.size.width else " "

    def action_step(self, step: int) -> None:
        self.chosen = (self.chosen + step) % len(self.options)

    def on_key(self, event: events.Key) -> None:
        for step, arrow, command in ((-1, "left", "choice.previous"), (1, "right", "choice.next")):
            if event.key == arrow or means(event.key, command):
                event.stop()
                self.action_step(step)

    def on_click(self, event: events.Click) -> None:
        shown = self._shown()
        end = 2 * (shown.start > 0)
        for number in shown:
            end += cell_len(f"● {self.options[number]}{self._gap()}")
            if event.x < end:
                self.chosen = number
                return


EDITS = {
    "backspace": "delete_left",
    "delete": "delete_right",
    "ctrl+u": "clear",
    "ctrl+w": "delete_left_word",
    "home": "home",
    "end": "end",
}
"""What some keys do in a field at once, as they do at the line of a shell; an action each."""
LONGEST = 1000
"""How much of a paste is read; no field takes as much."""


class Field(Input):
    """Takes letters and their marks only: it is drawn unchecked, so what a terminal could obey is dropped at once."""

    cursor_blink = reactive(False, init=False)
    """Never: a blinking cursor would send bytes to a terminal that nobody touches, over SSH for hours."""

    untouched = False
    """Whether nothing has been typed or clicked since it got the focus."""
    _answered = 0.0
    """When the answer was given last, in the time of events."""

    def on_focus(self) -> None:
        self.untouched = True

    async def on_key(self, event: events.Key) -> None:
        """Leave the cursor where it is from now on. Enter answers with what was typed before it.

        As a binding it would wait until the app comes to it; whatever was typed behind it would be in the answer. So it
        is with the keys that delete: what was typed behind them would go with the rest.
        """
        self.untouched = False
        if event.key in EDITS and not self.disabled:
            event.stop().prevent_default()
            getattr(self, f"action_{EDITS[event.key]}")()
        if event.key == "enter" or event.time < self._answered:
            event.stop().prevent_default()
        if event.key == "enter" and event.time >= self._answered:
            self._answered = events.Idle().time
            await self.action_submit()

    def action_clear(self) -> None:
        self.value = ""

    def on_click(self) -> None:
        """Select all at the click that gives the focus, as the key does: what is typed then replaces it."""
        if self.untouched and self.selection.is_empty:
            self.select_all()
        self.untouched = False

    def replace(self, text: str, start: int, end: int) -> None:
        """Replace part of the value, as everything does that is typed or pasted."""
        super().replace(letters(text[:LONGEST]), start, end)

    def action_copy(self) -> None:
        """Copy what is selected, but no PIN: the clipboard belongs to everybody at this terminal."""
        if not self.password:
            super().action_copy()

    def action_cut(self) -> None:
        if not self.password:
            super().action_cut()
