"""Key hints for players who seem stuck."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from naishi import Game
from naishi.saves import Saves
from naishi_tui.games.naishi import table
from tests.naishi_tui.desk import NAMES, Desk, desk, game_after, still
from tests.naishi_tui.waiting import settle, until


async def stays_as_it_is(at: Desk) -> bool:
    """Whether the offer of help would paint anything."""
    before = at.text
    at.table.nudges.offer_help()
    await settle(at.pilot)
    return at.text == before


async def is_offered_the_second_time(at: Desk, offer: str, *keys: str) -> None:
    """Have the last of some keys refused, and refused again."""
    await at.press(*keys)
    assert offer not in " ".join(at.prompt.split())
    await at.press(keys[-1])
    assert offer in " ".join(at.prompt.split())


class TestRefusedTwice:
    @pytest.mark.ci
    async def test_the_same_refusal_names_the_key_and_another_does_not(self, folder: Path) -> None:
        async with desk(folder, game_after()) as at:
            await at.press("r")
            await is_offered_the_second_time(at, "a: ask for advice.", "f")
            await is_offered_the_second_time(at, "Esc: choose something else.", "up", "1", "enter", "2", "enter")
            await at.press("escape")
            await at.act("develop L1")
            await is_offered_the_second_time(at, "e: end your turn.", "i")

    @pytest.mark.ci
    async def test_after_advice_its_key_does_what_was_advised(self, folder: Path) -> None:
        async with desk(folder, game_after()) as at:
            await at.press("a")
            await until(lambda: at.table.turn.advised is not None, "advice")
            await is_offered_the_second_time(at, "a: do it. Esc: no.", "f")

    async def test_what_was_refused_before_something_was_done_counts_no_more(self, folder: Path) -> None:
        async with desk(folder, game_after()) as at:
            await at.press("r")
            await at.act("develop L1")
            await at.press("u", "r")
            assert "ask for advice" not in at.prompt

    async def test_where_advice_is_off_the_rules_are_offered(self, folder: Path) -> None:
        async with desk(folder, game_after(), settings=still(advice=False)) as at:
            await at.press("f", "f")
            assert "F1: the keys and the rules." in " ".join(at.prompt.split())


class TestNothingForAMinute:
    async def test_help_is_offered_once(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        offers, offer = 0, table.Nudges.offer_help

        def count(each: table.Nudges) -> None:
            nonlocal offers
            offers += 1
            offer(each)

        monkeypatch.setattr(table, "IDLE", 0.01)
        monkeypatch.setattr(table.Nudges, "offer_help", count)
        async with desk(folder, game_after()) as at:
            await until(lambda: "ask for advice" in at.prompt, "the offer")
            await settle(at.pilot)
            before = offers
            await asyncio.sleep(0.1)
            assert offers == before
            assert await stays_as_it_is(at)
            await at.press("left")
            await until(lambda: offers > before + 1, "the offer, after another minute")

    async def test_any_key_lets_the_minute_begin_anew(self, folder: Path) -> None:
        async with desk(folder, game_after()) as at:
            at.table.nudges.offer_help()
            await settle(at.pilot)
            assert "ask for advice" in at.prompt
            await at.press("left")
            assert "ask for advice" not in at.prompt

    async def test_while_the_other_acts_nothing_is_painted(self, folder: Path) -> None:
        async with desk(folder, game_after("develop L1")) as at:
            await at.press("e")
            assert not at.table.turn.acting
            assert await stays_as_it_is(at)

    @pytest.mark.parametrize(("games", "offered"), [(2, True), (3, False)])
    async def test_only_in_the_first_three_games(self, folder: Path, games: int, offered: bool) -> None:
        for seed in range(games):
            Saves(folder).create(Game.new(seed, NAMES)).close()
        async with desk(folder, game_after()) as at:
            assert (at.table.nudges.idle is not None) is offered


async def test_a_setting_turns_both_off(folder: Path) -> None:
    async with desk(folder, game_after(), settings=still(nudges=False)) as at:
        assert at.table.nudges.idle is None
        await at.press("f", "f")
        assert "ask for advice" not in at.prompt
