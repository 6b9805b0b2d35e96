"""Goals of tasks, checked by the rules."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from naishi.games.naishi.rules.actions import Action, Give
from naishi.games.naishi.rules.cards import Card
from naishi.games.naishi.rules.position import Position
from naishi.games.naishi.rules.scoring import score
from naishi.games.naishi.rules.sheet import ScoreSheet
from naishi.games.naishi.rules.totals import best_copies


class Attempt(NamedTuple):
    """How far someone has come with a task."""

    start: Position
    position: Position
    actions: Sequence[Action]
    """What they have done since the start."""
    seat: int


class Goal(Protocol):
    """What a task asks for."""

    def reached(self, attempt: Attempt) -> bool:
        """Return whether an attempt is there."""


@dataclass(frozen=True)
class Scores:
    """All cards of a type earn so many points, or more."""

    card: Card
    points: int

    def reached(self, attempt: Attempt) -> bool:
        """Return whether they do."""
        return _sheet(attempt).points.get(self.card, 0) >= self.points


@dataclass(frozen=True)
class Earns:
    """The whole territory earns so many points, or more."""

    points: int

    def reached(self, attempt: Attempt) -> bool:
        """Return whether it does, once nothing is left to choose."""
        return not attempt.position.legal_actions() and _sheet(attempt).total >= self.points


@dataclass(frozen=True)
class HasRyokan:
    """The Ryokan is there, worth so many points."""

    points: int

    def reached(self, attempt: Attempt) -> bool:
        """Return whether it is."""
        return attempt.position.ryokan(attempt.seat) == self.points


@dataclass(frozen=True)
class Does:
    """An action of a kind has been done."""

    kind: type[Action]

    def reached(self, attempt: Attempt) -> bool:
        """Return whether one has."""
        return any(isinstance(action, self.kind) for action in attempt.actions)


@dataclass(frozen=True)
class Gives:
    """A card has been given away at the start of the game."""

    card: Card

    def reached(self, attempt: Attempt) -> bool:
        """Return whether it has."""
        dealt = attempt.start.territories[attempt.seat][8:]
        gifts = (action.which for action in attempt.actions if isinstance(action, Give))
        return any(dealt[which - 1] is self.card for which in gifts)


@dataclass(frozen=True)
class Gone:
    """No card of a type lies face up in the River."""

    card: Card

    def reached(self, attempt: Attempt) -> bool:
        """Return whether none does."""
        return all(pile[-1] is not self.card for pile in attempt.position.river if pile)


@dataclass(frozen=True)
class Plays:
    """These actions have been done in a turn, in any order, or others that lead to the same position."""

    turn: tuple[Action, ...]

    def reached(self, attempt: Attempt) -> bool:
        """Return whether they have."""
        if {*self.turn} <= {*attempt.actions}:
            return True
        if attempt.position.turn == attempt.seat:
            return False
        answer = attempt.start.copy()
        for action in self.turn:
            answer.push(action)
        return _table(answer) == _table(attempt.position)


def _sheet(attempt: Attempt) -> ScoreSheet:
    """Score the territory as if the game ended now, ninjas that have not chosen taking what is best for them."""
    position, seat = attempt.position, attempt.seat
    territory, theirs = position.territory(seat), position.territory(1 - seat)
    return score(territory, best_copies(territory, theirs) | position.copies[seat], opponent=theirs)


def _table(position: Position) -> list[str]:
    """Describe a position, the discards in no order."""
    *fields, discards = position.to_text().split()
    return [*fields, *sorted(discards)]
