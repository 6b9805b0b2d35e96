"""Shared stylesheet rules."""

from __future__ import annotations

from textual.css.model import RuleSet

from naishi_tui.visit.driver import SharedStylesheet


def test_rules_are_shared_when_a_screen_adds_its_own_later() -> None:
    one, other = rules_of_an_app("red"), rules_of_an_app("red")
    assert all(mine is yours for mine, yours in zip(one, other, strict=True))


def test_other_colours_have_other_rules() -> None:
    one, other = rules_of_an_app("red"), rules_of_an_app("blue")
    assert not any(mine is yours for mine, yours in zip(one, other, strict=True))


def rules_of_an_app(accent: str) -> list[RuleSet]:
    sheet = SharedStylesheet(variables={"accent": accent})
    sheet.add_source("Widget { color: $accent; }", ("app.tcss", ""))
    sheet.parse()
    sheet.add_source("Button { color: $accent; }", ("screen.tcss", ""))
    sheet.reparse()
    return sheet.rules
