"""How the commands end, whatever happens: one line and a number, never a traceback."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, TypeVar

import click

from naishi.errors import NaishiError
from naishi.i18n import _

if TYPE_CHECKING:
    from naishi.saves import Saves

F = TypeVar("F", bound=Callable[..., object])

_SAVES = "naishi.saves"
CUT_OFF = 141
"""The status of a program whose reader went away, as a shell gives it."""


class Refused(click.ClickException):
    """Something a person can mend, told in one line."""

    exit_code = 1

    def show(self, file: IO[Any] | None = None) -> None:
        """Print the line on standard error."""
        click.echo(f"naishi: {self.format_message()}", file=file, err=file is None)


class Commands(click.Group):
    """A group of commands that turns the errors of the game into lines."""

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command."""
        try:
            result = super().invoke(ctx)
            sys.stdout.flush()
        except NaishiError as error:
            raise Refused(" ".join(str(error).split())) from None
        except BrokenPipeError:
            # Python flushes once more on its way out; let that go nowhere.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            raise click.exceptions.Exit(CUT_OFF) from None
        except OSError as error:
            raise Refused(os.strerror(error.errno) if error.errno else str(error)) from None
        return result


def saves_option(command: F) -> F:
    """Let a command take `--saves DIR`; it may stand before or after the command's name."""
    return click.option(
        "--saves",
        metavar="DIR",
        type=click.Path(file_okay=False, path_type=Path),
        callback=_remember_saves,
        expose_value=False,
        help=_("The folder of saved games (also: NAISHI_SAVES)."),
    )(command)


def the_saves() -> Saves:
    """Return the folder of saves that the person chose."""
    from naishi.saves import Saves

    return Saves(the_folder())


def the_folder() -> Path:
    """Return where the saves are, by the person's choice."""
    from naishi.settings.paths import saves_folder

    return saves_folder(click.get_current_context().meta.get(_SAVES))


def _remember_saves(context: click.Context, _option: click.Parameter, folder: Path | None) -> None:
    if folder is not None:
        context.meta[_SAVES] = folder
