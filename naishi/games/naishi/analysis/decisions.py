"""Value of each decision, by its seat's knowledge."""

import random
from bisect import bisect
from collections.abc import Callable, Generator, Iterable, Iterator
from enum import StrEnum
from typing import Annotated, NamedTuple

from pydantic import BaseModel, ConfigDict, Field

from naishi.games.naishi.analysis import choices
from naishi.games.naishi.analysis.follow import follow_all, why_gift
from naishi.games.naishi.analysis.reasons import Reason, for_copy, reasons
from naishi.games.naishi.analysis.results import Chance, Difference, Seat
from naishi.games.naishi.bots.engine import weights
from naishi.games.naishi.bots.engine.network import WORTH
from naishi.games.naishi.bots.engine.ninjas import copies
from naishi.games.naishi.game.game import Game
from naishi.games.naishi.game.view import PlayerView
from naishi.games.naishi.rules.actions import Action, Give
from naishi.games.naishi.rules.cards import Phase

INACCURACY, MISTAKE, BLUNDER = 0.05, 0.10, 0.15
"""The losses of win chance from which on a decision is called that."""

DEPTHS = {
    "quick": choices.Depth(worlds=64, rounds=2, candidates=6, trials=5, least=16),
    "deep": choices.Depth(worlds=320, rounds=3, candidates=8, trials=80),
}

TOGETHER = 4
"""How many decisions are assessed at once: arrays of some 200 games cost least for each."""

COUNTED = 24
"""In how many deals turns are compared at least in the last turn, where all Hands are counted; of few Hands, with more
orders of the face-down cards."""

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
        return self.loss - choices.BAR * self.loss_error


def _named(loss: float) -> Verdict:
    named = Verdict.FINE, Verdict.INACCURACY, Verdict.MISTAKE, Verdict.BLUNDER
    return named[bisect((INACCURACY, MISTAKE, BLUNDER), loss)]


def decisions_of(game: Game) -> tuple[int, ...]:
    """Return after how many actions a seat had something to choose: a forced action is no decision."""
    moved, found = game.at(0), []
    for ply in range(len(game.actions)):
        if len(moved.legal_actions()) > 1:
            found.append(ply)
        moved.redo()
    return tuple(found)


_Assessing = Generator[choices.Trial, list[choices.Outcome], Decision]
"""Assesses a decision: asks for trials, and is sent what came of each."""


class Assessor:
    """Assesses the decisions of a game.

    Args:
        check: Called often; raises to cancel.

    Raises:
        BotNotReadyError: The weights are missing or damaged.
    """

    def __init__(self, game: Game, depth: choices.Depth, *, check: Callable[[], None] = lambda: None) -> None:
        self._game, self._depth, self._check = game, depth, check
        deep = depth.rounds >= choices.CHOICES["deep"].rounds
        self._choices = choices.CHOICES["deep" if deep else "quick"]
        """How thoroughly the choices are weighed that are listed at a moment: what costs something names the first, so
        that a list can't put another turn first than the analysis."""
        self._evaluate = weights.shipped_evaluation()

    def assess(self, ply: int) -> Decision:
        return next(self.assess_all([ply]))

    def assess_all(self, plies: Iterable[int]) -> Iterator[Decision]:
        """Assess decisions, and yield each when it is done; several are played on together, which takes less time."""
        rest, waiting = iter(plies), list[tuple[_Assessing, choices.Trial]]()
        while True:
            while len(waiting) < TOGETHER and (ply := next(rest, None)) is not None:
                assessing = self._assessed(ply)
                try:
                    waiting.append((assessing, next(assessing)))
                except StopIteration as done:
                    yield done.value
            if not waiting:
                return
            asked, waiting = waiting, []
            found = choices.play_all_on(
                [trial for _, trial in asked], self._evaluate, rounds=self._depth.rounds, check=self._check
            )
            for (assessing, _), outcomes in zip(asked, found, strict=True):
                try:
                    waiting.append((assessing, assessing.send(outcomes)))
                except StopIteration as done:
                    yield done.value

    def _assessed(self, ply: int) -> _Assessing:
        moved = self._game.at(ply)
        seat = moved.turn
        assert seat is not None  # noqa: S101 - someone decided
        view, played = moved.view(seat), self._game.actions[ply]
        match view.phase:
            case Phase.GIFT:
                compared = self._gifts(view, played)
            case Phase.COPY:
                compared = self._copies(view, played)
            case _:
                compared = yield from self._turns(view, played)
        return compared.decision(ply, seat, moved.round, played, choices.model_error(self._depth.rounds, view.module))

    def _turns(self, view: PlayerView, played: Action) -> "Generator[choices.Trial, list[choices.Outcome], _Compared]":
        """Compare turns by playing them on in the same worlds.

        First all candidates and what was played, in a few. Then the best of them and what was played, in others that
        had no say in choosing it. Where that has a name, the best is what the list of choices puts first.
        """
        plans, alone = choices.candidates(view, self._depth.candidates, self._evaluate), (played,)
        if all(plan[0] != played for plan in plans):
            plans.append(alone)
        chance, last = choices.chance_of(view), choices.is_last_turn(view)
        few = self._depth.trials or self._depth.worlds
        drawn = choices.sample(view, max(few, COUNTED) if last else few, chance)
        tried = yield choices.Trial(view, plans, drawn)
        best, better = max(zip(plans, tried, strict=True), key=lambda each: _worth(each[1]))
        compared = [best] if best[0] == played else [best, alone]
        if not (last and drawn.counted):
            better, *others = yield from self._again(view, compared, chance)
        else:  # nothing can be learned from counting twice
            others = (yield choices.Trial(view, [alone], drawn)) if len(compared) > 1 else []
        if not others:
            return _Compared(best, better, better)
        (done,) = others
        if better.chance <= done.chance:
            return _Compared(alone, done, done)
        found = _Compared(best, better, done)
        if (loss := done.loss(better)) < EXPLAINED:
            return found
        if loss >= INACCURACY:
            found = yield from self._as_listed(view, found, played, drawn if last and drawn.counted else None)
        return found._replace(reasons=self._why(view, found.turn, played)) if found.lost else found

    def _as_listed(
        self, view: PlayerView, found: "_Compared", played: Action, counted: choices.Sample | None
    ) -> "Generator[choices.Trial, list[choices.Outcome], _Compared]":
        """Compare what was played with the turn that the list of choices at this moment puts first."""
        first = choices.ranked(view, self._choices, self._evaluate, check=self._check)[0].turn
        if first[0] == played:
            return found._replace(advised=True)
        if first == found.turn:
            return found
        plans = [first, (played,)]
        if counted is not None:
            better, done = yield choices.Trial(view, plans, counted)
        else:  # in worlds that had no say in putting it first
            chance = random.Random(f"{view.seat}/{len(view.events)}/listed")  # noqa: S311 - sampling, no secret
            better, done = yield from self._again(view, plans, chance)
        return _Compared(first, better, done) if better.chance > done.chance else _Compared((played,), done, done)

    def _again(
        self, view: PlayerView, plans: list[tuple[Action, ...]], chance: random.Random
    ) -> Generator[choices.Trial, list[choices.Outcome], list[choices.Outcome]]:
        """Compare the best turn with what was played in new worlds, in as many as it takes.

        Where nothing was lost that has a name, few are enough; and so they are where sampling is the smaller part of
        the error.
        """
        most, count = self._depth.worlds, self._depth.least or self._depth.worlds
        found = yield choices.Trial(view, plans, choices.sample(view, count, chance))
        while count < most and self._unsure(view, found[0], found[-1]):
            more = min(count, most - count)
            again = yield choices.Trial(view, plans, choices.sample(view, more, chance))
            found = [one.joined(other) for one, other in zip(found, again, strict=True)]
            count += more
        return found

    def _unsure(self, view: PlayerView, better: choices.Outcome, done: choices.Outcome) -> bool:
        loss, sampling = done.loss(better), done.loss_error(better)
        error, judged = choices.model_error(self._depth.rounds, view.module), max(done.judged, better.judged)
        return loss + sampling >= INACCURACY and 2 * sampling > error.of_loss(
            loss, done.chance + loss / 2, sampling, judged
        )

    def _why(self, view: PlayerView, best: tuple[Action, ...], played: Action) -> tuple[Reason, ...]:
        worlds = choices.worlds_to_follow(view)
        return reasons(*follow_all(view, [best, (played,)], worlds, self._evaluate, check=self._check))

    def _gifts(self, view: PlayerView, played: Action) -> "_Compared":
        found = choices.gifts(view, self._choices.worlds, self._evaluate)
        best = Give(1 + (found[1].chance > found[0].chance))
        assert isinstance(played, Give)  # noqa: S101 - it is the gift phase
        better, done = found[best.which - 1], found[played.which - 1]
        lost = done.loss(better) >= INACCURACY
        return _Compared((best,), better, done, why_gift(view, best, self._evaluate) if lost else ())

    def _copies(self, view: PlayerView, played: Action) -> "_Compared":
        best, *rest = copies(view)
        other = next(each for each in (best, *rest) if each.action == played)
        return _Compared(
            (best.action,), choices.exactly(best.share), choices.exactly(other.share), for_copy(best.sheet, other.sheet)
        )


def _worth(found: choices.Outcome) -> tuple[float, float]:
    """Return what the best turn has most of; the margin is estimated more reliably than a chance that is judged."""
    chance, margin = found.worth
    return (chance, margin) if found.counted else (chance + WORTH * margin, 0.0)


class _Compared(NamedTuple):
    """The best turn, and what came of it and of what was played in the same worlds."""

    turn: tuple[Action, ...]
    best: choices.Outcome
    played: choices.Outcome
    reasons: tuple[Reason, ...] = ()
    advised: bool = False

    @property
    def lost(self) -> bool:
        return self.best is not self.played

    def decision(self, ply: int, seat: int, round_: int, played: Action, error: choices.ModelError) -> Decision:
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
            chance=chance,
            error=error.of_chance(chance, done.error, done.judged),
            best_chance=best,
            best_error=error.of_chance(best, better.error, better.judged),
            loss=loss,
            loss_error=error.of_loss(loss, (chance + best) / 2, done.loss_error(better), judged) if lost else 0.0,
            reasons=self.reasons if lost else (),
            advised=self.advised,
        )
