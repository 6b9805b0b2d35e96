"""What is left behind when all else fails: a report of an internal error, and a game saved outside its folder."""

from __future__ import annotations

import platform
import shlex
import sys
import traceback
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from platformdirs import user_state_path
from textual import __version__ as textual_version

from naishi.i18n import _
from naishi.saves import OpenGame, disk
from naishi.saves.document import SUFFIX, write
from naishi.version import __version__


def report(error: BaseException) -> str:
    """Write a report of an internal error: no variables and no messages, since they may contain cards.

    Returns:
        A line for the person at the terminal.
    """
    kind = type(error).__name__
    now = datetime.now(UTC)
    path = _state_folder() / f"mistake-{now:%Y%m%d-%H%M%S}.txt"
    versions = f"naishi {__version__}, textual {textual_version}, Python {platform.python_version()}, {sys.platform}"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        disk.write_atomically(path, "\n".join([versions, f"{now:%Y-%m-%d %H:%M:%S} UTC", *_trace(error), ""]).encode())
    except OSError:
        return _("Internal error ({kind}); the game can be resumed.").format(kind=kind)
    return _("Internal error ({kind}); the game can be resumed. The report, without any cards, is in {path}").format(
        kind=kind, path=path
    )


def rescue(opened: OpenGame) -> str:
    """Save a closed game somewhere else if it couldn't be saved in its folder.

    Returns:
        What the player should know about the save; empty where all is well.
    """
    if opened.unsaved is None:
        return opened.notice
    now = datetime.now(UTC)
    try:
        path = disk.write_aside(
            _state_folder() / f"{opened.id}{SUFFIX}", write(opened.game.record, opened.id, now, now)
        )
    except OSError as error:
        return _("The game couldn't be saved anywhere: {why}.").format(why=disk.reason(error))
    return _("Couldn't write to the saves folder; `naishi import {path}` brings the game back.").format(
        path=shlex.quote(str(path))
    )


def _state_folder() -> Path:
    """Return the folder for what a program leaves that is neither a document nor a setting."""
    return user_state_path("naishi", appauthor=False)


def _trace(error: BaseException | None) -> Iterator[str]:
    """Yield where an error was raised, and the errors it came from."""
    seen: set[int] = set()
    while error is not None and id(error) not in seen:
        seen.add(id(error))
        yield ""
        yield f"{type(error).__module__}.{type(error).__qualname__}"
        for frame, line in traceback.walk_tb(error.__traceback__):
            yield f"  {frame.f_code.co_filename}:{line} in {frame.f_code.co_qualname}"
        error = error.__cause__ or error.__context__
