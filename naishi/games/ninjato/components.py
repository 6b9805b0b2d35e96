"""Cards, tiles and treasures of Ninjato, from one data file.

What no public source shows is assumed; only the data file knows which values those are, and why.
"""

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

from naishi.common.i18n import NaishiError, _

CLANS = ("T", "M", "G")
KINDS = ("warrior", "goodwill", "friends", "master", "dishonour")
"""The kinds of rumours."""
TREASURES = "fsvjg"
"""The kinds of treasure, cheap to dear; gold is the joker."""
STYLES = ("snake", "tiger", "crane")
HENSOJUTSU = "hensojutsu"
SKILLS = (
    "shinobi_iri",
    "intonjutsu",
    "choho",
    "distraction",
    "kenjutsu",
    "mind_over_body",
    "open_hand",
    "boryaku",
    "seishin_teki",
    *(f"{HENSOJUTSU}_{style}" for style in STYLES),
)
PRICE = re.compile(r"\?{1,2}|same1-4|any\+same3|[fsvj]( [fsvj])?")
SCORINGS = (3, 5, 7)
"""The rounds after which there is a scoring phase."""


@dataclass(frozen=True, slots=True)
class Components:
    """Everything in the box."""

    decks: Mapping[str, tuple[str, ...]]
    """All cards of each deck, sorted; the treasures are the deck `bag`."""
    flags: Mapping[str, int]
    """What a beaten elite card is worth at the end."""
    prices: Mapping[str, str]
    """What envoys and rumours cost."""
    masked: frozenset[str]
    """The envoys with a mask."""
    styles: Mapping[str, str]
    """The style of each tile."""
    lessons: Mapping[str, str]
    """The dojo card that each tile costs, `?` for any."""
    worth: Mapping[str, int]
    """What a treasure brings; gold as the dearest."""
    tokens: tuple[str, ...]
    """All clan tokens, sorted."""
    first_tokens: tuple[str, ...]
    """Those on the houses at first."""
    scoring: Mapping[int, tuple[str, ...]]
    """The order of the clans in each scoring phase."""
    assumed: Mapping[str, str]
    """What is assumed, and why."""


@cache
def components() -> Components:
    """Return what is in the box, read when first asked for."""
    text = resources.files("naishi.games.ninjato").joinpath("data", "components.json").read_text("utf-8")
    return read(json.loads(text))


def read(data: Mapping[str, Any]) -> Components:
    """Make the components of the data.

    Raises NaishiError: something is missing or contradicts the rest; the text says what, in one line.
    """
    try:
        problem = next(problems(data), None)
    except (KeyError, TypeError, AttributeError, ValueError) as error:
        problem = f"{type(error).__name__}: {error}"
    if problem:
        raise NaishiError(_("The components of Ninjato are wrong: {problem}").format(problem=problem))
    worth = data["treasures"]["worth"]
    skills = data["skills"]["cards"]
    priced = [*data["envoys"]["cards"], *data["rumours"]["cards"]]
    return Components(
        decks=decks(data),
        flags={each["code"]: each["flag"] for each in data["elite"]["cards"]},
        prices={each["code"]: each.get("price", each["code"].partition(":")[2]) for each in priced},
        masked=frozenset(each["code"] for each in data["envoys"]["cards"] if each["mask"]),
        styles={each["code"]: each["style"] for each in skills},
        lessons={each["code"]: each["card"] for each in skills},
        worth={**worth, "g": max(worth.values())},
        tokens=tokens(data),
        first_tokens=tuple(data["tokens"]["on_houses"]),
        scoring={int(after): tuple(row["order"]) for after, row in data["scoring"].items()},
        assumed={name: part["reason"] for name, part in assumed_parts(data)},
    )


def tokens(data: Mapping[str, Any]) -> tuple[str, ...]:
    """Return all clan tokens, sorted."""
    return tuple(sorted(f"{clan}{value}" for clan in CLANS for value in data["tokens"]["values"]))


def decks(data: Mapping[str, Any]) -> dict[str, tuple[str, ...]]:
    """Return all cards of each deck, sorted."""

    def every(counts: Mapping[str, int]) -> tuple[str, ...]:
        return tuple(sorted(Counter(counts).elements()))

    skills = {each["code"]: each["count"] for each in data["skills"]["cards"]}
    return {
        "guards": every(data["guards"]["cards"]),
        "elite": every({each["code"]: each["count"] for each in data["elite"]["cards"]}),
        "bag": every(data["treasures"]["cards"]),
        "hensojutsu": every({code: count for code, count in skills.items() if code.startswith(HENSOJUTSU)}),
        "skills": every({code: count for code, count in skills.items() if not code.startswith(HENSOJUTSU)}),
        "envoys": tuple(sorted(each["code"] for each in data["envoys"]["cards"])),
        "rumours": tuple(sorted(each["code"] for each in data["rumours"]["cards"])),
        "dojo": every(data["dojo"]["cards"]),
    }


def assumed_parts(data: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    for name, part in data.items():
        if part.get("assumed"):
            yield name, part
        elif name == "scoring":
            yield from ((f"scoring after round {after}", row) for after, row in part.items() if row["assumed"])


def problems(data: Mapping[str, Any]) -> Iterator[str]:
    """Yield what is wrong in the data, each in one line."""
    all_decks = decks(data)
    totals = data["totals"]
    for deck, name in (
        ("bag", "treasures"),
        *((name, name) for name in ("dojo", "guards", "elite", "envoys", "rumours")),
    ):
        if (count := len(all_decks[deck])) != totals[name]:
            yield f"{count} {name} instead of {totals[name]}"
    if (count := len(all_decks["skills"]) + len(all_decks["hensojutsu"])) != totals["skills"]:
        yield f"{count} skills instead of {totals['skills']}"
    yield from card_problems(all_decks)
    yield from priced_problems(data)
    for each in data["skills"]["cards"]:
        if each["style"] not in STYLES or each["card"] not in (*"12345", "?"):
            yield f"skills: {each['code']} has no style, or no card to learn it with"
    if {each["code"] for each in data["skills"]["cards"]} != set(SKILLS):
        yield "skills: not each of them is there once"
    if set(data["treasures"]["worth"]) != set(TREASURES) - {"g"}:
        yield "treasures: each but gold has a worth"
    yield from table_problems(data)
    yield from (f"{name} is assumed without a reason" for name, part in assumed_parts(data) if not part.get("reason"))


def table_problems(data: Mapping[str, Any]) -> Iterator[str]:
    """Yield what is wrong with the clan tokens and the order of scoring."""
    if len(all_tokens := tokens(data)) != data["totals"]["clan_tokens"] or len(set(data["tokens"]["on_houses"])) != 5:
        yield "tokens: fifteen, and five of them on houses"
    if not set(data["tokens"]["on_houses"]) <= set(all_tokens):
        yield "tokens: one on a house doesn't exist"
    if {int(after) for after in data["scoring"]} != set(SCORINGS):
        yield "scoring: an order after rounds 3, 5 and 7"
    yield from (
        f"scoring after {after}: each clan once"
        for after, row in data["scoring"].items()
        if sorted(row["order"]) != sorted(CLANS)
    )


def card_problems(all_decks: Mapping[str, tuple[str, ...]]) -> Iterator[str]:
    """Yield the cards that have no such text."""
    checks: tuple[tuple[str, Callable[[str], object]], ...] = (
        ("dojo", re.compile(r"[1-5]").fullmatch),
        ("guards", re.compile(r"[1-5]!?").fullmatch),
        ("elite", re.compile(r"[1-5][/+][1-5]").fullmatch),
        ("envoys", re.compile(rf"[{''.join(CLANS)}]\d\d").fullmatch),
        ("rumours", re.compile(rf"({'|'.join(KINDS)}):.+").fullmatch),
        ("bag", TREASURES.__contains__),
        ("skills", SKILLS.__contains__),
        ("hensojutsu", SKILLS.__contains__),
    )
    for deck, fits in checks:
        yield from (f"{deck}: {card!r} is no card of theirs" for card in all_decks[deck] if not fits(card))


def priced_problems(data: Mapping[str, Any]) -> Iterator[str]:
    """Yield what is wrong with envoys and rumours."""
    envoys = data["envoys"]["cards"]
    if len({each["code"][1:] for each in envoys}) != len(envoys):
        yield "envoys: two of one age"
    if len({each["code"] for each in data["rumours"]["cards"]}) != len(data["rumours"]["cards"]):
        yield "rumours: one is there twice"
    for each in envoys:
        if not PRICE.fullmatch(each["price"]) or not isinstance(each["mask"], bool):
            yield f"envoys: {each['code']} has no price, or neither a mask nor none"
    for each in data["rumours"]["cards"]:
        if not PRICE.fullmatch(each["code"].partition(":")[2]):
            yield f"rumours: {each['code']} has no price"
    yield from (
        f"elite: {each['code']} has no flag of 1 or 2" for each in data["elite"]["cards"] if each["flag"] not in (1, 2)
    )
