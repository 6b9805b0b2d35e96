"""Textual events of characters and escape sequences.

`XTermParser._sequence_to_key_events` is private, and used only here: it knows the keys of all terminals, while the
parser's public entrance takes unknown reports for keys and waits by itself for the rest of a sequence. Checked with
textual 8.2.8.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from textual import events
from textual._xterm_parser import XTermParser
from textual.keys import Keys
from textual.message import Message
from textual.messages import TerminalSupportsSynchronizedOutput

from naishi_tui.terminal.layouts import Keyboard

_MOUSE = re.compile(r"\x1b\[<\d{1,4};-?\d{1,4};-?\d{1,4}[Mm]")
_SYNCHRONIZED_OUTPUT = re.compile(r"\x1b\[\?2026;[1-4]\$y")
_NO_KEY = re.compile(r"\x1b\[(?!1?;)\d[\d:;]*[ABCDEFHPQRS]")
"""What Textual would take for a character with this number, such as the report of the cursor's position."""
_NUMBERED_KEY = re.compile(r"\x1b\[\d+~")
"""A function key; Textual takes one that it doesn't know for the character with this number."""
_ANSWER = re.compile(r"\x1b\[(?:\?[\d;]{1,64}c|6;\d{1,3};\d{1,3}t)")
"""What a terminal answers about its abilities and the size of a cell."""
_ANSWER_IN_A_REPORT = re.compile(r"\x1b(?:_Gi=1;|P>\|)[ -~]*")
"""The same about graphics and its name."""
_KITTY_KEY = re.compile(
    r"""\x1b\[
    (?P<code>\d{1,7})(?::(?P<shifted>\d{0,7})(?::(?P<base>\d{0,7}))?)?
    (?:;(?P<held>\d{0,3})(?::(?P<what>\d))?(?:;(?P<text>[\d:]{0,64}))?)?
    (?P<end>[u~A-HPQRS])""",
    re.VERBOSE,
)
"""A key in the protocol of Kitty: what it prints, also with Shift and in the usual layout; what is held; the text."""
_SHIFT, _OTHERS_HELD, _RELEASED = 0b1, 0b111110, "3"
_HELD_KEYS = {*range(57358, 57361), *range(57441, 57455)}
"""Shift, Caps Lock and the like, of which each is a key of its own there: they do nothing by themselves."""
_NO_CHARACTER = re.compile("[\x80-\x9f\ud800-\udfff]")
"""Control codes of eight bits, and halves of characters: bytes that are no UTF-8 come as these."""


class Answer(Message):
    """The terminal has answered a question, or says something as if it had been asked. No key, whatever it says."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.text = text
        """The escape sequence, that of a report without its end."""


class PressedKey(events.Key):
    """A key that prints something, and what it prints in the usual layout, where the terminal says so."""

    def __init__(self, key: str, character: str | None, base: str) -> None:
        super().__init__(key, character)
        self.base = base


PressedKey.handler_name = events.Key.handler_name  # it is handled as any other


class SequenceEvents:
    """Finds the events of one terminal's input; mouse events tell how far the mouse has moved since the last."""

    def __init__(self) -> None:
        self._parser = XTermParser()

    def of(self, sequence: str) -> list[Message]:
        """Return the events of a character or a complete sequence; none where it makes no sense."""
        return [Answer(sequence)] if _ANSWER.fullmatch(sequence) else _whatever_is_raised(self._of(sequence))

    def of_report(self, report: str) -> list[Message]:
        """Return the answer that a complete report is, if it is one."""
        return [Answer(report)] if _ANSWER_IN_A_REPORT.fullmatch(report) else []

    def of_alt(self, character: str) -> list[Message]:
        """Return the event of a key pressed with Alt, which sends Esc before its character."""
        return self.of("\x1b" + character) or _whatever_is_raised(self._keys(character, alt=True))

    def _of(self, sequence: str) -> Iterator[Message]:
        if sequence == "\x1b":
            yield events.Key("escape", "\x1b")
        elif sequence == "\x1b[I":
            yield events.AppFocus()
        elif sequence == "\x1b[O":
            yield events.AppBlur()
        elif _MOUSE.fullmatch(sequence):
            mouse = self._parser.parse_mouse_code(sequence)
            if mouse is not None:
                yield mouse
        elif _SYNCHRONIZED_OUTPUT.fullmatch(sequence):
            yield TerminalSupportsSynchronizedOutput()
        else:
            yield from self._of_key(sequence)

    def _of_key(self, sequence: str) -> Iterator[Message]:
        if (kitty := _KITTY_KEY.fullmatch(sequence)) and (kitty["end"] == "u" or ":" in sequence):
            yield from self._kitty_key(kitty)
        elif not _NO_KEY.fullmatch(sequence):
            for key in self._keys(sequence):
                if not (key.is_printable and _NUMBERED_KEY.fullmatch(sequence)):
                    yield key

    def _kitty_key(self, found: re.Match[str]) -> Iterator[events.Key]:
        """Read a key of Kitty's, of which Textual understands no more than the simple form; none when it is released.

        A shortcut with a letter that isn't Latin is the one with the Latin letter on the same key: no other is bound.
        """
        code, held = int(found["code"]), max(0, int(found["held"] or 1) - 1)
        printed, base = chr(code), chr(int(found["base"])) if found["base"] else ""
        text = "".join(chr(int(each)) for each in (found["text"] or "").split(":") if each)
        if found["what"] == _RELEASED or (found["end"] == "u" and code in _HELD_KEYS):
            return
        if found["end"] != "u" or not (printed.isprintable() or (text.isprintable() and text)):
            yield from self._keys(f"\x1b[{code};{held + 1}{found['end']}" if held else f"\x1b[{code}{found['end']}")
        elif held & _OTHERS_HELD:
            if not (printed.isascii() and printed.isalnum()):
                base = base or ("" if printed.isascii() else next(Keyboard().keys(printed), ""))
                code = ord(base) if base.isascii() and base.isalnum() else code
            yield from self._keys(f"\x1b[{code};{held + 1}u")
        else:
            shifted = chr(int(found["shifted"])) if found["shifted"] else printed.upper()
            usual = shifted if held & _SHIFT else printed
            for key in (key for character in text or usual for key in self._keys(character)):
                yield PressedKey(key.key, key.character, base) if base else key

    def _keys(self, sequence: str, *, alt: bool = False) -> Iterator[events.Key]:
        if not _NO_CHARACTER.search(sequence):
            for key in self._parser._sequence_to_key_events(sequence, alt):
                if key.key != Keys.Ignore and not _NO_CHARACTER.search(key.key + (key.character or "")):
                    # A new event: some come from a cache, with the time and the app of whoever pressed the key first.
                    yield events.Key(key.key, key.character)


def _whatever_is_raised(found: Iterator[Message]) -> list[Message]:
    """Return all events, or none: Textual's parser raises at numbers that are no characters, and maybe elsewhere."""
    try:
        return list(found)
    except Exception:
        return []
