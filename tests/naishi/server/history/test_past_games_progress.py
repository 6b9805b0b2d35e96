"""Progress kept with the account, and the daily puzzle."""

from __future__ import annotations

import itertools
from datetime import date, timedelta

from naishi.games.naishi.lessons import puzzles
from naishi.games.naishi.lessons.puzzles import puzzle_of
from naishi.server import Database, Lobby
from naishi.server.history.past_games import KeptProgress
from tests.naishi.server.conftest import guest, player


async def test_what_is_solved_is_there_at_the_next_visit(lobby: Lobby) -> None:
    await KeptProgress(lobby.solved, await player(lobby, "Aiko")).remember("gift")
    again = KeptProgress(lobby.solved, await player(lobby, "Aiko"))
    await again.load()
    assert set(again.solved) == {"gift"}
    other = KeptProgress(lobby.solved, await player(lobby, "Bruno"))
    await other.load()
    assert not other.solved


async def test_whoever_is_not_stored_keeps_it_once_they_are(lobby: Lobby) -> None:
    visitor = await guest(lobby)
    progress = KeptProgress(visitor.lobby.solved, visitor)
    await progress.remember("gift")
    assert set(progress.solved) == {"gift"}
    assert not visitor.account.stored, "nobody is stored for having solved a lesson"
    await visitor.tables.play_bot("beginner")
    await progress.remember("develop")
    again = KeptProgress(visitor.lobby.solved, visitor)
    await again.load()
    assert set(again.solved) == {"gift", "develop"}


async def test_two_accounts_that_become_one_have_solved_what_either_has(lobby: Lobby, database: Database) -> None:
    visitor, aiko = await guest(lobby), await player(lobby, "Aiko")
    await visitor.tables.play_bot("beginner")
    for exercise in ("gift", "develop"):
        await KeptProgress(visitor.lobby.solved, visitor).remember(exercise)
    progress = KeptProgress(aiko.lobby.solved, aiko)
    await progress.remember("gift")
    await aiko.credentials.use_code(await aiko.credentials.read_code(visitor.code))
    await progress.load()
    assert set(progress.solved) == {"gift", "develop"}
    await aiko.delete_account(aiko.account)
    with database.reading() as db:
        assert db.exec_driver_sql("SELECT count(*) FROM solved").scalar_one() == 0


async def test_another_account_at_the_same_terminal_has_its_own(lobby: Lobby) -> None:
    aiko = await player(lobby, "Aiko")
    progress = KeptProgress(aiko.lobby.solved, aiko)
    await progress.remember("gift")
    bruno = await player(lobby, "Bruno")
    aiko.become(bruno.account, {})
    await progress.load()
    assert not progress.solved


def test_each_puzzle_is_that_of_a_day_before_any_comes_again() -> None:
    begin, count = date(2026, 11, 23), len(puzzles())
    days = [puzzle_of(begin + timedelta(days=number)).number for number in range(2 * count)]
    assert sorted(days[:count]) == [puzzle.number for puzzle in puzzles()]
    assert days[:count] == days[count:]
    assert all(abs(one - other) > 3 for one, other in itertools.pairwise(days)), "not always as hard"
