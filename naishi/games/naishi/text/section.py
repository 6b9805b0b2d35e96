"""A part of a longer text."""

from __future__ import annotations

from typing import NamedTuple


class Section(NamedTuple):
    """A part of the rules."""

    title: str
    paragraphs: tuple[str, ...]
