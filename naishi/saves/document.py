"""The format of a save, and every check a file has to pass before it is trusted."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from typing import Annotated, Any, Literal, NamedTuple, NoReturn

from pydantic import BeforeValidator, Field, ValidationError

from naishi.common.documents import first_error
from naishi.common.errors import DamagedSaveError, NaishiError, NewerSaveError, SaveError
from naishi.common.i18n import _
from naishi.games.naishi.game.game import Game
from naishi.games.naishi.game.record import GameRecord

FORMAT = "naishi-save"
DEALT, POSITIONED, EXPANDED, PROVED, LATEST = 1, 2, 3, 4, 5
"""Versions. A game that begins with a deal is written as version 1, which every program reads; one that begins at a
position needs version 2, one that is played with the expansion version 3, one with the proof of a
table's deal version 4, and version 5 one with that of another deal, or one that its players ended before its end."""
NEWEST = LATEST
SUFFIX = ".naishi.json"
LINE_BEGINS = b'{"format": "naishi-save"'
"""How a save begins that was written as a line."""
SIZE_LIMIT = 1_000_000
"""In bytes. The longest game has about 30,000."""
VALUE_LIMIT = 10_000
"""How many JSON values a save may hold. The longest game has about 1,100; checking 100,000 bad ones takes seconds."""
DEPTH_LIMIT = 10
"""How deeply they may be nested. A game needs four levels."""

ID = re.compile(r"[a-z0-9](?:[a-z0-9-]{0,30}[a-z0-9])?")
"""What an id looks like: a valid file name on every system, and never a path."""

Data = dict[str, Any]
"""A JSON object as it came from the file, not checked yet."""

MIGRATIONS: Mapping[int, Callable[[Data], Data]] = {}
"""For each version older than `DEALT`, the function that turns it into the next one; none so far."""

_TIMESTAMP = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{3}|\.\d{6})?Z")


def _timestamp(value: object) -> datetime:
    with suppress(ValueError):
        if isinstance(value, str) and _TIMESTAMP.fullmatch(value):
            return datetime.fromisoformat(value)
    raise ValueError(_("not a time such as 2026-01-31T18:30:00Z"))


Timestamp = Annotated[datetime, BeforeValidator(_timestamp)]
"""A time in UTC, in the one spelling that we write; any year will do, since clocks can be wrong."""


SaveId = Annotated[str, Field(pattern=re.compile(rf"^{ID.pattern}\Z"))]


class SaveDocument(GameRecord):
    """A game record plus the fields that a file needs."""

    format: Literal["naishi-save"]
    version: Literal[1, 2, 3, 4, 5]
    id: SaveId
    created: Timestamp
    updated: Timestamp
    checksum: str


class Saved(NamedTuple):
    """A save that was read, checked and replayed."""

    document: SaveDocument
    game: Game
    content: bytes
    """The bytes of its file."""


def _document(record: GameRecord, save_id: str, created: datetime, updated: datetime) -> Data:
    data: Data = {
        "format": FORMAT,
        "version": _version(record),
        "id": save_id,
        "created": _spelled(created),
        "updated": _spelled(updated),
        **{name: value for name, value in record.model_dump(mode="json").items() if value is not None},
    }
    if record.proof is not None:  # a table's is written as it was when there was no other
        data["proof"] = record.proof.model_dump(mode="json", exclude_defaults=True)
    data["checksum"] = checksum(data)
    return data


def write(record: GameRecord, save_id: str, created: datetime, updated: datetime) -> bytes:
    """Return the bytes of a save: one field a line, so that people and `diff` can read it."""
    data = _document(record, save_id, created, updated)
    fields = (f"{json.dumps(name)}: {json.dumps(value, ensure_ascii=False)}" for name, value in data.items())
    return ("{\n" + ",\n".join(fields) + "\n}\n").encode()


def write_line(record: GameRecord, save_id: str, created: datetime, updated: datetime) -> str:
    """Return a save as a line of ASCII, which goes through any terminal unharmed; see `lines_with_saves`."""
    return json.dumps(_document(record, save_id, created, updated))


def lines_with_saves(content: bytes) -> Sequence[bytes]:
    """Return the saves that stand in lines of a text, each in one; what is before them in their lines is left out."""
    return [line[line.index(LINE_BEGINS) :].strip() for line in content.splitlines() if LINE_BEGINS in line]


def _version(record: GameRecord) -> int:
    """Return the oldest version that has all that a record needs."""
    if record.early_end is not None or (record.proof is not None and not record.proof.seats_drawn):
        return LATEST
    if record.proof is not None:
        return PROVED
    if record.options.expansion is not None:
        return EXPANDED
    return POSITIONED if record.deal is None else DEALT


def checksum(data: Data) -> str:
    """Return the SHA-256 of a document's canonical JSON (sorted, no spaces, ASCII), leaving out the checksum field."""
    rest = {name: value for name, value in data.items() if name != "checksum"}
    canonical = json.dumps(rest, sort_keys=True, separators=(",", ":"), allow_nan=False)
    return hashlib.sha256(canonical.encode()).hexdigest()


def read(content: bytes) -> Saved:
    """Check and replay the bytes of a save.

    Raises:
        NewerSaveError: It was written by a later version of the program.
        DamagedSaveError: It isn't a whole, unaltered save; the text says what is wrong.
    """
    document = read_document(content)
    with nothing_but_save_errors():
        return Saved(document, Game(document), content)


def read_document(content: bytes) -> SaveDocument:
    """Check the bytes of a save, but for whether its actions can be played.

    Raises:
        SaveError: As for `read`.
    """
    if len(content) > SIZE_LIMIT:
        raise DamagedSaveError(_("The file is too large to be a saved game."))
    with nothing_but_save_errors():
        data = migrated(parse(content))
        _check_sum(data)
        return _validated(data)


@contextmanager
def nothing_but_save_errors() -> Iterator[None]:
    """Turn whatever a file provokes into a `SaveError` about that file, so that one bad file never affects another.

    Raises:
        DamagedSaveError: Anything but a `SaveError` was raised.
    """
    try:
        yield
    except SaveError:
        raise
    except NaishiError as error:
        raise DamagedSaveError(_("The file contains an impossible game: {why}").format(why=error)) from None
    except RecursionError:
        raise DamagedSaveError(_("The file is corrupted: it is nested too deeply.")) from None
    except Exception as error:
        # Only the kind is shown: the text of an unforeseen error could name a hidden card.
        raise DamagedSaveError(_("The file is corrupted ({kind}).").format(kind=type(error).__name__)) from error


def parse(content: bytes) -> Data:
    """Parse JSON that claims to be a save of any version.

    Raises:
        DamagedSaveError: It isn't UTF-8, isn't JSON, or isn't a saved game.
    """
    if not content.strip(b"\0 \t\r\n"):
        raise DamagedSaveError(_("The file is empty."))
    try:
        data = json.loads(content.decode(), object_pairs_hook=_object, parse_constant=_no_constant)
    except UnicodeDecodeError:
        raise DamagedSaveError(_("The file is not UTF-8 text.")) from None
    except json.JSONDecodeError as error:
        raise DamagedSaveError(
            _("The file is cut off or corrupted at line {line}.").format(line=error.lineno)
        ) from None
    except RecursionError:
        raise DamagedSaveError(_("The file is corrupted: it is nested too deeply.")) from None
    except ValueError as error:  # a number too long, a field twice, a NaN
        raise DamagedSaveError(_("The file is corrupted: {why}.").format(why=error)) from None
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise DamagedSaveError(_("This is not a saved Naishi game."))
    return data


def migrated(data: Data, migrations: Mapping[int, Callable[[Data], Data]] | None = None) -> Data:
    """Bring an older document up to the current version, checksum included; return a current one as it is.

    Raises:
        NewerSaveError: It is of a later version.
        DamagedSaveError: It has no version or an unknown one, was altered, or holds more than any game.
    """
    steps = MIGRATIONS if migrations is None else migrations
    version = data.get("version")
    if type(version) is not int:
        raise DamagedSaveError(_("This is not a saved Naishi game: it has no version."))
    if version > NEWEST:
        raise NewerSaveError(_("This game was saved by a newer version of Naishi; update Naishi to open it."))
    check_bounds(data)
    while version < DEALT:
        if version not in steps:
            raise DamagedSaveError(_("The file has an unknown version."))
        _check_sum(data)
        version += 1
        data = {**steps[version - 1](data), "version": version}
        data["checksum"] = checksum(data)
    return data


def check_bounds(data: Data) -> None:
    """Refuse what no game needs, before checking it costs seconds or the stack.

    Raises:
        DamagedSaveError: There are too many values, or they are nested too deeply.
    """
    level: list[Any] = [data]
    count = 0
    for _depth in range(DEPTH_LIMIT):
        containers = (value for value in level if isinstance(value, dict | list))
        level = [inner for each in containers for inner in (each.values() if isinstance(each, dict) else each)]
        count += len(level)
        if count > VALUE_LIMIT:
            raise DamagedSaveError(_("The file is corrupted: it contains more than any saved game could."))
        if not level:
            return
    raise DamagedSaveError(_("The file is corrupted: it is nested too deeply."))


def _validated(data: Data) -> SaveDocument:
    try:
        return SaveDocument.model_validate(data)
    except ValidationError as error:
        raise DamagedSaveError(_("A field has an invalid value: {why}").format(why=first_error(error))) from None


def _spelled(moment: datetime) -> str:
    return moment.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _check_sum(data: Data) -> None:
    try:
        unaltered = data.get("checksum") == checksum(data)
    except ValueError:  # an infinite number such as 1e999
        unaltered = False
    if not unaltered:
        raise DamagedSaveError(_("The file was altered: its checksum does not match."))


def _object(pairs: list[tuple[str, Any]]) -> Data:
    fields = dict(pairs)
    if len(fields) != len(pairs):
        raise ValueError(_("a field appears twice"))
    return fields


def _no_constant(name: str) -> NoReturn:
    raise ValueError(_("{name} is not a number").format(name=name))
