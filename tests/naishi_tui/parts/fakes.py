"""Fake app that records requests of its parts."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any


class FakeApp(SimpleNamespace):
    """A stack of screens, whatever they are, and a log."""

    def __init__(self, *screens: object, **attributes: Any) -> None:
        super().__init__(screen_stack=list(screens), workers=[], log=[], **attributes)

    @property
    def screen(self) -> Any:
        return self.screen_stack[-1]

    def push_screen(self, screen: object) -> None:
        self.screen_stack.append(screen)

    def pop_screen(self) -> None:
        self.screen_stack.pop()

    def __getattr__(self, name: str) -> Any:
        """Whatever else is called goes to the log."""
        return lambda *arguments, **_options: self.log.append((name, *arguments))
