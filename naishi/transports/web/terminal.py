"""One terminal in a browser: the WebSocket of a page."""

import asyncio
import json
import logging
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from enum import Enum
from typing import Any

from websockets.frames import Frame, Opcode
from websockets.protocol import State
from websockets.server import ServerProtocol

from naishi.server.presence.limits import clamped
from naishi.transports.capabilities import ColourDepth
from naishi.transports.client import PORTION, RETRY, Caller, Client, InitialCommand, Mode

_log = logging.getLogger(__name__)

LONGEST_MESSAGE = 4096
"""Bytes."""
FRAME = 8
"""What a message counts for beside its bytes, where it is counted how much a client sends."""
LONGEST_WORD = 100
PARTING = 2.0
"""Seconds that a page has to take what was written last."""
UNANSWERED = 3
"""Pings after which a page that answers none is gone."""
RESTART = 1012
"""The close code that tells a page to come back by itself."""


class Hold(Enum):
    """Why nothing is read from a page for a while."""

    INPUT = "it sends too much"
    OUTPUT = "it doesn't read what it is sent"


class WebTerminal:
    """Binary messages are what a terminal sends and shows, text messages are objects about it.

    A page sends `{"size": [80, 24]}`, at first perhaps with where it was before, `"at": ["join", "k4m2"]`, and
    `{"hidden": true}` while it stands behind another. It is told `at` whenever that changes, `keep` when there is a new
    cookie to fetch, and `end` before the end.
    """

    def __init__(
        self,
        protocol: ServerProtocol,
        transport: asyncio.Transport,
        caller: Caller,
        mode: Mode,
        language: str,
        new_ticket: Callable[[str], str],
    ) -> None:
        self._protocol, self._transport, self._new_ticket, self._mode = protocol, transport, new_ticket, mode
        self._limits, self._code = caller.lobby.limits, caller.code
        self._knows_code = False
        """Whether the cookie's code is someone's already."""
        self._client = Client(language=language)
        if mode is Mode.SCREEN:
            self._client.term, self._client.depth = "xterm-256color", ColourDepth.TRUE
        self.terminal = caller.runs(caller, self._client, self)
        self._at: list[str] | None = None
        self._message = bytearray()
        self._is_text = False
        self._unread = bytearray()
        self._holds: set[Hold] = set()
        self._unanswered = 0
        self._ping: asyncio.TimerHandle | None = None
        self.restarts = False
        """Whether the page should come back by itself, since the server stops."""
        self.sent = 0
        """Bytes."""

    @property
    def _is_open(self) -> bool:
        return not self._transport.is_closing() and self._protocol.state is State.OPEN

    def open(self) -> None:
        """Answer the page, and begin to look whether it is still there; one that says nothing at first has to go."""
        self._flush()
        loop = asyncio.get_running_loop()
        loop.call_later(self._limits.terminal, self._end_unless_started)
        self._ping = loop.call_later(self._limits.keep_alive, self._look_for_life)

    def _end_unless_started(self) -> None:
        if not self.terminal.started:
            self._transport.abort()

    def _look_for_life(self) -> None:
        self._unanswered += 1
        if self._unanswered > UNANSWERED:
            self._transport.abort()
            return
        self._protocol.send_ping(b"")
        self._flush()
        self._ping = asyncio.get_running_loop().call_later(self._limits.keep_alive, self._look_for_life)

    def receive(self, data: bytes) -> None:
        """Take what has come; whoever sends too much has to wait."""
        self._unread += data
        self._read()

    def hold(self, why: Hold) -> None:
        self._holds.add(why)
        if not self._transport.is_closing():
            self._transport.pause_reading()

    def release(self, why: Hold) -> None:
        """Read on, unless there is another reason not to."""
        self._holds.discard(why)
        self._read()
        if not self._holds and not self._transport.is_closing():
            self._transport.resume_reading()

    def _read(self) -> None:
        """Look at what has come, a portion at a time: what is too much comes later, or never."""
        while self._unread and not self._holds and not self._transport.is_closing():
            portion = bytes(self._unread[:PORTION])
            del self._unread[:PORTION]
            self._protocol.receive_data(portion)
            waits = [self._take(event) for event in self._protocol.events_received() if isinstance(event, Frame)]
            self._flush()
            if wait := max(waits, default=0.0):
                self.hold(Hold.INPUT)
                asyncio.get_running_loop().call_later(wait, self._read_on)

    def _read_on(self) -> None:
        if self._transport.is_closing():
            self._unread.clear()
        elif self.terminal.has_to_wait:
            asyncio.get_running_loop().call_later(RETRY, self._read_on)
        else:
            self.release(Hold.INPUT)

    def _take(self, frame: Frame) -> float:
        """Take a frame; return the seconds for which no more may come."""
        cost = len(frame.data) + FRAME
        if frame.opcode is Opcode.PONG:
            self._unanswered = 0
        if frame.opcode not in {Opcode.TEXT, Opcode.BINARY, Opcode.CONT}:
            return self.terminal.spend(cost)
        if frame.opcode is not Opcode.CONT:
            self._message.clear()
            self._is_text = frame.opcode is Opcode.TEXT
        self._message += frame.data
        if not frame.fin:
            return self.terminal.spend(cost)
        message = bytes(self._message)
        if self._is_text:
            self._obey(message)
        elif self.terminal.started:
            return self.terminal.feed(message, FRAME)
        return self.terminal.spend(cost)

    def _obey(self, message: bytes) -> None:
        """Do what an object says; one that says nothing that is understood is dropped."""
        asked = None
        with suppress(ValueError, RecursionError):
            asked = json.loads(message)
        if not isinstance(asked, dict):
            return
        if (size := _size(asked.get("size"))) is not None:
            self._client.size = size
            if self.terminal.started:
                self.terminal.resize(*size)
        if isinstance(hidden := asked.get("hidden"), bool):
            self._client.hidden = hidden
        if not self.terminal.started:
            self._client.still = asked.get("still") is True
            self._client.command = replace(_place(asked.get("at")), mode=self._mode)
            self.terminal.start()

    def stop(self, farewell: str = "", *, restarts: bool = False) -> None:
        """End what runs here: see `Terminal.stop`."""
        self.restarts = restarts
        self.terminal.stop(farewell)

    def lost(self) -> None:
        self._unread.clear()
        if self._ping is not None:
            self._ping.cancel()
        self.terminal.stop()

    def write(self, data: bytes) -> None:
        if not self._is_open:
            return
        self.sent += len(data)
        self._protocol.send_binary(data)
        self._tell_page()
        self._flush()

    complain = write  # a page has no other stream

    @property
    def waiting(self) -> int:
        return self._transport.get_write_buffer_size()

    def give_up(self) -> None:
        _log.info("a client reads nothing")
        self._transport.abort()

    def end(self, status: int) -> None:
        if not self._is_open:
            return
        self._tell_page()
        self._send_object({"end": status, "restarts": self.restarts})
        self._protocol.send_close(RESTART if self.restarts else 1000)
        self._flush()
        asyncio.get_running_loop().call_later(PARTING, self._transport.close)

    def _tell_page(self) -> None:
        """Tell the page where it is, and when the code of its guest has changed: it brings both next time."""
        if (visitor := self.terminal.visitor) is None:
            return
        at = None
        if me := next(iter(visitor.participants), None):
            at = ["watch" if me.seat is None else "join", me.match.id if me.match.public else me.match.invite]
        if at != self._at:
            self._at = at
            self._send_object({"at": at})
        if visitor.fingerprint is None and visitor.code != self._code and (visitor.code or self._knows_code):
            self._code = visitor.code
            self._send_object({"keep": self._new_ticket(visitor.code)})
        self._knows_code = bool(visitor.code)

    def _send_object(self, content: dict[str, Any]) -> None:
        self._protocol.send_text(json.dumps(content).encode())

    def _flush(self) -> None:
        for data in self._protocol.data_to_send():
            if data:
                self._transport.write(data)
            else:  # the other side has said its last word, too
                self._transport.close()


def _size(asked: object) -> tuple[int, int] | None:
    match asked:
        case [int(width), int(height)]:
            return clamped(width, height)
    return None


def _place(asked: object) -> InitialCommand:
    """Read where a page was before; the lobby where it doesn't say."""
    match asked:
        case ["join" | "watch" as verb, str(word)] if 0 < len(word) <= LONGEST_WORD and word.isprintable():
            return InitialCommand(str(verb), word)
    return InitialCommand()
