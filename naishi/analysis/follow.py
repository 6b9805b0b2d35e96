"""Lines of play, followed in the worlds in which a search has compared them, by the same moves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from itertools import islice, pairwise
from typing import NamedTuple

from naishi.analysis.lines import (
    Earner,
    Line,
    Move,
    Points,
    Turn,
    differences,
    earned,
    grown_rice,
    total,
    with_ryokan,
)
from naishi.analysis.reasons import FEW, Reason, first_reasons, reasons
from naishi.bots.engine import weights
from naishi.bots.engine.belief import likely_determinizations
from naishi.bots.engine.endgame import exact_at_end
from naishi.bots.engine.evaluation import Evaluate
from naishi.bots.engine.rollouts import play_next
from naishi.bots.engine.turns import up_to_new_cards
from naishi.bots.engine.worlds import World, determinizations
from naishi.bots.players.learned import turns_of
from naishi.bots.protocol import random_for
from naishi.game import forecast
from naishi.game.view import PlayerView
from naishi.rules.actions import Action, Decree, Develop, Give, Recall, Swap, UseDevelop, UseExchange, UseRecall
from naishi.rules.cards import DEVELOPING, EXCHANGING, Card
from naishi.rules.court import Sent
from naishi.rules.ninjas import NINJAS
from naishi.rules.phase import Phase
from naishi.rules.position import Position
from naishi.rules.territory import Territory
from naishi.rules.totals import best_copies, points_by_card

WORLDS = 32
"""In how many worlds a line is followed: enough to tell what is likely from what isn't."""
OTHERS = 6
"""How many other turns may be compared with one, until something sets it apart."""


def follow(
    view: PlayerView,
    plan: Sequence[Action],
    worlds: Sequence[World],
    evaluate: Evaluate,
    *,
    check: Callable[[], None] = lambda: None,
) -> Line:
    """Play a turn and go on, each seat by its best turns, until the other one has had two.

    Args:
        view: What the seat knows.
        plan: Its turn, as far as it is planned.
        worlds: What the game may be, of which the first are used; they stay as they are.
        evaluate: Evaluates observations.
        check: Called often; raises to cancel.
    """
    course = _Course(worlds[:WORLDS], view.seat, exact_at_end(evaluate), check)
    begun = course.now
    course.push(plan[:1])
    at_once, sheets = course.now, forecast.sheets(view, plan[0])
    rest = course.turn(view.seat, up_to_new_cards(tuple(plan))[1:])
    own = course.now
    reply, following = course.turn(1 - view.seat), course.turn(view.seat)
    course.turn(1 - view.seat)
    return Line(
        now=differences(*map(earned, sheets)) if sheets else _rounded(_mean_change(begun, at_once)),
        taken=_rounded(_mean_change(begun, at_once, theirs=True)),
        certain=all(_changes(*each) == _changes(begun[0], at_once[0]) for each in zip(begun, at_once, strict=True)),
        ends=2 * sum(each.ends and not before.ends for before, each in zip(begun, own, strict=True)) > len(own),
        lead=min(sum(each.mine.values()) - sum(each.theirs.values()) for each in own),
        free=sum(each.sent[0].free for each in own) / len(own),
        rest=rest,
        reply=reply,
        following=following,
        mine=_mean_change(begun, course.now),
        theirs=_mean_change(begun, course.now, theirs=True),
        recalls=isinstance(plan[0], Recall | UseRecall),
        rice=grown_rice(*sheets) if sheets else 0,
        possible=_possible(view),
        river=frozenset(pile.top for pile in view.river if pile.top is not None),
    )


def _possible(view: PlayerView) -> dict[Move, int]:
    """Return the points that single actions would bring a seat at once, the most of each kind of move.

    What a swap brings, the exchange that a Traveller allows would bring too.
    """
    most: dict[Move, int] = {}
    moves: tuple[Move, ...]
    for action in view.legal_actions:
        match action:
            case Develop(cell=cell):
                moves = (Move("take", view.river[cell.position].top),)
            case UseDevelop(cell=cell):
                moves = (Move("again", view.river[cell.position].top),)
            case Swap():
                moves = Move("swap"), Move("exchange")
            case UseExchange():
                moves = (Move("exchange"),)
            case Decree(cell=cell):
                moves = (Move("decree", view.theirs.card(cell)),)
            case _:
                continue
        for move in moves:
            most[move] = max(most.get(move, 0), forecast.change(view, action) or 0)
    return most


def why_rather(view: PlayerView, plan: Sequence[Action]) -> tuple[Reason, ...]:
    """Return what speaks for a turn of the viewer over the best that begins otherwise; takes a moment.

    Raises:
        BotNotReadyError: The weights are missing or damaged.
    """
    evaluate = weights.shipped_evaluation()
    worlds = likely_determinizations(view, WORLDS, random_for(0, view))
    listed = turns_of(view, exact_at_end(evaluate))
    others = (other for at in listed.different(0, OTHERS) if (other := listed.actions(at))[0] != plan[0])
    line = follow(view, plan, worlds, evaluate)
    return first_reasons(line, (follow(view, other, worlds, evaluate) for other in others))


def why_gift(view: PlayerView, better: Give, evaluate: Evaluate) -> tuple[Reason, ...]:
    """Return what speaks for giving one of the viewer's dealt cards rather than the other."""
    chance = random_for(0, view)
    worlds = [*islice(determinizations(view, chance), WORLDS)]
    for world in worlds:
        world.gifts = [world.position.territories[0][8 + given] for given in world.position.given]
    return reasons(
        *(_follow_gift(view.seat, Give(which), worlds, evaluate) for which in (better.which, 3 - better.which))
    )


def _follow_gift(seat: int, gift: Give, worlds: Sequence[World], evaluate: Evaluate) -> Line:
    """Give a card, and go on until both seats have had two turns."""
    course = _Course(worlds, seat, exact_at_end(evaluate), lambda: None)
    course.push([gift] if seat else [gift, Give(1)])  # either of the other one's, whose cards are drawn by chance
    for mover in (0, 1, 0, 1):
        course.turn(mover)
    now = course.now
    nothing = [each._replace(mine={}, theirs={}) for each in now]
    return Line(
        now={},
        taken={},
        ends=False,
        lead=0.0,
        free=0.0,
        rest=(),
        reply=(),
        following=(),
        mine=_mean_change(nothing, now),
        theirs=_mean_change(nothing, now, theirs=True),
    )


class _Course:
    """The same line in many worlds."""

    def __init__(self, worlds: Sequence[World], seat: int, exact: Evaluate, check: Callable[[], None]) -> None:
        self._worlds, self._seat, self._exact, self._check = [world.copy() for world in worlds], seat, exact, check

    @property
    def now(self) -> list[_Moment]:
        """All worlds at this moment."""
        return [_Moment.of(world.position, self._seat) for world in self._worlds]

    def push(self, actions: Sequence[Action]) -> None:
        """Play the same actions everywhere."""
        for world in self._worlds:
            for action in actions:
                world.push(action)

    def turn(self, mover: int, planned: Sequence[Action] = ()) -> tuple[Turn, ...]:
        """Play the turn of a seat, or the rest of it, wherever it has one: what was planned, then the best."""
        acting = [world for world in self._worlds if _acts(world, mover)]
        begun = [world.position.ply() for world in acting]
        for world in acting:
            for action in planned:
                world.push(action)
        while waiting := [world for world in acting if _acts(world, mover)]:
            self._check()
            play_next(waiting, self._exact)
        return tuple(
            _turn(_steps(world.position, ply, self._seat), mine=mover == self._seat)
            for world, ply in zip(acting, begun, strict=True)
        )


def _acts(world: World, seat: int) -> bool:
    return world.playing and world.position.turn == seat


class _Moment(NamedTuple):
    """A world at one moment, as far as reasons need it: first what is the seat's, then what is the other one's."""

    mine: Mapping[Earner, int]
    theirs: Mapping[Earner, int]
    cards: tuple[tuple[Card, ...], tuple[Card, ...]]
    sent: tuple[Sent, Sent]
    pending: tuple[Card, ...]
    """The Travellers whose effects may be used now."""
    ends: bool
    """Whether the game is over, or the last turn has come."""

    @classmethod
    def of(cls, position: Position, seat: int) -> _Moment:
        other = 1 - seat
        mine, theirs = position.territory(seat), position.territory(other)
        return cls(
            mine=_points(mine, theirs),
            theirs=_points(theirs, mine),
            cards=(mine.cards, theirs.cards),
            sent=(position.court[seat], position.court[other]),
            pending=position.expansion.pending if position.expansion is not None else (),
            ends=position.phase is not Phase.PLAY or position.last is not None,
        )


def _points(territory: Territory, opponent: Territory) -> Mapping[Earner, int]:
    copying = any(ninja in territory.cards for ninja in NINJAS)
    return _earned(territory, opponent if copying else None)


@lru_cache(maxsize=1000)
def _earned(territory: Territory, copied_from: Territory | None) -> Mapping[Earner, int]:
    """Remembered, since most actions leave a territory as it was."""
    copies = None if copied_from is None else best_copies(territory, copied_from)
    return with_ryokan(points_by_card(territory.cards, copies, territory.ryokan), territory.ryokan)


def _steps(position: Position, ply: int, seat: int) -> list[_Moment]:
    """Return all moments since so many actions, the last one included."""
    past, found = position.copy(history=True), [_Moment.of(position, seat)]
    while past.ply() > ply:
        past.pop()
        found.append(_Moment.of(past, seat))
    return found[::-1]


def _turn(moments: Sequence[_Moment], *, mine: bool) -> Turn:
    """Sum up a turn, named by the action that it was about."""
    made = [(_move(*pair, 0 if mine else 1), _changes(*pair)) for pair in pairwise(moments)]
    named = [(move, round(total(change[0 if mine else 1]))) for move, change in made]
    move, brings = max(named, key=lambda each: _tells(*each), default=(Move("other"), 0))
    return Turn(move, *_changes(moments[0], moments[-1]), brings)


def _changes(before: _Moment, now: _Moment) -> tuple[Points, Points]:
    return differences(before.mine, now.mine), differences(before.theirs, now.theirs)


def _tells(move: Move, brings: int) -> tuple[int, int]:
    """Return how much an action tells of its turn: a swap only where the card that is taken brings little."""
    if move.kind in {"swap", "exchange"}:
        return (2 if brings >= FEW else 0), brings
    if move.kind in {"take", "again"}:
        return (3 if brings >= FEW else 1), brings
    return {"decree": 6, "end": 5, "recall": 4}.get(move.kind, 0), brings


def _move(before: _Moment, now: _Moment, side: int) -> Move:
    """Return what an action was about, from what it has changed."""
    came = [*(Counter(now.cards[side]) - Counter(before.cards[side])).elements()]
    card = came[0] if len(came) == 1 else None
    sent, then = before.sent[side], now.sent[side]
    if then.decree > sent.decree:
        return Move("decree", card)
    if now.ends and not before.ends:
        return Move("end")
    if card is not None:
        return Move("again" if DEVELOPING in before.pending else "take", card)
    if then.swap > sent.swap:
        return Move("swap")
    if now.cards[side] != before.cards[side] and any(card in before.pending for card in EXCHANGING):
        return Move("exchange")
    return Move("recall" if then.free > sent.free else "other")


def _mean_change(before: Sequence[_Moment], now: Sequence[_Moment], *, theirs: bool = False) -> dict[Earner, float]:
    changes: dict[Earner, float] = {}
    for one, other in zip(before, now, strict=True):
        change = differences(one.theirs, other.theirs) if theirs else differences(one.mine, other.mine)
        for card, points in change.items():
            changes[card] = changes.get(card, 0.0) + points / len(now)
    return changes


def _rounded(points: Points) -> dict[Earner, int]:
    return differences({}, {earner: round(each) for earner, each in points.items()})
