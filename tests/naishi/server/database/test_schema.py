"""Indexes of the tables."""

from __future__ import annotations

import pytest

from naishi.server.database import schema

pytestmark = pytest.mark.ci


def test_every_reference_has_an_index() -> None:
    """SQLite looks for rows that refer to one that is deleted."""
    for table in schema.metadata.tables.values():
        indexed = [next(iter(index.columns)) for index in table.indexes] + [next(iter(table.primary_key.columns))]
        for reference in table.foreign_keys:
            assert reference.parent in indexed, f"{table.name}.{reference.parent.name}"
