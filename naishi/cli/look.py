"""Options that change how the app looks and behaves for this once; the settings file holds them for good."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any, TypeVar

import click

from naishi.i18n import _

F = TypeVar("F", bound=Callable[..., object])

_LOOK = "naishi.look"


def look_options(command: F) -> F:
    """Let a command that opens the app take the settings as flags; they may stand before or after its name."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


def the_look() -> dict[str, Any]:
    """Return the settings that the command line says."""
    look: dict[str, Any] = click.get_current_context().meta.get(_LOOK, {})
    return look


def nothing_set() -> bool:
    """Tell whether all is at its defaults, so that nothing need be read before the first frame."""
    from naishi.paths import settings_file

    in_environment = (name for name in os.environ if name.upper().startswith("NAISHI_"))
    elsewhere = all(name.upper() in {"NAISHI_SAVES", "NAISHI_DEBUG"} for name in in_environment)
    return not the_look() and elsewhere and not settings_file().exists()


def _remember(context: click.Context, option: click.Parameter, value: object) -> None:
    if value is not None and option.name is not None:
        context.meta.setdefault(_LOOK, {})[option.name] = value


def _option(*names: str, **attributes: Any) -> Callable[[F], F]:
    return click.option(*names, callback=_remember, expose_value=False, default=None, **attributes)


_OPTIONS = (
    _option(
        "--theme",
        type=click.Choice(["dark", "light", "colour-blind", "terminal"]),
        help=_("The colours; `terminal` takes the terminal's own sixteen."),
    ),
    _option("--ascii/--no-ascii", help=_("Draw with ASCII alone.")),
    _option("--animations/--no-animations", help=_("Count the score row by row.")),
    _option("--hints/--no-hints", help=_("Show what cards are worth now.")),
    _option(
        "--handover",
        type=click.Choice(["always", "never"]),
        help=_("Whether Hands are covered when the keyboard passes."),
    ),
    _option("--memory-aid/--no-memory-aid", help=_("Show what a perfect memory knows.")),
)
