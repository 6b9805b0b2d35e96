"""Round robin of bots, local or distributed, and its report."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from naishi.bots.arena.games import Pairing, Result, schedule
from naishi.bots.arena.ratings import Standing, anchored, middle_of, ratings, samples, standing
from naishi.bots.registry import FIRST, make
from naishi.tabletop.kinds import kind_of

Play = Callable[[Iterable[Pairing]], Iterator[Result]]
"""Plays games somewhere and yields each result once."""


@dataclass
class Tournament:
    """A round robin of bots."""

    bots: Sequence[str]
    games: int
    """The number of games for each group of bots that fills a table."""
    seed: int = 0
    module: str | None = None
    """The expansion that all are played with."""
    anchor: str | None = None
    """A bot of ours, which keeps its rating, so that those of the others can be compared; else the mean is 1500."""
    results: dict[int, Result] = field(default_factory=dict)
    """By the number of the game."""
    game: str = FIRST
    """The key of the kind of game."""
    seats: int = 2
    """How many sit at a table."""

    def __post_init__(self) -> None:
        for bot in self.bots:
            make(bot, game=self.game)  # fails early if a bot can't play
        planned = schedule(self.bots, self.games, self.seed, self.module, game=self.game, seats=self.seats)
        self.pairings = tuple(planned)

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
        if self.anchor is None:
            return rated
        known = {level.kind: level.rating for level in kind_of(self.game).levels()}
        return anchored(rated, self.anchor, known[self.anchor])

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
                shares.append(result.share(pairing.bots.index(bot)))
                if len(shares) == 2:
                    yield sum(shares) / 2

    def intervals(self) -> dict[str, tuple[float, float]]:
        """The 95 % interval of each rating."""
        drawn = self.samples()
        return {bot: middle_of(each[bot] for each in drawn) for bot in self.bots}

    def document(self) -> dict[str, object]:
        """The whole tournament as a JSON document."""
        table = {} if self.game == FIRST else {"game": self.game, "seats": self.seats}
        return {
            "format": "naishi-arena",
            "version": 1,
            **table,
            "bots": list(self.bots),
            "seed": self.seed,
            "module": self.module,
            "anchor": self.anchor,
            "elo": self.ratings(),
            "elo_intervals": self.intervals(),
            "standings": [self._plain(each) for each in self.standings()],
            "duels": [self._plain(each) for each in self.duels()],
            "games": [
                {
                    "number": number,
                    "deal": result.pairing.deal,
                    "bots": result.pairing.bots,
                    "winner": result.winner,
                    "scores": result.scores,
                    "forfeit": result.forfeit and result.forfeit._asdict(),
                    "actions": result.actions,
                    **({} if self.seats == 2 else {"ranks": result.places}),
                }
                for number, result in sorted(self.results.items())
            ],
        }

    def _plain(self, each: Standing) -> dict[str, object]:
        fields = each._asdict() | {"interval": each.interval._asdict()}
        if self.seats == 2:  # then the place says no more than what was won
            del fields["mean_rank"], fields["fair"]
        return fields
