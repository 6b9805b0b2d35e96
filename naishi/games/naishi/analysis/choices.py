"""Choices of a seat at one moment, ranked by value."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from threading import Lock
from typing import NamedTuple

import numpy as np

from naishi.games.naishi.analysis.follow import WORLDS, follow_all, why_gift
from naishi.games.naishi.analysis.model_error import ModelError, model_error
from naishi.games.naishi.analysis.reasons import Reason, first_reasons, for_copy, reasons
from naishi.games.naishi.analysis.sampling import Depth, Outcome, candidates, chance_of, exactly, play_on, sample
from naishi.games.naishi.bots.engine import selfplay, weights
from naishi.games.naishi.bots.engine.belief import likely_determinizations
from naishi.games.naishi.bots.engine.copying import copies
from naishi.games.naishi.bots.engine.endgame import exact_at_end
from naishi.games.naishi.bots.engine.evaluation import Evaluate, both_ways
from naishi.games.naishi.bots.engine.worlds import World, determinizations
from naishi.games.naishi.game.view import PlayerView
from naishi.games.naishi.rules.actions import Action, Give
from naishi.games.naishi.rules.phase import Phase
from naishi.games.naishi.rules.sheet import ScoreSheet

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
    def of(cls, turn: tuple[Action, ...], found: Outcome, best: Outcome, error: ModelError) -> WeighedTurn:
        """Sum up what a turn was found to be worth, compared with the best one."""
        chance, loss, judged = found.chance, found.loss(best), max(found.judged, best.judged)
        return cls(
            turn=turn,
            chance=chance,
            error=error.of_chance(chance, found.error, found.judged),
            loss=loss,
            loss_error=0.0 if found is best else error.of_loss(loss, chance + loss / 2, found.loss_error(best), judged),
        )


def weigh(
    view: PlayerView, depth: Depth, evaluate: Evaluate | None = None, *, check: Callable[[], None] = lambda: None
) -> tuple[WeighedTurn, ...]:
    """Return the best choices of the viewer, the best first; none if it isn't the viewer's turn.

    The same moment is always weighed alike.

    Args:
        view: What the seat knows.
        depth: How thoroughly.
        evaluate: The evaluation; by default that of the shipped weights.
        check: Called often; raises to cancel.

    Raises:
        BotNotReadyError: The weights are missing or damaged.
    """
    evaluate = evaluate or weights.shipped_evaluation()
    found = ranked(view, depth, evaluate, check=check)
    if not found:
        return ()
    best, *others = found
    if view.phase is Phase.COPY:
        return best._replace(reasons=why_copy(view, found)), *others
    if view.phase is Phase.GIFT:
        given = best.turn[0]
        why = why_gift(view, given, evaluate) if isinstance(given, Give) else ()
        return best._replace(reasons=why), *(other._replace(reasons=why) for other in others)
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
        view: What the seat knows.
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
            drawn = sample(view, depth.worlds, chance_of(view))
            found = play_on(plans, drawn, view, evaluate, rounds=depth.rounds, check=check)
            return _weighed(plans, found, error)[: depth.candidates]


def gifts(view: PlayerView, count: int, evaluate: Evaluate) -> list[Outcome]:
    """Return what both gifts lead to, with the same gifts from the other seat and the same orders of the Hand."""
    chance = chance_of(view)
    world = next(determinizations(view, chance))
    draw = np.random.default_rng(chance.getrandbits(64))
    exact = exact_at_end(both_ways(evaluate))
    values = selfplay.gift_values([world] * count, view.seat, exact, draw, samples=1).astype(np.float64)
    even = np.full(count, 1 / count)
    return [Outcome(values[:, at, 0], values[:, at, 1], even, counted=False, judged=1.0) for at in (0, 1)]


def why_copy(view: PlayerView, found: Sequence[WeighedTurn]) -> tuple[Reason, ...]:
    """Return what speaks for the best copy over the next."""
    sheets: dict[Action, ScoreSheet] = {each.action: each.sheet for each in copies(view)}
    return for_copy(sheets[found[0].turn[0]], sheets[found[1].turn[0]]) if len(found) > 1 else ()


def worlds_to_follow(view: PlayerView) -> list[World]:
    """Draw the worlds in which lines are followed for their reasons: the same at the same moment."""
    return likely_determinizations(view, WORLDS, chance_of(view))


def in_order(found: Sequence[Outcome]) -> list[int]:
    """Put turns in order by their chance; between equal ones that came first, or in the last turn has more points."""
    exact = all(each.counted for each in found)
    return sorted(range(len(found)), key=lambda at: found[at].worth if exact else found[at].chance, reverse=True)


def _weighed(
    plans: Sequence[tuple[Action, ...]], found: Sequence[Outcome], error: ModelError
) -> tuple[WeighedTurn, ...]:
    """Return turns with what each was found to be worth, in order."""
    order = in_order(found)
    best = found[order[0]]
    return tuple(WeighedTurn.of(plans[at], found[at], best, error) for at in order)
