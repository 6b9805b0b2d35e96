"""Health figures of a running server."""

from __future__ import annotations

import asyncio
import os
import socket
import stat
import subprocess
from contextlib import closing
from pathlib import Path

import pytest

from naishi.common.i18n import NaishiError
from naishi.server import Lobby
from naishi.server.lobby import status
from naishi.server.lobby.status import Pulse, Status, StatusSocket, ask, status_lines
from naishi.server.presence.limits import LATEST, ResponseTimes
from tests.naishi.server.conftest import Table


async def asked(folder: Path) -> list[Status]:
    return await asyncio.to_thread(ask, folder)


@pytest.mark.parametrize("inner", ["here", "a" * 150])
async def test_a_server_says_who_is_here_to_whoever_asks_in_its_folder(
    tmp_path: Path, table: Table, inner: str
) -> None:
    folder = tmp_path / inner  # some are too long for the address of a socket
    folder.mkdir()
    door = StatusSocket(folder, Pulse(table.lobby).status)
    await door.open()
    table.lobby.response_times.add(0.02)
    (said,) = await asked(folder)
    assert (said.process, said.visitors, said.matches, said.key_to_frame) == (os.getpid(), 2, 1, 0.02)
    assert said.memory > 1_000_000
    (path,) = folder.iterdir()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    await door.close("")
    with pytest.raises(NaishiError, match="No server is running in"):
        await asked(folder)
    assert not list(folder.iterdir())


def test_lines_say_it_in_words() -> None:
    lines = status_lines(
        Status(process=7, running=3725.0, visitors=14, matches=6, key_to_frame=0.0382, memory=150 * 2**20)
    )
    assert "running for                1:02:05" in lines
    assert "keystroke to frame         38 ms for 95 % of the latest keystrokes" in lines
    assert lines[-1].endswith("  150 MiB")
    nobody = status_lines(Status(process=7, running=0.0, visitors=0, matches=0, key_to_frame=None, memory=0))
    assert any(line.endswith("no keystroke yet") for line in nobody)


async def test_what_a_killed_server_left_is_nothing_and_is_cleared_away(tmp_path: Path, lobby: Lobby) -> None:
    with subprocess.Popen(["true"]) as killed, closing(socket.socket(socket.AF_UNIX)) as left:
        left.bind(str(tmp_path / f"status.{killed.pid}"))
    with pytest.raises(NaishiError, match="No server is running in"):
        await asked(tmp_path)
    door = StatusSocket(tmp_path, Pulse(lobby).status)
    await door.open()
    assert [path.name for path in tmp_path.glob("status.*")] == [f"status.{os.getpid()}"]
    await door.close("")


async def test_a_server_that_hangs_is_named_in_a_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(status, "PATIENCE", 0.05)
    with closing(socket.socket(socket.AF_UNIX)) as hangs:
        hangs.bind(str(tmp_path / "status.1"))
        hangs.listen()
        with pytest.raises(NaishiError, match=r"can't be asked \(it doesn't answer\)"):
            await asked(tmp_path)


async def test_a_server_goes_on_where_there_can_be_no_socket(
    tmp_path: Path, lobby: Lobby, caplog: pytest.LogCaptureFixture
) -> None:
    door = StatusSocket(tmp_path / "gone", Pulse(lobby).status)
    await door.open()
    await door.close("")
    (record,) = caplog.records
    assert record.getMessage() == "the server can't be asked how it is doing: No such file or directory"


def test_the_slowest_of_the_latest_keys_are_left_out() -> None:
    times = ResponseTimes()
    assert times.p95 is None
    for count in range(LATEST * 2):
        times.add(9.0 if count < LATEST else (count - LATEST) / LATEST)
    assert times.p95 == 0.95


async def test_whoever_may_not_ask_reads_that(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_folder: Path) -> list[str]:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(os, "listdir", refuse)
    with pytest.raises(NaishiError, match=r"can't be asked \(Permission denied\)"):
        await asked(tmp_path)


def test_no_server_runs_in_a_file_or_in_what_is_not_there(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    for name in ("file", "none"):
        with pytest.raises(NaishiError, match="No server is running in"):
            ask(tmp_path / name)
