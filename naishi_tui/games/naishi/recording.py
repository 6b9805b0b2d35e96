"""Recording of a game from a player's view, without keys."""

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Literal

from typing_extensions import override

from naishi.common.i18n import NaishiError, _
from naishi.games.naishi.game.game import Game
from naishi.games.naishi.game.turns import newest_turn
from naishi.games.naishi.rules.cards import BASE_CARDS, Card, Phase
from naishi.games.naishi.text.sentences import hand_stays_hidden, result
from naishi.sessions import Replay
from naishi_tui.drawing.theme import stylesheet
from naishi_tui.games.naishi import prompt_text
from naishi_tui.games.naishi.board_view import BoardView, CardScreen, Steps
from naishi_tui.games.naishi.partial_action import cells_of
from naishi_tui.games.naishi.score import A_ROW, ScoreView
from naishi_tui.recording import Event, recording
from naishi_tui.widgets.text_rows import KeyHint, PromptLine

if TYPE_CHECKING:
    from naishi.settings.schema import Settings

A_MOMENT, TO_LOOK = 0.25, 0.4
"""Shares of the time of an action: of one that moves nothing, and of the cards before one that does."""

Viewpoint = Literal["public", "first", "second", "both"]
"""Whose cards are seen: nobody's, those of one seat as it knew them, or all."""

LONG = 4
"""How many actions' time the first frame and the last one stay."""


class RecordedBoard(CardScreen):
    """The board at a moment of a game, in the frames in which an action is shown."""

    participant: Replay

    def __init__(self, replay: Replay, settings: "Settings", *, hands_open: bool) -> None:
        super().__init__(replay, settings)
        self.hands_open = hands_open
        self.board_view = BoardView(self, newest_turn, self._open_hand)
        self.cursor, self.middle = self.board_view.cursor, self.board_view
        self.board_view.board.point_at(row=-1)  # none: there is no cursor, as nobody chooses
        self.draw()

    def show_action(self, ply: int) -> Iterator[float]:
        """Show an action: where it moves cards, before it and after it. Yield each frame's share of the time."""
        self.participant.go(ply)
        before, self.view = self.view, self.participant.view
        turn = newest_turn(self.view)
        steps = [(A_MOMENT, self.board_view.steps)]  # where it has only ended the turn
        if turn and turn != newest_turn(before):
            steps = [(1, Steps(turn))]
            if (newest := turn[-1].action) is not None and cells_of(newest):
                first = Steps(turn, 2 * len(turn) - 2, animated=True)
                steps = [(TO_LOOK, first), (1 - TO_LOOK, first.next())]
        for share, each in steps:
            self.board_view.steps = each
            self.draw()
            yield share

    def _open_hand(self) -> Sequence[Card | None] | None:
        return self.participant.view_of(1 - self.view.seat).mine.hand if self.hands_open else None

    @property
    @override
    def note(self) -> str:
        return prompt_text.seen_in_a_replay(self.view, hands_open=self.hands_open)

    @override
    def instruction(self) -> str:
        replay = self.participant
        if replay.ended and replay.ply == replay.length:
            return replay.ended
        return result(self.view) or _("Action {number} of {count}.").format(number=replay.ply, count=replay.length)

    @override
    def cursor_help(self) -> PromptLine:
        return PromptLine("")

    def key_hints(self) -> Iterator[KeyHint]:
        return iter(())


class RecordedScore(CardScreen):
    """The end of the game, counted a row at a time."""

    CSS_PATH = stylesheet("games/naishi/open_territories.tcss")
    DEFAULT_CLASSES = "-territories -score"

    def __init__(self, replay: Replay, settings: "Settings") -> None:
        super().__init__(replay, settings)
        self.points = self.middle = self.control = ScoreView(self, {})
        self.cursor = self.points.cursor
        self.points.look_again()
        self.draw()

    def cursor_help(self) -> PromptLine:
        return PromptLine("") if self.points.counting else super().cursor_help()

    @override
    def key_hints(self) -> Iterator[KeyHint]:
        return iter(())


def look_from(game: Game, viewpoint: Viewpoint | None) -> Replay:
    """Return a game as it may be recorded: an unfinished one as the public sees it, whoever plays it.

    Args:
        viewpoint: Whose cards are seen; by default those of the first seat once the game is over, else nobody's.

    Raises:
        NaishiError: That seat can't be looked from yet.
    """
    over = game.phase is Phase.OVER or game.early_end is not None
    if not over and viewpoint not in {None, "public"}:
        raise NaishiError(hand_stays_hidden())
    replay = Replay(game, public_only=True)
    seats = {"public": None, "second": 1}
    replay.look_from(seats.get(viewpoint or "", 0) if over else None)
    return replay


async def record(
    game: Game,
    settings: "Settings",
    size: tuple[int, int],
    seconds: float,
    write: Callable[[Event], object],
    viewpoint: Viewpoint | None = None,
) -> None:
    """Record a game, in the language of the moment.

    Args:
        write: Called with what happens, event by event.
        viewpoint: Whose cards are seen; see `look_from`.

    Raises:
        NaishiError: That viewpoint can't be looked from yet.
    """
    replay = look_from(game, viewpoint)
    async with recording(settings, size, write) as recorder:
        board = RecordedBoard(replay, settings, hands_open=viewpoint == "both")
        await recorder.show(board)
        await recorder.frame(LONG * seconds, _round(board))
        for ply in range(1, replay.length + 1):
            before = board.view.round
            for share in board.show_action(ply):
                await recorder.frame(share * seconds, _round(board) if board.view.round != before else "")
                before = board.view.round
        if board.view.outcome is not None:
            score = RecordedScore(replay, settings)
            await recorder.show(score)
            for row in range(len(BASE_CARDS)):
                score.points.count()
                await recorder.frame(A_ROW, "" if row else _("Score"))
        await recorder.frame(LONG * seconds)


def _round(board: RecordedBoard) -> str:
    return _("Round {n}").format(n=board.view.round)
