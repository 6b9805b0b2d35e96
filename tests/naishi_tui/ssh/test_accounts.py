"""Account changes across real clients' terminals: account, watches, server.accounts.accounts."""

from __future__ import annotations

import re
from typing import Any

import asyncssh
import pytest

from naishi.server import Match, Visitor
from naishi_tui.lobby.match_list import MatchList
from tests.naishi_tui.ssh.conftest import Client, Server, named, new_keys
from tests.naishi_tui.ssh.shared import give_cards, press_and_lose

pytestmark = pytest.mark.ci

HOME, END = "\x1b[H", "\x1b[F"


async def at_home(server: Server, key: asyncssh.SSHKey, name: str, **options: Any) -> Client:
    """Have someone with a name come to the lobby."""
    await named(server, key, name)
    client = await server.visit(key, **options)
    await client.see("Games to watch")
    return client


async def newcomer(server: Server, key: asyncssh.SSHKey) -> Client:
    """Have someone come to the lobby for the first time, and choose no name."""
    client = await server.visit(key)
    await client.see("What name do you want")
    await press_and_lose(client, "escape", "What name do you want")
    return client


async def account(client: Client) -> None:
    await client.press_and_see("c", "your account")


async def code_shown(client: Client, kind: str) -> str:
    await client.see(f"{kind}-")
    codes: set[str] = set(re.findall(rf"{kind}-[a-z0-9-]+", client.text))
    (code,) = codes
    return code


async def enter_code(client: Client, code: str, consequences: str) -> None:
    """Type a code on the screen of the account, see what it does, and agree."""
    await client.press_and_see("c", "Enter a code that you were given. Esc")
    client.press(code, "enter")
    await client.see(consequences)
    await press_and_lose(client, "y", consequences)


async def asked(server: Server, keys: list[asyncssh.SSHKey]) -> tuple[Client, Client]:
    """Have a newcomer ask to have their key added to Aiko's account."""
    aiko, new = await at_home(server, keys[0], "Aiko"), await newcomer(server, keys[1])
    await account(aiko)
    aiko.press("a")
    code = await code_shown(aiko, "key")
    await account(new)
    await enter_code(new, code, "This asks Aiko to add your key.")
    await new.see("Waiting until Aiko allows it")
    await aiko.see("A key asks to be added to your account")
    return aiko, new


async def playing(server: Server, one: Visitor, other: Visitor) -> Match:
    """Begin a game between two who are not here; both have given their card."""
    match = await other.tables.join(await one.tables.open(public=True))
    seats = [await player.attach(match.id) for player in (one, other)]
    for seat in sorted(seats, key=lambda each: each.seat or 0):
        await seat.play("give 1")
    for player, seat in zip((one, other), seats, strict=True):
        await player.detach(seat)
    return match


async def test_a_key_is_added_once_the_other_terminal_allows_it(server: Server) -> None:
    keys = [*new_keys(2)]
    aiko, new = await asked(server, keys)
    second = await server.visit(keys[1], env={"LANG": "fr_FR.UTF-8"})
    await second.see("Bienvenue")
    await press_and_lose(second, "escape", "Bienvenue")
    await aiko.press_and_see("enter", "Name this key")  # nobody has moved the cursor to an answer
    await press_and_lose(aiko, "escape", "Name this key")
    await aiko.press_and_see(HOME, "Allow it")
    await aiko.press_and_see("enter", "Whoever has that key plays as you")
    await aiko.press_and_see("y", "The key is added.")
    await new.see("Your key belongs to Aiko's account now.")
    for client in (new, second):
        await client.see("NAISHI  Aiko")
    again = await server.visit(keys[1])
    await again.see("NAISHI  Aiko")


async def test_a_key_that_was_refused_stays_a_newcomer_s(server: Server) -> None:
    keys = [*new_keys(2)]
    aiko, new = await asked(server, keys)
    await aiko.press_and_see(HOME, "Refuse it")
    await aiko.press_and_see("down", "Refuse it")
    await aiko.press_and_see("enter", "Refused. The code can't be used again.")
    await new.see("Aiko has refused to add your key.")
    assert "Waiting" not in new.text
    assert await server.lobby.players.of_key(keys[1].get_fingerprint()) is None


async def test_a_request_is_seen_in_the_lobby_and_at_a_table(server: Server) -> None:
    keys = new_keys(3)
    people = [await named(server, key, name) for key, name in zip(keys, ("Aiko", "Bruno"), strict=False)]
    await people[0].choose("keys", {"lobby.account": "C", "account.add": "A"})
    match = await playing(server, people[0], people[1])
    here = await server.visit(keys[0])
    table = await server.visit(keys[0], command=f"join {match.id}")
    await here.see("Your games")
    await table.see("River")
    code = await people[0].credentials.link_code()
    new = await newcomer(server, keys[2])
    await account(new)
    await enter_code(new, code, "This asks Aiko")
    await here.see("A key asks to be added to your account (C).")
    await table.see("A key asks to be added to your account: see C in the lobby")
    new.process.close()
    await here.until(lambda: "A key asks" not in here.text, "the end of the request")
    await here.press_and_see("C", "A  Add a key, to play from another computer too")


async def test_an_account_is_got_back_and_whoever_has_the_old_key_is_out(server: Server) -> None:
    keys = new_keys(3)
    thief = await at_home(server, keys[0], "Aiko")
    bruno = await named(server, keys[2], "Bruno")
    aiko = await server.lobby.visit(keys[0].get_fingerprint(), "192.0.2.7", "en")
    match = await playing(server, aiko, bruno)
    code = await aiko.credentials.recovery_code()
    server.lobby.leave(aiko)
    await thief.see("Bruno")
    await thief.press_and_see("enter", "River")
    owner = await newcomer(server, keys[1])
    await account(owner)
    await enter_code(owner, code, "yours takes its place")
    await owner.see("Welcome back, Aiko.")
    await owner.see("Your recovery code, shown only now: recover-")
    await owner.press_and_see("c", "Enter a code that you were given. Esc: back.")
    await press_and_lose(owner, "escape", "Esc: back.")
    await owner.see("Your recovery code, shown only now: recover-")
    await owner.see("NAISHI  Aiko")
    await thief.see("Games to watch")
    await thief.see("Aiko has recovered the account")
    assert "NAISHI  Aiko" not in thief.text
    await owner.press_and_see("escape", "Bruno")
    await owner.press_and_see("enter", "River")
    assert (await server.lobby.matches.get(match.id)).agreements.resigned is None


async def test_a_guest_who_is_claimed_in_the_middle_of_a_match_gets_the_rematch(server: Server) -> None:
    keys = new_keys(2)
    guest, bruno = await server.visit(), await at_home(server, keys[0], "Bruno", size=(60, 20))
    await guest.press_and_see("n", "Base game")
    await guest.press_and_see("enter", "Your table is waiting")
    code = await code_shown(guest, "guest")
    await bruno.see("is waiting for an opponent")
    await bruno.press_and_see("enter", "Dealt to")
    await guest.see("has joined your table")
    await guest.press_and_see("g", "Dealt to")
    await give_cards(guest, bruno)
    aiko = await at_home(server, keys[1], "Aiko")
    await account(aiko)
    await enter_code(aiko, code, "This gives you the 1 game of Guest")
    await aiko.see("are yours now")
    await guest.see("Aiko has claimed")
    await bruno.press_and_see("x", "Resign")
    bruno.press(END)
    bruno.press("enter")
    await bruno.see("This loses the game")
    bruno.press("enter")
    await guest.see("Bruno resigned")
    await bruno.see("You resigned")
    await guest.press_and_see("n", "Waiting for Bruno's answer")
    await bruno.see("asks for a rematch")
    bruno.press("n")
    await give_cards(guest, bruno)
    await aiko.press_and_see("escape", ", round 1")
    (player,) = [each for each in server.lobby.visitors if each.account.name == "Aiko"]
    matches = (await player.refresh()).mine
    assert len(matches) == 2
    assert all(set(match.names) == {"Aiko", "Bruno"} for match in matches)
    await guest.press_and_see("escape", "none yet")
    assert "Aiko" not in guest.text.splitlines()[0]


async def test_a_deleted_account_gives_its_games_up_before_the_opponent_s_eyes(server: Server) -> None:
    keys = new_keys(2)
    people = [await named(server, key, name) for key, name in zip(keys, ("Aiko", "Bruno"), strict=True)]
    match = await playing(server, people[0], people[1])
    bruno = await server.visit(keys[1], command=f"join {match.id}")
    elsewhere = await server.visit(keys[0], command=f"join {match.id}")
    aiko = await server.visit(keys[0])
    for client in (bruno, elsewhere):
        await client.see("River")
    await account(aiko)
    await aiko.press_and_see(END, "Delete your account")
    await aiko.press_and_see("enter", "Your 1 unfinished game is given up.")
    await aiko.press_and_see("y", "type its name: Aiko")
    aiko.press("Aiko", "enter")
    await aiko.see("Your account is deleted.")
    await bruno.see("Aiko resigned; Bruno wins.")
    await elsewhere.see("Aiko's account was deleted.")
    await elsewhere.see("Games to watch")
    bruno.press("n")
    await bruno.see("The other player has left this server.")
    assert await server.lobby.players.of_key(keys[0].get_fingerprint()) is None


async def test_a_terminal_whose_key_is_removed_leaves_the_match(server: Server) -> None:
    keys = new_keys(3)
    people = [await named(server, key, name) for key, name in zip(keys, ("Aiko", "Bruno"), strict=False)]
    match = await playing(server, people[0], people[1])
    await server.lobby.codes.link(people[0].account.id, lost := keys[2].get_fingerprint(), {lost})
    table, aiko = await server.visit(keys[2], command=f"join {match.id}"), await server.visit(keys[0])
    await table.see("River")
    await table.press_and_see("x", "Resign")
    await account(aiko)
    await aiko.see(lost[:15])
    await aiko.press_and_see("down", "in use here")
    await aiko.press_and_see("enter", "Remove this key")
    aiko.press(END)
    await aiko.press_and_see("enter", "Any terminal that")
    await aiko.press_and_see("y", "The key is removed.")
    await table.see("This key was removed from Aiko's account.")
    await table.see("Games to watch")
    await press_and_lose(table, "down", "This key was removed")


async def test_claimed_games_come_under_the_cursor(server: Server) -> None:
    keys = new_keys(3)
    people = [await named(server, key, name) for key, name in zip(keys[:2], ("Bruno", "Chiyo"), strict=True)]
    watched = await playing(server, people[0], people[1])
    guest = await server.visit()
    await guest.press_and_see("p", "Base game")
    await guest.press_and_see("enter", "Your table is waiting")
    code = await code_shown(guest, "guest")
    aiko = await at_home(server, keys[2], "Aiko")
    await aiko.until(lambda: cursor_of(server) == watched.id, "the cursor at the only match")
    await account(aiko)
    await enter_code(aiko, code, "This gives you the 1 game of Guest")
    await aiko.see("are yours now")
    await aiko.press_and_see("escape", "Waiting for an opponent")
    await aiko.until(lambda: cursor_of(server) not in {watched.id, None}, "the cursor at the new game")
    await guest.see("Aiko has claimed this guest's games.")
    assert "finish the one" not in guest.text, "none is on its screen"


def cursor_of(server: Server) -> str | None:
    """The match under the cursor of Aiko's lobby; None before that is drawn."""
    (app,) = [each for each in server.apps if each.visitor.account.name == "Aiko"]
    lists = app.screen_stack[0].query("#lists")
    return lists.first(MatchList).cursor if lists else None


async def test_a_guest_reads_how_to_come_back_when_the_connection_ends(server: Server) -> None:
    guest = await server.visit()
    await guest.press_and_see("p", "Base game")
    await guest.press_and_see("enter", "Your table is waiting")
    code = await code_shown(guest, "guest")
    guest.press("q")
    await guest.end()
    assert f"enter this code: {code}" in guest.received.decode().replace("\r\n", " ")


async def test_whoever_says_no_reads_that_nothing_was_changed(server: Server) -> None:
    client = await at_home(server, new_keys(1)[0], "Aiko")
    await account(client)
    await client.press_and_see("r", "Your recovery code")
    await client.press_and_see("r", "Make a new recovery code?")
    await client.press_and_see("n", "Nothing was changed.")
    await client.press_and_see(END, "Delete your account")
    await client.press_and_see("enter", "Delete your account?")
    await client.press_and_see("n", "Nothing was changed.")
