"""Match screens of any game with a board."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

from textual.binding import BindingType
from typing_extensions import override

from naishi.common.i18n import _
from naishi.server import MatchParticipant
from naishi.sessions.participant import Ask
from naishi.settings.keymap import KEY, arrows
from naishi_tui.keys import action_of, bindings, bindings_of
from naishi_tui.messages import ShowReplay
from naishi_tui.table.game_screen import with_answer
from naishi_tui.table.part import Handlers
from naishi_tui.table.score import GameScore
from naishi_tui.table.table import BoardScreen
from naishi_tui.widgets.prompt import KeyHint, PromptLine, hint

if TYPE_CHECKING:
    from naishi.settings.schema import Settings
    from naishi_tui.table.boards import Board


def watching(screen: BoardScreen, participant: MatchParticipant) -> Handlers:
    """Return the commands of someone who watches: to look from another side, and to go along to the rematch."""

    def turn_table() -> None:
        participant.turn_table()
        screen.following.update()

    return {"other_side": turn_table, "rematch": screen.requests.rematch}


def ways_on(participant: MatchParticipant) -> str:
    """Say what a participant can ask for once a match is over."""
    if Ask.REMATCH in participant.allowed and participant.seat is None:
        return _("{key:score.rematch}: watch the rematch. {key:back}: lobby.").format(key=KEY)
    if Ask.REMATCH in participant.allowed:
        return _("{key:score.rematch}: rematch. {key:back}: lobby.").format(key=KEY)
    return _("{key:back}: lobby.").format(key=KEY)


def steps_on(screen: BoardScreen, participant: MatchParticipant) -> Iterator[KeyHint]:
    """Name the keys of what can be asked for once a match is over."""
    if Ask.REMATCH in participant.allowed:
        yield hint("score.rematch")
    if participant.seat is not None:
        yield hint("score.replay")
    yield from screen.requests.hints()
    yield hint("log")
    yield hint("back", _("leave"))


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
    participant: MatchParticipant

    def __init__(self, participant: MatchParticipant, settings: Settings, kind: Any, board: Board) -> None:
        super().__init__(participant, settings, kind, board)
        self.offer(self.game_commands, {"stay": self.stay, "prompt": self.stay, "back": self.leave})
        if participant.seat is None:
            self.offer(watching(self, participant))
        else:
            self.offer({"rematch": self.requests.rematch, "replay": partial(replay, self)})
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
        return PromptLine(with_answer(self.participant, self.participant.news.latest) or ways_on(self.participant))

    @override
    def key_hints(self) -> Iterator[KeyHint]:
        if self.participant.seat is None:
            yield hint("watch.other_side")
        yield from steps_on(self, self.participant)

    def stay(self) -> None:
        """Say how to go on."""
        self.tell(ways_on(self.participant))


class MatchPoints(GameScore):
    """The points of a match that was played to its end; whoever has left it has the last place."""

    participant: MatchParticipant

    def __init__(self, participant: MatchParticipant, settings: Settings, kind: Any, board: Board) -> None:
        super().__init__(participant, settings, kind, board, {}, reader=participant.seat)

    @property
    @override
    def ranks(self) -> Sequence[int]:
        result = self.participant.result
        return super().ranks if result is None else result.ranks

    @override
    def instruction(self) -> str:
        """Say how the game ended; where someone had left it, who was first among those who stayed."""
        return self.participant.placing or super().instruction()

    @override
    def cursor_help(self) -> PromptLine:
        news = with_answer(self.participant, self.participant.news.latest)
        return PromptLine(news) if news else super().cursor_help()

    @override
    def key_hints(self) -> Iterator[KeyHint]:
        yield KeyHint("", arrows("←↑↓→"), _("why"))
        if self.board.explained(self.view, ""):
            yield hint("explain", _("all of it"), minor=False)
        yield from steps_on(self, self.participant)

    @override
    def stay(self) -> None:
        self.tell(ways_on(self.participant))

    @override
    def replay(self) -> None:
        replay(self)


def replay(screen: BoardScreen) -> None:
    """Show the match action by action; who watches is refused in words."""
    participant = screen.participant
    assert isinstance(participant, MatchParticipant)  # noqa: S101 - it is a screen of a match
    screen.post_message(ShowReplay(participant.match_id))
