"""Rules as the commands print them for people who hear them."""

from __future__ import annotations

from naishi.plain import printed, printed_spoken
from naishi.tabletop.kinds import Section

RULES = [Section("The game", ("Two play.", "Each has cards."))]


def test_rules_have_no_underlines_and_no_bullets() -> None:
    assert [*printed.rules_lines(RULES)] == ["The game", "--------", "* Two play.", "* Each has cards."]
    assert [*printed_spoken.rules_lines(RULES)] == ["The game:", "Two play.", "Each has cards."]
