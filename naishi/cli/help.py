"""Command help, translated into the chosen language when shown."""

import gettext
import inspect
import pathlib
import re
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any, TypeVar

import click
from click.types import OptionHelpExtra

from naishi.common import i18n
from naishi.common.i18n import N_, _, negotiate, put_in_list, unknown
from naishi.settings.schema import read_plain

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
