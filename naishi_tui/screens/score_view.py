"""A finished game counted: both territories, the score pad, and what the card under the cursor earned."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from textual import events
from textual.timer import Timer
from textual.widget import Widget

from naishi.common.i18n import _
from naishi.games.naishi.game.turning_point import TurningPoint, by_points
from naishi.games.naishi.game.view import result_of
from naishi.games.naishi.rules.cards import BASE_CARDS
from naishi.games.naishi.rules.outcome import Outcome
from naishi.games.naishi.rules.sheet import ScoreSheet
from naishi.games.naishi.rules.territory import Cell
from naishi.games.naishi.text import expansion, turning_points
from naishi.games.naishi.text.sentences import result
from naishi.sessions.series import GamesWon, with_winner
from naishi_tui.drawing import card_text
from naishi_tui.drawing.faces import Highlights
from naishi_tui.screens.open_territories import OpenTerritories
from naishi_tui.screens.part import Part, PartHost
from naishi_tui.screens.score_cursor import ScoreCursor
from naishi_tui.widgets.ground import Column
from naishi_tui.widgets.next_steps import NextSteps
from naishi_tui.widgets.points_curve import PointsCurve
from naishi_tui.widgets.prompt import PromptLine
from naishi_tui.widgets.score_pad import ScorePad
from naishi_tui.widgets.story import Story

A_ROW = 0.25
"""Seconds for a row of the score pad."""


class ScoreScreen(PartHost, Protocol):
    """A screen on which a game is counted."""

    def call_after_refresh(self, callback: Callable[..., object], *args: object) -> bool:
        """Call something once the screen is painted."""


class ScoreView(Part):
    """Counts a row of the pad at a time; any key or click shows the rest at once, and does nothing else."""

    def __init__(
        self,
        screen: ScoreScreen,
        outcome: Outcome,
        series: GamesWon,
        *,
        reader: int | None = None,
        turning_point: Callable[[], TurningPoint | None] | None = None,
    ) -> None:
        """Draw nothing yet.

        Args:
            screen: Where to show it.
            outcome: How the game ended.
            series: How many games of a series each player had won before.
            reader: The seat of the one person who reads this, addressed as "you"; None where both do.
            turning_point: Finds the turning point of the game; by default, its points tell.
        """
        self.screen, self.outcome, self.series, self.reader = screen, outcome, series, reader
        self.pad, self.next = ScorePad(id="pad"), NextSteps(screen.keymap, id="next")
        self.curve = PointsCurve(id="curve")
        self.territories = OpenTerritories(screen, (outcome.winner or 0, Cell.L3), self._counted)
        self.cursor = ScoreCursor(screen, self.territories, outcome)
        self.steps: tuple[tuple[str, str], ...] = ()
        """What one may do next, once it is counted: the ids of commands, each with what it does."""
        self.turning_point = turning_point or (lambda: by_points(screen.view))
        self._turned: TurningPoint | None = None
        self.counted = 0 if screen.settings.animations else len(BASE_CARDS)
        self._clock: Timer | None = None

    @property
    def counting(self) -> bool:
        """Whether the pad is still being counted."""
        return self.counted < len(BASE_CARDS)

    def start(self) -> None:
        """Begin to count, a row at a time."""
        self.look_again()
        self._clock = self.screen.set_interval(A_ROW, self.count, pause=not self.counting)
        self.screen.call_after_refresh(self.screen.run_worker, self.territories.show_true_pictures)

    def count(self) -> None:
        """Count one more type of card."""
        self.counted += 1
        self.screen.draw()
        if not self.counting and self._clock is not None:
            self._clock.pause()

    def key_pressed(self, event: events.Key) -> None:
        """End the counting; the key does nothing else."""
        if self.counting:
            event.stop()
            event.prevent_default()
            self._count_at_once()

    def clicked(self) -> None:
        """End the counting."""
        if self.counting:
            self._count_at_once()

    def _count_at_once(self) -> None:
        self.counted = len(BASE_CARDS)
        if self._clock is not None:
            self._clock.pause()
        self.screen.draw()

    def _counted(self) -> tuple[Widget, ...]:
        return (Column(self.pad, self.curve, self.next, id="counted"),)

    def look_again(self) -> None:
        """Find the turning point: there may be an analysis now that says more than the points."""
        self._turned = self.turning_point()
        self.draw()

    def widgets(self) -> tuple[Widget, ...]:
        """Return both territories and the pad."""
        return self.territories.widgets()

    def draw(self) -> None:
        """Draw the pad as far as counted, both territories and the cursor."""
        view = self.screen.view
        self.pad.show(self.outcome, view, self.counted, self._series(), self.cursor.rows, self._story())
        self.curve.show(None if self.counting else view, (0, 1))
        self.next.show(() if self.counting else self.steps)
        for each, sheet in zip(self.territories.sides, self.outcome.sheets, strict=True):
            counted = [line for line in sheet.lines if line.pad_row(view.module) in BASE_CARDS[: self.counted]]
            won = not self.counting and self.outcome.winner == each.seat
            note = card_text.points(sum(line.points for line in counted) if self.counting else sheet.total)
            each.show(view, counted, self._just_counted(sheet), lit=won, note=note)
        self.territories.draw_cursor(elsewhere=self.cursor.on_ryokan)

    def _just_counted(self, sheet: ScoreSheet) -> Highlights:
        """Highlight the cards of the type that was counted last."""
        if not self.counting or not self.counted:
            return Highlights()
        newest, module = BASE_CARDS[self.counted - 1], self.screen.view.module
        return Highlights({cell for line in sheet.lines if line.pad_row(module) is newest for cell in line.cells})

    def _story(self) -> Story:
        """Tell of the turning point, once it is counted."""
        if self.counting or (turned := self._turned) is None:
            return Story()
        return Story(
            turning_points.heading(turned),
            " ".join(turning_points.told(turned, self.screen.view.names, self.reader)),
            turning_points.told_in_short(turned, self.screen.view.names),
            turning_points.balance(turned),
            turning_points.bare_balance(turned),
        )

    def instruction(self) -> str:
        """Say who has won, once that is counted."""
        return _("Counting …") if self.counting else result(self.screen.view, self.reader)

    def cursor_help(self) -> PromptLine:
        """Say what is under the cursor, and what it earned."""
        if self.counting:
            return PromptLine(_("Press any key to see it all."))
        if self.cursor.on_ryokan:
            return PromptLine(expansion.ryokan_earned(self.screen.view))
        return PromptLine(" ".join(map(card_text.earned, self.cursor.lines)))

    def _series(self) -> GamesWon:
        """The games won in a series, this one included; nothing before the first rematch."""
        return with_winner(self.series, result_of(self.outcome), self.screen.view.names) if self.series else {}
