"""The commands `naishi serve`, `host` and `join`."""

import os
import re
import shlex
from collections.abc import Callable, Sequence
from functools import partial
from ipaddress import ip_address
from pathlib import Path

import click

from naishi.cli.group import A_FILE, A_FOLDER, IntRange, argument, command, option, require
from naishi.cli.playing import check_terminal, given_settings, json_option, plain_option, wants_json, wants_lines
from naishi.cli.stored_server import back_up, check, list_reports, operate, say_status, server_folder
from naishi.common.i18n import N_, NaishiError, _


@command(
    short_help=N_("Play people who use this machine, each at a terminal of their own."),
    help=N_("""
    Open a lobby for users of this machine, and come to it. They join with `naishi join` and your name; nobody needs a
    server, a port or a key. A second terminal of yours is a second player.

    The lobby is open until you leave. Games and players are kept in your data folder, and the next `naishi host` has
    them again. Whoever hosts owns those files, so they could look up all cards in them, both Hands included.

    Examples:
      naishi host                       for other terminals of your own
      naishi host --invite bruno        the user bruno may come, too
      naishi host -i bruno -i carol
    """),
)
@option("--invite", "-i", "invited", metavar="NAME", multiple=True, help=N_("A user who may come; repeat it for more."))
@option("--data", type=A_FOLDER, help=N_("The folder for players and games."))
@json_option
@plain_option
def host(invited: Sequence[str], data: Path | None) -> None:
    _require()
    from naishi.transports.local.local_terminal import user_id
    from naishi_tui.visit.local_door import host

    users = [user_id(name) for name in invited]
    mode, screen = _mode()
    raise click.exceptions.Exit(host(server_folder(data, "host"), users, shlex.join(mode), screen=screen))


@command(
    short_help=N_("Join someone on this machine who hosts."),
    help=N_("""
    Join a user of this machine who hosts, if they have invited you; without a name, your own lobby, as a second player.

    What follows the name is what an SSH client could ask a server for, such as a table by its word.

    Games and players are in the files of whoever hosts: they could look up all cards in them, both Hands included.

    Examples:
      naishi join aiko
      naishi join                        your own lobby
      naishi join aiko join k4m2-xq7p    a table
      naishi join aiko --plain
    """),
    context_settings={"ignore_unknown_options": True},  # those of what follows the name are for the host's program
)
@argument("user", metavar="[NAME]", required=False)
@argument("words", metavar="[COMMAND]", nargs=-1)
@json_option
@plain_option
def join(user: str | None, words: Sequence[str]) -> None:
    _require()
    import asyncio

    from naishi.transports.local.local_terminal import connect, user_id, visit

    connected = connect(os.getuid() if user is None else user_id(user))
    mode, screen = _mode()
    raise click.exceptions.Exit(asyncio.run(visit(connected, shlex.join([*mode, *words]), screen=screen)))


def _require() -> None:
    """Make sure that this can be played here. Raises NaishiError: it can't; the text says why."""
    import socket

    if not hasattr(socket, "SO_PEERCRED"):
        raise NaishiError(_("This system doesn't say who is at the other end of a socket. Use naishi serve instead."))
    for package in ("asyncssh", "networkx", "sqlalchemy"):
        require(package)


def _mode() -> tuple[list[str], bool]:
    """Return the words that ask for lines or objects, and whether there is a screen instead."""
    if wants_json():
        return ["json"], False
    if wants_lines(given_settings()):
        return ["plain"], False
    check_terminal()
    return [], True


_POSTGRES = N_("give an address such as postgresql://user@host/name")


def _like(pattern: str, problem: str) -> Callable[[click.Context, click.Parameter, str], str]:
    """Return a callback for an option that refuses what isn't written like a pattern, and isn't empty."""

    def check(_context: click.Context, _option: click.Parameter, value: str) -> str:
        if value and not re.fullmatch(pattern, value, re.DOTALL):
            raise click.BadParameter(_(problem))
        return value

    return check


def _proxies(_context: click.Context, _option: click.Parameter, addresses: Sequence[str]) -> tuple[str, ...]:
    try:
        return tuple(str(ip_address(each)) for each in addresses)
    except ValueError:
        raise click.BadParameter(_("give an address in numbers, such as 127.0.0.1")) from None


def _verbs(context: click.Context, _words: click.Parameter, beginning: str) -> list[str]:
    """Complete the verb of an operator's order."""
    if context.params.get("look") != "admin" or context.params.get("words"):
        return []
    from naishi.server.operating.orders import VERBS

    return [verb for verb in VERBS if verb.startswith(beginning)]


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
      naishi serve --database postgresql://naishi@db.example.org/naishi --processes 4
      naishi serve --check               replay every game in the database
      naishi serve --reports             what players have reported of others
      naishi serve --status              how the server that is running is doing
      naishi serve --admin               what its operator can do: ban, mute, rename …
      naishi serve --admin ban Bruno 7d --why stalling
      naishi serve --backup FILE         copy the database, also while it runs
      naishi export --server > backup    all players and games
    """),
)
@click.pass_context
@argument("words", metavar="[COMMAND]", nargs=-1, shell_complete=_verbs)
@option("--data", type=A_FOLDER, help=N_("The folder of the server."))
@option("--host", default="", help=N_("The address to listen on; all by default."))
@option("--port", type=IntRange(0, 65535), default=2222, show_default=True, help=N_("The port; 0 for any."))
@option(
    "--public-host",
    default="",
    metavar="NAME",
    # it stands in a line that someone pastes into a shell
    callback=_like(r"[A-Za-z0-9:._-]{1,253}", N_("give a name or an address, such as naishi.example.org")),
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
    callback=_like(
        r"https?://[A-Za-z0-9.:\[\]-]{1,253}/?",
        N_("give an address without a path, such as https://naishi.example.org"),
    ),
    help=N_("Where browsers reach the pages, if a proxy is in between: https://naishi.example.org."),
)
@option(
    "--proxy",
    "proxies",
    multiple=True,
    metavar="ADDRESS",
    callback=_proxies,
    help=N_("The address of a proxy that is trusted to say where a browser comes from; may be given several times."),
)
@option(
    "--processes",
    type=IntRange(1, 64),
    metavar="COUNT",
    default=1,
    help=N_("Serve with this many processes; more than one need a PostgreSQL database. By default, one process."),
)
@option(
    "--database",
    "database_url",
    default="",
    metavar="URL",
    callback=_like(r"postgres(ql)?://.*", _POSTGRES),
    help=N_("A PostgreSQL database instead of a file: postgresql://user@host/name."),
)
@option("--check", "look", flag_value="check", help=N_("Check every game in the database, and exit."))
@option("--reports", "look", flag_value="reports", help=N_("List what players have reported of each other, and exit."))
@option("--status", "look", flag_value="status", help=N_("Say how the running server is doing, and exit."))
@option(
    "--admin",
    "look",
    flag_value="admin",
    help=N_("Do what an operator can do beside the running server: a verb follows; without one, list them."),
)
@option("--why", default="", metavar="TEXT", help=N_("Why an operator does it, for the audit."))
@option("--json", "as_json", is_flag=True, help=N_("Write what --status and --admin say as JSON."))
@option(
    "--backup",
    type=A_FILE,
    metavar="FILE",
    help=N_("Write a copy of the database to a new file, also while the server runs, and exit."),
)
def serve(  # noqa: PLR0913, PLR0917 - an option each
    context: click.Context,
    words: tuple[str, ...],
    data: Path | None,
    host: str,
    port: int,
    public_host: str,
    public_port: int | None,
    analyses: int | None,
    web_port: int | None,
    web_url: str,
    proxies: tuple[str, ...],
    processes: int,
    database_url: str,
    look: str | None,
    why: str,
    as_json: bool,
    backup: Path | None,
) -> None:
    _refuse_words(context, words, look, database_url)
    if as_json and look not in {"admin", "status"}:
        raise click.UsageError(_("--json goes with --status and --admin."))
    if why and look != "admin":
        raise click.UsageError(_("--why goes with --admin."))
    require("sqlalchemy")
    folder = server_folder(data)
    if database_url:
        require("psycopg", "postgres")
    if look or backup is not None:
        order = partial(operate, folder, database_url, words, why)
        _look(folder, look, backup, database_url, order, as_json=as_json)
        return
    if processes > 1 and not database_url:
        raise click.UsageError(_("--processes needs --database: several processes share a PostgreSQL database."))
    for package in ("asyncssh", "networkx"):
        require(package)
    if web_port is not None:
        require("websockets", "web")
    elif web_url or proxies:
        raise click.UsageError(_("--web-url and --proxy need --web."))
    from naishi.transports.client import PublicAddress
    from naishi_tui.serving import Web, run

    web = None if web_port is None else Web(web_port, web_url and f"{web_url.rstrip('/')}/", proxies)
    public = PublicAddress(public_host, public_port or 0)
    status = run(
        folder, host, port, public=public, analyses=analyses, web=web, processes=processes, database_url=database_url
    )
    raise click.exceptions.Exit(status)


def _refuse_words(context: click.Context, words: Sequence[str], look: str | None, database_url: str) -> None:
    """Refuse what belongs to no option; it isn't quoted where it may be the end of a password with a space in it."""
    if look == "admin" and not (words and database_url and "@" in words[0]):
        return
    if words and database_url:
        raise click.BadParameter(_(_POSTGRES), param_hint="--database")
    if words:
        context.fail(f"Got unexpected extra argument ({' '.join(words)})")


def _look(
    folder: Path, look: str | None, backup: Path | None, database_url: str, order: Callable[..., None], *, as_json: bool
) -> None:
    """Do one of the things that aren't serving."""
    if backup is not None:
        if look is not None:
            raise click.UsageError(_("--backup does nothing but that; leave the other option out."))
        if database_url:
            raise click.UsageError(_("--backup copies the file of a server; pg_dump backs up a PostgreSQL database."))
        back_up(folder, backup)
    elif look == "admin":
        require("networkx")
        order(as_json=as_json)
    elif look == "status":
        say_status(folder, as_json=as_json)
    else:
        (check if look == "check" else list_reports)(folder, database_url)
