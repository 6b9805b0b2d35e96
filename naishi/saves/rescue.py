"""A game that couldn't be saved in its folder, saved somewhere else."""

from __future__ import annotations

import shlex
from datetime import UTC, datetime

from naishi.common.i18n import _
from naishi.common.paths import state_folder
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
        path = disk.write_aside(state_folder() / f"{opened.id}{SUFFIX}", write(opened.game.record, opened.id, now, now))
    except OSError as error:
        return _("The game couldn't be saved anywhere: {why}.").format(why=disk.reason(error))
    return _("Couldn't write to the saves folder; `naishi import {path}` brings the game back.").format(
        path=shlex.quote(str(path))
    )
