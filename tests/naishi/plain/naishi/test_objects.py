"""The schema of all objects."""

from __future__ import annotations

from typing import Any

import pytest

from naishi.plain.naishi.objects import schema
from tests.naishi.tabletop import unison


@pytest.fixture(autouse=True)
def _register() -> None:
    unison.register()


def test_the_schema_has_the_table() -> None:
    definitions: Any = schema()["$defs"]
    assert definitions["TableState"]["properties"]["type"]["const"] == "table"
