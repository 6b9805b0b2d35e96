"""Players: drawable names, and occupants of seats."""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Annotated, ClassVar

from pydantic import BeforeValidator, Field

from naishi.common.documents import Document, refused_as
from naishi.common.i18n import NaishiError, _, letters

NAME_LENGTH = 16

HUMAN = "human"
"""The kind of a player who is no bot."""
ABSENT = "absent"
"""The kind of a seat whose player has left: what it does then takes no thought."""

_NUMBER = re.compile(r" \d{1,2}\Z")
"""What `unlike` adds to a name."""
_MARKS = 3
"""How many combining marks one letter can need; with more, it grows over the lines above and below."""


def clean_name(name: str) -> str:
    """Make a name safe to draw: no control or invisible characters, no runs of spaces, at most 16 characters.

    Raises NaishiError: nothing is left.
    """
    if name.isascii() and name.isalnum() and len(name) <= NAME_LENGTH:  # most are, and lists read thousands
        return name
    words = " ".join(letters(name[:200]).split())
    clean = ""
    for cluster in _clusters(words):
        if len(clean) + len(cluster) > NAME_LENGTH:
            break
        clean += cluster
    clean = clean.strip()
    if not clean:
        raise NaishiError(_("A player needs a name."))
    return clean


def typed_name(name: str) -> str:
    """Return a name that a person has typed, safe to draw: see `clean_name`. Nothing that can be seen is cut off.

    Raises NaishiError: nothing is left, or it is too long.
    """
    clean = clean_name(name)
    if len("".join(_clusters(" ".join(letters(name[:200]).split())))) > NAME_LENGTH:
        raise NaishiError(_("A name can be at most {count} characters long.").format(count=NAME_LENGTH))
    return clean


def _clusters(text: str) -> Iterator[str]:
    """Split a text into letters, each with the combining marks that belong to it; marks of no letter are left out."""
    cluster = ""
    for c in text:
        if not unicodedata.category(c).startswith("M"):
            yield cluster
            cluster = c
        elif cluster.strip() and len(cluster) <= _MARKS:
            cluster += c
    yield cluster


def unlike(name: str, taken: Iterable[str]) -> str:
    """Return a name, with a number where others have it already."""
    others, number, found = [*taken], 2, name[:NAME_LENGTH]
    while any(same_name(found, other) for other in others):
        end = f" {number}"
        found, number = f"{name[: NAME_LENGTH - len(end)]}{end}", number + 1
    return found


def bot_name(names: Sequence[str], taken: Iterable[str]) -> str:
    """Return the first of a bot's names that no other player has; the first of all with a number if all are taken."""
    others = [*taken]
    free = (name for name in names if not any(same_name(name, other) for other in others))
    return next(free, None) or unlike(names[0], others)


def without_number(name: str) -> str:
    """Return a name without the number that `unlike` may have given it."""
    return _NUMBER.sub("", name)


def numbered_by_seat(players: "Sequence[Player]") -> "list[Player]":
    """Number the bots of one name by where they sit: the first has no number."""
    alike = defaultdict[tuple[str, str], list[int]](list)
    for seat, player in enumerate(players):
        if player.kind != HUMAN:
            alike[player.kind, without_number(player.name)].append(seat)
    seated = [*players]
    for seats in alike.values():
        names = sorted((players[seat].name for seat in seats), key=lambda name: (len(name), name))
        for seat, name in zip(seats, names, strict=True):
            seated[seat] = players[seat].model_copy(update={"name": name})
    return seated


PlayerName = Annotated[str, BeforeValidator(lambda value: clean_name(value) if isinstance(value, str) else value)]
"""A name that is safe to draw, wherever it was read from."""

PlayerKind = Annotated[str, Field(pattern=re.compile(r"^[a-z0-9_-]{1,32}\Z"))]
"""`human`, or the name of a bot. A compiled pattern has pydantic use Python's engine; its own costs 400 KB."""


@dataclass(frozen=True, init=False)
class Player(Document):
    """Who sits at a seat."""

    __pydantic_config__: ClassVar[Mapping[str, object]] = {"extra": "forbid"}

    name: PlayerName
    kind: PlayerKind = HUMAN
    pin: Annotated[str | None, Field(max_length=200)] = None
    """A hash of the PIN that uncovers this player's Hand on a shared device (see `naishi.tabletop.pins`)."""

    def __init__(self, name: str, kind: str = HUMAN, pin: str | None = None) -> None:
        with refused_as(NaishiError):
            read = self.model_validate({"name": name, "kind": kind, "pin": pin})
        vars(self).update(vars(read))


def same_name(one: str, other: str) -> bool:
    return unicodedata.normalize("NFKC", one).casefold() == unicodedata.normalize("NFKC", other).casefold()


def check_different(players: Sequence[Player], most: int | None = None) -> None:
    """Refuse players who would be taken for each other. Raises NaishiError: two of them have the same name."""
    if any(same_name(one.name, other.name) for one, other in combinations(players, 2)):
        two = (most or len(players)) == 2
        raise NaishiError(_("The two players need different names.") if two else _("All players need different names."))
