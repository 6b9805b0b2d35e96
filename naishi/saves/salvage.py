"""Saving what can be saved of a damaged file: the deal, and the actions that are still whole and allowed."""

from __future__ import annotations

import json
import re
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from pydantic import TypeAdapter, ValidationError

from naishi.errors import DamagedSaveError, NaishiError, NewerSaveError
from naishi.game.game import Game
from naishi.game.record import GameRecord, Options, Player
from naishi.i18n import _
from naishi.rules.deal import Deal
from naishi.saves import disk, document
from naishi.saves.document import FORMAT, VERSION, Data

_FORMAT = re.compile(rf'"format"\s*:\s*"{FORMAT}"')
_VERSION = re.compile(r'"version"\s*:\s*(\d{1,9})\b')
_FIELDS = ("players", "options", "deal", "cursor")
_ACTIONS = re.compile(r'"actions"\s*:\s*\[')
_ACTION = re.compile(r'\s*"([a-zA-Z0-9 ]{1,60})"\s*,?')
_DECODER = json.JSONDecoder()
_PLAYERS = TypeAdapter(tuple[Player, Player])


class Salvaged(NamedTuple):
    """What could be saved."""

    game: Game
    kept: int
    """How many actions."""
    lost: int
    """How many more there were, as far as one can tell."""


def salvage(path: Path) -> Salvaged:
    """Read as much as possible of a file that is damaged.

    Raises:
        SaveError: It can't be read, was no save of this version, or its deal is gone: then there is no game.
    """
    data = _fields(disk.read_file(path, document.SIZE_LIMIT).decode(errors="replace"))
    deal: Deal | None = None
    with suppress(ValidationError, NaishiError):
        deal = Deal.model_validate(data.get("deal"))
    if deal is None:
        raise DamagedSaveError(_("Nothing can be kept: the deal is damaged."))
    record = GameRecord(players=_players(data.get("players")), options=_options(data.get("options")), deal=deal)
    game = Game(record)
    actions: list[Any] = data["actions"]
    kept = _replay(game, actions)
    _take_back(game, data.get("cursor"))
    return Salvaged(game, kept, len(actions) - kept)


def _fields(text: str) -> Data:
    """Pick the fields out of a text that may break off anywhere."""
    if not _FORMAT.search(text):
        raise DamagedSaveError(_("It is not a saved game of Naishi."))
    version = _VERSION.search(text)
    if version and int(version[1]) > VERSION:
        raise NewerSaveError(_("It was saved by a newer version of Naishi: update the program to open it."))
    data: object
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        data = None
    if not isinstance(data, dict):
        return {name: _field(text, name) for name in _FIELDS} | {"actions": _actions(text)}
    if version and int(version[1]) < VERSION:
        data = document.migrated(data | {"checksum": document.checksum(data)})
    return data | {"actions": _listed(data.get("actions"))}


def _listed(actions: object) -> list[Any]:
    return actions if isinstance(actions, list) else []


def _field(text: str, name: str) -> Any:
    found = re.search(rf'"{name}"\s*:\s*', text)
    if found is None:
        return None
    try:
        return _DECODER.raw_decode(text, found.end())[0]
    except (ValueError, RecursionError):
        return None


def _actions(text: str) -> list[str]:
    actions: list[str] = []
    if start := _ACTIONS.search(text):
        at = start.end()
        while action := _ACTION.match(text, at):
            actions.append(action[1])
            at = action.end()
    return actions


def _replay(game: Game, actions: list[Any]) -> int:
    for number, action in enumerate(actions):
        try:
            game.play(action if isinstance(action, str) else "")
        except NaishiError:
            return number
    return len(actions)


def _take_back(game: Game, cursor: object) -> None:
    if type(cursor) is int and cursor >= 0:
        while len(game.actions) > cursor:
            game.undo()


def _players(value: object) -> tuple[Player, Player]:
    try:
        return _PLAYERS.validate_python(value)
    except (ValidationError, NaishiError):
        return Player(name=_("Player 1")), Player(name=_("Player 2"))


def _options(value: object) -> Options:
    try:
        return Options.model_validate(value)
    except (ValidationError, NaishiError):
        return Options()
