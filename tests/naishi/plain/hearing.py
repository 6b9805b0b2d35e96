"""Line-mode player who knows only the lines."""

from __future__ import annotations

import asyncio
import io
from contextvars import copy_context
from pathlib import Path
from typing import Any

from naishi import Game, Player, Position
from naishi.common import i18n
from naishi.common.i18n import NaishiError
from naishi.plain.console import Console
from naishi.plain.home import PlainHome
from naishi.plain.local import StandardLines
from naishi.plain.room import HomeContext
from naishi.saves import Saves
from naishi.settings.schema import Layers
from tests.naishi.saving import play


class Typist(io.StringIO):
    """A person who types these lines at a terminal."""

    def isatty(self) -> bool:
        return True


def hear(folder: Path, *typed: str, language: str = "en", person: bool = True, **settings: object) -> list[str]:
    """What line mode says while these lines are typed at home; as a person, or as a script that is allowed to fail."""
    out = io.StringIO()
    text = "".join(f"{line}\n" for line in typed)
    stdin = Typist(text) if person else io.StringIO(text)
    settings = {"pace": "instant", **settings}
    here = copy_context()
    here.run(i18n.use, i18n.load(language))
    layers = Layers(flags=settings, path=folder / "settings.toml")
    home = PlainHome(Saves(folder), Console(StandardLines(stdin, out)), layers)
    try:
        here.run(asyncio.run, home.run())
    except NaishiError as error:
        out.write(str(error))
    return out.getvalue().splitlines()


def hear_game(folder: Path, id_: str, *typed: str, language: str = "en", **settings: Any) -> list[str]:
    """What is said of a game: without what is said at home."""
    said = hear(folder, f"resume {id_}", *typed, language=language, **settings)
    return [line for line in said[3:] if line and not line.startswith("Saved.")]


def kept(folder: Path, *actions: str, kinds: tuple[str, str] = ("human", "human"), pin: str | None = None) -> str:
    """Save a game that has come so far; return its id."""
    first = Player(name="Aiko", kind=kinds[0], pin=pin)
    game = Game.new(7, (first, Player(name="Bruno", kind=kinds[1])))
    return _kept(folder, game, *actions)


def kept_position(
    folder: Path, position: str, *actions: str, kinds: tuple[str, str] = ("human", "human"), pin: str | None = None
) -> str:
    """Save a game that begins at a position; return its id."""
    players = tuple(Player(name=name, kind=kind, pin=pin) for name, kind in zip(("Aiko", "Bruno"), kinds, strict=True))
    return _kept(folder, Game.from_position(Position.from_text(position), (players[0], players[1])), *actions)


def _kept(folder: Path, game: Game, *actions: str) -> str:
    with Saves(folder).create(game) as opened:
        for action in actions:
            play(opened, action)
    return opened.id


def context_of(console: Console, folder: Path) -> HomeContext:
    """What the rooms share at home, with the usual settings."""
    return HomeContext(console=console, layers=Layers(), saves=Saves(folder))
