"""Line-mode equivalents in docs/line-mode.md, for each command: console, settings.key_table."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import naishi.plain
from naishi.plain.console import commands, of_key, spectating, watching
from naishi.plain.home import at_home
from naishi.plain.naishi.editor import editing, replaying
from naishi.plain.naishi.lessons import learning
from naishi.plain.naishi.match import playing, watching_match
from naishi.plain.naishi.study import exercising
from naishi.plain.server.commands import in_account, in_lobby, match_commands
from naishi.plain.table_answers import at_table
from naishi.settings.key_table import COMMANDS

DOCUMENT = Path(__file__).parents[3] / "docs" / "line-mode.md"
ROWS = re.findall(r"^\| (.+) \(`([a-z0-9_.-]+)`\) \| (.*) \|$", DOCUMENT.read_text("utf-8"), re.MULTILINE)

ONLY_ON_A_SCREEN = ("list.", "choice.", "keys.", "settings.keys", "confirm.")
"""What moves through lists and forms, remaps keys or answers a question on a screen: a line needs none of it."""

VERBS_OF_OTHER_GAMES = {"banzai", "leave", "fail", "plan"}
"""Beginnings of actions, which are typed as they are."""

WITHOUT_A_KEY = {
    *(f"new_game.{field}" for field in ("name", "kind", "pin", "starts", "undo", "expansion", "seed")),
    *("cover.uncover", "cover.leave", "cover.forgotten"),
    *("spectating.watch", "spectating.choose", "replay.move"),
    *("replay.digit", "exercise.advice", "edit.put", "analysis.look", "analysis.curves", "task.advice"),
    *("lobby.choose", "account.keys", "account.request", "account.delete", "server.plain"),
    *("match.draw", "match.undo", "match.answer", "match.resign", "match.abort", "match.rematch", "match.other_side"),
    *("match.plan", "people.challenge", "people.block"),
}
"""What the app can do, too, by a key that has another name elsewhere, or by fields, buttons and cards."""


def test_every_command_of_the_app_has_its_line() -> None:
    app = {command for command in COMMANDS if not command.startswith(ONLY_ON_A_SCREEN)}
    assert sorted(place for _words, place, _line in ROWS) == sorted(app | WITHOUT_A_KEY)


def test_no_cell_is_empty_and_each_names_what_can_be_typed() -> None:
    rooms = commands(), watching(), spectating(), at_home(), learning(), replaying(), exercising(), editing()
    of_a_server = in_lobby(), in_account(), playing(), watching_match(), match_commands(), at_table()
    known = {id_ for room in (*rooms, *of_a_server) for id_ in room} | {"forgotten", *VERBS_OF_OTHER_GAMES}
    for words, place, line in ROWS:
        assert words.strip()
        typed = re.findall(r"`([a-z]+)[^`]*`", line)
        assert typed or line == "Enter", place
        assert {*typed} <= known, place


def test_the_table_is_read_to_its_end() -> None:
    table = DOCUMENT.read_text("utf-8").partition("| app | line mode |\n|---|---|\n")[2]
    assert len(ROWS) == len(table.strip().splitlines())


SAME_WORD_FOR_SOMETHING_ELSE = {("deal", ""), ("delete", ""), ("play", "a command")}
"""Words of line mode that mean something that has no key: how a deal was drawn, an account to delete, a first game."""


def declared_in(path: Path) -> Iterator[tuple[str, str]]:
    """The words of line mode that a module declares, each with its sense."""
    for call in ast.walk(ast.parse(path.read_text("utf-8"))):
        match call:
            case ast.Call(
                ast.Name("CommandWord" | "alone") | ast.Attribute(attr="CommandWord" | "alone"),
                [ast.Constant(str(word)), said, *_rest],
            ):
                sensed = isinstance(said, ast.Call) and isinstance(said.func, ast.Name) and said.func.id == "pgettext"
                sense = ast.literal_eval(said.args[0]) if sensed and isinstance(said, ast.Call) else ""
                yield word, sense


def test_what_has_a_key_is_declared_for_keys_and_lines_at_once() -> None:
    lines = [command.line for command in COMMANDS.values() if command.line is not None]
    with_keys = {(str(line.word), getattr(line.word, "sense", "")) for line in lines}
    plain = Path(naishi.plain.__file__).parent
    again = {each for path in plain.rglob("*.py") for each in declared_in(path)} & with_keys
    assert again == SAME_WORD_FOR_SOMETHING_ELSE


def test_a_room_may_say_more_of_a_command_but_has_its_word() -> None:
    line = of_key("undo")
    assert of_key("undo", help_="Undo your last turn.")[:3] == line[:3] == ("undo", "undo", "undo")
    assert of_key("saves.rename").usage == "rename k4m final"
    with pytest.raises(KeyError):
        of_key("list.back")
