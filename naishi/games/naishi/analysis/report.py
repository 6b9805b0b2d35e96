"""Analysis of a finished game as a stored document."""

from __future__ import annotations

import zlib
from collections import Counter
from functools import cache
from typing import Literal

from pydantic import BaseModel, ConfigDict

from naishi.games.naishi.analysis import accuracy
from naishi.games.naishi.analysis.decisions import Decision, Verdict
from naishi.games.naishi.analysis.digests import digest_of
from naishi.games.naishi.analysis.ledger import Ledger
from naishi.games.naishi.analysis.ranges import Accuracy
from naishi.games.naishi.analysis.truth import Truth
from naishi.games.naishi.bots.engine.weights import EXPANSION, SHIPPED
from naishi.games.naishi.game.game import Game
from naishi.games.naishi.game.turns import TurningPoint, turning_point
from naishi.games.naishi.game.view import PlayerView
from naishi.games.naishi.rules.actions import Action
from naishi.games.naishi.rules.expansion import LEGENDS_TRAVELLERS, Module
from naishi.tabletop.players import PlayerName

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
    """Of both players, 0 to 100 (see `naishi.games.naishi.analysis.accuracy`)."""

    @classmethod
    def of(cls, game: Game, depth: str, truth: Truth, decisions: tuple[Decision, ...]) -> Analysis:
        """Put together what was found."""
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
        """Return whether the same game would still be analysed alike."""
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
        dealt = game.record.deal is not None
        return Ledger.of(self.truth, self.actions, game.events(), seat, dealt=dealt)

    def turning_point(self, view: PlayerView) -> TurningPoint | None:
        """Return the turn that changed the chances most, with all cards open; `view` is one of the finished game."""
        chances = [(100 * each, 100 * (1 - each)) for each in self.truth.chances]
        return turning_point(view, chances, chances=True)

    def verdicts(self, seat: int) -> Counter[Verdict]:
        """Count the verdicts about a player's decisions that are sure."""
        return Counter(decision.verdict for decision in self.decisions if decision.seat == seat and decision.sure)

    def unsure(self, seat: int) -> int:
        """Count a player's decisions that are only perhaps what they are called."""
        return sum(not decision.sure for decision in self.decisions if decision.seat == seat)

    def mistakes(self, seat: int | None = None) -> tuple[Decision, ...]:
        """Return the decisions that were called something, of a player or of both."""
        return tuple(
            decision
            for decision in self.decisions
            if decision.verdict in {Verdict.INACCURACY, Verdict.MISTAKE, Verdict.BLUNDER}
            and seat in {decision.seat, None}
        )

    def costliest(self, seat: int) -> tuple[Decision, ...]:
        """Return the decisions of a player that lost most, the worst first, whatever each is called."""
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
    """Return a checksum of the network's weights, for the base game or the expansion."""
    return zlib.crc32((SHIPPED if module is None else EXPANSION).read_bytes())


def _accuracy(decisions: tuple[Decision, ...], seat: int, result: float) -> float | None:
    mine = [decision for decision in decisions if decision.seat == seat]
    return accuracy.of_game([each.best_chance for each in mine], [each.loss for each in mine], result)
