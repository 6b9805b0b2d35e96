"""The board before a decision, all cards open."""

from __future__ import annotations

from naishi.common.i18n import _
from naishi.games.naishi.analysis.decisions import Decision
from naishi.games.naishi.game import forecast
from naishi.games.naishi.game.game import Game
from naishi.games.naishi.game.view import PlayerView
from naishi_tui.games.naishi.board import Hand, Line, River
from naishi_tui.games.naishi.cards import card_text
from naishi_tui.games.naishi.cards.faces import Highlights, worth_of_cells
from naishi_tui.games.naishi.header import NameLabel, RowLabel
from naishi_tui.games.naishi.partial_action import cells_of
from naishi_tui.widgets.text_rows import Column


class BoardThen(Column):
    """Both territories and the River as they lay; what was played and what would have been better are marked."""

    def __init__(self, *, id: str) -> None:
        self.their_label, self.my_label = NameLabel(), NameLabel()
        self.their_hand, self.their_line = Hand(id="their-hand-then"), Line(id="their-line-then")
        self.river_label, self.river = RowLabel(_("River")), River(id="river-then")
        self.my_line, self.my_hand = Line(id="my-line-then"), Hand(id="my-hand-then")
        super().__init__(
            *(self.their_label, self.their_hand, self.their_line),
            *(self.river_label, self.river),
            *(self.my_label, self.my_line, self.my_hand),
            id=id,
        )

    def show(self, game: Game, ply: int, seat: int, decision: Decision | None = None) -> None:
        """Draw a moment of a finished game from a seat's side; with a decision, also what it was about."""
        then = game.at(ply)
        view, other = then.view(seat), then.view(1 - seat)
        better = decision is not None and decision.best != decision.played
        shown = Highlights(
            chosen=cells_of(decision.played) if decision is not None else (),
            advised=decision.best if decision is not None and better else None,
        )
        self._show_side(other, self.their_label, self.their_hand, self.their_line, shown.on_opponents_side(), lit=False)
        marks = _("◆ played, ★ better") if better else _("◆ played") if decision is not None else ""
        self.river_label.show(_("River"), marks)
        self.river.show(view, shown)
        self._show_side(view, self.my_label, self.my_hand, self.my_line, shown.on_own_side(), lit=True)

    def _show_side(
        self, view: PlayerView, label: NameLabel, hand: Hand, line: Line, highlights: Highlights, *, lit: bool
    ) -> None:
        """Draw what the viewer has, each card with what it was worth."""
        sheet = forecast.if_it_ended(view) if None not in view.mine.hand else None
        worth = worth_of_cells(sheet) if sheet is not None else {}
        zones = _("Line and Hand") if lit else _("Hand and Line")
        label.show(view.names[view.seat], view.seat, zones, card_text.points(sheet.total) if sheet else "", lit=lit)
        hand.show(view.mine, worth, highlights)
        line.show(view.mine, worth, highlights)
