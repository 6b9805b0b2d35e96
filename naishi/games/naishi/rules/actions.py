"""Actions of the game: their text and numbers, and which are legal.

(Rulebook: setup, a turn, the end of the game.)

Each has a number that never changes: its line in actions.txt, from 0. The order in which actions are listed is another
thing: they sort by their texts.

`refusal` states each rule once, with the sentence a person reads; the actions that it doesn't refuse are legal, and
`legal_sets` lists them. It looks only at what is public, so it works for a `Position` and a `PlayerView`. There are
thousands of situations, but each group of actions depends on a small part of one: which develops are legal, for
example, only on the River piles that are left. `refusal` is called once for each group and part, so that a new
situation costs a few look-ups.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import partial, total_ordering
from itertools import combinations, groupby, product
from operator import attrgetter
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

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


class Situation(NamedTuple):
    """Everything that decides which actions are legal."""

    phase: cards.Phase
    developed: bool = False
    """The seat to act has developed this turn."""
    bonus: bool = False
    """It has taken its bonus this turn."""
    ending: bool = False
    """The end is triggered: this is the last turn."""
    open_piles: int = 0
    """The River piles that are not empty, as bits: 1 is pile 1, 16 is pile 5."""
    two_left: bool = False
    """Two piles of one card each are all that is left of the River."""
    court: cards.Openings = cards.Openings()
    ninja: cards.Cell | None = None
    """In the copy phase: the ninja whose turn it is to copy."""
    characters: tuple[cards.Card, ...] = ()
    """In the copy phase: what it may copy."""
    of_opponent: bool = False
    """In the copy phase: it is the Legendary Ninja, which copies a card of the opponent."""
    pending: tuple[cards.Card, ...] = ()
    """The Travellers whose effects are pending; until they are settled nothing else is possible."""
    unturned: int = 0
    """The River piles whose next card isn't turned up yet, as bits."""

    @property
    def river_left(self) -> bool:
        return self.open_piles != 0


def refusal(s: Situation, action: Action) -> str | None:
    """Return why an action is illegal, or None if it is legal."""
    if s.phase is cards.Phase.OVER:
        return _("The game is over.")
    if isinstance(action, Give):
        return None if s.phase is cards.Phase.GIFT else _("Gifts are chosen only before the first turn.")
    if isinstance(action, Copy):
        return _refuse_copy(s, action)
    if s.phase is cards.Phase.GIFT:
        return _("First choose which of your two cards to give away.")
    if s.phase is cards.Phase.COPY:
        return _("The last turn is over; only the ninjas still have to choose what to copy.")
    return _refuse_in_play(s, action)


def _refuse_in_play(s: Situation, action: Action) -> str | None:
    if s.pending or isinstance(action, Use | Skip):
        return _refuse_effect(s, action)
    match action:
        case Develop(cell=cell):
            return _("You have already developed this turn.") if s.developed else _refuse_pile(s, cell)
        case Swap() | Discard():
            return _refuse_bonus(s, action)
        case End() | Pass():
            return _refuse_idle(s, action)
        case _:
            return _refuse_whole_turn(s, action)


def _refuse_copy(s: Situation, action: Copy) -> str | None:
    if s.phase is not cards.Phase.COPY:
        return _("Ninjas choose what to copy only after the last turn.")
    if s.ninja is not None and action.cell is not s.ninja:
        return _("The ninja at {cell} has to copy first.").format(cell=s.ninja.noun)
    if action.card in s.characters:
        return None
    if s.of_opponent:
        return _("There is no {card:bare} to copy in the other territory.").format(card=action.card.noun)
    return _("There is no {card:bare} to copy in this territory.").format(card=action.card.noun)


def _refuse_effect(s: Situation, action: Action) -> str | None:
    """Refuse what isn't the use of a pending effect. (Expansion: resolving effects.)"""
    if not s.pending:
        return _("No effect of a Traveller is pending.")
    if isinstance(action, Skip):
        return None
    if not isinstance(action, Use):
        return _("First use the pending effects, or skip them.")
    if action.traveller not in s.pending:
        return _("The effect of the {card:bare} is not pending.").format(card=action.traveller.noun)
    if not isinstance(action, UseDevelop):
        return None
    pile = action.cell.position
    if s.unturned >> pile & 1:
        return _("The next card of River pile {position} is not turned up yet.").format(position=pile + 1)
    return _refuse_pile(s, action.cell)


def _refuse_pile(s: Situation, cell: cards.Cell) -> str | None:
    if s.open_piles >> cell.position & 1:
        return None
    return _("River pile {position} is empty.").format(position=cell.position + 1)


def _refuse_bonus(s: Situation, action: Swap | Discard) -> str | None:
    """Refuse what sends an emissary for a bonus. (Rulebook: additional actions.)"""
    if s.bonus:
        return _("You have already taken your bonus this turn.")
    if not s.court.emissary:
        return _("Both your emissaries are already at court.")
    if isinstance(action, Swap) and not s.court.swap:
        return _("All three swap spots at court are taken.")
    if isinstance(action, Discard) and not s.court.discard:
        return _("Both discard spots at court are taken.")
    if action.first.zone is cards.Zone.RIVER and (
        reason := _refuse_pile(s, action.first) or _refuse_pile(s, action.second)
    ):
        return reason
    none_left = s.two_left if isinstance(action, Discard) else not s.river_left
    if not s.developed and none_left:
        return _("A bonus taken before you develop must leave a River card to develop with.")
    return None


def _refuse_whole_turn(s: Situation, action: Action) -> str | None:
    """Refuse what takes a whole turn: the decree, the recall, the declaration."""
    if s.developed or s.bonus:
        return _("That takes a whole turn, and you have already started this one.")
    match action:
        case Decree() if not s.court.decree:
            return _("The decree has already been imposed; it happens only once per game.")
        case Decree() if not s.court.emissary:
            return _("Both your emissaries are already at court.")
        case Recall() if not s.court.recall:
            return _("You have no emissary to recall.")
        case Declare() if s.ending:
            return _("The game is already ending: this is the last turn.")
        case Declare() if s.open_piles == 0b11111:
            return _("You can declare the end only once a River pile is empty.")
    return None


def _refuse_idle(s: Situation, action: End | Pass) -> str | None:
    if isinstance(action, End):
        if s.developed:
            return None
        return _("Before ending your turn, develop, impose the decree, recall or declare the end.")
    whole_turns = (_refuse_whole_turn(s, each) is None for each in (Decree(cards.Cell.L1), Recall(), Declare()))
    if s.developed or s.bonus or s.river_left or any(whole_turns):
        return _("You can pass only when nothing else is possible.")
    return None


_Kind = TypeVar("_Kind", bound=Action)


class LegalSet(NamedTuple):
    """The legal actions of a situation, sorted, and their codes."""

    actions: tuple[Action, ...]
    codes: frozenset[int]


class _LegalSets(dict[tuple[object, ...], LegalSet]):
    """The legal actions of each `Situation`, or plain tuple of its fields, which costs less to make."""

    def __missing__(self, situation: tuple[Any, ...]) -> LegalSet:
        s, groups = Situation(*situation), _GROUPS
        if s.phase is not cards.Phase.PLAY:
            groups = _OTHER_PHASES[s.phase, s.ninja]
        elif s.pending:
            groups = _EFFECTS
        parts = [group.legal(s) for group in groups]
        actions = tuple([action for part in parts for action in part.actions])
        self[situation] = legal = LegalSet(actions, frozenset().union(*[part.codes for part in parts]))
        return legal


class _Group:
    """Actions whose legality depends on the same small part of a situation."""

    def __init__(self, actions: Iterable[Action], part_that_decides: Callable[[Situation], object]) -> None:
        self.actions = tuple(actions)
        self.part_that_decides = part_that_decides
        self.known: dict[object, LegalSet] = {}

    def legal(self, s: Situation) -> LegalSet:
        part = self.part_that_decides(s)
        if (legal := self.known.get(part)) is None:
            actions = tuple([action for action in self.actions if refusal(s, action) is None])
            self.known[part] = legal = LegalSet(actions, frozenset([action.code for action in actions]))
        return legal


def _every(kind: type[_Kind]) -> list[_Kind]:
    return [action for action in sorted(ACTIONS) if isinstance(action, kind)]


def _swaps(*, of_river: bool) -> list[Swap]:
    return [swap for swap in _every(Swap) if (swap.first.zone is cards.Zone.RIVER) == of_river]


def _bonus_part(spot: str, part: Callable[[Situation], object], s: Situation) -> object:
    """Return a part of a situation, or None where no emissary can be sent for a bonus whatever the River is like."""
    return part(s) if s.court.emissary and not s.bonus and getattr(s.court, spot) else None


_GROUPS: Sequence[_Group] = (
    _Group(_every(Declare), attrgetter("developed", "bonus", "ending", "open_piles")),
    _Group(_every(Decree), attrgetter("developed", "bonus", "court.emissary", "court.decree")),
    _Group(_every(Develop), attrgetter("developed", "open_piles")),
    _Group(_every(Discard), partial(_bonus_part, "discard", attrgetter("developed", "open_piles", "two_left"))),
    _Group(_every(End), attrgetter("developed")),
    _Group(_every(Pass), attrgetter("developed", "bonus", "ending", "river_left", "court")),
    _Group(_every(Recall), attrgetter("developed", "bonus", "court.recall")),
    _Group(_swaps(of_river=False), partial(_bonus_part, "swap", attrgetter("developed", "river_left"))),
    _Group(_swaps(of_river=True), partial(_bonus_part, "swap", attrgetter("developed", "open_piles"))),
)
"""All that can be done in play, in the order of the texts, so that the legal ones of all groups are sorted."""

_EFFECTS = (
    _Group(_every(Skip), attrgetter("pending")),
    *(
        _Group(
            [use for use in _every(Use) if use.traveller is card],
            attrgetter("pending", *(["open_piles", "unturned"] * again)),
        )
        for card in sorted(cards.ON_LEAVING | cards.ON_ENTERING, key=str)
        for again in [card is cards.DEVELOPING]
    ),
)
"""All that can be done while effects are pending."""


def _may_copy(card: cards.Card, s: Situation) -> bool:
    return card in s.characters


_OTHER_PHASES: Mapping[tuple[cards.Phase, object], Sequence[_Group]] = {
    (cards.Phase.GIFT, None): [_Group(_every(Give), attrgetter("phase"))],
    **{
        (cards.Phase.COPY, cell): [_Group([copy], partial(_may_copy, copy.card)) for copy in copies]
        for cell, copies in groupby(_every(Copy), attrgetter("cell"))
    },
    (cards.Phase.OVER, None): [],
}
"""What can be done in the other phases, by the ninja that has to copy."""


LEGAL_SETS = _LegalSets()
