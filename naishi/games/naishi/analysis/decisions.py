"""What each decision was worth to the seat that took it, with what it knew then."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import Annotated, NamedTuple

from pydantic import BaseModel, ConfigDict, Field

from naishi.games.naishi.analysis.advice import advised
from naishi.games.naishi.analysis.choices import gifts, worlds_to_follow
from naishi.games.naishi.analysis.follow import follow, why_gift
from naishi.games.naishi.analysis.model_error import BAR, ModelError, model_error
from naishi.games.naishi.analysis.ranges import Chance, Difference, Seat
from naishi.games.naishi.analysis.reasons import Reason, for_copy, reasons
from naishi.games.naishi.analysis.sampling import (
    Depth,
    Outcome,
    Sample,
    candidates,
    chance_of,
    exactly,
    play_on,
    sample,
)
from naishi.games.naishi.bots.engine import weights
from naishi.games.naishi.bots.engine.copying import copies
from naishi.games.naishi.bots.engine.evaluation import WORTH, Evaluate
from naishi.games.naishi.game.game import Game
from naishi.games.naishi.game.view import PlayerView
from naishi.games.naishi.rules.actions import Action, Copy, Give
from naishi.games.naishi.rules.phase import Phase

INACCURACY, MISTAKE, BLUNDER = 0.05, 0.10, 0.15
"""The losses of win chance from which on a decision is called that."""

DEPTHS = {
    "quick": Depth(worlds=64, rounds=2, candidates=3, trials=24),
    "deep": Depth(worlds=320, rounds=3, candidates=8, trials=80),
}

EXPLAINED = 0.02
"""The loss from which on it is worked out why."""


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
        plans = candidates(view, self._depth.candidates, self._evaluate)
        chance = chance_of(view)
        drawn = sample(view, self._depth.trials or self._depth.worlds, chance)
        best = plans[0]
        if len(plans) > 1:
            tried = self._play_on(plans, drawn, view)
            best = max(zip(plans, tried, strict=True), key=lambda each: _worth(each[1]))[0]
        if not (drawn.counted and self._depth.trials):  # nothing can be learned from counting twice
            drawn = sample(view, self._depth.worlds, chance)
        if best[0] == played:
            (found,) = self._play_on([best], drawn, view)
            return _Compared(best, found, found)
        better, done = self._play_on([best, (played,)], drawn, view)
        if better.chance <= done.chance:
            return _Compared((played,), done, done)
        if (loss := done.loss(better)) < EXPLAINED:
            return _Compared(best, better, done)
        why = self._why(view, best, played)
        return _Compared(best, better, done, why, loss >= INACCURACY and advised(view, self._evaluate) == played)

    def _why(self, view: PlayerView, best: tuple[Action, ...], played: Action) -> tuple[Reason, ...]:
        """Return what sets the best turn apart from what was played."""
        worlds = worlds_to_follow(view)
        lines = [follow(view, plan, worlds, self._evaluate, check=self._check) for plan in (best, (played,))]
        return reasons(*lines)

    def _play_on(self, plans: list[tuple[Action, ...]], drawn: Sample, view: PlayerView) -> list[Outcome]:
        return play_on(plans, drawn, view, self._evaluate, rounds=self._depth.rounds, check=self._check)

    def _gifts(self, view: PlayerView, played: Action) -> _Compared:
        """Compare both gifts."""
        found = gifts(view, self._depth.worlds, self._evaluate)
        best = Give(1 + (found[1].chance > found[0].chance))
        assert isinstance(played, Give)  # noqa: S101 - it is the gift phase
        better, done = found[best.which - 1], found[played.which - 1]
        lost = done.loss(better) >= INACCURACY
        return _Compared((best,), better, done, why_gift(view, best, self._evaluate) if lost else ())

    def _copies(self, view: PlayerView, played: Action) -> _Compared:
        """Compare copies by the result that they lead to."""
        made = {each.action: each for each in copies(view)}
        best = next(iter(made.values()))
        assert isinstance(played, Copy)  # noqa: S101 - it is the copy phase
        other = made[played]
        return _Compared((best.action,), exactly(best.share), exactly(other.share), for_copy(best.sheet, other.sheet))


def _worth(found: Outcome) -> tuple[float, float]:
    """Return what the best turn has most of; the margin is estimated more reliably than a chance that is judged."""
    chance, margin = found.worth
    return (chance, margin) if found.counted else (chance + WORTH * margin, 0.0)


class _Compared(NamedTuple):
    """The best turn, and what came of it and of what was played in the same worlds."""

    turn: tuple[Action, ...]
    best: Outcome
    played: Outcome
    reasons: tuple[Reason, ...] = ()
    advised: bool = False

    def decision(self, ply: int, seat: int, round_: int, played: Action, error: ModelError) -> Decision:
        """Sum up."""
        better, done = self.best, self.played
        chance, best, loss = done.chance, better.chance, done.loss(better)
        lost, judged = loss > 0, max(done.judged, better.judged)
        return Decision(
            ply=ply,
            seat=seat,
            round=round_,
            played=played,
            best=self.turn[0] if lost else played,
            best_turn=self.turn if lost else (played,),
            chance=min(max(chance, 0.0), 1.0),
            error=error.of_chance(chance, done.error, done.judged),
            best_chance=min(max(best, 0.0), 1.0),
            best_error=error.of_chance(best, better.error, better.judged),
            loss=loss,
            loss_error=error.of_loss(loss, (chance + best) / 2, done.loss_error(better), judged) if lost else 0.0,
            reasons=self.reasons if lost else (),
            advised=self.advised,
        )
