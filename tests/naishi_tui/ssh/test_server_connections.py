"""Idle connections without a terminal: ssh.server, limits."""

from __future__ import annotations

import asyncio
from pathlib import Path

import asyncssh
import pytest
from asyncssh.channel import SSHChannel

from naishi.server.presence.limits import Limits
from naishi.transports.ssh import server as server_module
from naishi.transports.ssh.server import Connection
from tests.naishi_tui.framework_insides import ask_channel, open_channel, transport_of
from tests.naishi_tui.ssh.conftest import PATIENCE, Anybody, Server, serving
from tests.naishi_tui.waiting import idle, until

pytestmark = pytest.mark.ci

SOON = Limits(terminal=0.3)


class Listener(Anybody):
    """A client that remembers why its connection ended."""

    why: Exception | None = None

    def connection_lost(self, exc: Exception | None) -> None:
        type(self).why = exc


async def ended(connection: asyncssh.SSHClientConnection) -> None:
    await asyncio.wait_for(connection.wait_closed(), PATIENCE)


async def test_a_connection_without_a_terminal_ends_and_says_why(tmp_path: Path) -> None:
    async with serving(tmp_path, SOON) as server:
        await ended(await server.connect(client=Listener))
        assert "No terminal was opened" in str(Listener.why)
        await until(lambda: not server.ssh.places.addresses, "it is counted off")


async def test_a_channel_without_a_shell_is_no_terminal(tmp_path: Path) -> None:
    async with serving(tmp_path, SOON) as server:
        connection = await server.connect()
        channel = SSHChannel[bytes](connection, asyncio.get_running_loop(), None, "strict", 32 * 1024, 32 * 1024)
        await open_channel(channel)
        await ended(connection)
        await until(lambda: not server.ssh.terminals, "it is counted off")


async def test_a_connection_ends_with_its_terminal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A client could close the channel alone and keep its place."""
    monkeypatch.setattr("naishi.transports.ssh.terminal.PARTING", 0.1)
    async with serving(tmp_path) as server:
        client = await server.visit()
        await client.see("NAISHI  Guest")
        client.process.channel.close()
        await ended(server.connections[0])


async def test_a_terminal_outlives_the_time_to_open_it(server: Server) -> None:
    client = await server.visit()
    await client.see("NAISHI  Guest")
    (terminal,) = server.ssh.terminals
    owner = terminal.connection.get_owner()
    assert isinstance(owner, Connection)
    server.ssh.limits = Limits(terminal=0.0)
    owner.auth_completed()  # from now on it is waited for, no longer
    await idle()
    await client.press_and_see("b", "Which bot")


async def test_an_ipv6_network_has_a_few_connections_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Loopback has one address, so what is said of it here stands for what is said of a network."""
    monkeypatch.setattr(server_module, "address_group", lambda address: f"network of {address}")
    async with serving(tmp_path, Limits(per_address=1)) as server:
        client = await server.visit()
        await client.see("NAISHI  Guest")
        assert list(server.ssh.places.addresses) == ["network of 127.0.0.1"]
        with pytest.raises((asyncssh.Error, OSError)):
            await server.connect()


async def test_connections_without_a_terminal_keep_nobody_of_their_address_out(tmp_path: Path) -> None:
    async with serving(tmp_path, Limits(per_address=3)) as server:
        opened = [await asyncio.open_connection("127.0.0.1", server.port) for _each in range(150)]
        client = await server.visit()
        await client.see("NAISHI  Guest")
        for _reader, writer in opened:
            writer.close()
        await (await server.visit()).see("NAISHI  Guest")
        await until(lambda: sum(server.ssh.places.addresses.values()) == 2, "those without a terminal are counted off")
        assert not client.ended


async def test_a_client_that_reads_no_answers_is_not_read_from_until_it_does(server: Server) -> None:
    client = await server.visit()
    await client.see("NAISHI  Guest")
    (terminal,) = server.ssh.terminals
    ours, theirs = transport_of(server.connections[0]), transport_of(terminal.connection)
    ours.pause_reading()
    answers = []
    while theirs.is_reading():
        assert terminal.waiting < 1_000_000, "answers pile up"
        answers += [asyncio.create_task(ask_channel(client.process.channel, b"nothing")) for _request in range(100)]
        await asyncio.sleep(0)
    ours.resume_reading()
    assert not any(await asyncio.wait_for(asyncio.gather(*answers), PATIENCE))
    await client.press_and_see("b", "Which bot")
    assert theirs.is_reading()
