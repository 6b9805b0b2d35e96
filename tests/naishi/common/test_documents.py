"""Documents written and read as JSON, and their errors of one line."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from naishi.common.documents import Document, Spelled, refused_as
from naishi.common.i18n import SaveError


@dataclass(frozen=True)
class Cell(Spelled):
    """A cell that documents spell by its text."""

    row: str

    def __str__(self) -> str:
        return f"cell {self.row}"

    @classmethod
    def from_text(cls, text: str) -> Cell:
        if not text.startswith("cell "):
            raise ValueError("there is no such cell")
        return cls(text.removeprefix("cell "))


@dataclass(frozen=True)
class Board(Document):
    """A document with a spelled part."""

    size: int
    cells: tuple[Cell, ...] = ()


BOARD = Board(2, (Cell("L"), Cell("H")))


def test_a_document_is_read_as_it_was_written() -> None:
    assert BOARD.model_dump(mode="json") == {"size": 2, "cells": ["cell L", "cell H"]}
    assert Board.model_validate_json(BOARD.model_dump_json()) == BOARD
    assert BOARD.model_copy(update={"size": 3}) == Board(3, BOARD.cells)


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"size": "two"}, "size: "),
        ({}, "size: Field required"),
        ({"size": 1, "cells": ["cell L", "river"]}, "cells.1: there is no such cell"),
    ],
)
def test_what_does_not_fit_is_refused_by_naming_where(fields: object, why: str) -> None:
    with pytest.raises(SaveError) as refused, refused_as(SaveError):
        Board.model_validate(fields)
    assert str(refused.value).startswith(why)
    assert "\n" not in str(refused.value)
