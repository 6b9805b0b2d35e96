"""Tables of any game in line mode, and what is written of them."""

from __future__ import annotations

import asyncio
import io
import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from naishi.plain.home import PlainHome
from naishi.plain.json_console import JsonConsole
from naishi.plain.local import StandardLines
from naishi.saves import Saves
from naishi.settings.schema import Layers
from naishi.tabletop.chance import Source
from naishi.tabletop.kinds import kind_of
from naishi.tabletop.pins import hash_pin
from naishi.tabletop.players import Player


def kept(folder: Path, key: str, *players: str | Player, options: Any = None) -> Any:
    """Save a new game; return its id."""
    with Saves(folder).create(kind_of(key).new(players, options or {}, "5")) as opened:
        return opened.id


def between_covers(lines: Sequence[str]) -> list[str]:
    """Return what is heard between the blank lines of covers."""
    return re.split(r"\n{30,}", "\n".join(lines))


def shogun(folder: Path, *players: str | Player) -> tuple[str, list[str]]:
    """Save a game of Shogun that is being planned; return its id, and a plan for each seat."""
    names = players or ("Aiko", "Bruno", "Chika")
    id_ = kept(folder, "shogun", *names, options={"setup": "printed"})
    game = Saves(folder).load(id_)
    rules = game._rules
    return id_, [rules.sample_plan(game.position, seat, Source(f"{seat}")).text for seat in range(3)]


def at_its_last_action(folder: Path, *players: Player, seat: int = 0) -> tuple[str, str]:
    """Save a game of Shogun, by default of a person and two bots, before the action of a seat that ends its season.

    Returns:
        Its id, and the action.
    """
    players = players or (Player("Aiko"), Player("Bruno", "random"), Player("Chika", "random"))
    for seed in map(str, range(50)):
        game, source = kind_of("shogun").new(players, {"setup": "printed"}, seed), Source(seed)
        while game.round == 1:
            acting, position = game.awaited[0], game.position
            legal = game.view(acting).legal_actions or [game._rules.sample_plan(position, acting, source)]
            action = source.shuffle(legal)[0]
            game.play(action, acting)
        if acting == seat:
            with Saves(folder).create(game.at(len(game.actions) - 1)) as opened:
                return opened.id, action.text
    raise AssertionError


def store(opened: Any) -> None:
    asyncio.run(opened.write())


def objects(folder: Path, *requests: str) -> list[dict[str, Any]]:
    out = io.StringIO()
    console = JsonConsole(StandardLines(io.StringIO("".join(f"{line}\n" for line in requests)), out))
    asyncio.run(PlainHome(Saves(folder), console, Layers(flags={"pace": "instant"})).run())
    return [json.loads(line) for line in out.getvalue().splitlines()]


WITH_A_BOT = (Player("Aiko", pin=hash_pin("1")), Player("Bruno", pin=hash_pin("2")), Player("Chika", "random"))
