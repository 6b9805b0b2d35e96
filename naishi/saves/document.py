"""What is in the file of a save, and everything that is checked before it is believed."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Annotated, Any, Literal, NamedTuple, NoReturn

from pydantic import BeforeValidator, Field, ValidationError

from naishi.errors import DamagedSaveError, NaishiError, NewerSaveError
from naishi.game.game import Game
from naishi.game.record import GameRecord
from naishi.i18n import _, quoted

FORMAT = "naishi-save"
VERSION = 1
SUFFIX = ".naishi.json"
SIZE_LIMIT = 1_000_000
"""In bytes. The longest game has some 30 000."""

ID = re.compile(r"[a-z0-9](?:[a-z0-9-]{0,30}[a-z0-9])?")
"""What an id looks like: a file name on every system, and no path."""

Data = dict[str, Any]
"""A JSON object as it came from the file: not yet believed."""

MIGRATIONS: Mapping[int, Callable[[Data], Data]] = {}
"""For each older version what makes the next one of it; none so far."""

_MOMENT = re.compile(r"(?:19[7-9]|[2-8]\d\d)\d-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{3}|\.\d{6})?Z")


def _moment(value: object) -> datetime:
    if not isinstance(value, str) or not _MOMENT.fullmatch(value):
        raise ValueError(_("not a time such as 2026-01-31T18:30:00Z"))
    return datetime.fromisoformat(value)


Moment = Annotated[datetime, BeforeValidator(_moment)]
"""A time in UTC, spelt in the one way that we write."""


class SaveDocument(GameRecord):
    """A game record with the fields that make a file of it."""

    format: Literal["naishi-save"]
    version: Literal[1]
    id: Annotated[str, Field(pattern=re.compile(rf"^{ID.pattern}\Z"))]
    created: Moment
    updated: Moment
    checksum: str


class Saved(NamedTuple):
    """A save that was read and replayed."""

    document: SaveDocument
    game: Game


def write(record: GameRecord, save_id: str, created: datetime, updated: datetime) -> bytes:
    """Make the bytes of a save: one field a line, so that people and `diff` can read it."""
    data: Data = {
        "format": FORMAT,
        "version": VERSION,
        "id": save_id,
        "created": _written(created),
        "updated": _written(updated),
        **record.model_dump(mode="json"),
    }
    data["checksum"] = checksum(data)
    fields = (f"{json.dumps(name)}: {json.dumps(value, ensure_ascii=False)}" for name, value in data.items())
    return ("{\n" + ",\n".join(fields) + "\n}\n").encode()


def checksum(data: Data) -> str:
    """Sum up a document: SHA-256 of its canonical JSON (sorted, no spaces, ASCII) without the checksum itself."""
    rest = {name: value for name, value in data.items() if name != "checksum"}
    canonical = json.dumps(rest, sort_keys=True, separators=(",", ":"), allow_nan=False)
    return hashlib.sha256(canonical.encode()).hexdigest()


def read(content: bytes) -> Saved:
    """Read the bytes of a save, believing nothing.

    Raises:
        NewerSaveError: It was written by a later version of the program.
        DamagedSaveError: It isn't a whole, unaltered save; the text says what is wrong.
    """
    data = migrated(parse(content))
    _check_sum(data)
    return replay(data)


def parse(content: bytes) -> Data:
    """Read JSON that claims to be a save, of whatever version.

    Raises:
        DamagedSaveError: It isn't UTF-8, isn't JSON, or isn't a saved game.
    """
    if not content.strip(b"\0 \t\r\n"):
        raise DamagedSaveError(_("It is empty."))
    try:
        data = json.loads(content.decode(), object_pairs_hook=_object, parse_constant=_no_constant)
    except UnicodeDecodeError:
        raise DamagedSaveError(_("It is not text (UTF-8).")) from None
    except json.JSONDecodeError as error:
        raise DamagedSaveError(_("It breaks off or is garbled at line {line}.").format(line=error.lineno)) from None
    except RecursionError:
        raise DamagedSaveError(_("It is garbled: nested too deeply.")) from None
    except ValueError as error:  # a number too long, a field twice, a NaN
        raise DamagedSaveError(_("It is garbled: {why}.").format(why=error)) from None
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise DamagedSaveError(_("It is not a saved game of Naishi."))
    return data


def migrated(data: Data, migrations: Mapping[int, Callable[[Data], Data]] | None = None) -> Data:
    """Bring an older document to today's version, checksum included; leave one of today as it is.

    Raises:
        NewerSaveError: It is of a later version.
        DamagedSaveError: It has no version, an unknown one, or was altered.
    """
    steps = MIGRATIONS if migrations is None else migrations
    version = data.get("version")
    if type(version) is not int:
        raise DamagedSaveError(_("It is not a saved game of Naishi: it has no version."))
    if version > VERSION:
        raise NewerSaveError(_("It was saved by a newer version of Naishi: update the program to open it."))
    while version < VERSION:
        if version not in steps:
            raise DamagedSaveError(_("It has an unknown version."))
        _check_sum(data)
        version += 1
        data = {**steps[version - 1](data), "version": version}
        data["checksum"] = checksum(data)
    return data


def replay(data: Data) -> Saved:
    """Check every field of a document, and replay every action.

    Raises:
        DamagedSaveError: One of them is wrong.
    """
    try:
        document = SaveDocument.model_validate(data)
        return Saved(document, Game(document))
    except ValidationError as error:
        raise DamagedSaveError(_("It makes no sense: {why}").format(why=first_wrong(error))) from None
    except NaishiError as error:
        raise DamagedSaveError(_("It makes no sense: {why}").format(why=error)) from None


def first_wrong(error: ValidationError) -> str:
    """Tell the first thing that is wrong with a document in one line."""
    first = error.errors(include_url=False, include_input=False)[0]
    where = ".".join(str(part) if isinstance(part, int) else _plain(part) for part in first["loc"])
    cause = first.get("ctx", {}).get("error")
    what = str(cause) if isinstance(cause, ValueError) else first["msg"]
    return f"{where}: {what}" if where else what


def _plain(part: str) -> str:
    return part if part.isidentifier() and part.isascii() and len(part) <= 30 else quoted(part)


def _written(moment: datetime) -> str:
    return moment.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _check_sum(data: Data) -> None:
    try:
        unaltered = data.get("checksum") == checksum(data)
    except ValueError:  # a number without end such as 1e999
        unaltered = False
    if not unaltered:
        raise DamagedSaveError(_("It was altered: the checksum does not match."))


def _object(pairs: list[tuple[str, Any]]) -> Data:
    fields = dict(pairs)
    if len(fields) != len(pairs):
        raise ValueError(_("a field stands there twice"))
    return fields


def _no_constant(name: str) -> NoReturn:
    raise ValueError(_("{name} is no number").format(name=name))
