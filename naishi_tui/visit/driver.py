"""Textual driver over a channel; stylesheets parsed once for all apps.

Two names of `App` are private, and this is the only file that uses them: `_capture_stdout` and `_capture_stderr`, which
Textual puts in the place of the process's own while an app runs. With several apps that end in any order, what one has
put there would stay. Checked with textual 8.2.8.

Textual parses every stylesheet for every app; with the stock widgets' own that takes 0.1 s and some megabytes. Parsed
rules are never changed, so apps with the same colours can share them. Private, and named in this file alone, are
`Stylesheet._parse_rules`, `Stylesheet._process_component_classes` and `DOMNode._component_styles`. Checked with textual
8.2.8.
"""

import asyncio
import sys
from collections import deque
from collections.abc import Collection
from typing import Any, ClassVar
from weakref import WeakSet

from textual import events
from textual.app import App
from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet
from textual.css.types import CSSLocation
from textual.dom import DOMNode
from textual.driver import Driver
from textual.geometry import Size
from textual.message import Message
from typing_extensions import override

from naishi.server.presence.limits import Limits, ResponseTimes
from naishi.transports.capabilities import ColourDepth, Window
from naishi.transports.client import RETRY, Outlet
from naishi_tui.pictures.terminal_pictures import TerminalPictures
from naishi_tui.terminal.colours import downgraded, draw_in_all_colours
from naishi_tui.terminal.input_decoder import Answer, InputDecoder

MOST = 2000
"""Parsed stylesheets that are kept: each of a few themes has fewer than a hundred."""


class SharedStylesheet(Stylesheet):
    """A stylesheet whose rules belong to all apps with the same variables."""

    _shared: ClassVar[dict[tuple[object, ...], list[RuleSet]]] = {}

    def __init__(self, *, variables: dict[str, str]) -> None:
        super().__init__(variables=variables)
        self._colours = variables
        self._colours_key: tuple[object, ...] | None = None
        self.components = WeakSet[DOMNode]()
        """The nodes that stand for parts of widgets, whose styles they have; nothing else lists those."""

    def _process_component_classes(self, node: DOMNode) -> None:
        super()._process_component_classes(node)
        self.components.update(styles.node for styles in node._component_styles.values() if styles.node is not None)

    def set_variables(self, variables: dict[str, str]) -> None:
        super().set_variables(variables)
        self._colours, self._colours_key = variables, None

    def _parse_rules(
        self, css: str, read_from: CSSLocation, is_default_rules: bool = False, tie_breaker: int = 0, scope: str = ""
    ) -> list[RuleSet]:
        if self._colours_key is None:
            self._colours_key = tuple(sorted(self._colours.items()))
        key = (self._colours_key, css, read_from, is_default_rules, tie_breaker, scope)
        if key not in self._shared:
            if len(self._shared) >= MOST:
                self._shared.clear()
            self._shared[key] = super()._parse_rules(
                css, read_from=read_from, is_default_rules=is_default_rules, tie_breaker=tie_breaker, scope=scope
            )
        return self._shared[key]

    def reparse(self) -> None:
        """Parse with the variables of now. Textual would do so in a stylesheet of its own class, which shares none."""
        self.parse()

    def copy(self) -> "SharedStylesheet":
        """Copy the sources; the rules are shared anyway."""
        twin = SharedStylesheet(variables=self._colours.copy())
        twin.source = self.source.copy()
        return twin


def components_of(stylesheet: Stylesheet) -> Collection[DOMNode]:
    return stylesheet.components if isinstance(stylesheet, SharedStylesheet) else ()


ENTER = "\x1b[?1049h\x1b[?1000h\x1b[?1006h\x1b[?25l\x1b[?2004h\x1b[?7l\x1b[?2026$p"
"""Alternate screen; mouse buttons, in letters, and no reports of hovering; no cursor; pastes marked; no wrapping."""
LEAVE = "\x1b[?2026l\x1b[?7h\x1b[?2004l\x1b[?1006l\x1b[?1000l\x1b[?25h\x1b[0m\x1b[?1049l"
SOON = 2.0
"""Seconds within which a frame is taken for the answer to a key: some keys draw nothing."""
TOGETHER = 0.25
"""Seconds within which keys that wait for the same frame are counted from the first."""
PORTION = 4
"""Events that an app is given at a time: all that it has, it handles before anybody else has a turn."""
PAUSE = 0.01
"""Seconds between two portions: together as many events a second as a door lets in bytes, and a share of the time."""
MOST_WAITING = 512
"""Events beyond which larger portions are given, so that what waits can't grow without end."""


class ChannelDriver(Driver):
    """Draws into a channel, and takes input from it. Nothing of it belongs to the process.

    A frame is everything that is written up to a flush. While too much waits for the client, frames are dropped;
    once it has read, the whole screen is painted.
    """

    def __init__(
        self,
        app: App[Any],
        *,
        outlet: Outlet,
        depth: ColourDepth,
        limits: Limits,
        size: tuple[int, int] | None = None,
        slow: bool = False,
        **options: Any,
    ) -> None:
        super().__init__(app, size=size, **options)
        self.app, self.loop = app, asyncio.get_running_loop()
        self.client_size = size or (80, 24)
        self._outlet, self._depth, self._limits = outlet, depth, limits
        self.pictures: TerminalPictures | None = None
        """Those that the app shows, if the terminal may be asked for them."""
        self.window: Window = (0, 0, 0, 0)
        """What the client has said of the terminal's size when it opened it."""
        self._frame: list[str] = []
        self._flush_soon: asyncio.Handle | None = None
        self._behind: asyncio.TimerHandle | None = None
        self._least_waiting = 0
        self._behind_since = 0.0
        self.response_times: ResponseTimes | None = None
        """Where it is noted how long the client waits for what its keys do, if anybody wants to know."""
        self._key_at = -SOON
        """When the key came that no frame has answered."""
        self._decoder = InputDecoder(slow=slow)
        self._events: deque[Message] = deque()
        """What the client has sent and the app hasn't been given yet."""
        self._give_more: asyncio.TimerHandle | None = None
        self._tick: asyncio.TimerHandle | None = None
        self._drawing = False

    def write(self, data: str) -> None:
        self._frame.append(data)
        if self._flush_soon is None:
            self._flush_soon = self.loop.call_soon(self.flush)

    def flush(self) -> None:
        """Send the frame, or drop it if the client is behind."""
        if self._flush_soon is not None:
            self._flush_soon.cancel()
            self._flush_soon = None
        text, self._frame = "".join(self._frame), []
        if not text or not self._drawing or self._behind is not None:
            return
        if self._outlet.waiting > self._limits.output:
            self._behind_since, self._least_waiting = self.loop.time(), self._outlet.waiting
            self._behind = self.loop.call_later(RETRY, self._look_again)
            return
        self._send(text)
        waited, self._key_at = self.loop.time() - self._key_at, -SOON
        if waited < SOON and self.response_times is not None:
            self.response_times.add(waited)

    def _send(self, text: str) -> None:
        text = downgraded(text, self._depth)
        if self.pictures is not None:
            text = self.pictures.translated(text)
        self._outlet.write(text.encode("utf-8", "replace"))

    def _look_again(self) -> None:
        """Paint everything once the client has read; give it up if it has read nothing for too long."""
        waiting, now = self._outlet.waiting, self.loop.time()
        if waiting < self._least_waiting:
            self._least_waiting, self._behind_since = waiting, now
        if waiting <= self._limits.output // 4:
            self._behind = None
            self.app.refresh(layout=True)
        elif now - self._behind_since > self._limits.stalled:
            self._behind = None
            self._outlet.give_up()
        else:
            self._behind = self.loop.call_later(RETRY, self._look_again)

    @override
    def start_application_mode(self) -> None:
        self._drawing = True
        self._send(ENTER)
        if self.pictures is not None:
            self.pictures.connect(self._send, self.window)
        self.resize(*self.client_size)

    def stop_application_mode(self) -> None:
        if self._drawing:
            self._drawing = False
            self._send((self.pictures.farewell() if self.pictures is not None else "") + LEAVE)
        self.pictures = None  # they know how to send, and so this driver
        self._events.clear()
        for timer in (self._behind, self._tick, self._flush_soon, self._give_more):
            if timer is not None:
                timer.cancel()

    @override
    def disable_input(self) -> None:
        self._events.clear()
        if self._tick is not None:
            self._tick.cancel()

    def resize(self, width: int, height: int) -> None:
        size = Size(width, height)
        self.client_size = width, height
        self.app.post_message(events.Resize(size, size))

    def feed(self, data: bytes) -> None:
        """Take input; what makes no sense is dropped."""
        if (now := self.loop.time()) - self._key_at > TOGETHER:
            self._key_at = now
        self._dispatch(self._decoder.feed(data))

    def _dispatch(self, messages: list[Message]) -> None:
        if self._tick is not None:
            self._tick.cancel()
            self._tick = None
        for message in messages:
            if not isinstance(message, Answer):
                self._events.append(message)
            elif self.pictures is not None:
                self.pictures.answered(message.text)
        if self._give_more is None:
            self._give()
        if (patience := self._decoder.patience) is not None:
            self._tick = self.loop.call_later(patience + 0.01, self._on_silence)

    def send_message(self, message: Message) -> None:
        """Send an event to the app; Textual would do so from another thread, by a task and a pipe for each."""
        self.app.post_message(message)

    def _give(self) -> None:
        """Give the app some events, and more after a pause, in which everybody else has a turn."""
        portion = PORTION * (1 + len(self._events) // MOST_WAITING)
        for _event in range(min(portion, len(self._events))):
            self.process_message(self._events.popleft())
        self._give_more = self.loop.call_later(PAUSE, self._give) if self._events else None

    @property
    def holds_input(self) -> bool:
        """Whether the app hasn't been given all that came: perhaps only the first byte of a key has."""
        return bool(self._events) or self._tick is not None

    def _on_silence(self) -> None:
        self._tick = None
        self._dispatch(self._decoder.tick())

    def open_url(self, url: str, new_tab: bool = True) -> None:
        """Open nothing: the browser would be the server's."""

    def deliver_binary(self, *_arguments: Any, **_options: Any) -> None:
        """Save nothing: the disk would be the server's."""


def isolate(app: App[None]) -> None:
    """Make an app independent of the process that it is in, before it runs."""
    draw_in_all_colours(app)
    app.stylesheet = SharedStylesheet(variables=app.get_css_variables())
    app._capture_stdout, app._capture_stderr = sys.stdout, sys.stderr  # type: ignore[assignment]
