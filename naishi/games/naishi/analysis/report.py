"""Report of an analysis, with each player's accuracy by lichess's formula.

Source: https://lichess.org/page/accuracy, and `modules/analyse/src/main/AccuracyPercent.scala` of lichess-org/lila. All
constants of this module are from there:

* A decision that loses x points of win chance (of 100) has the accuracy 103.1668100711649 e^(-0.04354415386753951 x) -
  3.166924740191411 + 1, between 0 and 100. The added 1 makes up for an analysis that isn't perfect.
* The accuracy of a game is the mean of two means over the decisions: the harmonic one, for which an accuracy counts as
  1 at least, and the arithmetic one weighted by how much was at stake. The weight of a decision is the standard
  deviation of the win chances in a window of a tenth of the game (2 to 8) that ends with it, 0.5 to 12.

Three things differ from chess. A win chance is what the seat could know, estimated directly, not from centipawns. What
a decision loses is the difference between two actions at the same moment, not between consecutive positions: in between
cards are turned up. And each player has a sequence of chances of its own, which the result of the game ends.
"""

import math
import zlib
from collections import Counter
from collections.abc import Sequence
from functools import cache
from math import floor
from statistics import fmean, harmonic_mean, pstdev
from typing import Literal, NamedTuple

from pydantic import BaseModel, ConfigDict

from naishi.common.i18n import _
from naishi.games.naishi.analysis.decisions import Decision, Verdict
from naishi.games.naishi.analysis.results import Accuracy, digest_of
from naishi.games.naishi.analysis.truth import Truth
from naishi.games.naishi.bots.engine.weights import EXPANSION, SHIPPED
from naishi.games.naishi.game.game import Game
from naishi.games.naishi.game.turns import TurningPoint, turning_point
from naishi.games.naishi.game.view import Event, PlayerView
from naishi.games.naishi.rules.actions import Action
from naishi.games.naishi.rules.cards import LEGENDS_TRAVELLERS, Module
from naishi.tabletop.players import PlayerName

_A, _K, _B, _BONUS = 103.1668100711649, 0.04354415386753951, -3.166924740191411, 1
_SHARE_OF_GAME, _SMALLEST_WINDOW, _LARGEST_WINDOW = 10, 2, 8
_LIGHTEST, _HEAVIEST = 0.5, 12
_LEAST_IN_HARMONIC_MEAN = 1


def of_decision(loss: float) -> float:
    """Return the accuracy of a decision, 0 to 100.

    Args:
        loss: The win chance it loses, 0 to 1.
    """
    if loss <= 0:
        return 100.0
    return min(max(_A * math.exp(-_K * 100 * loss) + _B + _BONUS, 0.0), 100.0)


def of_game(chances: Sequence[float], losses: Sequence[float], result: float) -> float | None:
    """Return the accuracy of a player, 0 to 100; None for someone who had nothing to decide.

    Args:
        chances: The player's win chance before each decision, 0 to 1.
        result: What came of the game: 1, ½ or 0.
    """
    if not losses:
        return None
    accuracies = [of_decision(loss) for loss in losses]
    weights = _weights([100 * chance for chance in (*chances, result)])
    weighted = sum(a * w for a, w in zip(accuracies, weights, strict=True)) / sum(weights)
    harmonic = harmonic_mean([max(a, _LEAST_IN_HARMONIC_MEAN) for a in accuracies])
    return fmean((weighted, harmonic))


def _weights(percents: Sequence[float]) -> list[float]:
    size = min(max((len(percents) - 1) // _SHARE_OF_GAME, _SMALLEST_WINDOW), _LARGEST_WINDOW)
    first = percents[:size]
    sliding = [percents[at : at + size] for at in range(max(len(percents) - size, 0) + 1)]
    windows = [first] * (min(size, len(percents)) - 2) + sliding
    return [min(max(pstdev(window), _LIGHTEST), _HEAVIEST) for window in windows]


class Dearest(NamedTuple):
    """The action that gave away most."""

    ply: int
    round: int
    played: Action
    better: Action
    points: float


class Ledger(NamedTuple):
    """The final margin of a seat, and what it consists of: `final == luck + received - given`."""

    seat: int
    final: int
    luck: float
    """In the deal, and in each card turned up."""
    received: float
    """What the other seat gave away."""
    given: float
    """What the seat gave away itself."""
    costliest: Dearest | None
    """None for someone whose every action was the best."""
    start: float | None = None
    """What the position was worth that the game began at, a part of the luck; None where it began with a deal."""

    @classmethod
    def of(
        cls, truth: Truth, actions: Sequence[Action], events: Sequence[Event], seat: int, *, dealt: bool = True
    ) -> "Ledger":
        sign = 1 if seat == 0 else -1
        mine = [ply for ply, event in enumerate(events) if event.seat == seat]
        theirs = [ply for ply, event in enumerate(events) if event.seat != seat]
        given = -sign * sum(truth.changes[ply] for ply in mine)
        received = sign * sum(truth.changes[ply] for ply in theirs)
        worse = [ply for ply in mine if truth.bests[ply] != actions[ply] and sign * truth.changes[ply] < 0]
        costliest = None
        if worse:
            ply = min(worse, key=lambda ply: sign * truth.changes[ply])
            costliest = Dearest(ply, events[ply].round, actions[ply], truth.bests[ply], -sign * truth.changes[ply])
        luck, start = sign * (truth.deal + sum(truth.lucks)), None if dealt else sign * truth.deal
        return cls(seat, round(sign * truth.final), luck, received, given, costliest, start)

    def sentences(self, names: Sequence[str], *, you: bool = False) -> str:
        """Sum up in words. The points are rounded so that they still add up."""
        luck, own, others = _rounded([self.luck, -self.given, self.received], self.final)
        if self.final > 0:
            words = (
                _("You won by {margin}: {luck} by luck, {own} by your own turns, {others} by {opponent}'s.")
                if you
                else _("{name} won by {margin}: {luck} by luck, {own} by their own turns, {others} by {opponent}'s.")
            )
        elif self.final < 0:
            words = (
                _("You lost by {margin}: {luck} by luck, {own} by your own turns, {others} by {opponent}'s.")
                if you
                else _("{name} lost by {margin}: {luck} by luck, {own} by their own turns, {others} by {opponent}'s.")
            )
        else:
            words = (
                _("Equal points: {luck} for you by luck, {own} by your own turns, {others} by {opponent}'s.")
                if you
                else _("Equal points: {luck} for {name} by luck, {own} by their own turns, {others} by {opponent}'s.")
            )
        gaps = {"name": names[self.seat], "opponent": names[1 - self.seat], "margin": abs(self.final)}
        said = [words.format(**gaps, luck=f"{luck:+d}", own=f"{own:+d}", others=f"{others:+d}")]
        if self.start is not None:
            points = f"{round(self.start):+d}"
            said.append(_("Luck includes {points} for the position at the start.").format(points=points))
        return " ".join(said)


def _rounded(parts: Sequence[float], total: int) -> list[int]:
    """Round numbers so that they add up to a total, by the largest remainders."""
    found = [floor(part) for part in parts]
    by_remainder = sorted(range(len(parts)), key=lambda at: parts[at] - found[at], reverse=True)
    for at in by_remainder[: max(total - sum(found), 0)]:
        found[at] += 1
    return found


VERSION = 7
"""Rises whenever the same game would be analysed differently."""

COSTLIEST = 3
"""How many decisions that lost most are always listed."""
NOTHING = 0.0005
"""A loss that is written as 0.0."""


class Analysis(BaseModel):
    """What an analysis has found."""

    model_config = ConfigDict(frozen=True)

    format: Literal["naishi-analysis"] = "naishi-analysis"
    version: int = VERSION
    engine: int
    """A checksum of the network's weights."""
    game: str
    """The digest of the game that was analysed."""
    depth: str
    names: tuple[PlayerName, PlayerName]
    actions: tuple[Action, ...]
    decisions: tuple[Decision, ...]
    truth: Truth
    accuracies: tuple[Accuracy | None, Accuracy | None]
    """Of both players, 0 to 100."""

    @classmethod
    def of(cls, game: Game, depth: str, truth: Truth, decisions: tuple[Decision, ...]) -> "Analysis":
        first, second = game.players
        result = truth.chances[-1]
        return cls(
            engine=engine(game.module),
            game=digest_of(game),
            depth=depth,
            names=(first.name, second.name),
            actions=game.actions,
            decisions=decisions,
            truth=truth,
            accuracies=(_accuracy(decisions, 0, result), _accuracy(decisions, 1, 1 - result)),
        )

    def is_current(self) -> bool:
        return self.version == VERSION and self.engine in {engine(None), engine(LEGENDS_TRAVELLERS)}

    def fits(self, game: Game) -> bool:
        """Return whether this can be the analysis of a game: a file may say so and hold something else."""
        events, truth = game.events(), self.truth
        names = tuple(player.name for player in game.players)
        sizes = [len(each) for each in (truth.chances[1:], truth.changes, truth.lucks, truth.bests)]
        plies = [each.ply for each in self.decisions]
        decided = [(each.seat, each.round, each.played) for each in self.decisions]
        return (
            (self.names, self.actions) == (names, game.actions)
            and sizes == [len(events)] * 4
            and plies == sorted({*plies} & {*range(len(events))})
            and decided == [(events[ply].seat, events[ply].round, game.actions[ply]) for ply in plies]
        )

    def ledger(self, game: Game, seat: int) -> Ledger:
        """Return the ledger of a seat; `game` is the one that was analysed."""
        return Ledger.of(self.truth, self.actions, game.events(), seat, dealt=game.record.deal is not None)

    def turning_point(self, view: PlayerView) -> TurningPoint | None:
        """Return the turn that changed the chances most, with all cards open; `view` is one of the finished game."""
        chances = [(100 * each, 100 * (1 - each)) for each in self.truth.chances]
        return turning_point(view, chances, chances=True)

    def verdicts(self, seat: int) -> Counter[Verdict]:
        return Counter(decision.verdict for decision in self.decisions if decision.seat == seat and decision.sure)

    def unsure(self, seat: int) -> int:
        return sum(not decision.sure for decision in self.decisions if decision.seat == seat)

    def mistakes(self, seat: int | None = None) -> tuple[Decision, ...]:
        named = {Verdict.INACCURACY, Verdict.MISTAKE, Verdict.BLUNDER}
        return tuple(each for each in self.decisions if each.verdict in named and seat in {each.seat, None})

    def costliest(self, seat: int) -> tuple[Decision, ...]:
        lost = [each for each in self.decisions if each.seat == seat and each.loss >= NOTHING]
        return tuple(sorted(lost, key=lambda each: -each.loss)[:COSTLIEST])

    def known(self, seat: int) -> tuple[tuple[int, float], ...]:
        """Return the chance to win in the eyes of a player: before each of its decisions, by ply; then the result."""
        result = self.truth.chances[-1]
        points = ((decision.ply, decision.best_chance) for decision in self.decisions if decision.seat == seat)
        return (*points, (len(self.actions), result if seat == 0 else 1 - result))

    def true(self, seat: int) -> tuple[float, ...]:
        """Return the chance of a player to win with all cards open, before each action and at the end."""
        return tuple(chance if seat == 0 else 1 - chance for chance in self.truth.chances)


@cache
def engine(module: Module | None) -> int:
    return zlib.crc32((SHIPPED if module is None else EXPANSION).read_bytes())


def _accuracy(decisions: tuple[Decision, ...], seat: int, result: float) -> float | None:
    mine = [decision for decision in decisions if decision.seat == seat]
    return of_game([each.best_chance for each in mine], [each.loss for each in mine], result)
