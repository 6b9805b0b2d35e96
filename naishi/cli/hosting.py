"""Commands `naishi host` and `naishi join`, for users of one machine."""

from __future__ import annotations

import os
import shlex
from collections.abc import Sequence
from pathlib import Path

import click

from naishi.cli.extras import require
from naishi.cli.flags import given_settings, plain_option
from naishi.cli.help import Path as PathType
from naishi.cli.help import argument, command, option
from naishi.cli.playing import check_terminal, json_option, wants_json, wants_lines
from naishi.common.errors import NaishiError
from naishi.common.i18n import N_, _


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
@option("--data", type=PathType(file_okay=False, path_type=Path), help=N_("The folder for players and games."))
@json_option
@plain_option
def host(invited: Sequence[str], data: Path | None) -> None:
    """Let users of this machine play."""
    _require()
    from naishi.transports.local.local_socket import user_id
    from naishi_tui.visit.hosting import host

    users = [user_id(name) for name in invited]
    mode, screen = _mode()
    raise click.exceptions.Exit(host(data if data is not None else _folder(), users, shlex.join(mode), screen=screen))


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
    """Join a user who hosts."""
    _require()
    import asyncio

    from naishi.transports.local.local_socket import connect, user_id
    from naishi.transports.local.local_terminal import visit

    connected = connect(os.getuid() if user is None else user_id(user))
    mode, screen = _mode()
    raise click.exceptions.Exit(asyncio.run(visit(connected, shlex.join([*mode, *words]), screen=screen)))


def _require() -> None:
    """Make sure that this can be played here.

    Raises:
        NaishiError: It can't; the text says why.
    """
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


def _folder() -> Path:
    from naishi.common.paths import data_folder

    return data_folder() / "host"
