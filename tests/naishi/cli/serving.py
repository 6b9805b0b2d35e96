"""The command `naishi serve`, and servers that it may find."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from pathlib import Path

from click.testing import CliRunner, Result

from naishi.cli.commands import naishi as command
from naishi.server import Database, Lobby

READ_ONLY = [("serve", "--check"), ("export", "--server")]


def naishi(*arguments: str, first: str = "pass") -> subprocess.CompletedProcess[str]:
    code = f"import sys; {first}; from naishi.cli import main; main({list(arguments)})"
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=60)


def run(*arguments: str) -> Result:
    return CliRunner().invoke(command, arguments)


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
