"""Clients without a screen: lines, programs, verbs."""

from __future__ import annotations

import asyncio

from naishi.common.i18n import _
from naishi.plain.server.serving import ChannelLines, LineVisit, notice
from naishi.plain.server.verbs import Streams, VerbVisit
from naishi.server import Visitor
from naishi.server.presence.limits import Limits
from naishi.transports.client import RETRY, InitialCommand, Mode, Outlet, PublicAddress
from naishi_tui.preferences import OFFERED, layers_of

LINE_COST = 40
"""What a line counts for, beside its bytes, where it is counted how much a client sends: some answers are long."""


class LineClient:
    """What stands between a channel and line mode."""

    def __init__(
        self, outlet: Outlet, limits: Limits, mode: Mode, *, term: str | None, only_ascii: bool = False
    ) -> None:
        """Take input from now on; it waits until `run`.

        Args:
            outlet: Takes what is written.
            term: What the client's terminal says that it is; None where there is none. One sends each key, and shows
                only what is sent to it.
        """
        self.mode = mode
        self.apart = mode is Mode.JSON
        """Whether what isn't an answer goes to the other stream: a program reads nothing but objects."""
        self._outlet, self._limits = outlet, limits
        self._edits, self._term = term is not None and mode is not Mode.JSON, term or ""
        self._lines = ChannelLines(outlet.write, edits=self._edits, taken=self._taken)
        self._lines.ascii_only = only_ascii and mode is not Mode.JSON
        self._visit: LineVisit | None = None

    @property
    def full(self) -> bool:
        return self._lines.full

    def feed(self, data: bytes) -> int:
        """Take input; return what it counts for."""
        self._lines.feed(data)
        return len(data) + LINE_COST * (data.count(b"\n") + data.count(b"\r"))

    def end_input(self) -> None:
        self._lines.end()

    def stop(self, farewell: str) -> None:
        """End at once.

        Args:
            farewell: What to say, translated; empty for nothing.
        """
        if farewell and self._visit is not None:
            self._visit.say(farewell)
        self._lines.end(at_once=True)

    def warn(self) -> None:
        if self._visit is not None:
            self._visit.say(_("Are you still there? Press Enter, or this connection ends in five minutes."))

    def show_announced(self) -> None:
        if self._visit is not None:
            self._visit.say_announced()

    async def run(self, visitor: Visitor, command: InitialCommand, public: PublicAddress) -> int:
        """Let someone play until they leave; return the exit status."""
        self._visit = LineVisit(
            visitor,
            self._lines,
            layers_of,
            public.ssh_line,
            offered=OFFERED,
            json_lines=self.mode is Mode.JSON,
            call=self._call if self._edits and self._term != "dumb" else None,
        )
        if public.web_page:
            self._visit.let_browsers_in(public.web_link)
        try:
            self.show_announced()
            if command.verb and command.mode is Mode.SCREEN and not self._visit.wanted:
                self._visit.say(_("This is line mode. For the screen, connect with ssh -t."))
            return await self._visit.run(command.verb, command.word, by_link=public.by_web)
        finally:
            self._lines.end(at_once=True)
            self._lines.end_line()

    def _call(self, how: str, text: str) -> None:
        self._outlet.write(notice(how, text, self._term).encode())

    async def _taken(self) -> None:
        """Wait until the client has read most of what was sent to it; give it up if it reads nothing for too long."""
        outlet, loop = self._outlet, asyncio.get_running_loop()
        if outlet.waiting <= self._limits.output:
            return
        least, since = outlet.waiting, loop.time()
        while (waiting := outlet.waiting) > self._limits.output // 4:
            if waiting < least:
                least, since = waiting, loop.time()
            elif loop.time() - since > self._limits.stalled:
                outlet.give_up()
                return
            await asyncio.sleep(RETRY)


INTERRUPTED, ENDED = 130, 1
"""The exit statuses after Ctrl+C, and where the server ends what was waited for."""


class VerbClient:
    """What stands between a channel and a verb."""

    apart = True
    """What isn't an answer goes to the other stream."""
    full = False
    """Whatever is typed is dropped at once."""

    def __init__(self, streams: Streams, *, has_terminal: bool) -> None:
        """Begin; nothing is done until `run`.

        Args:
            has_terminal: Whether the client's terminal sends each key, and shows only what is sent to it.
        """
        self._streams, self._has_terminal = streams, has_terminal
        self._task: asyncio.Task[int] | None = None
        self._status, self._stopped = ENDED, False

    def feed(self, data: bytes) -> int:
        """Drop what is typed, but for Ctrl+C at a terminal, which ends it; return what it counts for."""
        if self._has_terminal and b"\x03" in data:
            self._status = INTERRUPTED
            self.stop("")
        return len(data)

    def end_input(self) -> None:
        """Go on: a script may well send nothing."""

    def warn(self) -> None:
        """Say nothing: nobody is expected to type."""

    def show_announced(self) -> None:
        """Say nothing: there is an answer, and that is all."""

    def stop(self, farewell: str) -> None:
        """End at once.

        Args:
            farewell: What to say, translated; empty for nothing.
        """
        if farewell:
            self._streams.complain(f"naishi: {farewell}{self._streams.newline}".encode())
        self._stopped = True
        if self._task is not None:
            self._task.cancel()

    async def run(self, visitor: Visitor, command: InitialCommand, public: PublicAddress) -> int:
        """Do what was asked for; return the exit status."""
        if self._stopped:
            return self._status
        visit = VerbVisit(
            visitor,
            command.request,
            self._streams,
            layers_of,
            public.ssh_line,
            offered=OFFERED,
            json_lines=command.mode is Mode.JSON,
        )
        if public.web_page:
            visit.let_browsers_in(public.web_link)
        self._task = asyncio.get_running_loop().create_task(visit.run(), name="verb")
        await asyncio.wait({self._task})
        return self._status if self._task.cancelled() else self._task.result()
