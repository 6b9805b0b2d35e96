"""Own words for deals, at a screen: match_menu, visit.routes."""

from __future__ import annotations

import pytest
from textual.widgets import OptionList

from naishi_tui.dialogs.screens import AskLine
from naishi_tui.lobby.match_menu import MIX, MatchMenu
from naishi_tui.visit.routes import ShowMatchMenu
from tests.naishi.server.conftest import resign
from tests.naishi_tui.ssh.conftest import Server, meet, new_keys
from tests.naishi_tui.waiting import until

pytestmark = pytest.mark.ci


async def test_a_word_is_added_before_a_game_against_a_bot(server: Server) -> None:
    client = await server.visit()
    await client.see("Your games")
    visitor = server.app.visitor
    committed = visitor.tables.bot_deal.commitment
    await client.press_and_see("b", "Add a word of yours to the deal")
    await client.press_and_see("up", "So that nobody can have chosen the cards.")
    await client.press_and_see("enter", committed[:20])
    await client.press_and_see("rain", "rain")
    await client.press_and_see("enter", "Which bot do you play?")
    assert visitor.tables.bot_deal.proof().words == ("rain", "")
    await client.press_and_see("enter", "A game against")
    await client.press_and_see("enter", "do you give away")
    assert server.app.match.participant is not None
    assert server.app.match.participant.commitment == committed


async def test_a_word_is_added_to_the_deal_of_the_rematch_in_the_menu(server: Server) -> None:
    keys = new_keys(2)
    table = await meet(server, keys)
    client = await server.visit(keys[0], command=f"join {table.match.id}")
    await client.see("Dealt to Aiko")
    await resign(table.seats[1])
    await client.see("resigned")
    deal = table.seats[0].rematch_deal
    assert deal.commitment is not None
    server.app.post_message(ShowMatchMenu())
    await client.see("Add a word of yours to the deal of the rematch")
    menu = server.app.screen
    assert isinstance(menu, MatchMenu)
    await until(server.hears, "the menu hears")
    client.press("up")
    await until(lambda: _highlighted(menu) == MIX, "the option")
    await client.press_and_see("enter", deal.commitment[:20])
    await until(lambda: isinstance(server.app.screen, AskLine), "the question")
    await client.press_and_see("rain", "rain")
    await client.press_and_see("enter", "Your words are added to the deal of the rematch.")


def _highlighted(menu: MatchMenu) -> str | None:
    option = menu.query_one("#requests", OptionList).highlighted_option
    return None if option is None else option.id


async def test_a_request_for_a_rematch_is_withdrawn_in_the_menu_where_the_deal_is_read(server: Server) -> None:
    keys = new_keys(2)
    table = await meet(server, keys)
    await resign(table.seats[0])
    me = ("Aiko", "Bruno").index(table.people[1].account.name)
    client = await server.visit(keys[me], command=f"join {table.match.id}")
    await client.see("resigned")
    await table.seats[1].rematch()
    await client.see("answer")
    await client.press_and_see("x", "Withdraw your request for a rematch")
    await client.see("Secret: ")
    client.press("down", "enter")
    await client.rest()
    assert not table.seats[1].waiting
    await client.press_and_see("x", "Secret: ")
