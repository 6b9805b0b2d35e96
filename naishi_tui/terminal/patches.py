"""Mended faults of Textual: late timers, eager tasks, partial updates, ended apps.

A timer of Textual's skips the ticks that it is late for. One that has a single tick is late for it if the process is
held up just as it begins, and then never fires: nothing would be painted any more, or no resize be noticed.
`Timer._skip` says so, is private, and has no parameter in `set_timer`; this is the only file that names it. Checked
with textual 8.2.8.

Where a region of a widget is painted again, Textual writes each of its lines from the left edge of the widget. On a map
whose marks change here and there that is most of the screen, and over SSH every byte is sent. So a method of Textual's
is replaced, for the whole process, once this is imported. docs/textual-notes.md shows the fault, and the test of the
notes says when this can go. Checked with textual 8.2.8.

Every widget of Textual's knows its app, its screen, its styles and its tasks, and they know it. Such cycles are freed
only by a full collection, which a server can't afford for every visit; until then a visit takes half a megabyte or
more. So the nodes of an app that has ended are emptied: whatever only they hold is gone with that. Strips that are
whole when they are cut keep themselves; theirs are broken as they are made. `App._registry`, `Widget._styles_cache`,
`Screen._compositor`, `Strip._divide_cache` and `Strip._crop_extend_cache` are private, and this is the only file that
names them. Checked with textual 8.2.8.
"""

from asyncio import AbstractEventLoop
from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any, TypeVar
from weakref import WeakSet

from rich.console import Console
from rich.control import Control
from textual._compositor import ChopsUpdate
from textual.app import App
from textual.dom import DOMNode
from textual.screen import Screen
from textual.strip import Strip
from textual.timer import Timer
from textual.widget import Widget
from textual.worker import Worker


def fire_late_timers(app: App[Any]) -> None:
    """Have an app fire its timers also where they are late for their only tick."""
    set_timer = app.set_timer

    def set_sure_timer(*arguments: Any, **options: Any) -> Timer:
        timer = set_timer(*arguments, **options)
        timer._skip = False
        return timer

    app.set_timer = set_sure_timer  # type: ignore[method-assign]


def keep_tasks_lazy(loop: AbstractEventLoop) -> None:
    """Have tasks of a loop begin when their turn comes, as before Python 3.12.

    From then on Textual has all tasks of the loop begin at once, also those of libraries that count on the order.
    """
    loop.set_task_factory = lambda factory: None  # type: ignore[method-assign]


def render_segments(update: ChopsUpdate, console: Console) -> str:
    written = list[str]()
    for y, start, stop in update.spans:
        for end, (x, strip) in zip(update.chop_ends[y], update.chops[y].items(), strict=False):
            left, right = max(x, start), min(end, stop)
            if strip is not None and left < right:
                written += (Control.move_to(left, y).segment.text, strip.crop(left - x, right - x).render(console))
    return "".join(written)


ChopsUpdate.render_segments = render_segments  # type: ignore[assignment, method-assign]


T = TypeVar("T")


class _Registry(WeakSet[DOMNode]):
    """The nodes of an app; those that were removed are remembered as long as anything keeps them."""

    def __init__(self, nodes: Iterable[DOMNode] = ()) -> None:
        self.ever = WeakSet[DOMNode](nodes)
        super().__init__(nodes)

    def add(self, item: DOMNode) -> None:
        self.ever.add(item)
        super().add(item)


class Disposal:
    """Remembers what an app is made of, and empties it in the end."""

    def __init__(self, app: App[Any]) -> None:
        self._app = app
        self._registry = app._registry = _Registry(app._registry)
        self._workers = WeakSet[Worker[Any]]()
        add_worker, workers = app.workers.add_worker, self._workers

        def remember_worker(worker: Worker[Any], *how: bool, **options: bool) -> None:
            workers.add(worker)
            add_worker(worker, *how, **options)

        app.workers.add_worker = remember_worker  # type: ignore[method-assign]

    def empty(self, *more: object) -> None:
        """Break all cycles of an app that has ended; nothing of it may be used any more."""
        app = self._app
        for node in self._registry.ever:
            if isinstance(node, Screen):
                for known in vars(node._compositor).values():
                    if isinstance(known, dict):
                        known.clear()  # a function that calls itself has made it, and keeps it
            if isinstance(node, Widget):
                node._styles_cache.clear()  # Textual keeps some of these for good, by a method with a cache
        del vars(app.workers)["add_worker"]  # it knows the method in whose place it is
        # Of those that haven't ended, what waits for their end is still called.
        ended = [worker for worker in self._workers if worker.is_finished]
        for each in (*ended, app.animator, *more, *self._registry.ever, app):
            each.__dict__.clear()
        self.__dict__.clear()


def _without_itself(method: Callable[..., T], cache: str) -> Callable[..., T]:
    """Return a method of strips that caches nothing where that would be the strip itself: such a cycle lasts."""

    @wraps(method)
    def call(strip: Strip, *arguments: Any) -> T:
        result = method(strip, *arguments)
        if result is strip or (isinstance(result, list) and len(result) == 1 and result[0] is strip):
            getattr(strip, cache).clear()
        return result

    return call


Strip.divide = _without_itself(Strip.divide, "_divide_cache")  # type: ignore[method-assign]
Strip.crop_extend = _without_itself(Strip.crop_extend, "_crop_extend_cache")  # type: ignore[method-assign]
