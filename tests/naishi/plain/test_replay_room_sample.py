"""Sample in line mode, and the first game afterwards."""

from __future__ import annotations

import asyncio
import io
import json
from pathlib import Path
from typing import Any

import pytest

from naishi.plain.home import PlainHome
from naishi.plain.json_console import JsonConsole
from naishi.plain.local import StandardLines
from naishi.saves import Saves
from naishi.settings.schema import Layers
from tests.naishi.plain.hearing import hear
from tests.naishi.tabletop import unison


@pytest.fixture(autouse=True)
def _register() -> None:
    unison.register()


def test_what_was_done_is_heard_before_each_comment(tmp_path: Path) -> None:
    lines = hear(tmp_path, "sample unison", "next", "", "log", "next", "look", "next", "quit", "quit")
    first = lines.index("1 of 4: You are Bruno. The card on offer is worth 2.")
    assert lines[first + 2 : first + 4] == ["Bruno has chosen 2.", "3 of 4: Nobody sees it before all have chosen."]
    assert lines[first + 6 : first + 8] == ["Aiko has chosen 3.", "Chika has chosen 3."]
    assert lines[first + 8].endswith("the highest alone: 2 points.")
    assert "Bruno: 2 points." in lines
    assert "That was all. Type play for your first game, against beginners, or quit." in lines
    assert lines[-1] != lines[first]
    assert not Saves(tmp_path).list()


def test_one_goes_back_and_hears_a_comment_again(tmp_path: Path) -> None:
    lines = hear(tmp_path, "sample unison", "next", "next", "previous", "again", "start", "quit", "quit")
    assert sum(line.startswith("2 of 4: Everyone chooses") for line in lines) == 3
    assert sum(line.startswith("1 of 4: You are Bruno.") for line in lines) == 2


def test_a_first_game_begins_from_it(tmp_path: Path) -> None:
    hear(tmp_path, "sample unison", "play", "quit", "quit")
    (kept,) = Saves(tmp_path).list()
    game = Saves(tmp_path).load(kept.id)
    assert sorted(player.kind for player in game.players) == ["highest", "human"], "who begins is drawn"


def test_a_game_without_one_is_refused_and_the_others_are_named(tmp_path: Path) -> None:
    for typed in ("sample", "sample naishi"):
        said = hear(tmp_path, typed, "quit")[-1]
        assert said.startswith("There is no sample of Naishi. Choose from ")
        assert "unison" in said
    assert hear(tmp_path, "sample chess", "quit")[-1].startswith("There is no game called 'chess'.")
    assert "Sample round: sample unison." in hear(tmp_path, "games", "quit")


def test_a_program_gets_the_table_of_each_comment(tmp_path: Path) -> None:
    out = io.StringIO()
    stdin = io.StringIO("sample unison\nnext\nnext\nquit\nquit\n")
    home = PlainHome(Saves(tmp_path), JsonConsole(StandardLines(stdin, out)), Layers())
    asyncio.run(home.run())
    objects: list[dict[str, Any]] = [json.loads(line) for line in out.getvalue().splitlines()]
    tables = [each for each in objects if each["type"] == "table"]
    assert [each["view"]["mine"] for each in tables] == [None, None, 2]
    assert {each["key"] for each in tables} == {"unison"}
    texts = [line for each in objects if each["type"] == "reply" for line in each["text"]]
    assert "3 of 4: Nobody sees it before all have chosen." in texts
