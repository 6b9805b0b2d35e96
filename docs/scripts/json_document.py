"""Generator of docs/json.md and docs/json.schema.json from the models.

.venv/bin/python docs/scripts/json_document.py
"""

from __future__ import annotations

import ast
import inspect
import json
import re
import textwrap
from itertools import pairwise
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter

from naishi.games.naishi.game.view import Event, Pile, PlayerView, Side
from naishi.games.naishi.rules.cards import Sent
from naishi.games.naishi.rules.scoring import Outcome, ScoreLine, ScoreSheet
from naishi.plain import protocol
from naishi.plain.naishi.objects import Advised, Choice, Reply, State, schema
from naishi.plain.protocol import CODES

DOCS = Path(__file__).parent.parent
DOCUMENT, SCHEMA = DOCS / "json.md", DOCS / "json.schema.json"
BEGIN, END = "<!-- from the models -->\n", "<!-- to here -->\n"

OBJECTS: tuple[type, ...] = (
    protocol.Request, protocol.Hello, State, Reply, protocol.Error, protocol.Question, protocol.Closed,
    protocol.LobbyObject, protocol.HistoryObject, protocol.MatchObject, protocol.PeopleObject, protocol.PlayerObject,
    protocol.Notice,
    protocol.TournamentsObject, protocol.TournamentObject, protocol.TournamentLine, protocol.TournamentPlace,
    protocol.TournamentGameObject,
    protocol.Table, protocol.RatingObject, protocol.RatedChange, protocol.ClockObject, protocol.SaidObject,
    protocol.PastGame, protocol.PersonObject, protocol.TallyObject, protocol.Fault, Advised, Choice,
    protocol.TableState, protocol.TableEvent, protocol.TableResult,
    protocol.TableMatch, protocol.SeatObject, protocol.OfferObject, protocol.ClaimObject, protocol.KindTable,
    protocol.PastKindGame,
    Event, Outcome, ScoreSheet, ScoreLine, PlayerView, Side,
)  # fmt: skip
"""In the order in which they are explained."""

TUPLES = (Pile, Sent)
"""What stands within them as a list of values."""


def schema_text() -> str:
    """Return the file with the schema."""
    return json.dumps(schema(), indent=1) + "\n"


def document(text: str) -> str:
    """Return the document with the tables as they should be."""
    before, rest = text.split(BEGIN)
    _tables, after = rest.split(END)
    return "\n".join([f"{before}{BEGIN}", *map(_section, OBJECTS), *map(_tuple, TUPLES), _codes(), f"{END}{after}"])


def _tuple(kind: type[tuple[Any, ...]]) -> str:
    names = ", ".join(f"`{name}`" for name in kind._fields)  # type: ignore[attr-defined]
    return f"### {kind.__name__}\n\n{kind.__doc__} A list of {names}.\n"


def _section(model: type) -> str:
    definition, said = TypeAdapter(model).json_schema(mode="serialization"), _docstrings(model)
    rows = [_row(name, field, said.get(name, "")) for name, field in definition["properties"].items()]
    name = definition["properties"].get("type", {}).get("const", model.__name__)
    words = re.sub(r"\s+", " ", model.__doc__ or "")
    return "\n".join([f"### {name}", "", words, "", "| field | type | meaning |", "|---|---|---|", *rows, ""])


def _docstrings(model: type) -> dict[str, str]:
    """Return what the code says of each field, in a string below it."""
    (definition,) = ast.parse(textwrap.dedent(inspect.getsource(model))).body
    found = {}
    for field, below in pairwise(definition.body if isinstance(definition, ast.ClassDef) else ()):
        match field, below:
            case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(value=ast.Constant(value=str(words))):
                found[name] = re.sub(r"\s+", " ", words).replace("None", "null")
    return found


def _row(name: str, field: dict[str, Any], said: str) -> str:
    meaning = field.get("description") or said or _MEANINGS[name]
    return f"| `{name}` | {_kind(field)} | {meaning} |"


def _kind(field: dict[str, Any]) -> str:
    """Name the type of a field."""
    if "const" in field:
        return f"`{json.dumps(field['const'])}`"
    if "$ref" in field:
        return str(field["$ref"].rpartition("/")[2])
    if "anyOf" in field:
        return " or ".join(dict.fromkeys(map(_kind, field["anyOf"])))
    if "enum" in field:
        return "a code" if len(field["enum"]) > 5 else " or ".join(f"`{json.dumps(each)}`" for each in field["enum"])
    if field.get("type") == "array":
        return f"list of {_kind(field['items'])}" if "items" in field else "a pair"
    return str(field.get("type", "anything"))


_MEANINGS = {
    "type": "What kind of object it is.",
    "names": "The names of both seats.",
    "round": "1 and up.",
    "action": "An action text.",
    "turn": "Action texts, in order.",
    "seat": "0 for the first player, 1 for the second.",
    "phase": "`gift`, `play`, `copy` or `over`.",
    "termination": "`piles` or `declared`.",
    "sheets": "Of both seats.",
    "total": "All points.",
    "card": "The card.",
    "cells": "Where it stands, or all of the group.",
    "parts": "Each a list of points, and what they are for.",
    "line": "The five cards of the Line.",
    "river": "The five piles.",
    "sides": "Of both seats.",
    "events": "What has happened, as far as the viewer may know it; empty here, for `log` has it.",
    "outcome": "The result, once the game is over.",
    "sent": "The seat's emissaries at the court.",
}
"""Of fields whose names say it to readers of the code."""


def _codes() -> str:
    rows = [f"| `{code}` | {kind.__doc__ or ''} |" for kind, code in CODES.items()]
    rows.append("| `bad_request` | The line begins like an object and is no request. |")
    return "\n".join(
        ["### Codes", "", "| code | meaning |", "|---|---|", *(row.replace("\n", " ") for row in rows), ""]
    )


if __name__ == "__main__":
    SCHEMA.write_text(schema_text(), "utf-8")
    DOCUMENT.write_text(document(DOCUMENT.read_text("utf-8")), "utf-8")
