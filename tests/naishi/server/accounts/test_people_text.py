"""Sparklines of ratings."""

from __future__ import annotations

from naishi.server.accounts.people_text import sparkline


def test_a_sparkline_reaches_from_the_least_to_the_most() -> None:
    assert sparkline([1500, 1600, 1550]) == "▁█▅"
    assert sparkline([1500, 1500]) == "▁▁"
    assert sparkline([1500]) == ""
