"""The command `naishi serve`: a place where people play each other over SSH."""

from __future__ import annotations

from pathlib import Path

import click

from naishi.cli.late import command, option
from naishi.errors import NaishiError
from naishi.i18n import N_, _, ngettext

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
    """),
)
@option("--data", type=click.Path(file_okay=False, path_type=Path), help=N_("The folder of the server."))
@option("--host", default="", help=N_("The address to listen on; all by default."))
@option("--port", type=click.IntRange(0, 65535), default=2222, show_default=True, help=N_("The port; 0 for any."))
@option("--check", is_flag=True, help=N_("Check every game in the database, and exit."))
def serve(data: Path | None, host: str, port: int, check: bool) -> None:
    """Serve, or check what is stored."""
    folder = data if data is not None else _folder()
    try:
        import sqlalchemy  # noqa: F401

        if not check:
            import asyncssh  # noqa: F401
    except ImportError:
        raise NaishiError(
            _("The server needs more packages; this installs them: {line}").format(line=_INSTALL)
        ) from None
    if check:
        _check(folder)
        return
    from naishi_tui.ssh.serving import run

    raise click.exceptions.Exit(run(folder, host, port))


def _folder() -> Path:
    from platformdirs import user_data_path

    return user_data_path("naishi", appauthor=False) / "server"


def _check(folder: Path) -> None:
    from naishi.server.database import DATABASE, Database
    from naishi.server.matches import Matches

    path = folder / DATABASE
    if not path.exists():
        raise NaishiError(_("There is no database in {folder}.").format(folder=folder))
    database = Database(path)
    try:
        count, damaged = Matches(database).check()
    finally:
        database.close()
    for match in damaged:
        click.echo(_("{id}: damaged").format(id=match))
    click.echo(ngettext("{count} game checked.", "{count} games checked.", count))
    if damaged:
        raise click.exceptions.Exit(1)
