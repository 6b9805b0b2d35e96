"""Line mode in other languages."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from naishi.common import i18n


@pytest.fixture
def polish() -> Iterator[None]:
    """Line mode in Polish."""
    i18n.use(i18n.load("pl"))
    yield
    i18n.use(i18n.load("en"))


@pytest.fixture
def french() -> Iterator[None]:
    """Line mode in French."""
    i18n.use(i18n.load("fr"))
    yield
    i18n.use(i18n.load("en"))
