"""Panels of the table: verbs, turn, last turn, story."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import reduce
from typing import NamedTuple

from rich.cells import cell_len
from textual import events
from textual.reactive import var

from naishi.common.i18n import _
from naishi.games.naishi.game.events import Event
from naishi.games.naishi.game.view import PlayerView
from naishi.games.naishi.rules.actions import (
    Action,
    Declare,
    End,
    Pass,
    Recall,
    Skip,
    Use,
    UseDevelop,
    UseExchange,
    UseRecall,
)
from naishi.games.naishi.text.sentences import in_short, sentence
from naishi.settings.keymap import shown
from naishi_tui.drawing.cells import cut, wrap
from naishi_tui.games.naishi.cards.card import BEST
from naishi_tui.games.naishi.partial_action import VERBS, offered
from naishi_tui.messages import Command
from naishi_tui.widgets.text_rows import Span, TextRow, TextRows, heading, mark


class PanelCommand(NamedTuple):
    """A command of the table, as a line of a panel."""

    id: str
    """The id of its key."""
    label: str
    possible: bool
    chosen: bool = False
    """It is the choice being made."""
    advised: bool = False
    marks: TextRow = ()
    """What stands at the end of the line."""


class CommandPanel(TextRows):
    """A heading and the verbs below it; in a single line where there is no more room."""

    verbs: var[tuple[PanelCommand, ...]] = var(())
    title: var[str] = var("")

    def show_commands(self, title: str, verbs: tuple[PanelCommand, ...]) -> None:
        """Draw the verbs below a heading."""
        self.title, self.verbs = title, verbs
        self.rows = self.fitted()

    def fitted(self) -> tuple[TextRow, ...]:
        """The heading and the verbs, or the verbs in a line; nothing where there are none."""
        if not self.verbs:
            return ()
        if self.size.height == 1:
            return (tuple(span for verb in self.verbs for span in self._short(verb)),)
        return (heading(self.title), *map(self._line, self.verbs))

    def on_click(self, event: events.Click) -> None:
        """Say which verb was clicked."""
        if self.size.height == 1:
            end = 0
            for verb in self.verbs:
                end += sum(cell_len(span.text) for span in self._short(verb))
                if event.x < end:
                    self.post_message(Command(verb.id))
                    return
        elif 1 <= event.y <= len(self.verbs):
            self.post_message(Command(self.verbs[event.y - 1].id))

    def _line(self, verb: PanelCommand) -> TextRow:
        marks = (part for mark in verb.marks for part in (mark, Span(" ")))
        return (*self._words(verb), Span(" ", fill=True), *(marks if verb.marks else (Span(" "),)))

    def _short(self, verb: PanelCommand) -> TextRow:
        return (*self._words(verb), Span(" "), *verb.marks, *((Span(" "),) if verb.marks else ()))

    def _words(self, verb: PanelCommand) -> TextRow:
        key, label = shown(verb.id), f" {verb.label}"
        if verb.possible:
            mark = Span("▸" if verb.chosen else BEST if verb.advised else " ", "mark")
            return (mark, Span(key, "key"), Span(label, "strong" if verb.chosen or verb.advised else ""))
        dash = "–" * cell_len(key)  # where there is no key, none is taken for one; and not by its colour alone
        return (Span(f" {dash}{label}", "off"),)


class TurnPanel(CommandPanel):
    """Recall, declare the end, end the turn; while effects of Travellers are pending, these."""

    def show(self, view: PlayerView, choosing: type[Action], advised: Action | None = None) -> None:
        """Draw what is possible in a view, nothing once it is over; `choosing` is the kind of action being made."""
        if view.turn is None:
            self.show_commands("", ())
            return
        if effects := offered(view):
            self._show_effects(effects, choosing, advised)
            return
        passing = view.can(Pass)
        verbs = (
            ("recall", _("recall"), Recall),
            ("declare", _("declare the end"), Declare),
            ("end", _("pass") if passing else _("end the turn"), Pass if passing else End),
        )
        self.show_commands(
            _("Turn"),
            tuple(
                PanelCommand(key, label, view.can(kind), chosen=choosing is kind, advised=isinstance(advised, kind))
                for key, label, kind in verbs
            ),
        )

    def _show_effects(self, effects: Collection[type[Use]], choosing: type[Action], advised: Action | None) -> None:
        words = {UseExchange: _("exchange cards"), UseRecall: _("recall"), UseDevelop: _("develop again")}
        verbs: list[tuple[str, str, type[Action]]] = [
            *((VERBS[kind], words[kind], kind) for kind in effects),
            ("end", _("use none"), Skip),
        ]
        self.show_commands(
            _("Effects"),
            tuple(
                PanelCommand(key, label, possible=True, chosen=choosing is kind, advised=isinstance(advised, kind))
                for key, label, kind in verbs
            ),
        )


class LastTurn(TextRows):
    """The last turn in sentences; in fewer words where there is no room for those."""

    seat = 0
    forms: tuple[str, ...] = ()
    """From the longest to the shortest."""

    def show(self, view: PlayerView, events: Sequence[Event], reader: int | None) -> None:
        """Draw what was done in a turn, all of it by one seat, to the player at the seat of the `reader`, if one reads.

        Nothing where nothing was done.
        """
        self.forms = ()
        if events:
            self.seat = events[0].seat
            whole = " ".join(sentence(event, view.names, reader) for event in events)
            short = reduce(lambda done, more: _("{done}; {more}").format(done=done, more=more), map(in_short, events))
            self.forms = (
                _("Previous turn: {done}").format(done=whole),
                _("Previous turn: {done}").format(done=short),
                short,
            )
        self.rows = self.fitted()

    def fitted(self) -> tuple[TextRow, ...]:
        """The longest form that fits; the shortest is cut, should even that be too long."""
        if not self.forms:
            return ()
        room = self.size.width - 2
        shortest = self.forms[-1]
        cut_short = shortest if cell_len(shortest) <= room else f"{cut(shortest, max(room - 1, 0))}…"
        words = next((form for form in self.forms if cell_len(form) <= room), cut_short)
        return ((mark(self.seat), Span(f" {words}", "quiet")),)


class Story(NamedTuple):
    """The same at length and in short."""

    title: str = ""
    whole: str = ""
    short: str = ""
    figures: str = ""
    """What it changed, in numbers, with what these are."""
    bare_figures: str = ""

    def rows(self, width: int, height: int) -> tuple[TextRow, ...]:
        """Return the longest form that there is room for; nothing where there is none, or nothing to tell."""
        if not self.title:
            return ()
        return next((rows for rows in map(tuple, self._forms(width)) if len(rows) <= height), ())

    def _forms(self, width: int) -> Iterator[Iterator[TextRow]]:
        for words in (self.whole, self.short) if cell_len(self.title) + len("─  ─") <= width else ():
            yield iter([(), heading(self.title), *_lines(words, width), *_lines(self.figures, width, "strong")])
        title, figures = [*_lines(self.title, width, "title", "")], [*_lines(self.bare_figures, width, "", "")]
        for words in (self.whole, self.short):
            told = [*title, *_lines(words, width, "", ""), *figures]
            yield from (iter([(), *told]), iter(told))
        yield iter([*title, *figures])


def _lines(text: str, width: int, role: str = "", indent: str = " ") -> Iterator[TextRow]:
    return ((Span(indent), Span(line, role)) for line in wrap(text, width - len(indent)))


class NextSteps(CommandPanel):
    """A heading, and a line for each step."""

    def show(self, steps: Iterable[tuple[str, str]]) -> None:
        """Draw steps, each the id of a command and what it does; nothing where there are none."""
        self.show_commands(_("And now?"), tuple(PanelCommand(command, does, True) for command, does in steps))
