"""Ledger of a finished game: the sources of each player's points."""

from __future__ import annotations

from collections.abc import Sequence
from math import floor
from typing import NamedTuple

from naishi.common.i18n import _
from naishi.games.naishi.analysis.truth import Truth
from naishi.games.naishi.game.events import Event
from naishi.games.naishi.rules.actions import Action


class Dearest(NamedTuple):
    """The action that gave away most."""

    ply: int
    round: int
    played: Action
    better: Action
    points: float


class Ledger(NamedTuple):
    """The final margin of a seat, and what it consists of: `final == luck + received - given`."""

    seat: int
    final: int
    luck: float
    """In the deal, and in each card turned up."""
    received: float
    """What the other seat gave away."""
    given: float
    """What the seat gave away itself."""
    costliest: Dearest | None
    """None for someone whose every action was the best."""
    start: float | None = None
    """What the position was worth that the game began at, a part of the luck; None where it began with a deal."""

    @classmethod
    def of(
        cls, truth: Truth, actions: Sequence[Action], events: Sequence[Event], seat: int, *, dealt: bool = True
    ) -> Ledger:
        """Draw up the ledger of a seat.

        Args:
            truth: The values of the game.
            actions: All of its actions.
            events: What happened, in the same order.
            seat: The seat.
            dealt: Whether the game began with a deal, rather than at a position.
        """
        sign = 1 if seat == 0 else -1
        mine = [ply for ply, event in enumerate(events) if event.seat == seat]
        theirs = [ply for ply, event in enumerate(events) if event.seat != seat]
        given = -sign * sum(truth.changes[ply] for ply in mine)
        received = sign * sum(truth.changes[ply] for ply in theirs)
        worse = [ply for ply in mine if truth.bests[ply] != actions[ply] and sign * truth.changes[ply] < 0]
        costliest = None
        if worse:
            ply = min(worse, key=lambda ply: sign * truth.changes[ply])
            costliest = Dearest(ply, events[ply].round, actions[ply], truth.bests[ply], -sign * truth.changes[ply])
        luck = sign * (truth.deal + sum(truth.lucks))
        start = None if dealt else sign * truth.deal
        return cls(seat, round(sign * truth.final), luck, received, given, costliest, start)

    def sentences(self, names: Sequence[str], *, you: bool = False) -> str:
        """Sum up in words. The points are rounded so that they still add up.

        Args:
            names: The names of both seats.
            you: Whether the seat's player reads it.
        """
        luck, own, others = _rounded([self.luck, -self.given, self.received], self.final)
        if self.final > 0:
            words = (
                _("You won by {margin}: {luck} by luck, {own} by your own turns, {others} by {opponent}'s.")
                if you
                else _("{name} won by {margin}: {luck} by luck, {own} by their own turns, {others} by {opponent}'s.")
            )
        elif self.final < 0:
            words = (
                _("You lost by {margin}: {luck} by luck, {own} by your own turns, {others} by {opponent}'s.")
                if you
                else _("{name} lost by {margin}: {luck} by luck, {own} by their own turns, {others} by {opponent}'s.")
            )
        else:
            words = (
                _("Equal points: {luck} for you by luck, {own} by your own turns, {others} by {opponent}'s.")
                if you
                else _("Equal points: {luck} for {name} by luck, {own} by their own turns, {others} by {opponent}'s.")
            )
        gaps = {"name": names[self.seat], "opponent": names[1 - self.seat], "margin": abs(self.final)}
        said = [words.format(**gaps, luck=f"{luck:+d}", own=f"{own:+d}", others=f"{others:+d}")]
        if self.start is not None:
            points = f"{round(self.start):+d}"
            said.append(_("Luck includes {points} for the position at the start.").format(points=points))
        return " ".join(said)


def _rounded(parts: Sequence[float], total: int) -> list[int]:
    """Round numbers so that they add up to a total, by the largest remainders."""
    found = [floor(part) for part in parts]
    missing = total - sum(found)
    by_remainder = sorted(range(len(parts)), key=lambda at: parts[at] - found[at], reverse=True)
    for at in by_remainder[: max(missing, 0)]:
        found[at] += 1
    return found
