"""Line-mode equivalents in docs/line-mode.md, for each command."""

from __future__ import annotations

import re
from pathlib import Path

from naishi.plain.commands import commands, spectating, watching
from naishi.plain.home import at_home
from naishi.plain.naishi.editor import editing
from naishi.plain.naishi.lessons import learning
from naishi.plain.naishi.match import playing, watching_match
from naishi.plain.naishi.replay import replaying
from naishi.plain.naishi.study import exercising
from naishi.plain.server.lobby_commands import in_account, in_lobby
from naishi.plain.server.match_commands import match_commands
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
