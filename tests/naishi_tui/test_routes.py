"""Tables of message routes: naishi_tui.routes, visit.routes, naishi.routes, visit_routes, registry, naishi.messages."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from naishi.games.naishi.analysis.study import FolderStudies
from naishi.games.naishi.editor.replay import NaishiReplay
from naishi.settings.schema import Settings
from naishi.tabletop.pins import PinAttempts
from naishi_tui import messages, routes
from naishi_tui.games.naishi import match, visit_routes
from naishi_tui.games.naishi.messages import ShowTask
from naishi_tui.games.naishi.replay import ReplayScreen
from naishi_tui.messages import (
    DropPin,
    ResumeGame,
    Routed,
    ShowEditor,
    ShowLessons,
    ShowRules,
    ShowSaves,
    ShowSettings,
    StartGame,
    UndoCovered,
    WithdrawCovered,
)
from naishi_tui.registry import routes_of_games, routes_of_visits
from naishi_tui.settings.settings import SettingsScreen
from naishi_tui.visit import app as lobby_app, routes as lobby_routes
from tests.naishi_tui.desk import Desk, app_with, desk, finished
from tests.naishi_tui.waiting import until
from tests.shared import MODULES, arrows, import_lines

pytestmark = pytest.mark.ci

LATE = (
    "naishi_tui.navigator",
    "naishi_tui.settings.settings",
    "naishi_tui.games.naishi.table",
    "naishi.saves",
    "naishi.games.naishi.game.game",
)
"""What the first frame doesn't need."""

ONLY_AT_HOME = {DropPin, ResumeGame, ShowEditor, StartGame, UndoCovered, WithdrawCovered}
"""What a replay asks for where something new may begin with it, a cover at one keyboard, and who takes a game over."""


def test_every_message_that_asks_for_a_screen_has_a_route() -> None:
    asking = {each for each in vars(messages).values() if isinstance(each, type) and issubclass(each, Routed)}
    assert routes.ROUTES.keys() | routes_of_games().keys() == asking - {Routed} | {ShowTask}


def reached_from(module: str) -> set[str]:
    """The modules that one needs, sooner or later, but for the table of the app at home."""
    reached, ahead = {routes.__name__}, {module}
    while ahead:
        reached |= ahead
        ahead = {each for one in ahead for each in arrows(MODULES[one])} - reached
    return reached - {routes.__name__}


def test_the_lobby_has_a_route_for_whatever_its_screens_ask_for() -> None:
    reached = reached_from(lobby_app.__name__) | reached_from(visit_routes.__name__) | reached_from(match.__name__)
    lines = [line for each in reached for line in import_lines(MODULES[each])]
    names = {name for line in lines if line.modules == (messages.__name__,) for name in line.names}
    for each in reached:
        for node in ast.walk(ast.parse(MODULES[each].read_text("utf-8"))):
            match node:
                case ast.Attribute(value=ast.Name(id="messages"), attr=name):
                    names.add(name)
    found = (getattr(messages, name) for name in names)
    asked = {each for each in found if isinstance(each, type) and issubclass(each, Routed)} - {Routed}
    assert asked - (lobby_routes.ROUTES.keys() | routes_of_visits().keys()) == ONLY_AT_HOME


@pytest.mark.parametrize("key", ["p", "x"])
async def test_what_only_leads_on_at_home_is_refused_on_a_server(folder: Path, key: str) -> None:
    replay = NaishiReplay(finished(), at_home=False)
    replay.revealed = True
    screen = ReplayScreen(replay, Settings(), PinAttempts(), FolderStudies(folder))
    async with desk(folder) as at:
        await at.app.push_screen(screen)
        await at.press(key)
        assert "Not on a server." in at.prompt


def test_the_lobby_has_a_route_for_its_own_messages_too() -> None:
    own = {each for each in Routed.__subclasses__() if each.__module__ != messages.__name__}
    assert own <= lobby_routes.ROUTES.keys() | routes_of_visits().keys()


def test_the_table_imports_no_screen_before_somebody_asks_for_it() -> None:
    code = f"import naishi_tui.local, sys; print([name for name in {LATE} if name in sys.modules])"
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert result.stdout.strip() == "[]"


async def test_a_message_from_anywhere_leads_to_its_screen(folder: Path) -> None:
    async with desk(folder) as at:
        at.app.screen.post_message(ShowSettings())
        await at.press()
        at.screen(SettingsScreen)


@pytest.mark.parametrize("below", [None, ShowSaves, ShowLessons, ShowRules, ShowSettings])
async def test_why_a_message_leads_nowhere_is_seen_on_any_screen(folder: Path, below: type[Routed] | None) -> None:
    it = app_with(folder)
    async with it.run_test(notifications=True) as pilot:
        at = Desk(it, pilot)
        if below is not None:
            await it.show(below())
        await at.press()
        await it.show(ResumeGame("[b]k4mw7q"))
        await until(lambda: "[b]k4mw7q" in at.text, "the reason is drawn")
