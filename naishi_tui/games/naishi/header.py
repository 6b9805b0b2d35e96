"""Header lines and log of Naishi's table."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from rich.cells import cell_len

from naishi.common.i18n import _, ngettext
from naishi.games.naishi.game.events import Event
from naishi.games.naishi.game.turns import without_turn_ends
from naishi.games.naishi.game.view import PlayerView
from naishi.games.naishi.rules.court import EMISSARIES
from naishi.games.naishi.rules.phase import Phase
from naishi.games.naishi.text.sentences import sentence
from naishi_tui.drawing.roles import player_role
from naishi_tui.widgets.log import Log
from naishi_tui.widgets.text_rows import Span, TextRow, TextRows, TopLine, mark

BRAND = Span(" NAISHI ", "title")


class Header(TopLine):
    """The round, whose turn it is, and the end if it is near."""

    def show(self, view: PlayerView, note: str = "", doing: str = "", clock: Sequence[str] = ()) -> None:
        """Draw the top line of a view.

        Args:
            view: The game.
            note: What comes first, in the place of what tells of the end.
            doing: What is happening where that is neither a turn nor the end.
            clock: What the players have left of their time, at length and in short.
        """
        over = view.turn is None or view.phase in {Phase.COPY, Phase.OVER}
        if view.public and view.phase is Phase.GIFT:
            doing = doing or _("choosing gifts")  # who hasn't yet is hidden where both choose at once
        doing = doing or (_("game over") if over else _("{name}'s turn").format(name=view.names[view.turn or 0]))
        turn = _("round {round} · {doing}").format(round=view.round, doing=doing)
        lefts = [Span(f"{turn} · {time}") for time in clock] or [Span(turn)]
        fill = Span(" ", fill=True)
        self.note, self.yielding = note, ()
        if note:
            said = Span(f" {note} ", "mark")
            if clock:
                self.yielding = tuple((said, fill, left, Span(" ")) for left in lefts)
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
        self.yielding = ()
        words, fill = Span(f" {text}"), Span(" ", fill=True)
        self.forms = (BRAND, words), (words,)
        if view is not None and (near := _end_is_near(view))[0]:
            ends = tuple((fill, Span(f" {each} ", "mark")) for each in near)
            self.forms = tuple((*start, words, *end) for end in ends for start in ((BRAND,), ()))
        self.rows = self.fitted()


class PlayerLabel(TextRows):
    """A player's shape and name, the emissaries they can still send, and what lies below."""

    forms: tuple[TextRow, ...] = ()
    counts_emissaries = True

    def show(
        self, view: PlayerView, seat: int, below: str, note: str = "", *, ryokan: int | None = None, rating: str = ""
    ) -> None:
        """Draw the label of a seat.

        Args:
            view: The game.
            seat: The seat.
            below: What lies below.
            note: What stands at the end of the line.
            ryokan: The points of the Ryokan that the action under the cursor would leave the seat, if it has any.
            rating: What stands behind the name where there is room.
        """
        home = EMISSARIES - sum(view.sides[seat].sent)
        free = ngettext("{count} emissary free", "{count} emissaries free", home) if home else _("no emissary free")
        line = Span("─", "quieter", fill=True)
        name: TextRow = (mark(seat), Span(f" {view.names[seat]} ", player_role(seat)))
        end = (Span(f" {note} ", "strong"), Span("─", "quieter")) if note else ()
        what = Span(f" {below} ", "quiet")
        gap: TextRow = ()
        emissaries: TextRow = (Span(f"{free} ", "quiet"),)
        if points := _ryokan_points(view.ryokan_of(seat), ryokan):
            name = (*name, Span(_("Ryokan {points}").format(points=points), "mark"))
            gap, emissaries = (Span(" "),), (Span(" ─ ", "quieter"), *emissaries)
        start = Span("─ ", "quieter")
        self.forms = (start, *name, *gap, Span("─", "quieter"), what, line, *end), (start, *name, *gap, line, *end)
        if self.counts_emissaries:
            self.forms = (
                (start, *name, *emissaries, Span("─", "quieter"), what, line, *end),
                (start, *name, *emissaries, line, *end),
                (*name, *emissaries, line, *end[:1]),
                (start, *name, *gap, line, *end),
            )
        if rating:
            self.forms = (*(_with_rating(form, rating) for form in self.forms), *self.forms)
        self.rows = self.fitted()

    def fitted(self) -> tuple[TextRow, ...]:
        """The longest form that there is room for."""
        return (_first_that_fits(self.forms, self.size.width),)


class NameLabel(TextRows):
    """A player's name above an open territory."""

    def show(self, name: str, seat: int, below: str, note: str, *, lit: bool) -> None:
        """Draw the name, what lies below it, and a note at the end of the line; `lit` if the name stands out."""
        self.rows = (
            (
                Span("─ ", "quieter"),
                mark(seat),
                Span(f" {name} ", "title" if lit else player_role(seat)),
                Span(f"{below} ", "quiet"),
                Span("─", "quieter", fill=True),
                *((Span(f" {note} ", "strong"), Span("─", "quieter")) if note else ()),
            ),
        )


class RowLabel(TextRows):
    """The name of a row of cards, and a note at the end of the line."""

    def __init__(self, text: str, note: str = "") -> None:
        super().__init__()
        self.show(text, note)

    def show(self, text: str, note: str = "") -> None:
        """Draw another name."""
        row: TextRow = (Span("─ ", "quieter"), Span(f"{text} ", "quiet"), Span("─", "quieter", fill=True))
        self.rows = ((*row, Span(f" {note} ", "quiet"), Span("─", "quieter")),) if note else (row,)


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


def _first_that_fits(forms: tuple[TextRow, ...], width: int) -> TextRow:
    fitting = (form for form in forms if sum(cell_len(span.text) for span in form) <= width)
    return next(fitting, forms[-1] if forms else ())


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
