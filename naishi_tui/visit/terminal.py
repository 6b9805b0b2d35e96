"""Terminal of a visitor: the app, line mode, or a verb."""

import asyncio
import logging
import random
import traceback
from collections.abc import Callable
from contextvars import copy_context
from functools import partial
from typing import TYPE_CHECKING, Any, cast

from textual.app import App
from textual.driver import Driver

from naishi.common import i18n
from naishi.common.i18n import N_, NaishiError, _
from naishi.plain.server.serving import ChannelLines, LineVisit, notice
from naishi.plain.server.verbs import Streams, VerbVisit
from naishi.server import Visitor
from naishi.server.database.connection import StorageError
from naishi.server.moderation.sanctions import ban_words
from naishi.server.presence.limits import Bucket, Limits, clamped
from naishi.transports.capabilities import LINUX_CONSOLE, ColourDepth
from naishi.transports.client import (
    LONGEST_COMMAND,
    RETRY,
    Caller,
    Client,
    InitialCommand,
    Mode,
    Outlet,
    PublicAddress,
    Wire,
)
from naishi_tui.terminal.lifecycle import divert_exceptions
from naishi_tui.terminal.patches import Disposal, keep_tasks_lazy
from naishi_tui.visit.driver import ChannelDriver, components_of
from naishi_tui.visit.watches import OFFERED, IdleWatch, layers_of

if TYPE_CHECKING:
    from naishi_tui.visit.app import LobbyApp

Size = tuple[int, int]

INTERVAL = 0.2
"""Seconds between two sizes that are drawn: someone who drags the edge of a window sends sixty a second."""
SPREAD = 1.5
"""By how much it may be longer, by chance."""
LEAST = 4000
"""Cells that a size counts for at least: a layout takes its time however small it is."""


class WindowChanges:
    """Draws the newest size at once or as soon as it may be; sizes in between are never drawn, the last one always is.

    What a size costs is what there is to draw: every cell of it.
    """

    def __init__(self, size: Size, limits: Limits, draw: Callable[[Size], None]) -> None:
        self._newest = self._drawn = size
        self._bucket = Bucket(limits.cells_rate, limits.cells_burst)
        self._draw = draw
        self._timer: asyncio.TimerHandle | None = None

    def change(self, size: Size) -> None:
        self._newest = size
        if self._timer is None:
            self._draw_newest()

    def stop(self) -> None:
        self._newest = self._drawn
        if self._timer is not None:
            self._timer.cancel()

    def _draw_newest(self) -> None:
        self._timer = None
        if self._newest == self._drawn:
            return
        self._drawn = columns, rows = self._newest
        wait = self._bucket.take(max(columns * rows, LEAST))
        # Never in step with others, who would all be drawn at once.
        wait = max(wait, INTERVAL) * random.uniform(1, SPREAD)  # noqa: S311 - no secret
        self._timer = asyncio.get_running_loop().call_later(wait, self._draw_newest)
        self._draw(self._drawn)


LINE_COST = 40
"""What a line counts for, beside its bytes, where it is counted how much a client sends: some answers are long."""


class LineClient:
    """What stands between a channel and line mode."""

    def __init__(
        self, outlet: Outlet, limits: Limits, mode: Mode, *, term: str | None, only_ascii: bool = False
    ) -> None:
        """Take input from now on; it waits until `run`.

        Args:
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
        """End at once with a farewell, translated; empty for none."""
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
        """Begin; nothing is done until `run`. A terminal sends each key, and shows only what is sent to it."""
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
        """End at once with a farewell, translated; empty for none."""
        if farewell:
            self._streams.complain(f"naishi: {farewell}{self._streams.newline}".encode())
        self._stopped = True
        if self._task is not None:
            self._task.cancel()

    async def run(self, visitor: Visitor, command: InitialCommand, public: PublicAddress) -> int:
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


_log = logging.getLogger(__name__)


NOT_SAVED = N_(
    "This connection ends. What was done last isn't saved yet: please look at your games when you come back."
)


class Terminal:
    """A screen where the client has one, else lines. It can do nothing but play."""

    def __init__(self, caller: Caller, client: Client, wire: Wire) -> None:
        """Wait for `start`; `client` may change until then."""
        self._caller, self._client, self._wire = caller, client, wire
        self._limits = caller.lobby.limits
        self._driver: ChannelDriver | None = None
        self._window: WindowChanges | None = None
        self._lines: LineClient | VerbClient | None = None
        """Where there is line mode, or the answer to a verb, in the place of the screen."""
        self._task: asyncio.Task[None] | None = None
        self._bucket = caller.lobby.allowances.inputs.of(caller.fingerprint)
        self._stopped = False
        self._farewell = ""
        self._context = copy_context()
        """What runs for the terminal runs in it, and so in the visitor's language."""
        farewell = N_("You were away for a long time. Your games are saved; please come back.")
        self.idle_watch = IdleWatch(self._limits, self._context, self._warn, partial(self.stop, farewell))
        self.visitor: Visitor | None = None
        """Who is at it, while they are in the lobby."""
        self.app: LobbyApp | None = None
        """What the client sees; None before it has come to the lobby, and once it leaves."""

    @property
    def started(self) -> bool:
        return self._task is not None

    @property
    def reads_lines(self) -> bool:
        return self._lines is not None

    def start(self) -> None:
        client = self._client
        if client.command is not None and client.command.request:
            streams = Streams(self._wire.write, self._wire.complain, "\n" if client.term is None else "\r\n")
            self._lines = VerbClient(streams, has_terminal=client.term is not None)
        elif client.command is not None and (client.command.mode or client.term in {None, "dumb"}):
            self._read_lines(client.command.mode)
        self._task = asyncio.get_running_loop().create_task(self._run(), name="terminal", context=self._context)
        self._caller.tasks.add(self._task)
        self._task.add_done_callback(self._caller.tasks.discard)
        self.idle_watch.start()

    def feed(self, data: bytes, wrapping: int = 0) -> float:
        """Pass input on; return the seconds for which no more may come: a client that sends too much has to wait."""
        self.idle_watch.typed()
        amount = len(data)
        if self._driver is not None:
            self._driver.feed(data)
        elif self._lines is not None:
            amount = self._lines.feed(data)
        return self.spend(amount + wrapping)

    def spend(self, amount: int) -> float:
        """Count so many bytes that a client has sent; return the seconds for which no more may come."""
        return self._bucket.take(amount) or (RETRY if self.has_to_wait else 0)

    @property
    def holds_input(self) -> bool:
        return self._driver is not None and self._driver.holds_input

    @property
    def has_to_wait(self) -> bool:
        return self._lines is not None and self._lines.full

    def end_input(self) -> None:
        if self._lines is not None:
            self._lines.end_input()
        else:
            self.stop()

    def resize(self, width: int, height: int) -> None:
        self._client.size = clamped(width, height)
        if self._window is not None:
            self._window.change(self._client.size)

    def stop(self, farewell: str = "") -> None:
        """End the app, or line mode.

        Args:
            farewell: What to write below what the terminal showed before, in English; it is translated here. It may
                say that games are saved: where something isn't, that is said in its place.
        """
        self._stopped = True
        if farewell and self.visitor is not None and self._caller.lobby.sessions.has_unsaved(self.visitor.account.id):
            farewell = NOT_SAVED
        self._farewell = self._context.copy().run(_, farewell) or self._farewell
        self.idle_watch.stop()
        if self.app is not None and self.app.return_code is None:
            self.app.exit(return_code=0)
        if self._lines is not None:
            self._lines.stop(self._farewell)

    def send_away(self, words: Callable[[], str]) -> None:
        """End whatever runs here with a sentence, which is made here, in the language of who reads it."""
        self._farewell = self._context.copy().run(words)
        self.stop()

    def _announce(self) -> None:
        if (app := self.app) is not None and app.is_running:
            app.call_later(app.show_announced)
        elif self._lines is not None:
            self._lines.show_announced()

    async def _run(self) -> None:
        client, lobby, caller = self._client, self._caller.lobby, self._caller
        i18n.use(i18n.load(client.language))
        if client.command is None:
            self._end(_(client.fault).format(most=LONGEST_COMMAND), 2)
            return
        try:
            if (ban := await lobby.sanctions.ban_on(caller.fingerprint, caller.address, caller.code)) is not None:
                self._end(ban_words(ban), 1)
                return
            visitor = await lobby.visit(caller.fingerprint, caller.address, client.language, caller.code)
        except StorageError as error:  # it is in the log
            said = _("Nobody can come in now ({why}). Please try again in a moment.")
            self._end(said.format(why=error.why), 1)
            return
        except NaishiError as error:  # there are too many of them
            self._end(str(error), 1)
            return
        except Exception as error:
            self._failed(error)
            self._end(self._farewell, 1)
            return
        self.visitor = visitor
        visitor.send_away, visitor.on_announced = self.send_away, self._announce
        visitor.go_if_banned()  # it may have come about since this was looked at
        try:
            if self._lines is None and layers_of(visitor).effective.plain:
                self._read_lines(Mode.PLAIN)
            await (self._show(visitor) if self._lines is None else self._talk(visitor, self._lines))
        finally:
            self.visitor = None
            # Else the two would keep each other.
            visitor.send_away, visitor.on_announced = lambda _words: None, lambda: None
            lobby.leave(visitor)

    def _read_lines(self, mode: Mode) -> None:
        self._lines = LineClient(
            self._wire, self._limits, mode, term=self._client.term, only_ascii=self._client.only_ascii
        )

    async def _talk(self, visitor: Visitor, lines: LineClient | VerbClient) -> None:
        """Let someone play in lines, until they leave or `stop` has said farewell; or answer a verb."""
        if self._stopped:
            self._end(self._farewell)
            return
        status = 1
        try:
            status = await lines.run(visitor, self._client.command or InitialCommand(), self._caller.public)
        except Exception as error:
            self._failed(error)
        finally:
            self._lines = None
            self._end("", status)

    async def _show(self, visitor: Visitor) -> None:
        from naishi_tui.visit.app import LobbyApp

        await visitor.refresh()  # so that the first frame has the lists in it
        if self._stopped:  # before there was an app to end
            self._end(self._farewell)
            return
        client, public = self._client, self._caller.public
        plain_colours = client.depth < ColourDepth.INDEXED
        app = self.app = LobbyApp(visitor, client.command or InitialCommand(), public, plain_colours=plain_colours)
        disposal = Disposal(app)
        app.only_ascii, app.still = client.only_ascii, client.still
        app.on_console = client.term == LINUX_CONSOLE
        app.turn_watch.use(client.term or "", lambda text: self._wire.write(text.encode()), lambda: client.hidden)
        divert_exceptions(app, self._failed)
        # Textual only calls what it takes for a class.
        app.driver_class = cast("type[Driver]", self._make_driver)
        keep_tasks_lazy(asyncio.get_running_loop())
        try:
            await app.run_async(size=client.size)
        except Exception as error:
            self._failed(error)
        finally:
            app.turn_watch.react()
            if self._window is not None:
                self._window.stop()
            self.app = self._driver = self._window = None
            self._end("\n".join(filter(None, (self._farewell, app.account_watch.farewell))))
            try:
                await app.match.leave()
            finally:
                disposal.empty(*components_of(app.stylesheet))

    def _make_driver(self, app: App[Any], **options: Any) -> Driver:
        client = self._client
        options["size"] = client.size  # another one may have come since the app began
        driver = self._driver = ChannelDriver(
            app, outlet=self._wire, depth=client.depth, limits=self._limits, slow=client.slow, **options
        )
        self._window = WindowChanges(client.size, self._limits, lambda size: driver.resize(*size))
        driver.response_times = self._caller.lobby.response_times
        if self.app is not None and client.may_be_asked:
            driver.pictures, driver.window = self.app.pictures, client.window
        return driver

    def _failed(self, error: Exception) -> None:
        """End this terminal after a mistake in the program, and log where it was: no values, which may be cards."""
        frames = traceback.extract_tb(error.__traceback__)
        where = " < ".join(f"{frame.name} ({frame.filename}:{frame.lineno})" for frame in reversed(frames))
        _log.error("a terminal failed: %s in %s", type(error).__name__, where)
        self.stop(N_("Something went wrong here. Your games are saved; please come back."))

    def _end(self, said: str, status: int = 0) -> None:
        if said and (self._client.command is None or (self._lines is not None and self._lines.apart)):
            self._wire.complain(f"{said}\n".encode())
        elif said:
            self._wire.write("".join(f"{line}\r\n" for line in said.split("\n")).encode())
        self._wire.end(status)

    def _warn(self) -> None:
        if (app := self.app) is not None:
            words = N_("Are you still there? Press a key, or this connection ends in five minutes.")
            app.call_later(lambda: app.say(_(words)))  # by then in the visitor's language
            app.call_later(app.bell)
        elif self._lines is not None:
            self._lines.warn()
