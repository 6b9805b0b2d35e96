"""Prompt line, and its active keys."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from rich.cells import cell_len
from textual import events
from textual.content import Content
from typing_extensions import override

from naishi.common.i18n import _
from naishi.settings.key_table import COMMANDS
from naishi.settings.keymap import shown
from naishi_tui.drawing.cells import wrap
from naishi_tui.messages import Command
from naishi_tui.widgets.text_rows import Span, TextRow, TextRows


class PromptLine(NamedTuple):
    """A sentence, and whether it says why not; or reasons, of which as many are said as fit."""

    text: str
    refused: bool = False
    reasons: tuple[str, ...] = ()
    """A sentence each."""
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
    """What follows the reasons if there is room."""

    def show(
        self,
        now: str,
        here: str,
        *,
        refused: bool = False,
        failed: bool = False,
        news: bool = False,
        reasons: tuple[str, ...] = (),
        after: str = "",
    ) -> None:
        """Draw both lines.

        Args:
            refused: Whether `here` says why something can't be done.
            failed: Whether `now` says that the game can't go on by itself.
            news: Whether `here` is news, which goes before what is asked where there is no room for both.
            reasons: Sentences in the place of `here`, of which as many are said as fit.
        """
        self.now = Span(now, "bad" if failed else "strong")
        self.here = Span(here, "bad" if refused else "quiet")
        self.failed, self.news, self.reasons, self.after = failed, news, reasons, after
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
            if sum(cell_len(span.text) for span in row) <= self.size.width:
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
        """Return what is named at a column."""
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
