"""Spectating another program's game."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from naishi import Game, IllegalActionError
from naishi.saves import Saves
from naishi.sessions import Ask, Spectator
from tests.naishi.saving import play


async def test_a_spectator_follows_what_is_saved_and_takes_over_what_is_closed(tmp_path: Path) -> None:
    saves = Saves(tmp_path)
    with saves.create(Game.new(7)) as opened:
        for action in ("give 1", "give 1"):
            play(opened, action)
        spectator = Spectator(saves.spectate(opened.id), interval=0.001)
        changes = spectator.changes()
        assert spectator.allowed == frozenset()
        play(opened, "develop L4")
        change = await anext(changes)
        assert [str(event.action) for event in change.events] == ["develop L4"]
        assert [side.hand for side in change.view.sides] == [(None,) * 5] * 2
    await anext(changes)
    assert spectator.allowed == {Ask.TAKE_OVER}
    assert spectator.owner is None


async def test_a_spectator_only_looks(tmp_path: Path) -> None:
    saves = Saves(tmp_path)
    with saves.create(Game.new(7)) as opened:
        spectator = Spectator(saves.spectate(opened.id))
        for refused in (spectator.play("give 1"), spectator.undo(), spectator.redo()):
            with pytest.raises(IllegalActionError, match="You are watching"):
                await refused
        with pytest.raises(IllegalActionError, match="You are watching"):
            spectator.pause()


async def test_nothing_is_yielded_while_nothing_happens(tmp_path: Path) -> None:
    saves = Saves(tmp_path)
    with saves.create(Game.new(7)) as opened:
        spectator = Spectator(saves.spectate(opened.id), interval=0.0)
        waiting = asyncio.ensure_future(anext(spectator.changes()))
        for _turn in range(20):
            await asyncio.sleep(0)
        assert not waiting.done()
        play(opened, "give 1")
        assert (await waiting).view.turn == 1
