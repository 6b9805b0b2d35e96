"""Stored data of a server: checked, copied, moved, operated on."""

from __future__ import annotations

import asyncio
import json
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import Result

from naishi.common.files import SaveLock
from naishi.server import Database, Lobby
from naishi.server.moderation.talk import Reason
from tests.naishi.cli.serving import READ_ONLY, run, with_a_game
from tests.naishi.server.conftest import Now, Table


@pytest.mark.ci
def test_check_replays_every_game(tmp_path: Path) -> None:
    with_a_game(tmp_path)
    result = run("serve", "--check", "--data", str(tmp_path))
    assert (result.exit_code, result.stdout) == (0, "1 game checked.\n")
    database = Database(tmp_path / "naishi.sqlite")
    with database.writing() as connection:
        connection.exec_driver_sql("UPDATE matches SET record = '{}'")
    database.close()
    result = run("serve", "--check", "--data", str(tmp_path))
    assert result.exit_code == 1
    assert "damaged" in result.stdout


@pytest.mark.ci
def test_reports_are_listed_a_line_each(tmp_path: Path) -> None:
    with_a_game(tmp_path)
    nothing = run("serve", "--reports", "--data", str(tmp_path))
    assert (nothing.exit_code, nothing.stdout, nothing.stderr) == (0, "", "Nobody has reported anything.\n")

    async def report() -> str:
        lobby = Lobby(database, clock=Now())
        table = await Table.sit_down(lobby)
        aiko = next(seat for seat, person in enumerate(table.people) if person.account.name == "Aiko")
        who = table.people[aiko]
        await lobby.talk.report(table.seats[aiko], Reason.BEHAVIOUR, who.account, who.address)
        await table.people[1 - aiko].rename("Boris")
        await lobby.close()
        return table.match.id

    database = Database(tmp_path / "naishi.sqlite")
    match = asyncio.run(report())
    database.close()
    result = run("serve", "--reports", "--data", str(tmp_path))
    (line,) = result.stdout.splitlines()
    assert line.replace("\u202f", " ").startswith("10 Jan 2027")
    assert line.endswith(
        f", game {match}, revision 1: Aiko reports Bruno (now Boris). Bad behaviour, such as stalling."
    )
    assert result.exit_code == 0


def test_where_no_server_runs_its_status_is_a_line(tmp_path: Path) -> None:
    for folder in (tmp_path, tmp_path / "nowhere"):
        result = run("serve", "--status", "--data", str(folder))
        assert (result.exit_code, result.output) == (1, f"naishi: No server is running in {folder}.\n")
    assert not (tmp_path / "nowhere").exists()


def test_a_backup_is_a_folder_that_a_server_can_run_in(tmp_path: Path) -> None:
    with_a_game(tmp_path / "here")
    (tmp_path / "there").mkdir()
    backup = ("serve", "--data", str(tmp_path / "here"), "--backup", str(tmp_path / "there" / "naishi.sqlite"))
    assert (run(*backup).exit_code, run(*backup).exit_code) == (0, 1), "the first is never written over"
    assert run("serve", "--check", "--data", str(tmp_path / "there")).stdout == "1 game checked.\n"
    nothing = run("serve", "--backup", str(tmp_path / "copy"), "--data", str(tmp_path / "nowhere"))
    assert nothing.output == f"naishi: There is no database in {tmp_path / 'nowhere'}.\n"
    both = run("serve", "--backup", str(tmp_path / "copy"), "--check")
    assert both.exit_code == 2
    assert "--backup does nothing but that" in both.output
    assert not (tmp_path / "copy").exists()


@pytest.mark.ci
def test_players_and_games_move_to_another_server(tmp_path: Path) -> None:
    with_a_game(tmp_path / "here")
    written = run("export", "--server", "--data", str(tmp_path / "here"))
    assert written.exit_code == 0
    backup = tmp_path / "backup"
    backup.write_bytes(written.stdout_bytes)
    there = ("import", "--server", "--data", str(tmp_path / "there"), str(backup))
    assert run(*there).stdout == "1 game added.\n"
    assert run(*there).stdout == ("0 games added.\n1 game was already here; nothing in it was changed.\n")
    assert run("serve", "--check", "--data", str(tmp_path / "there")).stdout == "1 game checked.\n"
    with SaveLock(tmp_path / "there" / "server.lock"):
        result = run(*there)
    assert result.exit_code == 1
    assert "Another server is running" in result.output


@pytest.mark.ci
def test_nobody_else_reads_a_file_that_an_export_is_written_to(tmp_path: Path) -> None:
    with_a_game(tmp_path / "here")
    export = tmp_path / "export"
    code = f"from naishi.cli import main; main(['export', '--server', '--data', {str(tmp_path / 'here')!r}])"
    with export.open("wb") as output:
        export.chmod(0o644)
        subprocess.run([sys.executable, "-c", code], stdout=output, check=True, timeout=60)
    assert export.stat().st_mode & 0o777 == 0o600
    assert export.read_text("utf-8").startswith("{")


def test_a_damaged_export_adds_nothing_and_is_said_in_a_line(tmp_path: Path) -> None:
    backup = tmp_path / "backup"
    backup.write_text('{"format": "naishi-save"}')
    result = run("import", "--server", "--data", str(tmp_path / "there"), str(backup))
    assert (result.exit_code, result.output) == (1, "naishi: This is not an export of a Naishi server.\n")
    assert not (tmp_path / "there").exists()


@pytest.mark.parametrize("command", READ_ONLY, ids=["check", "export"])
def test_a_server_goes_on_while_its_database_is_read(tmp_path: Path, command: tuple[str, ...]) -> None:
    path = with_a_game(tmp_path)
    with SaveLock(tmp_path / "server.lock"), closing(sqlite3.connect(path, isolation_level=None)) as server:
        server.execute("BEGIN IMMEDIATE")
        assert run(*command, "--data", str(tmp_path)).exit_code == 0
        server.execute("UPDATE players SET last_seen = 1")
        server.execute("COMMIT")


@pytest.mark.parametrize("command", READ_ONLY, ids=["check", "export"])
def test_another_program_s_database_is_named(tmp_path: Path, command: tuple[str, ...]) -> None:
    path = tmp_path / "naishi.sqlite"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE notes (text)")
    result = run(*command, "--data", str(tmp_path))
    assert result.exit_code == 1
    assert result.stderr == f"naishi: {path} belongs to another program; choose another folder.\n"


def test_an_operators_verbs_are_listed_and_obeyed_and_refused_with_their_statuses(tmp_path: Path) -> None:
    def admin(*words: str) -> Result:
        return run("serve", "--data", str(tmp_path), "--admin", *words)

    listed = admin()
    assert listed.exit_code == 0
    assert "ban WHOM TIME" in listed.stdout
    assert admin("bans").output == f"naishi: There is no database in {tmp_path}.\n"
    with_a_game(tmp_path)
    assert admin("ban", "192.0.2.0/24", "7d", "--why", "stalling").stdout.startswith("192.0.2.0/24 is banned until ")
    (ban,) = json.loads(admin("bans", "--json").stdout)
    assert (ban["kind"], ban["whom"], ban["why"]) == ("network", "192.0.2.0/24", "stalling")
    assert json.loads(admin("unban", "192.0.2.0/24", "--json").stdout) == {"done": "unban", "whom": "192.0.2.0/24"}
    again = admin("unban", "192.0.2.0/24")
    assert (again.exit_code, again.output) == (1, "naishi: 192.0.2.0/24 isn't banned. Nobody is banned now.\n")
    assert [entry["what"] for entry in json.loads(admin("audit", "--json").stdout)] == ["ban", "unban"]
    for words in (("kick", "Bruno"), ("ban", "Bruno"), ("ban", "Bruno", "ever")):
        assert admin(*words).exit_code == 2
    for words in (("--reports", "--json"), ("--check", "--why", "x")):
        assert run("serve", "--data", str(tmp_path), *words).exit_code == 2
    secret = run("serve", "--admin", "--database", "postgresql://naishi:se", "cret@db/naishi")
    assert secret.exit_code == 2
    assert "cret" not in secret.output
