"""Operator socket: its permitted users, and stopped servers."""

from __future__ import annotations

import asyncio
import json
import os
import socket
import stat
from contextlib import closing
from pathlib import Path

import pytest

from naishi.common.i18n import NaishiError
from naishi.server import Database, Lobby
from naishi.server.database.database import alone_in
from naishi.server.operating import local_socket
from naishi.server.operating.local_socket import Asked, OperatorSocket, ask, obey_at_the_database
from naishi.server.operating.orders import Reply
from naishi.server.operating.service import Operator
from tests.naishi.server.conftest import player
from tests.naishi.server.lobby.two_processes import process, until
from tests.naishi.server.postgres import Cluster

BAN = Asked(["ban", "SHA256:a", "1h"], "stalling")


async def asked(folder: Path, order: Asked) -> list[dict[str, object]]:
    return [*await asyncio.to_thread(ask, folder, order)]


async def test_a_server_obeys_whoever_can_reach_its_folder(tmp_path: Path, lobby: Lobby) -> None:
    door = OperatorSocket(tmp_path, Operator(lobby))
    await door.open()
    (path,) = tmp_path.glob("operator.*")
    assert (path.name, stat.S_IMODE(path.stat().st_mode)) == (f"operator.{os.getpid()}", 0o600)
    (reply,) = await asked(tmp_path, BAN)
    assert "is banned until" in str(reply["lines"])
    (entry,) = await lobby.audit.newest(9)
    assert (entry.who, entry.why) == (local_socket.who_asks(), "stalling")
    (reply,) = await asked(tmp_path, Asked(["unban", "SHA256:b"]))
    assert reply == {"error": "SHA256:b isn't banned. Banned now: SHA256:a."}
    (reply,) = await asked(tmp_path, Asked(["unban", "SHA256:a"], user="aiko"))
    assert (await lobby.audit.newest(1))[0].who.startswith("aiko ("), "who has used sudo"
    (reply,) = await asked(tmp_path, Asked(["bans"], user="aiko, root: ban Bruno"))
    assert reply["document"] == []
    await door.close("")
    assert await asked(tmp_path, BAN) == []


async def test_what_goes_wrong_is_answered_in_one_line(
    tmp_path: Path, lobby: Lobby, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    operator = Operator(lobby)

    async def fail(*_words: object) -> Reply:
        raise OverflowError("Python int too large to convert to C long")

    monkeypatch.setattr(operator, "obey", fail)
    door = OperatorSocket(tmp_path, operator)
    await door.open()
    assert await asked(tmp_path, BAN) == [{"error": "Something went wrong in the server; its log says what."}]
    assert "OverflowError" in caplog.text
    await door.close("")


async def test_nobody_else_is_obeyed_or_answered(tmp_path: Path, lobby: Lobby, monkeypatch: pytest.MonkeyPatch) -> None:
    door = OperatorSocket(tmp_path, Operator(lobby))
    await door.open()
    monkeypatch.setattr(local_socket, "user_of", lambda _connected: os.getuid() + 1)
    with pytest.raises(NaishiError, match="doesn't answer"):
        await asked(tmp_path, BAN)
    assert not await lobby.audit.newest(9)
    await door.close("")


@pytest.mark.parametrize("line", [b"", b"no object\n", b"[]\n", b'{"words": 3}\n', b'{"words": []}\n', b"{" * 70_000])
async def test_what_is_no_order_is_dropped_and_the_next_one_is_obeyed(
    tmp_path: Path, lobby: Lobby, line: bytes
) -> None:
    door = OperatorSocket(tmp_path, Operator(lobby))
    await door.open()
    with closing(socket.socket(socket.AF_UNIX)) as odd:
        odd.connect(str(next(tmp_path.glob("operator.*"))))
        odd.sendall(line)
        odd.shutdown(socket.SHUT_WR)
        odd.setblocking(False)
        assert await asyncio.get_running_loop().sock_recv(odd, 100) == b""
    assert len(await asked(tmp_path, BAN)) == 1
    await door.close("")


def test_where_no_server_runs_the_database_is_changed_itself(tmp_path: Path) -> None:
    with pytest.raises(NaishiError, match="There is no database in"):
        obey_at_the_database(tmp_path, "", BAN)

    async def play() -> None:
        lobby = Lobby(database)
        await player(lobby, "Aiko")
        await lobby.close()

    with closing(Database(tmp_path / "naishi.sqlite")) as database:
        asyncio.run(play())
    assert "lines" in obey_at_the_database(tmp_path, "", Asked(["rename", "Aiko", "Akiko"]))
    assert obey_at_the_database(tmp_path, "", Asked(["say", "hello"])) == {
        "error": "No server is running; this needs one."
    }
    (entry,) = obey_at_the_database(tmp_path, "", Asked(["audit"]))["document"]
    assert (entry["what"], entry["whom"], entry["detail"]) == ("rename", "Aiko", "Akiko")
    with alone_in(tmp_path), pytest.raises(NaishiError, match="doesn't answer"):
        obey_at_the_database(tmp_path, "", BAN)


@pytest.mark.ci
def test_a_database_that_servers_share_is_changed_from_anywhere(tmp_path: Path, postgres: Cluster) -> None:
    url = postgres.database()
    assert "lines" in obey_at_the_database(tmp_path, url, BAN)
    (ban,) = obey_at_the_database(tmp_path, url, Asked(["bans"]))["document"]
    assert ban["whom"] == "SHA256:a"
    assert "error" in obey_at_the_database(tmp_path, url, Asked(["say", "hello"]))
    with pytest.raises(NaishiError, match="No server is running"):
        obey_at_the_database(tmp_path, url, Asked(["here"]))
    assert json.dumps(ban)


@pytest.mark.ci
async def test_servers_of_other_machines_act_on_what_is_ordered_at_their_database(
    tmp_path: Path, postgres: Cluster
) -> None:
    url = postgres.database()
    async with process(url, "one") as one:
        aiko, heard = await player(one, "Aiko"), list[str]()
        aiko.send_away = lambda words: heard.append(words())
        for words in (["say", "Please be kind"], ["stop", "1h"], ["cancel"], ["ban", "Aiko", "1h"]):
            reply = await asyncio.to_thread(obey_at_the_database, tmp_path, url, Asked(words))
            assert "error" not in reply
        await until(lambda: heard)
        assert heard[0].startswith("You are banned")
        said = aiko.take_announced()
        assert said.startswith("Operator: Please be kind The server stops in 60 minutes, at ")
        assert said.endswith("The server doesn't stop after all.")
