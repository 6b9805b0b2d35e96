"""How everybody has done in all finished games, in lines."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from naishi.analysis.overview import overview, summary, tables
from naishi.common.errors import NaishiError
from naishi.common.formats import listed
from naishi.common.i18n import _


def statistics_lines(folder: Path, name: str = "") -> Iterator[str]:
    """Tell the statistics of a person, or of everybody; each number with what it counts.

    Raises:
        NaishiError: Nobody of this name has finished a game.
    """
    found = [each for each in overview(folder) if not name or each.name == name]
    if not found and name:
        raise NaishiError(_("{name} hasn't finished a game in {folder} yet.").format(name=name, folder=folder))
    if not found:
        raise NaishiError(_("No one has finished a game in {folder} yet.").format(folder=folder))
    for each in found:
        yield summary(each)
        for table in tables(each):
            heads = table.head[1:]
            for first, *rest in table.rows:
                cells = (
                    _("{what} {value}").format(what=head, value=cell) for head, cell in zip(heads, rest, strict=True)
                )
                yield _("{name}: {values}.").format(name=first, values=listed(cells, conjunction=False))
