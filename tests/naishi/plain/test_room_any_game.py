"""Settings at a table of any game."""

from __future__ import annotations

from pathlib import Path

import pytest

from naishi.tabletop.players import Player
from tests.naishi.plain.hearing import hear, hear_game
from tests.naishi.plain.tables import kept
from tests.naishi.tabletop import unison


@pytest.fixture(autouse=True)
def _register() -> None:
    unison.register()


def test_settings_that_only_the_screen_follows_are_named_without_more(tmp_path: Path) -> None:
    lines = hear(tmp_path, "settings", "quit")
    assert "For the screen alone: theme, animations, nudges." in lines
    assert not [line for line in lines if "colour-blind" in line]


def test_a_pace_that_is_set_at_the_table_says_that_it_is_for_this_game(tmp_path: Path) -> None:
    lines = hear_game(tmp_path, kept(tmp_path, "unison", "Aiko", Player("Hiro", "highest")), "pace quick", "quit")
    assert "Set for this game. For all games: set pace quick." in lines
