"""Board of a match that was ended early."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, ClassVar

from textual.binding import BindingType
from typing_extensions import override

from naishi.common.i18n import _
from naishi.sessions.participant import Participant
from naishi_tui.messages import action_of, bindings, bindings_of
from naishi_tui.table.game_screen import next_steps
from naishi_tui.table.table import BoardScreen
from naishi_tui.widgets.text_rows import KeyHint, PromptLine, hint

if TYPE_CHECKING:
    from naishi.settings.schema import Settings
    from naishi_tui.table.boards import Board


class _Ended:
    """View of a game that goes on no more: nobody is awaited, so no seat is marked and no choice is drawn."""

    awaited = ()

    def __init__(self, view: Any) -> None:
        self._view = view

    def __getattr__(self, name: str) -> Any:
        return getattr(self._view, name)


class MatchEnd(BoardScreen):
    """The board of a game that its players ended before its end; what was hidden stays so."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *bindings_of("score.rematch", "score.replay", "table.overview", "watch.other_side"),
        *bindings({"choose": action_of("stay")}),
    ]

    def __init__(self, participant: Participant, settings: "Settings", kind: Any, board: "Board") -> None:
        super().__init__(participant, settings, kind, board)
        asks = self.requests
        self.offer(self.game_commands, {"stay": self.stay, "prompt": self.stay, "back": self.leave})
        self.offer({"rematch": asks.rematch, "replay": asks.replay, "other_side": asks.turn_table})
        self.draw()

    @property
    @override
    def drawn(self) -> Any:
        return _Ended(self.view)

    @property
    @override
    def doing(self) -> str:
        return _("game over")

    @override
    def outdated(self) -> bool:
        return not self.participant.ended_early

    @override
    def instruction(self) -> str:
        return self.participant.ended_early

    @override
    def cursor_help(self) -> PromptLine:
        return PromptLine(self.note or next_steps(self.participant))

    @override
    def key_hints(self) -> Iterator[KeyHint]:
        yield from self.requests.hints("watch.other_side", "score.rematch", "score.replay")
        yield from self.requests.hints()
        yield hint("log")
        yield hint("back", _("leave"))
