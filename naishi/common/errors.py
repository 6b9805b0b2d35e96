"""Error types, each with the sentence that people read."""

import os
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from operator import index
from typing import Any, SupportsIndex

from naishi.common.i18n import N_, _

_OF_THE_SYSTEM = (
    N_("Permission denied"),
    N_("Operation not permitted"),
    N_("No space left on device"),
    N_("Disk quota exceeded"),
    N_("Read-only file system"),
    N_("Input/output error"),
    N_("No such file or directory"),
    N_("Not a directory"),
    N_("Is a directory"),
    N_("File exists"),
    N_("File name too long"),
    N_("Too many open files"),
    N_("Function not implemented"),
)
"""What systems say about files. `os.strerror` says it in English, whatever language is spoken."""


def reason(error: OSError) -> str:
    """Return the system's words for an error, in the language of the moment where we know them."""
    return _(os.strerror(error.errno) if error.errno else str(error))


class NaishiError(ValueError):
    """Something a person can fix; its text says what was wrong and what to do."""


class InvalidActionError(NaishiError):
    """A text that isn't an action."""


class IllegalActionError(NaishiError):
    """An action, but not one that the rules allow now."""


class InvalidRecordError(NaishiError):
    """A document that isn't a record of a game: a field is missing, unknown or has an invalid value."""


class BrokenRecordError(NaishiError):
    """A record of which not all could be played."""

    def __init__(self, text: str, game: Any, kept: int) -> None:
        super().__init__(text)
        self.game = game
        """The game as far as it could be played, with nothing undone."""
        self.kept = kept
        """How many of its actions that are."""


class InvalidPositionError(NaishiError):
    """A position, territory or deal that can't be played or scored."""


def require(value: object, kind: type, error: type[NaishiError] = NaishiError) -> None:
    """Refuse a value of another type than is asked for.

    Raises NaishiError: of the kind `error`: it is of another type.
    """
    if not isinstance(value, kind):
        raise error(
            _("{expected} is needed here, not {found}.").format(expected=kind.__name__, found=type(value).__name__)
        )


def whole(number: object) -> int:
    """Return a whole number, such as one of NumPy's, as a plain int. Raises NaishiError: it is none."""
    if not isinstance(number, SupportsIndex):
        raise NaishiError(
            _("{expected} is needed here, not {found}.").format(expected="int", found=type(number).__name__)
        )
    return index(number)


class SaveError(NaishiError):
    """A saved game could not be read or written."""


class SaveNotFoundError(SaveError):
    """There is no such saved game."""


class DamagedSaveError(SaveError):
    """A file that isn't a whole, unaltered saved game of this program."""


class NewerSaveError(SaveError):
    """A saved game of a later version of this program."""


class SaveInUseError(SaveError):
    """Another process has this saved game open."""

    def __init__(self, text: str, owner: str = "") -> None:
        super().__init__(text)
        self.owner = owner
        """Which process that is, as shown to a person."""


class SaveNotWrittenError(SaveError):
    """The disk or the folder refused the saved game."""


class BotFailedError(NaishiError):
    """A bot gave no answer. The text is the reason, as a sentence, and contains nothing the bot has seen."""


class UnknownBotError(NaishiError):
    """There is no bot of that name."""


class BotNotReadyError(NaishiError):
    """A bot can't play: its weights are missing or damaged, or its package doesn't load."""


class ThinkingCancelledError(NaishiError):
    """The bot was cancelled while it was choosing an action."""


def naming_nearest(error: NaishiError, typed: Iterable[str], known: Mapping[str, str]) -> NaishiError:
    """Return an error that also names what was meant perhaps; the same one if nothing is near.

    Args:
        typed: What was typed, in the ways that it can be read, the likeliest first.
    """
    near = [found for text in typed for found in get_close_matches(text, known, 1)]
    return NaishiError(_("{why} Did you mean {word}?").format(why=error, word=known[near[0]])) if near else error
