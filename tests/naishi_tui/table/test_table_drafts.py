"""Half-made choices: kept by seat, and private."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from naishi.games.ninjato.kind import NINJATO
from naishi.games.shogun.bots import make
from naishi.games.shogun.kind import SHOGUN
from naishi.saves import Saves
from naishi.tabletop.players import Player
from naishi_tui.home.home import Home
from naishi_tui.table.cover import Handover
from naishi_tui.table.table import GameTable
from tests.naishi_tui.desk import Desk, SilentBots, desk
from tests.naishi_tui.waiting import until

BOTS = (Player(name="Ieyasu", kind="beginner"), Player(name="Shingen", kind="beginner"))


def shogun(*players: Any) -> Any:
    return SHOGUN.new(players, {"setup": "printed"}, "5")


CARDS = ("castle:Harima", "theatre:Sagami", "rice:Mino")


async def lay(at: Desk, cards: int) -> str:
    """Lay some cards of a plan; return it as far as it is."""
    table, path = at.screen(GameTable), " ".join(("plan", *CARDS[:cards]))
    assert table.picker.recall(path)
    table.cursor_moved()
    await at.pilot.pause()
    return path


async def leave(at: Desk) -> None:
    """Leave in the middle of a choice, as the command palette offers it."""
    words, leaves = next(iter(at.screen(GameTable).commands()))
    assert words == "Leave the game; what you have chosen so far is kept"
    await leaves()
    await until(lambda: isinstance(at.app.screen, Home) and "Continue" in at.text, "the table is left")


def kept(folder: Path) -> str:
    return "".join(path.read_text() for path in folder.glob(".drafts/*"))


async def test_a_half_laid_plan_is_there_after_leaving_and_after_a_restart(folder: Path) -> None:
    async with desk(folder, shogun("Aiko", *BOTS), bots=SilentBots()) as at:
        path = await lay(at, 3)
        await leave(at)
        await at.press("c")
        assert at.screen(GameTable).picker.path == path
        await at.press("u")
        shorter = at.screen(GameTable).picker.path
        assert shorter != path
    async with desk(folder, bots=SilentBots()) as at:
        await at.press("c")
        table = at.screen(GameTable)
        assert table.picker.path == shorter
        await at.press("u")
        assert len(table.picker.path) < len(shorter)


async def test_it_stays_where_others_decide_meanwhile(folder: Path) -> None:
    game = shogun("Aiko", *BOTS)
    async with desk(folder, game, bots=SilentBots()) as at:
        path = await lay(at, 2)
        for seat in (1, 2):
            plan = make("beginner", seat).choose(at.any_game.view(seat), None)
            await at.session.play(seat, plan)
            await at.pilot.pause()
        assert at.screen(GameTable).picker.path == path


async def test_no_other_seat_sees_it_and_no_document_has_it(folder: Path) -> None:
    async with desk(folder, shogun("Aiko", "Bruno", BOTS[0]), bots=SilentBots()) as at:
        await at.press("enter")
        path = await lay(at, 2)
        assert path.removeprefix("plan ") in kept(folder)
        (entry,) = Saves(folder).list()
        assert ":" not in json.dumps(at.any_game.document()["actions"])
        assert path.split()[1] not in Saves(folder).path(entry.id).read_text()
        plan = make("beginner", 1).choose(at.any_game.view(0), None)
        await at.session.play(0, plan)
        await at.pilot.pause()
        await at.press("enter")
        at.screen(Handover)
        await at.press("enter")
        assert at.screen(GameTable).view.seat == 1
        assert not at.screen(GameTable).picker.begun


async def test_nothing_is_promised_where_nothing_is_kept(folder: Path) -> None:
    async with desk(folder, shogun("Aiko", *BOTS), bots=SilentBots()) as at:
        table = at.screen(GameTable)
        elsewhere = GameTable(table.participant, table.settings, table.kind, table.board)
        elsewhere.picker.recall(await lay(at, 1))
        assert elsewhere.picker.begun
        assert not any("what you have chosen" in words for words, _does in elsewhere.commands())
        assert any("what you have chosen" in words for words, _does in table.commands())


async def test_what_doesnt_fit_is_forgotten(folder: Path) -> None:
    async with desk(folder, shogun("Aiko", *BOTS), bots=SilentBots()) as at:
        await lay(at, 1)
        (path,) = folder.glob(".drafts/*")
        path.write_text(path.read_text().replace("plan ", "plan nowhere:", 1))
        await leave(at)
        await at.press("c")
        assert not at.screen(GameTable).picker.begun


async def test_it_is_forgotten_once_it_was_played(folder: Path) -> None:
    async with desk(folder, shogun("Aiko", *BOTS), bots=SilentBots()) as at:
        await lay(at, 2)
        plan = make("beginner", 1).choose(at.any_game.view(0), None)
        await at.screen(GameTable).participant.play(plan)
        await at.pilot.pause()
        assert not kept(folder)
        await at.screen(GameTable).participant.withdraw()
        await at.pilot.pause()
        assert at.screen(GameTable).acting
        assert not at.screen(GameTable).picker.begun


async def test_a_damaged_file_costs_nothing_but_the_choice(folder: Path) -> None:
    async with desk(folder, shogun("Aiko", *BOTS), bots=SilentBots()) as at:
        await lay(at, 1)
        (path,) = folder.glob(".drafts/*")
        for text in ("", "[]", '{"created": 1}', '{"drafts": [[[[', path.read_text().replace("drafts", "x")):
            await at.leave_game() if not at.screen(GameTable).picker.begun else await leave(at)
            path.write_text(text)
            await at.press("c")
            assert not at.screen(GameTable).picker.begun


async def test_a_half_made_raid_of_ninjato_is_kept_too(folder: Path) -> None:
    game = NINJATO.new(("Aiko", Player(name="Kotaro", kind="beginner")), {}, "5")
    while game.awaited != (0,):
        game.play(game.view(1).legal_actions[0], 1)
    async with desk(folder, game, bots=SilentBots()) as at:
        table = at.screen(GameTable)
        while not table.picker.begun:
            if table.picker.option.startswith("raid"):
                await at.press("enter")
            else:
                await at.press("right")
        path = table.picker.path
        await leave(at)
        await at.press("c")
        assert at.screen(GameTable).picker.path == path
        assert at.screen(GameTable).picker.begun


async def test_it_goes_with_the_game_that_is_deleted_or_renamed(folder: Path) -> None:
    async with desk(folder, shogun("Aiko", *BOTS), bots=SilentBots()) as at:
        path = await lay(at, 1)
        await leave(at)
    saves = Saves(folder)
    (entry,) = saves.list()
    saves.rename(entry.id, "evening")
    assert [each.name for each in folder.glob(".drafts/*")] == ["evening.json"]
    async with desk(folder, bots=SilentBots()) as at:
        await at.press("c")
        assert at.screen(GameTable).picker.path == path
        await leave(at)
    saves.delete("evening")
    assert not kept(folder)
