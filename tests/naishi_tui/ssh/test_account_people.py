"""Players on a terminal, lists, pages, challenges: account."""

from __future__ import annotations

import pytest

from tests.naishi_tui.ssh.conftest import Server, named, new_keys

pytestmark = pytest.mark.ci


async def test_a_player_is_found_challenged_and_answers(server: Server) -> None:
    keys = new_keys(2)
    for key, name in zip(keys, ("Aiko", "Bruno"), strict=True):
        await named(server, key, name)
    one, two = [await server.visit(key) for key in keys]
    await one.see("Your games")
    await two.see("Your games")
    await one.press_and_see("o", "Here now")
    await one.see("Nobody is ranked yet")
    await one.press_and_see("n", "Which player?")
    one.press("Brunno", "enter")
    await one.see("Did you mean")
    await one.see("Bruno?")
    one.press("escape")
    await one.until(lambda: "Which player?" not in one.text, "the list alone")
    await one.press_and_see("down", "Here now")
    await one.press_and_see("enter", "Bruno is here.")
    await one.press_and_see("enter", "You challenge Bruno.")
    one.press("down", "down")
    await one.see("You have no rating yet")
    await one.press_and_see("enter", "Bruno sees your challenge in the lobby")
    await two.see("Aiko challenges you (rated). Enter: play; d: decline.")
    await two.press_and_see("enter", "Dealt to Bruno")


async def test_a_challenge_is_declined_and_its_maker_hears_of_it_wherever_they_are(server: Server) -> None:
    keys = new_keys(2)
    aiko, _bruno = [await named(server, key, name) for key, name in zip(keys, ("Aiko", "Bruno"), strict=True)]
    one, two = [await server.visit(key) for key in keys]
    await one.press_and_see("b", "Which bot")
    await one.press_and_see("enter", "A game against")
    await one.press_and_see("enter", "River")
    await aiko.tables.challenge("Bruno")
    await two.see("Aiko challenges you. Enter: play; d: decline.")
    await two.press_and_see("down", "Aiko challenges you. Enter")
    await two.press_and_see("d", "No one is waiting")
    await one.see("Bruno has declined your challenge.")


async def test_a_challenge_that_is_withdrawn_is_said_no_more(server: Server) -> None:
    keys = new_keys(2)
    aiko, _bruno = [await named(server, key, name) for key, name in zip(keys, ("Aiko", "Bruno"), strict=True)]
    two = await server.visit(keys[1])
    await two.see("Your games")
    table = await aiko.tables.challenge("Bruno")
    await two.see("Aiko challenges you: see the open tables")
    await aiko.tables.close(table)
    await two.until(lambda: "challenges you" not in two.text, "the end of what was said")


WHERE = {"players": ("o",), "a player": ("o", "enter"), "tournaments": ("u",)}
SHOWN = {"o": "Here now", "enter": "No rating yet.", "u": "Your tournaments"}


@pytest.mark.parametrize("where", WHERE.values(), ids=WHERE)
async def test_whoever_looks_at_others_is_told_there_what_happens(server: Server, where: tuple[str, ...]) -> None:
    keys = new_keys(2)
    aiko, bruno = [await named(server, key, name) for key, name in zip(keys, ("Aiko", "Bruno"), strict=True)]
    one = await server.visit(keys[0])
    await one.see("Your games")
    for key in where:
        await one.press_and_see(key, SHOWN[key])
    await bruno.tables.close(await aiko.tables.challenge("Bruno"))
    await one.see("Bruno has declined your challenge.")
