"""Hostile clients, and limits of one connection: ssh.server, ssh.terminal, client, limits."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import sys
from pathlib import Path

import asyncssh
import pytest

from naishi.server.presence.limits import LARGEST, Bucket, InputBuckets, Limits, clamped
from naishi.transports.client import PORTION, InitialCommand, Mode, parse_command
from tests.naishi_tui.ssh.conftest import PATIENCE, Server, new_keys, serving


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
        ("'", "''' is not a command."),
        ("ls x" * 1000, "This command is too long: 400 characters at most."),
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
    wrong = ("ls x" * 1000, "plain json", "json plain games", "games\x07", "join\nx")
    assert [parse_command(each) for each in wrong] == [None] * 5
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


@pytest.mark.ci
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


@pytest.mark.parametrize(
    ("asked", "drawn"),
    [((80, 24), (80, 24)), ((0, 0), (80, 24)), ((4_000_000_000, 4_000_000_000), LARGEST), ((1, 1), (1, 1))],
)
def test_sizes_are_bounded(asked: tuple[int, int], drawn: tuple[int, int]) -> None:
    assert clamped(*asked) == drawn


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


@pytest.mark.ci
async def test_a_paste_is_taken_no_faster_in_one_piece_than_bit_by_bit(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A client may send a window of 32 KiB at once: all of it at once would keep everybody else waiting."""
    client = await server.visit()
    await client.see("NAISHI  Guest")
    (session,) = server.ssh.terminals
    taken: list[int] = []
    feed = session.terminal.feed

    def count(data: bytes) -> float:
        taken.append(len(data))
        return feed(data)

    monkeypatch.setattr(session.terminal, "feed", count)
    session.data_received(b"a" * 32 * 1024, None)
    assert 0 < sum(taken) < 2 * server.ssh.limits.input_burst
    assert max(taken) <= PORTION
    session.eof_received()
    await client.end()
    assert sum(taken) < 2 * server.ssh.limits.input_burst, "what was left is gone with the screen"


@pytest.mark.ci
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


@pytest.mark.ci
async def test_a_client_that_never_reads_is_gone(tmp_path: Path) -> None:
    async with serving(tmp_path, Limits(stalled=0.3, output=2000)) as server:
        connection = await server.connect()
        channel, _session = await connection.create_session(
            Deaf, term_type="xterm-256color", term_size=(200, 60), encoding=None, window=1000, request_pty="force"
        )
        other = await server.visit()
        for height in itertools.islice(itertools.cycle((50, 60)), 200):
            await asyncio.sleep(0.1)
            if len(server.ssh.terminals) == 1:
                break
            with contextlib.suppress(OSError):
                channel.change_terminal_size(200, height)  # something to draw, whatever was read as one key
        else:
            raise AssertionError("it is still there")
        await other.press_and_see("b", "Which bot")


@pytest.mark.ci
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


@pytest.mark.ci
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


@pytest.mark.ci
async def test_somebody_with_a_new_key_hears_how_to_come_with_another(server: Server) -> None:
    client = await server.visit(*new_keys(1))
    await client.see("What name do you want")
    assert "another of your keys" in client.text
    assert "ssh -o IdentitiesOnly=yes -i KEY " in " ".join(client.text.split())


@pytest.mark.ci
async def test_an_idle_question_for_a_name_gets_no_byte(server: Server) -> None:
    client = await server.visit(*new_keys(1))
    await client.see("What name do you want")
    await client.fall_silent()
