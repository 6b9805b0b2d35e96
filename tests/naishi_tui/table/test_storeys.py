"""Unambiguous commands across composed screens: dialogs.screens, game_screen."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from typing import Any

import pytest
from textual.screen import Screen

import naishi_tui


def is_ours(kind: type[Any]) -> bool:
    return kind.__module__.startswith("naishi_tui.")


def screens() -> list[type[Screen[Any]]]:
    """Every screen class of the app."""
    for module in walk_packages(naishi_tui.__path__, "naishi_tui."):
        import_module(module.name)

    def below(kind: type[Any]) -> Iterator[type[Any]]:
        for each in kind.__subclasses__():
            yield each
            yield from below(each)

    return sorted({each for each in below(Screen) if is_ours(each)}, key=lambda kind: kind.__qualname__)


SCREENS = screens()
EACH = pytest.mark.parametrize("kind", SCREENS, ids=[kind.__qualname__ for kind in SCREENS])


@EACH
def test_no_action_is_given_another_meaning(kind: type[Screen[Any]]) -> None:
    inherited = {name for base in kind.__mro__[1:] if is_ours(base) for name in vars(base)}
    assert {name for name in vars(kind).keys() & inherited if name.startswith("action_")} == set()


def test_every_screen_of_a_game_is_checked() -> None:
    names = {kind.__name__ for kind in SCREENS}
    assert {"Table", "Watching", "Spectating", "ReplayScreen", "EditScreen", "ExerciseScreen"} <= names
    assert {"TableTask", "GiftTask", "NinjaTask", "Gift", "Ninja", "Score"} <= names


def test_clicks_at_keys_are_handled_once() -> None:
    """A screen that handled them too would do each of them twice."""
    sources = Path(naishi_tui.__file__).parent.rglob("*.py")
    assert [path.name for path in sources if "@on(Command)" in path.read_text("utf-8")] == ["screens.py"]
