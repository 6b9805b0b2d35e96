"""Handling of exceptions that escape an app.

Textual would print them with the variables of every function they went through, Hands among them. It calls
`App._handle_exception` for all of them and has no public hook; this is the only file that names it, and the module
`textual._context`, which alone knows in whose handler an exception was raised. Checked with textual 8.2.8.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from textual._context import active_message_pump
from textual.app import App
from textual.css.query import NoMatches
from textual.screen import Screen


def divert_exceptions(app: App[Any], handle: Callable[[Exception], None]) -> None:
    """Have an app hand its unhandled exceptions to a function instead of printing them and ending."""
    app._handle_exception = handle  # type: ignore[assignment,method-assign]
    forgive_closed_screens(app)


def forgive_closed_screens(app: App[Any]) -> None:
    """Ignore what a screen doesn't find because it was closed before it was complete."""
    handle = app._handle_exception

    def handle_others(error: Exception) -> None:
        node = active_message_pump.get(None)
        ending = app.return_code is not None
        closed = isinstance(node, Screen) and (ending or node not in app.screen_stack)
        if not (closed and isinstance(error, NoMatches)):
            handle(error)

    app._handle_exception = handle_others  # type: ignore[method-assign]
