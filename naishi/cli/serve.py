"""The command `naishi serve`: a place where people play each other over SSH."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from importlib.util import find_spec
from ipaddress import ip_address
from pathlib import Path
from typing import TYPE_CHECKING

import click

from naishi.cli.lazy_help import IntRange, command, option
from naishi.cli.lazy_help import Path as PathType
from naishi.common.errors import NaishiError
from naishi.common.i18n import N_, _, ngettext

if TYPE_CHECKING:
    from naishi.server.storage.database import Database

_INSTALL = "pip install 'naishi[server]'"
_INSTALL_WEB = "pip install 'naishi[server,web]'"
_INSTALL_POSTGRES = "pip install 'naishi[server,postgres]'"
_POSTGRES = re.compile(r"postgres(ql)?://")
_URL = re.compile(r"https?://[A-Za-z0-9.:\[\]-]{1,253}/?")
_HOST = re.compile(r"[A-Za-z0-9:._-]{1,253}")


@command(
    short_help=N_("Let people play each other over SSH."),
    help=N_("""
    Let people play each other over SSH, until it is stopped.

    Players need nothing but an SSH client. Everything is kept in one folder: the host key and a database.

    Examples:
      naishi serve
      naishi serve --port 22 --host 192.0.2.7
      naishi serve --public-host naishi.example.org
      naishi serve --web 8080            browsers too
      naishi serve --processes 4         on four cores
      naishi serve --database postgresql://naishi@db.example.org/naishi
      naishi serve --check               replay every game in the database
      naishi serve --reports             what players have reported of others
      naishi serve --status              how the server that is running is doing
      naishi serve --backup FILE         copy the database, also while it runs
      naishi export --server > backup    all players and games
    """),
)
@option("--data", type=PathType(file_okay=False, path_type=Path), help=N_("The folder of the server."))
@option("--host", default="", help=N_("The address to listen on; all by default."))
@option("--port", type=IntRange(0, 65535), default=2222, show_default=True, help=N_("The port; 0 for any."))
@option(
    "--public-host",
    default="",
    metavar="NAME",
    callback=lambda _context, _option, name: _checked_host(name),
    help=N_("The name in the lines that players pass on to friends; by default, the address that they have reached."),
)
@option("--public-port", type=IntRange(1, 65535), help=N_("The port in those lines, if it isn't --port."))
@option(
    "--analyses",
    type=IntRange(0, 64),
    help=N_("How many finished games may be analysed at once; 0 for none. By default, a quarter of the cores."),
)
@option(
    "--web",
    "web_port",
    type=IntRange(0, 65535),
    metavar="PORT",
    help=N_("Let browsers in too, at this port; 0 for any."),
)
@option(
    "--web-url",
    default="",
    metavar="URL",
    callback=lambda _context, _option, url: _checked_url(url),
    help=N_("Where browsers reach the pages, if a proxy is in between: https://naishi.example.org."),
)
@option(
    "--proxy",
    "proxies",
    multiple=True,
    metavar="ADDRESS",
    callback=lambda _context, _option, addresses: tuple(map(_checked_address, addresses)),
    help=N_("The address of a proxy that is trusted to say where a browser comes from; may be given several times."),
)
@option(
    "--processes",
    type=IntRange(1, 64),
    metavar="COUNT",
    help=N_("Serve with this many processes; several servers can then share a folder. By default, one process."),
)
@option(
    "--database",
    "database_url",
    default="",
    metavar="URL",
    callback=lambda _context, _option, url: _checked_database(url),
    help=N_("A PostgreSQL database instead of a file: postgresql://user@host/name."),
)
@option("--check", "look", flag_value="check", help=N_("Check every game in the database, and exit."))
@option("--reports", "look", flag_value="reports", help=N_("List what players have reported of each other, and exit."))
@option("--status", "look", flag_value="status", help=N_("Say how the running server is doing, and exit."))
@option(
    "--backup",
    type=PathType(dir_okay=False, path_type=Path),
    metavar="FILE",
    help=N_("Write a copy of the database to a new file, also while the server runs, and exit."),
)
def serve(  # noqa: PLR0913, PLR0917 - an option each
    data: Path | None,
    host: str,
    port: int,
    public_host: str,
    public_port: int | None,
    analyses: int | None,
    web_port: int | None,
    web_url: str,
    proxies: tuple[str, ...],
    processes: int | None,
    database_url: str,
    look: str | None,
    backup: Path | None,
) -> None:
    """Serve, or look at what is stored."""
    require("sqlalchemy")
    if database_url:
        require("psycopg", _INSTALL_POSTGRES)
    if backup is not None:
        if look is not None:
            raise click.UsageError(_("--backup does nothing but that; leave the other option out."))
        if database_url:
            raise click.UsageError(_("--backup copies the file of a server; pg_dump backs up a PostgreSQL database."))
        _back_up(data, backup)
        return
    if look == "status":
        _say_status(data)
        return
    if look:
        (_check if look == "check" else _list_reports)(data, database_url)
        return
    for package in ("asyncssh", "networkx"):
        require(package)
    if web_port is not None:
        require("websockets", _INSTALL_WEB)
    elif web_url or proxies:
        raise click.UsageError(_("--web-url and --proxy need --web."))
    from naishi_tui.public_address import PublicAddress
    from naishi_tui.serving import Web, run

    folder = data if data is not None else _folder()
    web = None if web_port is None else Web(web_port, web_url, proxies)
    public = PublicAddress(public_host, public_port or 0)
    processes = processes or (1 if database_url else None)
    status = run(
        folder, host, port, public=public, analyses=analyses, web=web, processes=processes, database_url=database_url
    )
    raise click.exceptions.Exit(status)


def export_server(data: Path | None) -> None:
    """Write all players and games of a server to standard output."""
    require("sqlalchemy")
    from naishi.server.storage.transfer import export

    damaged: list[str] = []
    with _database(data) as database:
        for line in export(database, damaged):
            click.echo(line.encode(), nl=False)
    for match in damaged:
        click.echo(_("{id}: damaged").format(id=match), err=True)
    if damaged:
        raise click.exceptions.Exit(1)


def import_server(file: Path, data: Path | None) -> None:
    """Add the players and games of an export to a server that isn't running."""
    require("sqlalchemy")
    from naishi.server.storage.database import DATABASE, Database
    from naishi.server.storage.export_format import LONGEST_LINE, read
    from naishi.server.storage.folder_lock import alone_in
    from naishi.server.storage.transfer import import_

    folder = data if data is not None else _folder()
    if str(file) == "-" and sys.stdin is None:
        raise NaishiError(_("Standard input is closed."))
    with click.open_file(str(file), "rb") as lines:
        content = read(iter(lambda: lines.readline(LONGEST_LINE + 1), b""))
        with alone_in(folder), closing(Database(folder / DATABASE)) as database:
            added = import_(database, content)
    click.echo(ngettext("{count} game added.", "{count} games added.", added.matches))
    if added.known:
        click.echo(
            ngettext(
                "{count} game was already here; nothing in it was changed.",
                "{count} games were already here; nothing in them was changed.",
                added.known,
            )
        )


def _checked_host(name: str) -> str:
    """Return the name of a host, if it can stand in a line that somebody pastes into a shell.

    Raises:
        click.BadParameter: It can't.
    """
    if name and not _HOST.fullmatch(name):
        raise click.BadParameter(_("give a name or an address, such as naishi.example.org"))
    return name


def _checked_url(url: str) -> str:
    """Return where browsers come, with a slash at its end.

    Raises:
        click.BadParameter: No page can be there.
    """
    if url and not _URL.fullmatch(url):
        raise click.BadParameter(_("give an address without a path, such as https://naishi.example.org"))
    return f"{url.rstrip('/')}/" if url else ""


def _checked_database(url: str) -> str:
    """Return the address of a database.

    Raises:
        click.BadParameter: It is none that the server can use.
    """
    if url and not _POSTGRES.match(url):
        raise click.BadParameter(_("give an address such as postgresql://user@host/name"))
    return url


def _checked_address(address: str) -> str:
    """Return the address of a proxy.

    Raises:
        click.BadParameter: It is none.
    """
    try:
        return str(ip_address(address))
    except ValueError:
        raise click.BadParameter(_("give an address in numbers, such as 127.0.0.1")) from None


def require(package: str, install: str = _INSTALL) -> None:
    """Make sure that a package is installed that only those need who play each other from several terminals.

    Raises:
        NaishiError: They aren't; the text says what installs them.
    """
    try:
        found = find_spec(package)  # nothing is imported: networkx takes 0.3 s, and few servers ever need it
    except ValueError:
        found = None
    if found is None:
        raise NaishiError(
            _("{command} needs more packages; this installs them: {line}").format(
                command=click.get_current_context().command_path, line=install
            )
        )


def _folder() -> Path:
    from platformdirs import user_data_path

    return user_data_path("naishi", appauthor=False) / "server"


@contextmanager
def _database(data: Path | None, url: str = "") -> Iterator[Database]:
    """Open the database of a server, which may be running, to read it.

    Raises:
        NaishiError: There is none, or the server that is running on it is of an earlier version.
    """
    from naishi.server.storage.database import DATABASE, Database
    from naishi.server.storage.folder_lock import FolderInUseError, alone_in
    from naishi.server.storage.opening import check_file
    from naishi.server.storage.schema import VERSION

    if url:
        from naishi.server.storage.postgres import PostgresDatabase

        with closing(PostgresDatabase(url)) as found:
            yield found
        return
    folder = data if data is not None else _folder()
    file = folder / DATABASE
    if not file.exists():
        raise NaishiError(_("There is no database in {folder}.").format(folder=folder))
    if check_file(file) != VERSION:
        with suppress(FolderInUseError), alone_in(folder):
            Database(file).close()
    with closing(Database(file, may_migrate=False)) as database:
        yield database


def _check(data: Path | None, url: str) -> None:
    from naishi.server.storage.checking import check

    with _database(data, url) as database:
        count, damaged = check(database)
    for match in damaged:
        click.echo(_("{id}: damaged").format(id=match))
    click.echo(ngettext("{count} game checked.", "{count} games checked.", count))
    if damaged:
        raise click.exceptions.Exit(1)


def _list_reports(data: Path | None, url: str) -> None:
    """List all reports, a line each, the oldest first."""
    from naishi.server.play.report_text import report_line
    from naishi.server.storage.reports import every_report

    with _database(data, url) as database, database.reading() as connection:
        lines = [report_line(each) for each in every_report(connection)]
    for line in lines:
        click.echo(line)
    if not lines:
        click.echo(_("Nobody has reported anything."), err=True)


def _say_status(data: Path | None) -> None:
    """Say how each process that serves a folder is doing."""
    from naishi.server.play.status import status_lines
    from naishi.server.play.status_socket import ask

    for status in ask(data if data is not None else _folder()):
        for line in status_lines(status):
            click.echo(line)


def _back_up(data: Path | None, file: Path) -> None:
    """Copy the database, as it is at one moment, to a file that isn't there yet."""
    from naishi.server.storage.backup import back_up
    from naishi.server.storage.database import DATABASE

    folder = data if data is not None else _folder()
    if not (folder / DATABASE).exists():
        raise NaishiError(_("There is no database in {folder}.").format(folder=folder))
    back_up(folder / DATABASE, file)
