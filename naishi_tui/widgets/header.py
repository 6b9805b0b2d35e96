"""The top line of the table, and the lines above each player's cards."""

from __future__ import annotations

from naishi.game.view import PlayerView
from naishi.i18n import _
from naishi.rules.court import EMISSARIES
from naishi.rules.legal import Phase
from naishi_tui.widgets.court_panel import FREE, MINE, THEIRS
from naishi_tui.widgets.text_rows import Span, TextRow, TextRows


class Header(TextRows):
    """The round, whose turn it is, and the end if it is near."""

    def show(self, view: PlayerView, note: str = "", doing: str = "") -> None:
        """Draw the top line of a view; a note comes first, in the place of what tells of the end.

        `doing` tells what goes on, where that is neither a turn nor the end.
        """
        over = view.turn is None or view.phase in {Phase.COPY, Phase.OVER}
        doing = doing or (_("game over") if over else _("{name}'s turn").format(name=view.names[view.turn or 0]))
        left = _("round {round} · {doing}").format(round=view.round, doing=doing)
        if note:
            noted = Span(f" {note} ", "mark"), Span(" ", fill=True), Span(f"{left} ")
            self.rows = ((Span(" NAISHI ", "title"), *noted),)
            return
        self.rows = (
            (
                Span(" NAISHI ", "title"),
                Span(f" {left}"),
                Span(" ", fill=True),
                Span(f"{_end_is_near(view)} ", "mark"),
            ),
        )


class PlayerLabel(TextRows):
    """A player's name, emissaries at home, and what lies below."""

    def show(self, view: PlayerView, seat: int, below: str, note: str = "") -> None:
        """Draw the label of a seat, with a note at the end of the line."""
        mark = MINE if seat == view.seat else THEIRS
        home = EMISSARIES - sum(view.sides[seat].sent)
        self.rows = (
            (
                Span("─ ", "quieter"),
                Span(view.names[seat], "title" if view.turn == seat else "strong"),
                Span(f" {mark * home}{FREE * (EMISSARIES - home)} ", "mark"),
                Span(f"{below} ", "quiet"),
                Span("─", "quieter", fill=True),
                *((Span(f" {note} ", "strong"), Span("─", "quieter")) if note else ()),
            ),
        )


class NameLabel(TextRows):
    """A player's name above an open territory."""

    def show(self, name: str, below: str, note: str, *, lit: bool) -> None:
        """Draw the name, what lies below it, and a note at the end of the line; `lit` if the name stands out."""
        self.rows = (
            (
                Span("─ ", "quieter"),
                Span(f"{name} ", "title" if lit else "strong"),
                Span(f"{below} ", "quiet"),
                Span("─", "quieter", fill=True),
                *((Span(f" {note} ", "strong"), Span("─", "quieter")) if note else ()),
            ),
        )


class RowLabel(TextRows):
    """The name of a row of cards, and a note at the end of the line."""

    def __init__(self, text: str, note: str = "") -> None:
        super().__init__()
        row: TextRow = (Span("─ ", "quieter"), Span(f"{text} ", "quiet"), Span("─", "quieter", fill=True))
        self.rows = ((*row, Span(f" {note} ", "quiet"), Span("─", "quieter")),) if note else (row,)


def _end_is_near(view: PlayerView) -> str:
    if view.phase is not Phase.PLAY:
        return ""
    if view.last is not None:
        return _("⚑ last turn of {name}").format(name=view.names[view.last])
    empty = sum(pile.height == 0 for pile in view.river)
    return _("⚑ 1 of 2 piles empty") if empty == 1 else ""
