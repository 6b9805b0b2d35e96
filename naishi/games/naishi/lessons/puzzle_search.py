"""Cut puzzles from games between bots.

`python -m naishi.games.naishi.lessons.puzzle_search --minutes 25` does, with `--expansion` for those of the expansion.

A puzzle is a turn whose best action wins clearly more often than everything else, by simulations in hidden cards that
the seat can't tell apart, the same ones for every action (common random numbers). Each turn of a game is screened with
few of them. What passes is judged again with many, drawn again so that no lucky screening counts; the best action must
then be ahead of the best other one by `MARGIN` of all games, and by `ERRORS` standard errors of that difference. These
games are played to the end: where the network judged them three rounds on, every third answer was wrong. That takes too
long before `CARDS_LEFT` cards are left in the two lowest piles, so earlier turns aren't looked at.

The puzzles that are in the file are judged first, by the same measure and in other hidden cards. Those that hold stay,
so that they stay solved for whoever has solved them; what is found fills up the rest. Run it again once the bots or
their simulations have changed: both the answers and the grades are theirs.

The grade of a puzzle is how many of the four searches in `GRADERS` miss it. At most a quarter of the puzzles are of one
grade, or begin with one kind of action, as long as there are others; of alike ones, those with the largest lead are
kept.

With the expansion only turns that are about its cards are kept, of each theme alike, and none of a bonus alone, which
any develop could go with.
"""

import random
import time
from collections.abc import Iterator, Sequence
from itertools import count
from pathlib import Path
from typing import NamedTuple

import click
import numpy as np
import tomlkit

from naishi.bots import Clock, make
from naishi.common.files import write_atomically
from naishi.games.naishi.bots.engine import weights
from naishi.games.naishi.bots.engine.belief import likely_determinizations
from naishi.games.naishi.bots.engine.network import Floats, both_ways
from naishi.games.naishi.bots.engine.rollouts import after, cards_left, rollouts
from naishi.games.naishi.bots.engine.turns import exact_at_end, up_to_new_cards
from naishi.games.naishi.bots.players.learned import turns_of
from naishi.games.naishi.game.game import Game
from naishi.games.naishi.game.record import Options
from naishi.games.naishi.game.view import PlayerView
from naishi.games.naishi.lessons.course import every_puzzle
from naishi.games.naishi.lessons.puzzles import (
    EXPANSION_FILE,
    EXPANSION_THEMES,
    FILE,
    Entry,
    expansion_puzzles,
    puzzles,
    theme_of,
    work_out,
    write as write_reasons,
)
from naishi.games.naishi.lessons.task import Puzzle, split
from naishi.games.naishi.rules.actions import Action, Discard, Swap
from naishi.games.naishi.rules.cards import LEGENDS_TRAVELLERS, Phase

MARGIN = 0.15
"""By how much of all games the best action must be ahead."""
ERRORS = 4
"""And by how many standard errors of that lead."""
SCREENED = 0.12
"""The lead that makes a turn worth a second look."""
PER_GAME = 2
PUZZLES = 40
EXPANSION_PUZZLES = 10

PLAYERS = (
    ("quick", "quick"), ("brief", "quick"), ("quick", "brief"), ("brief", "brief"), ("quick", "novice"),
)  # fmt: skip
"""Who plays the games, in turn."""
GRADERS = ("novice", "brief", "quick", "master")
"""The searches that grade puzzles, weakest first. They aren't the levels, so that grades stay when levels move."""

Turn = tuple[Action, ...]


class Lead(NamedTuple):
    """How far the best action is ahead of the best other one."""

    turn: Turn
    chance: float
    """How often the best action wins."""
    lead: float
    error: float


class Look(NamedTuple):
    """How closely a turn is examined."""

    turns: int
    """How many are compared."""
    worlds: int
    """How many hidden cards are tried."""


SCREENING, JUDGING = Look(6, 24), Look(16, 240)
ROUNDS = 80
"""How far each game is played on, by both seats' best turns by the network: to the end."""
CARDS_LEFT = 6
SEEDS = 3
"""How many bots of each level are asked: some of them simulate, so that one alone may be lucky."""


def look(view: PlayerView, closely: Look, draw: str) -> Lead | None:
    """Compare the best turns of a seat; None where there is only one."""
    evaluate = weights.shipped_evaluation()
    chance = random.Random(draw)  # noqa: S311 - a game, not a secret
    listed = turns_of(view, exact_at_end(both_ways(evaluate)))
    begun = [up_to_new_cards(listed.actions(turn)) for turn in listed.different(0, closely.turns)]
    worlds = likely_determinizations(view, closely.worlds, chance)
    played = [after(world, turn) for turn in begun for world in worlds]
    values = rollouts(played, view.seat, evaluate, rounds=ROUNDS, check=Clock().check)
    return _lead(begun, values[:, 0].reshape(len(begun), closely.worlds))


def _lead(turns: Sequence[Turn], values: Floats) -> Lead | None:
    """Compare the best turn with the best of those in which it isn't contained."""
    means = values.mean(axis=1)
    best = int(means.argmax())
    others = [at for at, turn in enumerate(turns) if not {*turns[best]} <= {*turn}]
    if not others:
        return None
    other = max(others, key=lambda at: means[at])
    ahead = values[best] - values[other]
    error = float(ahead.std(ddof=1) / np.sqrt(len(ahead)))
    return Lead(turns[best], float(means[best]), float(ahead.mean()), error)


def puzzles_of(seed: str, kinds: tuple[str, str], *, expansion: bool) -> Iterator[Entry]:
    game, found = Game.new(seed, options=Options(expansion=LEGENDS_TRAVELLERS if expansion else None)), 0
    bots = [make(kind, seat) for seat, kind in enumerate(kinds)]
    while (turn := game.turn) is not None:
        view = game.view(turn)
        fresh = view.phase is Phase.PLAY and not (view.developed or view.bonus) and len(view.legal_actions) > 1
        if fresh and cards_left(view) <= CARDS_LEFT and found < PER_GAME and (puzzle := _puzzle(seed, game, view)):
            found += 1
            yield puzzle
        game.play(bots[turn].choose(view, Clock()))


def _puzzle(seed: str, game: Game, view: PlayerView) -> Entry | None:
    name = f"{seed}/{len(game.actions)}"
    first = look(view, SCREENING, f"{name}/screening")
    if first is None or first.lead < SCREENED:
        return None
    theme, lone_bonus = theme_of(view, first.turn), isinstance(first.turn[-1], Discard | Swap)
    if view.module is not None and (theme not in EXPANSION_THEMES or lone_bonus):
        return None
    second = look(view, JUDGING, f"{name}/judging")
    if second is None or second.turn != first.turn or not is_clear(second):
        return None
    return _entry(seed, game, second, theme)


def _entry(seed: str, game: Game, found: Lead, theme: str) -> Entry:
    played, answer = (", ".join(action.text for action in actions) for actions in (game.actions, found.turn))
    chance, lead, error = (round(share, 3) for share in (found.chance, found.lead, found.error))
    missed = [*missed_by(game, found.turn)]
    return Entry(seed, 1 if game.turn else 0, played, answer, chance, lead, error, missed, theme)


def is_clear(lead: Lead) -> bool:
    return lead.lead >= max(MARGIN, ERRORS * lead.error)


def judged_anew(puzzle: Puzzle) -> Entry | None:
    """Judge a puzzle of the file; None if its answer isn't clearly the best."""
    (asked,) = puzzle.tasks
    game = asked.game()
    found = look(game.view(asked.seat), JUDGING, f"{puzzle.id}/anew")
    if found is None or {*found.turn} != {*map(Action.from_text, split(asked.answer))} or not is_clear(found):
        return None
    return _entry(asked.seed, game, found, puzzle.theme)


def missed_by(game: Game, turn: Turn) -> tuple[str, ...]:
    """List those of `GRADERS` of which most don't find some actions."""
    found = {level: sum(_finds(level, seed, game, turn) for seed in range(SEEDS)) for level in GRADERS}
    return tuple(level for level in GRADERS if 2 * found[level] < SEEDS)


def _finds(level: str, seed: int, game: Game, turn: Turn) -> bool:
    twin, seat, bot = game.copy(), game.turn, make(level, seed)
    done: set[Action] = set()
    while twin.turn == seat and twin.phase is Phase.PLAY:
        action = bot.choose(twin.view(seat), Clock())
        done.add(action)
        twin.play(action)
    return {*turn} <= done


def chosen(held: Sequence[Entry], found: Sequence[Entry], count: int) -> list[Entry]:
    """Fill up the puzzles that hold with some of those that were found; return so many, the easiest first."""
    by_lead = sorted(found, key=lambda each: -each.lead)
    kept = [*held]
    quarter = -(-count // 4)
    for of_a_grade, of_a_kind in ((quarter, quarter), (count, quarter), (count, count)):
        for puzzle in by_lead:
            graded, alike = (sum(of(each) == of(puzzle) for each in kept) for of in (_grade, _kind))
            if puzzle not in kept and len(kept) < count and graded < of_a_grade and alike < of_a_kind:
                kept.append(puzzle)
    return sorted(kept, key=lambda each: (_grade(each), -each.lead))


def _grade(puzzle: Entry) -> int:
    return len(puzzle.missed_by)


def _kind(puzzle: Entry) -> str:
    return puzzle.theme if puzzle.theme in EXPANSION_THEMES else puzzle.answer.split()[0]


_MADE = "Made by naishi.games.naishi.lessons.puzzle_search, which says how; `lead` and `error` are shares of games."


def write(puzzles: Sequence[Entry], file: Path) -> None:
    document = tomlkit.document()
    document.add(tomlkit.comment(_MADE))
    tables = tomlkit.aot()
    for puzzle in puzzles:
        tables.append(tomlkit.item(puzzle._asdict()))
    document["puzzle"] = tables
    write_atomically(file, tomlkit.dumps(document).encode(), 0o644)


@click.command()
@click.option("--minutes", default=25.0, help="Processor time to search for.")
@click.option("--first", default=0, help="The number of the first game.")
@click.option("--expansion", is_flag=True, help="Search games with the expansion.")
@click.option("--reasons", is_flag=True, help="Only work out what speaks for the answers.")
@click.option("--file", type=click.Path(dir_okay=False, path_type=Path), help="Where to write them.")
def main(minutes: float, first: int, file: Path | None, *, expansion: bool, reasons: bool) -> None:
    if reasons:
        write_reasons({puzzle.id: work_out(puzzle) for puzzle in every_puzzle()})
        return
    held = [again for each in (expansion_puzzles() if expansion else puzzles()) if (again := judged_anew(each))]
    click.echo(f"{len(held)} hold")
    found: list[Entry] = []
    file = file or (EXPANSION_FILE if expansion else FILE)
    wanted = EXPANSION_PUZZLES if expansion else PUZZLES
    for number in count(first):
        if time.process_time() > 60 * minutes:
            break
        for puzzle in puzzles_of(f"puzzle/{number}", PLAYERS[number % len(PLAYERS)], expansion=expansion):
            found.append(puzzle)
            where = f"{puzzle.seed}/{len(split(puzzle.actions))} ({puzzle.theme})"
            lead = f"{puzzle.lead:.3f} ± {puzzle.error:.3f}"
            click.echo(f"{where}: {puzzle.answer}, {lead}, missed by {_grade(puzzle)}")
        write(chosen(held, found, wanted), file)
    click.echo(f"{len(found)} found in {number - first} games, {len(chosen(held, found, wanted))} kept")


if __name__ == "__main__":
    main()
