"""Refused logins, channels and commands over SSH, nothing stored, counted or used up: server, terminal."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import AsyncIterator, Mapping, Sequence
from pathlib import Path

import asyncssh
import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from naishi.server.moderation.sanctions import Ban, BanKind, add_ban
from naishi.server.presence.limits import Limits
from naishi.transports.client import LONGEST_COMMAND
from tests.fuzzing import examples
from tests.naishi.plain.server.shared import EVERYBODY, IN_LINES, scene
from tests.naishi.server.unchanged import forget_guesses, kept
from tests.naishi_tui.conftest import (  # noqa: F401 - a screen is an app
    _only_our_games,
    _same_everywhere,
    quick_collection,
    settings_path,
)
from tests.naishi_tui.ssh.conftest import PATIENCE, Server, new_keys, serving
from tests.naishi_tui.ssh.shared import Borrowed
from tests.naishi_tui.waiting import until

pytestmark = pytest.mark.ci

LIMITS = Limits(
    games_rate=1e-9, accounts_rate=1e-9, names_rate=1e-9, analyses_rate=1e-9, phrases_rate=1e-9, reports_rate=1e-9,
    verbs_burst=1e6, keys_offered=2, per_player=1,
)  # fmt: skip
"""What is counted isn't forgotten meanwhile."""

PATIENTLY = settings(
    max_examples=examples(25, 600),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Server]:
    async with serving(tmp_path, LIMITS) as server:
        yield server


@pytest.fixture
async def tables(server: Server) -> Mapping[str, str]:
    """The ids of tables of others."""
    return await scene(server.lobby)


async def run(server: Server, command: str | None, *keys: asyncssh.SSHKey | asyncssh.SSHKeyPair) -> int | None:
    """Ask for something; return the exit status."""
    connection = await server.connect(*keys)
    done = await asyncio.wait_for(connection.run(command, check=False, stdin=asyncssh.DEVNULL), PATIENCE)
    connection.close()
    await connection.wait_closed()
    return done.exit_status


async def all_left(server: Server, others: int) -> None:
    await until(lambda: not server.ssh.terminals and len(server.lobby.visitors) == others, "they have left")
    await server.lobby.settled()


async def test_a_refused_login_or_channel_changes_nothing(server: Server, tables: Mapping[str, str]) -> None:
    """Of somebody who has an account: keys without their signature, passwords, and all that isn't a terminal."""
    lobby, (key, forger) = server.lobby, new_keys(2)
    aiko = await lobby.visit(key.get_fingerprint(), "192.0.2.7", "en")
    await aiko.rename("Aoi")
    await lobby.settled()
    here, before = len(lobby.visitors), kept(lobby)

    with pytest.raises(asyncssh.Error):
        await server.connect(*(Borrowed(key) for _key in range(5)), preferred_auth="publickey")
    with pytest.raises(asyncssh.Error):
        await server.connect(Borrowed(key, forger), preferred_auth="publickey")
    with pytest.raises(asyncssh.Error):
        await server.connect(password="naishi", preferred_auth="password")  # noqa: S106
    connection = await server.connect(key)
    for refused in (
        lambda: connection.open_connection("127.0.0.1", 22),
        lambda: connection.open_unix_connection("/tmp/x"),  # noqa: S108
        connection.start_sftp_client,
        lambda: connection.forward_remote_port("", 0, "127.0.0.1", 22),
    ):
        with pytest.raises((asyncssh.Error, asyncssh.ChannelListenError)):
            await refused()
    connection.abort()
    await all_left(server, here)
    assert kept(lobby) == before


async def test_whoever_is_there_too_often_or_banned_has_not_come(server: Server) -> None:
    lobby, keys = server.lobby, new_keys(2)
    there, other = [await lobby.visit(key.get_fingerprint(), "192.0.2.7", "en") for key in keys]
    for visitor, name in ((there, "Aiko"), (other, "Bruno")):
        await visitor.rename(name)
    lobby.leave(other)
    await lobby.settled()
    ban = Ban(BanKind.KEY, keys[1].get_fingerprint(), 0.0, 1e12, "", None)
    await lobby._database.write(lambda db: add_ban(db, ban))
    await lobby.look_at_sanctions()
    before = kept(lobby)
    for command in (None, "plain", "json", "games", "private", "new"):
        for key in keys:
            assert await run(server, command, key) == 1, command
            await all_left(server, 1)
            assert kept(lobby) == before, command


_ABOUT = re.compile(r"{(\w+)}")
"""Where the id of a table stands in a command."""
WORDS = [
    *("plain", "json", "join", "watch", "tv", "next", "nowhere", "--json", "--", "9", "Aiko", "Aoi", "k4mp-z7xe-q9dn"),
    *("'", "x" * 90, "\x1b[A", "żółć", "chess", "clock", "3d", "9x", "rated", "expansion", "shogun", "ninjato", "with"),
]
COMMANDS = st.one_of(
    st.sampled_from(EVERYBODY),
    st.tuples(st.sampled_from(EVERYBODY), st.lists(st.sampled_from(WORDS), max_size=3)).map(
        lambda both: " ".join([both[0], *both[1]])
    ),
    st.lists(st.sampled_from(WORDS), min_size=1, max_size=4).map(" ".join),
    st.text(max_size=30),
    st.just("x" * (LONGEST_COMMAND + 1)),
)


@PATIENTLY
@given(commands=st.lists(COMMANDS, min_size=1, max_size=4))
async def test_a_refused_command_changes_nothing(
    server: Server, tables: Mapping[str, str], commands: Sequence[str]
) -> None:
    """Of somebody with a new key; what a command has done that was not refused stays."""
    lobby, (key,) = server.lobby, new_keys(1)
    here = len(lobby.visitors)
    for each in commands:
        command = _ABOUT.sub(lambda found: tables.get(found[1], ""), each)
        forget_guesses(lobby)
        before = kept(lobby, guesses=True)
        status = await run(server, command, key)
        await all_left(server, here)
        if status != 0:
            assert kept(lobby, guesses=True) == before, command


NONSENSE = st.one_of(st.none(), st.integers(), st.sampled_from(WORDS))
OBJECTS = st.one_of(
    st.sampled_from(IN_LINES).map(lambda line: json.dumps({"do": line})),
    st.dictionaries(
        st.sampled_from(["do", "action", "seat"]),
        st.one_of(st.none(), st.integers(), st.sampled_from(WORDS)),
        max_size=2,
    ).map(json.dumps),
    st.sampled_from(["[]", "{", "null", '{"do": "' + "x" * 3000 + '"}', "[" * 900, *IN_LINES]),
)


@PATIENTLY
@given(objects=st.lists(OBJECTS, max_size=20))
async def test_refused_objects_change_nothing(
    server: Server, tables: Mapping[str, str], objects: Sequence[str]
) -> None:
    """Of a guest's program: commands that are refused, requests that ask for nothing, and what is no object."""
    lobby = server.lobby
    here, before = len(lobby.visitors), kept(lobby, guesses=True)
    forget_guesses(lobby)
    connection = await server.connect()
    typed = "".join(f"{each}\n" for each in objects) + "\n"
    await asyncio.wait_for(connection.run("json", check=False, input=typed), PATIENCE)
    connection.abort()
    await all_left(server, here)
    assert kept(lobby, guesses=True) == before
