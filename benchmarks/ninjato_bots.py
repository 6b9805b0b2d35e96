"""Matches between Ninjato bots: `python benchmarks/ninjato_bots.py A B [--seats N] [--games N]`.

Bot A plays alone against B at all other seats, from every seat in turn with the same chance. Printed are A's share of
the wins (a shared win counts in part) with its 95 % interval over sets of games, and how long its decisions take: CPU
time, as on a core that does a step of the reference in 30 ns (see `benchmarks/rules.py`). Stopped with ctrl+c, it
reports what has been played.
"""

from __future__ import annotations

import argparse
import math
import statistics
import sys
import time
from collections.abc import Iterable
from multiprocessing import Pool
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from reference import IDLE_STEP, reference_step

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


def play_set(job: tuple[str, str, int, str, int]) -> Played:
    """Play one set of games."""
    first, second, seats, match, number = job
    seed = f"{match}/{number}"
    share = margin = 0.0
    points = [0.0, 0.0]
    seconds: list[float] = []
    for mine in range(seats):
        bots = [NINJATO.bot(first if seat == mine else second, seats * number + seat) for seat in range(seats)]
        chance = Chance(seed)
        position = RULES.begin(seats, None, chance)
        names = tuple(str(seat) for seat in range(seats))
        while (seat := position.seat) is not None:
            view = NinjatoView(position.mask(seat), names)
            started = time.process_time()
            action = bots[seat].choose(view, None)
            if seat == mine:
                seconds.append(time.process_time() - started)
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
    jobs = [(arguments.first, arguments.second, arguments.seats, arguments.seed, number) for number in range(sets)]
    played: list[Played] = []
    try:
        if arguments.processes == 1:
            collect(map(play_set, jobs), played)
        else:
            with Pool(arguments.processes) as pool:
                collect(pool.imap_unordered(play_set, jobs), played)
    except KeyboardInterrupt:
        print("stopped: ", end="")
    print(report(arguments.first, arguments.second, arguments.seats, played))


def collect(sets: Iterable[Played], played: list[Played]) -> None:
    """Add sets as they are finished to those played."""
    for each in sets:
        played.append(each)


def report(first: str, second: str, seats: int, played: list[Played]) -> str:
    """Return the share won and how long decisions took."""
    if len(played) < 2:
        return "fewer than two sets of games were played"
    shares = [each.share for each in played]
    half = 1.96 * statistics.stdev(shares) / math.sqrt(len(played))
    seconds = sorted(each for one in played for each in one.seconds)
    mine, theirs = (statistics.mean(each.points[at] for each in played) for at in (0, 1))
    ms = 1e3 * IDLE_STEP / reference_step()
    return (
        f"{first} against {second}, {seats} seats, {len(played) * seats} games: "
        f"{statistics.mean(shares):.1%} ± {half:.1%} of the wins (fair: {1 / seats:.0%}), "
        f"{mine:.0f} honour against {theirs:.0f}; at 30 ns a reference step a decision takes "
        f"{statistics.mean(seconds) * ms:.1f} ms, p95 {seconds[int(len(seconds) * 0.95)] * ms:.0f} ms, "
        f"at most {seconds[-1] * ms:.0f} ms"
    )


if __name__ == "__main__":
    main()
