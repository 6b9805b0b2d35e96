"""What was done in the last turn, in a line."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce

from rich.cells import cell_len

from naishi.common.i18n import _
from naishi.games.naishi.game.events import Event
from naishi.games.naishi.game.view import PlayerView
from naishi.games.naishi.text.sentences import in_short, sentence
from naishi_tui.drawing.cells import cut
from naishi_tui.widgets.player_mark import mark
from naishi_tui.widgets.text_rows import Span, TextRow, TextRows


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
