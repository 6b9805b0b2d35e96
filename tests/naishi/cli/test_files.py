"""Deleted, restored, exported and imported games."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from naishi import Game
from naishi.cli import commands
from naishi.saves import Saves
from tests.naishi.cli.conftest import Run, one_line

pytestmark = pytest.mark.ci


def test_a_deleted_game_is_in_the_trash_until_it_is_restored(run: Run, saves: Saves, save_id: str) -> None:
    assert run("saves", "--trash").stdout == "The trash is empty.\n"
    saves.delete(save_id)
    assert run("saves", "--trash").stdout.startswith(f"{save_id}  Aiko – Bruno  round 1, Bruno to play")
    assert run("restore", save_id[:4]).stdout == f"Restored {save_id}.\n"
    assert save_id in run("saves").stdout
    one_line(run("restore", save_id), "in the trash")


def test_a_game_is_carried_to_another_machine(run: Run, saves: Saves, save_id: str, tmp_path: Path) -> None:
    exported = run("export", save_id)
    assert exported.stdout_bytes == (saves.folder / f"{save_id}.naishi.json").read_bytes()
    (file := tmp_path / "our game.json").write_bytes(exported.stdout_bytes)
    elsewhere = tmp_path / "elsewhere"
    assert run("import", file, "--saves", elsewhere).stdout.startswith(f"Imported as {save_id};")
    assert Saves(elsewhere).load(save_id).record == saves.load(save_id).record


def test_a_game_is_piped_to_another_machine(saves: Saves, save_id: str, tmp_path: Path) -> None:
    program = f"{shlex.quote(sys.executable)} -m naishi"
    pipe = f"{program} export {save_id} | {program} import - --saves {shlex.quote(str(tmp_path / 'elsewhere'))}"
    result = subprocess.run(["sh", "-c", pipe], capture_output=True, check=True, timeout=60)
    assert result.stdout.startswith(f"Imported as {save_id};".encode())
    assert Saves(tmp_path / "elsewhere").load(save_id).record == saves.load(save_id).record


@pytest.mark.parametrize(
    ("content", "says"),
    [("", "empty"), ("hello", "line 1"), ("{}", "not a saved Naishi game"), (" " * 2_000_000, "too large")],
)
def test_what_is_piped_is_checked(saves: Saves, content: str, says: str) -> None:
    result = CliRunner().invoke(commands.naishi, ["import", "-"], input=content)
    one_line(result, says)
    assert result.stderr.startswith("naishi: Standard input: ")
    assert not saves.folder.exists()


def test_what_is_no_whole_game_is_neither_exported_nor_imported(run: Run, saves: Saves, tmp_path: Path) -> None:
    (file := tmp_path / "bad").write_text("{}")
    for command in ("export", "import"):
        one_line(run(command, file), "not a saved Naishi game")
    one_line(run("import", tmp_path / "absent"), f"no file '{tmp_path / 'absent'}'")
    (loop := tmp_path / "loop").symlink_to("loop")
    one_line(run("import", loop), "link")
    one_line(run("import", tmp_path), "folder")
    assert not saves.folder.exists()


@pytest.mark.usefixtures("save_id")
def test_a_locale_of_eight_bits_is_written_in_its_letters_and_ascii() -> None:
    environment = {**os.environ, "PYTHONIOENCODING": "latin-1"}
    command = [sys.executable, "-m", "naishi", "saves"]
    result = subprocess.run(command, env=environment, capture_output=True, check=True, timeout=60)
    assert b"Aiko - Bruno" in result.stdout
    assert b"\\u" not in result.stdout


@pytest.mark.parametrize(
    ("locale", "written"),
    [
        ("pl_PL.ISO-8859-2", "Żaneta - Bo".encode("iso8859-2")),
        ("pl_PL.CP1250@euro", "Żaneta – Bo".encode("cp1250")),
        ("pl_PL.UTF-8", "Żaneta – Bo".encode()),
        ("pl_PL.nothing-8", "Żaneta – Bo".encode()),
    ],
)
def test_a_locale_counts_that_is_not_installed(locale: str, written: bytes, tmp_path: Path) -> None:
    environment = {name: value for name, value in os.environ.items() if name not in {"LC_ALL", "LC_CTYPE", "LANGUAGE"}}
    Saves(tmp_path).create(Game.new(7, ("Żaneta", "Bo"))).close()
    command = [sys.executable, "-m", "naishi", "saves", "--saves", str(tmp_path)]
    done = subprocess.run(command, env={**environment, "LANG": locale}, capture_output=True, check=True, timeout=60)
    assert written in done.stdout


@pytest.mark.parametrize(
    ("encoding", "name"),
    [
        ("latin-1", "Inès"),
        pytest.param("iso8859-2", "Żaneta", marks=pytest.mark.slow),
        pytest.param("koi8-r", "Жанна", marks=pytest.mark.slow),
        ("euc-jp", "五郎"),
    ],
)
def test_line_mode_writes_the_letters_of_its_locale_and_reads_them(encoding: str, name: str, tmp_path: Path) -> None:
    environment = {**os.environ, "PYTHONIOENCODING": encoding}

    def typed(text: str, *arguments: str) -> bytes:
        command = [sys.executable, "-m", "naishi", *arguments, "--saves", str(tmp_path)]
        done = subprocess.run(
            command, input=text.encode(encoding), env=environment, capture_output=True, check=True, timeout=60
        )
        return done.stdout

    assert f"{name}, give one of your two dealt cards" in typed("", "new", "--plain", "--names", name, "Bo").decode(
        encoding
    )
    assert f"{name} and Bo, {name} is choosing" in typed(f"saves {name}\n", "--plain").decode(encoding)
    assert typed("", "resume", "--json").isascii(), "programs read JSON, whatever the locale"


@pytest.mark.ci
@pytest.mark.parametrize("arguments", [["--version"], ["--help"], ["rules"]])
def test_a_reader_that_goes_away_ends_every_command_in_the_same_way(arguments: list[str]) -> None:
    reads, writes = os.pipe()
    os.close(reads)
    try:
        result = subprocess.run([sys.executable, "-m", "naishi", *arguments], stdout=writes, check=False, timeout=60)
    finally:
        os.close(writes)
    assert result.returncode == 141
