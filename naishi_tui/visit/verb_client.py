"""A client that asks for one thing by a verb, such as `ssh host games`: it reads the answer, and types nothing."""

from __future__ import annotations

import asyncio

from naishi.plain.server.verb_lines import Streams
from naishi.plain.server.verb_visit import VerbVisit
from naishi.server import Visitor
from naishi_tui.preferences import OFFERED, layers_of
from naishi_tui.public_address import PublicAddress
from naishi_tui.visit.initial_command import InitialCommand, Mode

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
            streams: Where it is answered.
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
