"""Decisions of a seat, and their text."""

import re
from collections.abc import Iterable
from typing import NamedTuple

from naishi.common.i18n import InvalidActionError, _, visible
from naishi.games.shogun.data import ACTIONS, BID, SPECIALS, board, indexes

Plan = tuple[int, ...]
"""Eleven entries, one a space: a province's index, `EMPTY`, and for the bid also `CHESTS` plus a number."""

EMPTY = -1
"""Nothing on a space, or a chest card that isn't a bid: nobody ever needs to tell them apart."""

CHESTS = 50
"""What is added to the number of a chest card that is a bid."""

CHEST_CARDS = range(5)
_NUMBER = re.compile(r"0|[1-9]\d{0,2}", re.ASCII)
_SPACES = (*ACTIONS, "bid")
_PARTS = {"take": 2, "draw": 1, "renew": 1, "place": 2, "choose": 2, "move": 4, "stay": 1, "revolt": 2}


class Action(NamedTuple):
    """One decision; a verb and what it needs."""

    verb: str
    """take, draw, renew, place, plan, choose, move, stay or revolt."""
    province: int = -1
    """Of take and revolt; where a move starts."""
    target: int = -1
    """Where a move goes."""
    number: int = 0
    """Armies that move, the size of a group, the index of a special card."""
    plan: Plan = ()

    @property
    def text(self) -> str:
        """The text that stands for it in records, in logs and on the command line."""
        provinces = board().provinces
        match self.verb:
            case "take" | "revolt":
                return f"{self.verb} {provinces[self.province].name}"
            case "place":
                return f"place {self.number}"
            case "choose":
                return f"choose {SPECIALS[self.number]}"
            case "move":
                return f"move {provinces[self.province].name} {provinces[self.target].name} {self.number}"
            case "plan":
                return " ".join(("plan", *_spaces(self.plan)))
        return self.verb

    def __str__(self) -> str:
        return self.text


DRAW, RENEW, STAY = Action("draw"), Action("renew"), Action("stay")


def take(province: int) -> Action:
    """Take an open card of the draft."""
    return Action("take", province)


def place(size: int) -> Action:
    """Put a group of so many armies in the province just taken."""
    return Action("place", number=size)


def choose(special: int) -> Action:
    """Take a special card."""
    return Action("choose", number=special)


def move(start: int, target: int, armies: int) -> Action:
    """Move armies to a neighbour."""
    return Action("move", start, target, armies)


def revolt(province: int) -> Action:
    """Settle the revolt of this province first."""
    return Action("revolt", province)


def make_plan(plan: Iterable[int]) -> Action:
    return Action("plan", plan=tuple(plan))


def _spaces(plan: Plan) -> list[str]:
    provinces = board().provinces
    return [
        f"{space}:{entry - CHESTS if entry >= CHESTS else provinces[entry].name}"
        for space, entry in zip(_SPACES, plan, strict=True)
        if entry >= 0
    ]


def parse(text: str) -> Action:
    """Return the action that a text stands for. Codes are read like names, and a plan's spaces in any order.

    Raises InvalidActionError: it stands for none.
    """
    verb, *rest = text.split(" ")
    if verb == "plan":
        return make_plan(_read_plan(rest))
    if verb in _PARTS and _PARTS[verb] != len(rest) + 1:
        raise InvalidActionError(
            _("“{text}” isn't an action: write {usage}.").format(text=visible(text), usage=_usage(verb))
        )
    if verb not in _PARTS:
        raise InvalidActionError(
            _(
                "“{text}” isn't an action. Examples: plan tax:Kii bid:2, choose rice, move Kii Ise 3, stay, "
                "revolt Kii, take Kii, draw, place 4."
            ).format(text=visible(text))
        )
    match verb:
        case "take" | "revolt":
            return Action(verb, _province(rest[0]))
        case "place":
            return place(_number(rest[0]))
        case "choose":
            if rest[0] not in SPECIALS:
                raise InvalidActionError(
                    _("“{word}” isn't a special card: they are {cards}.").format(
                        word=visible(rest[0]), cards=", ".join(SPECIALS)
                    )
                )
            return choose(SPECIALS.index(rest[0]))
        case "move":
            return move(_province(rest[0]), _province(rest[1]), _number(rest[2]))
    return Action(verb)


def read_typed(text: str) -> Action:
    """Return the action that a person has typed: in small or capital letters, a space in one word or two.

    Records have one way to write each.

    Raises:
        InvalidActionError: It is none.
    """
    known = {word.casefold(): word for word in (*_PARTS, "plan", *_SPACES, *SPECIALS, *indexes())}
    text = re.sub(r"(?i)\b(fight|raise) (?=[ab135]:)", r"\1", " ".join(text.split()))
    parts = (part.split(":") for part in text.split())
    return parse(" ".join(":".join(known.get(word.casefold(), word) for word in words) for words in parts))


def _usage(verb: str) -> str:
    """Say what stands behind the first word of an action."""
    usages = {
        "take": _("take and a province, such as take Kii"),
        "revolt": _("revolt and a province, such as revolt Kii"),
        "place": _("place and the size of a group, such as place 4"),
        "choose": _("choose and a special card, such as choose rice"),
        "move": _("move, from where, to where and how many armies, such as move Kii Ise 3"),
    }
    return usages.get(verb) or _("{verb} alone").format(verb=verb)


def _read_plan(parts: list[str]) -> Plan:
    plan = [EMPTY] * (BID + 1)
    filled = set()
    for part in parts:
        space, colon, card = part.partition(":")
        if space not in _SPACES or not colon:
            raise InvalidActionError(
                _("“{part}” isn't a space of a plan with its card; write castle:Kii or bid:2.").format(
                    part=visible(part)
                )
            )
        if space in filled:
            raise InvalidActionError(_("The plan has {space} twice.").format(space=space))
        filled.add(space)
        if card.isdecimal():
            plan[BID] = CHESTS + _bid(space, card)
        else:
            plan[_SPACES.index(space)] = _province(card)
    return tuple(plan)


def _bid(space: str, card: str) -> int:
    """Read the number of a chest card, which counts on the bid only."""
    if space != "bid":
        raise InvalidActionError(
            _("“{part}”: a number is a bid of chests; write {space} and a province, such as {space}:Kii.").format(
                part=visible(f"{space}:{card}"), space=space
            )
        )
    if card not in {str(number) for number in CHEST_CARDS}:
        raise InvalidActionError(
            _("“bid:{number}” isn't a bid: bid {fewest} to {most} chests, or a province, such as bid:Kii.").format(
                number=visible(card), fewest=CHEST_CARDS[0], most=CHEST_CARDS[-1]
            )
        )
    return int(card)


def _province(word: str) -> int:
    found = indexes().get(word)
    if found is None:
        raise InvalidActionError(
            _("“{word}” isn't a province. Write its name or its code of three letters.").format(word=visible(word))
        )
    return found


def _number(word: str) -> int:
    if not _NUMBER.fullmatch(word):
        raise InvalidActionError(_("“{word}” isn't a number.").format(word=visible(word)))
    return int(word)
