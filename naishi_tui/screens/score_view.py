"""A finished game counted: both territories, the score pad, and what the card under the cursor earned."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from textual import events
from textual.timer import Timer

from naishi.common.formats import listed
from naishi.common.i18n import _
from naishi.rules.cards import BASE_CARDS
from naishi.rules.outcome import Outcome
from naishi.rules.sheet import ScoreLine
from naishi.rules.territory import Cell
from naishi.text.places import places
from naishi.text.sentences import result
from naishi_tui.drawing import card_text
from naishi_tui.drawing.faces import Highlights
from naishi_tui.drawing.prompt_text import PromptLine
from naishi_tui.screens.open_territories import OpenTerritories
from naishi_tui.screens.part import Part
from naishi_tui.widgets.score_pad import ScorePad

if TYPE_CHECKING:
    from naishi_tui.screens.game_screen import GameScreen

A_ROW = 0.25
"""Seconds for a row of the score pad."""


class ScoreView(Part):
    """Counts a row of the pad at a time; any key or click shows the rest at once, and does nothing else."""

    def __init__(
        self, screen: GameScreen, outcome: Outcome, series: Mapping[str, int], *, reader: int | None = None
    ) -> None:
        """Draw nothing yet.

        Args:
            screen: Where to show it.
            outcome: How the game ended.
            series: How many games of a series each player had won before.
            reader: The seat of the one person who reads this, addressed as "you"; None where both do.
        """
        self.screen, self.outcome, self.series, self.reader = screen, outcome, series, reader
        self.pad = ScorePad(id="pad")
        self.territories = OpenTerritories(screen, (outcome.winner or 0, Cell.L3), (self.pad,))
        self.counted = 0 if screen.settings.animations else len(BASE_CARDS)
        self._clock: Timer | None = None

    @property
    def counting(self) -> bool:
        """Whether the pad is still being counted."""
        return self.counted < len(BASE_CARDS)

    def start(self) -> None:
        """Begin to count, a row at a time."""
        self._clock = self.screen.set_interval(A_ROW, self.count, pause=not self.counting)

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

    def draw(self) -> None:
        """Draw the pad as far as counted, both territories and the cursor."""
        view = self.screen.view
        self.pad.show(self.outcome, view.names, self.counted, self._series(), self.territories.card())
        for each, sheet in zip(self.territories.sides, self.outcome.sheets, strict=True):
            note = "" if self.counting else card_text.points(sheet.total)
            won = not self.counting and self.outcome.winner == each.seat
            each.show(view, sheet, Highlights(), lit=won, note=note)
        self.territories.draw_cursor()

    def instruction(self) -> str:
        """Say who has won, once that is counted."""
        return _("Counting …") if self.counting else result(self.screen.view, self.reader)

    def cursor_help(self) -> PromptLine:
        """Say what the card under the cursor earned."""
        if self.counting:
            return PromptLine(_("Press any key to see it all."))
        seat, cell = self.territories.pointed
        return PromptLine(" ".join(_earned(line) for line in self.outcome.sheets[seat].lines if cell in line.cells))

    def _series(self) -> dict[str, int]:
        """The games won in a series, this one included; nothing before the first rematch."""
        if not self.series or self.outcome.winner is None:
            return dict(self.series)
        winner = self.screen.view.names[self.outcome.winner]
        return {**self.series, winner: self.series.get(winner, 0) + 1}


def _earned(line: ScoreLine) -> str:
    name: str = line.card.noun
    if line.copy_of is not None:
        name = _("Ninja as {card}").format(card=line.copy_of.noun)
    reasons = (f"{part.reason} {part.points:+}" if part.points else f"{part.reason} 0" for part in line.parts)
    told = {"card": name, "cells": places(line.cells), "reasons": listed(reasons, conjunction=False)}
    if len(line.parts) > 1:
        return _("{card} {cells}: {reasons} = {points}.").format(points=line.points, **told)
    return _("{card} {cells}: {reasons}.").format(**told)
