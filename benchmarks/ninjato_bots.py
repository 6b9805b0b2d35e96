"""Matches between bots of Ninjato: `python benchmarks/ninjato_bots.py A B [--seats N] [--games N]`.

Bot A plays alone against B at all other seats, from every seat in turn with the same chance. Printed are A's share of
the wins (a shared win counts in part) with its 95 % interval over sets of games, and how long its decisions take.
"""

from __future__ import annotations

import argparse
import math
import statistics
import sys
import time
from multiprocessing import Pool
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from naishi.games.ninjato.kind import NINJATO
from naishi.games.ninjato.rules import RULES
from naishi.games.ninjato.view import NinjatoView
from naishi.tabletop.chance import Chance


class Played(NamedTuple):
    """A set of games with the same chance, A at each seat once."""

    share: float
    margin: float
    points: tuple[float, float]
    seconds: list[float]


def play_set(job: tuple[str, str, int, str]) -> Played:
    """Play one set of games."""
    first, second, seats, seed = job
    share = margin = 0.0
    points = [0.0, 0.0]
    seconds: list[float] = []
    for mine in range(seats):
        bots = [NINJATO.bot(first if seat == mine else second, hash((seed, seat)) % 2**31) for seat in range(seats)]
        chance = Chance(seed)
        position = RULES.begin(seats, None, chance)
        names = tuple(str(seat) for seat in range(seats))
        while (seat := position.seat) is not None:
            view = NinjatoView(position.mask(seat), names)
            started = time.perf_counter()
            action = bots[seat].choose(view, None)
            if seat == mine:
                seconds.append(time.perf_counter() - started)
            if RULES.refusal(position, seat, action) is not None:
                raise SystemExit(f"an illegal action: {action}")
            position = RULES.play(position, seat, action, chance)
        result = RULES.result(position)
        if result is None:
            raise SystemExit("a game without an end")
        share += (mine in result.winners) / len(result.winners) / seats
        others = [each for seat, each in enumerate(result.points) if seat != mine]
        points[0] += result.points[mine] / seats
        points[1] += statistics.mean(others) / seats
        margin += (result.points[mine] - max(others)) / seats
    return Played(share, margin, (points[0], points[1]), seconds)


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(description="Play bots of Ninjato against each other.")
    parser.add_argument("first")
    parser.add_argument("second")
    parser.add_argument("--seats", type=int, default=2, choices=(2, 3, 4))
    parser.add_argument("--games", type=int, default=200, help="about how many games (default: 200)")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--seed", default="match")
    arguments = parser.parse_args()
    sets = max(2, arguments.games // arguments.seats)
    jobs = [(arguments.first, arguments.second, arguments.seats, f"{arguments.seed}/{n}") for n in range(sets)]
    with Pool(arguments.processes) as pool:
        played = list(pool.imap_unordered(play_set, jobs))
    shares = [each.share for each in played]
    half = 1.96 * statistics.stdev(shares) / math.sqrt(sets)
    seconds = sorted(each for one in played for each in one.seconds)
    mine, theirs = (statistics.mean(each.points[at] for each in played) for at in (0, 1))
    print(
        f"{arguments.first} against {arguments.second}, {arguments.seats} seats, {sets * arguments.seats} games: "
        f"{statistics.mean(shares):.1%} ± {half:.1%} of the wins (fair: {1 / arguments.seats:.0%}), "
        f"{mine:.0f} honour against {theirs:.0f}; a decision takes {statistics.mean(seconds) * 1e3:.1f} ms, "
        f"p95 {seconds[int(len(seconds) * 0.95)] * 1e3:.0f} ms, at most {seconds[-1] * 1e3:.0f} ms"
    )


if __name__ == "__main__":
    main()
