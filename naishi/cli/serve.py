"""The command `naishi serve`: a place where people play each other over SSH."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

import click

from naishi.cli.late import command, option
from naishi.errors import NaishiError
from naishi.i18n import N_, _, ngettext

if TYPE_CHECKING:
    from naishi.server.database import Database

_INSTALL = "pip install 'naishi[server]'"


@command(
    short_help=N_("Let people play each other over SSH."),
    help=N_("""
    Let people play each other over SSH, until it is stopped.

    Players need nothing but an SSH client. Everything is kept in one folder: the host key and a database.

    Examples:
      naishi serve
      naishi serve --port 22 --host 192.0.2.7
      naishi serve --check               replay every game in the database
      naishi export --server > backup    all players and games
    """),
)
@option("--data", type=click.Path(file_okay=False, path_type=Path), help=N_("The folder of the server."))
@option("--host", default="", help=N_("The address to listen on; all by default."))
@option("--port", type=click.IntRange(0, 65535), default=2222, show_default=True, help=N_("The port; 0 for any."))
@option("--check", is_flag=True, help=N_("Check every game in the database, and exit."))
def serve(data: Path | None, host: str, port: int, check: bool) -> None:
    """Serve, or check what is stored."""
    _require("sqlalchemy")
    if check:
        _check(data)
        return
    _require("asyncssh")
    from naishi_tui.ssh.serving import run

    raise click.exceptions.Exit(run(data if data is not None else _folder(), host, port))


def export_server(data: Path | None) -> None:
    """Write all players and games of a server to standard output."""
    _require("sqlalchemy")
    from naishi.server.matches import Matches
    from naishi.server.transfer import export

    with _database(data) as database:
        damaged = Matches(database).check()[1]
        for line in export(database, without=damaged):
            click.echo(line.encode(), nl=False)
    for match in damaged:
        click.echo(_("{id}: damaged").format(id=match), err=True)
    if damaged:
        raise click.exceptions.Exit(1)


def import_server(file: Path, data: Path | None) -> None:
    """Add the players and games of an export to a server that isn't running."""
    _require("sqlalchemy")
    from naishi.server.database import DATABASE, Database
    from naishi.server.export_format import read
    from naishi.server.folder import alone_in
    from naishi.server.transfer import import_

    folder = data if data is not None else _folder()
    if str(file) == "-" and sys.stdin is None:
        raise NaishiError(_("Standard input is closed."))
    with click.open_file(str(file), "rb") as lines:
        content = read(lines)
    with alone_in(folder):
        database = Database(folder / DATABASE)
        try:
            added = import_(database, content)
        finally:
            database.close()
    click.echo(ngettext("{count} game added.", "{count} games added.", added.matches))
    if added.known:
        click.echo(
            ngettext(
                "{count} game was already here; nothing in it was changed.",
                "{count} games were already here; nothing in them was changed.",
                added.known,
            )
        )


def _require(package: str) -> None:
    """Make sure that the packages of the server are installed.

    Raises:
        NaishiError: They aren't; the text says what installs them.
    """
    try:
        import_module(package)
    except ImportError:
        raise NaishiError(
            _("The server needs more packages; this installs them: {line}").format(line=_INSTALL)
        ) from None


def _folder() -> Path:
    from platformdirs import user_data_path

    return user_data_path("naishi", appauthor=False) / "server"


@contextmanager
def _database(data: Path | None) -> Iterator[Database]:
    """Open the database of a server that was run before.

    Raises:
        NaishiError: There is none.
    """
    from naishi.server.database import DATABASE, Database

    folder = data if data is not None else _folder()
    if not (folder / DATABASE).exists():
        raise NaishiError(_("There is no database in {folder}.").format(folder=folder))
    database = Database(folder / DATABASE)
    try:
        yield database
    finally:
        database.close()


def _check(data: Path | None) -> None:
    from naishi.server.matches import Matches

    with _database(data) as database:
        count, damaged = Matches(database).check()
    for match in damaged:
        click.echo(_("{id}: damaged").format(id=match))
    click.echo(ngettext("{count} game checked.", "{count} games checked.", count))
    if damaged:
        raise click.exceptions.Exit(1)
