"""Novice bot, without a network and with many oversights.

Puzzles are graded by it, and learners are measured against it; people play the levels.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass

from naishi.bots.protocol import Clock, random_for
from naishi.games.naishi.bots.engine.ninjas import copies
from naishi.games.naishi.game.view import PlayerView
from naishi.games.naishi.rules import actions
from naishi.games.naishi.rules.cards import LEGENDS, TRAVELLERS, Card, Cell, Phase, Territory
from naishi.games.naishi.rules.position import Position
from naishi.games.naishi.rules.scoring import ninjas, score

NOTICED = 0.6
"""The probability that it notices a possible develop."""
NOISE = 3.0
"""The standard deviation, in points, of its judgement of an action."""
WORTH_A_BONUS = 6
"""The points that a bonus must gain to be worth it."""
LEAD_TO_DECLARE = 12
"""The visible lead in points at which it declares the end."""

_HOPE: dict[Card, float] = {
    Card.TORII: 6, Card.RICE: 4, Card.NAISHI: 3, Card.RONIN: 2, Card.NINJA: 4, Card.BANNER: 2,
    **dict.fromkeys(LEGENDS, 3), **dict.fromkeys(TRAVELLERS, 5),
}  # fmt: skip
"""What it hopes a card will score later; beginners like cards that promise much."""


@dataclass(frozen=True)
class NoviceBot:
    """Takes what scores at once, in the places it notices."""

    seed: int = 0

    def choose(self, view: PlayerView, clock: Clock) -> actions.Action:
        clock.check()
        if view.phase is Phase.COPY:
            return copies(view)[0].action
        chance = random_for(self.seed, view)
        if view.dealt is not None:
            one, other = (_HOPE.get(card, 0) + chance.gauss(0, NOISE) for card in view.dealt)
            return actions.Give(2 if one >= other else 1)
        noticed = [a for a in view.legal_actions if not isinstance(a, actions.Develop) or chance.random() < NOTICED]
        position = view.position()
        before = worth(position.territories[view.seat], _theirs(view))
        judged = [(self._judge(view, position, action, before, chance), action) for action in noticed]
        return max(judged or [(0.0, action) for action in view.legal_actions])[1]

    def _judge(
        self, view: PlayerView, position: Position, action: actions.Action, before: float, chance: random.Random
    ) -> float:
        match action:
            case actions.Develop() | actions.UseDevelop() | actions.UseExchange():
                return self._gain(view, position, action, before) + chance.gauss(0, NOISE)
            case actions.Swap() if action.first.zone != action.second.zone or action.first < 10:
                return self._gain(view, position, action, before) - WORTH_A_BONUS + chance.gauss(0, NOISE)
            case actions.UseRecall() | actions.Skip() | actions.End() | actions.Pass():
                return float(isinstance(action, actions.UseRecall))
            case actions.Recall():
                return 2.0 if view.mine.sent.free == 0 and chance.random() < 0.5 else -20.0
            case actions.Declare():
                mine = [card or Card.MOUNTAIN for card in (*view.mine.line, *view.mine.hand)]
                return before - worth(_theirs(view), mine) - LEAD_TO_DECLARE + chance.gauss(0, NOISE)
            case actions.Decree(cell=cell):
                return self._decree(view, position, cell, before) + chance.gauss(0, NOISE)
            case _:
                return -WORTH_A_BONUS + chance.gauss(0, NOISE)

    @staticmethod
    def _gain(view: PlayerView, position: Position, action: actions.Action, before: float) -> float:
        cards = position.territories[view.seat]
        position.push(action)
        gained = worth(cards, _theirs(view)) - before
        position.pop()
        return gained

    @staticmethod
    def _decree(view: PlayerView, position: Position, cell: Cell, before: float) -> float:
        """Judge a decree; only visible cards attract it."""
        if (theirs := view.theirs.card(cell)) is None:
            return -20.0
        cards = [*position.territories[view.seat]]
        cards[cell] = theirs
        return worth(cards, _theirs(view)) - before - 2 * WORTH_A_BONUS


def _theirs(view: PlayerView) -> list[Card]:
    """Return the cards of the other side; unknown ones are taken for mountains."""
    return [card or Card.MOUNTAIN for card in (*view.theirs.line, *view.theirs.hand)]


def worth(cards: Sequence[Card], opponent: Sequence[Card]) -> float:
    """Return the points of ten cards plus the hopes for them; ninjas copy the first character there is."""
    territory, beside = Territory(tuple(cards)), Territory(tuple(opponent))
    copies = {cell: may[0] for cell, may in ninjas(territory, beside).items() if may}
    return score(territory, copies, opponent=beside).total + sum(_HOPE.get(card, 0) for card in cards)
