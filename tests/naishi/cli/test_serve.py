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
