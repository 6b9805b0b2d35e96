"""The commands about saved games as files: list, show, check, mend, carry away, take in, bring back."""

from __future__ import annotations

from pathlib import Path

import click

from naishi.cli.group import saves_option, the_saves
from naishi.errors import SaveNotFoundError
from naishi.i18n import _


@click.command(
    "saves",
    short_help=_("List the saved games."),
    help=_("""
    List the saved games, the one played last first.

    \b
    Examples:
      naishi saves
      naishi saves --trash             the deleted games
      naishi saves --saves ~/games
    """),
)
@click.option("--trash", is_flag=True, help=_("The deleted games instead; `naishi restore ID` brings one back."))
@saves_option
def saves_(trash: bool) -> None:
    """List the saved games."""
    from naishi.cli.texts import listing

    folder = the_saves()
    entries = folder.trash.list() if trash else folder.list()
    for line in listing(entries):
        click.echo(line)
    if not entries and trash:
        click.echo(_("The trash is empty."))
    elif not entries:
        click.echo(_("No saved games in {folder}; `naishi new` starts one.").format(folder=folder.folder))


@click.command(
    short_help=_("Show the public side of a saved game."),
    help=_("""
    Show a saved game as everybody at the table sees it: no Hands before they are laid open.

    SAVE is the id of a saved game (its first letters will do) or a file.

    \b
    Examples:
      naishi show k4m
      naishi show ./k4m2xq.naishi.json
    """),
)
@click.argument("save")
@saves_option
def show(save: str) -> None:
    """Show the public side of a saved game."""
    from naishi.cli.texts import shown
    from naishi.saves import read_file

    for line in shown(read_file(_file(save)).game):
        click.echo(line)


@click.command(
    short_help=_("Bring a deleted game back."),
    help=_("""
    Bring a deleted game back from the trash; `naishi saves --trash` lists what is there.

    \b
    Example:
      naishi restore k4m
    """),
)
@click.argument("save_id", metavar="ID")
@saves_option
def restore(save_id: str) -> None:
    """Bring a deleted game back."""
    click.echo(_("Restored {id}.").format(id=the_saves().restore(save_id)))


@click.command(
    short_help=_("Write a saved game to standard output."),
    help=_("""
    Write a saved game to standard output, to carry it to another machine.

    Beware: the file holds the whole game, both Hands included.

    \b
    Example:
      naishi export k4m > our-game.json
    """),
)
@click.argument("save")
@saves_option
def export(save: str) -> None:
    """Write a saved game to standard output."""
    from naishi.saves import read_file
    from naishi.saves.document import write

    saved = read_file(_file(save))
    document = saved.document
    click.echo(write(saved.game.record, document.id, document.created, document.updated), nl=False)


@click.command(
    "import",
    short_help=_("Take in a saved game from a file."),
    help=_("""
    Take in a saved game from a file, of another machine for instance; everything in it is checked.

    \b
    Example:
      naishi import our-game.json
    """),
)
@click.argument("file", type=click.Path(path_type=Path))
@saves_option
def import_(file: Path) -> None:
    """Take in a saved game."""
    from naishi.saves import read_file

    save_id = the_saves().adopt(read_file(file.resolve()))
    click.echo(_("Taken in as {id}; `naishi resume {id}` opens it.").format(id=save_id))


@click.command(
    short_help=_("Check saved games, and mend what can be mended."),
    help=_("""
    Check saved games: all of them, or those named by id or file.

    With --repair, of each damaged one the longest part that is whole and allowed becomes a new game; the damaged
    file stays as it is. Exit code 1 if any was damaged.

    \b
    Examples:
      naishi check
      naishi check k4m --repair
    """),
)
@click.argument("games", metavar="[SAVE]...", nargs=-1)
@click.option("--repair", is_flag=True, help=_("Make a new game of what is whole in a damaged one."))
@saves_option
def check(games: tuple[str, ...], repair: bool) -> None:
    """Check saved games."""
    from naishi.cli.checking import check_files

    saves = the_saves()
    paths = [_file(each) for each in games] or [entry.path for entry in saves.list()]
    if not check_files(saves, paths, repair=repair):
        raise click.exceptions.Exit(1)


def _file(save: str) -> Path:
    """Find the file of a game by its id or its path."""
    try:
        return the_saves().path(save)
    except SaveNotFoundError:
        path = Path(save)
        if not path.exists():
            raise
        return path.resolve()
