"""Client environment, accepted variables, nothing else kept: ssh.terminal, capabilities."""

from __future__ import annotations

import asyncio
import re
import tracemalloc
from pathlib import Path

import asyncssh
import pytest
from asyncssh.packet import String

from naishi.server.presence.limits import Limits
from naishi.transports.capabilities import shows_utf8
from naishi.transports.ssh.terminal import LONGEST_VALUE, EnvironmentGuard
from tests.naishi_tui.framework_insides import ask_channel
from tests.naishi_tui.ssh.conftest import PATIENCE, Client, Server, serving
from tests.naishi_tui.waiting import until


def kept(server: Server) -> dict[str, str]:
    (terminal,) = server.ssh.terminals
    return dict(terminal.environment)


async def send(client: Client, name: str, value: str) -> bool:
    """Send a variable, and return whether the server says that it took it."""
    request = ask_channel(client.process.channel, b"env", String(name), String(value))
    return await asyncio.wait_for(request, PATIENCE)


async def test_language_and_colours_are_kept_and_nothing_else(server: Server) -> None:
    wanted = {"LANG": "pl_PL.UTF-8", "LANGUAGE": "pl", "LC_ALL": "pl_PL", "LC_TIME": "C", "COLORTERM": "truecolor"}
    other = {"PATH": "/bin", "LC_": "x", "LC_lower": "x", "XLANG": "x", "TERM_PROGRAM": "x", "LANG\n": "x"}
    client = await server.visit(env=wanted | {"NO_COLOR": "1"} | other)
    await client.see("Twoje partie")
    assert kept(server) == wanted | {"NO_COLOR": "1"}


async def test_what_is_refused_is_said_to_be(server: Server) -> None:
    client = await server.visit()
    await client.see("NAISHI  Guest")
    assert await send(client, "LANG", "x" * LONGEST_VALUE)
    assert not await send(client, "LC_ALL", "x" * (LONGEST_VALUE + 1))
    assert not await send(client, "PATH", "/bin")


async def test_only_a_few_variables_are_kept(tmp_path: Path) -> None:
    async with serving(tmp_path, Limits(variables=2)) as server:
        client = await server.visit(env={f"LC_{letter}": "C" for letter in "ABCD"})
        await client.see("NAISHI  Guest")
        assert kept(server) == {"LC_A": "C", "LC_B": "C"}
        assert not await send(client, "LANG", "C")


@pytest.mark.slow
async def test_megabytes_of_variables_are_not_kept_before_or_after_the_session_begins(tmp_path: Path) -> None:
    portion = "x" * 10_000
    async with serving(tmp_path, Limits(variables_refused=10_000)) as server:
        client = await server.visit(env={f"LC_A{'B' * number}": portion for number in range(20)})
        await client.see("NAISHI  Guest")
        tracemalloc.start()
        try:
            before = tracemalloc.get_traced_memory()[0]
            for number in range(1000):
                await send(client, f"X{number}", portion)
            grown = tracemalloc.get_traced_memory()[0] - before
        finally:
            tracemalloc.stop()
        assert grown < 1_000_000
        assert sum(map(len, kept(server).values())) == 0


@pytest.mark.ci
async def test_a_client_that_sends_variables_without_end_is_gone(tmp_path: Path) -> None:
    async with serving(tmp_path, Limits(variables_refused=20)) as server:
        other = await server.visit(env={f"X{number}": "x" for number in range(20)})
        await other.see("NAISHI  Guest")
        with pytest.raises((asyncssh.Error, OSError)):
            await server.visit(env={f"X{number}": "x" for number in range(21)})
        await until(lambda: len(server.ssh.terminals) == 1, "it is gone")
        await other.press_and_see("b", "Which bot")


def test_the_connection_is_ended_once() -> None:
    ended: list[bool] = []
    guard = EnvironmentGuard(1, 2, lambda: ended.append(True))
    assert [guard.admits(b"PATH", b"x") for _variable in range(9)] == [False] * 9
    assert ended == [True]


async def test_a_client_that_wants_no_colour_is_sent_none(server: Server) -> None:
    client = await server.visit(env={"NO_COLOR": "1"})
    await client.see("NAISHI  Guest")
    codes = [int(code) for codes in re.findall(rb"\x1b\[([\d;]+)m", client.received) for code in codes.split(b";")]
    assert codes
    assert max(codes) < 30, "bold and the like"


@pytest.mark.parametrize(
    ("environment", "utf8"),
    [
        ({}, True),
        ({"LANG": "fr_FR.UTF-8"}, True),
        ({"LANG": "fr_FR"}, True),
        ({"LANG": "fr_FR.ISO-8859-1"}, False),
        ({"LANG": "fr_FR.UTF-8", "LC_CTYPE": "pl_PL.ISO-8859-2"}, False),
        ({"LANG": "fr_FR@euro", "LC_ALL": "C"}, False),
    ],
)
def test_another_encoding_gets_ascii(environment: dict[str, str], utf8: bool) -> None:
    assert shows_utf8(environment) is utf8


async def test_a_screen_and_lines_are_in_ascii_where_the_locale_has_eight_bits(server: Server) -> None:
    client = await server.visit(env={"LANG": "fr_FR.ISO-8859-1"})
    await client.see("NAISHI")
    assert client.text.isascii()
