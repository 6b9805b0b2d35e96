"""Line mode on standard input and output."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from naishi.common.errors import NaishiError
from naishi.common.i18n import _
from naishi.game.game import Game
from naishi.game.record import Player
from naishi.plain import signals
from naishi.plain.console import Console, JsonConsole
from naishi.plain.home import PlainHome
from naishi.saves import Saves
from naishi.settings.check import load

INTERRUPTED = 130
"""The exit status of a program that ctrl-C has ended, as a shell gives it."""


def run(
    folder: Path,
    flags: Mapping[str, Any],
    *,
    resume: str | None = None,
    players: tuple[str | Player, str | Player] | None = None,
    seed: str | None = None,
    json_lines: bool = False,
    learn: bool = False,
) -> int:
    """Run line mode until it is left or the input ends.

    Args:
        folder: Where the games are saved.
        flags: What the command line says of settings, checked.
        resume: The id of a game to continue at once.
        players: The players of a new game to begin at once.
        seed: Draws its deal.
        json_lines: Write an object a line for programs, instead of sentences.
        learn: Begin with the lessons.

    Returns:
        The exit code of the process; 1 where a game couldn't be saved in its folder.

    Raises:
        NaishiError: The game can't be opened, or a script asked for something impossible; the text names the line.
    """
    _check_streams()
    layers = load(flags)
    console = (JsonConsole if json_lines else Console)(ascii_only=layers.effective.ascii)
    home = PlainHome(Saves(folder), console, layers)
    console.write(*layers.faults)
    try:
        with signals.raised():
            asyncio.run(_begin(home, resume, players, seed, learn=learn))
    except (KeyboardInterrupt, SystemExit) as ended:
        with suppress(OSError):  # the terminal may be gone
            console.write("")
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


async def _begin(
    home: PlainHome,
    resume: str | None,
    players: tuple[str | Player, str | Player] | None,
    seed: str | None,
    *,
    learn: bool,
) -> None:
    """Begin where the command line asks to."""
    if resume is not None:
        await home.play(home.saves.open(resume))
    elif players is not None:
        await home.play(home.saves.create(Game.new(seed, players)))
    elif learn:
        await home.learn()
    else:
        await home.run()
