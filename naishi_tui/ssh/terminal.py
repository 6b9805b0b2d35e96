"""One terminal: the channel of a client, and the app that runs in it."""

from __future__ import annotations

import asyncio
import logging
import traceback
from collections.abc import Mapping
from contextvars import copy_context
from functools import partial
from typing import TYPE_CHECKING, Any, cast

import asyncssh
from textual.app import App
from textual.driver import Driver

from naishi.common import i18n
from naishi.common.i18n import N_, _
from naishi.plain.server.verb_lines import Streams
from naishi.server import Visitor
from naishi.server.play.limits import Bucket, clamped
from naishi_tui.pictures.answers import Window, may_be_asked
from naishi_tui.preferences import language_of, layers_of
from naishi_tui.ssh.backpressure import waiting
from naishi_tui.ssh.caller import Caller
from naishi_tui.terminal.exceptions import divert_exceptions
from naishi_tui.visit.colours import ColourDepth, depth_of
from naishi_tui.visit.driver import RETRY, ChannelDriver
from naishi_tui.visit.initial_command import InitialCommand, Mode, parse_command
from naishi_tui.visit.line_client import LineClient
from naishi_tui.visit.verb_client import VerbClient

if TYPE_CHECKING:
    from naishi_tui.visit.app import LobbyApp

_log = logging.getLogger(__name__)

PARTING = 2.0
"""Seconds that a client has to take what restores its terminal."""


class TerminalSession(asyncssh.SSHServerSession[bytes]):
    """A session of an SSH connection: a screen where there is a terminal, else lines. It can do nothing but play."""

    def __init__(self, caller: Caller) -> None:
        self.caller, self._limits = caller, caller.lobby.limits
        self._channel: asyncssh.SSHServerChannel[bytes] | None = None
        self._term: str | None = None
        self._size = (80, 24)
        self._window: Window = (0, 0, 0, 0)
        self._may_be_asked = False
        """Whether the terminal may be asked for pictures."""
        self._command: InitialCommand | None = None
        self._driver: ChannelDriver | None = None
        self._lines: LineClient | VerbClient | None = None
        """Where there is line mode, or the answer to a verb, in the place of the screen."""
        self._task: asyncio.Task[None] | None = None
        self._bucket = Bucket(self._limits.input_rate, self._limits.input_burst)
        self._stopped = False
        self._farewell = ""
        self._idle: asyncio.TimerHandle | None = None
        self._last_input = 0.0
        self._context = copy_context()
        """What runs for the terminal runs in it, and so in the visitor's language."""
        self.app: LobbyApp | None = None
        """What the client sees; None before it has come to the lobby, and once it leaves."""
        self.sent = 0
        """How many bytes the app has written."""

    def connection_made(self, chan: asyncssh.SSHServerChannel[bytes]) -> None:
        """Take the channel."""
        self._channel = chan
        chan.set_write_buffer_limits(high=self._limits.output)

    def pty_requested(
        self, term_type: str, term_size: tuple[int, int, int, int], term_modes: Mapping[int, int]
    ) -> bool:
        """Accept any terminal; its size is bounded."""
        self._term, self._size, self._window = term_type[:64], clamped(*term_size[:2]), term_size
        return True

    def shell_requested(self) -> bool:
        """Begin in the lobby."""
        self._command = InitialCommand()
        return True

    def exec_requested(self, command: str) -> bool:
        """Begin in line mode or at a table, or answer a verb: that is all there is, and nothing is ever executed."""
        self._command = parse_command(command)
        return True

    @property
    def started(self) -> bool:
        """Whether the client has opened a terminal, or asked for something that isn't here."""
        return self._task is not None

    def session_started(self) -> None:
        """Run the app, if the client has a terminal, or line mode."""
        loop = asyncio.get_running_loop()
        self._last_input = loop.time()
        if self._command is not None and self._command.request:
            streams = Streams(self.write, self.complain, "\n" if self._term is None else "\r\n")
            self._lines = VerbClient(streams, has_terminal=self._term is not None)
        elif self._command is not None and (self._command.mode or self._term in {None, "dumb"}):
            self._read_lines(self._command.mode)
        self._task = loop.create_task(self._run(), name="terminal", context=self._context)
        self.caller.tasks.add(self._task)
        self._task.add_done_callback(self.caller.tasks.discard)
        self._idle = loop.call_later(self._limits.idle_warning, self._look_for_idleness, context=self._context)

    def data_received(self, data: bytes, datatype: asyncssh.DataType) -> None:
        """Pass input on; a client that sends too much has to wait."""
        self._last_input = asyncio.get_running_loop().time()
        amount = len(data)
        if self._driver is not None:
            self._driver.feed(data)
        elif self._lines is not None:
            amount = self._lines.feed(data)
        wait = self._bucket.take(amount) or (RETRY if self._has_to_wait else 0)
        if wait and self._channel is not None:
            self._channel.pause_reading()
            asyncio.get_running_loop().call_later(wait, self._read_on)

    @property
    def _has_to_wait(self) -> bool:
        """Whether lines wait to be read, and no more should come."""
        return self._lines is not None and self._lines.full

    def _read_on(self) -> None:
        if self._has_to_wait:
            asyncio.get_running_loop().call_later(RETRY, self._read_on)
        elif self._channel is not None:
            self._channel.resume_reading()

    def eof_received(self) -> bool:
        """End when the client sends no more: a screen at once, lines once they are read."""
        if self._lines is not None:
            self._lines.end_input()
        else:
            self.stop()
        return True

    def terminal_size_changed(self, width: int, height: int, pixwidth: int, pixheight: int) -> None:
        """Draw for another size."""
        self._size = clamped(width, height)
        if self._driver is not None:
            self._driver.resize(*self._size)

    def connection_lost(self, exc: Exception | None) -> None:
        """End: nobody looks any more. The match goes on."""
        self._channel = None
        self.stop()
        asyncio.get_running_loop().call_later(PARTING, self.caller.connection.close)  # it gets no other terminal

    def stop(self, farewell: str = "") -> None:
        """End the app, or line mode.

        Args:
            farewell: What to write below what the terminal showed before, in English; it is translated here.
        """
        self._stopped = True
        self._farewell = self._context.copy().run(_, farewell) or self._farewell
        if self._idle is not None:
            self._idle.cancel()
        if self.app is not None and self.app.return_code is None:
            self.app.exit(return_code=0)
        if self._lines is not None:
            self._lines.stop(self._farewell)

    def write(self, data: bytes) -> None:
        """Send bytes to the client, if it is still there."""
        if self._channel is not None and not self._channel.is_closing():
            self.sent += len(data)
            self._channel.write(data)

    def complain(self, data: bytes) -> None:
        """Send bytes to the client's other stream, if it is still there."""
        if self._channel is not None and not self._channel.is_closing():
            self.sent += len(data)
            self._channel.write_stderr(data)

    @property
    def waiting(self) -> int:
        """How many bytes the client has not taken, in the channel and in the connection below it."""
        if self._channel is None:
            return 0
        return self._channel.get_write_buffer_size() + waiting(self.caller.connection)

    def give_up(self) -> None:
        """End the connection: its client reads nothing."""
        _log.info("a client reads nothing")
        self.caller.connection.abort()

    async def _run(self) -> None:
        assert self._channel is not None  # noqa: S101 - the session has started
        environment = self._channel.get_environment()
        language = language_of(environment)
        i18n.use(i18n.load(language))
        if self._command is None:
            words = _("This command can't be read. The command help lists all; without one you come to the lobby.")
            self._end(words, 2)
            return
        lobby, caller = self.caller.lobby, self.caller
        try:
            visitor = await lobby.visit(caller.fingerprint, caller.address, language)
        except Exception as error:
            self._failed(error)
            self._end(self._farewell, 1)
            return
        try:
            if lobby.online[visitor.account.id] > self._limits.per_player:
                self._end(_("You have too many connections here already."), 1)
            elif (lines := self._lines_for(visitor)) is not None:
                await self._talk(visitor, lines)
            else:
                self._may_be_asked = may_be_asked({**environment, "TERM": self._term or ""})
                await self._show(visitor, depth_of(self._term or "", environment))
        finally:
            lobby.leave(visitor)

    def _read_lines(self, mode: Mode) -> None:
        """Take what comes from now on as lines."""
        self._lines = LineClient(self, self._limits, mode, term=self._term)

    def _lines_for(self, visitor: Visitor) -> LineClient | VerbClient | None:
        """Return the client as one that reads lines, where it has asked for that, or the player's settings do."""
        if self._lines is None and layers_of(visitor).effective.plain:
            self._read_lines(Mode.PLAIN)
        return self._lines

    async def _talk(self, visitor: Visitor, lines: LineClient | VerbClient) -> None:
        """Let somebody play in lines, until they leave or `stop` has said farewell; or answer a verb."""
        if self._stopped:
            self._end(self._farewell)
            return
        status = 1
        try:
            status = await lines.run(visitor, self._command or InitialCommand(), self.caller.public)
        except Exception as error:
            self._failed(error)
        finally:
            self._lines = None
            self._end("", status)

    async def _show(self, visitor: Visitor, depth: ColourDepth) -> None:
        from naishi_tui.visit.app import LobbyApp

        await visitor.refresh()  # so that the first frame has the lists in it
        if self._stopped:  # before there was an app to end
            self._end(self._farewell)
            return
        command, public = self._command or InitialCommand(), self.caller.public
        app = self.app = LobbyApp(visitor, command, public, plain_colours=depth < ColourDepth.INDEXED)
        app.turn_watch.term, app.turn_watch.send = self._term or "", lambda text: self.write(text.encode())
        divert_exceptions(app, self._failed)
        # Textual only calls what it takes for a class.
        app.driver_class = cast("type[Driver]", partial(self._make_driver, depth))
        try:
            await app.run_async(size=self._size)
        except Exception as error:
            self._failed(error)
        finally:
            app.turn_watch.react()
            self.app = self._driver = None
            self._end("\n".join(filter(None, (self._farewell, app.account_watch.farewell))))
            await app.match.leave()

    def _make_driver(self, depth: ColourDepth, app: App[Any], **options: Any) -> Driver:
        self._driver = ChannelDriver(app, outlet=self, depth=depth, limits=self._limits, **options)
        if self.app is not None and self._may_be_asked:
            self._driver.pictures, self._driver.window = self.app.pictures, self._window
        return self._driver

    def _failed(self, error: Exception) -> None:
        """End this terminal after a mistake in the program, and log where it was: no values, which may be cards."""
        frames = traceback.extract_tb(error.__traceback__)
        where = " < ".join(f"{frame.name} ({frame.filename}:{frame.lineno})" for frame in reversed(frames))
        _log.error("a terminal failed: %s in %s", type(error).__name__, where)
        self.stop(N_("Something went wrong here. Your games are saved; please come back."))

    def _end(self, said: str, code: int = 0) -> None:
        if (channel := self._channel) is None or channel.is_closing():
            return
        if said and (self._command is None or (self._lines is not None and self._lines.apart)):
            channel.write_stderr(f"{said}\n".encode())
        elif said:
            channel.write(f"{said}\r\n".encode())
        channel.exit(code)
        asyncio.get_running_loop().call_later(PARTING, self.caller.connection.close)

    def _look_for_idleness(self) -> None:
        loop = asyncio.get_running_loop()
        idle = loop.time() - self._last_input
        if idle >= self._limits.idle:
            self.stop(N_("You were away for a long time. Your games are saved; please come back."))
            return
        if idle >= self._limits.idle_warning:
            self._warn()
        until = self._limits.idle if idle >= self._limits.idle_warning else self._limits.idle_warning
        self._idle = loop.call_later(max(until - idle, 0.05), self._look_for_idleness, context=self._context)

    def _warn(self) -> None:
        """Say that nobody seems to be there."""
        if self.app is not None:
            self.app.call_later(self.app.warn)
        elif self._lines is not None:
            self._lines.warn()
