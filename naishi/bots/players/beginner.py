"""A bot for a first game: it sees what a card would earn now, and misses much else."""

from __future__ import annotations

import random

from naishi.bots.engine.copying import best_copy
from naishi.bots.engine.matches import shown
from naishi.bots.protocol import Clock, chance_for
from naishi.game.view import PlayerView
from naishi.rules.actions import Action, Declare, Decree, Develop, Discard, End, Give, Pass, Recall, Swap
from naishi.rules.cards import Card
from naishi.rules.legal import Phase
from naishi.rules.position import Position
from naishi.rules.scoring import choices, score
from naishi.rules.territory import Territory

NOTICED = 0.6
"""How much of what it could do it notices, on its turn."""
WAVERS = 3.0
"""Points by which its feeling for a move is off, as a rule."""
WORTH_A_BONUS = 6
"""Points that a bonus must bring to tempt it."""
LEAD_TO_DECLARE = 12
"""Points it wants to be ahead, by what it sees, to declare the end."""

_LOVE: dict[Card, float] = {Card.TORII: 6, Card.RICE: 4, Card.NAISHI: 3, Card.RONIN: 2, Card.NINJA: 4, Card.BANNER: 2}
"""What it hopes a card will earn later; a beginner likes cards that promise much."""


class BeginnerBot:
    """Takes what earns points at once, on some of the places it happens to notice."""

    def __init__(self, seed: int = 0) -> None:
        self._seed = seed

    def choose(self, view: PlayerView, clock: Clock) -> Action:
        """Choose an action that feels good."""
        clock.check()
        if view.phase is Phase.COPY:
            return best_copy(view)
        chance = chance_for(self._seed, view)
        if view.phase is Phase.GIFT:
            return self._gift(view, chance)
        noticed = [a for a in view.legal_actions if not isinstance(a, Develop) or chance.random() < NOTICED]
        position = shown(view)
        before = worth(position.territories[view.seat])
        felt = [(self._feeling(view, position, action, before, chance), action) for action in noticed]
        return max(felt or [(0.0, action) for action in view.legal_actions])[1]

    @staticmethod
    def _gift(view: PlayerView, chance: random.Random) -> Action:
        """Keep the card it likes better, mostly."""
        assert view.dealt is not None  # noqa: S101 - it is the gift phase
        one, other = (_LOVE.get(card, 0) + chance.gauss(0, WAVERS) for card in view.dealt)
        return Give(2 if one >= other else 1)

    def _feeling(
        self, view: PlayerView, position: Position, action: Action, before: float, chance: random.Random
    ) -> float:
        """Say how an action feels; about as many points as it brings, or it wouldn't be done."""
        match action:
            case Develop():
                return self._brings(view, position, action, before) + chance.gauss(0, WAVERS)
            case Swap() if action.first.zone != action.second.zone or action.first < 10:
                return self._brings(view, position, action, before) - WORTH_A_BONUS + chance.gauss(0, WAVERS)
            case Recall():
                return 2.0 if view.mine.sent.free == 0 and chance.random() < 0.5 else -20.0
            case Declare():
                return self._lead(view, before) - LEAD_TO_DECLARE + chance.gauss(0, WAVERS)
            case End() | Pass():
                return 0.0
            case Decree():
                return self._decree(view, position, action, before) + chance.gauss(0, WAVERS)
            case Discard():
                return -WORTH_A_BONUS + chance.gauss(0, WAVERS)
            case _:
                return -WORTH_A_BONUS + chance.gauss(0, WAVERS)

    @staticmethod
    def _brings(view: PlayerView, position: Position, action: Action, before: float) -> float:
        cards = position.territories[view.seat]
        position.push(action)
        gained = worth(cards) - before
        position.pop()
        return gained

    @staticmethod
    def _decree(view: PlayerView, position: Position, action: Decree, before: float) -> float:
        """Want only cards that it sees."""
        theirs = view.theirs.card(action.cell)
        if theirs is None:
            return -20.0
        cards = list(position.territories[view.seat])
        cards[action.cell] = theirs
        return worth(cards) - before - 2 * WORTH_A_BONUS

    @staticmethod
    def _lead(view: PlayerView, before: float) -> float:
        """Compare with what it sees of the other side; it takes unknown cards for mountains."""
        theirs = [card or Card.MOUNTAIN for card in (*view.theirs.line, *view.theirs.hand)]
        return before - worth(theirs)


def worth(cards: list[Card]) -> float:
    """Count the points of ten cards, and what may come of them; ninjas copy the first character there is."""
    territory = Territory(tuple(cards))
    may = choices(territory)
    copies = dict.fromkeys(territory.where(Card.NINJA), may[0]) if may else {}
    return score(territory, copies).total + sum(_LOVE.get(card, 0) for card in cards)
