"""A bot in thirty lines: it does what makes its own territory worth most at once, and looks no further.

`PYTHONPATH=docs/examples naishi arena points_bot:PointsBot random --games 100` plays it against another bot.
"""

from naishi import Action, Develop, PlayerView, Swap, total
from naishi.bots.protocol import Clock


class PointsBot:
    """Knows what a seat may know: bots are given a view, and never the game."""

    def __init__(self, seed: int = 0) -> None:
        """Take a seed, by which a bot may choose at random; this one doesn't."""

    def choose(self, view: PlayerView, clock: Clock) -> Action:
        """Choose the action after which the own cards have most points; of equal ones, the first."""
        return max(view.legal_actions, key=lambda action: self._points_after(view, action))

    def _points_after(self, view: PlayerView, action: Action) -> int:
        cards = [*view.mine.line, *view.mine.hand]
        if None in cards:  # before the first turn, there is no Hand yet
            return 0
        match action:
            case Develop(cell):
                cards[cell] = view.river[cell % 5].top
            case Swap(first, second) if second < 10:  # two of the own cells; those of the River come after them
                cards[first], cards[second] = cards[second], cards[first]
        return total(cards).points
