"""Board and cards, loaded from the data files."""

import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

from naishi.common.i18n import NaishiError, _

ACTIONS = ("castle", "temple", "theatre", "rice", "tax", "raise5", "raise3", "raise1", "fightA", "fightB")
"""The spaces of a plan in the action table's order; the bid is the eleventh."""

CASTLE, TEMPLE, THEATRE, RICE, TAX, RAISE5, RAISE3, RAISE1, FIGHT_A, FIGHT_B = range(10)
BID = 10

SPECIALS = ("chest", "rice", "six", "attack", "defence")
CHEST, RICE_CARD, SIX, ATTACK, DEFENCE = range(5)

BUILDINGS = (1, 2, 4)
"""A castle, a temple and a theatre as bits of what stands in a province."""

BUILDING_LETTERS = "ctn"
SEASONS = 3
YEARS = 2


class Province(NamedTuple):
    """What is printed on a province and its card."""

    name: str
    code: str
    region: int
    rice: int
    tax: int
    slots: int
    out_with_3: bool
    near: tuple[int, ...]
    """The neighbours, by land and by sea, in the data's order."""
    sea: tuple[int, ...]
    """Those of them across a sea route."""


class EventCard(NamedTuple):
    """An event card: its upper half holds for a season, its lower half for a winter."""

    code: str
    effect: str
    loss: int


class Tower(NamedTuple):
    """A model of the cube tower: probabilities as numerator and denominator."""

    stay: tuple[int, int]
    fall: tuple[int, int]
    fall_per_cube: tuple[int, int]

    def staying(self) -> tuple[int, int]:
        """Return the probability that a cube thrown stays inside."""
        return self.stay

    def falling(self, thrown: int) -> tuple[int, int]:
        """Return the probability that a cube falls out that was inside before a throw of so many cubes."""
        (fall, of), (each, of_each) = self.fall, self.fall_per_cube
        bottom = of * of_each**thrown
        return bottom - (of - fall) * (of_each - each) ** thrown, bottom


class Board(NamedTuple):
    """Everything in the box that a rule asks for."""

    regions: tuple[str, ...]
    provinces: tuple[Province, ...]
    costs: tuple[int, ...]
    """Chests by action."""
    events: tuple[EventCard, ...]
    supply: tuple[tuple[int, int], ...]
    """Revolts and extra farmers by missing rice; the last entry is for more, too."""
    chests: Mapping[int, int]
    groups: Mapping[int, tuple[int, ...]]
    setups: Mapping[int, tuple[Mapping[int, int], ...]]
    """By players and seat: armies by province."""
    tower_armies: int
    tower_farmers: int
    armies: int
    farmers: int
    tokens: tuple[int, int, int]
    most: tuple[int, int, int]
    """Points for most castles, temples and theatres in a region."""

    def in_game(self, seats: int) -> tuple[int, ...]:
        """Return the provinces that are played with so many players."""
        return tuple(at for at, each in enumerate(self.provinces) if seats > 3 or not each.out_with_3)


def _read(name: str) -> Any:
    return json.loads((files("naishi.games.shogun") / "data" / name).read_text("utf-8"))


@cache
def board() -> Board:
    """Return the board and the cards, read and checked once.

    Raises NaishiError: a data file was changed and makes no sense any more.
    """
    return make_board(_read("shogun.json"))


def make_board(data: Mapping[str, Any]) -> Board:
    """Return the board that a document describes. Raises NaishiError: it makes no sense; the text says where."""
    if fault := _fault(data):
        raise NaishiError(_("The data of Shogun is damaged: {fault}. Install the program again.").format(fault=fault))
    names = [each["name"] for each in data["provinces"]]
    index = {name: at for at, name in enumerate(names)}
    land, sea = ([(index[a], index[b]) for a, b in data[kind]] for kind in ("land", "sea"))

    def near(routes: Sequence[tuple[int, int]], at: int) -> tuple[int, ...]:
        return tuple(sorted({b if a == at else a for a, b in routes if at in (a, b)}))

    provinces = tuple(
        Province(
            each["name"],
            each["code"],
            data["regions"].index(each["region"]),
            each["rice"],
            each["tax"],
            each["slots"],
            each["out_with_3"],
            near([*land, *sea], at),
            near(sea, at),
        )
        for at, each in enumerate(data["provinces"])
    )
    components, scoring = data["components"], data["scoring"]
    return Board(
        tuple(data["regions"]),
        provinces,
        tuple(each["cost"] for each in data["actions"]),
        tuple(EventCard(each["code"], each["effect"], each["rice_loss"]) for each in data["events"]),
        ((0, 0), *((each["revolts"], each["farmers"]) for each in data["supply"])),
        {int(seats): number for seats, number in data["chests_at_start"].items()},
        {int(seats): tuple(groups) for seats, groups in data["groups_at_start"].items()},
        {
            int(seats): tuple(
                {index[name]: size for name, size in by_seat[str(seat)].items()} for seat in range(int(seats))
            )
            for seats, by_seat in data["setups"].items()
        },
        data["tower_at_start"]["armies_each"],
        data["tower_at_start"]["farmers"],
        components["armies_each"],
        components["farmers"],
        (components["castles"], components["temples"], components["theatres"]),
        (scoring["most_castles"], scoring["most_temples"], scoring["most_theatres"]),
    )


def _fault(data: Mapping[str, Any]) -> str:
    """Return what is wrong with the data, or an empty text."""
    try:
        return next((text for wrong, text in _checks(data) if wrong()), "")
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        return f"{type(error).__name__} {error}"


def _checks(data: Mapping[str, Any]) -> list[tuple[Callable[[], object], str]]:
    provinces, names = data["provinces"], {each["name"] for each in data["provinces"]}
    routes = [frozenset(pair) for pair in (*data["land"], *data["sea"])]
    regions = Counter(each["region"] for each in provinces)
    out = {each["name"] for each in provinces if each["out_with_3"]}
    return [
        (
            lambda: len(names) != 45 or len({each["code"] for each in provinces}) != 45,
            "not 45 provinces with their codes",
        ),
        (
            lambda: any(regions[region] != 9 for region in data["regions"]) or len(regions) != 5,
            "not five regions of nine",
        ),
        (lambda: any(not 1 <= each["slots"] <= 3 for each in provinces), "a province has no slots"),
        (lambda: not names.issuperset(frozenset().union(*routes)), "a border leads to an unknown province"),
        (lambda: len(routes) != len(set(routes)) or any(len(pair) != 2 for pair in routes), "a border is there twice"),
        (lambda: not _connected(names, routes), "a province has no way to the others"),
        (lambda: not _connected(names - out, routes), "a province has no way to the others with three players"),
        (lambda: [each["code"] for each in data["actions"]] != list(ACTIONS), "the actions aren't the ten known"),
        (
            lambda: [each["code"] for each in data["specials"]] != list(SPECIALS),
            "the special cards aren't the five known",
        ),
        (lambda: len({each["code"] for each in data["events"]}) != 12, "not twelve events"),
        (lambda: [each["missing"] for each in data["supply"]] != [1, 2, 3, 4, 5, 6, 7], "the supply table has a gap"),
        (
            lambda: any(
                sorted(groups.values(), reverse=True) != data["groups_at_start"][seats] or not names.issuperset(groups)
                for seats, by_seat in data["setups"].items()
                for groups in by_seat.values()
            ),
            "a set-up doesn't have the army groups",
        ),
        (
            lambda: any(
                max(Counter(name for groups in by_seat.values() for name in groups).values()) > 1
                for by_seat in data["setups"].values()
            ),
            "a set-up gives a province twice",
        ),
    ]


def _connected(names: set[str], routes: Sequence[frozenset[str]]) -> bool:
    reached: set[str] = set()
    waiting = [min(names)]
    while waiting:
        at = waiting.pop()
        if at not in reached:
            reached.add(at)
            waiting += [other for pair in routes if at in pair for other in pair & names]
    return reached == names


@cache
def indexes() -> Mapping[str, int]:
    """Return each province's index by its name and by its code."""
    provinces = board().provinces
    return {each.name: at for at, each in enumerate(provinces)} | {each.code: at for at, each in enumerate(provinces)}


@cache
def event_indexes() -> Mapping[str, int]:
    return {each.code: at for at, each in enumerate(board().events)}


@cache
def towers() -> Mapping[str, Tower]:
    """Return the models of the tower by name."""
    presets = _read("tower.json")["presets"]
    return {
        name: Tower(*((each[key][0], each[key][1]) for key in ("stay", "fall", "fall_per_cube")))
        for name, each in presets.items()
    }


@cache
def map_layout() -> Mapping[str, Any]:
    """Return where the provinces stand on the map at three sizes, and what keys lead where."""
    layout: Mapping[str, Any] = _read("map.json")
    return layout
