"""An app that shares its process with others: nothing of the server's own terminal or environment may reach it.

Two names of `App` are private, and this is the only file that uses them: `_capture_stdout` and `_capture_stderr`, which
Textual puts in the place of the process's own while an app runs. With several apps that end in any order, what one has
put there would stay. So is the parameter `_environ` of rich's `Console`, which would otherwise obey NO_COLOR and the
like. Checked with textual 8.2.8 and rich 15.0.0.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator

from rich.console import Console
from textual.app import App
from textual.filter import LineFilter, Monochrome, NoColor

from naishi_tui.visit.stylesheet import SharedStylesheet


def isolate(app: App[None]) -> None:
    """Make an app independent of the process that it is in, before it runs."""
    app.no_color = False
    app.console = Console(
        color_system="truecolor", file=app.console.file, force_terminal=True, legacy_windows=False,
        markup=True, highlight=False, emoji=False, safe_box=False, soft_wrap=False, _environ={},
    )  # fmt: skip
    app.stylesheet = SharedStylesheet(variables=app.get_css_variables())
    app._capture_stdout, app._capture_stderr = sys.stdout, sys.stderr  # type: ignore[assignment]


def without_environment(filters: Iterable[LineFilter]) -> Iterator[LineFilter]:
    """Return the filters of an app but for those that the NO_COLOR of the server's own environment has added."""
    return (each for each in filters if not isinstance(each, Monochrome | NoColor))
