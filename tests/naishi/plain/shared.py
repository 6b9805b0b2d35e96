"""What several of the test modules here use."""

from __future__ import annotations

import asyncio
import io
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter

from naishi import Game, Player
from naishi.plain.console import Console
from naishi.plain.home import PlainHome
from naishi.plain.json_console import JsonConsole
from naishi.plain.local import StandardLines
from naishi.plain.naishi.objects import Written
from naishi.saves import Saves
from naishi.settings.schema import Layers
from tests.naishi.saving import play

WRITTEN: TypeAdapter[Any] = TypeAdapter(Written)


def talk(folder: Path, *requests: object) -> list[dict[str, Any]]:
    """What is written while a program at home says all this; each object fits the schema."""
    lines = [each if isinstance(each, str) else json.dumps(each) for each in requests]
    out = io.StringIO()
    console = JsonConsole(StandardLines(io.StringIO("".join(f"{line}\n" for line in lines)), out))
    asyncio.run(PlainHome(Saves(folder), console, Layers(flags={"pace": "instant"})).run())
    objects = [json.loads(line) for line in out.getvalue().splitlines()]
    for each in objects:
        WRITTEN.validate_python(each)
    return objects


def of_type(objects: list[dict[str, Any]], kind: str) -> list[dict[str, Any]]:
    return [each for each in objects if each["type"] == kind]


SEQUENCE = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f]")
"""Anything that could move a cursor, clear or colour."""


UNSAYABLE = re.compile(r"\b[A-Z][1-5]\b|\d[–/]\d|(?<!\w)[-+−]\d|[±·×%{}_]")
"""Codes and signs that a screen reader spells, misreads or leaves out, and gaps that were not filled."""


POSITION = "FTR/SM/X/-/O MMMMM/MMNMA MMMMM/SMMTM 000:000 0 - - -"


def finished(folder: Path) -> str:
    with Saves(folder).create(Game.new(7, ("Aiko", "Bruno"))) as opened:
        while opened.game.turn is not None:
            play(opened, opened.game.legal_actions()[-1])
    return opened.id


def run(folder: Path, text: str | io.StringIO, *, json_lines: bool = False, **settings: object) -> str:
    """Run line mode as a script does, and return what it wrote."""
    out = io.StringIO()
    stdin = io.StringIO(text) if isinstance(text, str) else text
    console = (JsonConsole if json_lines else Console)(StandardLines(stdin, out))
    home = PlainHome(Saves(folder), console, Layers(flags=settings))
    asyncio.run(home.run())
    return out.getvalue()


def saved(folder: Path, *actions: str, kinds: tuple[str, str] = ("human", "human")) -> str:
    players = tuple(Player(name=name, kind=kind) for name, kind in zip(("Aiko", "Bruno"), kinds, strict=True))
    with Saves(folder).create(Game.new(7, players)) as opened:
        for action in actions:
            play(opened, action)
    return opened.id


def alike_for_the_second(path: Path) -> Iterator[tuple[Path, str]]:
    """Save two games whose deals differ in the Hand of the first player only; each in a folder, by its id."""
    for gift in ("give 1", "give 2"):
        deal = Game.new(7, ("Aiko", "Bruno")).deal
        if gift == "give 2":
            first, second = deal.gifts[0]
            deal = deal.model_copy(update={"gifts": ((second, first), deal.gifts[1])})
        with Saves(path / gift).create(Game.new(players=("Aiko", "Bruno"), deal=deal)) as opened:
            play(opened, gift)
        yield path / gift, opened.id
