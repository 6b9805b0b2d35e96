"""The bots by name: ours, and those that other packages add."""

from __future__ import annotations

from collections.abc import Callable
from importlib.metadata import EntryPoint, entry_points

from naishi.bots.protocol import Bot
from naishi.errors import NaishiError
from naishi.i18n import _, quoted

Maker = Callable[[int], Bot]
"""Makes a bot that draws all its chance from a seed."""

ENTRY_POINTS = "naishi.bots"
"""The group of entry points by which a package adds a bot; each names a `Maker`."""

LEVELS = ("beginner", "intermediate", "strong", "master")
"""The bots that a person is offered, from the weakest on."""


class UnknownBotError(NaishiError):
    """There is no bot of that name."""


class BotNotReadyError(NaishiError):
    """A bot can't play: its weights are missing or damaged, or its package doesn't load."""


def _random(seed: int) -> Bot:
    from naishi.bots.players.simple import RandomBot  # noqa: PLC0415

    return RandomBot(seed)


def _greedy(seed: int) -> Bot:
    from naishi.bots.players.greedy import GreedyBot  # noqa: PLC0415 - numpy is not imported until a bot is

    return GreedyBot(seed)


def _beginner(seed: int) -> Bot:
    from naishi.bots.players.beginner import BeginnerBot  # noqa: PLC0415

    return BeginnerBot(seed)


def _intermediate(seed: int) -> Bot:
    from naishi.bots.players.learned import IntermediateBot  # noqa: PLC0415

    return IntermediateBot(seed)


def _strong(seed: int) -> Bot:
    from naishi.bots.players.learned import StrongBot  # noqa: PLC0415

    return StrongBot(seed)


def _master(seed: int) -> Bot:
    from naishi.bots.players.master import MasterBot  # noqa: PLC0415

    return MasterBot(seed)


_makers: dict[str, Maker] = {
    "random": _random,
    "greedy": _greedy,
    "beginner": _beginner,
    "intermediate": _intermediate,
    "strong": _strong,
    "master": _master,
}


def register(name: str, maker: Maker) -> None:
    """Add a bot, or replace the one of that name."""
    _makers[name] = maker


def names() -> tuple[str, ...]:
    """List the bots: ours from the weakest on, then the others by name."""
    others = {*_makers, *(point.name for point in entry_points(group=ENTRY_POINTS))}
    ours = ("random", "greedy", *LEVELS)
    return (*ours, *sorted(others - set(ours)))


def make(name: str, seed: int = 0) -> Bot:
    """Make a bot.

    Args:
        name: One of `names()`, or `module:class` for any other in reach.
        seed: Draws all its chance: the same seed, the same game.

    Raises:
        UnknownBotError: There is no bot of that name.
        BotNotReadyError: It can't play; the text says why.
    """
    if maker := _makers.get(name):
        return maker(seed)
    points = [*entry_points(group=ENTRY_POINTS, name=name)]
    if ":" in name:
        points.append(EntryPoint(name, name, ENTRY_POINTS))
    for point in points:
        try:
            loaded: Maker = point.load()
            return loaded(seed)
        except Exception as error:
            raise BotNotReadyError(
                _("The bot {name} doesn't load: {why}.").format(name=quoted(name), why=error)
            ) from error
    raise UnknownBotError(
        _("There is no bot called {name}. The bots are {known}.").format(name=quoted(name), known=", ".join(names()))
    )


__all__ = ["LEVELS", "BotNotReadyError", "UnknownBotError", "make", "names", "register"]
