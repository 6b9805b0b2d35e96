"""Form for players of any game: names, seats, PINs."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.widgets import Input

from naishi.tabletop.players import HUMAN
from naishi_tui.home.home import Home
from naishi_tui.new_game.form import GameForm, PlayersForm
from naishi_tui.table.cover import Handover
from naishi_tui.table.table import GameTable
from naishi_tui.widgets.text_rows import ChoiceRow
from tests.naishi_tui.desk import SilentBots, desk
from tests.naishi_tui.waiting import until


async def test_a_pin_is_explained_without_the_hand_that_only_the_first_game_has(folder: Path) -> None:
    async with desk(folder) as at:
        await at.press("g", "n")
        at.screen(GameForm).query_one("#pin-0").focus()
        await at.pilot.pause()
        assert "A PIN keeps what you hide covered until you enter it." in at.text


async def test_the_form_seats_three_people_by_keys(folder: Path) -> None:
    async with desk(folder) as at:
        await at.press("g", "n")
        form = at.screen(GameForm)
        await at.press("right")
        assert form.count == 3
        for seat in range(3):
            await at.press("down")
            form.query_one(f"#kind-{seat}", ChoiceRow).chosen = 0
        await at.press("enter")
        at.screen(Handover)
        assert [player.kind for player in at.any_game.players] == [HUMAN] * 3
        assert len({player.name for player in at.any_game.players}) == 3


async def test_bots_of_one_level_have_different_names(folder: Path) -> None:
    async with desk(folder) as at:
        await at.press("g", "g", "n")
        names = [each.value for each in at.screen(GameForm).query(".name").results(Input)][:3]
        assert len({*names}) == 3


async def test_a_pin_is_asked_for_twice_and_keeps_a_seat_covered(folder: Path) -> None:
    async with desk(folder, bots=SilentBots()) as at:
        await at.press("g", "n")
        pin = at.screen(GameForm).query_one("#pin-0", Input)
        pin.focus()
        await at.type("1234")
        await at.press("enter")
        assert "type your PIN once more" in at.text
        await at.type("1234")
        await at.press("enter")
        await until(lambda: isinstance(at.app.screen, Handover), "the game begins")
        await at.type("1234")
        await at.press("enter")
        at.screen(GameTable)


@pytest.mark.parametrize("game", ["", "g"])
async def test_escape_where_a_pin_is_typed_once_more_goes_back_to_its_first_time(folder: Path, game: str) -> None:
    async with desk(folder, bots=SilentBots()) as at:
        await at.press(*game, "n")
        form = at.screen(PlayersForm)
        form.query_one("#name-0", Input).value = "Aiko"
        pin = form.query_one("#pin-0", Input)
        pin.focus()
        await at.type("1234")
        await at.press("enter")
        assert pin.placeholder == "once more"
        await at.type("12")
        await at.press("escape")
        assert at.screen(PlayersForm) is form
        assert (pin.value, pin.placeholder, form.focused) == ("", "no PIN", pin)
        assert "once more" not in at.text
        assert form.query_one("#name-0", Input).value == "Aiko"
        await at.type("5678")
        await at.press("enter")
        await at.type("5678")
        await at.press("enter")
        await until(lambda: isinstance(at.app.screen, Handover), "the game begins")


async def test_escape_closes_a_form_where_no_pin_is_typed_once_more(folder: Path) -> None:
    async with desk(folder) as at:
        await at.press("g", "n")
        at.screen(GameForm).query_one("#pin-0", Input).focus()
        await at.type("12")
        await at.press("escape")
        at.screen(Home)
