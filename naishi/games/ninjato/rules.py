"""Rules of Ninjato, as everything generic uses them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from naishi.games.ninjato import actions, effects, legal
from naishi.games.ninjato.actions import Action
from naishi.games.ninjato.effects import Chance
from naishi.games.ninjato.position import Position
from naishi.games.ninjato.view import NinjatoView, awaited, ranks, round_of


class Result(NamedTuple):
    """Ranks and points by seat."""

    ranks: tuple[int, ...]
    points: tuple[int, ...]


class NinjatoRules:
    """Ninjato: positions, actions, refusals, views. A position is never changed once it is out."""

    key = "ninjato"
    version = 1
    seats = range(2, 5)

    def begin(self, seats: int, _options: Any, chance: Chance) -> Position:
        """Return the first position of a game."""
        return effects.set_up(seats, chance)

    def round(self, position: Position) -> int:
        """Return the round that is played, or scored."""
        return round_of(position)

    def awaited(self, position: Position) -> tuple[int, ...]:
        """Return who has to decide."""
        return awaited(position)

    def action(self, text: str) -> Action:
        """Return the action of a text.

        Raises:
            InvalidActionError: It is none.
        """
        return actions.action(text)

    def refusal(self, position: Position, seat: int, action: Action) -> str | None:
        """Say which rule forbids an action; None if it is legal."""
        return legal.refusal(position, seat, action)

    def legal_actions(self, position: Position, seat: int) -> Sequence[Action]:
        """Return what a seat may do, sorted by text."""
        return legal.legal_actions(position, seat)

    def play(self, position: Position, _seat: int, action: Action, chance: Chance) -> Position:
        """Return the position after a legal action."""
        after = position.copy()
        effects.advance(after, action, chance)
        return after

    def seen(self, _position: Position, step: Any, _viewer: int | None) -> Action:
        """Return what a viewer may see of an action: all of it; which card was drawn isn't part of it."""
        action: Action = step.action
        return action

    def result(self, position: Position) -> Result | None:
        """Return ranks and points once the game is over."""
        if position.result is None:
            return None
        return Result(ranks(position), tuple(sheet["total"] for sheet in position.result["sheets"]))

    def view(self, position: Position, seat: int | None, *, names: Sequence[str], events: Sequence[Any]) -> NinjatoView:
        """Return what a seat, or the public, may know."""
        return NinjatoView(seat, tuple(names), position.mask(seat), events)

    def position_text(self, position: Position) -> str:
        """Return the whole position as one line."""
        return position.to_text()
