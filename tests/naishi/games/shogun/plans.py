"""Plans of Shogun that nobody else can tell apart."""

from __future__ import annotations

from collections.abc import Sequence

from naishi.games.shogun.actions import read_typed
from naishi.games.shogun.bots import make
from naishi.games.shogun.data import ACTIONS, board
from naishi.games.shogun.kind import SHOGUN
from naishi.games.shogun.position import Position
from naishi.tabletop.recorded import RecordedGame

PLANNERS = ("Aiko", "Bruno", "Carol")
PLANNER = 1
"""The seat of which there are two plans."""
LAST_TWO = 8
"""So many actions are done before those that differ."""


def two_plans() -> tuple[list[tuple[int, str]], list[tuple[int, str]]]:
    """A season, with two plans of a seat, up to where others can tell them apart: only the last two actions differ."""
    owner, order = shogun_of_three().position.owner, shogun_of_three().position.order
    cards = [each.name for at, each in enumerate(board().provinces) if owner[at] == PLANNER]
    known = " ".join(f"{ACTIONS[order[place]]}:{cards[place]}" for place in range(5))
    last_but_one, last = ACTIONS[order[8]], ACTIONS[order[9]]
    one, first = _season(f"plan {known} {last}:{cards[5]} bid:2")
    other, second = _season(f"plan {known} {last_but_one}:{cards[6]} {last}:{cards[7]} bid:2")
    assert one[PLANNER] != other[PLANNER]
    assert len(one) == len(other) > 6
    assert first.view(PLANNER) != second.view(PLANNER)
    for viewer in (0, 2, None):
        assert first.view(viewer) == second.view(viewer)
    return one, other


def _season(plan: str) -> tuple[list[tuple[int, str]], RecordedGame[Position]]:
    """What is decided before one of the last two actions is turned up, and the game by then."""
    decided = list[tuple[int, str]]()
    game = shogun_of_three()
    for seat in (0, PLANNER, 2):
        bot = make("beginner", seat)
        text = read_typed(plan).text if seat == PLANNER else bot.choose(game.view(seat), None).text
        decided.append((seat, text))
        game.play(text, seat)
    while True:
        seat, ahead = game.awaited[0], game.copy()
        action = game.view(seat).legal_actions[0].text
        ahead.play(action, seat)
        if ahead.position.done >= LAST_TWO:
            return decided, game
        decided.append((seat, action))
        game.play(action, seat)


def played_with(decided: Sequence[tuple[int, str]]) -> RecordedGame[Position]:
    """The game in which this was decided."""
    game = shogun_of_three()
    for seat, text in decided:
        game.play(text, seat)
    return game


def shogun_of_three() -> RecordedGame[Position]:
    """A game whose first season leaves the last two actions face down until after all that is played here."""
    return SHOGUN.new(PLANNERS, {"setup": "printed", "undo": "off"}, "secret plans 27")
