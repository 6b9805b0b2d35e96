"""Recovering what can be recovered from a damaged file: its beginning, and the actions still readable and legal."""

from __future__ import annotations

import json
import re
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from pydantic import TypeAdapter, ValidationError

from naishi.common.errors import DamagedSaveError, NaishiError, NewerSaveError
from naishi.common.i18n import _
from naishi.games.naishi.game.game import Game
from naishi.games.naishi.game.record import GameRecord, Options
from naishi.saves import disk, document
from naishi.saves.document import DEALT, FORMAT, NEWEST, Data
from naishi.tabletop.players import Player

_FORMAT = re.compile(rf'"format"\s*:\s*"{FORMAT}"')
_VERSION = re.compile(r'"version"\s*:\s*(\d{1,9})\b')
_FIELDS = ("players", "options", "deal", "position", "cursor")
_ACTIONS = re.compile(r'"actions"\s*:\s*\[')
_ACTION = re.compile(r'\s*"([a-zA-Z0-9 ]{1,60})"\s*,?')
_DECODER = json.JSONDecoder()
_PLAYERS = TypeAdapter(tuple[Player, Player])


class Salvaged(NamedTuple):
    """What was recovered."""

    game: Game
    kept: int
    """How many actions."""
    lost: int | None
    """How many more the file holds; None where it is cut off or corrupted among them, so that nobody can tell."""
    defaulted: tuple[str, ...]
    """Which of `players`, `options` and `cursor` were lost; without a cursor, no action counts as undone."""


def salvage(path: Path) -> Salvaged:
    """Recover as much as possible of a damaged file.

    Raises:
        SaveError: It can't be read, isn't a save of this version, or its deal or position is gone: then there is no
            game.
    """
    content = disk.read_file(path, document.SIZE_LIMIT)
    with document.nothing_but_save_errors():
        return _salvaged(_fields(content.decode(errors="replace")))


def _salvaged(fields: _Fields) -> Salvaged:
    data, actions = fields.data, fields.actions
    players, options, cursor = _players(data.get("players")), _options(data.get("options")), _cursor(data.get("cursor"))
    recovered = {"players": players, "options": options, "cursor": cursor}
    unnamed = Player(name=_("Player 1")), Player(name=_("Player 2"))
    game = Game(_beginning(data, players or unnamed, options or Options()))
    kept = _replay(game, actions)
    while cursor is not None and len(game.actions) > cursor:
        game.undo()
    return Salvaged(
        game,
        kept,
        len(actions) - kept if fields.complete else None,
        tuple(name for name, value in recovered.items() if value is None),
    )


def _beginning(data: Data, players: tuple[Player, Player], options: Options) -> GameRecord:
    """Return the record of a game before its first action."""
    for name in ("deal", "position"):
        with suppress(ValidationError, NaishiError):
            return GameRecord.model_validate({"players": players, "options": options, name: data.get(name)})
    raise DamagedSaveError(_("Nothing can be recovered: the deal is damaged."))


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
    data: object
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        data = None
    if not isinstance(data, dict):
        found = {name: _field(text, name) for name in _FIELDS}
        document.check_bounds(found)
        return _Fields(found, *_readable_actions(text))
    document.check_bounds(data)
    if version and int(version[1]) < DEALT:
        data = document.migrated(data | {"checksum": document.checksum(data)})
    actions = data.get("actions")
    return _Fields(data, actions if isinstance(actions, list) else [], isinstance(actions, list))


def _field(text: str, name: str) -> Any:
    found = re.search(rf'"{name}"\s*:\s*', text)
    if found is None:
        return None
    try:
        return _DECODER.raw_decode(text, found.end())[0]
    except (ValueError, RecursionError):
        return None


def _readable_actions(text: str) -> tuple[list[str], bool]:
    """Return the actions up to the first unreadable one, and whether the list ends there."""
    start = _ACTIONS.search(text)
    if not start:
        return [], False
    actions, at = [], start.end()
    while action := _ACTION.match(text, at):
        actions.append(action[1])
        at = action.end()
    return actions, text[at:].lstrip().startswith("]")


def _replay(game: Game, actions: list[Any]) -> int:
    for number, action in enumerate(actions):
        try:
            game.play(action if isinstance(action, str) else "")
        except NaishiError:
            return number
    return len(actions)


def _cursor(value: object) -> int | None:
    return value if type(value) is int and value >= 0 else None


def _players(value: object) -> tuple[Player, Player] | None:
    try:
        return _PLAYERS.validate_python(value)
    except (ValidationError, NaishiError):
        return None


def _options(value: object) -> Options | None:
    try:
        return Options.model_validate(value)
    except (ValidationError, NaishiError):
        return None
