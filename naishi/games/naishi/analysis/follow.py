"""Variations followed through sampled worlds, move by move."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from itertools import islice, pairwise
from typing import NamedTuple

from naishi.bots.protocol import random_for
from naishi.games.naishi.analysis import lines
from naishi.games.naishi.analysis.reasons import FEW, MOSTLY, Reason, first_reasons, reasons
from naishi.games.naishi.bots.engine import belief, weights
from naishi.games.naishi.bots.engine.network import Evaluate
from naishi.games.naishi.bots.engine.observation import observe
from naishi.games.naishi.bots.engine.rollouts import after, play_next
from naishi.games.naishi.bots.engine.turns import exact_at_end, up_to_new_cards
from naishi.games.naishi.bots.players.learned import turns_of
from naishi.games.naishi.game import turns
from naishi.games.naishi.game.view import PlayerView
from naishi.games.naishi.rules.actions import (
    Action,
    Decree,
    Develop,
    Give,
    Recall,
    Swap,
    UseDevelop,
    UseExchange,
    UseRecall,
)
from naishi.games.naishi.rules.cards import DEVELOPING, EXCHANGING, Card, Phase, Sent, Territory
from naishi.games.naishi.rules.position import Position
from naishi.games.naishi.rules.scoring import NINJAS
from naishi.games.naishi.rules.totals import best_copies, points_by_card


class Moment(NamedTuple):
    """A world at one moment, as far as reasons need it: first what is the seat's, then what is the other one's."""

    mine: Mapping[lines.Earner, int]
    theirs: Mapping[lines.Earner, int]
    cards: tuple[tuple[Card, ...], tuple[Card, ...]]
    sent: tuple[Sent, Sent]
    river: tuple[Card | None, ...]
    """What lies face up on its piles."""
    pending: tuple[Card, ...]
    """The Travellers whose effects may be used now."""
    ends: bool
    """Whether the game is over, or the last turn has come."""

    @classmethod
    def of(cls, position: Position, seat: int) -> "Moment":
        other = 1 - seat
        mine, theirs = position.territory(seat), position.territory(other)
        return cls(
            mine=_points(mine, theirs),
            theirs=_points(theirs, mine),
            cards=(mine.cards, theirs.cards),
            river=tuple(pile[-1] if pile else None for pile in position.river),
            sent=(position.court[seat], position.court[other]),
            pending=position.expansion.pending if position.expansion is not None else (),
            ends=position.phase is not Phase.PLAY or position.last is not None,
        )


def _points(territory: Territory, opponent: Territory) -> Mapping[lines.Earner, int]:
    return _earned(territory, opponent if any(ninja in territory.cards for ninja in NINJAS) else None)


@lru_cache(maxsize=1000)
def _earned(territory: Territory, copied_from: Territory | None) -> Mapping[lines.Earner, int]:
    """Remembered, since most actions leave a territory as it was."""
    copies = None if copied_from is None else best_copies(territory, copied_from)
    return lines.with_ryokan(points_by_card(territory.cards, copies, territory.ryokan), territory.ryokan)


def turn_of(moments: Sequence[Moment], *, mine: bool) -> lines.Turn:
    made = [(_move(*pair, 0 if mine else 1), changes(*pair)) for pair in pairwise(moments)]
    named = [(move, round(lines.total(change[0 if mine else 1]))) for move, change in made]
    move, brings = max(named, key=lambda each: _tells(*each), default=(lines.Move("other"), 0))
    return lines.Turn(move, *changes(moments[0], moments[-1]), brings)


def changes(before: Moment, now: Moment) -> tuple[lines.Points, lines.Points]:
    return lines.differences(before.mine, now.mine), lines.differences(before.theirs, now.theirs)


def _tells(move: lines.Move, brings: int) -> tuple[int, int]:
    """Return how much an action tells of its turn: a swap only where the card that is taken brings little."""
    if move.kind in {"swap", "exchange"}:
        return (2 if brings >= FEW else 0), brings
    if move.kind in {"take", "again"}:
        return (3 if brings >= FEW else 1), brings
    return {"decree": 6, "end": 5, "recall": 4}.get(move.kind, 0), brings


def _move(before: Moment, now: Moment, side: int) -> lines.Move:
    came = [*(Counter(now.cards[side]) - Counter(before.cards[side])).elements()]
    card = came[0] if len(came) == 1 else None
    sent, then = before.sent[side], now.sent[side]
    if then.decree > sent.decree:
        return lines.Move("decree", card)
    if now.ends and not before.ends:
        return lines.Move("end")
    if card is not None:
        return lines.Move("again" if DEVELOPING in before.pending else "take", card)
    if then.swap > sent.swap:
        return lines.Move("swap")
    if now.cards[side] != before.cards[side] and any(card in before.pending for card in EXCHANGING):
        return lines.Move("exchange")
    return lines.Move("recall" if then.free > sent.free else "other")


def mean_change(before: Sequence[Moment], now: Sequence[Moment], *, theirs: bool = False) -> dict[lines.Earner, float]:
    means: dict[lines.Earner, float] = {}
    for one, other in zip(before, now, strict=True):
        change = lines.differences(one.theirs, other.theirs) if theirs else lines.differences(one.mine, other.mine)
        for card, points in change.items():
            means[card] = means.get(card, 0.0) + points / len(now)
    return means


WORLDS = 32
"""In how many worlds a line is followed: enough to tell what is likely from what isn't."""
OTHERS = 6
"""How many other turns may be compared with one, until something sets it apart."""


def follow(view: PlayerView, plan: Sequence[Action], worlds: Sequence[belief.World], evaluate: Evaluate) -> lines.Line:
    """Play a turn and go on, each seat by its best turns, until the other one has had two.

    Args:
        worlds: What the game may be, of which the first are used; they stay as they are.
    """
    return follow_all(view, [plan], worlds, evaluate)[0]


def follow_all(
    view: PlayerView,
    plans: Sequence[Sequence[Action]],
    worlds: Sequence[belief.World],
    evaluate: Evaluate,
    *,
    check: Callable[[], None] = lambda: None,
) -> list[lines.Line]:
    """Follow several turns, as `follow` does; together they take less time. `check` is called often to cancel."""
    courses = _Courses(worlds[:WORLDS], len(plans), view.seat, exact_at_end(evaluate), check)
    begun = courses.now
    courses.push([plan[:1] for plan in plans])
    played = courses.now
    rests = courses.turns(view.seat, [up_to_new_cards(tuple(plan))[1:] for plan in plans])
    owns = courses.now
    replies, followings = courses.turns(1 - view.seat), courses.turns(view.seat)
    courses.turns(1 - view.seat)
    possible, ends = _possible(view), courses.now
    found = []
    for at, plan in enumerate(plans):
        own, rest, reply, following = owns[at], rests[at], replies[at], followings[at]
        at_once, sheets = _at_once(view, plan[0], begun[at], played[at]), turns.sheets(view, plan[0])
        leads = [sum(each.mine.values()) - sum(each.theirs.values()) for each in own]
        over = sum(each.ends and not before.ends for before, each in zip(begun[at], own, strict=True))
        found.append(at_once._replace(
            ends=2 * over > len(own),
            lead=min(leads),
            known=None not in view.theirs.hand and min(leads) == max(leads),
            free=sum(each.sent[0].free for each in own) / len(own),
            rest=rest,
            reply=reply,
            following=following,
            mine=mean_change(begun[at], ends[at]),
            theirs=mean_change(begun[at], ends[at], theirs=True),
            recalls=isinstance(plan[0], Recall | UseRecall),
            rice=lines.grown_rice(*sheets) if sheets else 0,
            possible=possible,
            leaves=_leaves(begun[at], played[at]),
            river=frozenset(pile.top for pile in view.river if pile.top is not None),
        ))  # fmt: skip
    return found


def _leaves(begun: Sequence[Moment], played: Sequence[Moment]) -> frozenset[Card]:
    """Return the cards that an action leaves on the same piles of the River, and the other seat's own where they are.

    What lies across from them decides what such a card brings that seat.
    """
    changed = {
        card
        for before, now in zip(begun, played, strict=True)
        for card, then in zip(before.river, now.river, strict=True)
        if card is not then or before.cards[1] != now.cards[1]
    }
    return frozenset(card for each in begun for card in each.river if card is not None) - changed


def _at_once(view: PlayerView, action: Action, begun: Sequence[Moment], now: Sequence[Moment]) -> lines.Line:
    """Return a line with what an action itself changes in most deals.

    Where it takes something from the other seat, all deals that are possible are weighed, by how likely they are: what
    is alike in a few of them may differ in others.
    """
    likely = [1.0] * len(begun)
    takes = any(before.theirs != then.theirs for before, then in zip(begun, now, strict=True))
    if takes or isinstance(action, Decree):
        possible = belief.possible_territories(observe(view)[0])
        worlds = belief.worlds_with(view, possible.cards, random_for(0, view))
        likely = belief.likelihoods(view, possible).tolist()
        begun = [Moment.of(world.position, view.seat) for world in worlds]
        now = [Moment.of(after(world, (action,)).position, view.seat) for world in worlds]
    found: dict[tuple[_Change, _Change], float] = {}
    for before, then, weight in zip(begun, now, likely, strict=True):
        own, other = changes(before, then)
        change = tuple(own.items()), tuple(other.items())
        found[change] = found.get(change, 0.0) + weight
    change, most = max(found.items(), key=lambda each: each[1])
    own_sure = len({mine for mine, _theirs in found}) == 1
    share = 1.0 if len(found) == 1 else min(most / sum(likely), CERTAIN)
    if share >= MOSTLY:
        mine, theirs = (_rounded(dict(each)) for each in change)
        return lines.Line(mine, theirs, typical=share, own_sure=own_sure)
    means: tuple[dict[lines.Earner, float], dict[lines.Earner, float]] = {}, {}
    for each, weight in found.items():
        for side, points in zip(means, each, strict=True):
            for earner, more in points:
                side[earner] = side.get(earner, 0.0) + more * weight / sum(likely)
    return lines.Line(_rounded(means[0]), _rounded(means[1]), typical=share, own_sure=own_sure)


_Change = tuple[tuple[lines.Earner, float], ...]
CERTAIN = 0.999
"""What happens in more deals than this, but not in all, isn't certain all the same."""


def _possible(view: PlayerView) -> dict[lines.Move, int]:
    """Return the points that single actions would bring a seat at once, the most of each kind of move.

    What a swap brings, the exchange that a Traveller allows would bring too.
    """
    most: dict[lines.Move, int] = {}
    moves: tuple[lines.Move, ...]
    for action in view.legal_actions:
        match action:
            case Develop(cell=cell):
                moves = (lines.Move("take", view.river[cell.position].top),)
            case UseDevelop(cell=cell):
                moves = (lines.Move("again", view.river[cell.position].top),)
            case Swap():
                moves = lines.Move("swap"), lines.Move("exchange")
            case UseExchange():
                moves = (lines.Move("exchange"),)
            case Decree(cell=cell):
                moves = (lines.Move("decree", view.theirs.card(cell)),)
            case _:
                continue
        for move in moves:
            most[move] = max(most.get(move, 0), turns.change(view, action) or 0)
    return most


def why_rather(view: PlayerView, plan: Sequence[Action]) -> tuple[Reason, ...]:
    """Return what speaks for a turn of the viewer over the best that begins otherwise; takes a moment.

    Raises BotNotReadyError: the weights are missing or damaged.
    """
    evaluate = weights.shipped_evaluation()
    worlds = belief.likely_determinizations(view, WORLDS, random_for(0, view))
    listed = turns_of(view, exact_at_end(evaluate))
    others = (other for at in listed.different(0, OTHERS) if (other := listed.actions(at))[0] != plan[0])
    line = follow(view, plan, worlds, evaluate)
    return first_reasons(line, (follow(view, other, worlds, evaluate) for other in others))


def why_gift(view: PlayerView, better: Give, evaluate: Evaluate) -> tuple[Reason, ...]:
    """Return what speaks for giving one of the viewer's dealt cards rather than the other.

    Both are followed until both seats have had two turns.
    """
    chance = random_for(0, view)
    worlds = [*islice(belief.determinizations(view, chance), WORLDS)]
    courses = _Courses(worlds, 2, view.seat, exact_at_end(evaluate), lambda: None)
    gifts = Give(better.which), Give(3 - better.which)
    # either of the other one's, whose cards are drawn by chance
    courses.push([[gift] if view.seat else [gift, Give(1)] for gift in gifts])
    for mover in (0, 1, 0, 1):
        courses.turns(mover)
    found = []
    for now in courses.now:
        nothing = [each._replace(mine={}, theirs={}) for each in now]
        found.append(lines.Line(mine=mean_change(nothing, now), theirs=mean_change(nothing, now, theirs=True)))
    return reasons(*found)


class _Courses:
    """Lines that begin in the same worlds, followed side by side."""

    def __init__(
        self, worlds: Sequence[belief.World], number: int, seat: int, exact: Evaluate, check: Callable[[], None]
    ) -> None:
        self._lines = [[world.copy() for world in worlds] for _line in range(number)]
        self._seat, self._exact, self._check = seat, exact, check

    @property
    def now(self) -> list[list[Moment]]:
        return [[Moment.of(world.position, self._seat) for world in worlds] for worlds in self._lines]

    def push(self, plans: Sequence[Sequence[Action]]) -> None:
        for worlds, actions in zip(self._lines, plans, strict=True):
            _push(worlds, actions)

    def turns(self, mover: int, planned: Sequence[Sequence[Action]] = ()) -> list[tuple[lines.Turn, ...]]:
        """Play the turn of a seat, or the rest of it, wherever it has one: what each line plans, then the best."""
        acting = [[world for world in worlds if _acts(world, mover)] for worlds in self._lines]
        begun = [[world.position.ply() for world in worlds] for worlds in acting]
        for worlds, actions in zip(acting, planned, strict=False):
            _push(worlds, actions)
        while waiting := [world for worlds in acting for world in worlds if _acts(world, mover)]:
            self._check()
            play_next(waiting, self._exact)
        return [
            tuple(
                turn_of(_steps(world.position, ply, self._seat), mine=mover == self._seat)
                for world, ply in zip(worlds, plies, strict=True)
            )
            for worlds, plies in zip(acting, begun, strict=True)
        ]


def _push(worlds: Sequence[belief.World], actions: Sequence[Action]) -> None:
    for world in worlds:
        for action in actions:
            world.push(action)


def _acts(world: belief.World, seat: int) -> bool:
    return world.playing and world.position.turn == seat


def _steps(position: Position, ply: int, seat: int) -> list[Moment]:
    past, found = position.copy(history=True), [Moment.of(position, seat)]
    while past.ply() > ply:
        past.pop()
        found.append(Moment.of(past, seat))
    return found[::-1]


def _rounded(points: lines.Points) -> dict[lines.Earner, int]:
    return lines.differences({}, {earner: round(each) for earner, each in points.items()})
