"""Output for terminals and fonts that have nothing but ASCII."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from textual.filter import LineFilter

from naishi_tui.drawing.ascii import Ascii


class PlainOutput:
    """Translates every line that is drawn into ASCII, where that is wanted."""

    def __init__(self, wanted: Callable[[], bool]) -> None:
        self._wanted = wanted
        self._ascii = Ascii()

    @property
    def filters(self) -> Sequence[LineFilter]:
        """What every line has to go through."""
        return [self._ascii] if self._wanted() else []
