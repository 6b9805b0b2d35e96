"""The format of a server's export, and every check that one has to pass before anything of it is used.

One JSON object a line: a head, the players, the matches, and an end with a checksum.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from typing import Annotated, Any, NamedTuple

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, model_validator

from naishi.errors import NaishiError
from naishi.game.game import Game
from naishi.game.record import HUMAN, GameRecord
from naishi.i18n import _
from naishi.server.match import Agreed
from naishi.server.matches import columns_of
from naishi.server.names import checked_name

FORMAT = "naishi-server"
VERSION = 1
LONGEST_LINE = 1_000_000
"""In bytes. The longest game has about 30,000."""

_EXACT = ConfigDict(extra="forbid", frozen=True, allow_inf_nan=False)


def _good_name(name: str) -> str:
    if checked_name(name) != name:
        raise ValueError
    return name


Name = Annotated[str, AfterValidator(_good_name)]
Hash = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
Fingerprint = Annotated[str, Field(pattern=r"^SHA256:[!-~]{1,64}$")]
Count = Annotated[int, Field(ge=0, lt=2**31)]
Pair = Field(min_length=2, max_length=2)


class PlayerLine(BaseModel):
    """A player, with what recognises the person who comes back."""

    model_config = _EXACT

    id: int
    name: Name
    named: bool
    code: Hash | None
    keys: list[Fingerprint]
    created: float
    came: float
    settings: dict[str, Any]


class MatchLine(BaseModel):
    """A match; what can be worked out from the record is not repeated."""

    model_config = _EXACT

    id: str = Field(pattern=r"^[a-z2-9]{8}$")
    revision: Count
    record: GameRecord | None
    agreed: Agreed
    host: int
    seats: list[int | None] = Pair
    seen: list[Count] = Pair
    told: list[Agreed | None] = Pair
    public: bool
    updated: float

    @model_validator(mode="after")
    def _check_seats(self) -> MatchLine:
        """Make sure that people sit where the game has people."""
        if self.record is None:
            people = [True, False]
        else:
            people = [player.kind == HUMAN for player in self.record.players]
        if [seat is not None for seat in self.seats] != people:
            raise ValueError
        return self

    def columns(self) -> dict[str, Any]:
        """Return the columns of the match that say how the game stands.

        Raises:
            NaishiError: The record is of an impossible game.
        """
        return columns_of(None if self.record is None else Game(self.record), self.agreed)


class Content(NamedTuple):
    """What is in an export."""

    players: list[PlayerLine]
    matches: list[MatchLine]


def written(line: dict[str, object]) -> str:
    """Return a line of an export, in ASCII."""
    return json.dumps(line, separators=(",", ":")) + "\n"


def read(lines: Iterable[bytes]) -> Content:
    """Check all lines of an export.

    Raises:
        NaishiError: Something is wrong with them; the text says what.
    """
    content = Content([], [])
    digest = hashlib.sha256()
    number, ended = 0, False
    for number, line in enumerate(lines, 1):
        data = _parsed(line, number)
        if number == 1:
            _check_head(data)
        elif ended:
            raise _damaged(number)
        elif set(data) == {"end"}:
            _check_end(data["end"], number, digest.hexdigest())
            ended = True
        else:
            _take(data, number, content)
        digest.update(line)
    if number == 0:
        raise _foreign()
    if not ended:
        raise NaishiError(_("The export is cut off: its end is missing."))
    _check_references(content)
    return content


def _parsed(line: bytes, number: int) -> dict[str, Any]:
    try:
        data = json.loads(line) if len(line) <= LONGEST_LINE else None
    except (ValueError, RecursionError):
        data = None
    if not isinstance(data, dict):
        raise _foreign() if number == 1 else _damaged(number)
    return data


def _check_head(data: dict[str, Any]) -> None:
    version = data.get("version")
    if data.get("format") != FORMAT or type(version) is not int:
        raise _foreign()
    if version > VERSION:
        raise NaishiError(_("The export was written by a newer version of Naishi; update Naishi to read it."))


def _check_end(end: object, number: int, checksum: str) -> None:
    if end != {"lines": number - 1, "checksum": checksum}:
        raise NaishiError(_("The export was altered: its checksum does not match."))


def _take(data: dict[str, Any], number: int, content: Content) -> None:
    """Check a player or a match in full, the game replayed, and add it."""
    try:
        match data:
            case {"player": player}:
                content.players.append(PlayerLine.model_validate(player))
            case {"match": game}:
                content.matches.append(MatchLine.model_validate(game))
                content.matches[-1].columns()
            case _:
                raise _damaged(number)
    except (ValueError, RecursionError):  # whose text may name cards
        raise _damaged(number) from None


def _check_references(content: Content) -> None:
    """Make sure that every player of a match is there, and everybody and everything once.

    Raises:
        NaishiError: That isn't so.
    """
    ids = [person.id for person in content.players]
    fingerprints = [key for person in content.players for key in person.keys]
    codes = [person.code for person in content.players if person.code is not None]
    seated = {player for game in content.matches for player in (game.host, *game.seats)} - {None}
    unique: tuple[list[Any], ...] = (ids, fingerprints, codes, [game.id for game in content.matches])
    if not all(len(set(each)) == len(each) for each in unique) or not seated <= set(ids):
        raise NaishiError(_("The export is inconsistent: its players and games don't belong together."))


def _damaged(number: int) -> NaishiError:
    return NaishiError(_("The export is damaged in line {number}.").format(number=number))


def _foreign() -> NaishiError:
    return NaishiError(_("This is not an export of a Naishi server."))
