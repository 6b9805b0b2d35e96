"""The exit statuses of the command, beside 0 for success and 1 for an error a person can fix."""

from __future__ import annotations

WRONG_USAGE = 2
"""Also where a terminal is missing."""
INTERRUPTED = 130
"""After Ctrl+C."""
CUT_OFF = 141
"""After the reader of the output has gone away, as shells report it."""
