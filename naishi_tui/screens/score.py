"""The end: both territories open, the score pad, who won and why."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.binding import BindingType

from naishi.common.i18n import _
from naishi.games.naishi.game.turning_point import TurningPoint
from naishi.games.naishi.rules.outcome import Outcome
from naishi.games.naishi.rules.phase import Phase
from naishi.sessions.participant import Participant
from naishi_tui.keys import action_of, bindings, bindings_of, named
from naishi_tui.messages import ShowAnalysis, ShowReplay
from naishi_tui.screens.card_screen import CardScreen
from naishi_tui.screens.open_territories import cursor_bindings
from naishi_tui.screens.score_view import ScoreView
from naishi_tui.widgets.key_line import KeyHint
from naishi_tui.widgets.prompt import PromptLine
from naishi_tui.widgets.score_pad import ScorePad

if TYPE_CHECKING:
    from naishi.settings.schema import Settings


class Score(CardScreen):
    """A finished game; the prompt says what the card under the cursor earned and why."""

    CSS_PATH = "open_territories.tcss"
    DEFAULT_CLASSES = "-territories -score"
    BINDINGS: ClassVar[list[BindingType]] = [
        *cursor_bindings(),
        *bindings_of("score.rematch", "score.worst", "score.replay", "score.analyse"),
        *bindings({"choose": action_of("stay")}),
    ]

    def __init__(
        self,
        participant: Participant,
        settings: Settings,
        outcome: Outcome,
        series: Mapping[str, int],
        turning_point: Callable[[], TurningPoint | None],
        *,
        reader: int | None = None,
    ) -> None:
        """Show a finished game.

        Args:
            participant: The viewer's end of it.
            settings: How to show it.
            outcome: How it ended.
            series: How many games of a series each player had won before.
            turning_point: Finds the turning point of the game.
            reader: The seat of the one person who reads this, addressed as "you"; None where it is no one player.
        """
        super().__init__(participant, settings)
        self._reader = reader
        self.points = ScoreView(self, outcome, series, reader=reader, turning_point=turning_point)
        steps = {
            "score.rematch": _("rematch"),
            "score.worst": _("my worst move") if reader is not None else _("the worst move"),
            "score.replay": _("replay"),
            "score.analyse": _("analyse"),
            "back": _("home"),
        }
        self.points.steps = tuple(steps.items())
        self.cursor = self.points.cursor
        self.middle = self.control = self.points
        self.parts += (self.points,)
        self.offer(self.game_commands, self.points.cursor.handlers)
        self.offer({"rematch": self.requests.rematch, "stay": self.stay, "back": self.leave})
        self.offer({"replay": self.replay, "analyse": self.analyse, "worst": self.show_worst_move})
        self.draw()

    @property
    def reader(self) -> int | None:
        """The seat of the one person who reads this; None where both do, or bots have played."""
        return self._reader

    def key_hints(self) -> Iterator[KeyHint]:
        """Return what the key line names."""
        yield KeyHint("", self.keymap.arrows("←↑↓→"), _("why"))
        yield self.hint("explain", _("card"), minor=True)
        yield KeyHint("rematch", self.keymap.shown("score.rematch"), _("rematch"))
        yield KeyHint("worst", self.keymap.shown("score.worst"), _("worst move"), minor=True)
        yield KeyHint("replay", self.keymap.shown("score.replay"), _("replay"))
        yield KeyHint("analyse", self.keymap.shown("score.analyse"), _("analyse"))
        yield self.hint("log", _("log"), minor=True)
        yield from self.requests.hints()
        yield self.hint("back", _("home"))

    def outdated(self) -> bool:
        """Return whether the end was undone."""
        return self.view.phase is not Phase.OVER

    @on(ScorePad.RowPicked)
    def _pad_clicked(self, event: ScorePad.RowPicked) -> None:
        self.points.cursor.point_at_row(event.row, event.seat)

    def stay(self) -> None:
        """Say how to go on: nobody should leave the score pad by a key too many."""
        words = named(_("n: play again. {back}: home."), "score.rematch")
        self.show_prompt(PromptLine(words.format(back=self.keymap.shown("back"))))

    def replay(self) -> None:
        """Show the game action by action."""
        self.post_message(ShowReplay())

    def analyse(self) -> None:
        """Analyse the game."""
        self.post_message(ShowAnalysis())

    def show_worst_move(self) -> None:
        """Go to the worst move of the game, which an analysis has to find."""
        self.post_message(ShowAnalysis(worst=True))

    def on_screen_resume(self) -> None:
        """Take notice of an analysis that was made meanwhile."""
        if self.is_mounted and not self.points.counting:
            self.points.look_again()
