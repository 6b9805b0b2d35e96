"""What the first frame needs of the settings, taken unchecked.

To check them takes pydantic, whose import costs a third as much as the start of the whole app: that happens once the
frame stands (`naishi_tui.settings.load`), and what was wrong is then told and put right.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from naishi.look import Look
from naishi.paths import settings_file

PREFIX = "NAISHI_"
_TRUE = {"true", "1", "on", "yes", "t", "y"}
"""What pydantic takes for it, in the environment."""


class FirstLook(NamedTuple):
    """How the first frame looks."""

    theme: str = Look.theme
    ascii: bool = Look.ascii
    complete: bool = True
    """Nothing is set anywhere, so that all is at its defaults."""


def first_look(flags: Mapping[str, Any], themes: Mapping[str, Any], path: Path | None = None) -> FirstLook:
    """Take a first look at flags, environment and file.

    Args:
        flags: What the command line said.
        themes: Those there are, by name.
        path: The file; by default the one in the user's config folder.
    """
    file = path or settings_file()
    in_environment = {
        name.lower().removeprefix(PREFIX.lower()): value
        for name, value in os.environ.items()
        if name.upper().startswith(PREFIX)
    }
    found = _of_file(file) | in_environment | dict(flags)
    theme, ascii_ = found.get("theme"), found.get("ascii")
    return FirstLook(
        theme if isinstance(theme, str) and theme in themes else Look.theme,
        str(ascii_).lower() in _TRUE,
        not flags and not in_environment.keys() & Look.__annotations__.keys() and not file.exists(),
    )


def _of_file(file: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(file.read_text("utf-8"))
    except (OSError, ValueError, RecursionError):  # `load` says so
        return {}
