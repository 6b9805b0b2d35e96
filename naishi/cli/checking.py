"""Checking saved games, and mending them. (`naishi check`)"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import click

from naishi.errors import NaishiError, SaveError
from naishi.i18n import _, ngettext
from naishi.saves import Saves, read_file
from naishi.saves.listing import checked, safe_name, stem
from naishi.saves.salvage import salvage


def check_files(saves: Saves, paths: Iterable[Path], *, repair: bool) -> bool:
    """Check files and print a line for each; return whether all were whole.

    Args:
        saves: Where the mended games go.
        paths: The files.
        repair: Whether to mend.
    """
    whole = True
    for path in paths:
        name = safe_name(path)
        try:
            saved = checked(path, stem(path)) if path.parent == saves.folder else read_file(path)
        except FileNotFoundError:
            continue  # deleted since it was listed
        except SaveError as error:
            whole = False
            click.echo(f"{name}: {error}")
            if repair:
                click.echo(f"{name}: {_repaired(saves, path)}")
        else:
            actions = len(saved.document.actions)
            click.echo(f"{name}: {ngettext('whole, {count} action', 'whole, {count} actions', actions)}")
    return whole


def _repaired(saves: Saves, path: Path) -> str:
    try:
        rescued = salvage(path)
    except (NaishiError, FileNotFoundError) as error:
        return _("not repaired. {why}").format(why=error)
    with saves.create(rescued.game) as opened:
        if opened.unsaved is not None:
            raise opened.unsaved
    kept = ngettext("{count} action kept", "{count} actions kept", rescued.kept)
    lost = ngettext("{count} lost", "{count} lost", rescued.lost)
    return _("repaired as {id}: {kept}, {lost}.").format(id=opened.id, kept=kept, lost=lost)
