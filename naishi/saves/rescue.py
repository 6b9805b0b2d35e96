"""A game that couldn't be saved in its folder, saved somewhere else."""

from __future__ import annotations

import os
import shlex
from datetime import UTC, datetime
from pathlib import Path

from naishi.common.i18n import _
from naishi.common.paths import programs_folder, state_folder
from naishi.saves import disk
from naishi.saves.document import SUFFIX, write
from naishi.saves.open_save import OpenGame


def rescue(opened: OpenGame) -> str:
    """Save a closed game somewhere else if it couldn't be saved in its folder.

    Returns:
        What the player should know about the save; empty where all is well.
    """
    if opened.unsaved is None:
        return opened.notice
    now = datetime.now(UTC)
    try:
        content = write(opened.game.document(), opened.id, now, now)
        path = disk.write_aside(state_folder() / f"{opened.id}{SUFFIX}", content)
    except OSError as error:
        return _("The game couldn't be saved anywhere: {why}.").format(why=disk.reason(error))
    words = _("Couldn't write to the saves folder, where this game may be older. To bring it back as you left it:")
    return f"{words}\n{_import(path, opened.path.parent)}"


def _import(path: Path, folder: Path) -> str:
    """Return the command that brings a file into a folder of saves, as short as can be: it should fit into a line."""
    command = f"naishi import {_quoted(path)}"
    return command if folder == programs_folder() else f"{command} --saves {_quoted(folder.absolute())}"


def _quoted(path: Path) -> str:
    """Return a path as a shell understands it."""
    home = Path(os.path.expanduser("~"))  # a user who has none keeps the sign
    return f"~/{shlex.quote(str(path.relative_to(home)))}" if home in path.parents else shlex.quote(str(path))
