"""Plays a saved game to an app without a terminal, and writes down what a terminal would show.

`Screen._compositor` is private, and this is the only file that names it: it knows what is drawn once everything that
was asked for is done. Checked with textual 8.2.8.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import PurePath
from typing import TYPE_CHECKING, ClassVar, Literal

from textual.app import App
from textual.filter import LineFilter, Monochrome, NoColor
from textual.pilot import Pilot

from naishi.common.errors import NaishiError
from naishi.common.i18n import _
from naishi.games.naishi.game.game import Game
from naishi.games.naishi.rules.cards import BASE_CARDS
from naishi.games.naishi.rules.phase import Phase
from naishi.sessions import Replay
from naishi_tui.drawing.theme import stylesheet
from naishi_tui.games.naishi.score import A_ROW
from naishi_tui.parts.appearance import Appearance, PlainOutput
from naishi_tui.recording.asciicast import MARKER, OUTPUT, Event
from naishi_tui.recording.differences import CLEAR, Row, cells, difference
from naishi_tui.recording.screens import RecordedBoard, RecordedScore

if TYPE_CHECKING:
    from naishi.settings.schema import Settings

Viewpoint = Literal["public", "first", "second", "both"]
"""Whose cards are seen: nobody's, those of one seat as it knew them, or all."""

LONG = 4
"""How many actions' time the first frame and the last one stay."""


class RecordingApp(App[None]):
    """An app in which only the recorder acts: it looks as the settings say, and as no environment says."""

    CSS_PATH: ClassVar[list[str | PurePath]] = [stylesheet("app.tcss")]

    def __init__(self, settings: Settings) -> None:
        super().__init__()
        self.plain_output = PlainOutput(lambda: settings.ascii)
        self.appearance = Appearance(self, lambda: settings)

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Return what every line goes through that is drawn; not what the NO_COLOR of an environment has added."""
        filters = (each for each in super().get_line_filters() if not isinstance(each, Monochrome | NoColor))
        return [*filters, *self.plain_output.filters]

    def on_load(self) -> None:
        """Show the keys of the settings."""
        self.appearance.begin()


def look_from(game: Game, viewpoint: Viewpoint | None) -> Replay:
    """Return a game as it may be recorded: an unfinished one as the public sees it, whoever plays it.

    Args:
        game: The game.
        viewpoint: Whose cards are seen; by default those of the first seat once the game is over, else nobody's.

    Raises:
        NaishiError: That seat can't be looked from yet.
    """
    over = game.phase is Phase.OVER or game.early_end is not None
    if not over and viewpoint not in {None, "public"}:
        raise NaishiError(_("The game isn't over, so that Hand stays hidden."))
    replay = Replay(game, public_only=True)
    seats = {"public": None, "second": 1}
    replay.look_from(seats.get(viewpoint or "", 0) if over else None)
    return replay


class Writer:
    """Writes down frames: of each, what differs from the one before."""

    def __init__(self, write: Callable[[Event], object]) -> None:
        self._write = write
        self._shown: Sequence[Row] = ()
        self._output, self._now = CLEAR, 0.0

    def show(self, rows: Sequence[Row], seconds: float, label: str = "") -> None:
        """Show a frame for some time; with a label, one may go there in a player."""
        if label:
            self._write(Event(self._now, MARKER, label))
        if output := self._output + difference(self._shown, rows):
            self._write(Event(self._now, OUTPUT, output))
        self._shown, self._output, self._now = rows, "", self._now + seconds

    def end(self) -> None:
        """Keep the last frame until its time is over."""
        self._write(Event(self._now, OUTPUT, ""))


async def record(
    game: Game,
    settings: Settings,
    size: tuple[int, int],
    seconds: float,
    write: Callable[[Event], object],
    viewpoint: Viewpoint | None = None,
) -> None:
    """Record a game, in the language of the moment.

    Args:
        game: The game.
        settings: How the table looks.
        size: The columns and rows of the terminal.
        seconds: How long an action takes.
        write: Called with what happens, event by event.
        viewpoint: Whose cards are seen; see `look_from`.

    Raises:
        NaishiError: That viewpoint can't be looked from yet.
    """
    replay, writer = look_from(game, viewpoint), Writer(write)
    async with RecordingApp(settings).run_test(size=size) as pilot:
        board = RecordedBoard(replay, settings, hands_open=viewpoint == "both")
        await pilot.app.push_screen(board)
        await _record_board(board, pilot, writer, seconds)
        if board.view.outcome is not None:
            score = RecordedScore(replay, settings, board.view.outcome)
            await pilot.app.switch_screen(score)
            for row in range(len(BASE_CARDS)):
                score.points.count()
                writer.show(await _drawn(pilot), A_ROW, "" if row else _("Score"))
        writer.show(await _drawn(pilot), LONG * seconds)
    writer.end()


async def _record_board(board: RecordedBoard, pilot: Pilot[None], writer: Writer, seconds: float) -> None:
    writer.show(await _drawn(pilot), LONG * seconds, _round(board))
    for ply in range(1, board.participant.length + 1):
        before = board.view.round
        for share in board.show_action(ply):
            label = _round(board) if board.view.round != before else ""
            writer.show(await _drawn(pilot), share * seconds, label)
            before = board.view.round


def _round(board: RecordedBoard) -> str:
    return _("Round {n}").format(n=board.view.round)


async def _drawn(pilot: Pilot[None]) -> Sequence[Row]:
    """Return what is on the screen once all that was asked for has been laid out."""
    await pilot.pause()
    return [cells(strip) for strip in pilot.app.screen._compositor.render_strips()]
