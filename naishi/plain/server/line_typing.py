"""What a client's keys make of a line, where its terminal leaves that to the server."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable

MOST_REMEMBERED = 50
"""Lines that can be brought back."""
RETURN, ESCAPE, BELL, INTERRUPT = "\r", "\x1b", "\a", "\x03"
REPORTS = tuple(f"{ESCAPE}{letter}" for letter in "]P_^X")
"""How what a terminal says of itself begins (OSC, DCS and the like); it ends with a bell or Esc and a backslash."""
LONGEST_SEQUENCE, LONGEST_REPORT = 20, 1000
"""Characters after which what has begun is given up."""
UP, DOWN = ("\x1b[A", "\x1bOA"), ("\x1b[B", "\x1bOB")


class LineTyping:
    """A line as it is typed: letters, and the few keys that take some of them back. The cursor stays at its end."""

    def __init__(self, longest: int) -> None:
        """Begin with an empty line.

        Args:
            longest: How many letters a line can have.
        """
        self.text = ""
        """What has been typed of the line."""
        self.complete: Callable[[str], Iterable[str]] = lambda _text: ()
        """Returns the words that a beginning can be completed to."""
        self.ended = False
        """Whether somebody has typed that nothing more comes."""
        self._longest = longest
        self._remembered: list[str] = []
        self._back = 0
        """How many lines back the line on the screen is from."""
        self._sequence = ""
        """What has come so far of a key that sends several characters."""
        self._after_return = False

    def press(self, key: str) -> tuple[str, str | None]:
        """Take a character; return what to write for it, and the line if it has ended that."""
        after_return, self._after_return = self._after_return, key == RETURN
        if key == "\n" and after_return:
            return "", None
        if self._sequence.startswith(REPORTS):
            if key not in {RETURN, INTERRUPT}:
                self._continue_report(key)
                return "", None
            self._sequence = ""  # a person waits: it was no report, or one without its end
        if self._sequence or key == ESCAPE:
            return self._continue(key), None
        if key in {RETURN, "\n"}:
            line, self.text, self._back = self.text, "", 0
            if line.strip() and line not in self._remembered[-1:]:
                self._remembered = [*self._remembered[1 - MOST_REMEMBERED :], line]
            return "\n", line
        return self._edit(key), None

    def _edit(self, key: str) -> str:
        match key:
            case "\b" | "\x7f":
                return self._become(self.text[:-1])
            case "\x15":  # Ctrl+U
                return self._become("")
            case "\x17":  # Ctrl+W
                return self._become(self.text.rstrip().rpartition(" ")[0])
            case "\t":
                return self._completed()
            case "\x03" | "\x04":  # Ctrl+C; Ctrl+D on an empty line
                self.ended = key == INTERRUPT or not self.text
            case _ if key.isprintable() and len(self.text) < self._longest:
                self.text += key
                return key
        return ""

    def _become(self, text: str) -> str:
        """Change the line; return what makes that visible."""
        kept = 0
        while kept < min(len(text), len(self.text)) and text[kept] == self.text[kept]:
            kept += 1
        gone, self.text = self.text[kept:], text
        return "\b \b" * sum(map(_width, gone)) + text[kept:]

    def _completed(self) -> str:
        """Complete the first word, as far as all that it can become agree."""
        words = [*self.complete(self.text)] if self.text and " " not in self.text else []
        return self._become(f"{words[0]} ") if len(words) == 1 else ""

    def _continue(self, key: str) -> str:
        """Take one more character of a key that sends several; only the arrows up and down mean something."""
        self._sequence += key
        begins = self._sequence in {ESCAPE, "\x1b[", "\x1bO", *REPORTS}
        goes_on = self._sequence.startswith("\x1b[") and not "@" <= key <= "~"
        if begins or (goes_on and len(self._sequence) < LONGEST_SEQUENCE):
            return ""
        sequence, self._sequence = self._sequence, ""
        if sequence in UP:
            return self._recall(self._back + 1)
        return self._recall(self._back - 1) if sequence in DOWN else ""

    def _continue_report(self, key: str) -> None:
        """Drop one more character of a report, whatever it is."""
        self._sequence += key
        if key == BELL or self._sequence.endswith("\x1b\\") or len(self._sequence) > LONGEST_REPORT:
            self._sequence = ""

    def _recall(self, back: int) -> str:
        if not 0 <= back <= len(self._remembered):
            return ""
        self._back = back
        return self._become(self._remembered[-back] if back else "")


def _width(letter: str) -> int:
    """Return how many columns a letter takes."""
    if unicodedata.combining(letter):
        return 0
    return 2 if unicodedata.east_asian_width(letter) in {"W", "F"} else 1
