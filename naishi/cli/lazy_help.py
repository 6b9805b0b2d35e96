"""Commands and options whose help is translated when it is shown, not when the module is imported."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any, TypeVar

import click

from naishi.common.i18n import _

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


def command(name: str | None = None, **attributes: Any) -> Callable[[Callable[..., object]], TranslatedCommand]:
    """Make a function a command, as `click.command` does."""
    return click.command(name, cls=TranslatedCommand, **attributes)


def option(*names: str, **attributes: Any) -> Callable[[F], F]:
    """Add an option to a command, as `click.option` does."""
    return click.option(*names, cls=Option, **attributes)
