"""Hostile files next to the saves: exercises, results, statistics, words."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest

from naishi import Game
from naishi.games.naishi.analysis import words
from naishi.games.naishi.analysis.exercises import AnalysisStore, Exercises
from naishi.games.naishi.analysis.report import Analysis
from naishi.games.naishi.analysis.statistics import overview, summary, tables
from naishi.games.naishi.analysis.words import axis, curve_points, plot
from naishi.saves import Saves
from tests.fuzzing import seeds
from tests.mutations import damaged
from tests.naishi.games.naishi.analysis.analysed import keep_made_up, made_up
from tests.naishi.playing import random_game

pytestmark = pytest.mark.ci

TIMES = 25
"""Files a seed."""
TODAY = date(2026, 2, 1)


@pytest.fixture(scope="module")
def games() -> tuple[Game, ...]:
    return tuple(random_game(seed) for seed in (3, 4))


@pytest.fixture
def folder(tmp_path: Path, games: tuple[Game, ...]) -> Path:
    """Two finished games with their analyses, exercises and statistics."""
    saves = Saves(tmp_path / "folder")
    for game in games:
        saves.create(game).close()
        keep_made_up(saves.folder, game)
        Exercises(saves.folder).add(game, made_up(game), date(2026, 1, 1))
    overview(saves.folder)
    return saves.folder


def everything_about(game: Game, analysis: Analysis) -> Iterator[str]:
    """All that is said about an analysis."""
    rounds = [event.round for event in game.events()]
    yield analysis.model_dump_json()
    for seat in (0, 1):
        yield words.summary(analysis, seat)
        yield words.with_open_cards(analysis, game, seat)
        yield from plot(curve_points(analysis, seat), 60, 13)
        for mistake in analysis.mistakes(seat):
            yield words.decision(mistake, game)
            yield words.in_short(mistake, game)
            game.at(mistake.ply)
    yield axis(analysis, rounds, 60)


def all_statistics(folder: Path) -> Iterator[str]:
    for person in overview(folder):
        yield summary(person)
        for table in tables(person):
            for row in (table.head, *table.rows):
                yield from row


def shown(lines: Iterator[str]) -> int:
    """Read lines as a terminal would be sent them, and return how many there were."""
    read = [*lines]
    for line in read:
        assert all(letter.isprintable() or letter == "\n" for letter in line), ascii(line)
        assert len(line) < 100_000
    return len(read)


def hostile(path: Path, seed: int) -> Iterator[random.Random]:
    """Damage a file again and again."""
    whole, chance = json.loads(path.read_bytes()), random.Random(seed)
    for _time in range(TIMES):
        path.write_text(damaged(chance, whole))
        yield chance


@pytest.mark.ci
@pytest.mark.parametrize("seed", seeds(2, 100))
def test_a_damaged_analysis_is_one_of_that_game_or_none(folder: Path, games: tuple[Game, ...], seed: int) -> None:
    store, game = AnalysisStore(folder), games[0]
    (path,) = (each for each in (folder / ".analysis").iterdir() if each.name.startswith(made_up(game).game[:24]))
    for _chance in hostile(path, seed):
        if (found := store.find(game, "quick")) is not None:
            assert shown(everything_about(game, found)) > 10
            Exercises(folder / "new").add(game, found, TODAY)
        shown(all_statistics(folder))


@pytest.mark.parametrize("seed", seeds(2, 100))
def test_damaged_results_are_read_as_they_are_or_anew(folder: Path, seed: int) -> None:
    for _chance in hostile(folder / ".results.json", seed):
        shown(all_statistics(folder))


@pytest.mark.ci
@pytest.mark.parametrize("seed", seeds(2, 100))
def test_damaged_exercises_can_be_played_or_are_none(folder: Path, games: tuple[Game, ...], seed: int) -> None:
    for chance in hostile(folder / ".exercises.json", seed):
        exercises = Exercises(folder)
        due = exercises.due(TODAY)
        for each in due:
            assert each.view().turn == each.decision.seat
            assert shown(iter([words.decision(each.decision, Game(each.record)), each.record.players[0].name])) == 2
        for each in chance.sample(due, min(3, len(due))):
            exercises.answer(each, TODAY, solved=chance.random() < 0.5)
        exercises.add(games[1], made_up(games[1]), TODAY)
