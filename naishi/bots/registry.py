"""Registry of bots: built-in, registered here, or installed."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from importlib.metadata import EntryPoint, entry_points

from naishi.bots.protocol import Bot
from naishi.common.errors import BotNotReadyError, NaishiError, UnknownBotError
from naishi.common.formats import listed
from naishi.common.i18n import _, quoted
from naishi.tabletop.kinds import kind_of
from naishi.tabletop.players import ABSENT

BotFactory = Callable[[int], Bot]
"""Makes a bot from a seed, which determines all its random choices."""

ENTRY_POINTS = "naishi.bots"
"""The entry-point group by which a package adds a bot to Naishi; each entry names a `BotFactory`. The group of any
other game has its key after a dot."""

FIRST = "naishi"
"""The game whose bots are meant where none is named, as it was the only one."""

LEVELS = ("beginner", "apprentice", "improver", "intermediate", "strong", "master")
"""Naishi's bots that are offered to players, weakest first."""

_registered: dict[tuple[str, str], BotFactory] = {}


def register(name: str, factory: BotFactory, game: str = FIRST) -> None:
    """Add a bot to this process, replacing any other bot of that name.

    Args:
        name: What it is called.
        factory: Makes it.
        game: The key of the game that it plays.
    """
    _registered[game, name] = factory


def names(game: str = FIRST) -> tuple[str, ...]:
    """List all bots of a game: the built-in ones from the weakest to the strongest, then the others by name."""
    built_in = kind_of(game).bots()
    others = {name for key, name in _registered if key == game}
    others |= {point.name for point in entry_points(group=_group(game))}
    return (*built_in, *sorted(others - {*built_in}))


def make(name: str, seed: int = 0, game: str = FIRST) -> Bot:
    """Make a bot.

    Args:
        name: One of `names()`, or `module:Class` for any other importable bot.
        seed: Determines all its random choices: the same seed plays the same game.
        game: The key of the game that it plays.

    Raises:
        UnknownBotError: There is no bot of that name.
        BotNotReadyError: It can't play; the text says why.
    """
    try:
        return _factory(name, game)(seed)
    except NaishiError:
        raise
    except Exception as error:
        why = _("The bot {name} can't be loaded: {why}.").format(name=quoted(name), why=error)
        if isinstance(error, ModuleNotFoundError) and error.name == name.partition(":")[0].partition(".")[0]:
            example = _("If it is in this folder, begin the line with PYTHONPATH=. to have it found.")
            why = f"{why} {example}"
        raise BotNotReadyError(why) from error


def _factory(name: str, game: str) -> BotFactory:
    """Find a bot's factory, importing its module where another package has it."""
    if factory := _registered.get((game, name)):
        return factory
    kind = kind_of(game)
    if name == ABSENT or name in kind.bots():
        return partial(kind.bot, name)
    group = _group(game)
    points = [EntryPoint(name, name, group)] if ":" in name else [*entry_points(group=group, name=name)]
    if not points:
        raise UnknownBotError(
            _("There is no bot called {name}. Choose from {known}.").format(
                name=quoted(name), known=listed(names(game))
            )
        )
    loaded: BotFactory = points[0].load()
    return loaded


def _group(game: str) -> str:
    return ENTRY_POINTS if game == FIRST else f"{ENTRY_POINTS}.{game}"
