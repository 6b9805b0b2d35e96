"""`naishi host` and `naishi join`, identified by the system: local_door, local_terminal."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import termios
from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager
from pathlib import Path
from types import SimpleNamespace

import asyncssh
import pytest
from click.testing import CliRunner

from naishi.cli.commands import naishi as command
from naishi.server import Database, Lobby
from naishi.server.operating.local_socket import Asked, ask
from naishi.transports.client import PublicAddress
from naishi.transports.local import local_terminal
from naishi.transports.local.local_terminal import (
    SHARED_FOLDER,
    Peer,
    bind,
    connect,
    socket_path,
    user_name,
)
from naishi.transports.ssh.server import SSHServer
from naishi_tui.visit import local_door
from naishi_tui.visit.local_door import Host, LocalConnection
from naishi_tui.visit.terminal import Terminal as VisitTerminal
from tests.naishi.server.fresh import fresh
from tests.naishi_tui.ssh.conftest import Anybody, new_keys
from tests.naishi_tui.waiting import until
from tests.terminal import NAISHI, Terminal

pytestmark = [
    pytest.mark.skipif(not hasattr(socket, "SO_PEERCRED"), reason="this system doesn't say who connects"),
    pytest.mark.ci,
]
ME = os.getuid()
OTHER = ME + 1


@pytest.fixture(autouse=True)
def sockets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(SHARED_FOLDER, str(tmp_path))
    return tmp_path


@asynccontextmanager
async def hosting(folder: Path, process: int = 0, invited: Collection[int] = ()) -> AsyncIterator[SSHServer]:
    database = Database(fresh(folder / "naishi.sqlite"))
    server, host = SSHServer(Lobby(database), VisitTerminal, PublicAddress(user="aiko")), Host(ME, process, invited)
    (key,) = new_keys(1)
    await server.listen(key, lambda: LocalConnection(server, host), sock=bind(for_others=bool(invited)))
    try:
        yield server
    finally:
        await server.close("")
        await server.lobby.close()
        database.close()


async def come(server: SSHServer, **options: object) -> str | None:
    """Come to the lobby; return what the server takes the visitor for."""
    async with asyncssh.connect(
        sock=connect(ME), client_factory=Anybody, known_hosts=None, agent_path=None, config=None, **options
    ) as connection:
        process = await connection.create_process("plain", encoding=None)
        await process.stdout.readline()
        (visitor,) = server.lobby.visitors
        process.stdin.write_eof()
        await process.wait()
        await until(lambda: not server.lobby.visitors, "the visitor is gone")
        return visitor.fingerprint


async def test_a_user_is_who_the_system_says_whatever_name_or_key_they_come_with(sockets: Path) -> None:
    async with hosting(sockets) as server:
        assert await come(server, username="root", client_keys=new_keys(1)) == f"unix:{ME}/2"
    async with hosting(sockets, process=os.getpid()) as server:
        assert await come(server, username="play", client_keys=None) == f"unix:{ME}"


@pytest.mark.parametrize("invited", [(), (OTHER + 1,), (OTHER,)])
async def test_only_users_who_are_invited_come_in(
    sockets: Path, monkeypatch: pytest.MonkeyPatch, invited: Collection[int]
) -> None:
    as_seen_by_host = SimpleNamespace(**vars(local_terminal) | {"peer_of": lambda _socket: Peer(1, OTHER)})
    monkeypatch.setattr(local_door, "local_terminal", as_seen_by_host)
    async with hosting(sockets, invited=invited) as server:
        if OTHER in invited:
            assert await come(server) == f"unix:{OTHER}"
            return
        with pytest.raises(asyncssh.DisconnectError) as refused:
            await come(server)
        assert refused.value.code == asyncssh.DISC_HOST_NOT_ALLOWED_TO_CONNECT
        assert not server.lobby.visitors


def test_options_of_what_follows_the_name_are_left_to_the_host() -> None:
    result = CliRunner().invoke(command, ["join", "no-one-at-all", "wait", "--follow"])
    assert (result.exit_code, result.stderr) == (1, "naishi: There is no user no-one-at-all on this machine.\n")


def test_lines_to_pass_on_name_the_host() -> None:
    assert PublicAddress(user="aiko").ssh_line("join", "k4m") == "naishi join aiko join k4m"


def host_in_terminal(folder: Path) -> Terminal:
    return Terminal([*NAISHI, "host", "--data", str(folder / "data")], env={SHARED_FOLDER: str(folder)})


def join_in_terminal(folder: Path, host: Terminal) -> Terminal:
    host.wait_for("NAISHI")
    return Terminal([*NAISHI, "join"], env={SHARED_FOLDER: str(folder)})


def take_name(terminal: Terminal, name: str) -> None:
    terminal.wait_for("What name")
    terminal.insist(name, lambda: name in terminal.text)
    terminal.insist("enter", lambda: "What name" not in terminal.text)


def door_of(host: Terminal) -> int:
    """The process behind `naishi host`: its only child."""
    return int(Path(f"/proc/{host.pid}/task/{host.pid}/children").read_text())


def is_put_right(terminal: Terminal) -> bool:
    modes = termios.ECHO | termios.ICANON | termios.ISIG
    return termios.tcgetattr(terminal.fd)[3] & modes == modes and terminal.modes == {"7", "25"}


@pytest.mark.slow
def test_two_terminals_play_each_other_also_after_the_process_behind_was_killed(sockets: Path) -> None:
    with host_in_terminal(sockets) as host, join_in_terminal(sockets, host) as second:
        take_name(host, "Aiko")
        take_name(second, "Bruno")
        host.insist("n", lambda: "Base game" in host.text)
        host.insist("enter", lambda: f"naishi join {user_name(ME)} join " in host.text)
        second.wait_for("Aiko is waiting")
        second.insist("enter", lambda: "round 1" in second.text)
        os.kill(door_of(host), signal.SIGKILL)
        for terminal in (host, second):
            assert terminal.wait(60) == 1
            assert "The host's program has ended." in terminal.text
            assert is_put_right(terminal)
    with host_in_terminal(sockets) as host, join_in_terminal(sockets, host) as second:
        for terminal in (host, second):
            terminal.wait_for("round 1")
        host.insist("ctrl+q", lambda: "still here" in host.text)
        assert "Bruno was still here." in host.text
        assert (host.wait(60), second.wait(60)) == (0, 0)
        assert "The host has left." in second.text
        assert is_put_right(host)
        assert is_put_right(second)
    assert not socket_path(ME).exists()


def test_the_end_of_the_host_is_the_end_for_everybody_however_it_ends(sockets: Path) -> None:
    with host_in_terminal(sockets) as host, join_in_terminal(sockets, host) as second:
        second.wait_for("What name")
        os.kill(host.pid, signal.SIGKILL)
        assert second.wait(60) == 0
        assert "The host has left." in second.text
        assert is_put_right(second)


def test_lines_come_by_pipes_and_a_signal_leaves_the_terminal_as_it_was(sockets: Path) -> None:
    def join(lines: str, *words: str) -> subprocess.CompletedProcess[str]:
        line = [*NAISHI, "join", "--plain", user_name(ME), *words]
        return subprocess.run(line, input=lines, capture_output=True, text=True, check=False, timeout=60)

    with host_in_terminal(sockets) as host:
        host.wait_for("What name")
        said = join("name Bruno\nnew\n")
        assert "You are Bruno now." in said.stdout
        assert (said.stderr, said.returncode) == ("", 0)
        assert join("", "cook").returncode == 2
        os.kill(host.pid, signal.SIGTERM)
        assert host.wait(60) == 128 + signal.SIGTERM
        assert is_put_right(host)


def test_a_host_can_ban_a_user_who_is_told_now_and_when_they_come_again(sockets: Path) -> None:
    with host_in_terminal(sockets) as host:
        with join_in_terminal(sockets, host) as second:
            second.wait_for("What name")
            (reply,) = ask(sockets / "data", Asked(["ban", f"unix:{ME}/2", "1h"]))
            assert "error" not in reply
            assert second.wait(60) == 0
            assert "You are banned from this server until " in second.text
        with join_in_terminal(sockets, host) as again:
            assert again.wait(60) == 1
            assert "You are banned from this server until " in again.text


def test_games_of_any_kind_are_played_by_pipes(sockets: Path) -> None:
    typed = [
        "name Bruno",
        "bot ninjato beginner 3",
        "look",
        "quit",
        "bot shogun beginner 3 setup=printed",
        "look",
        "quit",
    ]
    with host_in_terminal(sockets) as host:
        host.wait_for("What name")
        line = [*NAISHI, "join", "--plain", user_name(ME)]
        lines = "\n".join([*typed, "new ninjato 4", ""])
        said = subprocess.run(line, input=lines, capture_output=True, text=True, check=False, timeout=60)
        for game in ("Ninjato", "Shogun"):  # who sits where is drawn
            assert re.search(rf"{game}: your game with \w+ and \w+", said.stdout)
        assert "Option: set-up, as printed." in said.stdout
        assert "Table 3 (Ninjato, 1 of 4 seats taken) is yours and waits." in said.stdout
        assert (said.stderr, said.returncode) == ("", 0)
        os.kill(host.pid, signal.SIGTERM)
        assert host.wait(60) == 128 + signal.SIGTERM
