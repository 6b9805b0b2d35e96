"""Evidence about a Hand from its owner's past choices.

Each Hand that it may have is followed back to the start. At each of its choices the network evaluates what else it
could have done with that Hand, and a player is taken to choose by the values, with a temperature (a softmax; McFadden,
"Conditional logit analysis of qualitative choice behavior", 1974). How good a player it is shows in the same way:
several temperatures are tried, and the one under which all of its choices are the likeliest counts for most.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from naishi.games.naishi.bots.engine import observation as o
from naishi.games.naishi.bots.engine.afterstates import afterstates
from naishi.games.naishi.bots.engine.evaluation import Evaluate, utility
from naishi.games.naishi.bots.engine.legal_moves import Indices, LegalMoves, legal_moves
from naishi.games.naishi.bots.engine.tracks import Tracks, began_with_a_deal, world_at_the_start
from naishi.games.naishi.bots.engine.worlds import World, observations
from naishi.games.naishi.game.view import PlayerView
from naishi.games.naishi.rules.actions import ACTIONS, Declare, Develop, End, Recall
from naishi.games.naishi.rules.cards import BASE_CARDS, Card

Logs = npt.NDArray[np.float64]

TEMPERATURES = np.array([0.01, 0.03, 0.1, np.inf])
"""Of players who choose as the bots do, and of worse ones; at the last, choices say nothing."""
SHARES = np.log([0.4, 0.3, 0.2, 0.1])
"""How many players are thought to be of each temperature, as logarithms."""
SLIP = 0.02
"""How often anybody does just anything."""
FAR = 6.0
"""A Hand that is this much less likely than the best one, as a logarithm, isn't followed any further."""

_WEIGHED = np.array([isinstance(action, Develop | Recall | Declare | End) for action in ACTIONS])
"""The actions that a choice is compared with. To compare it with all takes ten times as long and says no more: many
swaps are nearly as good as each other."""


def likelihoods_of_choices(
    view: PlayerView, cards: Indices, evaluate: Evaluate, check: Callable[[], None] = lambda: None
) -> Logs | None:
    """Return how likely all that the other seat has chosen is, for each territory that it may have.

    Args:
        view: What the viewer knows.
        cards: The territories that the other side may have now, ten cards in each row.
        evaluate: Evaluates observations.
        check: Called often; raises to cancel.

    Returns:
        Logarithms: [territory, temperature]. None where it can't be known: with the expansion, and in a game that was
        begun from a position.
    """
    if not began_with_a_deal(view):
        return None
    tracks = Tracks.of(view)
    firsts = _first_hands(int(tracks.gifts[view.seat]))
    found = np.zeros((len(firsts.hands), len(TEMPERATURES)))
    for choice in choices_of_opponent(view, world_at_the_start(view, tracks, cards[0])):
        check()
        found += _likelihoods(choice, firsts.hands, _followed(choice, firsts, found), evaluate)
    return found[np.searchsorted(firsts.numbers, tracks.first_hands(1 - view.seat, cards) @ _PLACES)]


class FirstHands(NamedTuple):
    """All first Hands with a gift: three mountains, the gift, and some card that was kept."""

    hands: Indices
    """Five cards in each row."""
    kept: Indices
    numbers: Indices
    """The number of each, in order."""


_PLACES = 16 ** np.arange(5)
"""Factors that make a number of the cards of a Hand."""


@cache
def _first_hands(gift: int) -> FirstHands:
    kept = [int(card) for card in BASE_CARDS if card is not Card.MOUNTAIN]
    places = [(i, j) for i in range(5) for j in range(5) if i != j]
    laid = np.full((len(kept), len(places), 5), Card.MOUNTAIN, dtype=np.intp)
    for number, (i, j) in enumerate(places):
        laid[:, number, i], laid[:, number, j] = gift, kept
    hands = laid.reshape(-1, 5)
    numbers, first = np.unique(hands @ _PLACES, return_index=True)  # two of one type come in one order only
    return FirstHands(hands[first], np.array(kept).repeat(len(places))[first], numbers)


class Choice(NamedTuple):
    """A choice of the other seat in the past, and what the viewer knew of its Hand by then."""

    raw: o.Observations
    """The observation that it chose by, to be finished; the unknown cards of its Hand are `UNKNOWN`."""
    first: Indices
    """For each place of its territory, the place in its first Hand from which the card there comes, or -1."""
    moves: LegalMoves
    code: int
    """Of the action that was chosen."""
    seen: dict[int, Card]
    """The cards of its first Hand that had been seen, by their places."""
    may_be_kept: npt.NDArray[np.bool_]
    """Which cards it may have kept, by their numbers."""


def choices_of_opponent(view: PlayerView, world: World) -> Iterator[Choice]:
    """Play the game again, and yield each choice of the other seat."""
    other, tracks = 1 - view.seat, Tracks()
    for event in view.events[2:]:
        assert event.action is not None  # noqa: S101 - only gifts may be unknown
        if event.seat == other and len((moves := legal_moves(world.position)).codes) > 1:
            first = np.array(tracks.from_first_hand(other))
            raw = np.frombuffer(world.raw_observation(other), dtype=np.uint8).copy()
            raw[np.flatnonzero(first >= 0)] = o.UNKNOWN
            (knew,) = observations([world], view.seat)
            may_be = (knew[o.UNSEEN] > 0) | (knew[o.KEPT] == 0)
            yield Choice(raw, first, moves, event.action.code, tracks.first_hand(other), may_be)
        tracks.follow(event)
        world.push(event.action)


def _followed(choice: Choice, firsts: FirstHands, found: Logs) -> Indices:
    """Return the first Hands that are worked out: what was possible, as far as was known before, and not unlikely."""
    possible = choice.may_be_kept[firsts.kept]
    for place, card in choice.seen.items():
        possible &= firsts.hands[:, place] == card
    likely = np.where(possible, np.logaddexp.reduce(found + SHARES, axis=1), -np.inf)
    return np.flatnonzero(likely > likely.max() - FAR)


remembered: dict[tuple[bytes, bytes, bytes, int], Logs] = {}
"""What has been worked out of choices: the same ones are looked at again at the next action."""
MOST = 1000
"""How many of them are kept."""


def _likelihoods(choice: Choice, hands: Indices, followed: Indices, evaluate: Evaluate) -> Logs:
    """Return how likely a choice is with each first Hand, as logarithms; with one not followed, the others' mean."""
    key = choice.raw.tobytes(), choice.first.tobytes(), followed.tobytes(), choice.code
    if (known := remembered.get(key)) is None:
        if len(remembered) >= MOST:
            remembered.clear()
        rows = choice.raw[None].repeat(len(followed), axis=0)
        cells = np.flatnonzero(choice.first >= 0)
        rows[:, cells] = hands[followed][:, choice.first[cells]]
        known = remembered[key] = _by_temperature(rows, choice, evaluate)
    likely: Logs = np.broadcast_to(known.mean(axis=0), (len(hands), len(TEMPERATURES))).copy()
    likely[followed] = known
    return likely


def _by_temperature(rows: o.Observations, choice: Choice, evaluate: Evaluate) -> Logs:
    """Return the logarithm of how likely a choice is at each temperature, by raw observations."""
    codes = choice.moves.codes
    some = _WEIGHED[codes] | (codes == choice.code)
    moves = LegalMoves(*(part[some] for part in choice.moves))
    after = afterstates(o.finish(rows), [moves] * len(rows))
    worth = utility(after.means(evaluate(after.rows))).reshape(len(rows), -1).astype(np.float64)
    worth -= worth.max(axis=1, keepdims=True)
    shares = np.exp(worth[:, :, None] / TEMPERATURES)
    chosen = shares[:, moves.codes == choice.code][:, 0] / shares.sum(axis=1)
    likely: Logs = np.log(chosen * (1 - SLIP) + SLIP / worth.shape[1])
    return likely
