"""Score screen: ranks, points, reasons."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from rich.cells import cell_len
from textual import on
from textual.binding import BindingType
from typing_extensions import override

from naishi.common.i18n import _, listed
from naishi.settings.keymap import arrows
from naishi_tui.drawing.cells import right, wrap
from naishi_tui.messages import action_of, bindings, bindings_of
from naishi_tui.table.part import moves
from naishi_tui.table.table import BoardScreen
from naishi_tui.table.widgets import LETTERS, BoardRows, Canvas, Drawing, seat_role
from naishi_tui.widgets.text_rows import KeyHint, PromptLine, hint

if TYPE_CHECKING:
    from naishi.sessions.participant import Participant
    from naishi.settings.schema import Settings
    from naishi_tui.table.boards import Board

LABEL = 30
"""The columns that the names of the lines take at most."""


class GameScore(BoardScreen):
    """A finished game; the prompt says why a seat has the points under the cursor."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *bindings_of("score.rematch", "score.replay", "table.overview"),
        *bindings({"choose": action_of("stay")}),
    ]

    def __init__(
        self,
        participant: "Participant",
        settings: "Settings",
        kind: Any,
        board: "Board",
        won: Mapping[str, int],
        *,
        reader: int | None = None,
    ) -> None:
        super().__init__(participant, settings, kind, board)
        self.remove_class("-whole-board")
        self._reader, self.won = reader, won
        self.row = self.column = 0
        self.offer(self.game_commands, moves(self.move), {"stay": self.stay, "prompt": self.stay, "back": self.leave})
        self.offer({"rematch": self.requests.rematch, "replay": self.requests.replay})
        self.draw()

    @property
    @override
    def reader(self) -> int | None:
        return self._reader

    @property
    @override
    def doing(self) -> str:
        return _("the points")

    def outdated(self) -> bool:
        return bool(self.view.awaited)

    @property
    def ranks(self) -> Sequence[int]:
        result = self.participant.result
        return result.ranks if result is not None else ()

    @property
    def order(self) -> list[int]:
        ranks = self.ranks
        return sorted(range(len(self.view.names)), key=lambda seat: (ranks[seat] if ranks else 0, seat))

    def painted(self, width: int, height: int) -> Drawing:
        canvas, view, order = Canvas(width, height, f"{self.row} {self.column}"), self.view, self.order
        rows = self.board.score(view)
        label = min(max((cell_len(row.label) for row in rows), default=0), LABEL)
        column = min(max((width - label - 6) // max(len(order), 1), 6), 16)
        ranks, x = self.ranks, label + 4
        if narrow := any(cell_len(_ordinal(rank)) >= column for rank in ranks):
            canvas.put(2, 2, _("place"), "quiet", label)
        for place, seat in enumerate(order):
            start = x + place * column
            canvas.put(start, 1, f"{LETTERS[seat]} {view.names[seat]}", seat_role(seat), column - 1)
            if ranks:
                words = str(ranks[seat]) if narrow else _ordinal(ranks[seat])
                canvas.put(start, 2, words, "strong" if ranks[seat] == 1 else "quiet", column - 1)
        y = 4
        for number, row in enumerate(rows):
            last = number == len(rows) - 1 and number > 0
            if last:
                canvas.put(2, y, "─" * (label + 2 + column * len(order)), "quieter")
                y += 1
            canvas.put(2, y, row.label, "strong" if last else "", label)
            for place, seat in enumerate(order):
                start = x + place * column
                points = right(str(row.points[seat]), 4)
                canvas.put(start, y, points, "strong" if last else "")
                canvas.place(start, y, 5, f"{number} {place}")
            y += 1
        if self.won:
            names = [_("{name} {count}").format(name=name, count=count) for name, count in self.won.items()]
            canvas.put(2, y + 1, _("Won before: {players}.").format(players=listed(names)), "quiet", width - 3)
        self._put_reasons(canvas, y + 2 + bool(self.won))
        return canvas.drawing()

    def _put_reasons(self, canvas: Canvas, y: int) -> None:
        seat = self.order[self.column]
        rows = [row for row in self.board.score(self.view) if row.reasons and row.reasons[seat]]
        why = _("{label}: {points} ({reason})")
        texts = [why.format(label=row.label, points=row.points[seat], reason=row.reasons[seat]) for row in rows]
        lines = [(4 if at == 0 else 6, part) for text in texts for at, part in enumerate(wrap(text, canvas.width - 7))]
        if canvas.height < y + 1 + len(lines):
            return
        canvas.put(2, y, f"{LETTERS[seat]} {self.view.names[seat]}", seat_role(seat), canvas.width - 3)
        for line, (x, part) in enumerate(lines, y + 1):
            canvas.put(x, line, part, "quiet")

    def instruction(self) -> str:
        """Say how the game ended; where someone had left it, who was first among those who stayed."""
        how = self.participant.placing or next(iter(self.kind.outcome(self.view, self.reader)), "")
        return how or self.participant.ended_early

    def cursor_help(self) -> PromptLine:
        if self.note:
            return PromptLine(self.note)
        rows = self.board.score(self.view)
        if not rows:
            return PromptLine("")
        row, seat = rows[self.row], self.order[self.column]
        why, name = row.reasons[seat] if row.reasons else "", self.view.names[seat]
        points = _("{name}, {label}: {points}").format(name=name, label=row.label, points=row.points[seat])
        return PromptLine(f"{points} ({why})" if why else points)

    @override
    def key_hints(self) -> Iterator[KeyHint]:
        yield KeyHint("", arrows("←↑↓→"), _("why"))
        yield from self.requests.hints("score.rematch", "score.replay")
        if self.board.explained(self.view, ""):
            yield hint("explain", _("all of it"), minor=False)
        yield hint("log")
        yield from self.requests.hints()
        yield hint("back", _("leave") if self.participant.goes_on_without else _("home"))

    def move(self, columns: int, rows: int) -> None:
        self.row = min(max(self.row + rows, 0), max(len(self.board.score(self.view)) - 1, 0))
        self.column = min(max(self.column + columns, 0), len(self.order) - 1)
        self.draw_board()
        self.cursor_moved()

    @on(BoardRows.Chosen)
    def _clicked(self, event: BoardRows.Chosen) -> None:
        self.row, self.column = map(int, event.place.words.split())
        self.move(0, 0)


def _ordinal(rank: int) -> str:
    return _("place {rank}").format(rank=rank)
