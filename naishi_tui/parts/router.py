"""Router from messages to screens."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from inspect import isawaitable
from typing import Any

from textual.app import App
from textual.screen import Screen

from naishi.common.i18n import NaishiError
from naishi_tui.messages import Routed
from naishi_tui.parts.input_guard import InputGuard, Place, on_top

AnyScreen = Screen[Any]


@dataclass(frozen=True)
class Route:
    """Where a message leads."""

    find: Callable[[Any, Any], AnyScreen | Awaitable[AnyScreen | None] | None]
    """Given the app and the message, returns the screen to show, or None; a `NaishiError` says why there is none.

    It imports what the screen needs only when it is called: an app starts without what nobody has asked for.
    """
    place: Place = on_top
    beside: bool = False
    """Finding the screen takes a while, or a question: other things go on meanwhile, but nobody can ask twice."""
    typed_ahead: bool = False
    """Keys that are typed before the screen is painted count: they can neither uncover anything nor play there."""


Routes = Mapping[type[Routed], Route]


class Router:
    """Shows the screens that messages ask for. Most hear no keys before they are painted: those were for another."""

    def __init__(self, app: App[None], guard: InputGuard, routes: Routes, say: Callable[[str], None]) -> None:
        self._app, self._guard, self._routes, self._say = app, guard, routes, say

    async def show(self, message: Routed) -> None:
        route, group = self._routes[type(message)], type(message).__name__
        if not route.beside:
            await self._follow(route, message)
        elif all(worker.is_finished or worker.group != group for worker in self._app.workers):
            self._app.run_worker(self._follow(route, message), group=group)

    async def _follow(self, route: Route, message: Routed) -> None:
        try:
            found = route.find(self._app, message)
            screen = await found if isawaitable(found) else found
        except NaishiError as error:
            self._say(str(error))
            return
        if screen is not None:
            await (route.place(self._app, screen) if route.typed_ahead else self.put(screen, route.place))

    async def put(self, screen: AnyScreen, place: Place = on_top) -> None:
        """Show a screen, which hears nothing before it is painted."""
        self._guard.close()
        await place(self._app, screen)
        self._guard.open_once_painted()
