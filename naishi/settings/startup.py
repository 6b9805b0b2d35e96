"""What the first frame needs of the settings, taken unchecked.

To check them takes pydantic-settings, which costs time and memory: `naishi.settings.layers.load` does so when a screen
first needs them all. Where something set may be wrong that is at once after the frame, to tell it and put it right.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple, get_args, get_type_hints

from naishi.settings.paths import settings_file
from naishi.settings.schema import Look

PREFIX = "NAISHI_"
_TRUE = {"true", "1", "on", "yes", "t", "y"}
"""What pydantic takes for it, in the environment."""


class FirstLook(NamedTuple):
    """How the first frame looks."""

    theme: str = Look.theme
    ascii: bool = Look.ascii
    doubtful: bool = False
    """Something that is set may be wrong, or is no plain word or switch: to be checked at once."""


def first_look(flags: Mapping[str, Any], themes: Mapping[str, Any], path: Path | None = None) -> FirstLook:
    """Take a first look at flags, environment and file.

    Args:
        flags: What the command line said.
        themes: Those there are, by name.
        path: The file; by default the one in the user's config folder.
    """
    file = path or settings_file()
    filed, in_environment = _of_file(file), _of_environment()
    found = (filed or {}) | in_environment | dict(flags)
    theme, ascii_ = found.get("theme"), found.get("ascii")
    values = [item for source in (filed or {}, in_environment, flags) for item in source.items()]
    return FirstLook(
        theme if isinstance(theme, str) and theme in themes else Look.theme,
        str(ascii_).lower() in _TRUE,
        filed is None or not all(_plainly_right(name, value) for name, value in values),
    )


def _of_file(file: Path) -> dict[str, Any] | None:
    """What stands in a file; None where `load` must say why it can't be read."""
    try:
        text = file.read_text("utf-8")
        import tomllib

        return tomllib.loads(text)
    except FileNotFoundError:
        return {}
    except (OSError, ValueError, RecursionError):
        return None


def _of_environment() -> dict[str, str]:
    named = {name.lower(): value for name, value in os.environ.items()}
    return {name: named[key] for name in Look.__annotations__ if (key := f"{PREFIX}{name}".lower()) in named}


def _plainly_right(name: str, value: object) -> bool:
    """Whether a value needs no checking: it is the default, one of a few words, or a switch."""
    if name not in Look.__annotations__:
        return False
    kind = get_type_hints(Look)[name]
    switch = kind is bool and str(value).lower() in {"true", "false"}
    return switch or value in get_args(kind) or value == getattr(Look, name)
