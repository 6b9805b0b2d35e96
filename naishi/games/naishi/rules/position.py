"""Position: the one implementation of the rules; and perft, which counts with it."""

from typing import Any, Self

from naishi.common.i18n import IllegalActionError, InvalidPositionError, NaishiError, _, quoted, require
from naishi.games.naishi.rules.actions import Action, LegalSet
from naishi.games.naishi.rules.cards import Card, Court, Deal, Expansion, Phase, court
from naishi.games.naishi.rules.effects import DO, UNDO, State
from naishi.games.naishi.rules.notation import Copies, Fields
from naishi.games.naishi.rules.scoring import Outcome, ScoreSheet, Termination, outcome, score
from naishi.games.naishi.rules.totals import Total, total

_Before = tuple[
    Action, Phase, int, bool, bool, int | None, int, Court, Copies, Expansion | None, LegalSet | None
]  # fmt: skip
"""An action, and what it may have changed beside the cards; `pop` restores it."""


class Position(State):
    """A game at one moment, in the manner of python-chess's `Board`: `push` an action, `pop` it back.

    Every action is checked.
    """

    __slots__ = ("_history",)

    def __init__(self, deal: Deal) -> None:
        """Begin with a deal.

        Raises:
            InvalidPositionError: It isn't one.
        """
        if not isinstance(deal, Deal):
            why = _("A position begins with a naishi.Deal; Position.from_text reads its text. {text} is neither.")
            raise InvalidPositionError(why.format(text=quoted(str(deal))))
        river = [list(pile[::-1]) for pile in deal.river]
        territories = [[Card.MOUNTAIN] * 8 + list(dealt) for dealt in deal.gifts]
        fields = Fields(river, territories, [], [], Phase.GIFT, court(), ({}, {}), shuffles=deal.shuffles)
        self._set(fields._replace(expansion=Expansion()) if deal.expansion else fields)

    def copy(self, *, history: bool = False) -> Self:
        """Copy the position, cheaply.

        Args:
            history: Whether the copy can pop what was pushed before.
        """
        twin = super().copy()
        twin._history = self._history.copy() if history else []
        return twin

    __copy__ = copy

    def __deepcopy__(self, memo: object) -> Self:
        return self.copy(history=True)

    def __getstate__(self) -> tuple[None, dict[str, Any]]:
        """Return all but the sets of legal actions, which are known everywhere."""
        state = {name: getattr(self, name) for name in State.__slots__}
        history = [(*before[:-1], None) for before in self._history]
        return None, state | {"legal": None, "_history": history}

    def _set(self, fields: Fields) -> None:
        super()._set(fields)
        self._history: list[_Before] = []

    def push(self, action: Action | str) -> None:
        """Play an action, or the one with a text.

        Raises:
            InvalidActionError: It is no action.
            IllegalActionError: It is illegal; the text says why, and nothing has changed.
        """
        if not isinstance(action, Action):
            action = Action.from_text(action)
        known = self.legal or self.legal_set()
        if action.code not in known.codes:
            raise IllegalActionError(self.refusal(action) or action.text)
        self._history.append((
            action, self.phase, self.turn, self.developed, self.bonus, self.last, self.open_piles, self.court,
            self.copies, self.expansion, known,
        ))  # fmt: skip
        self.legal = None
        DO[type(action)](self, action)

    def pop(self) -> Action:
        """Undo the last pushed action, and return it.

        Raises:
            IndexError: Nothing has been pushed.
        """
        (
            action, self.phase, self.turn, self.developed, self.bonus, self.last, self.open_piles, self.court,
            self.copies, self.expansion, self.legal,
        ) = self._history.pop()  # fmt: skip
        if undo := UNDO.get(type(action)):
            undo(self, action)
        return action

    def peek(self) -> Action:
        """Return the last pushed action.

        Raises:
            IndexError: Nothing has been pushed.
        """
        return self._history[-1][0]

    def ply(self) -> int:
        """Return how many actions have been pushed and not been popped."""
        return len(self._history)

    def sheets(self) -> tuple[ScoreSheet, ScoreSheet]:
        """Score both territories of a finished game.

        Raises:
            InvalidPositionError: A ninja still has to choose what to copy.
        """
        first, second = self.territory(0), self.territory(1)
        return score(first, self.copies[0], opponent=second), score(second, self.copies[1], opponent=first)

    def totals(self) -> tuple[Total, Total]:
        """Return the points and colours of a finished game: the sheets without their reasons.

        Raises:
            InvalidPositionError: The game is not over.
        """
        if self.phase is not Phase.OVER:
            raise InvalidPositionError(_("The game isn't over yet."))
        (first, second), (own, other) = self.territories, self.copies
        return total(first, own, self.ryokan(0)), total(second, other, self.ryokan(1))

    def outcome(self) -> Outcome | None:
        """Return the result, or None while the game goes on."""
        if self.phase is not Phase.OVER:
            return None
        return outcome(self.sheets(), Termination.DECLARED if self.declared else Termination.PILES)


def perft(position: Position, depth: int) -> int:
    """Count the sequences of exactly `depth` actions that can follow a position.

    Raises:
        NaishiError: The depth isn't a whole number from 0 up.
    """
    require(depth, int)
    if depth < 0:
        raise NaishiError(_("The depth of a count is 0 or more."))
    return _leaves(position, depth)


def _leaves(position: Position, depth: int) -> int:
    actions = position.legal_actions()
    if depth <= 1:
        return len(actions) if depth else 1
    leaves = 0
    for action in actions:
        position.push(action)
        leaves += _leaves(position, depth - 1)
        position.pop()
    return leaves
