"""Registry of bots, and requests to them."""

from collections.abc import Callable
from functools import partial
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from naishi.bots.protocol import Bot, Clock
from naishi.common.i18n import BotFailedError, BotNotReadyError, NaishiError, UnknownBotError, _, listed, quoted
from naishi.tabletop.game import View
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
        words = _("There is no bot called {name}. Choose from {known}.")
        raise UnknownBotError(words.format(name=quoted(name), known=listed(names(game))))
    loaded: BotFactory = points[0].load()
    return loaded


def _group(game: str) -> str:
    return ENTRY_POINTS if game == FIRST else f"{ENTRY_POINTS}.{game}"


THINKING_TIME = 10.0
"""Seconds that a bot has for one action, by its own clock."""


def ask(game: str, kind: str, seed: int, view: View, clock: Clock) -> Any:
    """Make a bot, by its name, and have it choose.

    Raises BotFailedError: it can't be made, fails, or chooses what isn't legal. The text never quotes the bot: what it
    has seen may be in its words.
    """
    try:
        # A new one each time: one that was cancelled may still be thinking, in a thread of its own.
        action = make(kind, seed, game).choose(view, clock)
    except (UnknownBotError, BotNotReadyError) as error:
        raise BotFailedError(str(error)) from None
    except Exception as error:
        raise BotFailedError(_("It failed ({kind}).").format(kind=type(error).__name__)) from None
    if not _is_legal(game, view, action):
        raise BotFailedError(_("It chose an action that the rules don't allow."))
    return action


def _is_legal(game: str, view: View, action: Any) -> bool:
    """Return whether an answer of a bot, whatever it is, is an action that its seat can do now."""
    legal = view.legal_actions
    if legal:
        return any(type(action) is type(each) and action == each for each in legal)
    try:  # there are too many to list
        return bool(kind_of(game).action(action.text) == action and view.refusal(action) is None)
    except Exception:  # what isn't an action may do anything when it is asked to be one
        return False
