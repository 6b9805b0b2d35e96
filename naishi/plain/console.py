"""Lines in, lines out: commands as they are typed, whole or abbreviated; texts for the ear, and in ASCII."""

import asyncio
import difflib
import io
import os
import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple, TextIO

from naishi.common.i18n import LETTERS, NaishiError, UnknownCommandError, _, language, pgettext, quoted, translated
from naishi.settings.key_table import COMMANDS

if TYPE_CHECKING:
    from naishi.plain.protocol import Message
    from naishi.sessions import Participant
    from naishi.tabletop.game import View


_CODE = re.compile(r"(?<![\w-])([A-Z])([1-5])(?![\w-])")
"""A place as action texts name it, but not what looks like one within a name, such as R2-D2."""
_RANGE = re.compile(r"(?<=\d)–(?=\d)")
_MINUS = re.compile(r"(?<![\w–-])[-−](?=\d)")
_PLUS = re.compile(r"(?<![\w+])\+(?=\d)")
_ERROR = re.compile(r"\s?±\s?")
_TIMES = re.compile(r"\s?×\s?(?=\d)")
_PERCENT = re.compile(r"(?<=\d)\s?%")
_SHARE = re.compile(r"(?<![\w/.])(\d+)/(\d+)(?![\w/.])")


def spoken(line: str) -> str:
    """Return a line as it is said: "minus 5" for "-5", "48 to 5" for "48–5", "Hand 3" for "H3"."""
    rows = letters()
    line = _CODE.sub(lambda found: row_place(rows[found[1]], int(found[2])) if found[1] in rows else found[0], line)
    line = _SHARE.sub(lambda found: _("{part} of {all}").format(part=found[1], all=found[2]), line)
    words = {"–": pgettext("48 to 5", "to"), "minus": _("minus"), "plus": _("plus"), "±": _("plus or minus")}
    percent, times = _("percent"), _("times")
    line = _RANGE.sub(f" {words['–']} ", line)
    line = _MINUS.sub(f"{words['minus']} ", line)
    line = _PLUS.sub(f"{words['plus']} ", line)
    line = _TIMES.sub(f" {times} ", line)
    line = _PERCENT.sub(f" {percent}", line)
    return _ERROR.sub(f" {words['±']} ", line).replace(" · ", ", ")


def letters() -> dict[str, str]:
    here = {_("line")[0].upper(): "L", _("hand")[0].upper(): "H", _("river")[0].upper(): "R"}
    return {**(here if len(here) == 3 else {}), "L": "L", "H": "H", "R": "R"}


def row_place(letter: str, number: int) -> str:
    words = {"L": _("Line {number}"), "H": _("Hand {number}"), "R": _("River {number}")}
    return words[letter].format(number=number)


_ASCII = str.maketrans({
    "–": "-", "—": "-", "…": "...", "’": "'", "“": '"', "”": '"', "„": '"', "«": '"', "»": '"', "×": "x", "−": "-",
    "·": ".", "±": "+-", "→": "->", "←": "<-", "●": "*", "○": "o", "▲": "^", "★": "*",
})  # fmt: skip

_LETTERS = str.maketrans({"ł": "l", "Ł": "L", "œ": "oe", "Œ": "OE", "æ": "ae", "Æ": "AE"})
"""Letters that are no letter with an accent."""

BYTE_ORDER_MARK = "\ufeff"
"""What some editors of Windows begin a file with: no part of its first line."""


def to_ascii(text: str) -> str:
    """Write a text with ASCII alone: as the language does, or accents dropped; other letters as a question mark."""
    if text.isascii():
        return text
    for letter, plain in LETTERS.get(language(), {}).items():
        text = unicodedata.normalize("NFC", text).replace(letter, plain)
    plain = unicodedata.normalize("NFKD", text.translate(_ASCII))
    kept = "".join(letter for letter in plain if not unicodedata.combining(letter))
    return kept.translate(_LETTERS).encode("ascii", "replace").decode()


def with_our_digits(text: str) -> str:
    """Write the digits of any script as 0 to 9: a Japanese editor types wide ones."""
    if text.isascii():
        return text
    return "".join(str(unicodedata.decimal(letter, letter)) for letter in text)


def folded(word: str) -> str:
    """Fold case and accents: whoever lacks a key for a letter types it without its accent."""
    return to_ascii(word).casefold()


def replace_unencodable(error: UnicodeError) -> tuple[str, int]:
    """Write what the encoding of a stream lacks in ASCII, as the handler of such errors."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return to_ascii(error.object[error.start : error.end]), error.end


class Lines:
    """Lines in, lines out, and nothing else; what isn't overridden does nothing."""

    interactive = False
    """Whether a person types, rather than a script."""
    ascii_only = False
    """Whether nothing but ASCII can be written."""

    async def read(self, prompt: str) -> str | None:
        """Read a line; None at the end of the input.

        Args:
            prompt: What a person is asked; a script isn't.
        """
        raise NotImplementedError

    async def read_secret(self, prompt: str) -> str | None:
        """Read a line that is not shown while it is typed, where anything has to stay unseen."""
        return await self.read(prompt)

    async def typed(self) -> str | None:
        """Wait for a line while something goes on; None at the end of the input."""
        return await self.read("")

    def write(self, text: str) -> None:
        """Write a text that ends with its line; what was begun to be typed is not torn apart."""
        raise NotImplementedError

    async def taken(self) -> None:
        """Wait until most of what was written has been read, where that can be known."""

    def ring(self) -> None:
        """Ring the bell of a person's terminal."""

    def end_line(self) -> None:
        """Go to a new line, where typing was broken off."""

    def complete(self, words: Callable[[str], Iterable[str]]) -> None:
        """Complete what a person types with Tab, to the words that this returns for it."""

    def hand_over(self, to: str | None) -> None:
        """Have another person type, who doesn't find what the last one typed; None for nobody yet."""


COVER = 30
"""Blank lines that move what the last player read out of sight."""


class Console:
    """What line mode says and asks, to a person or, in `JsonConsole`, to a program."""

    stops_by_enter = True
    """Whether Enter alone stops what takes long."""
    for_programs = False
    """Whether what is written are objects, and each request waits for a reply."""

    def __init__(self, lines: Lines, *, ascii_only: bool = False) -> None:
        self.lines = lines
        self.ascii_only = ascii_only
        self.line_number = 0

    @property
    def interactive(self) -> bool:
        return self.lines.interactive

    def write(self, *lines: str) -> None:
        self.write_exactly(*map(spoken, lines))

    def write_exactly(self, *lines: str) -> None:
        if lines:
            self.lines.write("".join(f"{self._shown(line)}\n" for line in lines))

    async def read(self, prompt: str) -> str | None:
        self.line_number += 1
        return await self.lines.read(self._shown(prompt))

    async def ask(self, question: str) -> str | None:
        """Ask for something that isn't a command; None at the end of the input."""
        return await self.read(question)

    async def ask_secret(self, question: str) -> str | None:
        self.line_number += 1
        return await self.lines.read_secret(self._shown(question))

    async def typed(self) -> str | None:
        line = await self.lines.typed()
        self.line_number += 1
        return line

    def refuse(self, error: NaishiError) -> None:
        """Say why something can't be done. Raises NaishiError: a script asked for it; it ends there."""
        if not self.interactive:
            raise error
        self.write(str(error))

    def notice(self, text: str) -> None:
        self.write_exactly(text)

    def trouble(self, text: str) -> None:
        """Say what became of a save."""
        self.write_exactly(text)

    def answer(self, **data: object) -> None:
        """Hand what was asked for to a program, which can't read it from words."""

    def done(self) -> None:
        """Tell a program that what it asked for is done; a person has read it in words."""

    def opened(self, game: str, kinds: tuple[str, ...], key: str = "") -> None:
        """Tell a program which game it plays from now on.

        Args:
            game: Its id; empty for none.
        """

    def send(self, make: "Callable[[], Message]") -> None:
        """Send an object to a program; a person has heard what it says."""

    def show(self, view: "View", participant: "Participant") -> None:
        """Hand the state of the game to a program that reads along; a person has read it in words."""

    def ring(self) -> None:
        self.lines.ring()

    def cover(self) -> None:
        """Move what was written out of sight, where a person looks at a terminal: a screen reader would read it all."""
        if self.interactive and os.environ.get("ACCESSIBLE", "0") in {"", "0"}:
            height = 0
            with suppress(OSError):  # it isn't known
                height = os.get_terminal_size().lines
            self.write(*[""] * max(COVER, height))

    def clear(self) -> bool:
        """Have the terminal forget what it has shown, scrolled away or not; return whether it is one that can."""
        if not self.interactive or os.environ.get("TERM", "dumb") in {"", "dumb"}:
            return False
        self.lines.write("\x1b[H\x1b[2J\x1b[3J\n")
        return True

    def hand_over(self, to: str | None) -> None:
        self.lines.hand_over(to)

    def _shown(self, text: str) -> str:
        return to_ascii(text) if self.ascii_only or self.lines.ascii_only else text


class LineReader:
    """Reads lines from a file, a pipe or a terminal, or from a text in memory.

    It keeps what it has read ahead itself: a stream's own buffer would hide whether there is another line.
    """

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._descriptor: int | None = None
        with suppress(OSError, ValueError, io.UnsupportedOperation):
            self._descriptor = stream.fileno()
        self._ahead = b""
        self._ended = False

    def read(self) -> str | None:
        """Read a line, without its end; None at the end of the input."""
        if self._descriptor is None:
            line = self._stream.readline()
            return line.rstrip("\r\n") if line else None
        while b"\n" not in self._ahead and not self._ended:
            self._read_on(self._descriptor)
        line_, newline, self._ahead = self._ahead.partition(b"\n")
        if not line_ and not newline:
            self._ended = False  # of a terminal: more may come after Ctrl+D
            return None
        return line_.decode(self._stream.encoding or "utf-8", "replace").rstrip("\r")

    async def wait(self) -> None:
        """Wait until a line can be read, or the end of the input; where nothing can tell, don't wait."""
        while self._descriptor is not None and b"\n" not in self._ahead and not self._ended:
            if not await _readable(self._descriptor):
                return
            self._read_on(self._descriptor)

    def _read_on(self, descriptor: int) -> None:
        more = os.read(descriptor, 65_536)
        self._ahead += more
        self._ended = not more


async def _readable(descriptor: int) -> bool:
    """Wait until something can be read; return False where that can't be waited for, as with a file."""
    loop, event = asyncio.get_running_loop(), asyncio.Event()
    try:
        loop.add_reader(descriptor, event.set)
    except (OSError, NotImplementedError, ValueError):
        return False
    try:
        await event.wait()
    finally:
        loop.remove_reader(descriptor)
    return True


ACTIONS = {"give", "develop", "swap", "discard", "decree", "recall", "declare", "end", "pass", "copy", "use"}
"""The commands that play."""

SKIP = "skip"
"""One more, in games with the expansion."""


class CommandWord(NamedTuple):
    """A word that can be typed."""

    id: str
    """The English word."""
    word: str
    """The word in the language of the moment."""
    usage: str
    """The whole line, with what follows the word."""
    help: str
    whole: bool = False
    """Whether only the whole word is understood, not its beginnings."""


def alone(id_: str, word: str, help_: str, *, whole: bool = False) -> CommandWord:
    return CommandWord(id_, word, word, help_, whole)


def of_key(name: str, *, help_: str = "", usage: str | None = None, whole: bool = False) -> CommandWord:
    """Return the word of a command that has a key in the app, as the key table declares it.

    Args:
        help_: What it does in this room; by default what it does anywhere.
        usage: The whole line in this room, empty for the word alone; by default that of the table.
    """
    line = COMMANDS[name].line
    if line is None:
        raise KeyError(name)
    word = translated(line.word)
    whole_line = translated(line.usage) if usage is None else usage
    return CommandWord(str(line.word), word, whole_line or word, help_ or translated(line.help), whole or line.whole)


Commands = Mapping[str, CommandWord]


def by_id(*groups: Iterable[CommandWord]) -> Commands:
    """Return commands by their ids; of two with one id the later."""
    return {command.id: command for group in groups for command in group}


def commands() -> Commands:
    skip = CommandWord(  # as programs type it; people type end
        "skip", pgettext("effects", "skip"), "skip", _("With the expansion: use no more effects."), True
    )
    bots = (of_key(each) for each in ("faster", "retry", "replace_bot"))
    after = (viewing(), of_key("score.replay"), of_key("score.rematch"))
    return by_id(looking(), (*acting(), skip), undoing(), bots, after, common())


def choosing() -> tuple[CommandWord, ...]:
    return (
        alone("lessons", _("lessons"), _("All lessons, and which of them are solved.")),
        CommandWord("lesson", _("lesson"), _("lesson 3"), _("Begin a lesson by its number.")),
        alone("puzzles", _("puzzles"), _("All puzzles, how hard they are, and which are solved.")),
        CommandWord("puzzle", _("puzzle"), _("puzzle 7"), _("Begin a puzzle by its number.")),
    )


def is_of_home(word: str) -> bool:
    """Whether a whole word is a command outside a game alone, in English or in the language of the moment."""
    known = {
        "new": _("new"), "resume": _("resume"), "games": pgettext("a command", "games"), "bot": _("bot"),
        "sample": _("sample"), "learn": _("learn"), "saves": _("saves"), "watch": _("watch"),
    }  # fmt: skip
    words = {*known.items(), *((each.id, each.word) for each in choosing())}
    return any(folded(word) in {id_, folded(here)} for id_, here in words)


def looking() -> tuple[CommandWord, ...]:
    return (
        alone("table", _("table"), _("The whole table, a row a line.")),
        alone("hand", _("hand"), _("Your Hand.")),
        alone("line", _("line"), _("Your Line.")),
        alone("river", _("river"), _("The face-up cards of the River.")),
        CommandWord("column", _("column"), _("column 3"), _("All cards of one column: River, Line, Hand, their Line.")),
        alone("theirs", _("theirs"), _("The other player's Line and free emissaries.")),
        alone("court", _("court"), _("The free spots at court, and the free emissaries.")),
        alone("pile", pgettext("discards", "pile"), _("The card on top of the discard pile.")),
        CommandWord("where", _("where"), _("where torii"), _("Every place where a card lies that you can see.")),
        alone("score", _("score"), _("Your points if the game ended now, with reasons.")),
        of_key("explain"),
        alone("last", _("last"), _("What the other player did last.")),
        of_key("log"),
        of_key("memory"),
    )


def acting() -> tuple[CommandWord, ...]:
    return (
        alone("what", _("what"), _("What you can do now; what swap and what line 3 list every possibility.")),
        of_key("advice"),
        CommandWord("give", _("give"), _("give 1"), _("Before the first turn: give away dealt card 1 or 2.")),
        CommandWord(
            "develop", _("develop"), _("develop line 4"),
            _("Replace your card at Line 4 or Hand 4 with the card at River 4. In short: dev l4."),
        ),
        of_key("swap"),
        of_key("discard"),
        of_key("decree"),
        of_key("recall"),
        of_key("declare"),
        of_key("end"),
        alone("pass", _("pass"), _("Pass, when nothing else is possible.")),
        CommandWord("copy", _("copy"), _("copy hand 3 advisor"), _("At the end: what your ninja copies.")),
        CommandWord(
            "use", _("use"), _("use umbrella lady line 2 hand 4"),
            _(
                "With the expansion: the effect of a Traveller. In short: swap line 2 hand 4, recall or develop line "
                "4; end uses none."
            ),
            whole=True,
        ),
    )  # fmt: skip


def undoing() -> tuple[CommandWord, ...]:
    return of_key("undo"), of_key("redo")


def handing_over() -> Commands:
    clear = alone("clear", pgettext("a command", "clear"), _("Have the terminal forget everything that it has shown."))
    known = by_id(undoing(), (clear,), common())
    return {each: known[each] for each in ("undo", "clear", "help", "quit")}


def watching(asking: Sequence[CommandWord] = (), playing: Commands | None = None, *, side: str = "") -> Commands:
    """Return the commands of whoever watches bots.

    Args:
        asking: What they can ask, and `playing` what players of that game type; by default those of Naishi.
        side: What `side` does there; by default what it does anywhere.
    """
    own = (
        of_key("watch.pause"),
        alone("continue", _("continue"), _("Let the bots go on; Enter alone does so, too.")),
        of_key("watch.step"),
        of_key("watch.other_side", help_=side),
    )
    known = playing or commands()
    kept = (known[each] for each in ("pace", "retry", "replace", "view", "replay", "rematch"))
    return by_id(asking or looking(), own, kept, common())


def spectating(asking: Sequence[CommandWord] = ()) -> Commands:
    own = alone("takeover", _("takeover"), _("Continue the game here, once nobody has it open any more."))
    return by_id(asking or looking(), (own,), common())


def withdrawing() -> CommandWord:
    return alone(
        "withdraw", pgettext("a command", "withdraw"), _("Choose again, before the others have seen your choice.")
    )


def viewing() -> CommandWord:
    return alone("view", pgettext("a command", "view"), _("For programs: everything that you may know."))


def common() -> tuple[CommandWord, ...]:
    return (
        of_key("home.settings"),
        CommandWord("set", _("set"), _("set hints off"), _("Change a setting.")),
        of_key("rules"),
        CommandWord("help", _("help"), _("help develop"), _("All commands here, or more about one.")),
        of_key("home.quit"),
    )


def find(word: str, among: Commands) -> CommandWord:
    """Find the command that a word means: the whole word, else the only command that begins with it.

    Where words of the language of the moment begin so, those that begin so in English are not meant.

    Raises:
        UnknownCommandError: None, or more than one, begins so.
    """
    typed = folded(word)
    for command in among.values():
        if typed in {command.id, folded(command.word)}:
            return command
    if typed in {"look", folded(_("Look"))} and "table" in among:  # help has a group of that name
        return among["table"]
    shortened = [command for command in among.values() if not command.whole]
    here = {c.id: c for c in shortened if folded(c.word).startswith(typed)}
    beginning = here or {c.id: c for c in shortened if c.id.startswith(typed)}
    if len(beginning) == 1:
        return next(iter(beginning.values()))
    if beginning:
        words = ", ".join(command.word for command in beginning.values())
        raise UnknownCommandError(_("{typed} could be: {words}.").format(typed=quoted(word), words=words))
    raise UnknownCommandError(_what_instead(word, among))


def is_whole(word: str, among: Commands) -> bool:
    """Whether a word is a command, in English or in the language of the moment, and not the beginning of one."""
    return any(folded(word) in {command.id, folded(command.word)} for command in among.values())


def words_beginning(text: str, among: Commands) -> list[str]:
    typed = folded(text)
    here = [command.word for command in among.values() if folded(command.word).startswith(typed)]
    return here or [command.id for command in among.values() if command.id.startswith(typed)]


def _what_instead(word: str, among: Commands) -> str:
    words = {folded(command.word): command.word for command in among.values()}
    if near := difflib.get_close_matches(folded(word), words, n=1):
        return _("{typed} is not a command. Did you mean {word}?").format(typed=quoted(word), word=words[near[0]])
    what = _("{typed} is not a command. Type what or help.")
    return (what if "what" in among else _("{typed} is not a command. Type help.")).format(typed=quoted(word))
