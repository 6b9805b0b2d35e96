"""Ninjato at one keyboard, raids left and resumed, four people: navigator, table.table, cover, replay."""

from __future__ import annotations

from pathlib import Path

import pytest

from naishi.games.ninjato.kind import NINJATO
from naishi.tabletop.pins import hash_pin
from naishi.tabletop.players import Player
from naishi_tui.home.home import Home
from naishi_tui.replay.replay import GameReplay, ReplayCover
from naishi_tui.table.cover import Handover
from naishi_tui.table.table import GameTable
from tests.naishi_tui.desk import STANDARD, Desk, desk
from tests.naishi_tui.games.ninjato.shared import in_a_raid

PINS = ("1111", "2222", "3333", "4444")
FOUR = tuple(
    Player(name=name, pin=hash_pin(pin)) for name, pin in zip(("Aiko", "Bruno", "Chika", "Daan"), PINS, strict=True)
)


async def enter(at: Desk) -> int:
    """Give the PIN that a cover asks for; return the seat."""
    seat = at.screen(Handover).seat
    await at.type(PINS[seat])
    await at.press("enter")
    assert at.screen(GameTable).view.seat == seat
    return seat


async def test_a_raid_is_left_and_resumed_in_the_middle(folder: Path) -> None:
    async with desk(folder, in_a_raid(*FOUR)) as at:
        seat = await enter(at)
        before = at.any_game.position_text()
        assert "won" in at.text
        await at.leave_game()
        at.screen(Home)
    async with desk(folder) as at:
        await at.press("c")
        assert await enter(at) == seat
        assert at.any_game.position_text() == before
        assert "b banzai" in at.lines[-1]
        assert "Esc leave game" in at.lines[-1], "e leaves the house"
        await at.press("e")
        assert at.any_game.actions[-1].text == "leave"


async def test_a_raid_is_undone_step_by_step_and_redone(folder: Path) -> None:
    async with desk(folder, in_a_raid(*FOUR)) as at:
        await enter(at)
        played = [action.text for action in at.any_game.actions]
        await at.press("u")
        assert [action.text for action in at.any_game.actions] == played[:-1]
        assert "Undone: " in at.prompt
        assert "^R: redo." in at.prompt
        await at.press("u")
        assert [action.text for action in at.any_game.actions] == played[:-2]
        await at.press("ctrl+r", "ctrl+r")
        assert [action.text for action in at.any_game.actions] == played


@pytest.mark.ci
async def test_four_people_with_pins_play_a_round_by_keys(folder: Path) -> None:
    """Nobody acts, or sees a hand, but behind their own PIN; a round is over after twelve shuriken."""
    game, sat = NINJATO.new(FOUR, {}, "7"), list[int]()
    order = game.position.order
    async with desk(folder, game, size=STANDARD) as at:
        while at.any_game.round == 1:
            if isinstance(at.app.screen, Handover):
                sat.append(await enter(at))
                continue
            table = at.screen(GameTable)
            if table.acting:
                assert at.any_game.awaited == (sat[-1],)
            await at.press("enter")
        assert sat == [*order] * 3


async def test_a_raid_is_replayed_from_every_seat_behind_its_pin(folder: Path) -> None:
    async with desk(folder, in_a_raid(*FOUR)) as at:
        hands = [player.hand for player in at.any_game.position.players]
        await at.press("tab", "escape", "escape")
        await at.press("l", "r")
        at.screen(GameReplay)
        assert "hand [" not in at.text
        seen = set[int]()
        for _side in FOUR:
            await at.press("v")
            if isinstance(at.app.screen, ReplayCover):
                seat = at.screen(ReplayCover).seat
                assert "hand [" not in at.text
                await at.type(PINS[seat])
                await at.press("enter", "end")
                at.screen(GameReplay)
                assert f"hand {' '.join(f'[{card}]' for card in sorted(hands[seat]))}" in at.text
                seen.add(seat)
        assert seen == {0, 1, 2, 3}


async def test_what_one_reason_refuses_is_named_together(folder: Path) -> None:
    async with desk(folder, in_a_raid("Aiko", "Bruno")) as at:
        await at.press("question_mark")
        said = " ".join(at.text.split())
        assert said.count("That can't be done now. Leave with what you have won, or face the next guard.") == 1
        assert "give up · switch" in said
