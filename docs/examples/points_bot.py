"""Bot in thirty lines, greedy for its own points.

PYTHONPATH=docs/examples naishi arena points_bot:PointsBot random --games 100
"""

from naishi import Action, Develop, PlayerView, Swap, total
from naishi.bots.protocol import Clock


class PointsBot:
    """Knows what its seat may know: a bot is given views, and never the game."""

    def __init__(self, seed: int = 0) -> None:
        """Take a seed to choose at random with; this bot doesn't."""

    def choose(self, view: PlayerView, clock: Clock) -> Action:
        """Choose the action after which the cards have most points."""
        return max(view.legal_actions, key=lambda action: points_after(view, action))


def points_after(view: PlayerView, action: Action) -> int:
    """Return what the own cards are worth after an action."""
    cards = [*view.mine.line, *view.mine.hand]
    if None in cards:  # there is no Hand before both have given a card
        return 0
    match action:
        case Develop(cell):
            cards[cell] = view.river[cell % 5].top
        case Swap(first, second) if second < 10:  # the River's cells come later
            cards[first], cards[second] = cards[second], cards[first]
    return total([card for card in cards if card is not None]).points
