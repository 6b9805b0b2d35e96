"""Shell completion scripts for `naishi completion`."""

from __future__ import annotations

import click

from naishi.cli.group import the_saves
from naishi.cli.help import argument, command
from naishi.common.i18n import N_

SHELLS = ("bash", "zsh", "fish")


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
@argument("shell", type=click.Choice(SHELLS))
def completion(shell: str) -> None:
    """Print a shell completion script."""
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
    from naishi.common.errors import NaishiError

    try:
        found = names(context.params.get("key") or context.params.get("game") or "naishi")
    except NaishiError:  # no such game
        return []
    return [name for name in found if name.startswith(beginning)]
