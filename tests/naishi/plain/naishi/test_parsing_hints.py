"""Places and actions as hints write them, typed."""

from __future__ import annotations

import pytest

from naishi.common import i18n
from naishi.games.naishi.rules.actions import BASE_ACTIONS, Action
from naishi.games.naishi.rules.cards import Cell
from naishi.plain.console import commands
from naishi.plain.naishi.answers import typed as as_typed
from naishi.plain.naishi.parsing import action_of, find_place
from tests.naishi.games.naishi.text.shared import spoken


@pytest.mark.parametrize(
    ("language", "typed"),
    [
        ("en", ["H4", "hand 4"]),
        ("fr", ["M4", "m4", "main 4", "H4"]),
        ("pl", ["ręka 4", "reka4", "H4", "hand 4"]),
        ("de", ["Hand 4", "hand4", "H4"]),
    ],
)
def test_a_place_is_understood_in_the_language_and_in_english(language: str, typed: list[str]) -> None:
    assert {spoken(language, lambda text=text: find_place(text.split())) for text in typed} == {Cell.H4}  # type: ignore[misc]
    assert spoken(language, lambda: find_place(["Q4"])) is None


@pytest.mark.parametrize("language", sorted(i18n.OWN_NAMES))
def test_an_action_as_a_hint_writes_it_is_understood(language: str) -> None:
    def read(action: Action) -> Action:
        word, *rest = as_typed(action).split(" ")
        verb = next(id_ for id_, command in commands().items() if command.word == word)
        return action_of(verb, rest)

    for action in BASE_ACTIONS:
        assert spoken(language, lambda action=action: read(action)) == action  # type: ignore[misc]
