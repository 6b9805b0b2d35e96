"""How a command opens the game: in line mode, or in the app where there is a terminal for it."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, Literal, TextIO

import click

from naishi.cli.exit_status import WRONG_USAGE
from naishi.cli.flags import given_settings
from naishi.cli.lazy_help import option
from naishi.common.i18n import N_, _

if TYPE_CHECKING:
    from naishi.tabletop.game import Game as AnyGame

_JSON = "naishi.json"


def _remember_json(context: click.Context, _option: click.Parameter, json_lines: bool) -> None:
    if json_lines:
        context.meta[_JSON] = True


json_option = option(
    "--json",
    "json_lines",
    is_flag=True,
    callback=_remember_json,
    expose_value=False,
    help=N_("Line mode for programs: one JSON object per line."),
)


def play(
    folder: Path,
    *,
    resume: str | None = None,
    replay: str | None = None,
    game: AnyGame | None = None,
    form: Literal["", "base", "expansion"] = "",
    learn: bool = False,
    stranger: Mapping[str, Any] | None = None,
) -> None:
    """Play in line mode, or in the app if there is a terminal for it, and exit with its status.

    Args:
        folder: Where the games are saved.
        resume: The id of a game to go on with.
        replay: The id or the file of a game to replay.
        game: A new game.
        form: Which kind of new game to ask for the players of; empty for none.
        learn: Whether to show the lessons.
        stranger: How somebody plays a bot whose name isn't known: instead of `game`, where a screen can ask for it.
    """
    flags, json_lines = given_settings(), wants_json()
    if plays_lines():
        from naishi.plain.local import Start
        from naishi.plain.local import run as run_lines

        asked = {"": None, "base": (), "expansion": ("expansion",)}[form]
        start = Start(resume, game, asked, replay, learn=learn)
        raise click.exceptions.Exit(run_lines(folder, flags, start, json_lines=json_lines))
    check_terminal()
    from naishi_tui.local import run
    from naishi_tui.messages import PlayBot, Routed, ShowLessons, ShowNewGame

    show: Routed | None = ShowLessons() if learn else ShowNewGame(expansion=form == "expansion") if form else None
    if stranger is not None:
        show, game = PlayBot(**stranger), None
    raise click.exceptions.Exit(run(folder, flags, resume=resume, replay=replay, game=game, show=show))


def plays_lines() -> bool:
    """Return whether games are played in line mode here, which can play any game."""
    return wants_json() or wants_lines(given_settings())


def wants_json() -> bool:
    """Whether a program plays, with an object a line."""
    return bool(click.get_current_context().meta.get(_JSON, False))


def check_terminal() -> None:
    """Exit with a line about it where there is no terminal for the app."""
    if not in_a_terminal():
        click.echo(
            _(
                "naishi: The game needs a terminal; over SSH, use `ssh -t`. "
                "`naishi --plain`, `saves`, `show`, `score` and `rules` work without one."
            ),
            err=True,
        )
        raise click.exceptions.Exit(WRONG_USAGE)


def wants_lines(flags: Mapping[str, Any]) -> bool:
    """Whether to play in line mode: as set, else where a screen can't be drawn or can't be read."""
    if (said := _said_plain(flags)) is not None:
        return said
    interactive = is_terminal(sys.stdin)
    return interactive and (os.environ.get("TERM") == "dumb" or not is_terminal(sys.stdout))


def prints_lines() -> bool:
    """Whether what a command prints is to be heard, rather than looked at."""
    return _said_plain(given_settings()) or False


def texts() -> ModuleType:
    """Return the module whose functions print: for people who look, or for those who listen."""
    return import_module("naishi.plain.printed_spoken" if prints_lines() else "naishi.plain.printed")


def _said_plain(flags: Mapping[str, Any]) -> bool | None:
    """What the settings say about line mode, or the environment; None where nothing is said."""
    from naishi.settings.layers import read_plain

    layers, _unchecked = read_plain(flags)
    said = {**layers.file, **layers.environment, **layers.flags}
    if "plain" in said:
        return bool(said["plain"])
    return True if os.environ.get("ACCESSIBLE", "0") not in {"", "0"} else None


def in_a_terminal() -> bool:
    """Return whether a screen can be drawn and keys can be read."""
    return is_terminal(sys.stdin) and is_terminal(sys.stdout)


def is_terminal(stream: TextIO | None) -> bool:
    """Return whether a stream is a terminal."""
    try:
        return stream is not None and stream.isatty()
    except ValueError:  # it is closed
        return False
