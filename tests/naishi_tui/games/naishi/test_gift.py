"""The gift."""

from __future__ import annotations

from pathlib import Path

import pytest

from naishi import Game, Phase
from naishi.games.naishi.lessons import LESSONS, Place
from naishi_tui.games.naishi.cards.card import CardRow
from naishi_tui.games.naishi.gift import Gift
from naishi_tui.games.naishi.messages import ShowTask
from naishi_tui.games.naishi.reading import Explain
from naishi_tui.home.home import Home
from naishi_tui.table.cover import Handover
from tests.naishi_tui.desk import desk
from tests.naishi_tui.waiting import settle


class TestGift:
    async def test_says_from_when_on_there_is_advice(self, folder: Path) -> None:
        async with desk(folder, Game.new(7, ("Aiko", "Bruno"))) as at:
            await at.press("a")
            assert "There is advice from the first turn on." in at.prompt
            assert "Enter: give Ronin to Bruno, keep Fort." in at.prompt

    async def test_a_hint_leaves_readable_what_enter_does(self, folder: Path) -> None:
        async with desk(folder) as at:
            at.app.post_message(ShowTask(Place(LESSONS[3])))
            await settle(at.pilot)
            await at.press("a")
            assert "The ronin is your second card." in at.prompt
            assert "Enter: give " in at.prompt

    async def test_keys_point_at_a_card_and_give_it(self, folder: Path) -> None:
        async with desk(folder, Game.new(7, ("Aiko", "Bruno"))) as at:
            for keys, pointed in (
                ("1", 0), ("2", 1), ("1", 0), ("right", 1), ("left", 0), ("l", 1), ("h", 0), ("tab", 1),
                ("shift+tab", 0),
            ):  # fmt: skip
                await at.press(keys)
                assert at.screen(Gift).gift.pointed == pointed
            await at.press("right", "space")
            assert at.actions == ["give 2"]
            assert at.screen(Handover).seat == 1

    @pytest.mark.ci
    async def test_clicks(self, folder: Path) -> None:
        async with desk(folder, Game.new(7, ("Aiko", "Bruno"))) as at:
            dealt = at.app.screen.query_one("#dealt", CardRow)
            dealt.post_message(CardRow.Hovered(dealt, 1))
            await settle(at.pilot)
            assert at.actions == []
            assert "give Fort to Bruno, keep Ronin" in at.prompt
            await at.click_card("#dealt", 1)
            assert at.actions == ["give 2"]
            await at.uncover(mouse=True)
            await at.click("#prompt", (3, 1))
            assert at.game.phase is Phase.PLAY

    @pytest.mark.ci
    async def test_explain_and_leave_by_the_key_line(self, folder: Path) -> None:
        async with desk(folder, Game.new(7, ("Aiko", "Bruno"))) as at:
            await at.click("#keys", (at.lines[-1].index("? card"), 0))
            at.screen(Explain)
            await at.press("enter")
            for _click in range(2):
                await at.click("#keys", (at.lines[-1].index("Esc"), 0))
            at.screen(Home)

    @pytest.mark.ci
    async def test_the_second_player_does_not_see_the_gift_and_undo_takes_it_back(self, folder: Path) -> None:
        async with desk(folder, Game.new(7, ("Aiko", "Bruno"))) as at:
            await at.press("u")
            assert "Nothing to undo" in at.prompt
            await at.press("enter")
            assert at.actions == ["give 1"]
            await at.press("enter")
            assert at.screen(Gift).view.events[0].cards == ()
            await at.press("u")
            assert at.screen(Handover).seat == 0
            assert at.actions == []
