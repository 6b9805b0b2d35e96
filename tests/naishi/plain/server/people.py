"""Visitors of a server by lines or by objects alone."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from contextvars import copy_context
from typing import Any

from pydantic import TypeAdapter

from naishi.common import i18n
from naishi.plain.naishi.objects import Written
from naishi.plain.server.serving import ChannelLines, LineVisit
from naishi.server import Visitor
from naishi.settings.check import check_all
from naishi.settings.schema import Layers

PATIENCE = 60.0
"""Seconds that anything may take on a busy machine."""
OFFERED = ("ascii", "hints", "bell", "plain", "language")
WRITTEN: TypeAdapter[Any] = TypeAdapter(Written)


class KeptLayers(Layers):
    """Settings that are kept by a visitor alone."""

    async def write(self, name: str) -> None:
        """Keep nothing."""


def layers_of(visitor: Visitor) -> Layers:
    chosen, _faults = check_all(dict(visitor.settings), {})
    return KeptLayers(file={"advice": False}, chosen=chosen)


class Reader:
    """Someone with no screen, for whom line mode runs as it does over SSH."""

    def __init__(self, visitor: Visitor, *, json_lines: bool = False, edits: bool = False, first: str = "") -> None:
        self.visitor = visitor
        self.written = ""
        """Everything that was sent."""
        self.told = 0
        """How much of it was heard already."""
        self._something = asyncio.Event()
        self.lines = ChannelLines(self._take, edits=edits)
        self.task = asyncio.create_task(self._run(first, json_lines=json_lines), context=copy_context())

    async def _run(self, first: str, *, json_lines: bool) -> None:
        """Read and type in a language of one's own, as in a connection of one's own."""
        i18n.use(i18n.load(self.visitor.language))
        visit = LineVisit(self.visitor, self.lines, layers_of, self._ssh_line, offered=OFFERED, json_lines=json_lines)
        verb, _space, word = first.partition(" ")
        await visit.run(verb, word)

    @staticmethod
    def _ssh_line(*command: str) -> str:
        return " ".join(["ssh", "-t", "play@here", *command])

    def _take(self, data: bytes) -> None:
        self.written += data.decode()
        self._something.set()

    @property
    def new(self) -> str:
        """What has come since `told`."""
        return self.written[self.told :]

    def type(self, *lines: str) -> None:
        """Type lines; what was written before has been heard."""
        self.told = len(self.written)
        self.lines.feed("".join(f"{line}\n" for line in lines).encode())

    async def hears(self, text: str, *others: str) -> str:
        """Wait until some words have come since the last line was typed, one after the other; return what was heard."""
        async with asyncio.timeout(PATIENCE):
            for each in (text, *others):
                while each not in self.new:
                    assert not self.task.done(), f"{each!r} never came:\n{self.new}"
                    self._something.clear()
                    try:
                        await self._something.wait()
                    except asyncio.CancelledError:
                        raise AssertionError(f"{each!r} never came:\n{self.new}") from None
        return self.new

    async def until(self, true: Callable[[], object]) -> None:
        """Wait until something is so that is written about."""
        async with asyncio.timeout(PATIENCE):
            while not true():
                self._something.clear()
                await self._something.wait()

    async def says(self, line: str, text: str, *others: str) -> str:
        """Type a line, and wait for what comes of it."""
        self.type(line)
        return await self.hears(text, *others)

    async def leave(self) -> None:
        """Send no more, and wait for the end."""
        self.lines.end()
        async with asyncio.timeout(PATIENCE):
            await self.task


class Program(Reader):
    """A program: it sends requests, and reads an object a line."""

    def __init__(self, visitor: Visitor, first: str = "") -> None:
        super().__init__(visitor, json_lines=True, first=first)
        self._objects: list[dict[str, Any]] = []

    @property
    def objects(self) -> list[dict[str, Any]]:
        """Everything that was sent; each fits the schema."""
        for line in self.written.splitlines()[len(self._objects) :]:
            self._objects.append(json.loads(line))
            WRITTEN.validate_python(self._objects[-1])
        return [*self._objects]

    def of_type(self, kind: str) -> list[dict[str, Any]]:
        return [each for each in self.objects if each["type"] == kind]

    async def ask(self, do: str, tag: object = None) -> dict[str, Any]:
        """Send a request; return its reply or its error."""
        before = len(self.objects)
        self.type(json.dumps({"do": do, "tag": tag}))

        def replies() -> list[dict[str, Any]]:
            return [each for each in self.objects[before:] if each["type"] in {"reply", "error"}]

        async with asyncio.timeout(PATIENCE):
            while not replies():
                await asyncio.sleep(0.001)
        return replies()[0]
