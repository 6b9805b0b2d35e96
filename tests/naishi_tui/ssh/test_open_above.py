"""Screens above a game, kept when the game changes: visit.routes, naishi.match, match_menu, game_screen."""

from __future__ import annotations

import pytest
from textual.widgets import OptionList

from naishi.server import MatchParticipant
from naishi_tui.dialogs.screens import AskLine
from naishi_tui.games.naishi.gift import Gift
from naishi_tui.games.naishi.reading import Explain
from naishi_tui.games.naishi.table import Table as NaishiTable
from naishi_tui.lobby.match_menu import PLAN, MatchMenu
from naishi_tui.widgets.text_rows import Field
from tests.naishi.server.conftest import Table, resign
from tests.naishi_tui.ssh.conftest import Client, Server, meet, new_keys
from tests.naishi_tui.waiting import until

pytestmark = pytest.mark.ci


async def at_the_other_s_gift(server: Server) -> tuple[Table, Client, MatchParticipant]:
    """Have one player wait for the other's gift, with the menu open; return the other one, too."""
    keys = new_keys(2)
    table = await meet(server, keys)
    await table.play("give 1")
    first = next(key for key in keys if key.get_fingerprint() == table.people[0].fingerprint)
    client = await server.visit(first, command=f"join {table.match.id}")
    await client.see("Dealt to")
    await client.press_and_see("x", "Resign")
    return table, client, table.seats[1]


def _waits(screen: object) -> bool:
    """Whether a screen will be replaced once nothing lies above it."""
    return isinstance(screen, Gift) and screen.outdated() and not screen.takes_input


async def test_the_menu_stays_when_the_gifts_end_and_enter_is_for_it(server: Server) -> None:
    table, client, other = await at_the_other_s_gift(server)
    menu, game = server.app.screen, server.app.screen_stack[1]
    assert isinstance(menu, MatchMenu)
    assert isinstance(game, Gift)
    await other.play("give 1")
    await until(lambda: _waits(game), "the gifts end")
    assert server.app.screen is menu
    server.app.say("Something is said meanwhile.")
    client.press("enter", "enter", "enter")  # back to the game, and then for nobody
    await until(lambda: isinstance(server.app.screen, NaishiTable), "the table")
    await client.see("(choose a card to replace)")
    assert len((await table.game()).actions) == 2


async def test_how_a_game_ended_is_seen_behind_what_stays_open(server: Server) -> None:
    keys = new_keys(2)
    table = await meet(server, keys)
    await table.play("give 1", "give 1")
    first = next(key for key in keys if key.get_fingerprint() == table.people[0].fingerprint)
    client = await server.visit(first, command=f"join {table.match.id}")
    await client.see("─ River")
    await client.press_and_see("?", "ny other key")
    await resign(table.seats[1])
    await client.see("resigned;")
    assert isinstance(server.app.screen, Explain)


async def test_what_is_typed_for_a_plan_stays_when_the_gifts_end(server: Server) -> None:
    _table, client, other = await at_the_other_s_gift(server)
    menu = server.app.screen
    assert isinstance(menu, MatchMenu)
    options = menu.query_one("#requests", OptionList)
    options.highlighted = options.get_option_index(PLAN)
    client.press("enter")
    await until(lambda: isinstance(server.app.screen, AskLine), "the question")
    await client.see("What do they do")
    await client.until(lambda: "This game" not in client.text, "nothing of the menu around it")
    client.press(*"decree")
    field = server.app.screen.query_one(Field)
    await until(lambda: field.value == "decree", "the first word")
    await other.play("give 1")
    await until(lambda: _waits(server.app.screen_stack[1]), "the gifts end")
    client.press(*" H3")
    await until(lambda: field.value == "decree H3", "the rest")
    await client.press_and_see("escape", "This game")
    assert server.app.screen is menu
    client.press("escape")
    await until(lambda: isinstance(server.app.screen, NaishiTable), "the table")
