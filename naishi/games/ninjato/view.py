"""View of a game of Ninjato, per seat or public."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from naishi.common.i18n import _
from naishi.games.ninjato import legal
from naishi.games.ninjato.actions import Action
from naishi.games.ninjato.position import Position
from naishi.games.ninjato.scoring import LAST_ROUND, standing
from naishi.tabletop.game import Result, ranked
from naishi.tabletop.recorded import RecordedEvent


@dataclass(frozen=True)
class NinjatoView:
    """A game as one seat may know it, or everyone at the table."""

    table: Position
    """The position without what the viewer may not know. Not to be changed."""
    names: tuple[str, ...]
    events: tuple[RecordedEvent, ...] = ()
    able: bool = True
    """Whether the viewer plays, rather than only watches."""
    nearest: int = 0
    """For the public, the seat that is drawn nearest."""

    @property
    def seat(self) -> int:
        """The viewer; for the public, the seat that is drawn nearest."""
        return self.nearest if self.table.viewer is None else self.table.viewer

    @property
    def public(self) -> bool:
        """Whether it is the view of everybody at the table."""
        return self.table.viewer is None

    @property
    def round(self) -> int:
        """The round that is played or scored."""
        return round_of(self.table)

    @property
    def awaited(self) -> tuple[int, ...]:
        """Whose decision it is."""
        return awaited(self.table)

    @property
    def result(self) -> Result | None:
        """Ranks and points; None while the game goes on."""
        return result(self.table)

    @cached_property
    def legal_actions(self) -> tuple[Action, ...]:
        """The legal actions of the viewer, sorted; empty when another seat decides."""
        return () if self.public or not self.able else legal.legal_actions(self.table, self.seat)

    def refusal(self, action: Action) -> str | None:
        """Say which rule forbids an action of the viewer; None if it is legal."""
        if self.public or not self.able:
            return _("You only watch this game.")
        return legal.refusal(self.table, self.seat, action)

    def in_company(self, public: "NinjatoView") -> "NinjatoView":
        """Return the view itself: a seat is alone until all hands are open."""
        return self

    def unable(self) -> "NinjatoView":
        """Return the view of someone who only watches: nothing to choose."""
        return replace(self, able=False)

    def shown_as(self, names: tuple[str, ...], nearest: int) -> "NinjatoView":
        """Return the view with other names for the players, the public's with another seat drawn nearest."""
        return replace(self, names=names, nearest=nearest if self.public else 0)

    def spoken(self) -> "NinjatoView":
        """Return the view itself: it has no texts of a language."""
        return self

    def position_text(self) -> str:
        """Return the position as the viewer may know it, as one line of JSON."""
        return self.table.to_text()

    def model_dump(self, *, mode: str = "python") -> dict[str, Any]:
        """Return the view as a document, which `read_view` reads again."""
        return {
            "seat": self.seat,
            "public": self.public,
            "able": self.able,
            "names": list(self.names),
            "position": self.table.document(),
            "known": [list(each) for each in self.table.known],
            "events": [[each.seat, each.round, each.action, dict(each.facts)] for each in self.events],
            "legal_actions": [each.text for each in self.legal_actions],
        }


def read_view(document: Mapping[str, Any]) -> NinjatoView:
    """Make a view of what `model_dump` wrote. Raises InvalidPositionError: its position makes no sense."""
    table = Position.from_document(document["position"])
    table.masked, table.viewer = True, None if document["public"] else document["seat"]
    table.known = [tuple(each) for each in document["known"]]
    events = tuple(RecordedEvent(*each) for each in document["events"])
    nearest = document["seat"] if document["public"] else 0
    return NinjatoView(table, tuple(document["names"]), events, document["able"], nearest)


def round_of(position: Position) -> int:
    """Return the round that is played, or that is scored."""
    return position.scoring.after if position.scoring is not None else min(position.round, LAST_ROUND)


def awaited(position: Position) -> tuple[int, ...]:
    """Return the seat that has to decide, in a tuple; an empty one when the game is over."""
    return () if position.seat is None else (position.seat,)


def result(position: Position) -> Result | None:
    """Return ranks and points once the game is over."""
    if position.result is None:
        return None
    standings = [standing(position, seat) for seat in range(position.n)]
    return Result(ranked(standings), tuple(each[0] for each in standings))
