"""Saving in line mode, with refusing folders: home, json_console, saves.open_save."""

from __future__ import annotations

import asyncio
import errno
import io
import json
import os
import re
import shlex
import signal
from pathlib import Path

import pytest

from naishi import Game, Position
from naishi.common import files
from naishi.games.naishi.game.game import of_naishi
from naishi.plain.console import Console
from naishi.plain.home import PlainHome
from naishi.plain.json_console import JsonConsole
from naishi.plain.local import StandardLines
from naishi.saves import Saves, read_file
from naishi.settings.schema import Layers
from tests import forked
from tests.naishi.plain.prompt import Prompt

BRINGS_IT_BACK = re.compile(r"naishi import (\S+) --saves \S+")
NOT_SAVED = "Not saved (Not a directory). You can keep playing; your next action tries again."

LAST_ACTION = "-/-/FTR/RR/T MMMMM/MMNMA MMMMM/SMMTM 200:000 0 d 0 -"


@pytest.fixture
def nowhere(tmp_path: Path) -> Path:
    """A folder that can't be made."""
    (tmp_path / "file").write_text("")
    return tmp_path / "file" / "saves"


def rescued(said: str) -> Game:
    """The game of which these words say how to bring it back."""
    found = BRINGS_IT_BACK.search(said)
    assert found is not None, said
    return of_naishi(read_file(Path(shlex.split(found[1])[0])).game)


def actions(game: Game) -> list[str]:
    return [str(action) for action in game.actions]


def test_a_game_that_is_nowhere_in_its_folder_is_kept_elsewhere(nowhere: Path, tmp_path: Path) -> None:
    arguments = ("--saves", str(nowhere), "--plain", "new", "--names", "Aiko", "Bruno")
    done = forked.run(*arguments, typed=b"give 1\ngive 2\nquit\n")
    said = done.stdout.decode().splitlines()
    assert said[0] == NOT_SAVED
    assert actions(rescued(said[-1])) == ["give 1", "give 2"]
    assert (done.returncode, done.stderr) == (1, b"")
    imported = forked.run("--saves", str(tmp_path / "elsewhere"), "import", BRINGS_IT_BACK.findall(said[-1])[0])
    assert imported.returncode == 0


def test_so_is_one_in_which_a_script_asks_for_the_impossible(nowhere: Path) -> None:
    done = forked.run("--saves", str(nowhere), "--plain", "new", "--names", "Aiko", "Bruno", typed=b"give 1\nrecall\n")
    assert actions(rescued(done.stdout.decode())) == ["give 1"]
    assert done.returncode == 1
    assert done.stderr.startswith(b"naishi: line 2: ")


def test_where_nothing_can_be_written_the_game_is_said_to_be_lost(
    nowhere: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "file" / "state"))
    done = forked.run("--saves", str(nowhere), "--plain", "new", "--names", "Aiko", "Bruno", typed=b"give 1\n")
    assert done.stdout.decode().splitlines()[-1] == "The game couldn't be saved anywhere: Not a directory."
    assert done.returncode == 1


def test_a_program_reads_of_it_in_every_object(nowhere: Path) -> None:
    done = forked.run("--saves", str(nowhere), "--json", "new", "--names", "Aiko", "Bruno", typed=b"give 1\nundo\n")
    *objects, last = map(json.loads, done.stdout.splitlines())
    states = [each for each in objects if each["type"] == "state"]
    assert [each["troubles"] for each in states] == [[{"code": "not_saved", "text": NOT_SAVED}]] * len(states)
    assert states[-1]["undone"] == 1
    assert (last["type"], last["saved"]) == ("closed", False)
    assert actions(rescued(last["text"])) == []
    assert done.returncode == 1


def test_a_person_is_not_told_that_it_is_saved(nowhere: Path) -> None:
    with Prompt(nowhere, "new", "--names", "Aiko", "Bruno") as prompt:
        prompt.wait_for("alone")
        prompt.type("", "Not saved (Not a directory).")
        prompt.type("give 2", "alone")
        prompt.type("", "Dealt 2")
        prompt.type("undo", "alone")
        prompt.type("", "Dealt 2")
        prompt.type("quit", "naishi import")
        assert prompt.wait() == 1
        assert b"Saved." not in prompt.written
        assert len(re.findall(rb"Undone: [^\r]*\s+Not saved", prompt.written)) == 1


def test_neither_is_a_game_lost_to_a_signal(nowhere: Path) -> None:
    with Prompt(nowhere, "new", "--names", "Aiko", "Bruno") as prompt:
        prompt.wait_for("alone")
        prompt.type("", "Dealt 2")
        prompt.type("give 2", "alone")
        os.kill(prompt.pid, signal.SIGTERM)
        assert prompt.wait() == 143
        assert actions(rescued(prompt.text.replace("\n", ""))) == ["give 2"]


def test_nor_to_a_terminal_that_has_gone_away(nowhere: Path, tmp_path: Path) -> None:
    with Prompt(nowhere, "new", "--names", "Aiko", "Bruno") as prompt:
        prompt.wait_for("alone")
        prompt.hang_up()
        assert prompt.wait(reading=False) == 129
    (kept,) = (tmp_path / "state" / "naishi").iterdir()
    assert read_file(kept).game.players[0].name == "Aiko"


def play(folder: Path, game: Game, typed: str, *, json_lines: bool = False) -> tuple[PlainHome, str]:
    """Play a new game as a script does; return home and what was written."""
    out = io.StringIO()
    console = (JsonConsole if json_lines else Console)(StandardLines(io.StringIO(typed), out))
    home = PlainHome(Saves(folder), console, Layers())
    asyncio.run(home.play(home.saves.create(game)))
    return home, out.getvalue()


def test_before_a_rematch_it_is_said_where_the_game_is(nowhere: Path) -> None:
    game = Game.from_position(Position.from_text(LAST_ACTION), ("Aiko", "Bruno"))
    home, said = play(nowhere, game, "end\nrematch\nquit\n")
    first, second = BRINGS_IT_BACK.findall(said)
    assert read_file(Path(first)).game.turn is None
    assert actions(read_file(Path(second)).game) == []
    assert home.context.unsaved


def test_a_disk_that_is_full_for_a_while_costs_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    refusals = 2
    write = files.write_atomically

    def refuse(path: Path, data: bytes) -> None:
        nonlocal refusals
        if path.name.endswith(".naishi.json") and refusals > 0:
            refusals -= 1
            raise OSError(errno.ENOSPC, "No space left on device")
        write(path, data)

    monkeypatch.setattr(files, "write_atomically", refuse)
    home, said = play(tmp_path, Game.new(7, ("Aiko", "Bruno")), "give 1\ngive 2\nundo\n", json_lines=True)
    objects = map(json.loads, said.splitlines())
    troubles = [[each["code"] for each in state["troubles"]] for state in objects if state["type"] == "state"]
    assert troubles == [["not_saved"], ["not_saved"], ["not_saved"], [], [], [], []]
    assert not home.context.unsaved


def test_a_file_that_had_disappeared_is_told(tmp_path: Path) -> None:
    with Saves(tmp_path).create(Game.new(7, ("Aiko", "Bruno"))) as opened:
        pass
    with Prompt(tmp_path, "resume", opened.id) as prompt:
        prompt.wait_for("alone")
        opened.path.unlink()
        prompt.type("", "Dealt 2")
        prompt.type("quit", "Saved. ")
        assert f"The file of the saved game {opened.id} had disappeared" in prompt.text
        assert prompt.wait() == 0
    assert opened.path.exists()
