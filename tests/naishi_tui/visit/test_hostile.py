"""Hostile visitors at both transports, and limits: visit.terminal, visit.app, ssh.server, web.server."""

from __future__ import annotations

import asyncio
import gc
import logging
import weakref
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest

from naishi.plain.server.lobby import PlainLobby
from naishi.server import Lobby, Visitor
from naishi.server.database.connection import StorageError
from naishi.server.presence.limits import LARGEST, Limits
from naishi_tui.games.naishi.table_questions import ChooseBot
from naishi_tui.visit.app import LobbyApp
from naishi_tui.visit.terminal import Terminal
from tests.naishi_tui.ssh.conftest import Client
from tests.naishi_tui.visit.doors import DOORS, Door, door_of
from tests.naishi_tui.waiting import idle, until

pytestmark = pytest.mark.ci

GARBAGE = b"\x1b[200~" + b"\xff\x00\x1b[999;999;999u\x1b]52;c;" * 20_000


@pytest.fixture(params=DOORS)
def kind(request: pytest.FixtureRequest) -> str:
    """Which door it is."""
    return str(request.param)


@pytest.fixture
async def door(kind: str, tmp_path: Path) -> AsyncIterator[Door]:
    async with door_of(kind, tmp_path) as door:
        yield door


def has_sent_too_much(terminal: Terminal) -> bool:
    return terminal.spend(0) > 0


slowly_by_web = pytest.mark.parametrize("kind", ["ssh", pytest.param("web", marks=pytest.mark.slow)])
"""For tests that wait a second or more."""


async def test_one_player_is_there_a_few_times_only(kind: str, tmp_path: Path) -> None:
    async with door_of(kind, tmp_path, Limits(per_player=1)) as door:
        await door.add("Aiko")
        first, second = await door.visit("Aiko"), await door.visit("Aiko")
        await second.end()
        assert "too many connections" in second.text
        await first.press_and_see("b", "Which bot")


async def test_a_giant_terminal_is_bounded_on_change_too(door: Door) -> None:
    client = await door.visit(size=(120, 40))
    await client.see("NAISHI  Guest")
    app = door.server.app
    await door.resize(client, 2**31, 2**31)
    await client.until(lambda: tuple(app.size) == LARGEST, "the size")
    client.process.stdin.write(b"\x1b[48;24;80;480;800t")  # an answer to a question that is never asked
    client.press("b")
    await until(lambda: isinstance(app.screen, ChooseBot), "the key after it")
    assert tuple(app.size) == LARGEST


async def test_a_small_terminal_gets_a_polite_line(door: Door) -> None:
    client = await door.visit(size=(50, 10))
    await client.see("Naishi needs 60")
    client.screen.resize(24, 80)
    await door.resize(client, 80, 24)
    await client.see("Your games")


async def test_a_flood_stops_nobody_else_and_garbage_ends_nothing(door: Door) -> None:
    flooder, other = await door.visit(), await door.visit()
    await flooder.see("NAISHI  Guest")
    await other.see("NAISHI  Guest")
    flooder.process.stdin.write(GARBAGE)
    await other.press_and_see("b", "Which bot")
    assert len(door.server.apps) == 2
    await until(lambda: any(map(has_sent_too_much, door.terminals)), "one has to wait")


async def test_a_flood_of_lines_stops_nobody_else(door: Door) -> None:
    flooder, other = await door.talk(), await door.talk()
    await flooder.see("lobby> ")
    await other.see("lobby> ")
    flooder.process.stdin.write(b"rules\n" * 20_000 + GARBAGE)
    await other.says("bot beginner", "Your game with Koshikibu.")
    (busy,) = filter(has_sent_too_much, door.terminals)
    assert busy.reads_lines


@slowly_by_web
async def test_an_address_makes_so_many_games_only(kind: str, tmp_path: Path) -> None:
    async with door_of(kind, tmp_path, Limits(games_rate=1e-6, games_burst=2)) as door:
        one, other = await door.visit(), await door.visit()
        await one.press_and_see("n", "Base game")
        await one.press_and_see("enter", "Your table is waiting")
        await other.see("is waiting for an opponent")
        for said in ("Your table is waiting", "many new games from your address"):
            await other.press_and_see("n", "Base game")
            await other.press_and_see("enter", said)


@slowly_by_web
@pytest.mark.parametrize("where", ["lobby", pytest.param("palette", marks=pytest.mark.slow)])
async def test_an_idle_terminal_gets_no_byte(door: Door, where: str) -> None:
    client = await door.visit()
    await client.see("Your games")
    if where == "palette":
        await client.press_and_see("\x10", "Leave; your games wait for you")
    await client.fall_silent()


@slowly_by_web
async def test_an_idle_client_gets_no_byte(door: Door) -> None:
    client = await door.talk()
    await client.see("lobby> ")
    size = client.count
    await asyncio.sleep(1.5)
    assert client.count == size


@slowly_by_web
async def test_who_is_idle_is_warned_and_then_disconnected(kind: str, tmp_path: Path) -> None:
    async with door_of(kind, tmp_path, Limits(idle_warning=1.0, idle=2.0)) as door:
        client = await door.visit()
        await client.see("Are you still there?")
        await client.end()
        assert "away for a long time" in client.text


@slowly_by_web
async def test_who_types_no_line_is_warned_and_then_disconnected(kind: str, tmp_path: Path) -> None:
    async with door_of(kind, tmp_path, Limits(idle_warning=1.0, idle=2.0)) as door:
        client = await door.talk()
        await client.see("Are you still there? Press Enter")
        await client.end()
        assert "away for a long time" in client.text


async def test_leaving_restores_the_terminal(door: Door) -> None:
    client = await door.visit()
    await client.see("NAISHI  Guest")
    await client.press_and_see("q", "\n")
    await client.end()
    restored(client)


def restored(client: Client) -> None:
    for mode in ("1049", "1000", "1006", "2004"):
        switches = bytes(client.received)
        assert switches.rindex(f"\x1b[?{mode}l".encode()) > switches.rindex(f"\x1b[?{mode}h".encode())
    assert b"\x1b[?25h" in client.received


async def test_stopping_the_server_tells_everybody_and_restores_terminals(door: Door) -> None:
    screens, lines = [await door.visit() for _client in range(2)], await door.talk()
    for client in screens:
        await client.see("NAISHI  Guest")
    await lines.see("lobby> ")
    await door.close("The server stops; your games are saved.")
    for client in (*screens, lines):
        await client.end()
        assert "The server stops" in client.text
    for client in screens:
        restored(client)


async def test_stopping_the_server_stops_those_who_are_just_coming_in(
    door: Door, monkeypatch: pytest.MonkeyPatch
) -> None:
    reached, stopped = asyncio.Event(), asyncio.Event()
    visit = Lobby.visit

    async def visit_slowly(lobby: Lobby, *arguments: Any) -> Visitor:
        reached.set()
        await stopped.wait()
        return await visit(lobby, *arguments)

    monkeypatch.setattr(Lobby, "visit", visit_slowly)
    client = await door.visit()
    await reached.wait()
    closing = asyncio.create_task(door.close("The server stops; your games are saved."))
    await idle()
    stopped.set()
    await client.end()
    await closing
    assert "The server stops" in client.text
    assert b"\x1b[?1049h" not in client.received, "no app is begun any more"


async def test_while_the_database_cannot_be_read_newcomers_are_told(
    door: Door, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def refuse(_lobby: Lobby, *_arguments: object) -> None:
        raise StorageError("The database can't be reached")

    with monkeypatch.context() as patch:
        patch.setattr(Lobby, "visit", refuse)
        for client in (await door.visit(), await door.talk()):
            await client.end()
            assert "Nobody can come in now (The database can't be reached)." in client.received.decode()
    assert caplog.text == "", "no mistake of the program"
    await (await door.visit()).see("NAISHI  Guest")


async def test_a_mistake_ends_one_terminal_politely_and_logs_no_card(
    door: Door, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = await door.visit(), await door.visit()
    await one.see("NAISHI  Guest")
    await other.see("NAISHI  Guest")

    def fail(_app: object, *_arguments: object) -> None:
        hand = "fort mountain banner"
        raise ValueError(hand)

    with caplog.at_level(logging.ERROR), monkeypatch.context() as patch:
        patch.setattr(LobbyApp, "action_in_match", fail)
        one.press("x")
        await one.see("Something went wrong here.")
        await one.end()
    restored(one)
    assert "a terminal failed: ValueError in fail" in caplog.text
    assert "mountain" not in caplog.text
    await other.press_and_see("b", "Which bot")


async def test_a_mistake_in_line_mode_ends_one_client_politely_and_logs_no_card(
    door: Door, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = await door.talk(), await door.talk()
    await one.see("lobby> ")
    await other.see("lobby> ")

    async def fail(_lobby: object, *_arguments: object) -> None:
        hand = "fort mountain banner"
        raise ValueError(hand)

    with caplog.at_level(logging.ERROR), monkeypatch.context() as patch:
        patch.setattr(PlainLobby, "obey", fail)
        await one.says("games", "Something went wrong here.")
        await one.end()
    assert "a terminal failed: ValueError in fail" in caplog.text
    assert "mountain" not in caplog.text
    await other.says("games", "You have no game yet.")


@pytest.mark.usefixtures("quick_collection")
async def test_nothing_keeps_a_closed_app_alive(door: Door) -> None:
    client = await door.visit()
    await client.see("NAISHI  Guest")
    client.press("down", "\x1b[97u", "up")
    app = weakref.ref(door.server.app)
    await client.press_and_see("q", "\n")
    await client.end()
    door.server.close()

    def gone() -> bool:
        gc.collect()
        return app() is None

    await until(gone, "nothing keeps the app alive")


@pytest.fixture
def no_collection() -> Iterator[None]:
    """Free nothing by the collector."""
    gc.collect()
    gc.disable()
    yield
    gc.enable()


@pytest.mark.usefixtures("no_collection")
async def test_whoever_leaves_is_forgotten_without_a_collection(door: Door) -> None:
    client = await door.visit()
    await client.see("NAISHI  Guest")
    await client.press_and_see("b", "Which bot")
    screens = [weakref.ref(screen) for screen in door.server.app.screen_stack]
    await client.press_and_see("escape", "Your games")
    app, stylesheet = weakref.ref(door.server.app), weakref.ref(door.server.app.stylesheet)
    await client.press_and_see("q", "\n")
    await client.end()
    await until(lambda: app() is None, "the app is gone")
    assert stylesheet() is None
    assert len(screens) == 2
    assert not any(vars(screen) for each in screens if (screen := each()) is not None), "they hold nothing any more"


async def test_no_action_writes_a_file_opens_a_browser_or_sends_a_clipboard(
    door: Door, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []
    monkeypatch.setattr("webbrowser.open", lambda url, *_more: opened.append(url))
    client = await door.visit()
    await client.see("NAISHI  Guest")
    app = door.server.app
    before = {path for path in tmp_path.rglob("*") if "naishi.sqlite" not in path.name}
    app.open_url("https://example.org")
    app.copy_to_clipboard("secret")
    app.call_later(app.run_action, "screenshot")
    app.call_later(app.deliver_text, __file__)
    await client.press_and_see("b", "Which bot")
    assert opened == []
    assert {path for path in tmp_path.rglob("*") if "naishi.sqlite" not in path.name} == before
    assert b"\x1b]52" not in client.received
    await client.press_and_see("escape", "Your games")
    await client.until(lambda: "Which bot" not in client.text, "the lobby")
    client.press("\x10")
    await client.see("Leave; your games wait for you")
    await client.see("Make a table that everyone sees (n)")
    assert not any(word in client.text for word in ("Screenshot", "Theme", "Maximize"))
