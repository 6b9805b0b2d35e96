"""Save format, and its validation."""

import hashlib
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple, NoReturn

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from naishi.common.documents import refused_as
from naishi.common.i18n import DamagedSaveError, InvalidRecordError, NaishiError, NewerSaveError, SaveError, _, quoted
from naishi.common.paths import SAVE_SUFFIX
from naishi.tabletop.kinds import keys, kind_of

if TYPE_CHECKING:
    from naishi.tabletop.game import Game

FORMAT = "naishi-save"
DEALT, POSITIONED, EXPANDED, PROVED, ENDED, ANY_GAME = 1, 2, 3, 4, 5, 6
"""Versions. A game of Naishi that begins with a deal is written as version 1, which every program reads; one that
begins at a position needs version 2, one that is played with the expansion version 3, one with the proof of a table's
deal version 4, and version 5 one with that of another deal, or one that its players ended before its end. Every other
game is written as version 6, and names its kind."""
NEWEST = ANY_GAME
NAISHI = "naishi"
"""The kind of the games in versions 1 to 5, which don't name it."""
SUFFIX = SAVE_SUFFIX
LINE_BEGINS = b'{"format": "naishi-save"'
"""How a save begins that was written as a line."""
SIZE_LIMIT = 1_000_000
"""In bytes. The longest game of Naishi has about 30,000; one of five seats with 600 actions has some 200,000."""
VALUE_LIMIT = 10_000
"""How many JSON values a save of Naishi may hold. The longest game has about 1,100; checking 100,000 bad ones takes
seconds."""
LONGEST_NUMBER = 400
"""Digits of a whole number: seeds are typed, and have at most some hundred."""
VALUE_LIMIT_OF_ANY = 50_000
"""How many a save of another game may hold: each of 600 actions may draw 30 values of chance."""
DEPTH_LIMIT = 10
"""How deeply they may be nested. A game needs four levels, and whatever its chance has."""

ID = re.compile(r"[a-z0-9](?:[a-z0-9-]{0,30}[a-z0-9])?")
"""What an id looks like: a valid file name on every system, and never a path."""

Data = dict[str, Any]
"""A JSON object as it came from the file, not checked yet."""

_TIMESTAMP = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{3}|\.\d{6})?Z")


def _timestamp(value: object) -> datetime:
    with suppress(ValueError):
        if isinstance(value, str) and _TIMESTAMP.fullmatch(value):
            return datetime.fromisoformat(value)
    raise ValueError(_("not a time such as 2026-01-31T18:30:00Z"))


Timestamp = Annotated[datetime, BeforeValidator(_timestamp)]
"""A time in UTC, in the one spelling that we write; any year will do, since clocks can be wrong."""

SaveId = Annotated[str, Field(pattern=re.compile(rf"^{ID.pattern}\Z"))]


class SaveHeader(BaseModel):
    """What a save says besides its game."""

    model_config = ConfigDict(frozen=True)

    format: Literal["naishi-save"]
    version: Literal[1, 2, 3, 4, 5, 6]
    id: SaveId
    created: Timestamp
    updated: Timestamp
    checksum: str
    """Of everything else; saves with equal headers are equal."""


class Saved(NamedTuple):
    """A save that was read, checked and replayed."""

    header: SaveHeader
    game: Any
    """A `Game`; whoever asks for one knows its kind, or needs no more than the contract."""
    content: bytes


def _document(game: Mapping[str, Any], save_id: str, created: datetime, updated: datetime) -> Data:
    data: Data = {
        "format": FORMAT,
        "version": _version(game),
        "id": save_id,
        "created": _spelled(created),
        "updated": _spelled(updated),
        **game,
    }
    data["checksum"] = checksum(data)
    return data


def write(game: Mapping[str, Any], save_id: str, created: datetime, updated: datetime) -> bytes:
    """Return the bytes of a save of a game's document: one field a line, so that people and `diff` can read it."""
    data = _document(game, save_id, created, updated)
    fields = (f"{json.dumps(name)}: {json.dumps(value, ensure_ascii=False)}" for name, value in data.items())
    return ("{\n" + ",\n".join(fields) + "\n}\n").encode()


def write_line(game: Mapping[str, Any], save_id: str, created: datetime, updated: datetime) -> str:
    """Return a save as a line of ASCII, which goes through any terminal unharmed; see `lines_with_saves`."""
    return json.dumps(_document(game, save_id, created, updated))


def lines_with_saves(content: bytes) -> Sequence[bytes]:
    """Return the saves that stand in lines of a text, each in one; what is before them in their lines is left out."""
    return [line[line.index(LINE_BEGINS) :].strip() for line in content.splitlines() if LINE_BEGINS in line]


def _version(game: Mapping[str, Any]) -> int:
    """Return the oldest version that has all that a game needs."""
    if "game" in game:
        return ANY_GAME
    proof = game.get("proof")
    if "early_end" in game or (proof is not None and not proof.get("seats_drawn", True)):
        return ENDED
    if proof is not None:
        return PROVED
    if "expansion" in game["options"]:
        return EXPANDED
    return DEALT if "deal" in game else POSITIONED


def checksum(data: Data) -> str:
    """Return the SHA-256 of a document's canonical JSON (sorted, no spaces, ASCII), leaving out the checksum field."""
    rest = {name: value for name, value in data.items() if name != "checksum"}
    canonical = json.dumps(rest, sort_keys=True, separators=(",", ":"), allow_nan=False)
    return hashlib.sha256(canonical.encode()).hexdigest()


def read(content: bytes) -> Saved:
    """Check and replay the bytes of a save.

    Raises NewerSaveError: it was written by a later version of the program, or is of a game that isn't known here;
    DamagedSaveError: it isn't a whole, unaltered save; the text says what is wrong.
    """
    header, fields = read_fields(content)
    with nothing_but_save_errors():
        return Saved(header, game_of(fields), content)


def read_anywhere(content: bytes) -> Saved:
    """Read a save, or a bare record as `Game.document` and `GameRecord.model_dump_json` give it.

    A record says neither its id nor its times: it gets an id of its own, and counts as saved now.

    Raises SaveError: as for `read`.
    """
    if len(content) <= SIZE_LIMIT:
        with nothing_but_save_errors():
            data = _json(content)
            if isinstance(data, dict) and "format" not in data and {"players", "actions"} <= data.keys():
                check_bounds(data)
                game = game_of({name: value for name, value in data.items() if value is not None})
                return read(write(game.document(), checksum(data)[:6], *[datetime.now(UTC)] * 2))
    return read(content)


def read_fields(content: bytes) -> tuple[SaveHeader, Data]:
    """Check the bytes of a save, but for its game, whose fields are returned as they are.

    Raises SaveError: as for `read`.
    """
    if len(content) > SIZE_LIMIT:
        raise DamagedSaveError(_("The file is too large to be a saved game."))
    with nothing_but_save_errors():
        data = parse(content)
        check_version(data)
        check_bounds(data)
        _check_sum(data)
        if (data["version"] == ANY_GAME) != ("game" in data):
            raise DamagedSaveError(_("The file's version and its game don't fit each other."))
        with refused_as(InvalidRecordError):
            header = SaveHeader.model_validate(data)
        return header, {name: value for name, value in data.items() if name not in SaveHeader.model_fields}


def game_of(fields: Mapping[str, Any]) -> "Game":
    """Replay a game from its fields.

    Raises NewerSaveError: there is no such game here, or it needs later rules; NaishiError: it isn't a record that its
    rules allow.
    """
    game: Game = kind_in(fields).read(fields)
    return game


def kind_in(fields: Mapping[str, Any]) -> Any:
    """Return the kind of the game in a save. Raises NewerSaveError: it isn't known here."""
    key = fields.get("game", NAISHI)
    with suppress(ImportError):
        if isinstance(key, str) and key in keys():
            return kind_of(key)
    words = _("This is a game of {game}, which isn't installed here; update Naishi to open it.")
    raise NewerSaveError(words.format(game=quoted(str(key)[:100])))


@contextmanager
def nothing_but_save_errors() -> Iterator[None]:
    """Turn whatever a file provokes into a `SaveError` about that file, so that one bad file never affects another.

    Raises DamagedSaveError: Anything but a `SaveError` was raised.
    """
    try:
        yield
    except SaveError:
        raise
    except InvalidRecordError as error:
        raise DamagedSaveError(_("A field has an invalid value: {why}").format(why=error)) from None
    except NaishiError as error:
        raise DamagedSaveError(_("The file contains an impossible game: {why}").format(why=error)) from None
    except RecursionError:
        raise DamagedSaveError(_("The file is corrupted: it is nested too deeply.")) from None
    except Exception as error:
        # Only the kind is shown: the text of an unforeseen error could name a hidden card.
        raise DamagedSaveError(_("The file is corrupted ({kind}).").format(kind=type(error).__name__)) from error


def parse(content: bytes) -> Data:
    """Parse JSON that claims to be a save of any version.

    Raises DamagedSaveError: it isn't UTF-8, isn't JSON, or isn't a saved game.
    """
    data = _json(content)
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise DamagedSaveError(_("This is not a saved Naishi game."))
    return data


def _json(content: bytes) -> Any:
    if not content.strip(b"\0 \t\r\n"):
        raise DamagedSaveError(_("The file is empty."))
    try:
        text = content.decode("utf-8-sig")  # some editors write a mark at the beginning
        return json.loads(text, object_pairs_hook=_object, parse_constant=_no_constant, parse_int=_whole_number)
    except UnicodeDecodeError:
        raise DamagedSaveError(_("The file is not UTF-8 text.")) from None
    except json.JSONDecodeError as error:
        words = _("The file is cut off or corrupted at line {line}.")
        raise DamagedSaveError(words.format(line=error.lineno)) from None
    except RecursionError:
        raise DamagedSaveError(_("The file is corrupted: it is nested too deeply.")) from None
    except ValueError as error:  # a number too long, a field twice, a NaN
        raise DamagedSaveError(_("The file is corrupted: {why}.").format(why=error)) from None


def check_version(data: Data) -> None:
    """Refuse what can't be read here.

    Raises NewerSaveError: it is of a later version; DamagedSaveError: it has no version, or an unknown one.
    """
    version = data.get("version")
    if type(version) is not int:
        raise DamagedSaveError(_("This is not a saved Naishi game: it has no version."))
    if version > NEWEST:
        raise NewerSaveError(_("This game was saved by a newer version of Naishi; update Naishi to open it."))
    if version < DEALT:
        raise DamagedSaveError(_("The file has an unknown version."))


def check_bounds(data: Data) -> None:
    """Refuse what no game needs, before checking it costs seconds or the stack.

    Raises DamagedSaveError: there are too many values, or they are nested too deeply.
    """
    level: list[Any] = [data]
    limit = VALUE_LIMIT_OF_ANY if "game" in data else VALUE_LIMIT
    count = 0
    for _depth in range(DEPTH_LIMIT):
        containers = (value for value in level if isinstance(value, dict | list))
        level = [inner for each in containers for inner in (each.values() if isinstance(each, dict) else each)]
        count += len(level)
        if count > limit:
            raise DamagedSaveError(_("The file is corrupted: it contains more than any saved game could."))
        if not level:
            return
    raise DamagedSaveError(_("The file is corrupted: it is nested too deeply."))


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


def _whole_number(digits: str) -> int:
    if len(digits) > LONGEST_NUMBER:  # Python's own limit is another, and its sentence names functions
        raise ValueError(_("a number has more digits than any that a game has"))
    return int(digits)


def _no_constant(name: str) -> NoReturn:
    raise ValueError(_("{name} is not a number").format(name=name))
