"""Typed actions of the game, and their text.

(Rulebook: setup, a turn, the end of the game.)

Each has a number that never changes: its line in actions.txt, from 0. The order in which actions are listed is another
thing: they sort by their texts.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from functools import total_ordering
from itertools import combinations, product
from operator import attrgetter
from pathlib import Path

from naishi.common.documents import Spelled
from naishi.common.i18n import InvalidActionError, _, quoted, require
from naishi.games.naishi.rules import cards


@total_ordering
@dataclass(frozen=True, eq=False)
class Action(Spelled):
    """One step of a game. Actions are equal, sort and hash by their text."""

    text: str = field(init=False)
    """The one spelling used in the log, the record and the command line."""
    code: int = field(init=False)
    """The action's number for ever, by which other programs know it."""

    def __post_init__(self) -> None:
        values = tuple([getattr(self, each.name) for each in fields(self) if each.init])
        text = _text_of(type(self), values)
        try:
            code = _CODES[text, *values]
        except (KeyError, TypeError):
            raise InvalidActionError(_("{text} is not an action.").format(text=quoted(text))) from None
        object.__setattr__(self, "text", text)
        object.__setattr__(self, "code", code)

    @property
    def cells(self) -> tuple[cards.Cell, ...]:
        """The cells that its text names."""
        values = (getattr(self, each.name) for each in fields(self) if each.init)
        return tuple(value for value in values if isinstance(value, cards.Cell))

    @staticmethod
    def from_text(text: "Action | str") -> "Action":
        """Read an action such as `develop L4`; upper and lower case and extra spaces don't matter.

        Raises:
            InvalidActionError: No such action.
        """
        if isinstance(text, Action):
            return text
        require(text, str, InvalidActionError)
        words = text.lower().split()
        try:
            return _BY_TEXT[" ".join(words)]
        except KeyError:
            if other := _BY_TEXT.get(" ".join([*words[:-2], *words[:-3:-1]])):
                why = _("{text} is not an action, for places have an order: {action}.")
                raise InvalidActionError(why.format(text=quoted(text), action=other)) from None
            why = _("{text} is not an action. Actions look like this: {examples}.")
            examples = "develop L4, swap R1 R3, discard R2 R5, decree H3, recall, declare, end"
            raise InvalidActionError(why.format(text=quoted(text), examples=examples)) from None

    def __reduce__(self) -> tuple[object, ...]:
        return _numbered, (self.code,)  # a copy is the same object

    def __str__(self) -> str:
        return self.text

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Action) and self.code == other.code

    def __hash__(self) -> int:
        return self.code

    def __lt__(self, other: "Action") -> bool:
        return self.text < other.text


@dataclass(frozen=True, eq=False)
class Give(Action):
    """Set-up: give the first or the second dealt card to the opponent, and keep the other."""

    which: int
    """1 or 2."""


@dataclass(frozen=True, eq=False)
class Develop(Action):
    """Discard your card at a cell, and put the River's card of the same position there."""

    cell: cards.Cell


@dataclass(frozen=True, eq=False)
class Swap(Action):
    """Bonus: exchange two cards of the River, of your Line, of your Hand, or of one position of both."""

    first: cards.Cell
    second: cards.Cell


@dataclass(frozen=True, eq=False)
class Discard(Action):
    """Bonus: discard the face-up cards of two River piles."""

    first: cards.Cell
    second: cards.Cell


@dataclass(frozen=True, eq=False)
class Decree(Action):
    """Exchange your card at a cell with the opponent's at the same cell, once in a game."""

    cell: cards.Cell


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

    cell: cards.Cell
    card: cards.Card


@dataclass(frozen=True, eq=False)
class Use(Action):
    """Use the pending effect of a Traveller. (Expansion: Travellers.)"""

    traveller: cards.Card


@dataclass(frozen=True, eq=False)
class UseExchange(Use):
    """Use an effect to exchange two cards of your territory, at any positions."""

    first: cards.Cell
    second: cards.Cell


@dataclass(frozen=True, eq=False)
class UseRecall(Use):
    """Use an effect to recall all your emissaries except one on the decree."""


@dataclass(frozen=True, eq=False)
class UseDevelop(Use):
    """Use an effect to develop once more."""

    cell: cards.Cell


@dataclass(frozen=True, eq=False)
class Skip(Action):
    """Leave all pending effects unused."""


def _text_of(kind: type[Action], values: tuple[object, ...]) -> str:
    verb = "use" if issubclass(kind, Use) else kind.__name__.lower()
    return " ".join([verb, *map(str, values)])


_EVERY: tuple[tuple[type[Action], tuple[object, ...]], ...] = (
    *((kind, ()) for kind in (Recall, Declare, End, Pass, Skip)),
    *((Give, (which,)) for which in (1, 2)),
    *((kind, (cell,)) for kind in (Develop, Decree) for cell in cards.TERRITORY),
    *((Copy, copy) for copy in product(cards.TERRITORY, cards.COPYABLE)),
    *((Swap, pair) for row in (cards.LINE, cards.HAND, cards.RIVER) for pair in combinations(row, 2)),
    *((Swap, pair) for pair in zip(cards.LINE, cards.HAND, strict=True)),
    *((Discard, pair) for pair in combinations(cards.RIVER, 2)),
    *((UseExchange, (card, *pair)) for card in cards.EXCHANGING for pair in combinations(cards.TERRITORY, 2)),
    *((UseRecall, (card,)) for card in cards.RECALLING),
    *((UseDevelop, (cards.DEVELOPING, cell)) for cell in cards.TERRITORY),
)
"""The kinds and values of all actions."""

_NUMBERS = {text: at for at, text in enumerate(Path(__file__).with_name("actions.txt").read_text("utf-8").splitlines())}
"""The number of each action by its text. A new action is a new line at the end of the file; no line ever moves."""

_CODES: Mapping[tuple[object, ...], int] = {
    (text, *values): _NUMBERS[text] for kind, values in _EVERY for text in [_text_of(kind, values)]
}
"""By text and values, for `Develop("L1")` has a good text, but its cell is none that the rules can use."""

ACTIONS = tuple(sorted((kind(*values) for kind, values in _EVERY), key=attrgetter("code")))
"""Every action there is, by number: `ACTIONS[action.code] is action` for those that this module makes."""

BASE_ACTIONS = ACTIONS[:131]
"""The actions of the base game."""

_BY_TEXT: Mapping[str, Action] = {action.text.lower(): action for action in ACTIONS}


def _numbered(code: int) -> Action:
    return ACTIONS[code]
