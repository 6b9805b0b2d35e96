"""Command groups: help in the chosen language, options, completion, and optional dependencies."""

import gettext
import inspect
import pathlib
import re
import sys
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from importlib.util import find_spec
from itertools import pairwise
from typing import IO, TYPE_CHECKING, Any, TypeVar

import click
from click.exceptions import Exit
from click.types import OptionHelpExtra

from naishi.common import i18n
from naishi.common.files import require_files
from naishi.common.i18n import N_, NaishiError, _, negotiate, put_in_list, reason, unknown
from naishi.common.paths import install, saves_folder
from naishi.settings.schema import NAMES, read_plain

if TYPE_CHECKING:
    from naishi.saves import Saves


F = TypeVar("F", bound=Callable[..., object])


class _Late:
    """An attribute that holds an English text, marked with `N_`, and answers in the language of the moment."""

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = f"_english_{name}"

    def __get__(self, instance: object, owner: type) -> str | None:
        text: str | None = getattr(instance, self._name, None)
        return _laid_out(_(text)) if text else text

    def __set__(self, instance: object, text: str | None) -> None:
        setattr(instance, self._name, text)


def _laid_out(text: str) -> str:
    r"""Keep the lines of paragraphs that have indented ones, such as examples: click's mark for that is `\b`."""
    paragraphs = inspect.cleandoc(text).split("\n\n")
    return "\n\n".join(f"\b\n{each}" if "\n " in f"\n{each}" else each for each in paragraphs)


class TranslatedCommand(click.Command):
    """A command that explains itself in the language of the moment."""

    help = _Late()
    short_help = _Late()
    epilog = _Late()

    def collect_usage_pieces(self, ctx: click.Context) -> list[str]:
        return [_metavar(piece) for piece in super().collect_usage_pieces(ctx)]

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        """Return the option that shows the help; click keeps it with the text of the language that came first."""
        if (option := super().get_help_option(ctx)) is not None:
            option.help = _("Show this message and exit.")
        return option

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options, and where those are that every command has."""
        super().format_options(ctx, formatter)
        if any(option.hidden for option in self.params if isinstance(option, click.Option)):
            formatter.write_paragraph()
            formatter.write_text(_("Each setting is a flag here, too: naishi --help lists them."))


class Option(click.Option):
    """An option that explains itself in the language of the moment."""

    help = _Late()

    def make_metavar(self, ctx: click.Context) -> str:
        return _metavar(super().make_metavar(ctx))

    def get_help_extra(self, ctx: click.Context) -> OptionHelpExtra:
        """Return what stands in brackets behind its help: a range as 1-64, and only where it has an end."""
        extra = super().get_help_extra(ctx)
        if extra.pop("range", "") and isinstance(self.type, click.IntRange) and self.type.max is not None:
            extra["range"] = f"{self.type.min}-{self.type.max}"
        return extra


class _Argument(click.Argument):
    def make_metavar(self, ctx: click.Context) -> str:
        return _metavar(super().make_metavar(ctx))


class IntRange(click.IntRange):
    """A whole number, called so in the language of the moment."""

    @property
    def name(self) -> str:  # type: ignore[override]
        return _("whole number")


class FloatRange(click.FloatRange):
    """A number, called so in the language of the moment."""

    @property
    def name(self) -> str:  # type: ignore[override]
        return _("number")


class Path(click.Path):
    """A path, called a file or a folder in the language of the moment."""

    name = _Late()  # type: ignore[assignment]


A_FILE = Path(dir_okay=False, path_type=pathlib.Path)
A_FOLDER = Path(file_okay=False, path_type=pathlib.Path)

_METAVARS = {
    *(N_("OPTIONS"), N_("COMMAND"), N_("ARGS"), N_("SAVE"), N_("FILE"), N_("DIR"), N_("TEXT"), N_("NUMBER")),
    *(N_("LEVEL"), N_("NAME"), N_("ADDRESS"), N_("WEIGHTS"), N_("POSITION"), N_("KEY"), N_("LINE"), N_("HAND")),
    N_("VALUE"),
}
_SHOWN_AS = {"DIRECTORY": "DIR", "FOLDER": "DIR", "PATH": "FILE"} | dict.fromkeys(
    ("INTEGER", "WHOLE NUMBER", "COUNT"), "NUMBER"
)


def _metavar(text: str) -> str:
    """Translate the words in capitals that stand for what is to be typed."""

    def shown(found: re.Match[str]) -> str:
        word = _SHOWN_AS.get(found[0], found[0])
        return _(word) if word in _METAVARS else word

    return re.sub(r"[A-Z]{2,}(?: [A-Z]{2,})*", shown, text)


def command(name: str | None = None, **attributes: Any) -> Callable[[Callable[..., object]], TranslatedCommand]:
    """Make a function a command, as `click.command` does."""
    return click.command(name, cls=TranslatedCommand, **attributes)


def argument(*names: str, **attributes: Any) -> Callable[[F], F]:
    """Add an argument to a command, as `click.argument` does."""
    return click.argument(*names, cls=_Argument, **attributes)


def option(*names: str, **attributes: Any) -> Callable[[F], F]:
    """Add an option to a command, as `click.option` does."""
    return click.option(*names, cls=Option, **attributes)


FLAG = "--language"


def speak(arguments: Sequence[str]) -> str:
    """Speak the language that the command line, the environment, the settings file or the system says.

    Click has its own sentences, which it takes from gettext's catalogue of the process: that is set as well, since
    this process is the command's.

    Args:
        arguments: The command line.

    Returns:
        A line about a language that isn't here; else nothing.
    """
    said = _said(arguments)
    layers, _more = read_plain({"language": said} if said else {})
    wanted = layers.effective.language
    code = negotiate(wanted)
    i18n.use(i18n.load(code))
    if code != i18n.ENGLISH:
        gettext.bindtextdomain("naishi", i18n.LOCALES)
        gettext.textdomain("naishi")
        put_in_list(code)
    return unknown(wanted)


def _said(arguments: Sequence[str]) -> str:
    """Find the language on a command line that is not understood yet: the last one, before `--`."""
    said = ""
    for word, following in pairwise((*arguments, "")):
        if word == "--":
            break
        if word == FLAG:
            said = following
        elif word.startswith(f"{FLAG}="):
            said = word.removeprefix(f"{FLAG}=")
    return said


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


def _remember_saves(context: click.Context, _option: click.Parameter, folder: pathlib.Path | None) -> None:
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


def the_folder() -> pathlib.Path:
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
