"""Panels of Naishi's table: header, verbs, turn, log."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import reduce
from typing import NamedTuple

from rich.cells import cell_len
from textual import events
from typing_extensions import override

from naishi.common.i18n import _, ngettext
from naishi.games.naishi.game.turns import without_turn_ends
from naishi.games.naishi.game.view import Event, PlayerView
from naishi.games.naishi.rules import actions
from naishi.games.naishi.rules.cards import EMISSARIES, Phase
from naishi.games.naishi.text.sentences import in_short, sentence
from naishi.settings.keymap import shown
from naishi_tui.drawing.cells import cut, wrap
from naishi_tui.drawing.theme import player_role
from naishi_tui.games.naishi.cards.card import BEST
from naishi_tui.games.naishi.partial_action import VERBS, offered
from naishi_tui.messages import Command
from naishi_tui.widgets.text_rows import Log, Span, TextRow, TextRows, TopLine, heading, mark

BRAND = Span(" NAISHI ", "title")


class Header(TopLine):
    """The round, whose turn it is, and the end if it is near."""

    def show(self, view: PlayerView, note: str = "", doing: str = "", clock: Sequence[str] = ()) -> None:
        over = view.turn is None or view.phase in {Phase.COPY, Phase.OVER}
        if view.public and view.phase is Phase.GIFT:
            doing = doing or _("choosing gifts")  # who hasn't yet is hidden where both choose at once
        doing = doing or (_("game over") if over else _("{name}'s turn").format(name=view.names[view.turn or 0]))
        turn = _("round {round} · {doing}").format(round=view.round, doing=doing)
        lefts = [Span(f"{turn} · {time}") for time in clock] or [Span(turn)]
        said, fill = Span(f" {note} ", "mark"), Span(" ", fill=True)
        self.note, self.yielding = note, ()
        if note:
            self.yielding = tuple((said, fill, left, Span(" ")) for left in lefts) if clock else ()
            whole = ((*brand, said, fill, left, Span(" ")) for left in lefts for brand in ((BRAND,), ()))
            clocks = ((said, fill, Span(f"{time} ")) for time in clock)
            self.forms = (*whole, *clocks, *(() if clock else ((BRAND, said), (said,))))
        else:
            long, short = _end_is_near(view)
            self.forms = tuple(
                (*brand, Span(" "), left, fill, Span(f" {near} ", "mark"))
                for left in lefts
                for brand, near in (((BRAND,), long), ((), long), ((BRAND,), short), ((), short))
            )
        self.rows = self.fitted()

    def show_heading(self, text: str, view: PlayerView | None = None) -> None:
        """Draw a heading, where neither rounds nor turns matter; with a view, tell of the end if it is near."""
        self.note, self.yielding = "", ()
        words, fill = Span(f" {text}"), Span(" ", fill=True)
        self.forms = (BRAND, words), (words,)
        if view is not None and (near := _end_is_near(view))[0]:
            ends = tuple((fill, Span(f" {each} ", "mark")) for each in near)
            self.forms = tuple((*start, words, *end) for end in ends for start in ((BRAND,), ()))
        self.rows = self.fitted()


START, DASH, LINE = Span("─ ", "quieter"), Span("─", "quieter"), Span("─", "quieter", fill=True)


class PlayerLabel(TextRows):
    """A player's shape and name, the emissaries they can still send, and what lies below."""

    forms: tuple[TextRow, ...] = ()
    counts_emissaries = True

    def show(
        self, view: PlayerView, seat: int, below: str, note: str = "", *, ryokan: int | None = None, rating: str = ""
    ) -> None:
        """Draw the label of a seat.

        Args:
            ryokan: The points of the Ryokan that the action under the cursor would leave the seat, if it has any.
        """
        home = EMISSARIES - sum(view.sides[seat].sent)
        free = ngettext("{count} emissary free", "{count} emissaries free", home) if home else _("no emissary free")
        name: TextRow = (mark(seat), Span(f" {view.names[seat]} ", player_role(seat)))
        what, end = Span(f" {below} ", "quiet"), (LINE, *_ending(note, "strong"))
        gap: TextRow = ()
        emissaries: TextRow = (Span(f"{free} ", "quiet"),)
        if points := _ryokan_points(view.ryokan_of(seat), ryokan):
            name = (*name, Span(_("Ryokan {points}").format(points=points), "mark"))
            gap, emissaries = (Span(" "),), (Span(" ─ ", "quieter"), *emissaries)
        without = START, *name, *gap, *end
        self.forms = (START, *name, *gap, DASH, what, *end), without
        if self.counts_emissaries:
            counting = (START, *name, *emissaries, DASH, what, *end), (START, *name, *emissaries, *end)
            self.forms = *counting, (*name, *emissaries, *end[:2]), without
        if rating:
            self.forms = (*(_with_rating(form, rating) for form in self.forms), *self.forms)
        self.rows = self.fitted()

    def fitted(self) -> tuple[TextRow, ...]:
        fitting = (form for form in self.forms if sum(cell_len(span.text) for span in form) <= self.size.width)
        return (next(fitting, self.forms[-1] if self.forms else ()),)


class NameLabel(TextRows):
    """A player's name above an open territory."""

    def show(self, name: str, seat: int, below: str, note: str, *, lit: bool) -> None:
        """Draw the name, what lies below it, and a note at the end of the line; `lit` if the name stands out."""
        words = Span(f" {name} ", "title" if lit else player_role(seat)), Span(f"{below} ", "quiet")
        self.rows = ((START, mark(seat), *words, LINE, *_ending(note, "strong")),)


class RowLabel(TextRows):
    """The name of a row of cards, and a note at the end of the line."""

    def __init__(self, text: str, note: str = "") -> None:
        super().__init__()
        self.show(text, note)

    def show(self, text: str, note: str = "") -> None:
        self.rows = ((*heading(text), *_ending(note, "quiet")),)


def _ending(note: str, role: str) -> TextRow:
    return (Span(f" {note} ", role), DASH) if note else ()


def _with_rating(form: TextRow, rating: str) -> TextRow:
    """Put a rating behind the name, which is the third span."""
    rest = form[3:]
    between = () if rest[0].text.startswith("─") else (Span("─ ", "quieter"),)
    return (*form[:3], Span(f"{rating} ", "quiet"), *between, *rest)


def _ryokan_points(now: int, then: int | None) -> str:
    """Write what the Ryokan is worth, or, as on a card, how it would change; nothing for who hasn't got it."""
    if then is None or then == now:
        return str(now or "")
    return f"{'↑' if then > now else '↓'}{then}"


def _end_is_near(view: PlayerView) -> tuple[str, str]:
    """Say how near the end is, at length and in short; nothing while it is far."""
    if view.phase is not Phase.PLAY:
        return "", ""
    if view.last is not None:
        name = view.names[view.last]
        words = _("⚑ your last turn") if name == _("You") else _("⚑ {name}'s last turn").format(name=name)
        return words, words
    if sum(pile.height == 0 for pile in view.river) == 1:
        return _("⚑ 1 pile empty; a second ends the game"), _("⚑ 1 pile empty")
    return "", ""


LONGEST = 100
"""More sentences than any screen has lines for."""


class CardLog(Log):
    """What happened last in a game of Naishi."""

    def show(self, view: PlayerView, told: Collection[Event], reader: int | None) -> None:
        """Draw the end of the log, but for what is `told` elsewhere on the screen.

        The player at the seat of the `reader` is addressed as "you".
        """
        events = [event for event in without_turn_ends(view.events[-LONGEST:]) if event not in told]
        self.show_sentences([(event.seat, sentence(event, view.names, reader)) for event in events])


class PanelCommand(NamedTuple):
    """A command of the table, as a line of a panel."""

    id: str
    label: str
    possible: bool
    chosen: bool = False
    advised: bool = False
    marks: TextRow = ()
    """What stands at the end of the line."""


class CommandPanel(TextRows):
    """A heading and the verbs below it; in a single line where there is no more room."""

    verbs: tuple[PanelCommand, ...] = ()
    title = ""

    def show_commands(self, title: str, verbs: Iterable[PanelCommand]) -> None:
        self.title, self.verbs = title, tuple(verbs)
        self.rows = self.fitted()

    def fitted(self) -> tuple[TextRow, ...]:
        """The heading and the verbs, or the verbs in a line; nothing where there are none."""
        if not self.verbs:
            return ()
        if self.size.height == 1:
            return (tuple(span for verb in self.verbs for span in self._short(verb)),)
        return (heading(self.title), *map(self._line, self.verbs))

    @override
    def on_click(self, event: events.Click) -> None:
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

    def show(self, view: PlayerView, choosing: type[actions.Action], advised: actions.Action | None = None) -> None:
        """Draw what is possible in a view, nothing once it is over; `choosing` is the kind of action being made."""
        if view.turn is None:
            self.show_commands("", ())
            return
        effects, passing = offered(view), view.can(actions.Pass)
        verbs: list[tuple[str, str, type[actions.Action]]] = [
            ("recall", _("recall"), actions.Recall),
            ("declare", _("declare the end"), actions.Declare),
            ("end", _("pass") if passing else _("end the turn"), actions.Pass if passing else actions.End),
        ]
        if effects:
            words = {
                actions.UseExchange: _("exchange cards"),
                actions.UseRecall: _("recall"),
                actions.UseDevelop: _("develop again"),
            }
            verbs = [*((VERBS[kind], words[kind], kind) for kind in effects), ("end", _("use none"), actions.Skip)]
        commands = (
            PanelCommand(key, label, bool(effects) or view.can(kind), choosing is kind, isinstance(advised, kind))
            for key, label, kind in verbs
        )
        self.show_commands(_("Effects") if effects else _("Turn"), commands)


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
            words = _("Previous turn: {done}")
            self.forms = words.format(done=whole), words.format(done=short), short
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
        return next((rows for rows in self._forms(width) if len(rows) <= height), ())

    def _forms(self, width: int) -> Iterator[tuple[TextRow, ...]]:
        for words in (self.whole, self.short) if cell_len(self.title) + len("─  ─") <= width else ():
            yield (), heading(self.title), *_lines(words, width), *_lines(self.figures, width, "strong")
        title, figures = [*_lines(self.title, width, "title", "")], [*_lines(self.bare_figures, width, "", "")]
        for words in (self.whole, self.short):
            told = *title, *_lines(words, width, "", ""), *figures
            yield from (((), *told), told)
        yield *title, *figures


def _lines(text: str, width: int, role: str = "", indent: str = " ") -> Iterator[TextRow]:
    return ((Span(indent), Span(line, role)) for line in wrap(text, width - len(indent)))


class NextSteps(CommandPanel):
    """A heading, and a line for each step."""

    def show(self, steps: Iterable[tuple[str, str]]) -> None:
        """Draw steps, each the id of a command and what it does; nothing where there are none."""
        self.show_commands(_("And now?"), (PanelCommand(command, does, True) for command, does in steps))
