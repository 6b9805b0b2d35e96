"""Your-turn notices to terminals, as configured: watches, notices."""

from __future__ import annotations

from collections.abc import Sequence

import asyncssh
import pytest

from tests.naishi.server.conftest import Table
from tests.naishi_tui.ssh.conftest import Server, meet, new_keys

pytestmark = pytest.mark.ci


async def second(server: Server, keys: Sequence[asyncssh.SSHKey], how: str) -> tuple[Table, asyncssh.SSHKey]:
    """Have two people begin a match, in which the first is to act; return it, and the key of the second."""
    table = await meet(server, keys)
    await table.play("give 1", "give 1")
    me = table.people[1]
    me.settings = await server.lobby.players.settings(me.account.id)
    await me.choose("notice", how)
    return table, next(key for key in keys if key.get_fingerprint() == me.fingerprint)


async def test_the_title_of_the_window_says_it_until_a_key_is_pressed(server: Server) -> None:
    table, key = await second(server, new_keys(2), "title")
    client = await server.visit(key)
    await client.see("Your games")
    await table.play("develop L1", "end")
    said = f"\x1b[22;2t\x1b]2;Naishi: It is your turn against {table.people[0].account.name}.\a".encode()
    await client.until(lambda: said in client.received)
    await client.rest()
    client.press("down")
    await client.until(lambda: b"\x1b]2;\a\x1b[23;2t" in client.received)
    assert client.received.count(b"\x1b]2;Naishi") == 1


@pytest.mark.ci
@pytest.mark.parametrize(("term", "called"), [("xterm", b"\x1b]9;Naishi: It is your turn"), ("dumb", b"")])
async def test_in_lines_a_dumb_terminal_is_only_sent_a_line(server: Server, term: str, called: bytes) -> None:
    keys = new_keys(2)
    one, key = await second(server, keys, "notification")
    two, _key = await second(server, keys, "notification")
    while two.people[1].fingerprint != one.people[1].fingerprint:  # who goes first is drawn
        two, _key = await second(server, keys, "notification")
    client = await server.talk(key, command=f"plain join {one.match.id}", term=term)
    await client.see("Your game with")
    await two.play("develop L1", "end")
    await client.see(f"It is your turn against {two.people[0].account.name}.")
    assert called in client.received
    assert (b"\x1b" in client.received) is bool(called)


@pytest.mark.ci
async def test_nothing_is_said_where_the_player_wants_nothing(server: Server) -> None:
    keys = new_keys(2)
    table, key = await second(server, keys, "off")
    client = await server.visit(key)
    await client.see("Your games")
    await table.play("develop L1", "end")
    await client.see("your turn in 1 game")
    assert b"It is your turn" not in client.received


async def test_a_notice_that_is_chosen_elsewhere_is_given_at_a_terminal_that_is_open(server: Server) -> None:
    keys = new_keys(2)
    table, key = await second(server, keys, "off")
    client = await server.visit(key)
    await client.see("Your games")
    elsewhere = await server.talk(key, command="set notice title")
    await elsewhere.end()
    await table.play("develop L1", "end")
    await client.until(lambda: b"\x1b]2;Naishi: It is your turn" in client.received)
