"""Options that change how the app looks and behaves for this once; the settings file holds them for good."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Literal, TypeVar, get_args, get_origin, get_type_hints

import click

from naishi.i18n import _
from naishi.settings.schema import Look

F = TypeVar("F", bound=Callable[..., object])

_LOOK = "naishi.settings.schema"


def look_options(command: F) -> F:
    """Let a command that opens the app take the settings as flags; they may stand before or after its name."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


def the_look() -> dict[str, Any]:
    """Return the settings that the command line says."""
    look: dict[str, Any] = click.get_current_context().meta.get(_LOOK, {})
    return look


def _remember(context: click.Context, option: click.Parameter, value: Any) -> None:
    if value is None or value == () or option.name is None:
        return
    look = context.meta.setdefault(_LOOK, {})
    look[option.name] = look.get(option.name, {}) | dict(map(_named, value)) if isinstance(value, tuple) else value


def _named(text: str) -> tuple[str, str]:
    name, equals, thing = text.partition("=")
    if not equals:
        raise click.BadParameter(_("say which command gets which key, such as undo=z"))
    return name.strip(), thing


def _flags() -> Iterator[Callable[[F], F]]:
    """A flag for each setting: `--ascii/--no-ascii`, `--theme dark`, `--key undo=z`."""
    for name, hint in get_type_hints(Look, include_extras=True).items():
        kind, words = get_args(hint)
        flag, how = "--" + name.replace("_", "-"), dict[str, Any](help=words)
        if kind is bool:
            flag += f"/--no-{flag.removeprefix('--')}"
        elif get_origin(kind) is Literal:
            how["type"] = click.Choice(get_args(kind))
        elif get_origin(kind) is dict:
            flag, how = flag.removesuffix("s"), how | {"multiple": True, "metavar": "ID=KEY"}
        yield click.option(flag, name, callback=_remember, expose_value=False, default=None, **how)


_OPTIONS = tuple(_flags())
