"""Recovery of the readable, legal beginning of damaged files."""

import json
import re
import secrets
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import product, takewhile
from pathlib import Path
from typing import Any, NamedTuple

from pydantic import TypeAdapter, ValidationError

from naishi.common import files
from naishi.common.i18n import BrokenRecordError, DamagedSaveError, NaishiError, NewerSaveError, _
from naishi.saves import document
from naishi.saves.document import DEALT, FORMAT, NEWEST, Data, kind_in
from naishi.tabletop.players import Player

_FORMAT = re.compile(rf'"format"\s*:\s*"{FORMAT}"')
_VERSION = re.compile(r'"version"\s*:\s*(\d{1,9})\b')
_FIELDS = ("game", "rules", "players", "options", "deal", "position", "seed", "chance", "cursor")
_ACTIONS = re.compile(r'"actions"\s*:\s*\[')
_ACTION = re.compile(r'\s*("(?:[^"\\\x00-\x1f]|\\.){1,400}")\s*,?')
_DECODER = json.JSONDecoder()
_PLAYERS = TypeAdapter(tuple[Player, ...])


class Salvaged(NamedTuple):
    """What was recovered."""

    game: Any
    kept: int
    """How many actions."""
    lost: int | None
    """How many more the file holds; None where it is cut off or corrupted among them, so that nobody can tell."""
    defaulted: tuple[str, ...]
    """Which of `players`, `options`, `chance` and `cursor` were lost; without a cursor, no action counts as undone, and
    without chance, it follows from the seed."""


def salvage(path: Path) -> Salvaged:
    """Recover as much as possible of a damaged file.

    Raises SaveError: it can't be read, isn't a save that is known here, or how its game begins is gone: then there is
    no game.
    """
    content = files.read_file(path, document.SIZE_LIMIT)
    with document.nothing_but_save_errors():
        return _salvaged(_fields(content.decode(errors="replace")))


def _salvaged(fields: "_Fields") -> Salvaged:
    data, kind = fields.data, kind_in(fields.data)
    actions, players, cursor = _readable(kind, fields), _players(data.get("players")), data.get("cursor")
    seatings = [[players]] * (players is not None) + [_unnamed(kind)]
    agreed = [options for options in (data.get("options"), Data()) if isinstance(options, dict)]
    for seating, options, beginning in product(seatings, agreed, _beginnings(kind, data)):
        documents = ({**beginning, "players": each, "options": options} for each in seating)
        played = [*filter(None, (_played(kind, each, actions) for each in documents))]
        if not played:
            continue
        game, kept = max(played, key=lambda each: each[1])
        lost = {
            "players": seating != [players],
            "options": options is not data.get("options"),
            "chance": "game" in data and beginning["chance"] != data.get("chance"),
            "cursor": type(cursor) is not int or cursor < 0,
        }
        while not lost["cursor"] and game.ply() > cursor:
            game.undo()
        more = len(fields.actions) - kept if fields.complete else None
        return Salvaged(game, kept, more, tuple(name for name, is_lost in lost.items() if is_lost))
    raise DamagedSaveError(_("Nothing can be recovered: the beginning of the game is damaged."))


def _readable(kind: Any, fields: "_Fields") -> list[str]:
    def is_action(line: object) -> bool:
        if not isinstance(line, str):
            return False
        try:
            kind.action(line.partition(" ")[2] if "game" in fields.data else line)
        except NaishiError:
            return False
        return True

    return [*takewhile(is_action, fields.actions)]


def _unnamed(kind: Any) -> list[tuple[Player, ...]]:
    named = [Player(name=_("Player {number}").format(number=number)) for number in range(1, kind.seats[-1] + 1)]
    return [tuple(named[:seats]) for seats in kind.seats]


def _beginnings(kind: Any, data: Data) -> Iterator[Data]:
    """Yield how the game may have begun, the likeliest first."""
    if "game" not in data:  # one of Naishi, which has all its chance in the deal
        yield from ({name: data[name]} for name in ("deal", "position") if data.get(name) is not None)
        return
    rules = data.get("rules")
    rest = {name: data[name] for name in ("game", "position") if data.get(name) is not None}
    rest["rules"] = rules if type(rules) is int and rules > 0 else kind.rules_version
    seed, chance = data.get("seed"), data.get("chance")
    if chance:
        yield {**rest, "seed": seed if isinstance(seed, str) else secrets.token_hex(16), "chance": chance}
    if isinstance(seed, str) and not (isinstance(chance, list) and chance):
        yield {**rest, "seed": seed, "chance": []}


def _played(kind: Any, beginning: Data, actions: Sequence[str]) -> tuple[Any, int] | None:
    """Return the game as far as its actions are allowed, and how many are; None where there is no such beginning.

    Raises NewerSaveError: it needs later rules.
    """
    try:
        return kind.read({**beginning, "actions": actions, "cursor": len(actions)}), len(actions)
    except BrokenRecordError as broken:
        return broken.game, broken.kept
    except NewerSaveError:
        raise
    except NaishiError:
        return None


class _Fields(NamedTuple):
    """What can be read of a file, not checked yet."""

    data: Data
    actions: list[Any]
    complete: bool
    """Whether these are all the actions that the file ever held."""


def _fields(text: str) -> _Fields:
    """Pick the fields out of a text that may break off anywhere."""
    if not _FORMAT.search(text):
        raise DamagedSaveError(_("This is not a saved Naishi game."))
    version = _VERSION.search(text)
    if version and int(version[1]) > NEWEST:
        raise NewerSaveError(_("This game was saved by a newer version of Naishi; update Naishi to open it."))
    data: object = None
    with suppress(ValueError, RecursionError):
        data = json.loads(text)
    if not isinstance(data, dict):
        found = {name: value for name in _FIELDS if (value := _field(text, name)) is not None}
        document.check_bounds(found)
        return _Fields(found, *_readable_actions(text))
    document.check_bounds(data)
    if version and int(version[1]) < DEALT:
        document.check_version(data)
    actions = data.get("actions")
    return _Fields(data, actions if isinstance(actions, list) else [], isinstance(actions, list))


def _field(text: str, name: str) -> Any:
    """Return a field; where the text has its name more than once, the one at the beginning of a line."""
    found = re.search(rf'^"{name}"\s*:\s*', text, re.MULTILINE) or re.search(rf'"{name}"\s*:\s*', text)
    with suppress(ValueError, RecursionError):
        return _DECODER.raw_decode(text, found.end())[0] if found else None
    return None


def _readable_actions(text: str) -> tuple[list[str], bool]:
    """Return the actions up to the first unreadable one, and whether the list ends there."""
    start = re.search(rf"^{_ACTIONS.pattern}", text, re.MULTILINE) or _ACTIONS.search(text)
    if not start:
        return [], False
    actions, at = [], start.end()
    while action := _ACTION.match(text, at):
        try:
            actions.append(json.loads(action[1]))
        except ValueError:
            break
        at = action.end()
    return actions, text[at:].lstrip().startswith("]")


def _players(value: object) -> tuple[Player, ...] | None:
    with suppress(ValidationError, NaishiError):
        return _PLAYERS.validate_python(value)
    return None
