"""Training of the network, and what it is trained to say.

They learn from self-play or from search. All randomness comes from the seed and the number of the game, so that a run
doesn't depend on how many processes share the work.

The target of an afterstate comes from the values of the same seat's later afterstates and from the result (Sutton,
"Learning to predict by the methods of temporal differences", 1988; Tesauro's TD-Gammon, 1995).

TD(λ) only hears of the turns that were played. Here many turns of one position are tried in the same world, so that
the network also learns which of them is better (the policy improvement of Tesauro and Galperin, "On-line policy
improvement using Monte-Carlo search", NIPS 1996, put back into the network as in Anthony, Tian and Barber, "Thinking
fast and slow with deep learning and tree search", NIPS 2017).
"""

import json
import multiprocessing
import os
import subprocess
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from dataclasses import asdict, replace
from pathlib import Path
from typing import NamedTuple

import numpy as np

from naishi.common.i18n import _
from naishi.common.version import __version__
from naishi.games.naishi.bots.engine import observation as o, weights
from naishi.games.naishi.bots.engine.afterstates import apply
from naishi.games.naishi.bots.engine.belief import World, observations, results
from naishi.games.naishi.bots.engine.legal_moves import Indices, legal_moves
from naishi.games.naishi.bots.engine.network import POINTS, Evaluate, Floats, Network, both_ways, by_network, by_points
from naishi.games.naishi.bots.engine.observation import Observations, stack
from naishi.games.naishi.bots.engine.rollouts import after, play_next, rollouts
from naishi.games.naishi.bots.engine.selfplay import Played, give, play
from naishi.games.naishi.bots.engine.turns import Turns, exact_at_end, list_turns
from naishi.games.naishi.bots.training.learner import (
    EXPANSION_PLAN,
    SEARCH_PLAN,
    CheckpointError,
    Examples,
    Learner,
    Plan,
)
from naishi.games.naishi.rules.actions import ACTIONS, Action
from naishi.games.naishi.rules.cards import Deal


def self_play(network: Network, seed: int, first: int, count: int, explore: float, trust: float) -> Examples:
    chance = np.random.default_rng([seed, first])
    deals = [Deal.random(f"train/{seed}/{first + i}", network.module) for i in range(count)]
    evaluate = by_network(network)
    games = play(deals, (evaluate, evaluate), chance, explore)
    rows, targets = zip(*[example for game in games for example in td_targets(game, trust)], strict=True)
    return Examples(stack(rows), np.array(targets, dtype=np.float32))


def td_targets(game: Played, trust: float) -> Iterator[tuple[bytes, tuple[float, float]]]:
    """Yield each afterstate of a game with its λ-return, from the last to the first.

    After a random action the return is the value of the best action instead (Watkins' cut): what the random action
    led to says nothing about the value of the afterstate before it.
    """
    (share,), (lead,) = results([game.world])
    for seat in (0, 1):
        win, margin = (share, lead / POINTS) if seat == 0 else (1 - share, -lead / POINTS)
        for decision in reversed([each for each in game.decisions if each.seat == seat]):
            yield decision.row, (win, margin)
            best_win, best_margin = decision.best[0], decision.best[1] / POINTS
            kept = 0.0 if decision.tried else trust
            win = kept * win + (1 - kept) * best_win
            margin = kept * margin + (1 - kept) * best_margin


BEST, OTHERS = 6, 1
"""How many turns of a position are tried: the best by the network, and random others."""
ROUNDS = 1
"""How far they are played on. Two rounds find half as much again, but with twice the noise in twice the time."""
SAMPLED = 0.5
"""The share of the positions of self-play whose turns are tried, when the game may end soon; half as many earlier."""
SOON = 6
"""It may when the two lowest piles of the River hold no more cards than this."""
TOGETHER = 96
"""How many positions are searched together."""


class Labelled(NamedTuple):
    """Afterstates of the turns of many positions, and what was found for them."""

    rows: Observations
    group: Indices
    """For each row, the number of its position."""
    prior: Floats
    """The chance to win and the margin by the network that searched."""
    found: Floats
    """The same where the game that was played on from it stopped."""


def searched(network: Network, seed: int, first: int, count: int, explore: float, trust: float) -> Examples:
    """Play games of the network against itself, search some of their positions, and return training examples.

    Args:
        trust: The weight of what a position as a whole turned out to be worth (see `Plan`).
    """
    labelled = label(network, seed, first, count, explore)
    return Examples(labelled.rows, search_targets(labelled, trust))


def search_targets(labelled: Labelled, trust: float) -> Floats:
    """Return the chance to win and the margin / 20 to learn for each row."""
    _rows, group, prior, found = labelled
    error = found - prior
    sizes = np.bincount(group)
    means = np.stack([np.bincount(group, column) / np.maximum(sizes, 1) for column in error.T], axis=1)[group]
    targets = prior + (error - means) + trust * means
    targets[:, 0] = np.clip(targets[:, 0], 0, 1)
    targets[:, 1] /= POINTS
    return targets.astype(np.float32)


def label(network: Network, seed: int, first: int, count: int, explore: float) -> Labelled:
    """Play games of the network against itself, and search some of their positions."""
    chance = np.random.default_rng([seed, first, 3])
    evaluate = by_network(network)
    worlds = [World.dealt(Deal.random(f"search/{seed}/{first + i}", network.module)) for i in range(count)]
    roots = _sampled(worlds, evaluate, chance, explore)
    parts = [_search(roots[i : i + TOGETHER], evaluate, chance, first_group=i) for i in range(0, len(roots), TOGETHER)]
    return Labelled(*(np.concatenate(each) for each in zip(*parts, strict=True)))


def _sampled(worlds: Sequence[World], evaluate: Evaluate, chance: np.random.Generator, explore: float) -> list[World]:
    give(worlds, (evaluate, evaluate), chance)
    found, exact = [], exact_at_end(evaluate)
    while going := [world for world in worlds if world.playing]:
        found += [world.copy() for world in going if chance.random() < _share(world)]
        tries = chance.random(len(going)) < explore
        for world, tried in zip(going, tries, strict=True):
            if tried:
                codes = legal_moves(world.position).codes
                world.push(ACTIONS[codes[int(chance.integers(len(codes)))]])
        if not tries.all():
            play_next([world for world, tried in zip(going, tries, strict=True) if not tried], exact)
    return [world for world in found if len(legal_moves(world.position).codes) > 1]


def _share(world: World) -> float:
    one, other, *_rest = sorted(map(len, world.position.river))
    return SAMPLED if one + other <= SOON else SAMPLED / 2


def _search(roots: Sequence[World], evaluate: Evaluate, chance: np.random.Generator, first_group: int) -> Labelled:
    """Try turns of positions, all turns of a position in the same world."""
    base = observations(roots)
    turns = list_turns(base, [root.position for root in roots], evaluate)
    tried = [_turns_to_try(turns, i, root, base[i : i + 1], chance) for i, root in enumerate(roots)]
    rows = np.concatenate([row for some in tried for row in some.values()])
    group = np.repeat(np.arange(len(roots)), [len(some) for some in tried])
    seats = np.array([root.position.turn for root in roots])[group]
    found = np.empty((len(rows), 2), dtype=np.float32)
    for seat in (0, 1):
        worlds = []
        for root, some in zip(roots, tried, strict=True):
            if root.position.turn == seat:
                world = redealt(root, chance)
                worlds += [after(world, actions) for actions in some]
        if worlds:
            found[seats == seat] = rollouts(worlds, seat, evaluate, rounds=ROUNDS)
    return Labelled(rows, group + first_group, both_ways(evaluate)(rows), found)


def _turns_to_try(
    turns: Turns, game: int, root: World, base: Observations, chance: np.random.Generator
) -> dict[tuple[Action, ...], Observations]:
    """Choose turns: the best, some others, and one turn that isn't finished; return the observation after each."""
    others = chance.permutation(np.flatnonzero(turns.game == game))[:OTHERS].tolist()
    tried = {turns.actions(turn): None for turn in [*turns.different(game, BEST), *others]}
    begun = [actions[:1] for actions in tried if len(actions) == 2]
    if begun:
        tried[begun[int(chance.integers(len(begun)))]] = None
    rows = {actions: _row_after(base, root, actions) for actions in tried}
    return {actions: row for actions, row in rows.items() if (row[0, o.OWN] != o.UNKNOWN).all()}


def _row_after(base: Observations, root: World, actions: Sequence[Action]) -> Observations:
    """Return the observation after actions, before new cards are turned up."""
    row, position = base, root.position
    for action in actions:
        moves = legal_moves(position)
        which = moves.codes == action.code
        row = apply(row, moves.codes[which], moves.follows[which])
        position.push(action)
    for _action in actions:
        position.pop()
    return row


def redealt(root: World, chance: np.random.Generator) -> World:
    """Copy a world with its face-down cards in another order."""
    twin = root.copy()
    piles = twin.position.river
    unturned = twin.position.expansion.unturned if twin.position.expansion is not None else 0
    down = [slice(len(pile) if unturned >> at & 1 else -1) for at, pile in enumerate(piles)]
    hidden = [card for pile, some in zip(piles, down, strict=True) for card in pile[some]]
    order = iter(chance.permutation(len(hidden)).tolist())
    for pile, some in zip(piles, down, strict=True):
        pile[some] = [hidden[next(order)] for _ in pile[some]]
    return twin


def processes(workers: int) -> Executor:
    """Return an executor of local processes, which exit when this process is gone, whatever ended it."""
    context = multiprocessing.get_context("spawn")
    return ProcessPoolExecutor(workers, mp_context=context, initializer=_exit_with, initargs=(os.getpid(),))


def cluster(address: str) -> Executor:
    """Return an executor on the Dask cluster whose scheduler listens at an address.

    Raises ClusterError: Dask isn't installed, or nobody answers there.
    """
    from naishi.bots.arena.cluster import connect  # noqa: PLC0415 - an extra

    executor: Executor = connect(address).get_executor(pure=False, retries=2)
    return executor


def _exit_with(parent: int) -> None:
    """Exit once the parent is gone; a killed parent can't end its processes itself."""

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(2)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


CHECKPOINT, NOTES, WEIGHTS = "checkpoint.npz", "progress.jsonl", "value.npz"
EVERY = 30
"""Seconds between two checkpoints."""
AHEAD = 2
"""How many iterations are played at once, ahead of what is learned from."""


def measure(network: Network, seed: int, first: int, count: int) -> float:
    """Return the share won against the frozen opponent; each deal is played twice, with seats swapped."""
    deals = [Deal.random(f"measure/{seed}/{first + i}", network.module) for i in range(count // 2)]
    evaluate = by_network(network)
    chance = np.random.default_rng([seed, first, 2])
    as_first = results([game.world for game in play(deals, (evaluate, by_points), chance)])[0]
    as_second = 1 - results([game.world for game in play(deals, (by_points, evaluate), chance)])[0]
    return float(np.mean([as_first, as_second]))


def resume(
    folder: Path,
    *,
    games: int | None = None,
    seed: int | None = None,
    improve: Path | None = None,
    expansion: bool = False,
) -> Learner:
    """Resume the run in a folder, or start one there.

    Args:
        games: The number of games in all; None for the number it was started with.
        seed: The seed; None for the one it was started with.
        improve: The weights that a new run improves by search; None to learn by self-play.
        expansion: Whether a new run of self-play learns to play with the expansion; it begins with the shipped weights.

    Raises:
        CheckpointError: Its checkpoint is damaged, of another seed, or of a run that improves nothing.
        BotNotReadyError: The weights to improve are missing or damaged.
    """
    path = folder / CHECKPOINT
    if not path.exists():
        return _start(games, seed, improve, expansion=expansion)
    learner = Learner.load(path, games)
    if seed not in {None, learner.plan.seed}:
        raise CheckpointError(
            _("The run in {folder} was started with seed {seed}; give the same seed or none.").format(
                folder=folder, seed=learner.plan.seed
            )
        )
    if improve is not None and learner.teacher is None:
        raise CheckpointError(
            _("The run in {folder} learns from self-play; improve weights in another folder.").format(folder=folder)
        )
    return learner


def _start(games: int | None, seed: int | None, improve: Path | None, *, expansion: bool) -> Learner:
    if improve is not None:
        plan, network = SEARCH_PLAN, weights.load(improve)
    elif expansion:
        plan, network = EXPANSION_PLAN, weights.shipped().widened()
    else:
        plan, network = Plan(), None
    games, iteration = games or plan.games, min(plan.iteration, games or plan.games)
    chunk, seed = min(plan.chunk, iteration), plan.seed if seed is None else seed
    plan = replace(plan, games=games, seed=seed, iteration=iteration, chunk=chunk)
    return Learner.fresh(plan, network, teacher=network if improve is not None else None)


def train(
    learner: Learner,
    folder: Path,
    executor: Executor,
    report: Callable[[Learner], None],
    *,
    seconds: float | None = None,
) -> None:
    """Train until the plan is done, writing checkpoints and a log of the progress.

    While the learner trains on one iteration, the next ones are played with the weights before it.

    Args:
        report: Called with the learner after each iteration.
    """
    folder.mkdir(parents=True, exist_ok=True)
    started = saved = time.monotonic()
    before, played = learner.seconds, _iterations(learner, executor)
    strength: Future[float] | None = None
    try:
        while learner.games < learner.plan.games and (seconds is None or time.monotonic() < started + seconds):
            learner.learn(Examples(*(np.concatenate(each) for each in zip(*next(played), strict=True))))
            learner.games += learner.plan.iteration
            learner.seconds = before + time.monotonic() - started
            if strength is not None and strength.done():
                learner.strength, strength = strength.result(), None
                _note(folder, learner)
            if learner.games // learner.plan.iteration % learner.plan.measure == 0:
                network, plan = learner.average.copy(), learner.plan
                strength = executor.submit(measure, network, plan.seed, learner.games, plan.measured_games)
            report(learner)
            if time.monotonic() - saved > EVERY:
                learner.save(folder / CHECKPOINT)
                saved = time.monotonic()
    finally:
        learner.save(folder / CHECKPOINT)


def publish(learner: Learner, folder: Path, workers: int | None) -> Path:
    """Write the weights of a run, with their provenance.

    Args:
        workers: The number of processes that played; None for a cluster.
    """
    path = folder / WEIGHTS
    provenance = {
        "made by": "naishi train",
        "version": __version__,
        "commit": commit(),
        "games": learner.games,
        "minutes": round(learner.seconds / 60, 1),
        "workers": workers,
        "strength": learner.strength,
        "loss": learner.loss,
        "plan": asdict(learner.plan),
    }
    weights.save(path, learner.average, provenance)
    return path


def commit() -> str | None:
    """Return the commit of this checkout; None if it isn't one."""
    try:
        described = subprocess.run(
            ["git", "describe", "--always", "--dirty", "--abbrev=40"],  # noqa: S607 - found as the user's shell would
            cwd=Path(__file__).parent, capture_output=True, text=True, check=True, timeout=10,
        )  # fmt: skip
    except (OSError, subprocess.SubprocessError):
        return None
    return described.stdout.strip() or None


def _iterations(learner: Learner, executor: Executor) -> Iterator[list[Examples]]:
    """Yield the examples of each iteration; some are played in advance, with the weights at that moment."""
    next_game = learner.games
    played: deque[list[Future[Examples]]] = deque()
    while True:
        while len(played) < AHEAD:
            plan, teacher = learner.plan, learner.teacher
            examples, network = (self_play, learner.average.copy()) if teacher is None else (searched, teacher)
            played.append([
                executor.submit(examples, network, plan.seed, first, plan.chunk, learner.explore, plan.trust)
                for first in range(next_game, next_game + plan.iteration, plan.chunk)
            ])  # fmt: skip
            next_game += plan.iteration
        yield [future.result() for future in played.popleft()]


def _note(folder: Path, learner: Learner) -> None:
    line = {
        "games": learner.games, "seconds": round(learner.seconds, 1), "loss": round(learner.loss, 5),
        "strength": learner.strength, "rate": learner.rate, "explore": learner.explore,
    }  # fmt: skip
    with (folder / NOTES).open("a", encoding="utf-8") as file:
        file.write(json.dumps(line) + "\n")
