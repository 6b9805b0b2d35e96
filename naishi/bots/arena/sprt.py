"""Sequential probability ratio test of two strengths.

The two games of a deal, with seats swapped, aren't independent of each other, but those of different deals are. So the
test counts pairs by their result, of which there are five, and not games. (M. Van den Bergh, "A practical introduction
to the GSPRT", 2020; the test itself: A. Wald, "Sequential tests of statistical hypotheses", Annals of Mathematical
Statistics 16, 1945.)
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

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
        """The number of pairs counted."""
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
