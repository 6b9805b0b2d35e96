"""Lessons and puzzles at a screen on a server: visit_routes, lessons."""

from __future__ import annotations

import pytest

from naishi.games.naishi.lessons.puzzles import puzzle_of, today
from naishi.server.history.past_games import KeptProgress
from tests.naishi_tui.ssh.conftest import Server, named, new_keys

pytestmark = pytest.mark.ci


async def test_the_list_knows_what_the_account_has_solved(server: Server) -> None:
    (key,) = new_keys(1)
    progress = KeptProgress(server.lobby.solved, await named(server, key, "Aiko"))
    for exercise in ("develop", puzzle_of(today()).id):
        await progress.remember(exercise)
    client = await server.visit(key)
    await client.see("Your games")
    await client.press_and_see("t", "7 lessons to go.")
    await client.see("● Puzzle of the day:")


@pytest.mark.ci
async def test_a_lesson_is_begun_and_left_for_the_list(server: Server) -> None:
    (key,) = new_keys(1)
    await named(server, key, "Aiko")
    client = await server.visit(key)
    await client.see("Your games")
    await client.press_and_see("t", "Eight short lessons")
    await client.press_and_see("enter", "Lesson 1 of 8")
    await client.press_and_see("a", "Lesson 1 of 8")
    await client.press_and_see("escape", "Eight short lessons")
