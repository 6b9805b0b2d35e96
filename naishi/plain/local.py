"""Line mode on standard input and output."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from naishi.common.errors import NaishiError
from naishi.common.i18n import _
from naishi.plain import standard_lines
from naishi.plain.console import Console
from naishi.plain.home import PlainHome
from naishi.plain.new_table import NAISHI
from naishi.plain.own import own
from naishi.plain.standard_lines import StandardLines
from naishi.saves import Saves
from naishi.settings.check import load
from naishi.tabletop.game import Game

INTERRUPTED = 130
"""The exit status of a program that ctrl-C has ended, as a shell gives it."""


class Start(NamedTuple):
    """Where line mode begins; by default at home."""

    resume: str | None = None
    """The id of a game to continue."""
    game: Game | None = None
    """A new game."""
    new: tuple[str, ...] | None = None
    """The options of a new game whose players are still to be asked for."""
    replay: str | None = None
    """The id or the file of a game to look at."""
    position: str | None = None
    """A position to set up; empty for a new deal."""
    learn: str = ""
    """The game with whose lessons, or whose sample; empty for none."""


def run(folder: Path, flags: Mapping[str, Any], start: Start, *, json_lines: bool = False) -> int:
    """Run line mode until it is left or the input ends.

    Args:
        folder: Where the games are saved.
        flags: What the command line says of settings, checked.
        start: Where to begin.
        json_lines: Write an object a line for programs, instead of sentences.

    Returns:
        The exit code of the process; 1 where a game couldn't be saved in its folder.

    Raises:
        NaishiError: The game can't be opened, or a script asked for something impossible; the text names the line.
    """
    _check_streams()
    layers = load(flags)
    console = _console(json_lines=json_lines, ascii_only=layers.effective.ascii)
    home = PlainHome(Saves(folder), console, layers)
    console.write(*layers.faults)
    try:
        with standard_lines.raised():
            asyncio.run(_begin(home, start))
    except (KeyboardInterrupt, SystemExit) as ended:
        with suppress(OSError):  # the terminal may be gone
            console.end_line()
        return ended.code if isinstance(ended, SystemExit) and isinstance(ended.code, int) else INTERRUPTED
    except NaishiError as error:
        if console.line_number:
            raise NaishiError(_("line {number}: {what}").format(number=console.line_number, what=error)) from None
        raise
    return int(home.unsaved)


def _check_streams() -> None:
    if sys.stdin is None:
        raise NaishiError(_("Standard input is closed."))
    if sys.stdout is None:
        raise NaishiError(_("Standard output is closed."))


def _console(*, json_lines: bool, ascii_only: bool) -> Console:
    lines = StandardLines()
    if not json_lines:
        return Console(lines, ascii_only=ascii_only)
    from naishi.plain.json_console import JsonConsole  # noqa: PLC0415 - its models take a while to build

    return JsonConsole(lines, ascii_only=ascii_only or not lines.has_all_letters)


async def _begin(home: PlainHome, start: Start) -> None:
    if start.resume is not None:
        await home.play(home.saves.open(start.resume))
    elif start.game is not None:
        await home.play(home.saves.create(start.game))
    elif start.new is not None:
        await home.play(home.saves.create(await own(NAISHI, "new")(home.console, start.new)))
    elif start.replay is not None:
        await home.replay(start.replay)
    elif start.position is not None:
        await home.obey(home.commands()["edit"], [start.position])
    elif start.learn == NAISHI:
        await home.obey(home.commands()["learn"], [])
    elif start.learn:
        await home.sample(start.learn)
    else:
        await home.run()
