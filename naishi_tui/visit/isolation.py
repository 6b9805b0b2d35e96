"""An app that shares its process with others: nothing of the server's own terminal or environment may reach it.

Two names of `App` are private, and this is the only file that uses them: `_capture_stdout` and `_capture_stderr`, which
Textual puts in the place of the process's own while an app runs. With several apps that end in any order, what one has
put there would stay. Checked with textual 8.2.8.
"""

from __future__ import annotations

import sys

from textual.app import App

from naishi_tui.terminal.colours import draw_in_all_colours
from naishi_tui.visit.stylesheet import SharedStylesheet


def isolate(app: App[None]) -> None:
    """Make an app independent of the process that it is in, before it runs."""
    draw_in_all_colours(app)
    app.stylesheet = SharedStylesheet(variables=app.get_css_variables())
    app._capture_stdout, app._capture_stderr = sys.stdout, sys.stderr  # type: ignore[assignment]
