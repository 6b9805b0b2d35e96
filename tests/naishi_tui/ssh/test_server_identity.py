"""Identity from verified signatures alone: ssh.server."""

from __future__ import annotations

import asyncio
from pathlib import Path

import asyncssh
import pytest

from naishi.server.presence.limits import Limits
from tests.naishi_tui.ssh.conftest import Server, named, new_keys, serving
from tests.naishi_tui.ssh.shared import Borrowed
from tests.naishi_tui.waiting import until


async def test_a_key_that_signed_is_the_account(server: Server) -> None:
    (key,) = new_keys(1)
    player = (await named(server, key, "Aiko")).account.id
    client = await server.visit(key)
    await client.see("NAISHI  Aiko")
    assert list(server.lobby.everybody.here) == [player]


@pytest.mark.ci
async def test_no_key_is_a_guest_without_a_question(server: Server) -> None:
    client = await server.visit()
    await client.see("NAISHI  Guest")
    (visitor,) = server.lobby.visitors
    assert visitor.account.guest
    assert not visitor.account.stored, "until there is something to come back to"
    await client.press_and_see("n", "Base game")
    await client.press_and_see("enter", "keep this code")
    assert visitor.account.stored
    assert list(server.lobby.everybody.here) == [visitor.account.id]


async def test_an_offered_key_is_no_identity(server: Server) -> None:
    """CVE-2023-43809: a client offers someone's key unsigned, and then comes in as a guest."""
    (key,) = new_keys(1)
    victim = (await named(server, key, "Aiko")).account.id
    borrowed = Borrowed(key)
    client = await server.visit(borrowed)
    await client.see("NAISHI  Guest")
    assert borrowed.offered
    assert victim not in server.lobby.everybody.here


async def test_a_key_with_a_wrong_signature_is_no_identity(server: Server) -> None:
    mine, theirs = new_keys(2)
    victim = (await named(server, theirs, "Aiko")).account.id
    forged = Borrowed(theirs, mine)
    client = await server.visit(forged)
    await client.see("NAISHI  Guest")
    assert forged.offered
    assert victim not in server.lobby.everybody.here


@pytest.mark.ci
async def test_of_several_keys_the_one_that_signed_counts(server: Server) -> None:
    offered_only, signs = new_keys(2)
    await named(server, offered_only, "Aiko")
    player = (await named(server, signs, "Bruno")).account.id
    borrowed = Borrowed(offered_only)
    client = await server.visit(borrowed, signs)
    await client.see("NAISHI  Bruno")
    assert borrowed.offered
    assert list(server.lobby.everybody.here) == [player]


async def test_nobody_is_let_in_before_any_key_is_seen(server: Server) -> None:
    """`begin_auth` that returns False would let everybody in, whatever the method."""
    with pytest.raises(asyncssh.PermissionDenied):
        await server.connect(client=asyncssh.SSHClient)


async def test_there_are_no_passwords(server: Server) -> None:
    with pytest.raises(asyncssh.PermissionDenied):
        await server.connect(password="secret", preferred_auth="password")  # noqa: S106


async def test_the_name_of_the_login_says_nothing(server: Server) -> None:
    (key,) = new_keys(1)
    player = (await named(server, key, "Aiko")).account.id
    connection = await asyncssh.connect(
        "127.0.0.1", server.port, username="root", known_hosts=None, client_keys=[key], config=None, agent_path=None
    )
    await connection.create_process(term_type="xterm", encoding=None)
    await until(lambda: list(server.lobby.everybody.here) == [player], "the account of the key")
    connection.abort()


async def test_a_client_offers_a_few_keys_only(tmp_path: Path) -> None:
    async with serving(tmp_path, Limits(keys_offered=2)) as server:
        *borrowed, own = new_keys(3)
        client = await server.visit(*map(Borrowed, borrowed), own)
        await client.see("NAISHI  Guest")


async def test_who_does_not_log_in_is_gone(tmp_path: Path) -> None:
    async with serving(tmp_path, Limits(login=0.2)) as server:
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        writer.write(b"SSH-2.0-slow\r\n")
        await asyncio.wait_for(reader.read(), 60)
        writer.close()
