"""Robust decoder from terminal bytes to Textual events.

Textual's own input thread decodes strictly, so that the first byte that is no UTF-8 ends the app; its parser raises at
numbers that are no characters and waits for ever for the end of a paste. Here bytes become whole sequences first, each
within bounds of length and time; only then is it asked what they stand for. Input that makes no sense is dropped.
"""

from __future__ import annotations

import codecs
import os
import re
import time
from collections.abc import Callable, Iterator

from textual import constants, events
from textual.message import Message

from naishi_tui.terminal.sequence_events import SequenceEvents

ESC = "\x1b"
REPORT_END = "\x1b\\"
PASTE, PASTE_END = "\x1b[200~", "\x1b[201~"
X10_MOUSE = "\x1b[M"
"""The beginning of an old mouse report: three bytes of any value follow."""

PIECE = 4096
"""Bytes that are read at a time, since what isn't decided yet is copied with each sequence."""
LONGEST_SEQUENCE = 256
"""Characters of an escape sequence; a key that brings a composed text may be long."""
LONGEST_PASTE = 65_536
"""Characters of a paste that are kept."""
LONGEST_REPORT = 262_144
"""Characters of a report (OSC, DCS and the like), after which what follows is read as keys again."""
LONGEST_ANSWER = 256
"""Characters of a report that may be an answer; longer ones mean nothing here."""

SILENCE = 0.5
"""Seconds without a byte after which a sequence or a report is given up: terminals send them in one go."""
SLOW_ESCAPE, SLOW_SILENCE = 0.5, 2.0
"""Seconds after which Esc is the key, and a sequence is given up, where a network may split what a terminal sends."""
SLOW_SEQUENCE = 20.0
"""Seconds that a sequence may take in all there."""
TAIL_TIME = 1.0
"""Seconds after which what follows an Esc can't be the rest of a sequence that began with it any more."""
REPORT_TIME = 2.0
"""Seconds that a report may take in all."""
PASTE_SILENCE, PASTE_TIME = 1.0, 5.0
"""The same two for a paste, which may come through a slow connection."""

_SEQUENCE = re.compile(
    rf"""\x1b(?:
        \[\[[A-E]                             # function keys of the Linux console
      | \[(?:[378]|2[34])\$                   # keys of rxvt with Shift
      | \[(?![\[M])[ -?]{{0,{LONGEST_SEQUENCE}}}[@-~]
      | O[ -~]
      | [^\x1b\[OPX^_\]]                      # a key with Alt
    )""",
    re.VERBOSE | re.DOTALL,
)
_BEGUN = re.compile(rf"\x1b(?:\[\[?|\[[ -?]{{1,{LONGEST_SEQUENCE}}}|[OPX^_\]])?")
"""What may still become a sequence."""
_BEGINNINGS = ESC + "[", ESC + "O"
"""Also Alt with these, but rarely."""
_REPORT = re.compile(r"\x1b[PX^_\]](?=.)", re.DOTALL)
"""The beginning of a DCS, SOS, PM, APC or OSC; with nothing after it, a key with Alt."""
_CONTROL = re.compile(r"[\x00-\x06\x0e-\x1f\x7f]")
"""What ends a report, rightly or not: it holds no keys such as ctrl+q, but perhaps tabs and ends of lines."""
_OSC, _BELL_OR_CONTROL = "\x1b]", re.compile(r"[\x00-\x07\x0e-\x1f\x7f]")
"""A bell ends reports of this kind only."""
_BROKEN = re.compile(r"\x1b(?:\[\[[ -~]?|\[[ -?]*|O)?")
"""What is dropped of a sequence that can't be one."""


class InputDecoder:
    """Turns the bytes of one terminal into events; knows nothing of where the bytes come from.

    Feed it what comes, and call `tick` when nothing has come for `patience` seconds.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic, *, slow: bool = False) -> None:
        """Expect the first bytes of a terminal.

        Args:
            clock: Tells the time.
            slow: Whether a network may split what the terminal sends in one go.
        """
        self._clock = clock
        waits_as_set = "ESCDELAY" in os.environ
        self._escape_delay = SLOW_ESCAPE if slow and not waits_as_set else constants.ESCAPE_DELAY
        self._silence = SLOW_SILENCE if slow else SILENCE
        self._longest = SLOW_SEQUENCE if slow else REPORT_TIME
        self._escaped: float | None = None
        """When an Esc was taken for the key, if its sequence may still come."""
        self._late = False
        """Whether what comes now is the rest of a sequence whose Esc was taken for the key."""
        self._decode = codecs.getincrementaldecoder("utf-8")("surrogateescape").decode
        self._events = SequenceEvents()
        self._text = ""
        """What isn't decided yet."""
        self._pasted: str | None = None
        """What was pasted so far, within a paste."""
        self._report: int | None = None
        """How many characters of a report have come, within one."""
        self._answer = ""
        """The first of them."""
        self._began = self._last = clock()
        """When the paste, report or sequence began, and when anything came last."""

    @property
    def patience(self) -> float | None:
        """Seconds of silence after which what has begun is given up; None where nothing has."""
        if self._pasted is not None:
            return PASTE_SILENCE
        if self._report is not None:
            return SILENCE
        if not self._text:
            return None
        if len(self._text) > 2 or (self._silence > SILENCE and self._text in _BEGINNINGS):
            return self._silence
        return self._escape_delay

    def feed(self, data: bytes) -> list[Message]:
        """Return the events that bytes make."""
        self._last = self._clock()
        if self.patience is None:
            self._began = self._last
        found = [*self._give_up_what_lasts()]
        self._find_tail(data)
        for start in range(0, len(data), PIECE):
            self._text += self._decode(data[start : start + PIECE])
            found += self._read()
        return found

    def tick(self) -> list[Message]:
        """Return the events of what has begun and stays without its end."""
        if self.patience is None or self._clock() - self._last < self.patience:
            return []
        self._report = None
        found = [*self._end_paste(), *self._read()]
        text, self._text = self._text, ""
        if self._late:
            self._late = False
            return [*found, *(event for character in text[1:] for event in self._events.of(character))]
        if text == ESC:
            self._escaped = self._clock()
        if len(text) == 2:
            return [*found, *self._events.of_alt(text[1])]
        return [*found, *self._events.of(text)] if text == ESC else found

    def _find_tail(self, data: bytes) -> None:
        """See whether what comes is the rest of a sequence whose beginning was taken for Esc; that is dropped."""
        escaped, self._escaped = self._escaped, None
        if escaped is not None and not self._text and data[:1] in b"[O" and self._last - escaped < TAIL_TIME:
            self._text, self._late = ESC, True

    def _give_up_what_lasts(self) -> Iterator[Message]:
        """End what has gone on for too long."""
        lasted = self._last - self._began
        if self._pasted is not None:
            if lasted > PASTE_TIME:
                yield from self._end_paste()
        elif lasted > (REPORT_TIME if self._report is not None else self._longest):
            self._report = None
            self._text = ""

    def _read(self) -> Iterator[Message]:
        """Read all that can be decided."""
        before = None
        while self._text and before != (now := (self._text, self._pasted is None, self._report is None)):
            before = now
            if self._pasted is not None:
                yield from self._read_paste(self._pasted)
            elif self._report is not None:
                yield from self._read_report(self._report)
            else:
                yield from self._read_keys()

    def _read_keys(self) -> Iterator[Message]:
        """Read characters and at most one sequence after them."""
        characters, escape, rest = self._text.partition(ESC)
        self._text = escape + rest
        for character in characters:
            yield from self._events.of(character)
        sequence = self._take_sequence()
        if characters or sequence:
            self._began = self._last
        if sequence and self._late:
            self._late = False
            self._escape_delay, self._silence = TAIL_TIME, SLOW_SILENCE  # this line is slower than was thought
        elif sequence == PASTE:
            self._pasted, self._began = "", self._last
        elif len(sequence) == 2:
            yield from self._events.of_alt(sequence[1])
        elif sequence and sequence != PASTE_END:
            yield from self._events.of(sequence)

    def _take_sequence(self) -> str:
        """Take the sequence that the text begins with; "" where it isn't complete, or was dropped."""
        text = self._text
        if found := _SEQUENCE.match(text):
            self._text = text[found.end() :]
            return found[0]
        if text.startswith(ESC + ESC):
            self._text = text[1:]
            return ESC
        if text.startswith(X10_MOUSE):
            self._drop_x10_mouse()
        elif _REPORT.match(text):
            self._answer, self._text = text[:2], text[2:]
            self._report, self._began = 0, self._last
        elif text and not _BEGUN.fullmatch(text):
            self._drop_broken_sequence()
        return ""

    def _drop_x10_mouse(self) -> None:
        """Drop an old mouse report once its three bytes are there: Textual asks for reports in letters."""
        size = 0
        for index, character in enumerate(self._text[len(X10_MOUSE) :], len(X10_MOUSE) + 1):
            size += len(character.encode(errors="surrogateescape"))
            if size >= 3:
                self._text = self._text[index:]
                return

    def _drop_broken_sequence(self) -> None:
        broken = _BROKEN.match(self._text)
        end = broken.end() if broken else 1
        self._text = self._text[end:]
        if end > LONGEST_SEQUENCE:  # the rest of it may be as long as it likes
            self._answer = ""
            self._report, self._began = end, self._last

    def _read_report(self, length: int) -> Iterator[Message]:
        """Drop what there is of a report, unless it turns out to be an answer."""
        end = (_BELL_OR_CONTROL if self._answer.startswith(_OSC) else _CONTROL).search(self._text)
        part, self._text = (self._text[: end.start()], self._text[end.start() :]) if end else (self._text, "")
        self._report = length + len(part)
        self._answer = (self._answer + part)[: LONGEST_ANSWER + 1]
        if self._report > LONGEST_REPORT or (self._text and self._text != ESC):
            self._report = None
            if self._text.startswith(REPORT_END) and len(self._answer) <= LONGEST_ANSWER:
                yield from self._events.of_report(self._answer)
            self._text = self._text.removeprefix("\x07" if self._text.startswith("\x07") else REPORT_END)

    def _read_paste(self, pasted: str) -> Iterator[Message]:
        """Read text up to the next sequence, and drop that: it is no text."""
        text, escape, rest = self._text.partition(ESC)
        self._text = escape + rest
        self._pasted = (pasted + _characters(text))[:LONGEST_PASTE]
        if self._text.startswith(PASTE_END):
            self._text = self._text[len(PASTE_END) :]
            yield from self._end_paste()
        elif found := _SEQUENCE.match(self._text):
            self._text = self._text[found.end() :]
        elif not _BEGUN.fullmatch(self._text):
            self._text = self._text[1:]

    def _end_paste(self) -> Iterator[Message]:
        pasted, self._pasted = self._pasted, None
        if pasted:
            yield events.Paste(pasted)


def _characters(text: str) -> str:
    """Leave out of a pasted text what is no character: NUL, and bytes that are no UTF-8."""
    return re.sub("[\x00\ud800-\udfff]", "", text)
