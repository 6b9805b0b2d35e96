"""Timers that fire even when late.

A timer of Textual's skips the ticks that it is late for. One that has a single tick is late for it if the process is
held up just as it begins, and then never fires: nothing would be painted any more, or no resize be noticed.
`Timer._skip` says so, is private, and has no parameter in `set_timer`; this is the only file that names it. Checked
with textual 8.2.8.
"""

from __future__ import annotations

from typing import Any

from textual.app import App
from textual.timer import Timer


def fire_late_timers(app: App[Any]) -> None:
    """Have an app fire its timers also where they are late for their only tick."""
    set_timer = app.set_timer

    def set_sure_timer(*arguments: Any, **options: Any) -> Timer:
        timer = set_timer(*arguments, **options)
        timer._skip = False
        return timer

    app.set_timer = set_sure_timer  # type: ignore[method-assign]
