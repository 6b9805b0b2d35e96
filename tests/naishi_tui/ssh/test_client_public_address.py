"""Invitation lines with the server's public address: client, lobby."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import cast

import asyncssh
import pytest

from naishi.transports.client import PublicAddress
from tests.naishi_tui.ssh.conftest import Client, Server, named, new_keys, serving

pytestmark = pytest.mark.ci


def connection_to(*sockname: object) -> asyncssh.SSHServerConnection:
    return cast(
        "asyncssh.SSHServerConnection", SimpleNamespace(get_extra_info=lambda name: {"sockname": sockname}[name])
    )


@pytest.mark.parametrize(
    ("public", "sockname", "line"),
    [
        (PublicAddress(), ("192.0.2.7", 2222), "ssh -t -p 2222 play@192.0.2.7 join k4m"),
        (PublicAddress(), ("192.0.2.7", 22), "ssh -t play@192.0.2.7 join k4m"),
        (PublicAddress(), ("::ffff:192.0.2.7", 2222, 0, 0), "ssh -t -p 2222 play@192.0.2.7 join k4m"),
        (PublicAddress(), ("2001:db8::7", 2222, 0, 0), "ssh -t -p 2222 play@2001:db8::7 join k4m"),
        (PublicAddress("naishi.example.org"), ("10.0.0.7", 2222), "ssh -t -p 2222 play@naishi.example.org join k4m"),
        (PublicAddress("naishi.example.org", 22), ("10.0.0.7", 2222), "ssh -t play@naishi.example.org join k4m"),
        (PublicAddress(port=2200), ("10.0.0.7", 2222), "ssh -t -p 2200 play@10.0.0.7 join k4m"),
    ],
)
def test_a_line_names_where_the_server_is_reached(
    public: PublicAddress, sockname: tuple[object, ...], line: str
) -> None:
    assert public.reached_by(connection_to(*sockname)).ssh_line("join", "k4m") == line


def test_the_line_to_the_lobby_needs_no_terminal_option() -> None:
    assert PublicAddress("naishi.example.org", 22).ssh_line() == "ssh play@naishi.example.org"


def lines(client: Client) -> list[str]:
    return [line.strip() for line in client.screen.display]


@pytest.mark.ci
@pytest.mark.parametrize("key", ["n", "p"])
async def test_a_new_table_comes_with_a_line_to_paste(server: Server, key: str) -> None:
    client = await server.visit(size=(60, 20))
    await client.press_and_see(key, "Base game")
    await client.press_and_see("enter", "Your table is waiting. A friend can join with:")
    (table,) = (await next(iter(server.lobby.visitors)).refresh()).mine
    word = table.id if key == "n" else table.invite
    assert f"ssh -t -p {server.port} play@127.0.0.1 join {word}" in lines(client)


@pytest.mark.ci
async def test_a_line_to_a_long_name_is_wrapped_and_whole(tmp_path: Path) -> None:
    host = "a.rather.long.name.of.a.machine.example.org"
    async with serving(tmp_path, public=PublicAddress(host)) as server:
        client = await server.visit(size=(60, 20))
        await client.press_and_see("p", "Base game")
        await client.press_and_see("enter", "Your table is waiting")
        (table,) = (await next(iter(server.lobby.visitors)).refresh()).mine
        assert f"ssh -t -p {server.port} play@{host} join {table.invite}" in " ".join(client.text.split())


@pytest.mark.parametrize("public", [True, False])
async def test_whoever_comes_to_a_full_table_gets_the_line_to_watch(server: Server, public: bool) -> None:
    one, two = [await named(server, key, name) for key, name in zip(new_keys(2), ("Aiko", "Bruno"), strict=True)]
    match = await two.tables.join(await one.tables.open(public=public))
    word = match.id if public else match.invite
    client = await server.visit(command=f"join {word.upper()}", size=(60, 20))
    await client.see("This table is full. To watch:")
    assert f"ssh -t -p {server.port} play@127.0.0.1 watch {word}" in lines(client)
