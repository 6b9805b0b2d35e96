"""Inspection, copying and moving of a server's stored data."""

import json
import os
import stat
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from naishi.cli.group import require, show_lines
from naishi.common.i18n import NaishiError, _, language, ngettext

if TYPE_CHECKING:
    from naishi.server.database.database import Database


def server_folder(data: Path | None, usual: str = "server") -> Path:
    """Return the folder of a server; where none is given, the usual one in the user's data folder."""
    if data is not None:
        return data
    from naishi.common.paths import data_folder

    return data_folder() / usual


def _database_file(folder: Path) -> Path:
    """Return where the database of a server is. Raises NaishiError: there is none."""
    from naishi.server.database.database import DATABASE

    if not (file := folder / DATABASE).exists():
        raise NaishiError(_("There is no database in {folder}.").format(folder=folder))
    return file


@contextmanager
def _database(folder: Path, url: str = "") -> "Iterator[Database]":
    """Open the database of a server, which may be running, to read it.

    Raises NaishiError: there is none, or the server that is running on it is of an earlier version.
    """
    from naishi.server.database.database import Database, FolderInUseError, alone_in, check_file
    from naishi.server.database.schema import VERSION

    if url:
        from naishi.server.database.postgres import PostgresDatabase

        with closing(PostgresDatabase(url)) as found:
            yield found
        return
    file = _database_file(folder)
    if check_file(file) != VERSION:
        with suppress(FolderInUseError), alone_in(folder):
            Database(file).close()
    with closing(Database(file, may_migrate=False)) as database:
        yield database


def check(folder: Path, url: str) -> None:
    from naishi.server.match.store import check

    with _database(folder, url) as database:
        count, damaged = check(database)
    for match in damaged:
        click.echo(_("{id}: damaged").format(id=match))
    click.echo(ngettext("{count} game checked.", "{count} games checked.", count))
    if damaged:
        raise click.exceptions.Exit(1)


def list_reports(folder: Path, url: str) -> None:
    """List all reports, a line each, the oldest first."""
    from naishi.server.moderation.talk import every_report, report_line

    with _database(folder, url) as database, database.reading() as connection:
        lines = [report_line(each) for each in every_report(connection)]
    show_lines(lines)
    if not lines:
        click.echo(_("Nobody has reported anything."), err=True)


def say_status(folder: Path, *, as_json: bool) -> None:
    """Say how each process that serves a folder is doing; all of them together, for programs."""
    from naishi.server.lobby.status import ask, status_document, status_lines

    statuses = ask(folder)
    if as_json:
        click.echo(json.dumps(status_document(statuses)))
        return
    for status in statuses:
        show_lines(status_lines(status))


def operate(folder: Path, url: str, words: Sequence[str], why: str, *, as_json: bool) -> None:
    """Give an order to the server of a folder; where none runs, do what is asked for at its database.

    Raises click.UsageError: it is no order; NaishiError: it is refused, or the server can't be asked.
    """
    from naishi.server.operating.local_socket import Asked, ask
    from naishi.server.operating.orders import OrderError, parse, verb_lines

    if not words:
        show_lines(verb_lines())
        return
    try:
        parse(words)
    except OrderError as error:
        raise click.UsageError(str(error)) from None
    if words[0] == "delete" and sys.stdin is not None and sys.stdin.isatty():
        question = _("Delete the account of {name} for good?").format(name=words[1])
        if not click.confirm(question, err=True):
            raise click.exceptions.Exit(1)
    order = Asked(words, " ".join(why.split()), language(), os.environ.get("SUDO_USER", ""))
    if not (replies := ask(folder, order)):
        from naishi.server.operating.local_socket import obey_at_the_database

        replies = [obey_at_the_database(folder, url, order)]
    for reply in replies:
        if "error" in reply:
            raise NaishiError(reply["error"])
    _show([each["document"] for each in replies], [line for each in replies for line in each["lines"]], as_json=as_json)


def _show(documents: Sequence[Any], lines: Sequence[str], *, as_json: bool) -> None:
    """Show what an order came to, of one process or several."""
    if as_json:
        rows = [row for document in documents if isinstance(document, list) for row in document]
        click.echo(json.dumps(documents[0] if isinstance(documents[0], dict) else rows, ensure_ascii=False))
        return
    show_lines(lines)
    if not lines:
        click.echo(_("There is nothing to list."), err=True)


def back_up(folder: Path, file: Path) -> None:
    """Copy the database, as it is at one moment, to a file that isn't there yet."""
    from naishi.server.database.database import back_up

    back_up(_database_file(folder), file)


def export_server(data: Path | None) -> None:
    require("sqlalchemy")
    from naishi.server.maintenance.transfer import export

    damaged: list[str] = []
    with _database(server_folder(data)) as database:
        _keep_private()
        for line in export(database, damaged):
            click.echo(line.encode(), nl=False)
    for match in damaged:
        click.echo(_("{id}: damaged").format(id=match), err=True)
    if damaged:
        raise click.exceptions.Exit(1)


def _keep_private() -> None:
    """Let nobody else read a file that an export is written to: both Hands of every game are in it."""
    with suppress(OSError):  # a file of someone else's
        output = sys.stdout.fileno()
        if stat.S_ISREG(os.fstat(output).st_mode):
            os.fchmod(output, 0o600)


def import_server(file: Path, data: Path | None) -> None:
    """Add the players and games of an export to a server that isn't running."""
    require("sqlalchemy")
    from naishi.server.database.database import DATABASE, Database, alone_in
    from naishi.server.maintenance.export_format import LONGEST_LINE, read
    from naishi.server.maintenance.transfer import import_

    folder = server_folder(data)
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
