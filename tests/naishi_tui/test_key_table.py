"""Single key table, without clashes on a screen: key_table, keymap, messages."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from textual.binding import Binding
from textual.screen import Screen
from textual.widget import Widget

import naishi.plain
import naishi_tui
from naishi.sessions import Ask
from naishi.settings.key_table import COMMANDS, ON_A_SERVER, SCREENS
from naishi.settings.keymap import KEYS
from naishi_tui.app import NaishiApp
from naishi_tui.games.naishi import replay, visit_routes
from naishi_tui.visit import routes as lobby_routes
from naishi_tui.visit.app import LobbyApp
from tests.naishi_tui.framework_insides import inherits_bindings

ANYWHERE = {"ctrl+q", "ctrl+c", "ctrl+z", "tab", "shift+tab"}
FIXED = {key for screen in SCREENS.values() for key in screen.fixed} | ANYWHERE
"""Keys that mean the same for everybody: what moves, digits, letters of cards."""


def kinds() -> Iterator[type[Any]]:
    """Every screen, widget and app of ours."""
    package = Path(naishi_tui.__file__).parent
    for path in sorted(package.rglob("*.py")):
        parts = path.relative_to(package).with_suffix("").parts
        module = import_module(".".join(["naishi_tui", *parts]).removesuffix(".__init__"))
        for each in vars(module).values():
            if (
                isinstance(each, type)
                and each.__module__ == module.__name__
                and issubclass(each, Widget | NaishiApp | LobbyApp)
            ):
                yield each


def bindings(of: type[Any]) -> list[Binding]:
    """What a kind binds itself, or inherits from another kind of ours."""
    found = []
    for kind in of.__mro__:
        if kind.__module__.startswith("naishi_tui."):
            found += [*Binding.make_bindings(vars(kind).get("BINDINGS", ()))]
            if not inherits_bindings(kind):
                break
    return found


KINDS = [kind for kind in kinds() if bindings(kind)]
GAME_APPS = {kind.__name__ for kind in KINDS}


def test_screens_are_found() -> None:
    assert {"Home", "LobbyScreen", "EditScreen", "ReplayScreen", "SavedGames", "KeysScreen"} <= GAME_APPS


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_a_key_is_one_of_the_table_or_means_the_same_for_everybody(kind: type[Any]) -> None:
    for binding in bindings(kind):
        if binding.id is None:
            assert binding.key in FIXED, binding
        else:
            assert binding.key in KEYS[binding.id].split(","), binding


@pytest.mark.parametrize("kind", [kind for kind in KINDS if issubclass(kind, Screen)], ids=lambda kind: kind.__name__)
def test_the_table_says_what_stands_together_on_a_screen(kind: type[Any]) -> None:
    commands = {binding.id for binding in bindings(kind) if binding.id is not None}
    fixed = {binding.key for binding in bindings(kind) if binding.id is None}
    homes = [name for name, screen in SCREENS.items() if commands <= screen.commands]
    assert homes, commands
    assert any(fixed - {"escape", "enter"} <= SCREENS[name].fixed.keys() for name in homes), fixed


def test_every_command_is_bound_somewhere() -> None:
    bound = {binding.id for kind in KINDS for binding in bindings(kind)}
    assert bound - {None} == COMMANDS.keys()


def test_a_key_that_does_the_same_on_several_screens_is_called_the_same() -> None:
    labels: dict[tuple[str, str], set[str]] = {}
    for command in COMMANDS.values():
        if command.label:
            labels.setdefault((command.keys.partition(",")[0], command.words), set()).add(command.label)
    assert [called for called in labels.values() if len(called) > 1] == []


def test_no_two_commands_of_a_screen_share_a_key() -> None:
    for name, screen in SCREENS.items():
        keys = [key for command in screen.commands for key in KEYS[command].split(",")]
        assert len({*keys, *screen.fixed}) == len(keys) + len(screen.fixed), name


def test_on_a_server_each_key_of_each_screen_that_it_leads_to_can_be_chosen() -> None:
    code = [
        node
        for module in (lobby_routes, visit_routes, replay)
        for node in ast.walk(ast.parse(inspect.getsource(module)))
    ]
    names = {each.name for node in code if isinstance(node, ast.ImportFrom) for each in node.names}
    shown = [kind for kind in KINDS if issubclass(kind, Screen) and kind.__name__ in names]
    assert {"SettingsScreen", "ReplayScreen", "AnalysisScreen", "HistoryScreen"} <= {kind.__name__ for kind in shown}
    bound = {binding.id for kind in shown for binding in bindings(kind) if binding.id is not None}
    assert bound <= ON_A_SERVER
    assert {command.partition(".")[0] for command in set(COMMANDS) - ON_A_SERVER} == {"home", "edit", "saves", "watch"}


def test_what_the_key_line_names_without_words_has_a_label_in_the_table() -> None:
    named = set()
    for path in Path(naishi_tui.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            match node:
                case ast.Call(func=ast.Name(id="hint"), args=[ast.Constant(value=str(command))]):
                    named.add(command)
    assert {"undo", "score.rematch"} <= named
    assert {command for command in named if not COMMANDS[command].label} == set()


def test_what_a_command_needs_is_what_participants_allow() -> None:
    asked = {command.ask for command in COMMANDS.values()} - {""}
    assert {"play", "undo", "retry"} <= asked <= {*Ask}
    assert all(command.ask for command in COMMANDS.values() if command.at_times)


def test_the_word_of_a_command_in_line_mode_is_one_that_can_be_typed() -> None:
    typed = set()
    for path in Path(naishi.plain.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            match node:
                case ast.Call(
                    func=ast.Name(id="of_key") | ast.Attribute(attr="of_key"), args=[ast.Constant(value=str(name)), *_]
                ):
                    typed.add(COMMANDS[name].line)
    assert {command.line for command in COMMANDS.values()} == {*typed, None}
