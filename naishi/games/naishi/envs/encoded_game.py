"""Game with numeric views and actions, shared by the environments."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from naishi.common.errors import InvalidPositionError
from naishi.common.i18n import _
from naishi.games.naishi.envs.rows import Table
from naishi.games.naishi.game.encoding import VIEW_COLUMNS, VIEW_WIDTH, decode_action
from naishi.games.naishi.game.hiding import view
from naishi.games.naishi.game.view import PlayerView
from naishi.games.naishi.rules.actions import ACTIONS, BASE_ACTIONS, Action
from naishi.games.naishi.rules.cards import Card
from naishi.games.naishi.rules.deal import Deal
from naishi.games.naishi.rules.legal_sets import LegalSet
from naishi.games.naishi.rules.phase import Phase
from naishi.games.naishi.rules.position import Position
from naishi.tabletop.players import Player

Row = npt.NDArray[np.int8]

HIGHEST = int(max(Card))
"""The largest number in an encoded view: the last card."""

CARDS = {int(card): card for card in Card}
"""The cards by their numbers."""

_PLAYERS = Player(name="Player 1"), Player(name="Player 2")


def row_width(*, expansion: bool) -> int:
    """Return how many columns an encoded view has; without the expansion, those that only it uses are left out."""
    return VIEW_WIDTH if expansion else VIEW_COLUMNS["expansion"].start


def action_count(*, expansion: bool) -> int:
    """Return how many actions there are, by number; those of the expansion come last."""
    return len(ACTIONS if expansion else BASE_ACTIONS)


class _Legal(NamedTuple):
    """Legal actions by number."""

    codes: tuple[int, ...]
    """Sorted."""
    mask: Row
    """1 for each of them."""
    flags: list[int]
    """The mask in Python's numbers."""


class _LegalByCodes(dict[frozenset[int], _Legal]):
    """Legal actions by number, for each set of their codes that has been asked for."""

    def __init__(self, count: int) -> None:
        self._count = count

    def __missing__(self, codes: frozenset[int]) -> _Legal:
        mask = np.zeros(self._count, dtype=np.int8)
        mask[[*codes]] = 1
        self[codes] = legal = _Legal(tuple(sorted(codes)), mask, mask.tolist())
        return legal


_LEGAL = {expansion: _LegalByCodes(action_count(expansion=expansion)) for expansion in (False, True)}
_INT8 = np.dtype(np.int8)
_NONE = LegalSet((), frozenset())
_OVER = Phase.OVER
"""Module-level names: looking up a member of an enum takes as long as a mask."""


class Played(NamedTuple):
    """An action that was played."""

    seat: int
    action: Action


class EncodedGame:
    """A game being played by numbers; who asks for a seat's row sees nothing that the seat doesn't."""

    def __init__(self, start: Deal | Position) -> None:
        """Begin with a deal, or at a position.

        At a position in play, each seat knows the other Hand, as if it had seen every card arrive.

        Raises:
            InvalidPositionError: The game is over at this position.
        """
        position = Position(start) if isinstance(start, Deal) else start.copy()
        if position.is_game_over():
            raise InvalidPositionError(_("The game is over at this position, so nothing can be played there."))
        self.table = Table(position)
        self.position = position
        """The whole truth."""
        self.expansion = position.expansion is not None
        self._played: list[tuple[int, Action]] = []
        """All actions, oldest first, each after its seat; plain tuples cost half as much to make."""
        self._legal, self._width = _LEGAL[self.expansion], row_width(expansion=self.expansion)

    def copy(self) -> EncodedGame:
        """Copy the game; the copies are independent of each other."""
        twin = type(self).__new__(type(self))
        twin.table = self.table.copy()
        twin.position, twin.expansion, twin._played = twin.table.position, self.expansion, self._played.copy()
        twin._legal, twin._width = self._legal, self._width
        return twin

    @property
    def turn(self) -> int | None:
        """The seat to act; None once the game is over."""
        position = self.position
        return None if position.phase is _OVER else position.turn

    def play(self, code: int) -> int:
        """Play an action by its number; return the piles whose next card was turned up, as bits.

        Raises:
            InvalidActionError: There is no action with this number.
            IllegalActionError: It is illegal; the text says why, and nothing has changed.
        """
        position = self.position
        if type(code) is not int or code not in (position.legal or position.legal_set()).codes:
            action = decode_action(code)
            position.check(action)
            code = action.code
        action, seat = ACTIONS[code], position.turn
        shown = self.table.push(action)
        self._played.append((seat, action))
        return shown

    @property
    def played(self) -> list[Played]:
        """All actions, oldest first."""
        return [Played(seat, action) for seat, action in self._played]

    def refusal(self, code: int) -> str | None:
        """Return why the action with a number is illegal now; None if it is legal."""
        if code in self.position.legal_set().codes:
            return None
        return self.position.refusal(decode_action(code))

    def _legal_now(self, seat: int) -> _Legal:
        position = self.position
        known = (position.legal or position.legal_set()) if position.turn == seat else _NONE
        return self._legal[known.codes]

    def legal(self, seat: int) -> tuple[int, ...]:
        """Return the numbers of the legal actions of a seat, sorted; none if it isn't its turn."""
        return self._legal_now(seat).codes

    def mask(self, seat: int) -> Row:
        """Return 1 for each legal action of a seat, else 0."""
        return self._legal_now(seat).mask.copy()

    def flags(self, seat: int) -> list[int]:
        """Return the mask as a list."""
        return self._legal_now(seat).flags.copy()

    def view(self, seat: int | None) -> PlayerView:
        """Return what a seat may know, without the events and rounds; for None, what everybody at the table may."""
        return view(
            self.position, seat, players=_PLAYERS, memories=self.table.memories, round_=1, events=(), outcome=None
        )  # fmt: skip

    def row(self, seat: int | None) -> Row:
        """Return the encoded view of a seat, or of everybody at the table."""
        return np.frombuffer(self.table.row(seat), _INT8, self._width)

    def returns(self) -> tuple[float, float]:
        """Return 1 for the winner and -1 for the loser of a finished game; 0 for a draw, and while the game goes on."""
        if self.turn is not None:
            return 0.0, 0.0
        first, second = self.position.totals()
        won = float((first > second) - (first < second))
        return won, -won
