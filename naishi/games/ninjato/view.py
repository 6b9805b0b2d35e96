"""View of a game of Ninjato: what one seat may know, or the public."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from naishi.games.ninjato import legal
from naishi.games.ninjato.actions import Action
from naishi.games.ninjato.position import Position
from naishi.games.ninjato.scoring import LAST_ROUND, standing


@dataclass(frozen=True)
class NinjatoView:
    """A game as one seat may know it, or everyone at the table."""

    seat: int | None
    """The viewer; None for the public."""
    names: tuple[str, ...]
    table: Position
    """The position without what the viewer may not know. Not to be changed."""
    events: Sequence[Any] = ()

    @property
    def round(self) -> int:
        """The round that is played or scored."""
        return round_of(self.table)

    @property
    def awaited(self) -> tuple[int, ...]:
        """Whose decision it is."""
        return awaited(self.table)

    @cached_property
    def legal_actions(self) -> tuple[Action, ...]:
        """The legal actions of the viewer, sorted; empty when another seat decides."""
        return () if self.seat is None else legal.legal_actions(self.table, self.seat)

    def refusal(self, action: Action) -> str | None:
        """Say which rule forbids an action of the viewer; None if it is legal."""
        return legal.refusal(self.table, -1 if self.seat is None else self.seat, action)

    def position_text(self) -> str:
        """Return the position as the viewer may know it, as one line of JSON."""
        return self.table.to_text()

    def model_dump(self, mode: str = "python") -> dict[str, Any]:
        """Return everything as plain data."""
        return {
            "seat": self.seat,
            "names": list(self.names),
            "position": self.table.document(),
            "events": [event.model_dump(mode=mode) if hasattr(event, "model_dump") else event for event in self.events],
        }


def read_view(document: Mapping[str, Any]) -> NinjatoView:
    """Make a view of plain data."""
    return NinjatoView(document["seat"], tuple(document["names"]), Position.from_document(document["position"]))


def round_of(position: Position) -> int:
    """Return the round that is played, or that is scored."""
    return position.scoring.after if position.scoring is not None else min(position.round, LAST_ROUND)


def awaited(position: Position) -> tuple[int, ...]:
    """Return the seat that has to decide, in a tuple; an empty one when the game is over."""
    return () if position.seat is None else (position.seat,)


def ranks(position: Position) -> tuple[int, ...]:
    """Return the place of each seat, 1 first; equal ones share theirs."""
    standings = [standing(position, seat) for seat in range(position.n)]
    return tuple(1 + sum(other > each for other in standings) for each in standings)
