"""Bots at a real tower, with typed throws: tower, sessions.session, plain.table_room."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from naishi.common.i18n import IllegalActionError
from naishi.games.shogun.position import cubes_text
from naishi.saves import Saves
from naishi.sessions import Ask, Session
from naishi.sessions.session import SeatParticipant
from naishi.tabletop.chance import ChanceError, Source
from naishi.tabletop.recorded import RecordedGame
from tests.naishi.games.shogun.playing import RULES
from tests.naishi.games.shogun.shared import Bots, act, fallen, new, quiet, until_a_bot_throws, waiting
from tests.naishi.plain.hearing import hear
from tests.naishi.sessions.conftest import MemoryStore


async def test_a_person_plays_a_whole_game_with_bots_and_throws_for_them() -> None:
    game, source = new(), Source("whole")
    session = Session(game, MemoryStore(game), bots=Bots())
    me, thrown = session.join(0), 0
    assert isinstance(me, SeatParticipant)
    session.start()
    await quiet(session)
    while game.result is None:
        assert session.bots.failure == ""
        if (draw := session.bots.draw) is not None:
            assert game.players[draw.seat].kind == "beginner"
            await me.supply(fallen(draw.needed, source))
            thrown += 1
        else:
            await act(me, game, source)
        await quiet(session)
    assert thrown > 5
    assert RecordedGame.read(RULES, game.document()).position_text() == game.position_text()


async def test_an_impossible_throw_changes_nothing_and_nobody_else_is_asked_meanwhile() -> None:
    game, source = new(), Source("impossible")
    session = Session(game, MemoryStore(game), bots=Bots())
    me = session.join(0)
    assert isinstance(me, SeatParticipant)
    with pytest.raises(IllegalActionError, match="No bot waits"):
        await me.supply("1.0.0.0")
    await until_a_bot_throws(session, me, source)
    draw, before = session.bots.draw, game.document()
    assert draw is not None
    who = game.players[draw.seat].name
    asked = draw.question(me.view.names)
    assert asked.startswith(f"For {who}: {who} attacks ")
    assert "% taken (model); " in asked
    assert f". {draw.needed}" in asked
    assert "%" not in draw.question(me.view.names, aids=False)
    assert Ask.SUPPLY in me.allowed
    with pytest.raises(ChanceError):
        await me.supply(cubes_text([60] * 4))
    assert session.bots.draw is draw
    assert game.document() == before
    await me.supply(fallen(draw.needed, source))
    assert game.ply() > len(before["actions"])


async def test_an_undo_while_a_bot_waits_ends_that() -> None:
    game, source = new(), Source("undo")
    session = Session(game, MemoryStore(game), bots=Bots())
    me = session.join(0)
    assert isinstance(me, SeatParticipant)
    await until_a_bot_throws(session, me, source)
    before = game.ply()
    await me.undo()
    assert game.ply() < before
    assert session.bots.draw is None
    assert Ask.SUPPLY not in me.allowed


def test_in_lines_the_throw_is_asked_for_and_an_impossible_one_again(tmp_path: Path) -> None:
    game = asyncio.run(waiting(Source("lines")))
    saved = len(game.actions)
    with Saves(tmp_path).create(game) as opened:
        name = opened.id
    lines = hear(tmp_path, f"resume {name}", "A60", "-", "", "quit")
    asked = next(line for line in lines if line.startswith("For "))
    assert " attacks " in asked
    assert " percent taken (model); " in asked
    assert "Throw " in asked
    assert any("60 armies of A can't have fallen out" in line for line in lines)
    after = Saves(tmp_path).load(name)
    assert len(after.actions) > saved
    assert ["throw", cubes_text([0] * 4)] in after.document()["chance"]
