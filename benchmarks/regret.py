"""Cost of a bot's choices, judged by play to the end.

    python benchmarks/regret.py collect suite.jsonl --games 600
    python benchmarks/regret.py choose suite.jsonl master now.jsonl
    python benchmarks/regret.py compare suite.jsonl before.jsonl now.jsonl
    python benchmarks/regret.py regret suite.jsonl now.jsonl

`collect` takes positions from whole games of the quick bot. `choose` asks a bot in each; run it in another checkout
for the bot as it was there. `compare` plays on, to the end of the game, what was chosen where two bots differ, both in
the same worlds that the seat can't tell apart, and says what a decision gains, by how many cards are left in the two
lowest piles of the River. `regret` compares a bot's choices with the best of some turns. That one is found in one half
of the worlds and judged in the other, so that no luck flatters it; so a regret is a lower bound.

The games with odd numbers are held out: tune a bot with the others, and judge it by `--held-out` once that is done.
Judgements are kept beside the suite, and `choose` goes on where it was stopped.
"""

from __future__ import annotations

import json
import os
import random
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import click
import numpy as np
import numpy.typing as npt
from reference import calibrate

from naishi import LEGENDS_TRAVELLERS, Action, Game, Options, Phase
from naishi.bots import ONE_THREAD, Clock, make
from naishi.games.naishi.bots.engine import weights
from naishi.games.naishi.bots.engine.belief import likely_determinizations
from naishi.games.naishi.bots.engine.network import both_ways
from naishi.games.naishi.bots.engine.rollouts import after, cards_left, rollouts
from naishi.games.naishi.bots.engine.turns import REVEALS, exact_at_end
from naishi.games.naishi.bots.players.learned import turns_of
from naishi.games.naishi.bots.training.training import processes

PER_GAME = 6
"""Positions of a game, at most: those of one game are alike."""
WORLDS = 160
"""In how many worlds each turn is played to the end."""
TO_THE_END = 80
"""More rounds than any game has left."""
TURNS = 6
"""Turns that a choice is compared with, the best ones by the network."""
STAGES = ((0, 2), (3, 5), (6, 8), (9, 12))
"""By how many cards are left in the two lowest piles."""
STEPS = 20_000
"""Of the reference that processor time is told in."""

Floats = npt.NDArray[np.float64]
Found = TypeVar("Found")
Turn = tuple[str, ...]
"""The texts of actions, up to the first that turns up new cards."""


class Place(NamedTuple):
    """A position of the suite."""

    number: int
    """Of the game; odd ones are held out."""
    expansion: bool
    actions: tuple[str, ...]
    """What was played before."""

    @property
    def name(self) -> str:
        """What it is called in files."""
        return f"{self.number}/{len(self.actions)}"

    def game(self) -> Game:
        """Play up to it."""
        game = _new(self.number, expansion=self.expansion)
        for action in self.actions:
            game.play(action)
        return game


def _new(number: int, *, expansion: bool) -> Game:
    return Game.new(f"regret/{number}", options=Options(expansion=LEGENDS_TRAVELLERS if expansion else None))


def places_of(number: int, *, expansion: bool) -> list[Place]:
    """Play a game of the quick bot against itself, and return some of its positions."""
    game, found = _new(number, expansion=expansion), []
    bots = make("quick", 2 * number), make("quick", 2 * number + 1)
    while (turn := game.turn) is not None:
        view = game.view(turn)
        if view.phase is Phase.PLAY and len(view.legal_actions) > 1:
            found.append(Place(number, expansion, tuple(action.text for action in game.actions)))
        game.play(bots[turn].choose(view, Clock()))
    return sorted(random.Random(number).sample(found, min(PER_GAME, len(found))))


def chosen(bot: str, place: Place) -> tuple[Turn, float, int]:
    """Return what a bot plays before new cards are turned up, what its first action takes, and the cards left.

    Args:
        bot: Its name.
        place: The position.

    Returns:
        The actions; processor time, in steps of the reference; and the cards in the two lowest piles.
    """
    began = time.process_time()
    calibrate(STEPS)
    step = (time.process_time() - began) / STEPS
    game, actions, spent = place.game(), list[str](), 0.0
    seat = game.turn
    assert seat is not None
    left = cards_left(game.view(seat))
    while game.turn == seat and game.phase is Phase.PLAY:
        began = time.process_time()
        action = make(bot, place.number).choose(game.view(seat), Clock())
        spent = spent or time.process_time() - began
        game.play(action)
        actions.append(action.text)
        if REVEALS[action.code]:
            break
    return tuple(actions), spent / step, left


def judged(place: Place, turns: Sequence[Turn]) -> dict[Turn, str]:
    """Play turns on to the end in the same worlds; return what each won in each world, in halves: 0, 1 or 2."""
    game = place.game()
    view = game.view(game.turn or 0)
    worlds = likely_determinizations(view, WORLDS, random.Random(f"regret/{place.name}"))
    plans = [[Action.from_text(text) for text in turn] for turn in turns]
    played = [after(world, plan) for plan in plans for world in worlds]
    found = rollouts(played, view.seat, weights.shipped_evaluation(), rounds=TO_THE_END)
    halves = np.rint(found[:, 0] * 2).astype(int).reshape(len(turns), WORLDS)
    return {turn: "".join(map(str, row)) for turn, row in zip(turns, halves.tolist(), strict=True)}


def best_by_network(place: Place) -> list[Turn]:
    """List the best turns by the network, each up to the first action that turns up new cards."""
    game = place.game()
    listed = turns_of(game.view(game.turn or 0), exact_at_end(both_ways(weights.shipped_evaluation())))
    return [tuple(action.text for action in listed.begun(turn)) for turn in listed.different(0, TURNS)]


class Suite:
    """The positions of a file, and what has been judged of them."""

    def __init__(self, file: Path, *, held_out: bool = False) -> None:
        every = [Place(number, wide, tuple(actions)) for number, wide, actions in _read(file)]
        self.places = [place for place in every if place.number % 2 == held_out]
        self._file = file.with_name(f"{file.name}.judged")
        self._known: dict[str, dict[Turn, str]] = {}
        for name, turn, won in _read(self._file):
            self._known.setdefault(name, {})[tuple(turn)] = won

    def judge(self, asked: Mapping[Place, Sequence[Turn]], workers: int) -> None:
        """Judge turns that haven't been yet."""
        new = {
            place: [turn for turn in dict.fromkeys(turns) if turn not in self._known.get(place.name, {})]
            for place, turns in asked.items()
        }
        new = {place: turns for place, turns in new.items() if turns}
        for place, found in zip(new, _spread(judged, [*new], [*new.values()], workers=workers), strict=True):
            _write(self._file, [(place.name, turn, won) for turn, won in found.items()])
            self._known.setdefault(place.name, {}).update(found)

    def won(self, place: Place, turn: Turn) -> Floats:
        """Return the share that a judged turn won in each world."""
        return np.array([int(half) for half in self._known[place.name][turn]]) / 2


class Choices(NamedTuple):
    """What a bot chose, by the name of the position."""

    turns: dict[str, Turn]
    steps: dict[str, float]
    left: dict[str, int]

    @classmethod
    def read(cls, file: Path) -> Choices:
        """Read them."""
        rows = [*_read(file)]
        return cls(
            {name: tuple(turn) for name, turn, _steps, _left in rows},
            {name: steps for name, _turn, steps, _left in rows},
            {name: left for name, _turn, _steps, left in rows},
        )


def _spread(work: Callable[..., Found], *arguments: Sequence[object], workers: int) -> Iterator[Found]:
    """Do work in processes, and show how much is done."""
    with processes(workers) as pool:
        for done, found in enumerate(pool.map(work, *arguments), 1):
            if done % 50 == 0:
                click.echo(f"{done} of {len(arguments[0])}", err=True)
            yield found


def _read(file: Path) -> Iterator[list[Any]]:
    if file.exists():
        yield from map(json.loads, file.read_text(encoding="utf-8").splitlines())


def _write(file: Path, rows: Iterable[object]) -> None:
    with file.open("a", encoding="utf-8") as out:
        out.writelines(json.dumps(row) + "\n" for row in rows)


def table(gains: Mapping[str, float], differ: Iterable[str], left: Mapping[str, int]) -> None:
    """Print what a decision gains at each stage, with a 95 % interval."""
    changed = {*differ}
    click.echo("| cards left | positions | differ | won more a decision, 95 % |")
    click.echo("|---|---|---|---|")
    stages = [(f"{low} to {high}", [name for name in gains if low <= left[name] <= high]) for low, high in STAGES]
    for stage, names in (*stages, ("all", [*gains])):
        each = np.array([gains[name] for name in names])
        error = 1.96 * each.std() / np.sqrt(max(len(each), 1)) if names else 0
        mean = each.mean() if names else 0
        click.echo(f"| {stage} | {len(names)} | {len(changed & {*names})} | {mean:+.4f} ± {error:.4f} |")


def times(name: str, steps: Iterable[float]) -> None:
    """Print the processor time of a decision, at 30 ns a step of the reference."""
    ms = np.array([*steps]) * 30e-6
    click.echo(f"{name}: {ms.mean():.1f} ms a decision, p95 {np.percentile(ms, 95):.1f} at 30 ns a reference step")


@click.group()
def main() -> None:
    """Measure what a bot's choices cost."""
    os.environ.update(ONE_THREAD)


WORKERS = click.option("--workers", default=1, help="Processes.")
HELD_OUT = click.option("--held-out", is_flag=True, help="The other half of the games.")
FILE = click.Path(dir_okay=False, path_type=Path)


@main.command()
@click.argument("suite", type=FILE)
@click.option("--games", default=600)
@click.option("--expansion", is_flag=True)
@WORKERS
def collect(suite: Path, games: int, workers: int, *, expansion: bool) -> None:
    """Take positions from whole games."""
    for places in _spread(partial(places_of, expansion=expansion), range(games), workers=workers):
        _write(suite, places)


@main.command()
@click.argument("suite", type=FILE)
@click.argument("bot")
@click.argument("choices", type=FILE)
@click.option("--first", default=None, type=int, help="Only so many positions.")
@HELD_OUT
@WORKERS
def choose(suite: Path, bot: str, choices: Path, first: int | None, workers: int, *, held_out: bool) -> None:
    """Ask a bot in each position."""
    known = Choices.read(choices).turns
    places = [place for place in Suite(suite, held_out=held_out).places[:first] if place.name not in known]
    for place, found in zip(places, _spread(partial(chosen, bot), places, workers=workers), strict=True):
        _write(choices, [(place.name, *found)])


@main.command()
@click.argument("suite", type=FILE)
@click.argument("before", type=FILE)
@click.argument("now", type=FILE)
@HELD_OUT
@WORKERS
def compare(suite: Path, before: Path, now: Path, workers: int, *, held_out: bool) -> None:
    """Judge what was chosen where two bots differ."""
    positions, one, other = Suite(suite, held_out=held_out), Choices.read(before), Choices.read(now)
    places = [place for place in positions.places if place.name in one.turns and place.name in other.turns]
    pairs = {place: (one.turns[place.name], other.turns[place.name]) for place in places}
    differ = {place: pair for place, pair in pairs.items() if pair[0] != pair[1]}
    positions.judge(differ, workers)
    gains = dict.fromkeys([place.name for place in places], 0.0)
    for place, (old, new) in differ.items():
        gains[place.name] = float((positions.won(place, new) - positions.won(place, old)).mean())
    table(gains, [place.name for place in differ], one.left)
    times(before.name, [one.steps[name] for name in gains])
    times(now.name, [other.steps[name] for name in gains])


@main.command()
@click.argument("suite", type=FILE)
@click.argument("choices", type=FILE)
@HELD_OUT
@WORKERS
def regret(suite: Path, choices: Path, workers: int, *, held_out: bool) -> None:
    """Compare a bot's choices with the best turns."""
    positions, bot = Suite(suite, held_out=held_out), Choices.read(choices)
    places = [place for place in positions.places if place.name in bot.turns]
    listed = {place: [bot.turns[place.name], *best_by_network(place)] for place in places}
    positions.judge(listed, workers)
    gains, missed = {}, []
    for place, turns in listed.items():
        won = np.array([positions.won(place, turn) for turn in turns])
        best = won[:, ::2].mean(axis=1).argmax()
        gains[place.name] = float((won[best, 1::2] - won[0, 1::2]).mean())
        if turns[best] != turns[0]:
            missed.append(place.name)
    table(gains, missed, bot.left)


if __name__ == "__main__":
    main()
