"""Settings as command-line flags, for one run only."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from typing import Any, TypeVar

import click

from naishi.cli.help import option
from naishi.common.i18n import _, languages
from naishi.settings.schema import NAMES, ON_A_SERVER_ONLY, SettingKind, flag, kinds

F = TypeVar("F", bound=Callable[..., object])

_SETTINGS = "naishi.settings"


def settings_options(command: F, *, hidden: bool = True) -> F:
    """Add a flag for each setting to a command; the flags may stand before or after the command's name.

    Args:
        command: The command.
        hidden: Whether its help leaves them to that of the program.
    """
    for add in reversed(list(_options(hidden))):
        command = add(command)
    return command


def plain_option(command: F) -> F:
    """Add the flag for line mode alone to a command that only prints."""
    (add,) = _options(False, {"plain"})
    return add(command)


def given_settings() -> dict[str, Any]:
    """Return the settings given on the command line.

    Raises:
        click.BadParameter: There is no such command, key or language.
    """
    given: dict[str, Any] = click.get_current_context().meta.get(_SETTINGS, {})
    for name in given.keys() & {"keys", "language"}:  # click checks the others
        from naishi.settings.check import check_all

        _good, faults = check_all({name: given[name]}, {})
        if faults:
            raise click.BadParameter(" ".join(fault.problem for fault in faults), param_hint=repr(flag(name)))
    return given


def _remember(context: click.Context, option: click.Parameter, value: Any) -> None:
    if value is None or value == () or option.name is None:
        return
    given = context.meta.setdefault(_SETTINGS, {})
    given[option.name] = given.get(option.name, {}) | dict(map(_named, value)) if isinstance(value, tuple) else value


def _named(text: str) -> tuple[str, str]:
    name, equals, key = text.partition("=")
    if not equals:
        raise click.BadParameter(_("give a command and its key, as in undo=z"))
    return name.strip(), key


def _options(hidden: bool, wanted: Collection[str] = NAMES) -> Iterator[Callable[[F], F]]:
    """A flag for each setting that is wanted: `--ascii/--no-ascii`, `--theme dark`, `--key undo=z`."""
    for name, kind in kinds().items():
        if name not in wanted or name in ON_A_SERVER_ONLY:
            continue
        yield option(
            f"{flag(name)}/{flag(name, False)}" if kind.type is bool else flag(name),
            name,
            callback=_remember,
            expose_value=False,
            default=None,
            help=kind.help,
            hidden=hidden,
            **_values(name, kind),
        )


def _values(name: str, kind: SettingKind) -> dict[str, Any]:
    if kind.values:
        return {"type": click.Choice(kind.values)}
    if name == "language":
        return {"shell_complete": _language_codes}
    return {"multiple": True, "metavar": "ID=KEY"} if name == "keys" else {}


def _language_codes(_context: click.Context, _parameter: click.Parameter, beginning: str) -> list[str]:
    return [code for code in languages() if code.startswith(beginning)]
