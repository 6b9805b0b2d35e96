"""Round robins and leagues of bots, resumable.

A line of the file is a game, as `naishi.bots.arena.games.RESULT` writes it. It is there before the next game counts;
what a killed process has left of a line is cut off.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

from pydantic import ValidationError

from naishi.bots.arena.games import RESULT, Pairing, Result, schedule
from naishi.bots.arena.ratings import Standing, middle_of, ratings, samples, standing
from naishi.bots.registry import FIRST, make
from naishi.common.i18n import NaishiError, _
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
    seats: int = 2

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
        return standing(bot, self.results.values(), other)

    def duels(self) -> list[Standing]:
        return [self.duel(bot, other) for bot in self.bots for other in self.bots if bot != other]

    def ratings(self) -> dict[str, float]:
        return self._anchored(ratings(self.bots, self.results.values()))

    def samples(self) -> list[dict[str, float]]:
        return [self._anchored(rated) for rated in samples(self.bots, self.results.values())]

    def _anchored(self, rated: dict[str, float]) -> dict[str, float]:
        """Move ratings together, so that the anchor's is what it is known to be."""
        if self.anchor is None:
            return rated
        known = {level.kind: level.rating for level in kind_of(self.game).levels()}
        return {bot: rating - rated[self.anchor] + known[self.anchor] for bot, rating in rated.items()}

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


ANCHORS = ("strong", "intermediate", "master", "improver", "apprentice", "beginner")
"""The bots that others are rated by, the one that all others meet most evenly first."""


@dataclass(frozen=True)
class Difference:
    """How far apart two neighbours in the table are, in Elo."""

    one: str
    """The one above."""
    other: str
    low: float
    high: float
    """Between these it is, with 95 % confidence."""

    @property
    def clear(self) -> bool:
        """Whether the one above is stronger, with that confidence."""
        return self.low > 0


def anchor_of(bots: Sequence[str], module: str | None, game: str = FIRST) -> str | None:
    """Return the bot that keeps its rating: one of ours, and only in the base game, for which it was measured."""
    if module:
        return None
    measured = [level.kind for level in kind_of(game).levels() if level.rating is not None and level.kind in bots]
    return next((bot for bot in ANCHORS if bot in measured), None)


def differences(tournament: Tournament) -> list[Difference]:
    """Compare each bot with the next one in the table."""
    drawn = tournament.samples()
    bots = [each.bot for each in tournament.standings()]
    return [
        Difference(one, other, *middle_of(each[one] - each[other] for each in drawn)) for one, other in pairwise(bots)
    ]


def read(file: Path) -> list[Result]:
    """Return the games of a file; none if there is no such file yet.

    Raises NaishiError: a line of it is no game; OSError: it can't be read.
    """
    if not file.exists():
        return []
    games = []
    for number, line in enumerate(_whole_lines(file.read_bytes()).splitlines(), 1):
        try:
            games.append(RESULT.validate_json(line))
        except ValidationError as error:
            words = _("Line {number} of {file} isn't a league game.")
            raise NaishiError(words.format(number=number, file=file.name)) from error
    return games


def keep(file: Path, results: Iterable[Result]) -> Iterator[Result]:
    """Write games to a file as they come, and pass each on once it is there. Raises OSError: it can't be written."""
    with file.open("ab") as lines:
        lines.truncate(len(_whole_lines(file.read_bytes())))
        for result in results:
            lines.write(RESULT.dump_json(result) + b"\n")
            lines.flush()
            yield result


def _whole_lines(data: bytes) -> bytes:
    return data[: data.rfind(b"\n") + 1]
