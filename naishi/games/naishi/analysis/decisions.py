"""What each decision was worth to the seat that took it, with what it knew then."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from enum import StrEnum
from math import sqrt
from typing import Annotated, NamedTuple

import numpy as np
import numpy.typing as npt
from pydantic import BaseModel, ConfigDict, Field

from naishi.games.naishi.analysis.advice import advised
from naishi.games.naishi.analysis.follow import follow, why_gift
from naishi.games.naishi.analysis.model_error import BAR, ModelError, model_error
from naishi.games.naishi.analysis.ranges import Chance, Difference, Seat
from naishi.games.naishi.analysis.reasons import Reason, for_copy, reasons
from naishi.games.naishi.bots.engine import selfplay, weights
from naishi.games.naishi.bots.engine.belief import likely_determinizations
from naishi.games.naishi.bots.engine.copying import copies
from naishi.games.naishi.bots.engine.endgame import exact_at_end
from naishi.games.naishi.bots.engine.evaluation import Evaluate, both_ways, utility
from naishi.games.naishi.bots.engine.rollouts import after, rollouts
from naishi.games.naishi.bots.engine.turns import up_to_new_cards
from naishi.games.naishi.bots.engine.worlds import World, determinizations
from naishi.games.naishi.bots.players.learned import turns_of
from naishi.games.naishi.game.game import Game
from naishi.games.naishi.game.view import PlayerView
from naishi.games.naishi.rules.actions import Action, Copy, Give
from naishi.games.naishi.rules.phase import Phase

INACCURACY, MISTAKE, BLUNDER = 0.05, 0.10, 0.15
"""The losses of win chance from which on a decision is called that."""

Floats = npt.NDArray[np.float64]


class Depth(NamedTuple):
    """How thorough an analysis is."""

    worlds: int
    """In how many worlds that the seat can't tell apart both actions are played on."""
    rounds: int
    """How far."""
    candidates: int
    """How many turns may turn out to be the best; with one, it is the one that the network evaluates best."""
    trials: int
    """In how many other worlds the candidates are compared first."""


DEPTHS = {
    "quick": Depth(worlds=64, rounds=2, candidates=3, trials=24),
    "deep": Depth(worlds=320, rounds=3, candidates=8, trials=80),
}


class Verdict(StrEnum):
    """What a decision is called."""

    FINE = "fine"
    TOO_CLOSE = "too close to call"
    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"


class Decision(BaseModel):
    """A choice among several actions; chances are those of the seat to win, from 0 to 1."""

    model_config = ConfigDict(frozen=True)

    ply: int
    """How many actions had been done before."""
    seat: Seat
    round: int
    played: Action
    best: Action
    best_turn: Annotated[tuple[Action, ...], Field(max_length=20)]
    """The best action, and what the seat would do after it without seeing new cards."""
    chance: Chance
    """After the action that was played."""
    error: Chance
    """Its standard error, like all of them with what the evaluation leaves out."""
    best_chance: Chance
    best_error: Chance
    loss: Difference
    """What the action lost."""
    loss_error: Chance
    """Its standard error: smaller than that of the chances, since both were played on in the same worlds."""
    reasons: Annotated[tuple[Reason, ...], Field(max_length=5)] = ()
    """For the best action over the one that was played, if that lost something."""
    advised: bool = False
    """Whether the action lost something, and the advice at the table would have been the same: two judges differ."""

    @property
    def verdict(self) -> Verdict:
        """What to call the decision; `sure` says whether it can be nothing less."""
        if self.loss >= INACCURACY and self.least_loss <= 0:
            return Verdict.TOO_CLOSE
        return _named(self.loss)

    @property
    def sure(self) -> bool:
        """Whether the whole bar of the loss lies where the verdict holds, or beyond it, and no advice contradicts."""
        if self.verdict in {Verdict.FINE, Verdict.TOO_CLOSE}:
            return True
        return not self.advised and _named(self.least_loss) is self.verdict

    @property
    def least_loss(self) -> float:
        """The lower end of the bar of the loss."""
        return self.loss - BAR * self.loss_error


def _named(loss: float) -> Verdict:
    if loss < INACCURACY:
        return Verdict.FINE
    if loss < MISTAKE:
        return Verdict.INACCURACY
    return Verdict.MISTAKE if loss < BLUNDER else Verdict.BLUNDER


def decisions_of(game: Game) -> tuple[int, ...]:
    """Return after how many actions a seat had something to choose: a forced action is no decision."""
    moved, found = game.at(0), []
    for ply in range(len(game.actions)):
        if len(moved.legal_actions()) > 1:
            found.append(ply)
        moved.redo()
    return tuple(found)


class Assessor:
    """Assesses the decisions of a game."""

    def __init__(
        self, game: Game, depth: Depth, evaluate: Evaluate | None = None, *, check: Callable[[], None] = lambda: None
    ) -> None:
        """Prepare.

        Args:
            game: The game.
            depth: How thoroughly.
            evaluate: The evaluation; by default that of the shipped weights.
            check: Called often; raises to cancel.

        Raises:
            BotNotReadyError: The weights are missing or damaged.
        """
        self._game, self._depth, self._check = game, depth, check
        self._evaluate = evaluate or weights.shipped_evaluation()
        self._exact = exact_at_end(both_ways(self._evaluate))

    def assess(self, ply: int) -> Decision:
        """Assess the decision after so many actions. The same decision is always assessed alike."""
        moved = self._game.at(ply)
        seat = moved.turn
        assert seat is not None  # noqa: S101 - somebody decided
        view, played = moved.view(seat), self._game.actions[ply]
        compared = {Phase.GIFT: self._gifts, Phase.COPY: self._copies}.get(view.phase, self._turns)(view, played)
        return compared.decision(ply, seat, moved.round, played, model_error(self._depth.rounds, view.module))

    def _turns(self, view: PlayerView, played: Action) -> _Compared:
        """Compare turns by playing them on in the same worlds."""
        listed = turns_of(view, self._exact)
        plans = [listed.actions(turn) for turn in listed.different(0, self._depth.candidates)]
        chance = random.Random(f"{view.seat}/{len(view.events)}")  # noqa: S311 - sampling, no secret
        if len(plans) > 1:
            worlds = likely_determinizations(view, self._depth.trials, chance)
            tried = self._play_on(plans, worlds, view.seat).mean(axis=1)
            best = plans[int(utility(tried.astype(np.float32)).argmax())]
        else:
            best = plans[0]
        worlds = likely_determinizations(view, self._depth.worlds, chance)
        if best[0] == played:
            (chances,) = self._play_on([best], worlds, view.seat)[:, :, 0]
            return _Compared(best, chances, chances)
        found = self._play_on([best, (played,)], worlds, view.seat)[:, :, 0]
        if found[0].mean() <= found[1].mean():
            return _Compared((played,), found[1], found[1])
        if (found[0] - found[1]).mean() < INACCURACY:
            return _Compared(best, found[0], found[1])
        why = self._why(view, best, played, worlds)
        return _Compared(best, found[0], found[1], why, advised(view, self._evaluate) == played)

    def _why(
        self, view: PlayerView, best: tuple[Action, ...], played: Action, worlds: Sequence[World]
    ) -> tuple[Reason, ...]:
        """Return what sets the best turn apart from what was played."""
        lines = [follow(view, plan, worlds, self._evaluate, check=self._check) for plan in (best, (played,))]
        return reasons(*lines)

    def _play_on(self, plans: Sequence[tuple[Action, ...]], worlds: Sequence[World], seat: int) -> Floats:
        return play_on(plans, worlds, seat, self._evaluate, rounds=self._depth.rounds, check=self._check)

    def _gifts(self, view: PlayerView, played: Action) -> _Compared:
        """Compare both gifts, with the same gifts from the other seat and the same orders of the Hand."""
        chance = random.Random(f"{view.seat}/{len(view.events)}")  # noqa: S311 - sampling, no secret
        world = next(determinizations(view, chance))
        draw = np.random.default_rng(chance.getrandbits(64))
        each = [world] * self._depth.worlds
        chances = selfplay.gift_values(each, view.seat, self._exact, draw, samples=1)[:, :, 0].astype(np.float64)
        best = Give(int(chances.mean(axis=0).argmax()) + 1)
        assert isinstance(played, Give)  # noqa: S101 - it is the gift phase
        found = chances[:, best.which - 1], chances[:, played.which - 1]
        lost = float((found[0] - found[1]).mean()) >= INACCURACY
        return _Compared((best,), *found, why_gift(view, best, self._evaluate) if lost else ())

    def _copies(self, view: PlayerView, played: Action) -> _Compared:
        """Compare copies by the result that they lead to."""
        ranked = {each.action: each for each in copies(view)}
        best = next(iter(ranked.values()))
        assert isinstance(played, Copy)  # noqa: S101 - it is the copy phase
        other = ranked[played]
        why = for_copy(best.sheet, other.sheet)
        return _Compared((best.action,), np.array([best.share]), np.array([other.share]), why)


def play_on(
    plans: Sequence[tuple[Action, ...]],
    worlds: Sequence[World],
    seat: int,
    evaluate: Evaluate,
    *,
    rounds: int,
    check: Callable[[], None] = lambda: None,
) -> Floats:
    """Play plans on in the same worlds, each up to what turns up new cards (see `rollouts`).

    Returns:
        [plan, world, chance to win or margin].
    """
    played = [after(world, up_to_new_cards(plan)) for plan in plans for world in worlds]
    values = rollouts(played, seat, evaluate, rounds=rounds, check=check)
    return values.astype(np.float64).reshape(len(plans), len(worlds), 2)


class _Compared(NamedTuple):
    """The best turn, and the chances to win in the same worlds after it and after what was played."""

    turn: tuple[Action, ...]
    best: Floats
    played: Floats
    reasons: tuple[Reason, ...] = ()
    advised: bool = False

    def decision(self, ply: int, seat: int, round_: int, played: Action, error: ModelError) -> Decision:
        """Sum up."""
        losses = self.best - self.played
        chance, best, loss = float(self.played.mean()), float(self.best.mean()), float(losses.mean())
        lost = loss > 0
        return Decision(
            ply=ply,
            seat=seat,
            round=round_,
            played=played,
            best=self.turn[0] if lost else played,
            best_turn=self.turn if lost else (played,),
            chance=chance,
            error=error.of_chance(chance, standard_error(self.played)),
            best_chance=best,
            best_error=error.of_chance(best, standard_error(self.best)),
            loss=loss,
            loss_error=error.of_loss(loss, (chance + best) / 2, standard_error(losses)),
            reasons=self.reasons if lost else (),
            advised=self.advised,
        )


def standard_error(values: Floats) -> float:
    """Return the standard error of a mean; none for a single value, which is exact."""
    return float(values.std(ddof=1)) / sqrt(len(values)) if len(values) > 1 else 0.0
