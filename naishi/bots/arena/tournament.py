"""A round robin, played in local processes or on a cluster, and its report."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from naishi.bots.arena.games import Pairing, Result, schedule
from naishi.bots.arena.ratings import Standing, anchored, middle_of, ratings, samples, standing
from naishi.bots.registry import make
from naishi.games.naishi.game.bot_names import RATINGS
from naishi.games.naishi.rules.expansion import Module

Play = Callable[[Iterable[Pairing]], Iterator[Result]]
"""Plays games somewhere and yields each result once."""


@dataclass
class Tournament:
    """A round robin of bots."""

    bots: Sequence[str]
    games: int
    """The number of games for each pair of bots."""
    seed: int = 0
    module: Module | None = None
    """The module that all are played with."""
    anchor: str | None = None
    """A bot of ours, which keeps its rating, so that those of the others can be compared; else the mean is 1500."""
    results: dict[int, Result] = field(default_factory=dict)
    """By the number of the game."""

    def __post_init__(self) -> None:
        for bot in self.bots:
            make(bot)  # fails early if a bot can't play
        self.pairings = tuple(schedule(self.bots, self.games, self.seed, self.module))

    def take(self, results: Iterable[Result]) -> None:
        """Count games that have been played before, by their deal and their bots; others are left out."""
        numbers = {pairing._replace(number=0): pairing.number for pairing in self.pairings}
        for result in results:
            if (number := numbers.get(result.pairing._replace(number=0))) is not None:
                self.results[number] = result._replace(pairing=self.pairings[number])

    def play(self, how: Play) -> Iterator[Result]:
        """Play all games that have no result yet, and yield the new results."""
        for result in how([pairing for pairing in self.pairings if pairing.number not in self.results]):
            if result.pairing.number not in self.results:
                self.results[result.pairing.number] = result
                yield result

    def standings(self) -> list[Standing]:
        """The results of each bot in all its games, the highest rated first."""
        rated = self.ratings()
        every = [standing(bot, self.results.values()) for bot in self.bots]
        return sorted(every, key=lambda each: -rated[each.bot])

    def duel(self, bot: str, other: str) -> Standing:
        """The results of one bot against another."""
        return standing(bot, self.results.values(), other)

    def duels(self) -> list[Standing]:
        """The results of each bot against each other one."""
        return [self.duel(bot, other) for bot in self.bots for other in self.bots if bot != other]

    def ratings(self) -> dict[str, float]:
        """The Elo ratings."""
        return self._anchored(ratings(self.bots, self.results.values()))

    def samples(self) -> list[dict[str, float]]:
        """The ratings as they might as well have come out."""
        return [self._anchored(rated) for rated in samples(self.bots, self.results.values())]

    def _anchored(self, rated: dict[str, float]) -> dict[str, float]:
        return rated if self.anchor is None else anchored(rated, self.anchor, RATINGS[self.anchor])

    def pairs(self, bot: str, other: str) -> Iterator[float]:
        """Yield what a bot has won of each deal that it has played twice with another, seats swapped.

        They come in the order of the deals, up to the first that isn't complete: a bot whose losses are over sooner
        than its wins has no disadvantage by that, and as many processes as there may be find the same.
        """
        won: dict[str, list[float]] = {}
        for pairing in self.pairings:
            if {*pairing.bots} == {bot, other}:
                if (result := self.results.get(pairing.number)) is None:
                    return
                shares = won.setdefault(pairing.deal, [])
                shares.append(0.5 if result.winner is None else float(pairing.bots[result.winner] == bot))
                if len(shares) == 2:
                    yield sum(shares) / 2

    def intervals(self) -> dict[str, tuple[float, float]]:
        """The 95 % interval of each rating."""
        drawn = self.samples()
        return {bot: middle_of(each[bot] for each in drawn) for bot in self.bots}

    def document(self) -> dict[str, object]:
        """The whole tournament as a JSON document."""
        return {
            "format": "naishi-arena",
            "version": 1,
            "bots": list(self.bots),
            "seed": self.seed,
            "module": self.module,
            "anchor": self.anchor,
            "elo": self.ratings(),
            "elo_intervals": self.intervals(),
            "standings": [_plain(each) for each in self.standings()],
            "duels": [_plain(each) for each in self.duels()],
            "games": [
                {
                    "number": number,
                    "deal": result.pairing.deal,
                    "bots": result.pairing.bots,
                    "winner": result.winner,
                    "scores": result.scores,
                    "forfeit": result.forfeit and result.forfeit._asdict(),
                }
                for number, result in sorted(self.results.items())
            ],
        }


def _plain(each: Standing) -> dict[str, object]:
    return each._asdict() | {"interval": each.interval._asdict()}
