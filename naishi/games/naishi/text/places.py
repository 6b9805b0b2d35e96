"""Names of table places, as read and typed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import groupby

from naishi.games.naishi.rules.territory import HAND, LINE, RIVER, Cell, Zone


def places(cells: Iterable[Cell], *, commas: bool = False) -> str:
    """List places in few words: "L1 L3 H2"; where a language has words for them, once for each row: "rząd 1 3".

    Args:
        cells: The places.
        commas: Whether those words stand in a sentence, and need commas there: "rząd 1, 3, ręka 2".
    """
    rows = [list(row) for _zone, row in groupby(sorted(cells), key=lambda cell: cell.zone)]
    between = ", " if commas and rows and not _is_code(rows[0][0]) else " "
    return between.join(between.join(_row(row)) for row in rows)


def _row(row: list[Cell]) -> list[str]:
    if _is_code(row[0]):
        return [f"{cell.noun:several}" for cell in row]
    first, *others = (str(cell.position + 1) for cell in row)
    return [f"{row[0].noun:several} {first}", *others]


def _is_code(cell: Cell) -> bool:
    """Whether the language names places by codes such as "L1", rather than by words."""
    return f"{cell.noun:several}"[-1].isdigit()


def zone_words() -> Mapping[str, Zone]:
    """Return how the language of the moment begins the name of a place in each row: "L", "M", "ręka"."""
    return {str(row[0].noun).rstrip("1 \N{NO-BREAK SPACE}"): row[0].zone for row in (LINE, HAND, RIVER)}
