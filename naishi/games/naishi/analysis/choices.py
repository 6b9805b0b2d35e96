"""Choices of a seat at one moment, compared over enumerated or sampled deals and ranked; advice and its error."""

import random
from collections.abc import Callable, Sequence
from functools import cache
from math import ceil, hypot, sqrt
from threading import Lock
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from naishi.games.naishi.analysis.follow import WORLDS, follow, follow_all, why_gift
from naishi.games.naishi.analysis.lines import Line
from naishi.games.naishi.analysis.reasons import Reason, first_reasons, for_copy, reasons
from naishi.games.naishi.bots.engine import belief, selfplay, weights
from naishi.games.naishi.bots.engine.features import margin
from naishi.games.naishi.bots.engine.network import Evaluate, both_ways, by_points
from naishi.games.naishi.bots.engine.ninjas import copies
from naishi.games.naishi.bots.engine.observation import observe
from naishi.games.naishi.bots.engine.rollouts import after, rollouts
from naishi.games.naishi.bots.engine.turns import exact_at_end, up_to_new_cards
from naishi.games.naishi.bots.players.learned import can_end_the_game, turns_of
from naishi.games.naishi.game.view import PlayerView
from naishi.games.naishi.rules.actions import Action, Discard, Give
from naishi.games.naishi.rules.cards import Module, Phase
from naishi.games.naishi.rules.scoring import ScoreSheet

Floats = npt.NDArray[np.float64]

HANDS = 400
"""The other Hands that are counted at most: nearly always all that it may be."""
RARE = 1e-6
"""A Hand that is less likely than this, compared with the likeliest, is left out."""


LEAST_ERROR = 0.005
"""The least standard error of what is sampled: where all deals came out alike, another one might not have."""


class Depth(NamedTuple):
    """How thorough a comparison is."""

    worlds: int
    """In how many worlds that the seat can't tell apart turns are played on, at most."""
    rounds: int
    candidates: int
    """How many turns may turn out to be the best; with one, it is the one that the network evaluates best."""
    trials: int
    """In how many other worlds the candidates are compared first; 0 if in as many, or if all are compared once."""
    least: int = 0
    """In how many worlds the best one and another one are compared at least; 0 if always in all."""


class Sample(NamedTuple):
    """Worlds that a seat can't tell apart."""

    worlds: Sequence[belief.World]
    weights: Floats
    """How likely each is; together 1."""
    counted: bool
    """Whether every Hand that the other seat may have comes up as often as it is likely, so that nothing is left to
    chance but the face-down cards."""


class Outcome(NamedTuple):
    """What a turn led to in a sample."""

    chances: Floats
    """The chance to win in each world."""
    margins: Floats
    weights: Floats
    counted: bool
    """Whether the chance is exact: the game ends with the turn, and every possible Hand was counted."""
    judged: float
    """The share of the deals in which the game went on after the rounds, so that the network had to judge it."""

    @property
    def chance(self) -> float:
        """The chance to win, from 0 to 1: weights that don't add up to exactly 1 can't carry it further."""
        return min(max(float(self.weights @ self.chances), 0.0), 1.0)

    @property
    def worth(self) -> tuple[float, float]:
        return round(self.chance, 9), float(self.weights @ self.margins)

    @property
    def error(self) -> float:
        return 0.0 if self.counted else max(weighted_error(self.chances, self.weights), LEAST_ERROR)

    def joined(self, more: "Outcome") -> "Outcome":
        share = len(self.chances) / (len(self.chances) + len(more.chances))
        return Outcome(
            np.concatenate([self.chances, more.chances]),
            np.concatenate([self.margins, more.margins]),
            np.concatenate([share * self.weights, (1 - share) * more.weights]),
            self.counted and more.counted,
            share * self.judged + (1 - share) * more.judged,
        )

    def loss(self, best: "Outcome") -> float:
        return float(self.weights @ (best.chances - self.chances))

    def loss_error(self, best: "Outcome") -> float:
        if self.counted and best.counted:
            return 0.0
        return max(weighted_error(best.chances - self.chances, self.weights), LEAST_ERROR)


def weighted_error(values: Floats, weights: Floats) -> float:
    """Return the standard error of a weighted mean; none for a single value, which is exact."""
    count = len(values)
    if count < 2:
        return 0.0
    spread = weights * (values - weights @ values)
    return sqrt(float(spread @ spread) * count / (count - 1))


def exactly(chance: float) -> Outcome:
    return Outcome(np.array([chance]), np.zeros(1), np.ones(1), counted=True, judged=0.0)


def chance_of(view: PlayerView) -> random.Random:
    """Return what worlds are drawn by: the same for the same moment."""
    return random.Random(f"{view.seat}/{len(view.events)}")  # noqa: S311 - sampling, no secret


def sample(view: PlayerView, count: int, chance: random.Random) -> Sample:
    """Draw worlds that the viewer can't tell apart, or count them.

    Where a turn may end the game, only the other Hand is hidden: then each that it may be comes up.

    Args:
        count: How many to draw; of counted ones there may be more.
    """
    if view.phase is Phase.PLAY and can_end_the_game(view):
        possible = belief.possible_territories(observe(view)[0])
        if len(possible.cards) <= (HANDS if is_last_turn(view) else 2 * count):
            return _counted(view, possible, count, chance)
    worlds = belief.likely_determinizations(view, count, chance)
    return Sample(worlds, np.full(len(worlds), 1 / len(worlds)), counted=False)


def _counted(view: PlayerView, possible: belief.Territories, count: int, chance: random.Random) -> Sample:
    likely = belief.likelihoods(view, possible)
    kept = np.flatnonzero(likely > RARE * likely.max())
    times = max(1, ceil(count / len(kept)))  # where there are few Hands, more orders of the face-down cards
    weights = np.tile(likely[kept], times)
    worlds = belief.worlds_with(view, np.tile(possible.cards[kept], (times, 1)), chance)
    return Sample(worlds, weights / weights.sum(), counted=True)


def is_last_turn(view: PlayerView) -> bool:
    return view.last == view.seat


def candidates(view: PlayerView, count: int, evaluate: Evaluate) -> list[tuple[Action, ...]]:
    """Return the turns that may turn out to be the best; in the last turn also all that begin with a discard.

    What these turn up the network can only guess, while everything else in the last turn is calculated.
    """
    listed = turns_of(view, exact_at_end(both_ways(evaluate)))
    if not is_last_turn(view):
        return [listed.actions(turn) for turn in listed.different(0, count)]
    plans = [listed.actions(turn) for turn in listed.different(0, count + DISCARDS)]
    counted = [plan for plan in plans if not isinstance(plan[0], Discard)][:count]
    best: dict[Action, tuple[Action, ...]] = {}
    for plan in map(listed.actions, listed.best(0, len(listed.first))):
        if isinstance(plan[0], Discard):
            best.setdefault(plan[0], plan)
    return [*counted, *best.values()]


DISCARDS = 10
"""The pairs of piles that can be discarded from."""


class Trial(NamedTuple):
    """Turns that are to be compared in the same worlds."""

    view: PlayerView
    """What the seat knows that chooses among them."""
    plans: Sequence[tuple[Action, ...]]
    drawn: Sample


def play_all_on(
    trials: Sequence[Trial], evaluate: Evaluate, *, rounds: int, check: Callable[[], None] = lambda: None
) -> list[list[Outcome]]:
    """Play the plans of several trials on, each up to what turns up new cards (see `rollouts`)."""
    seats, worlds = [], []
    for trial in trials:
        for plan in trial.plans:  # in the last turn, what a develop turns up is of no use
            simple = _only_hand_matters(trial.view, plan) and trial.view.module is None
            worlds += [after(world, plan if simple else up_to_new_cards(plan)) for world in trial.drawn.worlds]
        seats += [trial.view.seat] * len(trial.plans) * len(trial.drawn.worlds)
    values = rollouts(worlds, seats, evaluate, rounds=rounds, check=check).astype(np.float64)
    found, at = [], 0
    for view, plans, drawn in trials:
        outcomes = []
        for plan in plans:
            ended = slice(at, at := at + len(drawn.worlds))
            going = np.array([world.playing for world in worlds[ended]])
            counted = drawn.counted and not going.any() and _only_hand_matters(view, plan)
            chances, margins = values[ended].T
            outcomes.append(Outcome(chances, margins, drawn.weights, counted, float(drawn.weights @ going)))
        found.append(outcomes)
    return found


def _only_hand_matters(view: PlayerView, plan: tuple[Action, ...]) -> bool:
    return is_last_turn(view) and not isinstance(plan[0], Discard)


class ModelError(NamedTuple):
    """The model error of a depth, as a standard error; fitted by `benchmarks/calibration.py`."""

    even: float
    """Of any loss, where the game is even; it shrinks as the game is decided."""
    loss: float
    """Of a loss of half the chance to win; it shrinks towards none, and towards all."""
    chance: float
    """Of a chance, where the game is even."""

    def of_loss(self, loss: float, chance: float, sampling: float, judged: float = 1.0) -> float:
        """Return the standard error of a loss.

        Args:
            sampling: Its standard error by sampling alone; without any, the loss is exact.
            judged: The share of the deals in which the network had the last word; where the game ended, it had none.
        """
        if not sampling:
            return 0.0
        return hypot(sampling, judged * self.even * evenness(chance), judged * self.loss * evenness(loss))

    def of_chance(self, chance: float, sampling: float, judged: float = 1.0) -> float:
        return hypot(sampling, judged * self.chance * evenness(chance)) if sampling else 0.0


def evenness(chance: float) -> float:
    """Return 1 for an even game, down to 0 for a decided one."""
    return 2 * sqrt(max(chance * (1 - chance), 0.0))


BAR = 1.96
"""How many standard errors on either side hold 95 % of a normal distribution: what ± says wherever it is read."""

MODEL_ERRORS = {2: ModelError(even=0.035, loss=0.1, chance=0.1), 3: ModelError(even=0.03, loss=0.08, chance=0.08)}
"""After how many rounds. Those of three were fitted to few decisions, and raised for that."""


EXPANSION_ERRORS = {2: ModelError(even=0.02, loss=0.05, chance=0.1), 3: ModelError(even=0.02, loss=0.06, chance=0.07)}
"""The same with the expansion. All were raised above what is likeliest, for few decisions were judged."""


def model_error(rounds: int, module: Module | None = None) -> ModelError:
    """Return the model error after so many rounds, or the nearest number that was measured, in games with a module."""
    errors = MODEL_ERRORS if module is None else EXPANSION_ERRORS
    return errors[min(max(rounds, min(errors)), max(errors))]


CHOICES = {"quick": Depth(worlds=48, rounds=2, candidates=6, trials=0),
           "deep": Depth(worlds=480, rounds=3, candidates=10, trials=0)}  # fmt: skip
"""How thoroughly; all candidates are played on in the same worlds, so none are tried first. Advice is the first."""


class WeighedTurn(NamedTuple):
    """A turn, and the chance of the seat to win by it, from 0 to 1."""

    turn: tuple[Action, ...]
    """Without what would be decided once new cards are seen."""
    chance: float
    error: float
    """Its standard error, with what the evaluation leaves out."""
    loss: float
    """How much less it is than that of the best choice."""
    loss_error: float
    """Its standard error: smaller than that of the chances, since all were played on in the same worlds."""
    reasons: tuple[Reason, ...] = ()
    """For the best one, what speaks for it over the next; for another one, what speaks for the best over it."""

    @classmethod
    def of(cls, turn: tuple[Action, ...], found: Outcome, best: Outcome, error: ModelError) -> "WeighedTurn":
        chance, loss, judged = found.chance, found.loss(best), max(found.judged, best.judged)
        sampled = error.of_chance(chance, found.error, found.judged)
        lost = 0.0 if found is best else error.of_loss(loss, chance + loss / 2, found.loss_error(best), judged)
        return cls(turn, chance, error=sampled, loss=loss, loss_error=lost)


def weigh(view: PlayerView, depth: Depth, *, check: Callable[[], None] = lambda: None) -> tuple[WeighedTurn, ...]:
    """Return the best choices of the viewer, the best first; none if it isn't the viewer's turn.

    The same moment is always weighed alike.

    Args:
        check: Called often; raises to cancel.

    Raises:
        BotNotReadyError: The weights are missing or damaged.
    """
    evaluate = weights.shipped_evaluation()
    found = ranked(view, depth, evaluate, check=check)
    if not found:
        return ()
    best, *others = found
    if view.phase is not Phase.PLAY:
        why = _why(view, found, evaluate)
        of_others = why if view.phase is Phase.GIFT else ()
        return best._replace(reasons=why), *(other._replace(reasons=of_others) for other in others)
    worlds = worlds_to_follow(view)
    line, *lines = follow_all(view, [each.turn for each in found], worlds, evaluate, check=check)
    behind = (each._replace(reasons=reasons(line, other)) for each, other in zip(others, lines, strict=True))
    return best._replace(reasons=first_reasons(line, lines)), *behind


class Judged(NamedTuple):
    """The choices at a moment, and how thoroughly they were weighed."""

    depth: str
    """A key of `CHOICES`."""
    choices: tuple[WeighedTurn, ...]


KEPT = 64
"""Of how many moments the deeper look is kept."""
_deeper: dict[str, Judged] = {}
"""By what the seat knew, all of it: who finds something here knew the same at the same moment of the same game."""
_lock = Lock()


def deepest(view: PlayerView) -> Judged | None:
    """Return the deeper look at a moment, if someone with the same knowledge has taken it while the program runs."""
    with _lock:
        return _deeper.get(view.model_dump_json())


def judge(view: PlayerView, depth: str, *, check: Callable[[], None] = lambda: None) -> Judged:
    """Weigh the choices of the viewer, as all fronts show them; a deeper look that was taken before is kept.

    Args:
        depth: How thoroughly, a key of `CHOICES`.
        check: Called often; raises to cancel.

    Raises:
        BotNotReadyError: The weights are missing or damaged.
    """
    if (known := deepest(view)) is not None:
        return known
    found = Judged(depth, weigh(view, CHOICES[depth], check=check))
    if depth == "deep" and found.choices:
        with _lock:
            _deeper[view.model_dump_json()] = found
            while len(_deeper) > KEPT:
                del _deeper[next(iter(_deeper))]
    return found


def ranked(
    view: PlayerView, depth: Depth, evaluate: Evaluate, *, check: Callable[[], None] = lambda: None
) -> tuple[WeighedTurn, ...]:
    """Return what `weigh` does, without reasons."""
    if not view.legal_actions:
        return ()
    error = model_error(depth.rounds, view.module)
    match view.phase:
        case Phase.COPY:
            made = copies(view)
            return _weighed([(each.action,) for each in made], [exactly(each.share) for each in made], error)
        case Phase.GIFT:
            return _weighed([(Give(1),), (Give(2),)], gifts(view, depth.worlds, evaluate), error)
        case _:
            plans = candidates(view, depth.candidates, evaluate)
            trial = Trial(view, plans, sample(view, depth.worlds, chance_of(view)))
            (found,) = play_all_on([trial], evaluate, rounds=depth.rounds, check=check)
            return _weighed(plans, found, error)[: depth.candidates]


def gifts(view: PlayerView, count: int, evaluate: Evaluate) -> list[Outcome]:
    chance = chance_of(view)
    world = next(belief.determinizations(view, chance))
    draw = np.random.default_rng(chance.getrandbits(64))
    exact = exact_at_end(both_ways(evaluate))
    values = selfplay.gift_values([world] * count, view.seat, exact, draw, samples=1).astype(np.float64)
    even = np.full(count, 1 / count)
    return [Outcome(values[:, at, 0], values[:, at, 1], even, counted=False, judged=1.0) for at in (0, 1)]


def _why(view: PlayerView, found: Sequence[WeighedTurn], evaluate: Evaluate) -> tuple[Reason, ...]:
    """Return what speaks for the best copy over the next, or the best gift over the other."""
    best = found[0].turn[0]
    if isinstance(best, Give):
        return why_gift(view, best, evaluate)
    sheets: dict[Action, ScoreSheet] = {each.action: each.sheet for each in copies(view)}
    return for_copy(sheets[best], sheets[found[1].turn[0]]) if len(found) > 1 else ()


def worlds_to_follow(view: PlayerView) -> list[belief.World]:
    """Draw the worlds in which lines are followed for their reasons: the same at the same moment."""
    return belief.likely_determinizations(view, WORLDS, chance_of(view))


def in_order(found: Sequence[Outcome]) -> list[int]:
    """Put turns in order by their chance; between equal ones that came first, or in the last turn has more points."""
    exact = all(each.counted for each in found)
    return sorted(range(len(found)), key=lambda at: found[at].worth if exact else found[at].chance, reverse=True)


def _weighed(
    plans: Sequence[tuple[Action, ...]], found: Sequence[Outcome], error: ModelError
) -> tuple[WeighedTurn, ...]:
    order = in_order(found)
    best = found[order[0]]
    return tuple(WeighedTurn.of(plans[at], found[at], best, error) for at in order)


class ActionAdvice(NamedTuple):
    """An action and its value."""

    action: Action
    win_chance: float
    """From 0 to 1, if the whole turn is played as planned."""
    points: float
    """The change of the seat's lead by the turn, as far as the seat sees; for a copy, the score it leads to."""
    turn: tuple[Action, ...]
    """The whole turn as planned; begins with `action`."""
    reasons: tuple[Reason, ...] = ()
    """For the best one, what speaks for it over the next; for another one, over the best."""
    error: float = 0.0
    """The standard error of the chance."""


FIRST_LOOK = Depth(worlds=6, rounds=2, candidates=3, trials=0)
"""What is seen within 150 ms, before all is weighed: the same judge in an eighth of the deals."""


def first_look(view: PlayerView) -> ActionAdvice | None:
    """Return what seems best at first sight, without points and reasons; `advise` takes some ten times as long.

    Its chance is less sure than that of `advise`, and its error says by how much. None is returned where it isn't the
    viewer's turn, and where there is no quicker way: last turns are counted, gifts and copies weighed at once.

    Raises:
        BotNotReadyError: The weights are missing or damaged.
    """
    if view.phase is not Phase.PLAY or is_last_turn(view) or not view.legal_actions:
        return None
    best = ranked(view, FIRST_LOOK, weights.shipped_evaluation())[0]
    return ActionAdvice(best.turn[0], best.chance, 0.0, best.turn, error=best.error)


def advise(view: PlayerView, *, weighed: Sequence[WeighedTurn] = ()) -> tuple[ActionAdvice, ...]:
    """Return the best action and the second best; one if there is no other, none if it isn't the viewer's turn.

    They are the first of the choices at this moment (`analysis.choices.weigh`, quick).

    Args:
        weighed: All choices, the best first, if they were weighed before; by default they are weighed now.

    Raises:
        BotNotReadyError: The weights are missing or damaged.
    """
    if not view.legal_actions:
        return ()
    evaluate = weights.shipped_evaluation()
    found = weighed or ranked(view, CHOICES["quick"], evaluate)
    first: dict[Action, WeighedTurn] = {}
    for each in found:
        first.setdefault(each.turn[0], each)
    shown = [*first.values()][:2]
    points = _points(view, shown)
    best, *others = (
        ActionAdvice(each.turn[0], each.chance, more, each.turn, error=each.error)
        for each, more in zip(shown, points, strict=True)
    )
    if view.phase is not Phase.PLAY:
        return best._replace(reasons=_why(view, found, evaluate)), *others
    worlds = worlds_to_follow(view)

    @cache
    def line(at: int) -> Line:
        return follow(view, found[at].turn, worlds, evaluate)

    why = first_reasons(line(0), map(line, range(1, len(found))))
    behind = (reasons(line(found.index(each)), line(0)) for each in shown[1:])
    return best._replace(reasons=why), *(
        other._replace(reasons=each) for other, each in zip(others, behind, strict=True)
    )


def _points(view: PlayerView, found: Sequence[WeighedTurn]) -> list[float]:
    """Return the change of the seat's lead by each turn, as far as it sees; for a copy, the score it leads to."""
    if view.phase is Phase.GIFT:
        return [0.0] * len(found)
    if view.phase is Phase.COPY:
        totals: dict[Action, int] = {each.action: each.sheet.total for each in copies(view)}
        return [float(totals[each.turn[0]]) for each in found]
    listed, before = turns_of(view, by_points), float(margin(observe(view))[0])
    points = []
    for each in found:
        first, second = [*(action.code for action in each.turn), -1][:2]
        at = np.flatnonzero((listed.first == first) & (listed.second == second))
        points.append(float(listed.values[at[0], 1]) - before if at.size else 0.0)
    return points
