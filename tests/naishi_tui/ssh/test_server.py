"""What a client can't do, however it asks; and what one connection may take."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import sys
import weakref
from pathlib import Path
from typing import Any

import asyncssh
import pytest

from naishi.server import Lobby, Visitor
from naishi.server.play.limits import LARGEST, Bucket, InputBuckets, Limits, clamped
from naishi_tui.screens.choose_bot import ChooseBot
from naishi_tui.visit.app import LobbyApp
from naishi_tui.visit.initial_command import InitialCommand, Mode, parse_command
from naishi_tui.visit.terminal import PORTION
from tests.naishi_tui.ssh.conftest import PATIENCE, Client, Server, named, new_keys, serving
from tests.naishi_tui.waiting import idle, until


async def output_of(server: Server, command: str | None, **options: object) -> tuple[str, int | None]:
    connection = await server.connect()
    result = await asyncio.wait_for(connection.run(command, check=False, **options), PATIENCE)  # type: ignore[arg-type]
    return str(result.stdout) + str(result.stderr), result.exit_status


@pytest.mark.parametrize(
    ("command", "why"),
    [
        ("ls", "'ls' is not a command."),
        ("join", "Write it like this: join WORD"),
        ("sh -c 'join x'", "'sh' is not a command."),
        ("scp -t .", "'scp' is not a command."),
        ("'", "This command can't be read."),
    ],
)
async def test_nothing_is_executed(server: Server, command: str, why: str) -> None:
    said, status = await output_of(server, command, term_type="xterm")
    assert why in said
    assert status == 2


def test_only_a_few_commands_are_understood() -> None:
    assert parse_command("") == InitialCommand()
    assert parse_command("join ab12") == InitialCommand("join", "ab12")
    quoted = InitialCommand("join", "$(id); ls")
    assert parse_command("join $(id); ls") == quoted, "a word like any other, which no game has"
    assert parse_command("watch ab12-cd34") == InitialCommand("watch", "ab12-cd34")
    assert parse_command("plain") == InitialCommand(mode=Mode.PLAIN)
    assert parse_command("json watch ab12") == InitialCommand("watch", "ab12", Mode.JSON)
    wrong = ("'", "ls x" * 1000, "plain json", "json plain games", "games\x07", "join\nx")
    assert [parse_command(each) for each in wrong] == [None] * 6
    assert parse_command("join plain plain x") == InitialCommand("join", "plain plain x")
    assert parse_command("JOIN x") == InitialCommand(request=("JOIN", "x")), "no verb, and said to be none"


async def test_there_is_no_sftp(server: Server) -> None:
    connection = await server.connect()
    with pytest.raises(asyncssh.Error):
        await asyncio.wait_for(connection.start_sftp_client(), PATIENCE)


async def test_nothing_is_forwarded(server: Server) -> None:
    connection = await server.connect()
    with pytest.raises(asyncssh.ChannelOpenError):
        await connection.open_connection("127.0.0.1", server.port)
    with pytest.raises(asyncssh.ChannelOpenError):
        await connection.open_unix_connection("/tmp/x")  # noqa: S108
    with pytest.raises(asyncssh.ChannelListenError):
        await connection.forward_remote_port("127.0.0.1", 0, "127.0.0.1", 1)
    with pytest.raises(asyncssh.ChannelListenError):
        await connection.forward_remote_path("/tmp/naishi-x", "/tmp/y")  # noqa: S108


async def test_there_is_neither_agent_nor_x11(server: Server) -> None:
    connection = await server.connect()
    with pytest.raises(asyncssh.ChannelOpenError):
        await connection.create_process(term_type="xterm", x11_forwarding=True, x11_display="127.0.0.1:99")
    (terminal,) = server.ssh.terminals
    assert not await terminal.connection.create_agent_listener()


async def test_a_connection_has_one_terminal(server: Server) -> None:
    client = await server.visit()
    await client.see("NAISHI  Guest")
    with pytest.raises(asyncssh.ChannelOpenError):
        await server.connections[0].create_process(term_type="xterm")


async def test_one_address_has_a_few_connections_only(tmp_path: Path) -> None:
    async with serving(tmp_path, Limits(per_address=2)) as server:
        kept = [await server.visit() for _client in range(2)]
        with pytest.raises((asyncssh.Error, OSError)):
            await server.connect()
        await kept[0].see("NAISHI  Guest")


async def test_there_are_so_many_connections_in_all(tmp_path: Path) -> None:
    async with serving(tmp_path, Limits(connections=1)) as server:
        client = await server.visit()
        await client.see("NAISHI  Guest")
        with pytest.raises((asyncssh.Error, OSError)):
            await server.connect()


async def test_one_player_is_there_a_few_times_only(tmp_path: Path) -> None:
    async with serving(tmp_path, Limits(per_player=1)) as server:
        (key,) = new_keys(1)
        await named(server, key, "Aiko")
        first, second = await server.visit(key), await server.visit(key)
        await second.end()
        assert "too many connections" in second.text
        await first.press_and_see("b", "Which bot")


@pytest.mark.parametrize(
    ("asked", "drawn"),
    [((80, 24), (80, 24)), ((0, 0), (80, 24)), ((4_000_000_000, 4_000_000_000), LARGEST), ((1, 1), (1, 1))],
)
def test_sizes_are_bounded(asked: tuple[int, int], drawn: tuple[int, int]) -> None:
    assert clamped(*asked) == drawn


async def test_a_giant_terminal_is_bounded_on_change_too(server: Server) -> None:
    client = await server.visit(size=(120, 40))
    await client.see("NAISHI  Guest")
    app = server.app
    client.process.change_terminal_size(2**31, 2**31)
    await client.until(lambda: tuple(app.size) == LARGEST, "the size")
    client.process.stdin.write(b"\x1b[48;24;80;480;800t")  # an answer to a question that is never asked
    client.press("b")
    await until(lambda: isinstance(app.screen, ChooseBot), "the key after it")
    assert tuple(app.size) == LARGEST


async def test_a_small_terminal_gets_a_polite_line(server: Server) -> None:
    client = await server.visit(size=(50, 10))
    await client.see("Naishi needs 60")
    client.screen.resize(24, 80)
    client.process.change_terminal_size(80, 24)
    await client.see("Your games")


def test_a_fast_typist_never_waits() -> None:
    now = [0.0]
    bucket = Bucket(Limits().input_rate, Limits().input_burst, lambda: now[0])
    for _key in range(1000):  # arrow keys at a rate that no keyboard repeats
        assert bucket.take(len(b"\x1b[A")) == 0
        now[0] += 1 / 100
    assert bucket.take(1500) == 0  # and a paste


def test_a_flood_has_to_wait() -> None:
    bucket = Bucket(100, 1000, lambda: 0.0)
    assert bucket.take(1000) == 0
    assert bucket.take(100) == 1.0


def test_all_connections_of_a_key_send_no_more_than_one() -> None:
    buckets = InputBuckets(rate=400, burst=2048)
    first, second, other = buckets.of("SHA256:a"), buckets.of("SHA256:a"), buckets.of("SHA256:b")
    assert first.take(2000) == 0
    assert second.take(2000) > 4
    assert other.take(2000) == 0
    guests = [buckets.of(None) for _connection in range(2)]
    assert [guest.take(2000) for guest in guests] == [0, 0]


async def test_a_flood_stops_nobody_else_and_garbage_ends_nothing(server: Server) -> None:
    flooder, other = await server.visit(), await server.visit()
    await flooder.see("NAISHI  Guest")
    await other.see("NAISHI  Guest")
    flooder.process.stdin.write(b"\x1b[200~" + b"\xff\x00\x1b[999;999;999u\x1b]52;c;" * 20_000)
    await other.press_and_see("b", "Which bot")
    assert len(server.apps) == 2


async def test_a_paste_is_taken_no_faster_in_one_piece_than_bit_by_bit(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A client may send a window of 32 KiB at once: all of it at once would keep everybody else waiting."""
    client = await server.visit()
    await client.see("NAISHI  Guest")
    (session,) = server.ssh.terminals
    taken: list[int] = []
    feed = session._terminal.feed

    def count(data: bytes) -> float:
        taken.append(len(data))
        return feed(data)

    monkeypatch.setattr(session._terminal, "feed", count)
    session.data_received(b"a" * 32 * 1024, None)
    assert 0 < sum(taken) < 2 * server.ssh.limits.input_burst
    assert max(taken) <= PORTION
    session.eof_received()
    await client.end()
    assert sum(taken) < 2 * server.ssh.limits.input_burst, "what was left is gone with the screen"


async def test_lines_that_were_sent_faster_than_they_may_be_are_all_read_before_the_end(tmp_path: Path) -> None:
    async with serving(tmp_path, Limits(input_rate=100_000, input_burst=100)) as server:
        connection = await server.connect()
        lines = " \n" * 600 + "help\n"
        result = await asyncio.wait_for(connection.run("plain", input=lines), PATIENCE)
        assert "More about a command" in str(result.stdout)
        assert result.exit_status == 0


class Deaf(asyncssh.SSHClientSession[bytes]):
    """Opens a terminal and reads nothing of it."""

    def connection_made(self, chan: asyncssh.SSHClientChannel[bytes]) -> None:
        chan.pause_reading()


async def test_a_client_that_never_reads_is_gone(tmp_path: Path) -> None:
    async with serving(tmp_path, Limits(stalled=0.3, output=2000)) as server:
        connection = await server.connect()
        channel, _session = await connection.create_session(
            Deaf, term_type="xterm-256color", term_size=(200, 60), encoding=None, window=1000, request_pty="force"
        )
        other = await server.visit()
        for _try in range(200):
            await asyncio.sleep(0.1)
            if len(server.ssh.terminals) == 1:
                break
            with contextlib.suppress(OSError):
                channel.write(b"b\x1b")  # something to draw
        else:
            raise AssertionError("it is still there")
        await other.press_and_see("b", "Which bot")


async def test_an_address_makes_so_many_games_only(tmp_path: Path) -> None:
    async with serving(tmp_path, Limits(games_rate=1e-6, games_burst=2)) as server:
        one, other = await server.visit(), await server.visit()
        await one.press_and_see("n", "Base game")
        await one.press_and_see("enter", "Your table is waiting")
        await other.see("is waiting for an opponent")
        for said in ("Your table is waiting", "many new games from your address"):
            await other.press_and_see("n", "Base game")
            await other.press_and_see("enter", said)


@pytest.mark.parametrize("where", ["lobby", "name", pytest.param("palette", marks=pytest.mark.slow)])
async def test_an_idle_terminal_gets_no_byte(server: Server, where: str) -> None:
    client = await server.visit(*new_keys(where == "name"))
    await client.see("What name do you want" if where == "name" else "Your games")
    if where == "palette":
        await client.press_and_see("\x10", "Leave; your games wait for you")
    for _try in range(20):  # until the last of the picture has come
        size = len(client.received)
        await asyncio.sleep(1.2)
        if len(client.received) == size:
            return
    raise AssertionError(client.received[-200:])


async def test_who_is_idle_is_warned_and_then_disconnected(tmp_path: Path) -> None:
    async with serving(tmp_path, Limits(idle_warning=1.0, idle=2.0)) as server:
        client = await server.visit()
        await client.see("Are you still there?")
        await client.end()
        assert "away for a long time" in client.text


async def test_leaving_restores_the_terminal(server: Server) -> None:
    client = await server.visit()
    await client.see("NAISHI  Guest")
    await client.press_and_see("q", "\n")
    await client.end()
    restored(client)


def restored(client: Client) -> None:
    for mode in ("1049", "1000", "1006", "2004"):
        switches = bytes(client.received)
        assert switches.rindex(f"\x1b[?{mode}l".encode()) > switches.rindex(f"\x1b[?{mode}h".encode())
    assert b"\x1b[?25h" in client.received


async def test_stopping_the_server_tells_everybody_and_restores_terminals(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        clients = [await server.visit() for _client in range(2)]
        for client in clients:
            await client.see("NAISHI  Guest")
        await server.ssh.close("The server stops; your games are saved.")
        for client in clients:
            await client.end()
            restored(client)
            assert "The server stops" in client.text


async def test_stopping_the_server_stops_those_who_are_just_coming_in(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    reached, stopped = asyncio.Event(), asyncio.Event()
    visit = Lobby.visit

    async def visit_slowly(lobby: Lobby, *arguments: Any) -> Visitor:
        reached.set()
        await stopped.wait()
        return await visit(lobby, *arguments)

    monkeypatch.setattr(Lobby, "visit", visit_slowly)
    client = await server.visit()
    await reached.wait()
    closing = asyncio.create_task(server.ssh.close("The server stops; your games are saved."))
    await idle()
    stopped.set()
    await client.end()
    await closing
    assert "The server stops" in client.text
    assert b"\x1b[?1049h" not in client.received, "no app is begun any more"


async def test_a_mistake_ends_one_terminal_politely_and_logs_no_card(
    server: Server, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = await server.visit(), await server.visit()
    await one.see("NAISHI  Guest")
    await other.see("NAISHI  Guest")

    def fail(_app: object) -> None:
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


@pytest.mark.usefixtures("quick_collection")
async def test_nothing_keeps_a_closed_app_alive(server: Server) -> None:
    client = await server.visit()
    await client.see("NAISHI  Guest")
    client.press("down", "\x1b[97u", "up")
    app = weakref.ref(server.app)
    await client.press_and_see("q", "\n")
    await client.end()
    server.close()

    def gone() -> bool:
        gc.collect()
        return app() is None

    await until(gone, "nothing keeps the app alive")


async def test_standard_output_is_the_servers_own_when_apps_end_in_any_order(server: Server) -> None:
    before = sys.stdout, sys.stderr
    first, second = await server.visit(), await server.visit()
    await first.see("NAISHI  Guest")
    await second.see("NAISHI  Guest")
    assert (sys.stdout, sys.stderr) == before
    for client in (first, second):
        client.press("q")
        await client.end()
    assert (sys.stdout, sys.stderr) == before


async def test_apps_with_the_same_colours_share_parsed_styles_and_others_do_not(server: Server) -> None:
    for term in ("xterm-256color", "xterm-256color", "xterm"):
        client = await server.visit(term=term)
        await client.see("NAISHI  Guest")
    apps = server.apps
    themes = {app.theme: [each.stylesheet for each in apps if each.theme == app.theme] for app in apps}
    one, other = themes["dark"]
    (plain,) = themes["terminal"]
    assert {id(rule) for rule in one.rules} == {id(rule) for rule in other.rules}
    assert not {id(rule) for rule in one.rules} & {id(rule) for rule in plain.rules}


async def test_no_action_writes_a_file_opens_a_browser_or_sends_a_clipboard(
    server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []
    monkeypatch.setattr("webbrowser.open", lambda url, *_more: opened.append(url))
    client = await server.visit()
    await client.see("NAISHI  Guest")
    app = server.app
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
