"""`naishi serve` before it serves: requirements and checks."""

from __future__ import annotations

import shutil
import signal
import socket
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from naishi.common.files import SaveLock
from naishi.common.paths import install
from naishi.server import Database
from naishi.server.database import schema
from tests.naishi.cli.serving import READ_ONLY, naishi, run, with_a_game
from tests.naishi.server.postgres import cluster


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


@pytest.mark.parametrize("arguments", [["--check"], ["--port", "70000"]])
def test_what_is_wrong_is_said_in_a_line(tmp_path: Path, arguments: list[str]) -> None:
    result = run("serve", "--data", str(tmp_path), *arguments)
    assert result.exit_code in {1, 2}
    assert "Traceback" not in result.output


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


@pytest.mark.parametrize("wrong", [["export"], ["export", "k4m", "--server"], ["import", "--data", ".", "x"]])
def test_a_server_and_a_saved_game_are_told_apart(wrong: list[str]) -> None:
    result = run(*wrong)
    assert result.exit_code == 2
    assert "--server" in result.output


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
