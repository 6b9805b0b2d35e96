"""The end: both territories open, the score pad, who won and why."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.widget import Widget

from naishi.common.formats import listed
from naishi.common.i18n import _
from naishi.rules.cards import BASE_CARDS
from naishi.rules.outcome import Outcome
from naishi.rules.phase import Phase
from naishi.rules.sheet import ScoreLine
from naishi.rules.territory import Cell
from naishi.sessions.participant import Ask, Participant
from naishi.text.sentences import result
from naishi_tui.drawing import card_text
from naishi_tui.drawing.faces import Highlights
from naishi_tui.drawing.prompt_text import PromptLine
from naishi_tui.messages import Rematch, ShowAnalysis, ShowReplay
from naishi_tui.screens.open_territories import OpenScreen
from naishi_tui.widgets.key_line import KeyHint
from naishi_tui.widgets.score_pad import ScorePad

if TYPE_CHECKING:
    from naishi.settings.schema import Settings

A_ROW = 0.25
"""Seconds for a row of the score pad."""


class Score(OpenScreen):
    """A finished game; the prompt says what the card under the cursor earned and why."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("n", "rematch", show=False),
        Binding("r", "replay", show=False),
        Binding("a", "analyse", show=False),
        Binding("enter", "stay", show=False),
    ]

    def __init__(
        self,
        participant: Participant,
        settings: Settings,
        outcome: Outcome,
        series: Mapping[str, int],
        *,
        reader: int | None = None,
    ) -> None:
        """Show a finished game.

        Args:
            participant: The viewer's end of it.
            settings: How to show it.
            outcome: How it ended.
            series: How many games of a series each player had won before.
            reader: The seat of the one person who reads this, addressed as "you"; None where both do.
        """
        super().__init__(participant, settings, (outcome.winner or 0, Cell.L3))
        self.outcome = outcome
        self.reader = reader
        self.series = series
        self.pad = ScorePad(id="pad")
        self.counted = 0 if settings.animations else len(BASE_CARDS)
        self.draw()

    def beside_territories(self) -> Iterable[Widget]:
        """The score pad."""
        return (self.pad,)

    def key_hints(self) -> Iterator[KeyHint]:
        """Return what the key line names."""
        yield KeyHint("", "←↑↓→", _("why"))
        yield self.hint("explain", _("card"), minor=True)
        yield KeyHint("rematch", "n", _("rematch"))
        yield KeyHint("replay", "r", _("replay"))
        yield KeyHint("analyse", "a", _("analyse"))
        yield self.hint("log", _("log"), minor=True)
        yield from self.hints_for_undo()
        yield self.hint("back", _("home"))

    def outdated(self) -> bool:
        """Return whether the end was undone."""
        return self.view.phase is not Phase.OVER

    @property
    def counting(self) -> bool:
        """Whether the pad is still being counted."""
        return self.counted < len(BASE_CARDS)

    def on_mount(self) -> None:
        """Begin to count, a row at a time."""
        self.clock = self.set_interval(A_ROW, self.count, pause=not self.counting)

    def count(self) -> None:
        """Count one more type of card."""
        self.counted += 1
        self.draw()
        if not self.counting:
            self.clock.pause()

    def on_key(self, event: events.Key) -> None:
        """Any key ends the counting, and does nothing else."""
        if self.counting:
            event.stop()
            event.prevent_default()
            self.count_at_once()

    def on_click(self) -> None:
        """A click ends the counting too."""
        if self.counting:
            self.count_at_once()

    def count_at_once(self) -> None:
        """Show everything that is left to count."""
        self.counted = len(BASE_CARDS)
        self.clock.pause()
        self.draw()

    def draw(self) -> None:
        """Draw the pad as far as counted, the cursor, and what the card under it earned."""
        self.header.show(self.view, self.note)
        self.pad.show(self.outcome, self.view.names, self.counted, self._series(), self.pointed_card())
        for each, sheet in zip(self.territories, self.outcome.sheets, strict=True):
            note = "" if self.counting else card_text.points(sheet.total)
            won = not self.counting and self.outcome.winner == each.seat
            each.show(self.view, sheet, Highlights(), lit=won, note=note)
        self.show_cursor()

    def instruction(self) -> str:
        """Say who has won, once that is counted."""
        return _("Counting …") if self.counting else result(self.view, self.reader)

    def cursor_help(self) -> PromptLine:
        """Say what the card under the cursor earned."""
        if self.counting:
            return PromptLine(_("Press any key to see it all."))
        seat, cell = self.pointed
        return PromptLine(" ".join(_earned(line) for line in self.outcome.sheets[seat].lines if cell in line.cells))

    def _series(self) -> dict[str, int]:
        """The games won in a series, this one included; nothing before the first rematch."""
        if not self.series or self.outcome.winner is None:
            return dict(self.series)
        winner = self.view.names[self.outcome.winner]
        return {**self.series, winner: self.series.get(winner, 0) + 1}

    def action_stay(self) -> None:
        """Say how to go on: nobody should leave the score pad by a key too many."""
        self.show_prompt(PromptLine(_("n: play again. {back}: home.").format(back=self.keymap.shown("back"))))

    def action_replay(self) -> None:
        """Show the game action by action."""
        self.post_message(ShowReplay())

    def action_analyse(self) -> None:
        """Analyse the game."""
        self.post_message(ShowAnalysis())

    def action_rematch(self) -> None:
        """Play again; the first-player card passes to the other player."""
        if refusal := self.participant.refusal(Ask.REMATCH):
            self.refuse(refusal)
        else:
            self.post_message(Rematch())


def _earned(line: ScoreLine) -> str:
    name: str = line.card.noun
    if line.copy_of is not None:
        name = _("Ninja as {card}").format(card=line.copy_of.noun)
    reasons = (f"{part.reason} {part.points:+}" if part.points else f"{part.reason} 0" for part in line.parts)
    told = {"card": name, "cells": " ".join(map(str, line.cells)), "reasons": listed(reasons, conjunction=False)}
    if len(line.parts) > 1:
        return _("{card} {cells}: {reasons} = {points}.").format(points=line.points, **told)
    return _("{card} {cells}: {reasons}.").format(**told)
