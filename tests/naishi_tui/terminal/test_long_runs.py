"""Long games, and many games in one process: navigator, app, naishi_tui.routes."""

from __future__ import annotations

import gc
import tracemalloc
from pathlib import Path

import pytest

import naishi
from naishi.games.naishi.rules.cards import Phase
from naishi.saves import Saves
from naishi_tui.app import NaishiApp
from naishi_tui.messages import LeaveGame, StartGame
from naishi_tui.table.cover import Handover
from naishi_tui.table.game_screen import GameScreen
from tests.naishi.saving import play, redo, undo
from tests.naishi_tui.desk import Desk

pytestmark = pytest.mark.ci

LAST_RESORT = ("decree", "swap", "recall", "discard", "develop", "end")
"""What makes a game long: all that isn't compulsory, before what takes a card; the end is never declared."""


def long_game(seed: int) -> naishi.Game:
    """A game played to be long."""
    game = naishi.Game.new(seed=seed)
    while game.turn is not None:
        piles = [pile.height for pile in game.view(game.turn).river]

        def worth(action: naishi.Action, piles: list[int] = piles) -> tuple[int, int]:
            verb = str(action).split()[0]
            rank = LAST_RESORT.index(verb) if verb in LAST_RESORT else -1
            return rank, -piles[int(str(action)[-1]) - 1] if verb == "develop" else 0

        wanted = [action for action in game.legal_actions() if str(action) != "declare"] or list(game.legal_actions())
        game.play(min(wanted, key=worth))
    return game


@pytest.fixture(scope="module")
def longest() -> naishi.Game:
    return max((long_game(seed) for seed in range(10)), key=lambda game: len(game.actions))


def test_ten_thousand_steps_back_and_forth_end_where_they_began(longest: naishi.Game) -> None:
    game = naishi.Game(longest.record)
    before, positions = game.record, [game.position.to_text()]
    length = len(game.actions)
    assert length > 60
    for _step in range(length):
        game.undo()
        positions.append(game.position.to_text())
    for step in range(10_000 - 2 * length):
        game.redo() if step % 2 == 0 else game.undo()
    for position in reversed(positions[:-1]):
        game.redo()
        assert game.position.to_text() == position
    assert game.record == before
    assert not game.can_redo


def test_the_longest_game_is_resumed_as_it_was(longest: naishi.Game, tmp_path: Path) -> None:
    with Saves(tmp_path).create(naishi.Game(longest.record)) as opened:
        for _step in range(20):
            undo(opened)
    with Saves(tmp_path).open(opened.id) as again:
        assert again.game.record == opened.game.record
        for _step in range(20):
            redo(again)
        assert again.game.outcome == longest.outcome


def play_games(folder: Path, games: range) -> None:
    saves = Saves(folder)
    for seed in games:
        with saves.create(naishi.Game.new(seed=seed)) as opened:
            while (seat := opened.game.turn) is not None:
                opened.game.view(seat).model_dump_json()
                play(opened, opened.game.legal_actions()[-1])
        opened.path.unlink()


def in_use() -> int:
    """How many bytes the program has asked for since `tracemalloc` began.

    Without those of pathlib: it puts every file name into Python's table of interned strings. Names leave that again,
    but now and then the whole table, of some megabytes, is laid out again, which is no leak and may happen at any time.
    """
    gc.collect()
    left_out = [tracemalloc.Filter(False, "*pathlib*"), tracemalloc.Filter(False, tracemalloc.__file__)]
    traces = tracemalloc.take_snapshot().filter_traces(left_out)
    return sum(statistic.size for statistic in traces.statistics("filename"))


def growth(folder: Path, games: int) -> int:
    """By how many bytes a process grows while it plays games for the second time: what it keeps once is no leak."""
    play_games(folder, range(games))
    tracemalloc.start()
    try:
        before = in_use()
        play_games(folder, range(games))
        return in_use() - before
    finally:
        tracemalloc.stop()


@pytest.mark.slow
def test_a_few_games_leave_no_memory_behind(tmp_path: Path) -> None:
    assert growth(tmp_path, 6) < 100_000


@pytest.mark.slow
def test_two_hundred_games_leave_no_memory_behind(tmp_path: Path) -> None:
    assert growth(tmp_path, 200) < 100_000


async def sit_down_and_leave(folder: Path, games: int) -> int:
    """Play the gifts and a turn of many games in one app; return how many of them and their screens are still there."""
    before = screens_and_games()
    app = NaishiApp(folder)
    async with app.run_test() as pilot:
        at = Desk(app, pilot)
        for seed in range(games):
            await app.show(StartGame(naishi.Game.new(seed=seed)))
            for _key in range(60):
                assert app.game.navigator.session is not None
                if app.game.navigator.session.game.phase is Phase.PLAY and not isinstance(app.screen, Handover):
                    break
                await at.press("enter")
                await pilot.pause(0.03)
            await at.press("enter", "e")
            app.post_message(LeaveGame())
            await pilot.pause(0.03)
            assert len(app.screen_stack) == 1
        await pilot.pause(0.3)
        return screens_and_games() - before


def screens_and_games() -> int:
    gc.collect()
    return sum(isinstance(each, GameScreen | Handover | naishi.Game) for each in gc.get_objects())


async def test_games_that_were_left_leave_no_screens_behind(tmp_path: Path) -> None:
    assert await sit_down_and_leave(tmp_path, 4) <= 4


@pytest.mark.slow
async def test_two_hundred_games_in_the_app_leave_no_screens_behind(tmp_path: Path) -> None:
    assert await sit_down_and_leave(tmp_path, 200) <= 4
