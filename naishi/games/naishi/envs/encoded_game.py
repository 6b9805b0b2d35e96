"""A game whose views and actions are numbers: what the environments have in common."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from naishi.games.naishi.game.encoding import VIEW_COLUMNS, VIEW_WIDTH, decode_action, encode_view
from naishi.games.naishi.game.hiding import view
from naishi.games.naishi.game.history import History
from naishi.games.naishi.game.view import PlayerView
from naishi.games.naishi.rules.actions import ACTIONS, BASE_ACTIONS
from naishi.games.naishi.rules.cards import Card
from naishi.games.naishi.rules.deal import Deal
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


class EncodedGame:
    """A game being played by numbers; who asks for a seat's row sees nothing that the seat doesn't."""

    def __init__(self, deal: Deal) -> None:
        self.history = History(Position(deal))
        self.expansion = deal.expansion is not None

    def copy(self) -> EncodedGame:
        """Copy the game; the copies are independent of each other."""
        twin = type(self).__new__(type(self))
        twin.history, twin.expansion = self.history.copy(), self.expansion
        return twin

    @property
    def position(self) -> Position:
        """The whole truth."""
        return self.history.position

    @property
    def turn(self) -> int | None:
        """The seat to act; None once the game is over."""
        return None if self.position.is_game_over() else self.position.turn

    def play(self, code: int) -> None:
        """Play an action by its number.

        Raises:
            InvalidActionError: There is no action with this number.
            IllegalActionError: It is illegal; the text says why, and nothing has changed.
        """
        self.history.do(decode_action(code))

    def legal(self, seat: int) -> list[int]:
        """List the numbers of the legal actions of a seat, sorted; none if it isn't its turn."""
        return sorted(self.position.legal_set().codes) if self.turn == seat else []

    def mask(self, seat: int) -> Row:
        """Return 1 for each legal action of a seat, else 0."""
        mask = np.zeros(action_count(expansion=self.expansion), dtype=np.int8)
        mask[self.legal(seat)] = 1
        return mask

    def view(self, seat: int | None) -> PlayerView:
        """Return what a seat may know, without the events; for None, what everybody at the table may."""
        history = self.history
        memories, round_ = history.memories, history.round
        return view(self.position, seat, players=_PLAYERS, memories=memories, round_=round_, events=(), outcome=None)

    def row(self, seat: int | None) -> Row:
        """Return the encoded view of a seat, or of everybody at the table."""
        row = encode_view(self.view(seat))
        return np.array(row[: row_width(expansion=self.expansion)], dtype=np.int8)

    def returns(self) -> tuple[float, float]:
        """Return 1 for the winner and -1 for the loser of a finished game; 0 for a draw, and while the game goes on."""
        if self.turn is not None:
            return 0.0, 0.0
        first, second = self.position.totals()
        won = float((first > second) - (first < second))
        return won, -won
