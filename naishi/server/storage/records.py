"""Games of any kind as text: what a match keeps, and what its table was made for."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from naishi.games.naishi.game.game import Game as Naishi
from naishi.tabletop.game import Game
from naishi.tabletop.kinds import kind_of

NAISHI = "naishi"


def written(game: Game) -> str:
    """Return the record of a game as text; that of Naishi is what the first release wrote."""
    if isinstance(game, Naishi):
        return game.record.model_dump_json()
    return json.dumps(game.document(), ensure_ascii=False, separators=(",", ":"))


def read(key: str, record: str) -> Any:
    """Replay a game.

    Args:
        key: Of its kind.
        record: What was written.

    Raises:
        ValueError: It is damaged. The text would name cards.
    """
    return kind_of(key).read(json.loads(record))


def written_options(options: Mapping[str, str]) -> str | None:
    """Return the options of a match as text; None for the usual ones."""
    return json.dumps(dict(sorted(options.items()))) if options else None


def read_options(options: str | None) -> Mapping[str, str]:
    """Return the options of a match.

    Raises:
        ValueError: They are damaged.
    """
    found = {} if options is None else json.loads(options)
    if not isinstance(found, dict) or not all(isinstance(value, str) for value in found.values()):
        raise ValueError(options)
    return found


def options_of(game: Game) -> Mapping[str, str]:
    """Return the options of a game that are its kind's own, as far as they aren't the usual ones."""
    agreed = game.options
    values = {row.name: getattr(agreed, row.name) for row in kind_of(game.key).option_rows()}
    usual = {row.name: row.values[0][0] for row in kind_of(game.key).option_rows()}
    return {name: str(value) for name, value in values.items() if value is not None and str(value) != usual[name]}
