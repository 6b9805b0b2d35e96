"""Colours of a terminal, by its kind and environment."""

from __future__ import annotations

import pytest

from naishi.transports.capabilities import ColourDepth, depth_of


@pytest.mark.parametrize(
    ("term", "environment", "depth"),
    [
        ("xterm-256color", {}, ColourDepth.INDEXED),
        ("xterm-256color", {"COLORTERM": "truecolor"}, ColourDepth.TRUE),
        ("xterm-kitty", {}, ColourDepth.TRUE),
        ("xterm", {}, ColourDepth.SIXTEEN),
        ("linux", {}, ColourDepth.SIXTEEN),
        ("vt100", {}, ColourDepth.NONE),
        ("xterm-256color", {"NO_COLOR": "1"}, ColourDepth.NONE),
    ],
)
def test_what_a_terminal_shows(term: str, environment: dict[str, str], depth: ColourDepth) -> None:
    assert depth_of(term, environment) is depth
