"""Checks and repairs of saved games, for `naishi check`."""

from collections.abc import Iterable, Iterator
from pathlib import Path

import click

from naishi.common import files
from naishi.common.i18n import SaveError, _, ngettext
from naishi.saves import Saves, document
from naishi.saves.document import Saved
from naishi.saves.listing import read_save, safe_name, stem
from naishi.saves.salvage import Salvaged, salvage


def check_files(saves: Saves, paths: Iterable[Path], *, repair: bool) -> bool:
    """Check files and print a line for each; return whether all are intact."""
    intact = True
    for path in paths:
        name = safe_name(path)
        try:
            actions = len(_read(saves, path).game.document()["actions"])
        except FileNotFoundError:
            continue  # deleted since it was listed
        except SaveError as error:
            intact = False
            click.echo(_("{name}: {problem}").format(name=name, problem=error))
            if repair:
                click.echo(_("{name}: {problem}").format(name=name, problem=_repair(saves, path)))
        else:
            click.echo(
                ngettext("{name}: intact, {count} action", "{name}: intact, {count} actions", actions, name=name)
            )
    return intact


def _read(saves: Saves, path: Path) -> Saved:
    if path.parent == saves.folder:
        return read_save(path, stem(path))
    return document.read(files.read_file(path, document.SIZE_LIMIT))


def _repair(saves: Saves, path: Path) -> str:
    try:
        salvaged = salvage(path)
    except (SaveError, FileNotFoundError) as error:
        return _("Not repaired. {why}").format(why=error)
    with saves.create(salvaged.game) as opened:
        if opened.unsaved is not None:
            raise opened.unsaved
    return " ".join(_account(opened.id, salvaged))


def _account(save_id: str, salvaged: Salvaged) -> Iterator[str]:
    """Say what was kept and what was lost, a sentence for each."""
    yield _("Repaired as {id}.").format(id=save_id)
    yield ngettext("{count} action kept.", "{count} actions kept.", salvaged.kept)
    if salvaged.lost is None:
        yield _("The rest is lost; the file doesn't say how much there was.")
    else:
        yield ngettext("{count} action lost.", "{count} actions lost.", salvaged.lost)
    if "cursor" in salvaged.defaulted:
        yield _("The file no longer says which actions had been undone, so all of them count as played.")
    if "players" in salvaged.defaulted:
        yield _("The players' names are lost.")
    if "options" in salvaged.defaulted:
        yield _("The options are lost, so undo is allowed.")
    if "chance" in salvaged.defaulted:
        yield _("What was drawn is lost; it follows from the deal code again.")
