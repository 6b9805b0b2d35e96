"""Calibration of decision judgements: `python benchmarks/calibration.py collect FILE`, then `fit FILE`.

Decisions in games between bots are judged quick or deep, and by playing the action that was called best and the one
that was played on to the end of the game, in many worlds. What a judgement misses apart from sampling is its model
error: after a few rounds it takes the network's word. `fit` fits `analysis.model_error` to one half of the games,
and counts on the other half how many bars hold what play to the end says. That is sampled too, so its own sampling
error is added to the bar; without it, the share is a lower bound.
"""

from __future__ import annotations

import json
import random
import time
from collections.abc import Iterator
from itertools import count, product
from pathlib import Path

import click
import numpy as np
import numpy.typing as npt

from naishi import LEGENDS_TRAVELLERS, Action, Game, Options, Phase
from naishi.bots import Clock, make
from naishi.games.naishi.analysis.choices import BAR, ModelError, Trial, model_error, play_all_on, sample
from naishi.games.naishi.analysis.decisions import DEPTHS, Assessor, Decision, decisions_of
from naishi.games.naishi.bots.engine import weights

Players = tuple[tuple[str, str], ...]
PLAYERS: Players = (
    ("greedy", "novice"), ("novice", "brief"), ("brief", "greedy"), ("quick", "novice"), ("brief", "brief"),
    ("greedy", "quick"),
)  # fmt: skip
"""Who plays the games, in turn: people make mistakes, too."""
LEVELS: Players = ("strong", "strong"), ("intermediate", "beginner")
"""The same for games that nothing was fitted to."""
PER_GAME = 6
"""Decisions of a game that are judged, at most: those of one game are alike."""
WORLDS = 192
"""In how many worlds both actions are played to the end."""
TO_THE_END = 80
"""More rounds than any game has left."""
Floats = npt.NDArray[np.float64]
NUMBERS = ("loss", "loss_error", "best_chance", "best_error", "chance", "error")


def played(seed: int, options: Options, players: Players = PLAYERS) -> Game:
    """Return a finished game between two bots."""
    game = Game.new(f"calibration/{seed}", options=options)
    bots = [make(kind, seat) for seat, kind in enumerate(players[seed % len(players)])]
    while (turn := game.turn) is not None:
        game.play(bots[turn].choose(game.view(turn), Clock()))
    return game


def to_the_end(game: Game, judged: Decision) -> dict[str, float]:
    """Play the action that was best by a judgement, and the one that was played, on to the end."""
    view = game.at(judged.ply).view(judged.seat)
    chance = random.Random(f"end/{judged.ply}")
    plans: list[tuple[Action, ...]] = [
        tuple(Action.from_text(str(text)) for text in judged.best_turn), (Action.from_text(str(judged.played)),)
    ]  # fmt: skip
    trial = Trial(view, plans, sample(view, WORLDS, chance))
    ((best, other),) = play_all_on([trial], weights.shipped_evaluation(), rounds=TO_THE_END)
    found = other.loss(best), other.loss_error(best), best.chance, best.error, other.chance, other.error
    return dict(zip(NUMBERS, found, strict=True))


def judgements(seed: int, depth: str, options: Options, players: Players) -> Iterator[dict[str, object]]:
    """Judge some decisions of a game in which something was lost."""
    game = played(seed, options, players)
    plies = [ply for ply in decisions_of(game) if game.at(ply).phase is Phase.PLAY]
    random.Random(seed).shuffle(plies)
    quick, found = Assessor(game, DEPTHS["quick"]), 0
    for ply in plies:
        judged = quick.assess(ply)
        if judged.loss > 0 and depth != "quick":
            judged = Assessor(game, DEPTHS[depth]).assess(ply)
        if judged.loss > 0:
            numbers = {name: getattr(judged, name) for name in NUMBERS}
            yield {"game": seed, "ply": ply, "depth": depth, "judged": numbers, "end": to_the_end(game, judged)}
            found += 1
        if found == PER_GAME:
            return


class Judged:
    """The judgements of a depth, in columns.

    Their errors hold the model error that is shipped, from which it is taken out again.
    """

    def __init__(self, rows: list[dict[str, dict[str, float]]], shipped: ModelError) -> None:
        def column(what: str, name: str) -> Floats:
            return np.array([row[what][name] for row in rows])

        self.count = len(rows)
        self.games = len({str(row["game"]) for row in rows})
        self.loss, self.loss_error = column("judged", "loss"), column("judged", "loss_error")
        self.off, self.noise = self.loss - column("end", "loss"), column("end", "loss_error")
        self.even = (column("judged", "chance") + column("judged", "best_chance")) / 2
        self.chance_off = column("judged", "chance") - column("end", "chance")
        self.chance, self.error = column("judged", "chance"), column("judged", "error")
        self.sampling = without(self.loss_error, self.bars(shipped, 1e-9))
        self.chance_error = without(self.error, self.chance_bars(shipped, 1e-9))
        self.chance_noise = column("end", "error")

    def bars(self, error: ModelError, sampling: float | None = None) -> Floats:
        """The standard errors of the losses with what the model misses."""
        sampled = self.sampling if sampling is None else np.full(self.count, sampling)
        return np.array([
            error.of_loss(loss, even, each) for loss, even, each in zip(self.loss, self.even, sampled, strict=True)
        ])  # fmt: skip

    def chance_bars(self, error: ModelError, sampling: float | None = None) -> Floats:
        """The same of the chances."""
        sampled = self.chance_error if sampling is None else np.full(self.count, sampling)
        return np.array([error.of_chance(chance, each) for chance, each in zip(self.chance, sampled, strict=True)])


def without(errors: Floats, part: Floats) -> Floats:
    """Take a part out of standard errors; where all was exact, nothing is left."""
    left: Floats = np.sqrt(np.maximum(errors**2 - part**2, np.where(errors > 0, 1e-12, 0)))
    return left


def likelihood(off: Floats, bars: Floats, noise: Floats) -> float:
    """Return how likely it is, by the logarithm, to be so far off."""
    variance = bars**2 + noise**2 + 1e-6
    return float((-0.5 * (off**2 / variance + np.log(variance))).sum())


def fitted(judged: Judged) -> ModelError:
    """Find the model error that is likeliest."""
    steps = np.arange(0, 0.205, 0.005)
    even, loss = max(
        product(steps, steps),
        key=lambda pair: likelihood(judged.off, judged.bars(ModelError(pair[0], pair[1], 0)), judged.noise),
    )
    of_chance = max(
        steps,
        key=lambda each: likelihood(judged.chance_off, judged.chance_bars(ModelError(0, 0, each)), judged.chance_noise),
    )
    return ModelError(*(round(float(each), 3) for each in (even, loss, of_chance)))


def coverage(off: Floats, bars: Floats, noise: Floats) -> str:
    """Say how many bars hold the result of play to the end."""
    allowed, alone = (float((np.abs(off) <= BAR * each).mean()) for each in (np.hypot(bars, noise), bars))
    return f"{allowed:.1%} (without the error of play to the end {alone:.1%})"


@click.group()
def main() -> None:
    """Measure model errors."""


@main.command()
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--depth", type=click.Choice([*DEPTHS]), default="quick")
@click.option("--minutes", default=20.0, help="Processor time.")
@click.option("--first", default=0, help="The number of the first game.")
@click.option("--expansion", is_flag=True, help="Games with Legends & Travellers; put them into a file of their own.")
@click.option("--levels", is_flag=True, help="Games of strong with strong, and of intermediate with beginner.")
def collect(file: Path, depth: str, minutes: float, first: int, expansion: bool, levels: bool) -> None:
    """Judge decisions, a line of JSON each; lines are added to the file."""
    options = Options(expansion=LEGENDS_TRAVELLERS if expansion else None)
    for seed in count(first):
        for row in judgements(seed, depth, options, LEVELS if levels else PLAYERS):
            with file.open("a") as out:
                out.write(json.dumps(row) + "\n")
            if time.process_time() > 60 * minutes:
                return


@main.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--expansion", is_flag=True, help="The decisions are of games with Legends & Travellers.")
def fit(file: Path, expansion: bool) -> None:
    """Fit the model error to the even games, and count on the odd ones what its bars hold."""
    rows = [json.loads(line) for line in file.read_text().splitlines()]
    for depth in {str(row["depth"]): None for row in rows}:
        shipped = model_error(DEPTHS[depth].rounds, LEGENDS_TRAVELLERS if expansion else None)
        mine = [row for row in rows if row["depth"] == depth]
        known, held_out = (Judged([row for row in mine if row["game"] % 2 == odd], shipped) for odd in (0, 1))
        print(f"{depth}: fitted to {known.count} decisions of {known.games} games, {fitted(known)}; "
              f"shipped {shipped}")  # fmt: skip
        print(f"  on {held_out.count} decisions of {held_out.games} other games, 95% bars hold")
        for name, error in (("sampling alone", ModelError(0, 0, 0)), ("fitted", fitted(known)), ("shipped", shipped)):
            losses = coverage(held_out.off, held_out.bars(error), held_out.noise)
            chances = coverage(held_out.chance_off, held_out.chance_bars(error), held_out.chance_noise)
            print(f"    {name}: of losses {losses}; of chances {chances}")


@main.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
def cover(file: Path) -> None:
    """Count how many bars, as they are shown, hold what play to the end says."""
    rows = [json.loads(line) for line in file.read_text().splitlines()]
    for depth in {str(row["depth"]): None for row in rows}:
        judged = Judged([row for row in rows if row["depth"] == depth], ModelError(0, 0, 0))
        losses = coverage(judged.off, judged.loss_error, judged.noise)
        chances = coverage(judged.chance_off, judged.error, judged.chance_noise)
        print(f"{depth}: of {judged.count} decisions of {judged.games} games, bars hold {losses} of losses; "
              f"{chances} of chances")  # fmt: skip


if __name__ == "__main__":
    main()
