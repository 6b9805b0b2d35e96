"""Bot strength from results: ratings, and a test of two strengths.

The two games of a deal, with seats swapped, aren't independent of each other, but those of different deals are. So the
test counts pairs by their result, of which there are five, and not games. (M. Van den Bergh, "A practical introduction
to the GSPRT", 2020; the test itself: A. Wald, "Sequential tests of statistical hypotheses", Annals of Mathematical
Statistics 16, 1945.)
"""

import math
import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Literal, NamedTuple

from naishi.bots.arena.games import Result

Z = 1.959964
"""The normal quantile of a 95 % confidence interval."""

Added = Callable[[], float]

TINY = 1e-6
"""Keeps a strength above zero."""

ENOUGH = 1e-9
"""The change of a strength, as a share of it, at which the fit is done."""

SAMPLES = 100
"""How often deals are drawn for the intervals of ratings."""


class Interval(NamedTuple):
    """A share and its 95 % confidence interval."""

    share: float
    low: float
    high: float


def wilson(won: float, games: int) -> Interval:
    """Return the share of wins and its score interval.

    Source: E. B. Wilson, "Probable inference, the law of succession, and statistical inference", Journal of the
    American Statistical Association 22 (1927). Draws count half a win each.
    """
    if not games:
        return Interval(0.5, 0.0, 1.0)
    share = won / games
    spread = Z * math.sqrt(share * (1 - share) / games + Z * Z / (4 * games * games))
    middle, scale = share + Z * Z / (2 * games), 1 + Z * Z / games
    return Interval(share, (middle - spread) / scale, (middle + spread) / scale)


def elo(bots: Sequence[str], wins: dict[tuple[str, str], float], added: Added = lambda: 0.5) -> dict[str, float]:
    """Return the ratings that fit the results best, with a mean of 1500.

    The strengths of the Bradley-Terry model by minorisation and maximisation (D. R. Hunter, "MM algorithms for
    generalized Bradley-Terry models", Annals of Statistics 32, 2004), on Elo's scale. Half a win is added to both
    sides of each pair that has played, so that a bot that never lost has a finite rating.

    Args:
        bots: The names.
        wins: For each ordered pair, the number of wins of the first over the second.
        added: Returns what is added to the wins of a side of a pair.
    """
    won = {pair: count + added() for pair, count in wins.items() if count + wins.get(pair[::-1], 0) > 0}
    won |= {pair[::-1]: added() for pair in won if pair[::-1] not in won}
    strength = dict.fromkeys(bots, 1.0)
    for _ in range(500):
        before = strength
        strength = {bot: _improved(bot, bots, won, strength) for bot in bots}
        mean = math.exp(sum(map(math.log, strength.values())) / len(strength))
        strength = {bot: value / mean for bot, value in strength.items()}
        if all(abs(value - before[bot]) <= ENOUGH * value for bot, value in strength.items()):
            break
    return {bot: 1500 + 400 * math.log10(value) for bot, value in strength.items()}


def _improved(bot: str, bots: Sequence[str], won: dict[tuple[str, str], float], strength: dict[str, float]) -> float:
    others = [other for other in bots if (bot, other) in won]
    if not others:
        return strength[bot]
    total = sum(won[bot, other] for other in others)
    met = sum((won[bot, other] + won[other, bot]) / (strength[bot] + strength[other]) for other in others)
    return total / met


class Standing(NamedTuple):
    """The results of a bot in all its games, or against one other."""

    bot: str
    other: str | None
    """The opponent; None for all."""
    games: int
    """How often it sat at a table; against one other, how often they met."""
    won: float
    """A shared first place counts for a part, so a draw of two for half; against one other, a better place is a win."""
    interval: Interval
    mean_score: float
    """Of the games played to the end."""
    mean_ms: float
    p95_ms: float
    worst_ms: float
    forfeits: dict[str, int]
    """The number of forfeits by reason."""
    mean_rank: float = 0.0
    fair: float = 0.5
    """What it would have won on average if all were equally strong."""


def standing(bot: str, results: Iterable[Result], other: str | None = None) -> Standing:
    games, won, fair, scores, seconds, ranks = 0, 0.0, 0.0, list[int](), list[float](), list[int]()
    forfeits: dict[str, int] = {}
    for result in results:
        bots = result.pairing.bots
        for seat, name in enumerate(bots):
            met = [each for each, rival in enumerate(bots) if each != seat and other in {None, rival}]
            if name != bot or not met:
                continue
            games += 1 if other is None else len(met)
            won += result.share(seat) if other is None else sum(result.against(seat, each) for each in met)
            fair += 1 / len(bots) if other is None else len(met) / 2
            ranks.append(result.places[seat])
            scores += [result.scores[seat]] if result.scores else []
            seconds += result.seconds[seat]
            if result.forfeit and result.forfeit.seat == seat:
                forfeits[result.forfeit.reason] = forfeits.get(result.forfeit.reason, 0) + 1
    seconds.sort()
    at_95 = seconds[min(len(seconds) - 1, int(0.95 * len(seconds)))] if seconds else 0.0
    return Standing(
        bot, other, games, won, wilson(won, games), _mean(scores), 1000 * _mean(seconds), 1000 * at_95,
        1000 * (seconds[-1] if seconds else 0.0), forfeits, _mean(ranks), fair / games if games else 0.5,
    )  # fmt: skip


def ratings(bots: Sequence[str], results: Iterable[Result], added: Added = lambda: 0.5) -> dict[str, float]:
    """Return the Elo ratings of bots from their results (see `elo`): at a larger table, each two have met."""
    wins: dict[tuple[str, str], float] = {}
    for result in results:
        for (one, first), (other, second) in combinations(enumerate(result.pairing.bots), 2):
            if first != second:
                share = result.against(one, other)
                wins[first, second] = wins.get((first, second), 0) + share
                wins[second, first] = wins.get((second, first), 0) + 1 - share
    return elo(bots, wins, added)


def samples(bots: Sequence[str], results: Iterable[Result]) -> list[dict[str, float]]:
    """Return ratings as they might as well have come out, by the bootstrap: from deals drawn from those played.

    Deals are drawn and not games: those of one deal aren't independent. (B. Efron, "Bootstrap methods: another look at
    the jackknife", Annals of Statistics 7, 1979.) The half wins that `elo` adds are drawn as well, with that mean, so
    that a bot that never lost has an interval, too.
    """
    by_deal: dict[str, list[Result]] = {}
    for result in sorted(results, key=lambda each: each.pairing.number):
        by_deal.setdefault(result.pairing.deal, []).append(result)
    deals, draw = list(by_deal.values()), random.Random(0)  # noqa: S311 - the same intervals each time
    found = []
    for _sample in range(SAMPLES if deals else 0):
        drawn = [result for deal in draw.choices(deals, k=len(deals)) for result in deal]
        found.append(ratings(bots, drawn, lambda: draw.gammavariate(0.5, 1) + TINY))
    return found


def intervals(bots: Sequence[str], results: Iterable[Result]) -> dict[str, tuple[float, float]]:
    """Return the 95 % interval of each rating (see `samples`)."""
    drawn = samples(bots, results)
    return {bot: middle_of(each[bot] for each in drawn) for bot in bots}


def middle_of(values: Iterable[float]) -> tuple[float, float]:
    """Return between which values 95 % of them lie; anywhere, if there are none."""
    ordered = sorted(values)
    if not ordered:
        return -math.inf, math.inf
    return ordered[round(0.025 * (len(ordered) - 1))], ordered[round(0.975 * (len(ordered) - 1))]


def _mean(numbers: Sequence[float]) -> float:
    return sum(numbers) / len(numbers) if numbers else 0.0


SHARES = (0.0, 0.25, 0.5, 0.75, 1.0)
"""What a bot can win of a pair of games."""

FEW = 0.001
"""Counts for a result that hasn't come yet: what never happened may happen still."""

Verdict = Literal["stronger", "not stronger"]


@dataclass
class Sprt:
    """Whether one bot is stronger than another by `elo1`, or only by `elo0`."""

    elo0: float = 0.0
    elo1: float = 30.0
    alpha: float = 0.05
    """How often "stronger" may be said where the difference is `elo0`."""
    beta: float = 0.05
    """How often "not stronger" may be said where it is `elo1`."""
    counts: list[int] = field(default_factory=lambda: [0] * len(SHARES))
    """How many pairs had each result."""
    verdict: Verdict | None = None
    """None as long as it isn't clear."""

    @property
    def bounds(self) -> tuple[float, float]:
        """The log-likelihood ratios at which the test ends."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    @property
    def ratio(self) -> float:
        """The log-likelihood ratio so far: above 0, `elo1` fits the results better."""
        return log_likelihood_ratio(self.counts, share_at(self.elo0), share_at(self.elo1))

    @property
    def pairs(self) -> int:
        return sum(self.counts)

    def add(self, share: float) -> None:
        """Count a pair of which the bot has won a share; one that comes after the verdict is left out."""
        if self.verdict is not None:
            return
        self.counts[round(4 * share)] += 1
        low, high = self.bounds
        ratio = self.ratio
        self.verdict = "stronger" if ratio >= high else "not stronger" if ratio <= low else None


def share_at(elo: float) -> float:
    """Return the share of games that a bot wins which is stronger by so much."""
    return 1 / (1 + 10 ** (-elo / 400))


def log_likelihood_ratio(counts: Sequence[int], share0: float, share1: float) -> float:
    """Return how much better results fit one mean share than another.

    Each is taken with the distribution that fits the results best among those that have it as their mean.
    """
    total = sum(counts)
    if not total:
        return 0.0
    seen = [max(count, FEW) for count in counts]
    one, other = _tilt(seen, share0), _tilt(seen, share1)
    return sum(
        count * math.log((1 + one * (each - share0)) / (1 + other * (each - share1)))
        for count, each in zip(seen, SHARES, strict=True)
    )


def _tilt(counts: Sequence[float], mean: float) -> float:
    """Return t for which the weights count / (1 + t (share - mean)) have that mean, by bisection."""
    low, high = -1 / (SHARES[-1] - mean), 1 / (mean - SHARES[0])
    for _step in range(60):
        middle = (low + high) / 2
        slope = sum(
            count * (each - mean) / (1 + middle * (each - mean)) for count, each in zip(counts, SHARES, strict=True)
        )
        low, high = (middle, high) if slope > 0 else (low, middle)
    return (low + high) / 2
