"""A settings file for each test."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """The settings file, which doesn't exist yet."""
    return tmp_path / "settings.toml"
