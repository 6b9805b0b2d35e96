"""`naishi serve` before it serves: requirements and checks."""

from __future__ import annotations

import asyncio
import json
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from naishi.cli.commands import naishi as command
from naishi.common.files import SaveLock
from naishi.common.paths import install
from naishi.server import Database, Lobby
from naishi.server.database import schema
from naishi.server.moderation.talk import Reason
from tests.naishi.server.conftest import Now, Table
from tests.naishi.server.postgres import cluster

READ_ONLY = [("serve", "--check"), ("export", "--server")]


def naishi(*arguments: str, first: str = "pass") -> subprocess.CompletedProcess[str]:
    code = f"import sys; {first}; from naishi.cli import main; main({list(arguments)})"
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=60)


def run(*arguments: str) -> Result:
    return CliRunner().invoke(command, arguments)


@pytest.mark.ci
@pytest.mark.parametrize(
    ("command", "missing"), [("serve", "asyncssh"), ("serve", "networkx"), ("host", "networkx"), ("join", "asyncssh")]
)
def test_without_the_extra_it_says_what_installs_it(command: str, missing: str) -> None:
    result = naishi(command, first=f"sys.modules['{missing}'] = None")
    assert result.returncode == 1
    assert result.stderr.strip() == (
        f"naishi: naishi {command} needs more packages; this installs them: {install('server')}"
    )


def with_a_game(folder: Path) -> Path:
    """Make the database of a server that has one game."""

    async def play() -> None:
        lobby = Lobby(database)
        await (await lobby.visit("SHA256:a", "192.0.2.7", "en")).tables.play_bot("beginner")
        await lobby.close()

    path = folder / "naishi.sqlite"
    database = Database(path)
    asyncio.run(play())
    database.close()
    return path


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


@pytest.mark.parametrize("arguments", [["--check"], ["--port", "70000"]])
def test_what_is_wrong_is_said_in_a_line(tmp_path: Path, arguments: list[str]) -> None:
    result = run("serve", "--data", str(tmp_path), *arguments)
    assert result.exit_code in {1, 2}
    assert "Traceback" not in result.output


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


def test_an_address_that_cannot_be_used_is_named(tmp_path: Path) -> None:
    result = run("serve", "--data", str(tmp_path), "--port", "0", "--host", "1.2.3.4.5")
    assert result.exit_code == 1
    assert result.stderr.startswith("naishi: There is no address 1.2.3.4.5. Give an address of this machine")
    assert len(result.stderr.splitlines()) == 1


def test_a_port_in_use_is_named(tmp_path: Path) -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as other:
        port = other.getsockname()[1]
        result = run("serve", "--data", str(tmp_path), "--host", "127.0.0.1", "--port", str(port))
    assert result.exit_code == 1
    assert result.stderr.startswith(f"naishi: Port {port} is in use, perhaps by another server.")
    assert len(result.stderr.splitlines()) == 1


@pytest.mark.parametrize("name", ["$(id)", "a b", "a;b", "-" * 300, "naïve.example"])
def test_a_public_name_that_nobody_should_paste_is_refused(tmp_path: Path, name: str) -> None:
    result = run("serve", "--data", str(tmp_path / "none"), "--public-host", name)
    assert result.exit_code == 2
    assert "give a name or an address, such as naishi.example.org" in result.stderr
    assert not (tmp_path / "none").exists()


@pytest.mark.parametrize(
    ("option", "status", "said"),
    [
        (("--processes", "0"), 2, "--processes"),
        (("--processes", "2"), 2, "--processes needs --database: several processes share a PostgreSQL database.\n"),
        (("--database", "mysql://naishi@localhost/naishi"), 2, "postgresql://user@host/name"),
        (("--database", "postgresql://naishi@localhost:port/naishi"), 1, "This isn't the address of a database"),
        (("--database", "postgresql://naishi:secret@127.0.0.1:1/naishi"), 1, "The database can't be used"),
    ],
)
def test_a_database_that_cannot_be_used_is_said_in_a_line(
    tmp_path: Path, option: tuple[str, str], status: int, said: str
) -> None:
    result = run("serve", "--data", str(tmp_path), "--port", "0", *option)
    assert result.exit_code == status
    assert said in result.output
    assert "secret" not in result.output
    assert len(result.output.splitlines()) == 1 or status == 2


@pytest.mark.parametrize(
    "address",
    [
        "postgresql://naishi:hidden@127.0.0.1:port/naishi",
        "postgresql://naishi:a@hidden@127.0.0.1:1/naishi",
        "postgresql://naishi:a@hidden:1/naishi@127.0.0.1/naishi",
        "postgresql://naishi@hidden@127.0.0.1:1/naishi",
        "postgresql://naishi/hidden@127.0.0.1:1/naishi",
        "postgresql://naishi:hid den@127.0.0.1:1/naishi",
        "postgresql://naishi:hidden%00@127.0.0.1:1/naishi",
        "postgresql://naishi:hidden\n@127.0.0.1:1/naishi",
        "postgresql://naishi:hidden@[::1/naishi",
        "postgresql://naishi:hidden@127.0.0.1:99999/naishi",
        "postgresql://naishi@127.0.0.1:1/naishi?password=hidden&sslmode=hidden",
        "postgresql://naishi:hidden@127.0.0.1:1/naishi?no=option",
        "postgresql:/naishi:hidden@127.0.0.1/naishi",
    ],
)
def test_no_error_quotes_the_password_in_an_address(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, address: str
) -> None:
    for how in ([], ["--check"]):
        result = run("serve", "--data", str(tmp_path), "--port", "0", *how, "--database", address)
        assert result.exit_code in {1, 2}
        assert isinstance(result.exception, SystemExit)
        assert "hid" not in result.output + caplog.text


def test_the_end_of_a_password_with_a_space_is_not_quoted(tmp_path: Path) -> None:
    words = ("--data", str(tmp_path), "--port", "0", "--database", *["postgresql://naishi:hid", "den@localhost/x"])
    result = run("serve", *words)
    assert result.exit_code == 2
    assert "den@" not in result.output
    assert "--database" in result.output
    assert "(hello)" in run("serve", "hello").output


@pytest.mark.ci
def test_without_the_extra_for_postgresql_it_says_what_installs_it() -> None:
    arguments = ("serve", "--database", "postgresql://naishi@localhost/naishi")
    result = naishi(*arguments, first="sys.modules['psycopg'] = None")
    assert result.returncode == 1
    assert install("server", "postgres") in result.stderr


@pytest.mark.slow
def test_a_port_in_use_is_named_by_several_processes_too(tmp_path: Path) -> None:
    where = ("--data", str(tmp_path), "--host", "127.0.0.1")
    with cluster() as running, socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        result = naishi("serve", *where, "--port", port, "--processes", "2", "--database", running.database())
    assert result.returncode == 1
    assert result.stderr.startswith(f"naishi: Port {port} is in use")
    assert len(result.stderr.splitlines()) == 1


def test_a_host_key_that_cannot_be_used_ends_the_server_in_a_line(tmp_path: Path) -> None:
    (tmp_path / "host_key").touch()
    result = run("serve", "--data", str(tmp_path), "--host", "127.0.0.1", "--port", "0")
    assert result.exit_code == 1
    assert result.stderr.startswith(f"naishi: The host key {tmp_path / 'host_key'} is empty. Restore it from a backup")
    assert len(result.stderr.splitlines()) == 1


def test_two_servers_never_share_a_folder(tmp_path: Path) -> None:
    with SaveLock(tmp_path / "server.lock"):
        result = run("serve", "--data", str(tmp_path), "--port", "0")
    assert result.exit_code == 1
    assert "Another server is running" in result.output


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


@pytest.mark.parametrize("wrong", [["export"], ["export", "k4m", "--server"], ["import", "--data", ".", "x"]])
def test_a_server_and_a_saved_game_are_told_apart(wrong: list[str]) -> None:
    result = run(*wrong)
    assert result.exit_code == 2
    assert "--server" in result.output


@pytest.mark.parametrize("command", READ_ONLY, ids=["check", "export"])
def test_a_server_goes_on_while_its_database_is_read(tmp_path: Path, command: tuple[str, ...]) -> None:
    path = with_a_game(tmp_path)
    with SaveLock(tmp_path / "server.lock"), closing(sqlite3.connect(path, isolation_level=None)) as server:
        server.execute("BEGIN IMMEDIATE")
        assert run(*command, "--data", str(tmp_path)).exit_code == 0
        server.execute("UPDATE players SET last_seen = 1")
        server.execute("COMMIT")


@pytest.mark.parametrize("command", READ_ONLY, ids=["check", "export"])
def test_the_database_of_an_earlier_server_that_is_running_is_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: tuple[str, ...]
) -> None:
    path = with_a_game(tmp_path)
    before = path.read_bytes()
    monkeypatch.setattr(schema, "VERSION", schema.VERSION + 1)
    with SaveLock(tmp_path / "server.lock"):
        result = run(*command, "--data", str(tmp_path))
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == (
        "naishi: A server of an older version is running on this database; restart it with this version first.\n"
    )
    assert path.read_bytes() == before


@pytest.mark.parametrize("command", READ_ONLY, ids=["check", "export"])
def test_another_program_s_database_is_named(tmp_path: Path, command: tuple[str, ...]) -> None:
    path = tmp_path / "naishi.sqlite"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE notes (text)")
    result = run(*command, "--data", str(tmp_path))
    assert result.exit_code == 1
    assert result.stderr == f"naishi: {path} belongs to another program; choose another folder.\n"


@pytest.mark.ci
@pytest.mark.parametrize("refused", [False, True], ids=["restored", "refused"])
def test_a_server_whose_folder_is_deleted_says_on_stopping_whether_all_is_stored(tmp_path: Path, refused: bool) -> None:
    folder = tmp_path / "server"
    path = with_a_game(folder)
    code = f"from naishi.cli import main; main(['serve', '--port', '0', '--data', {str(folder)!r}])"
    with subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as server:
        assert server.stdout is not None
        assert "host key" in server.stdout.readline()
        assert "ssh -p" in server.stdout.readline()
        shutil.rmtree(folder)
        if refused:
            folder.write_text("something else is here now")
        server.send_signal(signal.SIGTERM)
        _out, log = server.communicate(timeout=60)
    assert server.returncode == int(refused)
    assert ("not everything could be stored" in log) == refused
    assert "Traceback" not in log
    if not refused:
        with closing(Database(path)) as database, database.reading() as connection:
            assert connection.exec_driver_sql("SELECT count(*) FROM matches").scalar_one() == 1


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
