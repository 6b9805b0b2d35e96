"""The actions of the game, typed, and their text form. (Rulebook: setup, a turn, the end of the game.)

There are 131 of them in all, each with a number that never changes: see `Action.code`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields
from functools import total_ordering
from itertools import combinations

from naishi.errors import InvalidActionError
from naishi.i18n import _, quoted
from naishi.rules.cards import COPYABLE, Card
from naishi.rules.territory import HAND, LINE, RIVER, TERRITORY, Cell


@total_ordering
@dataclass(frozen=True, eq=False)
class Action:
    """One step of a game. Actions are equal, sort and hash by their text."""

    text: str = field(init=False)
    """The one spelling used in the log, the record and the command line."""
    code: int = field(init=False)
    """The action's stable number: 0-130 in the order of the texts. An action that is ever added takes the next one."""

    def __post_init__(self) -> None:
        values = tuple([getattr(self, each.name) for each in fields(self) if each.init])
        text = _text_of(type(self), values)
        try:
            code = _CODES[text, *values]
        except (KeyError, TypeError):
            raise InvalidActionError(_("{text} is not an action.").format(text=quoted(text))) from None
        object.__setattr__(self, "text", text)
        object.__setattr__(self, "code", code)

    @staticmethod
    def from_text(text: str) -> Action:
        """Read an action such as `develop L4`; upper and lower case and extra spaces don't matter.

        Raises:
            InvalidActionError: No such action.
            TypeError: Not a text.
        """
        if not isinstance(text, str):
            raise TypeError(f"an action is read from a text, not from {type(text).__name__}")
        try:
            return _BY_TEXT[" ".join(text.lower().split())]
        except KeyError:
            raise InvalidActionError(
                _("{text} is not an action. Actions look like this: {examples}.").format(
                    text=quoted(text),
                    examples="develop L4, swap R1 R3, discard R2 R5, decree H3, recall, declare, end",
                )
            ) from None

    def __str__(self) -> str:
        return self.text

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Action) and self.code == other.code

    def __hash__(self) -> int:
        return self.code

    def __lt__(self, other: Action) -> bool:
        return self.code < other.code


@dataclass(frozen=True, eq=False)
class Give(Action):
    """Set-up: give the first or the second dealt card to the opponent, and keep the other."""

    which: int
    """1 or 2."""


@dataclass(frozen=True, eq=False)
class Develop(Action):
    """Discard your card at a cell, and put the River's card of the same position there."""

    cell: Cell


@dataclass(frozen=True, eq=False)
class Swap(Action):
    """Bonus: exchange two cards of the River, of your Line, of your Hand, or of one position of both."""

    first: Cell
    second: Cell


@dataclass(frozen=True, eq=False)
class Discard(Action):
    """Bonus: discard the face-up cards of two River piles."""

    first: Cell
    second: Cell


@dataclass(frozen=True, eq=False)
class Decree(Action):
    """Exchange your card at a cell with the opponent's at the same cell, once in a game."""

    cell: Cell


@dataclass(frozen=True, eq=False)
class Recall(Action):
    """Recall all your emissaries except one on the decree."""


@dataclass(frozen=True, eq=False)
class Declare(Action):
    """Declare the end: the opponent plays one last turn."""


@dataclass(frozen=True, eq=False)
class End(Action):
    """End the turn without taking the bonus that is still possible."""


@dataclass(frozen=True, eq=False)
class Pass(Action):
    """Do nothing, where nothing else is possible."""


@dataclass(frozen=True, eq=False)
class Copy(Action):
    """Scoring: the ninja at a cell copies a character of its territory."""

    cell: Cell
    card: Card


def _every_action() -> Iterator[tuple[type[Action], tuple[object, ...]]]:
    for kind in (Recall, Declare, End, Pass):
        yield kind, ()
    for which in (1, 2):
        yield Give, (which,)
    for cell in TERRITORY:
        yield Develop, (cell,)
        yield Decree, (cell,)
        for card in COPYABLE:
            yield Copy, (cell, card)
    for row in (LINE, HAND, RIVER):
        for pair in combinations(row, 2):
            yield Swap, pair
    for pair in zip(LINE, HAND, strict=True):
        yield Swap, pair
    for pair in combinations(RIVER, 2):
        yield Discard, pair


def _text_of(kind: type[Action], values: tuple[object, ...]) -> str:
    return " ".join([kind.__name__.lower(), *map(str, values)])


_CODES: Mapping[tuple[object, ...], int] = {
    key: code for code, key in enumerate(sorted((_text_of(*each), *each[1]) for each in _every_action()))
}
"""By text and values, for `Develop("L1")` has a good text, but its cell is none that the rules can use."""

ACTIONS: tuple[Action, ...] = tuple(sorted(kind(*values) for kind, values in _every_action()))
"""Every action there is; `ACTIONS[action.code] is action` for those that this module makes."""

_BY_TEXT: Mapping[str, Action] = {action.text.lower(): action for action in ACTIONS}
