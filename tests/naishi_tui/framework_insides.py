"""Tests' knowledge of Textual, asyncssh and asyncio internals.

For want of a public way; no other test names these.

`test_private_names.py` lists them, and fails when a framework changes one. Checked with textual 8.2.8 and
asyncssh 2.24.1; what asyncio has is the same in all versions of Python that the project supports.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from textual import _time
from textual._compositor import LayoutUpdate
from textual._context import visible_screen_stack
from textual.app import App
from textual.driver import Driver
from textual.drivers._writer_thread import WriterThread
from textual.events import Event
from textual.geometry import Region
from textual.screen import Screen
from textual.strip import Strip
from textual.widget import Widget

from naishi_tui.parts.input_guard import painting_is_put_off

if TYPE_CHECKING:
    import asyncssh
    import pytest
    from asyncssh.connection import SSHConnection


def tasks_are_ready(loop: Any) -> bool:
    """Whether an event loop has anything to do before it waits."""
    return bool(loop._ready)


def driver_of(app: App[Any]) -> Driver:
    """What an app draws with, and gets its keys from."""
    assert app._driver is not None
    return app._driver


def app_of(driver: Driver) -> App[Any]:
    return driver._app


def strips_of(app: App[Any]) -> list[list[Strip]]:
    """What is drawn, the pieces of each line with their colours, as it goes to the terminal."""
    update = app.screen._compositor.render_update(full=True, screen_stack=_seen_behind(app))
    assert isinstance(update, LayoutUpdate)
    return [list(line) for line in update.strips]


def lines_of(app: App[Any], region: Region) -> list[str]:
    """The words in a part of the screen, in a tenth of the time that the whole takes."""
    visible_screen_stack.set(_seen_behind(app))
    seen, columns = region.intersection(app.screen.size.region), region.column_range
    chops = app.screen._compositor._render_chops(seen, seen.line_range.__contains__)
    lines = ([strip for x, strip in chops[y].items() if strip and x in columns] for y in seen.line_range)
    return ["".join(strip.text for strip in line) for line in lines]


def _seen_behind(app: App[Any]) -> list[Screen[Any]]:
    """The screens that are seen behind the one on top, from below."""
    return [screen for screen in app.screen_stack[:-1] if screen.is_current]


def paint(screen: Screen[Any]) -> None:
    """Have a screen paint what is to be painted, without waiting for the next frame."""
    screen.call_later(screen._on_timer_update)  # by the screen's own task: it speaks the app's language


def note_frames(monkeypatch: pytest.MonkeyPatch, kind: type[App[Any]]) -> list[Screen[Any]]:
    """Have apps of a kind show nothing, and return the screens that would have been painted from now on."""
    painted: list[Screen[Any]] = []
    monkeypatch.setattr(kind, "_display", lambda _app, screen, _what: painted.append(screen))
    return painted


def unpainted(app: App[Any]) -> list[Screen[Any]]:
    """The screens on which something has yet to be laid out or painted: the one on top, and those seen behind it."""
    if app.return_code is not None:
        return []
    top, behind = app.screen, _seen_behind(app)
    if painting_is_put_off(app) or is_being_resized(app) or top._repaint_required:
        return [*behind, top]
    return [screen for screen in (*behind, top) if _waits_for_frame(screen) or _is_unsettled(screen)]


def is_being_resized(app: App[Any]) -> bool:
    """Whether an app knows of another size of its terminal, and hasn't taken it yet."""
    return app._resize_event is not None


def has_work_left(app: App[Any]) -> bool:
    """Whether anything waits in an app that its messages or its screen on top are to bring about."""
    widgets = [node for screen in app.screen_stack for node in screen.walk_children(Widget, with_self=True)]
    here = [node for node in widgets if node.screen is app.screen]
    if any(node.message_queue_size for node in (app, *widgets)) or _waits_for_frame(app.screen):
        return True
    if any(map(_is_unsettled, here)):
        return True
    # One that is hidden is never painted.
    return any(node._repaint_required and node.is_on_screen for node in here if node is not app.screen)


def _waits_for_frame(screen: Screen[Any]) -> bool:
    return bool(screen._callbacks or screen._dirty_widgets)


def _is_unsettled(node: Widget) -> bool:
    """Whether a widget has anything to do before a frame but to be painted: behind another screen it never is."""
    return node._layout_required or node._scroll_required or node._recompose_required


def set_clock(monkeypatch: pytest.MonkeyPatch, clock: Callable[[], float]) -> None:
    """Have the timers of all apps go by a clock of the test's."""
    monkeypatch.setattr(_time, "get_time", clock)


def return_to_screen(event: Event) -> None:
    """Mark an event as one that comes back from a widget that didn't take it."""
    event._set_forwarded()


def inherits_bindings(kind: type[Any]) -> bool:
    """Whether a widget has the bindings of its bases, too."""
    return bool(kind.__dict__.get("_inherit_bindings", True))


def call_while_writing(calls: list[Callable[[], object]]) -> None:
    """Have functions called while the thread that writes to the terminal holds the lock of what it is to write."""
    write = WriterThread.write

    def call_and_write(self: WriterThread, text: str) -> None:
        with self._queue.mutex:
            while calls:
                calls.pop()()
        write(self, text)

    WriterThread.write = call_and_write  # type: ignore[method-assign]


async def ask_channel(channel: asyncssh.SSHClientChannel[bytes], kind: bytes, *content: bytes) -> bool:
    """Send a request that a server needs not know; return whether it says that it has done it."""
    return bool(await channel._make_request(kind, *content))


async def open_channel(channel: Any) -> None:
    """Open a channel, and ask for nothing to run in it."""
    await channel._open(b"session")


def transport_of(connection: SSHConnection) -> asyncio.Transport:
    """The connection below one of SSH's."""
    assert isinstance(connection._transport, asyncio.Transport)
    return connection._transport
