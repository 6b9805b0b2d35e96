"""Command groups and their help, completion, and optional dependencies."""

import re
import sys
from collections.abc import Iterable
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

import click
from click.exceptions import Exit

from naishi.cli.help import A_FOLDER, TranslatedCommand, argument, command, option
from naishi.common.files import require_files
from naishi.common.i18n import N_, NaishiError, _, reason
from naishi.common.paths import install, saves_folder
from naishi.settings.schema import NAMES

if TYPE_CHECKING:
    from naishi.saves import Saves


WRONG_USAGE = 2
"""Also where a terminal is missing."""
INTERRUPTED = 130
CUT_OFF = 141
"""After the reader of the output has gone away, as shells report it."""


_SAVES = "naishi.saves"

FOR_EVERYBODY = ("learn", "new", "resume", "saves", "replay", "analyse", "stats", "edit", "rules", "host", "join")
"""Commands for everybody, what matters first; the help lists the others apart."""

OF_USE_AT_ONCE = {"plain", "language"}
"""Settings that someone may need to begin with; the help lists the others after all other options."""


def fitted(line: str, out: IO[Any]) -> str:
    """Break a line of prose between words where a terminal would within them; columns and commands stay whole."""
    if "  " in line or not out.isatty():
        return line
    import textwrap
    from shutil import get_terminal_size

    whole = re.sub("`[^`]+`", lambda quoted: quoted.group().replace(" ", "\0"), line)
    lines = textwrap.wrap(whole, get_terminal_size().columns, break_long_words=False, break_on_hyphens=False)
    return "\n".join(lines).replace("\0", " ")


def say(line: str) -> None:
    """Print a line for people."""
    click.echo(fitted(line, sys.stdout))


def show_lines(lines: Iterable[str]) -> None:
    for line in lines:
        click.echo(line)


class Refused(click.ClickException):
    """An error that a person can fix, reported in one line."""

    exit_code = 1

    def show(self, file: IO[Any] | None = None) -> None:
        out = file or sys.stderr
        click.echo(fitted(f"naishi: {self.format_message()}", out), file=out)


class Commands(TranslatedCommand, click.Group):
    """A group of commands that turns the errors of the game into lines."""

    command_class = TranslatedCommand

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands for everybody, those for a few, and then the options."""
        others = (name for name in self.list_commands(ctx) if name not in FOR_EVERYBODY)
        for title, names in ((_("Commands"), FOR_EVERYBODY), (_("More commands"), others)):
            found = ((name, self.get_command(ctx, name)) for name in names)
            rows = [(name, each.get_short_help_str(70)) for name, each in found if each is not None and not each.hidden]
            with formatter.section(title):
                formatter.write_dl(rows)
        apart = {*NAMES} - OF_USE_AT_ONCE
        options = [(each.name in apart, each.get_help_record(ctx)) for each in self.get_params(ctx)]
        for title, settings in ((_("Options"), False), (_("Settings, for this run only"), True)):
            with formatter.section(title):
                formatter.write_dl([row for is_setting, row in options if row is not None and is_setting is settings])

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write nothing more: click would list the commands again."""

    def invoke(self, ctx: click.Context) -> Any:
        try:
            require_files()
            return super().invoke(ctx)
        except NaishiError as error:
            raise Refused(" ".join(str(error).split())) from None
        except BrokenPipeError:  # click would exit with 1
            raise Exit(CUT_OFF) from None
        except OSError as error:
            raise Refused(reason(error)) from None


def _remember_saves(context: click.Context, _option: click.Parameter, folder: Path | None) -> None:
    if folder is not None:
        context.meta[_SAVES] = folder


saves_option = option(
    "--saves",
    metavar="DIR",
    type=A_FOLDER,
    callback=_remember_saves,
    expose_value=False,
    help=N_("The folder for saved games (or set NAISHI_SAVES)."),
)
"""It may stand before or after the command's name."""


def the_saves() -> "Saves":
    """Return the folder of saves that the user chose."""
    from naishi.saves import Saves

    return Saves(the_folder())


def the_folder() -> Path:
    """Return the path of the folder of saves that the user chose."""
    return saves_folder(click.get_current_context().meta.get(_SAVES))


@command(
    short_help=N_("Print a shell completion script."),
    help=N_("""
    Print the script that lets your shell complete naishi's commands, options and game IDs.

    Add this to your shell's startup file:
      ~/.bashrc                  eval "$(naishi completion bash)"
      ~/.zshrc                   eval "$(naishi completion zsh)"
      ~/.config/fish/config.fish   naishi completion fish | source
    """),
)
@argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def completion(shell: str) -> None:
    from click.shell_completion import get_completion_class

    complete = get_completion_class(shell)
    assert complete is not None  # noqa: S101 - click knows these shells
    root = click.get_current_context().find_root().command
    click.echo(complete(root, {}, "naishi", "_NAISHI_COMPLETE").source())


def game_ids(context: click.Context, _parameter: click.Parameter, beginning: str) -> list[str]:
    """Complete the ID of a saved game."""
    with context.scope(cleanup=False):
        return [*the_saves().ids(beginning)]


def deleted_ids(context: click.Context, _parameter: click.Parameter, beginning: str) -> list[str]:
    """Complete the ID of a deleted game."""
    with context.scope(cleanup=False):
        return sorted({game.id for game in the_saves().trash.list() if game.id.startswith(beginning)})


def bot_names(context: click.Context, _parameter: click.Parameter, beginning: str) -> list[str]:
    """Complete the name of a bot of the game that the line names, those of installed packages included."""
    from naishi.bots.registry import names

    try:
        found = names(context.params.get("key") or context.params.get("game") or "naishi")
    except NaishiError:  # no such game
        return []
    return [name for name in found if name.startswith(beginning)]


def require(package: str, *extras: str) -> None:
    """Make sure that a package is installed that only those need who play each other from several terminals.

    Args:
        extras: What brings it, beside what every server needs.

    Raises:
        NaishiError: It isn't; the text says what installs it.
    """
    with suppress(ValueError):  # nothing is imported: networkx takes 0.3 s, and few servers ever need it
        if find_spec(package) is not None:
            return
    words = _("{command} needs more packages; this installs them: {line}")
    path = click.get_current_context().command_path
    raise NaishiError(words.format(command=path, line=install("server", *extras)))
