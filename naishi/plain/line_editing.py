"""Editing the lines typed at a terminal: completion, and a history for each person."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from types import ModuleType

_SETTINGS = ("set enable-bracketed-paste off", "set bell-style none", "tab: complete")
"""Without the escape sequences that readline would write."""
_NO_YANKING = (r'"\C-y": ""', r'"\ey": ""')
"""What was cut out of one line can't be put into another: it may be somebody else's."""


class LineEditing:
    """What readline does for whoever types; nothing on a system without it."""

    def __init__(self) -> None:
        self._readline = _readline()
        self._typist: str | None = ""
        self._histories: dict[str, list[str]] = {}
        self._set(*_SETTINGS)
        if self._readline is not None:
            self._readline.set_completer_delims(" ")

    def complete(self, words: Callable[[str], Iterable[str]]) -> None:
        """Complete what is typed with Tab, to the words that this returns for it."""
        if self._readline is not None:
            self._readline.set_completer(_Completer(words))

    def hand_over(self, to: str | None) -> None:
        """Put away what was typed, and bring back what a person typed before.

        Args:
            to: The person's name, "" for whoever is at home; None for nobody, whose lines are forgotten.
        """
        readline = self._readline
        if readline is None or to == self._typist:
            return
        self._set(*_NO_YANKING)
        if self._typist is not None:
            count = readline.get_current_history_length()
            self._histories[self._typist] = [readline.get_history_item(number + 1) for number in range(count)]
        readline.clear_history()
        for line in self._histories.get(to, ()) if to is not None else ():
            readline.add_history(line)
        self._typist = to

    def _set(self, *settings: str) -> None:
        if self._readline is not None:
            for each in settings:
                self._readline.parse_and_bind(each)


def _readline() -> ModuleType | None:
    """Import readline only where a person types: to import it may write to the terminal."""
    try:
        import readline  # noqa: PLC0415
    except ImportError:
        return None
    return readline


class _Completer:
    """Completes the first word of a line, as readline asks: one match a call."""

    def __init__(self, words: Callable[[str], Iterable[str]]) -> None:
        self._words = words

    def __call__(self, text: str, state: int) -> str | None:
        """Return the match of this number, or None where there are no more."""
        matches = [*self._words(text)]
        return matches[state] + " " if state < len(matches) else None
