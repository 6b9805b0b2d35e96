"""Lines and objects over SSH, under equal limits: ssh.terminal, ssh.server, visit.terminal, room."""

from __future__ import annotations

import json
from pathlib import Path

import asyncssh
import pytest

from naishi.server.match.session import Presence
from naishi.server.presence.limits import Limits
from tests.naishi_tui.ssh.conftest import Server, meet, named, new_keys, serving
from tests.naishi_tui.waiting import until


@pytest.mark.parametrize("command", [None, "plain"])
async def test_without_a_terminal_there_are_lines_and_no_shell(server: Server, command: str | None) -> None:
    client = await server.talk(command=command)
    await client.see("Naishi, Ninjato and Shogun in a terminal. You are Guest")
    await client.says("ls", "'ls' is not a command.", "lobby> ")
    await client.says("quit", "")
    await client.end()
    assert client.process.exit_status == 0


@pytest.mark.ci
async def test_a_script_is_read_to_its_end(server: Server) -> None:
    connection = await server.connect(*new_keys(1))
    result = await connection.run("plain", input="name Dora\nnew\ngames\n", check=True)
    said = str(result.stdout)
    assert "You are Dora now." in said
    assert "ssh -t -p" in said
    assert "Table 1: yours" in said
    assert said.endswith("lobby> \n")


async def test_a_terminal_that_sends_keys_has_its_lines_edited(server: Server) -> None:
    client = await server.talk(command="plain", term="xterm-256color")
    await client.see("lobby> ")
    client.received.clear()
    client.process.stdin.write(b"gamex\x7fs\r")
    await client.see("gamex\b \bs\r\nYou have no game yet.\r\n")
    client.process.stdin.write(b"\x03")
    await client.end()
    assert server.apps == []
    assert b"\x1b" not in client.received, "nothing is erased or coloured"


async def test_a_dumb_terminal_has_lines(server: Server) -> None:
    client = await server.talk(term="dumb")
    await client.see("lobby> ")


@pytest.mark.ci
async def test_line_mode_is_kept_with_the_account(server: Server) -> None:
    (key,) = new_keys(1)
    await named(server, key, "Aiko")
    first = await server.talk(key)
    await first.see("lobby> ")
    await first.says("set plain on", "Set.")
    again = await server.talk(key, term="xterm-256color")
    await again.see("You are Aiko.")
    again.process.stdin.write(b"help\r")
    await again.see("After set plain off, the screen is back at your next visit.")
    again.process.stdin.write(b"set plain off\r")
    await again.see("Set.")
    screen = await server.visit(key)
    await screen.see("Your games")


async def test_whoever_joins_without_a_terminal_is_told_of_the_screen(server: Server) -> None:
    client = await server.talk(command="join nothing")
    await client.see("For the screen, connect with ssh -t.")
    await client.see("There is no game with this word.")
    chosen = await server.talk(command="plain join nothing")
    await chosen.see("There is no game with this word.")
    assert "ssh -t" not in chosen.text


async def test_the_client_s_language_is_spoken(server: Server) -> None:
    client = await server.talk(env={"LANG": "pl_PL.UTF-8"})
    await client.see("Naishi")
    await client.says("pomoc", "ustawienia")


@pytest.mark.ci
async def test_somebody_with_lines_plays_somebody_at_a_screen(server: Server) -> None:
    keys = new_keys(2)
    table = await meet(server, keys)
    for person, seat in zip(table.people, table.seats, strict=True):
        await person.detach(seat)
    screen = await server.visit(keys[0], command=f"join {table.match.id}")
    lines = await server.talk(keys[1], command=f"plain join {table.match.id}")
    await lines.see("Your game with Aiko.")
    await until(lambda: server.app.match.participant is not None, "at the match")
    at_screen = server.app.match.participant
    assert at_screen is not None
    await lines.see("> ")
    await lines.says("draw", "Your offer of a draw waits for Aiko's answer.")
    await screen.see("Bruno offers a draw. x: answer.")
    lines.received.clear()
    await at_screen.request(next(each for each in at_screen.requests if each.id.startswith("decline")))
    await lines.see("\nAiko has declined the draw.\n> ")
    await lines.says("resign", "Type yes to agree: ")
    await lines.says("yes", "You resigned; Aiko wins.")
    await screen.see("Bruno resigned; Aiko wins.")
    await lines.says("rematch", "waits for")
    await screen.see("asks for a rematch")
    lines.received.clear()
    await at_screen.rematch()
    await lines.see("The rematch begins.")
    await screen.see("Dealt to")


@pytest.mark.ci
async def test_a_program_reads_objects_and_nothing_else(server: Server) -> None:
    client = await server.talk(command="json")
    await client.see('"type": "lobby"')
    client.type(json.dumps({"do": "bot beginner", "tag": 1}))
    await client.see('"tag": 1')
    await client.see('"type": "match"')
    client.process.stdin.write_eof()
    await client.end()
    objects = [json.loads(line) for line in client.text.splitlines()]
    assert objects[-1]["type"] == "closed"
    assert client.process.exit_status == 0


async def test_what_keeps_a_program_out_is_no_object(tmp_path: Path) -> None:
    async with serving(tmp_path, Limits(per_player=1)) as server:
        (key,) = new_keys(1)
        await named(server, key, "Aiko")
        first = await server.talk(key)
        await first.see("lobby> ")
        connection = await server.connect(key)
        result = await connection.run("json")
        assert (result.stdout, result.exit_status) == ("", 1)
        assert "too many connections" in str(result.stderr)


@pytest.mark.ci
async def test_whoever_hangs_up_has_left_the_match(server: Server) -> None:
    keys = new_keys(2)
    table = await meet(server, keys)
    await table.people[1].detach(table.seats[1])
    client = await server.talk(keys[table.people.index(table.people[1])], command=f"join {table.match.id}")
    await client.see("> ")
    server.connections[-1].abort()
    await until(lambda: not server.ssh.terminals, "gone")
    await until(lambda: table.seats[0].presence(1) is not Presence.HERE, "not at the match")


async def test_stopping_the_server_tells_those_who_read_lines(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        person, program = await server.talk(), await server.talk(command="json")
        await person.see("lobby> ")
        await program.see('"type": "lobby"')
        await server.ssh.close("The server stops; your games are saved.")
        for client in (person, program):
            await client.end()
            assert "The server stops" in client.text
        assert json.loads(program.text.splitlines()[-1])["type"] == "notice"


class Deaf(asyncssh.SSHClientSession[bytes]):
    """Types, and reads nothing of what comes of it."""

    def connection_made(self, chan: asyncssh.SSHClientChannel[bytes]) -> None:
        chan.pause_reading()


@pytest.mark.ci
async def test_a_client_that_reads_no_lines_is_gone(tmp_path: Path) -> None:
    async with serving(tmp_path, Limits(stalled=0.3, output=2000)) as server:
        connection = await server.connect()
        channel, _session = await connection.create_session(Deaf, encoding=None, window=1000)
        channel.write(b"rules\n" * 1000)
        other = await server.talk()
        await other.see("lobby> ")
        await until(lambda: len(server.ssh.terminals) == 1, "the deaf one is gone")
        await other.says("bot beginner", "Your game with Koshikibu.")
