"""Line-mode visit, from arrival to end."""

import asyncio
import codecs
import re
from collections.abc import Awaitable, Callable, Iterable, Sequence

from naishi.plain.console import Console, Lines
from naishi.plain.json_console import JsonConsole
from naishi.plain.printed import cells
from naishi.plain.server.lobby import PlainLobby
from naishi.plain.server.room import ServerContext
from naishi.server import Visitor
from naishi.settings.schema import Layers

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
        self.text = ""
        self.complete: Callable[[str], Iterable[str]] = lambda _text: ()
        """Returns the words that a beginning can be completed to."""
        self.ended = False
        """Whether someone has typed that nothing more comes."""
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
        return "\b \b" * cells(gone) + text[kept:]

    def _completed(self) -> str:
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
        self._sequence += key
        if key == BELL or self._sequence.endswith("\x1b\\") or len(self._sequence) > LONGEST_REPORT:
            self._sequence = ""

    def _recall(self, back: int) -> str:
        if not 0 <= back <= len(self._remembered):
            return ""
        self._back = back
        return self._become(self._remembered[-back] if back else "")


LONGEST_LINE = 1000
"""Letters; what is longer is cut, and answered without waiting for its end."""
FULL = 8192
"""So many letters may wait to be read before the client has to."""


class ChannelLines(Lines):
    """Lines in, lines out. What is written while someone types stands on lines of its own, and the prompt after it.

    Args:
        send: Takes bytes for the client.
        edits: Whether the client's terminal sends each key, and shows only what is sent to it.
        taken: Waits until the client has read most of what was sent.
    """

    interactive = True

    def __init__(
        self, send: Callable[[bytes], None], *, edits: bool = False, taken: Callable[[], Awaitable[None]] | None = None
    ) -> None:
        self._send, self._taken = send, taken
        self._typing = LineTyping(LONGEST_LINE) if edits else None
        self._newline = "\r\n" if edits else "\n"
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._ahead = ""
        self._skipping = False
        """Whether the rest of a line comes that was too long."""
        self._ended = False
        self._more = asyncio.Event()
        self._prompt: str | None = None
        """What stands before the line that is being read; None while none is."""
        self._prompted = False
        """Whether it is the last thing on the screen."""
        self._prompt_again: asyncio.Handle | None = None

    @property
    def full(self) -> bool:
        """Whether so much waits to be read that no more should come."""
        return len(self._ahead) >= FULL

    def feed(self, data: bytes) -> None:
        text = self._decoder.decode(data)
        if self._skipping:
            _rest, newline, text = text.partition("\n")
            self._skipping = not newline
        self._ahead += text
        self._more.set()

    def end(self, *, at_once: bool = False) -> None:
        if at_once:
            self._ahead = ""
        self._ended = True
        self._more.set()

    async def read(self, prompt: str) -> str | None:
        await self.taken()
        if self._typing is None and (line := self._next_line()) is not None:
            return line  # it was sent before anything was asked
        self._prompt = prompt
        self._show_prompt()
        try:
            while (line := self._next_line()) is None:
                if self._ended or (self._typing is not None and self._typing.ended):
                    return None
                self._more.clear()
                await self._more.wait()
        finally:
            if self._prompt_again is not None:
                self._prompt_again.cancel()
                self._prompt_again = None
            self._prompt = None
        return line

    async def taken(self) -> None:
        if self._taken is not None:
            await self._taken()

    def write(self, text: str) -> None:
        self.end_line()
        self._out(text)
        if self._prompt is not None and self._prompt_again is None:
            self._prompt_again = asyncio.get_running_loop().call_soon(self._show_prompt)

    def ring(self) -> None:
        self._out("\a")

    def end_line(self) -> None:
        if self._prompted:
            self._prompted = False
            self._out("\n")

    def complete(self, words: Callable[[str], Iterable[str]]) -> None:
        if self._typing is not None:
            self._typing.complete = words

    def _next_line(self) -> str | None:
        """Take the next line of what has come, if there is a whole one."""
        if self._typing is not None:
            return self._next_typed(self._typing)
        line, newline, rest = self._ahead.partition("\n")
        if not newline and len(line) > LONGEST_LINE:
            self._skipping = True  # until `feed` finds the end of the line, however often it is asked for the next one
        elif not (newline or (self._ended and line)):
            return None
        self._ahead, self._prompted = rest, False  # the client's own terminal has ended the line
        return line.rstrip("\r")[:LONGEST_LINE]

    def _next_typed(self, typing: LineTyping) -> str | None:
        while self._ahead and not typing.ended:
            key, self._ahead = self._ahead[0], self._ahead[1:]
            shown, line = typing.press(key)
            self._out(shown)
            if line is not None:
                self._prompted = False
                return line
        return None

    def _show_prompt(self) -> None:
        self._prompt_again = None
        if self._prompt:
            self._prompted = True
            self._out(self._prompt + (self._typing.text if self._typing is not None else ""))

    def _out(self, text: str) -> None:
        if text:
            self._send(text.replace("\n", self._newline).encode("utf-8", "replace"))


_BY_777 = re.compile("rxvt|foot|contour")
"""Terminals that know notifications as rxvt has them (OSC 777); most others know iTerm2's (OSC 9), or drop them."""
KEEP_TITLE, TITLE_BACK = "\x1b[22;2t", "\x1b]2;\a\x1b[23;2t"
"""The second empties the title first, for terminals that can't keep one."""


def notice(how: str, text: str, term: str) -> str:
    """Return what to send to a terminal.

    Args:
        how: A value of the setting `notice`.
        text: What to say; letters that would mean something to the terminal are left out.
    """
    harmless = "".join(letter for letter in text if letter.isprintable()).replace(";", ",")
    match how:
        case "bell":
            return "\a"
        case "notification" if _BY_777.match(term):
            return f"\x1b]777;notify;Naishi;{harmless}\a"
        case "notification":
            return f"\x1b]9;Naishi: {harmless}\a"
        case "title":
            return f"{KEEP_TITLE}\x1b]2;Naishi: {harmless}\a"
    return ""


def taken_back(how: str) -> str:
    """Return what takes a notice back, once someone has reacted to it."""
    return TITLE_BACK if how == "title" else ""


PAUSE = 0.25
"""Seconds between two looks at lists, however much happens."""


class LineVisit:
    """What someone reads and types who has come without a screen.

    Args:
        read_layers: Returns the settings of a visitor's account.
        ssh_line: Returns the line that brings a friend here, by the words of a command.
        call: Has their terminal call them, as the setting `notice` says, with a sentence; None where there is none.
    """

    def __init__(
        self,
        visitor: Visitor,
        lines: ChannelLines,
        read_layers: Callable[[Visitor], Layers],
        ssh_line: Callable[..., str],
        *,
        offered: Sequence[str],
        json_lines: bool = False,
        call: Callable[[str, str], None] | None = None,
    ) -> None:
        console = (JsonConsole if json_lines else Console)(lines)
        self._context = ServerContext(
            console=console,
            layers=read_layers(visitor),
            offered=tuple(offered),
            visitor=visitor,
            read_layers=read_layers,
            ssh_line=ssh_line,
            call=call,
        )
        self._context.follow_settings()

    def let_browsers_in(self, web_link: Callable[[str], str]) -> None:
        """Offer a link for browsers, which `web_link` returns for its word."""
        self._context.web_link = web_link

    async def run(self, verb: str = "", word: str = "", *, by_link: bool = False) -> int:
        """Read and do what is typed, until it is left or the input ends.

        Args:
            verb: `join` or `watch`, to begin at a table; empty for the lobby.

        Returns:
            The exit status: 1 where the visitor couldn't go there, and typed nothing else.
        """
        context, visitor = self._context, self._context.visitor
        happenings = context.happenings
        happenings.follow("own lists and account", visitor.changes(), PAUSE)
        public = visitor.lobby.public.changes
        happenings.follow("public lists", public.since(public.newest), PAUSE)
        try:
            await visitor.refresh()
            lobby = PlainLobby(context, f"{verb} {word}".strip(), by_link=by_link)
            await lobby.run()
            return int(lobby.failed)
        finally:
            await happenings.close()

    @property
    def wanted(self) -> bool:
        """Whether the player has chosen line mode for every visit."""
        return self._context.settings.plain

    def say_announced(self) -> None:
        if announced := self._context.visitor.take_announced():
            self.say(announced)

    def say(self, text: str) -> None:
        self._context.console.notice(text)
