"""The places on the table, as people read and type them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import groupby

from naishi.rules.territory import HAND, LINE, RIVER, Cell, Zone


def places(cells: Iterable[Cell]) -> str:
    """List places in few words: "L1 L3 H2"; where a language has words for them, once for each row: "rząd 1 3"."""
    rows = (list(row) for _zone, row in groupby(sorted(cells), key=lambda cell: cell.zone))
    return " ".join(map(_row, rows))


def _row(row: list[Cell]) -> str:
    words = [f"{cell.noun:several}" for cell in row]
    return " ".join(words if words[0][-1].isdigit() else [words[0], *(str(cell.position + 1) for cell in row)])


def zone_words() -> Mapping[str, Zone]:
    """Return how the language of the moment begins the name of a place in each row: "L", "M", "ręka"."""
    return {str(row[0].noun).rstrip("1 \N{NO-BREAK SPACE}"): row[0].zone for row in (LINE, HAND, RIVER)}
