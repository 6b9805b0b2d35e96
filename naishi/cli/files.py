"""Commands for saved games as files."""

import os
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import click

from naishi.cli import group
from naishi.cli.group import argument, command, game_ids, option, saves_option, the_saves
from naishi.cli.playing import is_terminal, plain_option, prints_lines, texts
from naishi.common.i18n import N_, SaveError, SaveNotFoundError, _
from naishi.common.paths import command_on

if TYPE_CHECKING:
    from naishi.saves.document import Saved

EXPORT_LIMIT = 50_000_000
"""In bytes, of a text with many games; each has about 10,000."""


@command(
    "saves",
    short_help=N_("List the saved games."),
    help=N_("""
    List the saved games, most recently played first.

    Examples:
      naishi saves
      naishi saves --trash             the deleted games
      naishi saves --saves ~/games
    """),
)
@option("--trash", is_flag=True, help=N_("List the deleted games instead; `naishi restore ID` restores one."))
@plain_option
@saves_option
def saves_(trash: bool) -> None:
    from naishi.saves.folder import trash_is_empty

    folder = the_saves()
    entries = folder.trash.list() if trash else (*folder.list(reading_progress()), *folder.examples())
    group.show_lines(texts().listing(entries))
    if not entries and trash:
        click.echo(trash_is_empty())
    elif not entries:
        group.say(_("No saved games in {folder}; `naishi new` starts a game.").format(folder=folder.folder))


def reading_progress() -> Callable[[int, int], None] | None:
    """Return what says on a terminal how far a long list is; None where nobody sees it."""
    from naishi.saves.folder import reading_words

    if not is_terminal(sys.stderr):
        return None
    said, has_said = time.monotonic(), False

    def say(done: int, of: int) -> None:
        nonlocal said, has_said
        if (now := time.monotonic()) - said > 0.2 or not done or (done == of and has_said):
            said, has_said = now, True
            words = reading_words(done, of)
            click.echo(f"\r{words}" if done < of else f"\r{' ' * len(words)}\r", err=True, nl=False)

    return say


@command(
    short_help=N_("Show the public side of a saved game."),
    help=N_("""
    Show a saved game as everyone at the table sees it: Hands stay hidden until they are revealed.

    SAVE is the ID of a saved game (the first few letters will do) or a file.

    Examples:
      naishi show k4m
      naishi show ./k4m2xq.naishi.json
    """),
)
@argument("save", shell_complete=game_ids)
@plain_option
@saves_option
def show(save: str) -> None:
    from naishi.plain.room import own
    from naishi.saves import read_file

    game = read_file(save_file(save)).game
    print_it = own(game.key, "printed for the ear" if prints_lines() else "printed") or texts().shown
    group.show_lines(print_it(game))


@command(
    short_help=N_("Restore a deleted game."),
    help=N_("""
    Restore a deleted game from the trash; `naishi saves --trash` lists the deleted games.

    Example:
      naishi restore k4m
    """),
)
@argument("save_id", metavar="ID", shell_complete=group.deleted_ids)
@saves_option
def restore(save_id: str) -> None:
    from naishi.saves.folder import SaveChanges

    click.echo(SaveChanges(the_saves()).restore(save_id))


_server_option = option("--server", is_flag=True, help=N_("All players and games of a server instead of a saved game."))
_data_option = option("--data", type=group.A_FOLDER, help=N_("The folder of the server, as for `serve`."))


@command(
    short_help=N_("Write a saved game to standard output."),
    help=N_("""
    Write a saved game to standard output, to move it to another machine; or all players and games of a server.

    Careful: the file contains the whole game, including both Hands. What players come back with is in a server's
    export as public keys' fingerprints and hashes of codes; words of invitations are not.

    Examples:
      naishi export k4m > our-game.json
      naishi export k4m | ssh other-machine naishi import -
      naishi export --server > backup
    """),
)
@argument("save", required=False, shell_complete=game_ids)
@_server_option
@_data_option
@saves_option
def export(save: str | None, server: bool, data: Path | None) -> None:
    if server:
        if save is not None:
            raise click.UsageError(_("Give either a saved game or --server, not both."))
        from naishi.cli.stored_server import export_server

        export_server(data)
        return
    if save is None or data is not None:
        raise click.UsageError(_("Give a saved game, or --server."))
    from naishi.saves import read_file
    from naishi.saves.document import write

    header, game, _content = read_file(save_file(save))
    click.echo(write(game.document(), header.id, header.created, header.updated), nl=False)


@command(
    "import",
    short_help=N_("Add a saved game from a file."),
    help=N_("""
    Add a saved game from a file, for example from another machine; or, with --server, the players and games of
    another server. Everything in it is checked first. A server must not be running meanwhile; what it has already
    stays as it is, so importing twice does no harm. From what `export all` wrote in line mode on a server, all games
    are added.

    FILE is a path, or - for standard input.

    Examples:
      naishi import our-game.json
      ssh other-machine naishi export k4m | naishi import -
      echo export all | ssh -T -p 2222 play@host | naishi import -
      naishi import --server backup
    """),
)
@argument("file", type=group.Path(path_type=Path, allow_dash=True))
@_server_option
@_data_option
@saves_option
def import_(file: Path, server: bool, data: Path | None) -> None:
    if server:
        from naishi.cli.stored_server import import_server

        import_server(file, data)
        return
    if data is not None:
        raise click.UsageError(_("--data needs --server."))
    saves = the_saves()
    for saved in _standard_input() if str(file) == "-" else _in_file(_followed(file)):
        over = saved.game.result is not None or saved.game.early_end is not None
        opens = _("Imported as {id}; `{command} resume {id}` opens it.")
        shows = _("Imported as {id}; `{command} replay {id}` shows it.")
        click.echo((shows if over else opens).format(id=saves.adopt(saved), command=command_on(saves.folder)))


@command(
    short_help=N_("Check saved games, and repair damaged ones."),
    help=N_("""
    Check all saved games, or those given by ID or file.

    With --repair, whatever is still readable and legal in a damaged file becomes a new game; the damaged file is left
    as it is. The exit status is 1 if any file is damaged.

    Examples:
      naishi check
      naishi check k4m --repair
    """),
)
@argument("games", metavar="[SAVE]...", nargs=-1, shell_complete=game_ids)
@option("--repair", is_flag=True, help=N_("Make a new game out of what is left of a damaged one."))
@saves_option
def check(games: tuple[str, ...], repair: bool) -> None:
    from naishi.cli.checking import check_files

    saves = the_saves()
    paths = [save_file(each) for each in games] or [entry.path for entry in saves.list()]
    if not check_files(saves, paths, repair=repair):
        raise click.exceptions.Exit(1)


def save_file(save: str) -> Path:
    """Find the file of a game by its id or its path."""
    try:
        return the_saves().path(save)
    except SaveNotFoundError:
        if not (path := Path(save)).exists():
            raise
        return _followed(path)


def _in_file(path: Path) -> "Sequence[Saved]":
    """Read the saves in a file: one, or those that stand in its lines."""
    from naishi.common import files
    from naishi.saves import document, read_file

    with suppress(OSError, SaveError):  # the second look says what is wrong
        if lines := document.lines_with_saves(files.read_file(path, EXPORT_LIMIT)):
            return [document.read(line) for line in lines]
    return [read_file(path)]


def _standard_input() -> "Sequence[Saved]":
    """Read a save from standard input, or those that stand in its lines."""
    from naishi.saves import document

    if sys.stdin is None:
        raise SaveError(_("Standard input is closed."))
    content = sys.stdin.buffer.read(EXPORT_LIMIT)
    try:
        return [document.read_anywhere(each) for each in document.lines_with_saves(content) or [content]]
    except SaveError as error:
        raise type(error)(_("Standard input: {error}").format(error=error)) from None


def _followed(path: Path) -> Path:
    """Follow links: whoever names a link means its target. `Path.resolve` raises for a loop of links."""
    return Path(os.path.realpath(path))
