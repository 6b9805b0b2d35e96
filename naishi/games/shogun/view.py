"""View of a game of Shogun, per seat or public."""

from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple, Self

from pydantic import BaseModel, ConfigDict

from naishi.common.i18n import _
from naishi.games.shogun import legal
from naishi.games.shogun.actions import CHESTS, Action, parse
from naishi.games.shogun.data import ACTIONS, SPECIALS, board
from naishi.games.shogun.position import HIDDEN, PUBLIC, Position, building_letters, position_text
from naishi.games.shogun.reading import read_position
from naishi.tabletop.game import Result, ranked
from naishi.tabletop.recorded import RecordedEvent


class Land(NamedTuple):
    """A province as it stands."""

    code: str
    owner: int
    """The seat, -1 for nobody."""
    armies: int
    buildings: str
    """Letters of what is built: c castle, t temple, n No theatre."""
    markers: int
    """Revolt markers."""


class SeatView(NamedTuple):
    """What everybody knows of a seat."""

    chests: int
    rice: int
    points: int
    reserve: int
    provinces: int
    is_planned: bool
    groups: tuple[int, ...]
    """Army groups still to be placed in the draft."""


class ShogunView(BaseModel):
    """Everything public, and a seat's own plan."""

    model_config = ConfigDict(frozen=True)

    seat: int
    """The viewer; 0 in what everybody may know."""
    public: bool
    names: tuple[str, ...]
    round: int
    year: int
    time: int
    """Spring to winter as 1 to 4; 0 in the draft, 5 at the end."""
    awaited: tuple[int, ...]
    ask: str
    """The question: take, place, plan, choose, fightA, fightB, raise1, revolt or end."""
    at: str
    """The province that the question is about, as its code."""
    turns: tuple[int, ...]
    seats: tuple[SeatView, ...]
    land: tuple[Land, ...]
    """All provinces in the game, in the data's order."""
    inside: tuple[int, ...]
    tray: tuple[int, ...]
    farmers: int
    order: tuple[str, ...]
    """The action cards; empty texts lie face down."""
    done: int
    places: tuple[tuple[str, int], ...]
    event: str
    open_events: tuple[str, ...]
    plans: tuple[tuple[str, ...] | None, ...]
    """By seat: eleven entries, the bid last; "?" isn't known, an empty text is an empty space."""
    open_cards: tuple[str, ...]
    pending: tuple[str, ...]
    tower: str
    position: str
    """The position text for this viewer."""
    events: tuple[RecordedEvent, ...]
    legal_actions: tuple[Action, ...]
    """What the viewer may decide now, sorted; empty while it plans, since plans are too many."""
    choices: int
    """How many decisions that are, plans counted too."""
    result: Result | None

    @cached_property
    def table(self) -> Position:
        """The position as far as this viewer knows it."""
        return read_position(self.position, self.tower)

    def refusal(self, action: Action | str) -> str | None:
        """Return why the viewer may not do something now, or `None` where it may.

        Raises InvalidActionError: the text isn't an action.
        """
        decided = parse(action) if isinstance(action, str) else action
        if self.result is None and not self.choices:
            return _("You have nothing to decide now.")
        return legal.refusal(self.table, self.seat, decided)

    def unable(self) -> Self:
        """Return the view of someone who only watches."""
        return self.model_copy(update={"legal_actions": (), "choices": 0})

    def in_company(self, public: Self) -> Self:
        """Return the view without the seat's own plan; no decision but the plan itself depends on it."""
        own = {"seat": self.seat, "public": False, "legal_actions": self.legal_actions, "choices": self.choices}
        return public.model_copy(update=own)

    def shown_as(self, names: tuple[str, ...], nearest: int) -> Self:
        """Return the view with other names for the players, the public's with another seat drawn nearest."""
        changes: dict[str, object] = {"names": names} | ({"seat": nearest} if self.public else {})
        return self.model_copy(update=changes)

    def spoken(self) -> Self:
        """Return the view itself: it has no texts in any language."""
        return self

    def position_text(self) -> str:
        return self.position


def make_view(
    position: Position, seat: int | None, names: Sequence[str], events: Sequence[RecordedEvent]
) -> ShogunView:
    """Return what a seat, or the public, may know of a position."""
    viewer, box = PUBLIC if seat is None else seat, board()
    codes = [each.code for each in box.provinces]

    def entry(value: int) -> str:
        if value == HIDDEN:
            return "?"
        return str(value - CHESTS) if value >= CHESTS else codes[value] if value >= 0 else ""

    plans = [position.plan_seen(each, viewer) for each in range(position.seats)]
    return ShogunView.model_construct(
        seat=seat or 0,
        public=seat is None,
        names=tuple(names),
        round=round_of(position),
        year=position.year,
        time=position.time_of_year,
        awaited=position.awaited(),
        ask=position.ask,
        at=codes[position.at] if position.at >= 0 else "",
        turns=position.turns,
        seats=tuple(
            SeatView(
                position.chests[each],
                position.rice[each],
                position.points[each],
                position.reserve[each],
                position.owner.count(each),
                position.plans[each] is not None,
                position.groups[each] if position.groups else (),
            )
            for each in range(position.seats)
        ),
        land=tuple(
            Land(
                codes[at],
                position.owner[at],
                position.armies[at],
                building_letters(position.buildings[at]).replace("-", ""),
                position.markers[at],
            )
            for at in box.in_game(position.seats)
        ),
        inside=tuple(position.inside),
        tray=tuple(position.tray),
        farmers=position.farmers,
        order=tuple(ACTIONS[card] if card >= 0 else "" for card in position.known_order()),
        done=position.done if position.order else 0,
        places=tuple((SPECIALS[card], taker) for card, taker in zip(position.places, position.takers, strict=True)),
        event=box.events[position.current].code if position.current >= 0 else "",
        open_events=tuple(box.events[at].code for at in position.open),
        plans=tuple(None if plan is None else tuple(entry(each) for each in plan) for plan in plans),
        open_cards=tuple(codes[at] for at in position.deck[:2]),
        pending=tuple(codes[at] for at in position.pending) if position.ask == "revolt" else (),
        tower=position.tower,
        position=position_text(position, viewer),
        events=tuple(events),
        legal_actions=legal.legal_actions(position, viewer),
        choices=legal.choices(position, viewer),
        result=result_of(position),
    )


def result_of(position: Position) -> Result | None:
    """Return the result of a finished game: most points, then most chests, then shared."""
    if position.ask != "end":
        return None
    return Result(ranked(list(zip(position.points, position.chests, strict=True))), tuple(position.points))


def round_of(position: Position) -> int:
    """Return the season, counted from 1, winters with it; the draft belongs to the first."""
    year, time = position.year, position.time_of_year
    return (year - 1) * 4 + min(time, 4) if time else 1
