"""`naishi serve` before it serves: what it needs, and what it checks."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from filelock import FileLock

from naishi.cli.commands import naishi as command
from naishi.server import Database, Lobby


def naishi(*arguments: str, first: str = "pass") -> subprocess.CompletedProcess[str]:
    code = f"import sys; {first}; from naishi.cli import main; main({list(arguments)})"
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=60)


def run(*arguments: str) -> Result:
    return CliRunner().invoke(command, arguments)


def test_without_the_extra_it_says_what_installs_it() -> None:
    result = naishi("serve", first="sys.modules['asyncssh'] = None")
    assert result.returncode == 1
    assert result.stderr.strip() == (
        "naishi: The server needs more packages; this installs them: pip install 'naishi[server]'"
    )


def test_check_replays_every_game(tmp_path: Path) -> None:
    database = Database(tmp_path / "naishi.sqlite")
    lobby = Lobby(database)
    account = lobby.players.of_key("SHA256:a")
    lobby.play_bot(account, "beginner")
    database.close()
    result = run("serve", "--check", "--data", str(tmp_path))
    assert (result.exit_code, result.stdout) == (0, "1 game checked.\n")
    database = Database(tmp_path / "naishi.sqlite")
    with database.transaction() as connection:
        connection.exec_driver_sql("UPDATE matches SET record = '{}'")
    database.close()
    result = run("serve", "--check", "--data", str(tmp_path))
    assert result.exit_code == 1
    assert "damaged" in result.stdout


@pytest.mark.parametrize("arguments", [["--check"], ["--port", "70000"]])
def test_what_is_wrong_is_said_in_a_line(tmp_path: Path, arguments: list[str]) -> None:
    result = run("serve", "--data", str(tmp_path), *arguments)
    assert result.exit_code in {1, 2}
    assert "Traceback" not in result.output


def test_two_servers_never_share_a_folder(tmp_path: Path) -> None:
    with FileLock(tmp_path / "server.lock"):
        result = run("serve", "--data", str(tmp_path), "--port", "0")
    assert result.exit_code == 1
    assert "Another server is running" in result.output


def test_players_and_games_move_to_another_server(tmp_path: Path) -> None:
    database = Database(tmp_path / "here" / "naishi.sqlite")
    lobby = Lobby(database)
    lobby.play_bot(lobby.players.of_key("SHA256:a"), "beginner")
    database.close()
    written = run("export", "--server", "--data", str(tmp_path / "here"))
    assert written.exit_code == 0
    backup = tmp_path / "backup"
    backup.write_bytes(written.stdout_bytes)
    there = ("import", "--server", "--data", str(tmp_path / "there"), str(backup))
    assert run(*there).stdout == "1 game added.\n"
    assert run(*there).stdout == ("0 games added.\n1 game was already here; nothing in it was changed.\n")
    assert run("serve", "--check", "--data", str(tmp_path / "there")).stdout == "1 game checked.\n"
    with FileLock(tmp_path / "there" / "server.lock"):
        result = run(*there)
    assert result.exit_code == 1
    assert "Another server is running" in result.output


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
