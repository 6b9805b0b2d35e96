"""Position of Shogun and its text."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from naishi.games.shogun.actions import CHESTS, Plan
from naishi.games.shogun.data import ACTIONS, BID, BUILDING_LETTERS, BUILDINGS, SEASONS, SPECIALS, YEARS, board

NEUTRAL = -1
OUT = -2
"""The owner of a province that isn't in the game."""

HIDDEN = -2
"""An entry of a plan that a viewer may not know."""

LOST = -3
"""An entry of a plan whose card left it together with its province; everybody sees that."""

PUBLIC = -1
"""The viewer who has no seat."""

KNOWN_AHEAD = 5
"""The current action card and the next four are open."""


class Happening(NamedTuple):
    """Something that everybody saw between two decisions."""

    kind: str
    seat: int = -1
    province: int = -1
    target: int = -1
    number: int = 0
    item: int = -1
    """An action, a special card or an event, by the kind."""
    other: int = -1
    """The seat on the other side."""
    word: str = ""
    """Why something was skipped, how a battle ended."""
    cubes: tuple[int, ...] = ()
    """What went into the tower besides the tray, or points by seat."""
    fell: tuple[int, ...] = ()


class Position:
    """Everything that is on the table, the hidden cards included.

    `play` copies it; nothing but the rules changes one, and only before anybody else has it.
    """

    __slots__ = (
        "armies",
        "ask",
        "at",
        "buildings",
        "chests",
        "choosers",
        "coming",
        "current",
        "deck",
        "done",
        "farmers",
        "groups",
        "happened",
        "inside",
        "last",
        "markers",
        "missing",
        "open",
        "order",
        "owner",
        "pending",
        "places",
        "plans",
        "points",
        "reserve",
        "rice",
        "season",
        "seat",
        "seats",
        "takers",
        "tower",
        "tray",
        "turn",
        "turns",
        "used",
        "winter",
        "winter_order",
    )

    seats: int
    tower: str
    """The tower that throws: the name of a model, or "real"."""
    season: int
    """Springs, summers and autumns so far; 0 in the draft."""
    winter: bool
    ask: str
    """The question: take, place, plan, choose, fightA, fightB, raise1, revolt or end."""
    seat: int
    """Whose question it is; -1 while planning and at the end."""
    at: int
    """The province that it is about."""
    turns: tuple[int, ...]
    """The seats in turn order, once it is settled."""
    turn: int
    """How many seats have had their turn: to choose, in this action or in this winter."""
    chests: list[int]
    rice: list[int]
    points: list[int]
    reserve: list[int]
    owner: list[int]
    armies: list[int]
    buildings: list[int]
    markers: list[int]
    inside: list[int]
    tray: list[int]
    farmers: int
    """Farmers in stock."""
    order: tuple[int, ...]
    """The ten action cards of the season, the hidden ones too."""
    done: int
    """Actions done this season."""
    places: tuple[int, ...]
    """The special cards by position."""
    takers: tuple[int, ...]
    """Who took them, by position."""
    choosers: tuple[int, ...]
    """The seats in the order in which they choose special cards."""
    current: int
    """The event of the season, from the first choice on."""
    open: tuple[int, ...]
    """The other events that lie open, in the data's order."""
    coming: tuple[int, ...]
    """The same in the order in which they come; nobody knows it."""
    used: tuple[int, ...]
    """The events of this year and of the one before."""
    plans: tuple[Plan | None, ...]
    deck: tuple[int, ...]
    """The cards of the draft: the two open ones, then the hidden ones."""
    groups: tuple[tuple[int, ...], ...]
    """Army groups left by seat, largest first."""
    last: tuple[tuple[int, ...], ...]
    """The open cards that each seat last chose from."""
    pending: tuple[int, ...]
    """Provinces that still revolt this winter, of the seat whose turn it is."""
    missing: tuple[int, ...]
    """Rice that is missing this winter, by seat."""
    winter_order: tuple[int, ...]
    """All provinces in the order in which the winter's draws take them; nobody knows it."""
    happened: tuple[Happening, ...]
    """What came of the last decision, and was not one itself."""

    def __init__(self, seats: int, tower: str) -> None:
        box = board()
        self.seats = seats
        self.tower = tower
        self.chests = [box.chests[seats]] * seats
        self.rice = [0] * seats
        self.points = [0] * seats
        self.reserve = [box.armies] * seats
        self.owner = [OUT if seats == 3 and each.out_with_3 else NEUTRAL for each in box.provinces]
        self.armies = [0] * len(box.provinces)
        self.buildings = [0] * len(box.provinces)
        self.markers = [0] * len(box.provinces)
        self.inside = [0] * (seats + 1)
        self.tray = [0] * (seats + 1)
        self.farmers = box.farmers
        self.plans = (None,) * seats
        for name, value in _BLANK.items():
            setattr(self, name, value)

    def copy(self) -> "Position":
        """Return a position that can be changed without changing this one."""
        new = Position.__new__(Position)
        for name in _SHARED:
            setattr(new, name, getattr(self, name))
        for name in _COPIED:
            setattr(new, name, getattr(self, name)[:])
        return new

    @property
    def year(self) -> int:
        """The year, from 1; 0 in the draft."""
        return (self.season + SEASONS - 1) // SEASONS

    @property
    def time_of_year(self) -> int:
        """Spring, summer, autumn, winter as 1 to 4; 0 in the draft, 5 at the end."""
        if self.ask == "end":
            return 5
        return 4 if self.winter else (self.season - 1) % SEASONS + 1 if self.season else 0

    def held(self, seat: int) -> list[int]:
        """Return the provinces that a seat holds, in the data's order."""
        return [at for at, owner in enumerate(self.owner) if owner == seat]

    def awaited(self) -> tuple[int, ...]:
        """Return the seats that have to decide now."""
        if self.ask == "plan":
            return tuple(seat for seat, plan in enumerate(self.plans) if plan is None)
        return (self.seat,) if self.seat >= 0 else ()

    def has_card(self, seat: int, special: int) -> bool:
        return self.places != () and self.takers[self.places.index(special)] == seat

    def known_order(self) -> tuple[int, ...]:
        """Return the action cards, -1 for each that lies face down."""
        return tuple(card if at < self.done + KNOWN_AHEAD else -1 for at, card in enumerate(self.order))

    def is_shown(self, seat: int, space: int) -> bool:
        """Return whether everybody has seen what lies on a space of this seat's plan."""
        if self.ask == "plan" or not self.order:
            return False
        if space == BID:
            return True
        if self.ask == "choose" or not self.turns:
            return False
        at = self.order.index(space)
        return at < self.done or (at == self.done and self.turns.index(seat) <= self.turn)

    def plan_seen(self, seat: int, viewer: int | None) -> Plan | None:
        """Return a seat's plan as a viewer may know it: `None` is the whole truth, `PUBLIC` nobody's seat."""
        plan = self.plans[seat]
        if plan is None or viewer in (None, seat):
            return plan
        return tuple(
            entry if entry == LOST or self.is_shown(seat, space) else HIDDEN for space, entry in enumerate(plan)
        )


_BLANK: Mapping[str, object] = {
    "season": 0,
    "winter": False,
    "ask": "",
    "seat": -1,
    "at": -1,
    "turns": (),
    "turn": 0,
    "order": (),
    "done": 0,
    "places": (),
    "takers": (),
    "choosers": (),
    "current": -1,
    "open": (),
    "coming": (),
    "used": (),
    "deck": (),
    "groups": (),
    "last": (),
    "pending": (),
    "missing": (),
    "winter_order": (),
    "happened": (),
}
"""The values of a new position that are the same for all."""

_COPIED = ("chests", "rice", "points", "reserve", "owner", "armies", "buildings", "markers", "inside", "tray")
_SHARED = tuple(name for name in Position.__slots__ if name not in _COPIED)


def position_text(position: Position, viewer: int | None = None) -> str:
    """Return the 13 fields of a position as a viewer may know it.

    Args:
        viewer: A seat, `PUBLIC`, or `None` for the whole truth (but for the face-down cards, which no text has).
    """
    box, ask = board(), position.ask
    codes = [each.code for each in box.provinces]
    drafting = position.season == 0
    year = YEARS if ask == "end" else position.year
    running = not drafting and not position.winter and ask != "end"
    return " ".join(
        (
            f"{year}.{position.time_of_year}",
            _ask_text(position, codes),
            _joined(map(str, position.turns), ""),
            ",".join(
                f"{chests}/{rice}/{points}/{reserve}"
                for chests, rice, points, reserve in zip(
                    position.chests, position.rice, position.points, position.reserve, strict=True
                )
            ),
            _joined(
                f"{codes[at]}={owner}.{position.armies[at]}.{building_letters(position.buildings[at])}.{position.markers[at]}"
                for at, owner in enumerate(position.owner)
                if owner >= 0
            ),
            cubes_text(position.inside),
            cubes_text(position.tray),
            str(position.farmers),
            f"{position.done}:{','.join(ACTIONS[card] if card >= 0 else '?' for card in position.known_order())}"
            if running
            else "-",
            ",".join(
                f"{SPECIALS[card]}:{taker if taker >= 0 else '-'}"
                for card, taker in zip(position.places, position.takers, strict=True)
            )
            if running
            else "-",
            _events_text(position),
            "/".join(_plan_text(position.plan_seen(seat, viewer), codes) for seat in range(position.seats)),
            _draft_text(position, codes) if drafting else "-",
        )
    )


def _joined(parts: Iterable[str], between: str = ",") -> str:
    return between.join(parts) or "-"


def building_letters(buildings: int) -> str:
    """Return the letters of the buildings in a province, `-` for none."""
    return "".join(letter for letter, bit in zip(BUILDING_LETTERS, BUILDINGS, strict=True) if buildings & bit) or "-"


def cubes_text(cubes: Sequence[int]) -> str:
    """Return numbers of cubes by seat, then of farmers."""
    return ".".join(map(str, cubes))


def _ask_text(position: Position, codes: Sequence[str]) -> str:
    ask, seat = position.ask, position.seat
    match ask:
        case "plan":
            return f"plan:{''.join(map(str, position.awaited()))}"
        case "fightA" | "fightB" | "raise1" | "place":
            return f"{ask}:{seat}:{codes[position.at]}"
        case "revolt":
            return f"revolt:{seat}:{'.'.join(codes[at] for at in position.pending)}"
        case "take":
            return f"take:{seat}:renew" if may_renew(position) else f"take:{seat}"
        case "choose":
            return f"choose:{seat}"
    return ask


def may_renew(position: Position) -> bool:
    """Return whether the seat that takes may put both open cards under the deck: it chose from the same two before."""
    return set(position.last[position.seat]) == set(position.deck[:2])


def _events_text(position: Position) -> str:
    events = board().events
    current = [f"!{events[position.current].code}"] if position.current >= 0 else []
    return _joined([*current, *(events[at].code for at in position.open)])


def _plan_text(plan: Plan | None, codes: Sequence[str]) -> str:
    if plan is None:
        return "-"
    return ",".join(
        codes[entry] if 0 <= entry < CHESTS else str(entry - CHESTS) if entry >= 0 else "?" if entry == HIDDEN else "."
        for entry in plan
    )


def _draft_text(position: Position, codes: Sequence[str]) -> str:
    groups = ",".join(".".join(map(str, each)) for each in position.groups)
    return f"{'.'.join(codes[at] for at in position.deck[:2])}:{groups}"
