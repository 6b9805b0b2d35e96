"""Keys before a screen is complete, or after closing: screens, input_guard."""

from __future__ import annotations

import string
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from typing import Any

import pytest
from textual import events
from textual.app import App
from textual.keys import Keys
from textual.screen import Screen
from textual.widget import Widget

import naishi_tui
from naishi_tui.dialogs.screens import SteadyScreen
from naishi_tui.games.naishi.table_questions import ChooseBot
from naishi_tui.home.home import Home
from naishi_tui.terminal.input_decoder import QUIT_KEYS
from tests.fuzzing import some
from tests.naishi_tui.desk import Desk, desk
from tests.naishi_tui.framework_insides import return_to_screen
from tests.naishi_tui.games import midgame, some_saves, with_pins
from tests.naishi_tui.scenes import SCENES, Scene, editing, keys
from tests.naishi_tui.waiting import settle

pytestmark = pytest.mark.ci

EVERY_KEY = sorted({*(key.value for key in Keys), *string.ascii_letters, *string.digits, *string.punctuation})


async def _forgotten(at: Desk) -> None:
    await at.click("#forgotten", (3, 0))


async def _too_small(at: Desk) -> None:
    await at.resize(40, 10)


async def _choose_bot(at: Desk) -> None:
    at.app.push_screen(ChooseBot())


MORE = (
    Scene("rename", files=some_saves, go=keys("l", "n")),
    Scene("edit-help", go=editing("f1")),
    Scene("forgotten-pin", with_pins, go=_forgotten, uncovered=False),
    Scene("too-small", midgame, go=_too_small),
    Scene("choose-bot", midgame, go=_choose_bot),
)
"""Screens that no picture is made of."""
EVERY_SCENE = {**SCENES, **{scene.name: scene for scene in MORE}}


def every_key() -> Iterator[events.Key]:
    """Each key as it comes from the terminal, and as it returns from a widget that didn't take it."""
    for key in EVERY_KEY:
        if key not in QUIT_KEYS:
            for returned in (False, True):
                event = events.Key(key, key if len(key) == 1 else None)
                if returned:
                    return_to_screen(event)
                yield event


async def press_every_key(app: App[Any]) -> None:
    """Have the app handle each key, and see that it shows the same screen as before."""
    before = app.screen_stack
    for event in every_key():
        await app.on_event(event)
    assert app.screen_stack == before


@pytest.fixture
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Press every key on each screen before it has any widget."""
    mount = Screen.mount_composed_widgets

    async def press_and_mount(self: Screen[Any], widgets: list[Widget]) -> None:
        if self.is_active:
            await press_every_key(self.app)
        await mount(self, widgets)

    monkeypatch.setattr(Screen, "mount_composed_widgets", press_and_mount)


@pytest.mark.usefixtures("_impatient")
@pytest.mark.parametrize("name", some(EVERY_SCENE, 6))
async def test_no_key_acts_on_a_screen_before_it_is_composed_or_after_it_was_closed(name: str, folder: Path) -> None:
    scene = EVERY_SCENE[name]
    app = scene.app(folder)
    async with app.run_test() as pilot:
        at = await scene.reach(app, pilot)
        top, below = app.screen, app.screen_stack[:-1]
        if below:
            await app.pop_screen()
            for event in every_key():
                await top.on_event(event)
            assert app.screen_stack == below
        await settle(at.pilot)
        assert app.return_code is None
    app.close_game()


async def test_no_key_acts_on_home_before_it_is_filled(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the app begins with a game, home stays empty until someone comes there."""
    async with desk(folder, midgame()) as at:
        recompose = Home.recompose

        async def press_and_recompose(self: Home) -> None:
            await press_every_key(self.app)
            await recompose(self)

        monkeypatch.setattr(Home, "recompose", press_and_recompose)
        await at.leave_game()
        assert at.screen(Home).query("#menu")


@pytest.mark.ci
async def test_no_key_acts_on_a_screen_that_is_composed_anew(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As the settings are in another language."""
    async with desk(folder) as at:
        await at.press("s")
        screen, mount = at.app.screen, Screen.mount_all

        def press_and_mount(self: Screen[Any], *arguments: Any, **options: Any) -> Any:
            assert not at.app.guard.admits(events.Key("down", None))
            return mount(self, *arguments, **options)

        monkeypatch.setattr(Screen, "mount_all", press_and_mount)
        await screen.recompose()
        await settle(at.pilot)
        await at.see()
        assert at.app.guard.admits(events.Key("down", None))


def test_every_screen_tells_whether_it_takes_keys() -> None:
    for module in walk_packages(naishi_tui.__path__, "naishi_tui."):
        import_module(module.name)

    def kinds(of: type[Any]) -> Iterator[type[Any]]:
        for kind in of.__subclasses__():
            yield kind
            yield from kinds(kind)

    ours = {kind for kind in kinds(Screen) if kind.__module__.startswith("naishi_tui.")}
    assert [kind for kind in ours if not issubclass(kind, SteadyScreen)] == []
