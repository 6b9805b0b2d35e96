"""Robust decoder from terminal bytes to Textual events.

Textual's own input thread decodes strictly, so that the first byte that is no UTF-8 ends the app; its parser raises at
numbers that are no characters and waits for ever for the end of a paste. Here bytes become whole sequences first, each
within bounds of length and time; only then is it asked what they stand for. Input that makes no sense is dropped.

`XTermParser._sequence_to_key_events` is private, and used only here: it knows the keys of all terminals, while the
parser's public entrance takes unknown reports for keys and waits by itself for the rest of a sequence. Checked with
textual 8.2.8.
"""

import asyncio
import codecs
import os
import re
import threading
import time
import unicodedata
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from typing import Any

from textual import constants, events
from textual._xterm_parser import XTermParser
from textual.app import App
from textual.keys import Keys
from textual.message import Message
from textual.messages import TerminalSupportsSynchronizedOutput

MOST_WAITING = 512
"""Events that may wait in the app; what is more is dropped."""
QUIT_KEYS = ("ctrl+q", "ctrl+c")
"""Keys that mean the same on every screen, so that they never wait, and are never too early."""
PAUSE = 0.05
"""Seconds that the app has to catch up before anything is dropped."""


class Backlog:
    """How many events wait in an app, as far as the thread that sends them can know."""

    def __init__(self, app: App[Any]) -> None:
        self._app = app
        self._loop = asyncio.get_running_loop()
        self._sent = 0
        self._seen = 0
        """How many were sent when the app was asked last."""
        self._left = 0
        """How many of those it hadn't handled."""
        self._answered = threading.Event()

    @property
    def waiting(self) -> int:
        return self._sent - self._seen + self._left

    def admit(self) -> bool:
        if self.waiting >= MOST_WAITING:
            return False
        self._sent += 1
        return True

    def review(self) -> None:
        """Ask the app how many events wait, and where they are many, give it time."""
        self._answered.clear()
        with suppress(RuntimeError):  # the app has ended
            self._loop.call_soon_threadsafe(self._answer, self._sent)
            if self.waiting > MOST_WAITING // 2:
                self._answered.wait(PAUSE)

    def _answer(self, sent: int) -> None:
        receivers = [self._app, *self._app.screen_stack[-1:], *filter(None, [self._app.focused])]
        self._left = sum(each.message_queue_size for each in receivers)
        self._seen = sent
        self._answered.set()


_ROWS = "1234567890-=", "qwertyuiop[]", "asdfghjkl;'", "zxcvbnm,./"
_SHIFTED_ROWS = "!@#$%^&*()_+", "QWERTYUIOP{}", 'ASDFGHJKL:"', "ZXCVBNM<>?"
"""The keys of the layout that ours are named after, from the top left."""

_DIGITS, _SAME = _ROWS[0], ""


def _layout(*rows: str) -> dict[str, str]:
    """Return the keys of a layout by what they print: rows like those above, "" for one that is the same."""
    return {
        letter: key
        for row, keys in zip(rows, _ROWS, strict=True)
        for letter, key in zip(row, keys, strict=False)
        if letter != key
    }


_AZERTY = _layout("&é\"'(-è_çà)=", _SAME, _SAME, _SAME) | {"§": "6", "!": "8"}
"""Digits need Shift. Letters stay where their names are, wherever that is. The last two are Belgian."""
_KOREAN = "ㅁㄴㅇㄹㅎㅗㅓㅏㅣ", "ㅋㅌㅊㅍㅠㅜㅡ"

LAYOUTS: Mapping[str, Mapping[str, str]] = {
    "Russian": _layout(_SAME, "йцукенгшщзхъ", "фывапролджэ", "ячсмитьбю."),
    "Ukrainian": _layout(_SAME, "йцукенгшщзхї", "фівапролджє", "ячсмитьбю."),
    "Belarusian": _layout(_SAME, "йцукенгшўзх'", "фывапролджэ", "ячсміть бю."),
    "Serbian": _layout(_SAME, "љњертзуиопшђ", "асдфгхјклчћ", "ѕџцвбнм"),
    "Greek": _layout(_SAME, ";ςερτυθιοπ", "ασδφγηξκλ", "ζχψωβνμ"),
    "Hebrew": _layout(_SAME, "/'קראטוןםפ][", "שדגכעיחלךף,", "זסבהנמצתץ."),
    "Arabic": _layout(_SAME, "ضصثقفغعهخحجد", "شسيبلاتنمكط", "ئءؤرﻻىةوزظ"),
    "Persian": _layout(_SAME, "ضصثقفغعهخحجچ", "شسیبلاتنمکگ", "ظطزرذدپو"),
    "Korean": _layout(_SAME, "ㅂㅈㄷㄱㅅㅛㅕㅑㅐㅔ", *_KOREAN) | _layout(_SAME, "ㅃㅉㄸㄲㅆㅛㅕㅑㅒㅖ", *_KOREAN),
    "Thai": _layout("ๅ/-ภถุึคตจขช", "ๆไำพะัีรนยบล", "ฟหกดเ้่าสวง", "ผปแอิืทมใฝ"),
    "Georgian": _layout(_SAME, "ქწერტყუიოპ", "ასდფგჰჯკლ", "ზხცვბნმ"),
    "French": _AZERTY,
    "Czech": _layout("+ěščřžýáíé", _SAME, _SAME, _SAME),
    "Slovak": _layout("+ľščťžýáíé", _SAME, _SAME, _SAME),
    "Turkish": {"ı": "i", "İ": "i"},
}
"""Those that print other letters or digits than ours; the commoner ones come first, for what several of them print."""

_SHIFTED = dict(zip("".join(_ROWS), "".join(_SHIFTED_ROWS), strict=True))


class Keyboard:
    """Finds which keys of ours someone may mean who types with another layout, Caps Lock or a Japanese editor.

    Which layout it is shows in the letters; a mark, such as the `;` that Greek keyboards have for `q`, is taken for a
    letter only after one of the same layout.
    """

    def __init__(self) -> None:
        self._name = ""
        """The layout of the last letter that isn't Latin."""

    def keys(self, character: str, base: str = "") -> Iterator[str]:
        """Yield the characters of our keys that a character may stand for, the likeliest first.

        Args:
            base: What the key prints in the layout that ours are named after, where the terminal says so.
        """
        plain = _plain(character)
        self._recognize(plain)
        latin = plain.isascii() and plain.isalnum()
        yield from (each for each in (plain, plain.lower()) if each != character and each.isascii())
        if latin:
            return
        if base:
            yield from (_SHIFTED.get(base, base), base) if character.isupper() else (base,)
        for layout in self._layouts(plain):
            if key := layout.get(plain) or layout.get(plain.lower()):
                yield from (_SHIFTED[key], key) if plain.isupper() and not key.isalnum() else (key,)

    def _recognize(self, letter: str) -> None:
        if letter.isascii():
            self._name = "" if letter.isalpha() else self._name
        elif letter.lower() not in LAYOUTS.get(self._name, {}):
            self._name = next((name for name, keys in LAYOUTS.items() if letter.lower() in keys), "")

    def _layouts(self, letter: str) -> Iterator[Mapping[str, str]]:
        yield LAYOUTS.get(self._name, {})
        yield from LAYOUTS.values() if not letter.isascii() else (_AZERTY,)


def _plain(character: str) -> str:
    if (digit := unicodedata.decimal(character, None)) is not None:
        return str(digit)
    wide = unicodedata.normalize("NFKC", character)
    return wide if wide.isascii() and len(wide) == 1 else character


_FOCUS = {"\x1b[I": events.AppFocus, "\x1b[O": events.AppBlur}
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

    def of_alt(self, character: str) -> list[Message]:
        """Return the event of a key pressed with Alt, which sends Esc before its character."""
        return self.of("\x1b" + character) or _whatever_is_raised(self._keys(character, alt=True))

    def _of(self, sequence: str) -> Iterator[Message]:
        if sequence == "\x1b":
            yield events.Key("escape", "\x1b")
        elif sequence in _FOCUS:
            yield _FOCUS[sequence]()
        elif _MOUSE.fullmatch(sequence):
            if (mouse := self._parser.parse_mouse_code(sequence)) is not None:
                yield mouse
        elif _SYNCHRONIZED_OUTPUT.fullmatch(sequence):
            yield TerminalSupportsSynchronizedOutput()
        elif (kitty := _KITTY_KEY.fullmatch(sequence)) and (kitty["end"] == "u" or ":" in sequence):
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
        self._clock = clock
        self._escape_delay = SLOW_ESCAPE if slow and "ESCDELAY" not in os.environ else constants.ESCAPE_DELAY
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
        lasted = self._last - self._began
        if self._pasted is not None:
            if lasted > PASTE_TIME:
                yield from self._end_paste()
        elif lasted > (REPORT_TIME if self._report is not None else self._longest):
            self._report = None
            self._text = ""

    def _read(self) -> Iterator[Message]:
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
            answers = self._text.startswith(REPORT_END) and len(self._answer) <= LONGEST_ANSWER
            if answers and _ANSWER_IN_A_REPORT.fullmatch(self._answer):
                yield Answer(self._answer)
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
