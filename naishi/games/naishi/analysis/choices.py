"""What a seat can do at one moment, the best first, each with what it is worth."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from naishi.games.naishi.analysis.decisions import Depth, Floats, play_on, standard_error
from naishi.games.naishi.analysis.follow import follow, why_gift
from naishi.games.naishi.analysis.model_error import ModelError, model_error
from naishi.games.naishi.analysis.reasons import Reason, first_reasons, for_copy, reasons
from naishi.games.naishi.bots.engine import selfplay, weights
from naishi.games.naishi.bots.engine.belief import likely_determinizations
from naishi.games.naishi.bots.engine.copying import copies
from naishi.games.naishi.bots.engine.endgame import exact_at_end
from naishi.games.naishi.bots.engine.evaluation import Evaluate, both_ways
from naishi.games.naishi.bots.engine.worlds import determinizations
from naishi.games.naishi.bots.players.learned import turns_of
from naishi.games.naishi.game.view import PlayerView
from naishi.games.naishi.rules.actions import Action, Give
from naishi.games.naishi.rules.phase import Phase
from naishi.games.naishi.rules.sheet import ScoreSheet

CHOICES = {"quick": Depth(worlds=96, rounds=2, candidates=6, trials=0),
           "deep": Depth(worlds=480, rounds=3, candidates=10, trials=0)}  # fmt: skip
"""How thoroughly; all candidates are played on in the same worlds, so none are tried first."""


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
    def of(cls, turn: tuple[Action, ...], chances: Floats, best: Floats, error: ModelError) -> WeighedTurn:
        """Sum up what a turn was found to be worth in each world, beside the best one."""
        chance, loss = float(chances.mean()), float((best - chances).mean())
        return cls(
            turn=turn,
            chance=chance,
            error=error.of_chance(chance, standard_error(chances)),
            loss=loss,
            loss_error=error.of_loss(loss, chance + loss / 2, standard_error(best - chances)),
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
    if not view.legal_actions:
        return ()
    evaluate = evaluate or weights.shipped_evaluation()
    error = model_error(depth.rounds, view.module)
    match view.phase:
        case Phase.COPY:
            return _weigh_copies(view, error)
        case Phase.GIFT:
            return _weigh_gifts(view, depth, evaluate, error)
        case _:
            return _weigh_turns(view, depth, evaluate, error, check)


def _weigh_copies(view: PlayerView, error: ModelError) -> tuple[WeighedTurn, ...]:
    made = copies(view)
    best, *others = _ranked([(each.action,) for each in made], np.array([[each.share] for each in made]), error)
    sheets: dict[Action, ScoreSheet] = {each.action: each.sheet for each in made}
    why = for_copy(sheets[best.turn[0]], sheets[others[0].turn[0]]) if others else ()
    return best._replace(reasons=why), *others


def _weigh_gifts(view: PlayerView, depth: Depth, evaluate: Evaluate, error: ModelError) -> tuple[WeighedTurn, ...]:
    chance = _chance(view)
    draw = np.random.default_rng(chance.getrandbits(64))
    world = next(determinizations(view, chance))
    exact = exact_at_end(both_ways(evaluate))
    given = selfplay.gift_values([world] * depth.worlds, view.seat, exact, draw, samples=1)[:, :, 0]
    best, other = _ranked([(Give(1),), (Give(2),)], given.T.astype(np.float64), error)
    why = why_gift(view, Give(1) if best.turn == (Give(1),) else Give(2), evaluate)
    return best._replace(reasons=why), other._replace(reasons=why)


def _weigh_turns(
    view: PlayerView, depth: Depth, evaluate: Evaluate, error: ModelError, check: Callable[[], None]
) -> tuple[WeighedTurn, ...]:
    listed = turns_of(view, exact_at_end(both_ways(evaluate)))
    plans = [listed.actions(turn) for turn in listed.different(0, depth.candidates)]
    worlds = likely_determinizations(view, depth.worlds, _chance(view))
    found = play_on(plans, worlds, view.seat, evaluate, rounds=depth.rounds, check=check)
    best, *others = _ranked(plans, found[:, :, 0], error)
    line, *lines = (follow(view, each.turn, worlds, evaluate, check=check) for each in (best, *others))
    behind = (each._replace(reasons=reasons(line, other)) for each, other in zip(others, lines, strict=True))
    return best._replace(reasons=first_reasons(line, lines)), *behind


def _chance(view: PlayerView) -> random.Random:
    """Return what worlds are drawn by: the same for the same moment."""
    return random.Random(f"{view.seat}/{len(view.events)}")  # noqa: S311 - sampling, no secret


def _ranked(plans: list[tuple[Action, ...]], chances: Floats, error: ModelError) -> tuple[WeighedTurn, ...]:
    """Put plans in order by their mean chance over all worlds."""
    means = chances.mean(axis=1)
    order = np.argsort(-means, kind="stable")
    best = chances[order[0]]
    return tuple(WeighedTurn.of(plans[at], chances[at], best, error) for at in order)
