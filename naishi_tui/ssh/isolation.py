"""An app that shares its process with others: nothing of the server's own terminal or environment may reach it.

Three names of `App` are private: `_filters`, to which the environment's NO_COLOR has added some; `_capture_stdout` and
`_capture_stderr`, which Textual puts in the place of the process's own while an app runs. With several apps that end in
any order, what one has put there would stay.
"""

from __future__ import annotations

import sys

from rich.console import Console
from textual.app import App

from naishi_tui.ssh.stylesheet import SharedStylesheet


def isolate(app: App[None]) -> None:
    """Make an app independent of the process that it is in, before it runs."""
    app.no_color = False
    app._filters = [each for each in app._filters if type(each).__name__ not in {"Monochrome", "NoColor"}]
    app.console = Console(
        color_system="truecolor", file=app.console.file, force_terminal=True, legacy_windows=False,
        markup=True, highlight=False, emoji=False, safe_box=False, soft_wrap=False, _environ={},
    )  # fmt: skip
    app.stylesheet = SharedStylesheet(variables=app.get_css_variables())
    app._capture_stdout, app._capture_stderr = sys.stdout, sys.stderr  # type: ignore[assignment]
