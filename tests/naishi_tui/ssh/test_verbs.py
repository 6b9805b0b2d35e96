"""One-shot commands over SSH, statuses and streams: visit.terminal, client, verbs."""

from __future__ import annotations

import asyncio
from pathlib import Path

import asyncssh
import pytest

from naishi.server.match.match import Terms
from naishi.server.presence.limits import Limits
from naishi.transports.client import LONGEST_COMMAND, InitialCommand, Mode, parse_command
from tests.naishi_tui.ssh.conftest import PATIENCE, Server, meet, named, new_keys, serving
from tests.naishi_tui.ssh.shared import run
from tests.naishi_tui.waiting import until


@pytest.mark.ci
async def test_answers_and_refusals_come_on_two_streams(server: Server) -> None:
    (key,) = new_keys(1)
    await named(server, key, "Aiko")
    said, complained, status = await run(server, "games", key)
    assert "You have no game yet." in said
    assert (complained, status) == ("", 0)
    assert await run(server, "show nothing", key) == ("", "naishi: There is no game with this word.\n", 1)
    said, complained, status = await run(server, "gmaes", key)
    assert (said, status) == ("", 2)
    assert "Did you mean games?" in complained


@pytest.mark.ci
async def test_nobody_but_its_players_takes_a_record_home(server: Server) -> None:
    keys = new_keys(3)
    table = await meet(server, keys[:2])
    await table.play_to_the_end()
    said, _complained, status = await run(server, f"show {table.match.id}", keys[2])
    assert ("Hand: " in said, status) == (True, 0), "it was public, and is over"
    said, complained, status = await run(server, f"export {table.match.id}", keys[2])
    assert (said, status) == ("", 1)
    assert "Only its players" in complained


async def test_a_terminal_gets_whole_lines_and_no_screen(server: Server) -> None:
    said, complained, status = await run(server, "help", term_type="xterm", request_pty="force")
    assert "\r\nplay k4m2 develop L4, end: " in said
    assert said.count("\n") == said.count("\r\n")
    assert "\x1b" not in said
    assert (complained, status) == ("", 0)
    said, complained, status = await run(server, "ls", term_type="xterm", request_pty="force")
    assert (said, complained[-2:], status) == ("", "\r\n", 2)


async def test_line_mode_as_a_setting_changes_nothing(server: Server) -> None:
    (key,) = new_keys(1)
    visitor = await named(server, key, "Aiko")
    await visitor.choose("plain", True)
    said, _complained, status = await run(server, "games", key)
    assert (said.count("lobby>"), status) == (0, 0)


async def test_json_before_the_verb_asks_for_objects(server: Server) -> None:
    said, _complained, _status = await run(server, "json games")
    assert said.startswith('{"version": 1, "game": "", "type": "lobby"')


@pytest.mark.parametrize("line", ["games\x1b]52;c;\x07", "games \x00", "x" * (LONGEST_COMMAND + 1), "play\nls"])
async def test_what_cannot_be_read_is_refused(server: Server, line: str) -> None:
    said, complained, status = await run(server, line)
    assert status == 2
    long = f"This command is too long: {LONGEST_COMMAND} characters at most."
    assert (long if len(line) > LONGEST_COMMAND else "This command can't be read.") in said + complained
    assert "\x1b" not in said + complained


@pytest.mark.parametrize("line", ["watch {id}", "plain watch {id}", "json watch {id}", "join {id}", "watch nobody"])
async def test_whoever_cannot_go_where_they_wanted_and_types_nothing_learns_it_by_the_status(
    server: Server, line: str
) -> None:
    host, other = [await named(server, key, name) for key, name in zip(new_keys(2), ("Aiko", "Bruno"), strict=True)]
    match = await other.tables.join(await host.tables.open(Terms(), public=False))
    asked = line.format(id=match.id)
    said, complained, status = await run(server, asked, stdin=asyncssh.DEVNULL)
    assert "There is no game with this word." in said + complained
    assert status == 1
    *_said, status = await run(server, asked, input='{"do": "games"}\n' if "json" in line else "games\n")
    assert status == 0


def test_words_are_told_apart_and_never_expanded() -> None:
    assert parse_command("show $HOME `id` *") == InitialCommand(request=("show", "$HOME", "`id`", "*"))
    assert parse_command("play k4m2 'develop L4' end") == InitialCommand(request=("play", "k4m2", "develop L4", "end"))
    assert parse_command("json games") == InitialCommand(mode=Mode.JSON, request=("games",))
    assert parse_command("watch k4m2 --json") == InitialCommand(request=("watch", "k4m2", "--json"))


async def test_a_word_that_is_no_text_for_a_terminal_is_quoted_harmlessly(server: Server) -> None:
    said, complained, _status = await run(server, "show \u202ereversed\u202c")
    assert "\u202e" not in said + complained


async def test_waiting_goes_on_though_nothing_is_typed_and_ends_with_the_turn(server: Server) -> None:
    keys = new_keys(2)
    table = await meet(server, keys)
    await table.seats[1].play("give 1")
    key = next(each for each in keys if each.get_fingerprint() == table.people[1].fingerprint)
    connection = await server.connect(key)
    async with connection.create_process("wait") as process:
        process.stdin.write_eof()
        await until(lambda: server.ssh.terminals, "there")
        await table.seats[0].play("give 1")
        while table.seats[0].view.awaited == (0,):
            await table.seats[0].play(table.seats[0].view.legal_actions[0])
        done = await asyncio.wait_for(process.wait(), PATIENCE)
    assert "your turn" in str(done.stdout)
    assert done.exit_status == 0


@pytest.mark.ci
async def test_ctrl_c_at_a_terminal_ends_waiting(server: Server) -> None:
    keys = new_keys(2)
    table = await meet(server, keys)
    await table.seats[1].play("give 1")
    key = next(each for each in keys if each.get_fingerprint() == table.people[1].fingerprint)
    client = await server.visit(key, command="wait")
    await until(lambda: any(terminal.terminal.reads_lines for terminal in server.ssh.terminals), "waiting")
    client.press("\x03")
    await client.end()
    assert client.process.exit_status == 130
    await until(lambda: table.people[1].account.id not in server.lobby.everybody.here, "gone")


@pytest.mark.ci
async def test_a_server_that_stops_says_so_to_whoever_waits(tmp_path: Path) -> None:
    async with serving(tmp_path, Limits(idle_warning=0.1, idle=0.3)) as server:
        keys = new_keys(2)
        table = await meet(server, keys)
        await table.seats[1].play("give 1")
        key = next(each for each in keys if each.get_fingerprint() == table.people[1].fingerprint)
        said, complained, status = await run(server, "wait", key)
        assert (said, status) == ("", 1)
        assert complained.startswith("naishi: You were away for a long time.")


@pytest.mark.ci
async def test_whoever_asks_without_end_has_to_wait(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    waited: list[float] = []

    async def wait(seconds: float) -> None:
        waited.append(seconds)

    monkeypatch.setattr("naishi.plain.server.verbs.sleep", wait)
    async with serving(tmp_path, Limits(verbs_burst=2.0, verbs_rate=1e-6, verbs_wait=5.0)) as server:
        keys = new_keys(2)
        for key, name in zip(keys, ("Aiko", "Bruno"), strict=True):
            await named(server, key, name)
        for _time in range(2):
            assert (await run(server, "games", keys[0]))[2] == 0
        assert not waited
        for line in ("games", "no verb"):
            assert await run(server, line, keys[0]) == ("", "naishi: That is very often. Please wait a little.\n", 1)
        assert waited == [5.0, 5.0], "who is refused at once comes at once again"
        assert (await run(server, "games", keys[1]))[2] == 0, "by account, not by address"
