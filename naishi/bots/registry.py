"""The bots by name: the built-in ones, and those that other packages add."""

from __future__ import annotations

from collections.abc import Callable
from importlib.metadata import EntryPoint, entry_points

from naishi.bots.protocol import Bot
from naishi.common.errors import BotNotReadyError, NaishiError, UnknownBotError
from naishi.common.formats import listed
from naishi.common.i18n import _, quoted

BotFactory = Callable[[int], Bot]
"""Makes a bot from a seed, which determines all its random choices."""

ENTRY_POINTS = "naishi.bots"
"""The entry-point group by which a package adds a bot; each entry names a `BotFactory`."""

LEVELS = ("beginner", "intermediate", "strong", "master")
"""The bots offered to players, weakest first."""

_BUILT_IN = {
    "random": "naishi.games.naishi.bots.players.simple:RandomBot",
    "greedy": "naishi.games.naishi.bots.players.greedy:GreedyBot",
    "beginner": "naishi.games.naishi.bots.players.beginner:BeginnerBot",
    "intermediate": "naishi.games.naishi.bots.players.learned:IntermediateBot",
    "strong": "naishi.games.naishi.bots.players.learned:StrongBot",
    "master": "naishi.games.naishi.bots.players.master:MasterBot",
}

_registered: dict[str, BotFactory] = {}


def register(name: str, factory: BotFactory) -> None:
    """Add a bot to this process, replacing any other bot of that name."""
    _registered[name] = factory


def names() -> tuple[str, ...]:
    """List all bots: the built-in ones from the weakest to the strongest, then the others by name."""
    others = {*_registered, *(point.name for point in entry_points(group=ENTRY_POINTS))}
    return (*_BUILT_IN, *sorted(others - set(_BUILT_IN)))


def make(name: str, seed: int = 0) -> Bot:
    """Make a bot.

    Args:
        name: One of `names()`, or `module:Class` for any other importable bot.
        seed: Determines all its random choices: the same seed plays the same game.

    Raises:
        UnknownBotError: There is no bot of that name.
        BotNotReadyError: It can't play; the text says why.
    """
    try:
        return _factory(name)(seed)
    except NaishiError:
        raise
    except Exception as error:
        raise BotNotReadyError(
            _("The bot {name} can't be loaded: {why}.").format(name=quoted(name), why=error)
        ) from error


def _factory(name: str) -> BotFactory:
    """Find a bot's factory, importing its module: NumPy and the weights are loaded only for bots that need them."""
    if factory := _registered.get(name):
        return factory
    target = _BUILT_IN.get(name) or (name if ":" in name else None)
    points = [EntryPoint(name, target, ENTRY_POINTS)] if target else [*entry_points(group=ENTRY_POINTS, name=name)]
    if not points:
        raise UnknownBotError(
            _("There is no bot called {name}. Choose from {known}.").format(name=quoted(name), known=listed(names()))
        )
    loaded: BotFactory = points[0].load()
    return loaded
