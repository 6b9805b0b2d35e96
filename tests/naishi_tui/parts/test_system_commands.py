from __future__ import annotations

from typing import Any

from naishi_tui.parts.system_commands import SystemCommands
from naishi_tui.screens.palette import Palette
from tests.naishi_tui.parts.fakes import FakeApp


class Desk:
    """A screen on which there is something to do."""

    def commands(self) -> list[tuple[str, Any]]:
        return [("Undo", print)]


def titles(commands: SystemCommands, screen: object) -> list[str]:
    return [each.title for each in commands.on(screen)]  # type: ignore[arg-type]


def test_a_screen_offers_what_it_can_do_and_the_app_the_rest() -> None:
    app: Any = FakeApp()
    commands = SystemCommands(app, lambda: "Quit", lambda screen: [("Resign", print)] if screen else [])
    assert titles(commands, Desk()) == ["Undo", "Resign", "Quit"]
    assert titles(commands, None) == ["Quit"]


def test_the_words_are_those_of_the_moment() -> None:
    app: Any = FakeApp()
    words = iter(("Quit", "Quitter"))
    commands = SystemCommands(app, lambda: next(words))
    assert titles(commands, None) + titles(commands, None) == ["Quit", "Quitter"]


def test_the_palette_is_shown_once() -> None:
    app: Any = FakeApp("home")
    commands = SystemCommands(app, str)
    commands.show()
    commands.show()
    assert [type(screen) for screen in app.screen_stack] == [str, Palette]
