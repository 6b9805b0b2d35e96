"""Games, rules and lessons of any kind at home."""

from __future__ import annotations

from pathlib import Path

import pytest

from naishi.tabletop.kinds import kind_of
from tests.naishi.plain.hearing import hear
from tests.naishi.plain.tables import kept
from tests.naishi.tabletop import unison


@pytest.fixture(autouse=True)
def _register() -> None:
    unison.register()


def test_rules_are_read_of_the_game_or_the_word_that_is_named(tmp_path: Path) -> None:
    whole = hear(tmp_path, "rules ninjato", "quit")
    assert not [line for line in whole if line in {each.title for each in kind_of("naishi").rules()}]
    assert set(kind_of("ninjato").rules()[0].paragraphs) <= {*whole}
    part = hear(tmp_path, "rules shogun winter", "quit")
    assert [line for line in part if line.startswith(("Winter:", "Fight:"))] == ["Winter:"]
    nothing = hear(tmp_path, "rules shogun dragons", "quit")
    assert any(line.startswith("The rules say nothing of 'dragons'. Chapters: ") for line in nothing)


def test_learn_goes_to_what_is_named(tmp_path: Path) -> None:
    assert any(line.startswith("Shogun: Sample season.") for line in hear(tmp_path, "learn shogun", "quit", "quit"))
    third, learn = (hear(tmp_path, word, "quit", "quit") for word in ("lesson 3", "learn 3"))
    assert third == learn


def test_a_command_of_home_says_elsewhere_how_to_go_there(tmp_path: Path) -> None:
    id_ = kept(tmp_path, "shogun", "Aiko", "Bruno", "Chika")
    there = "'new' is a command of home. To go there, type quit."
    assert there in hear(tmp_path, f"resume {id_}", "new shogun Ewa", "quit", "quit")
    assert there in hear(tmp_path, f"replay {id_}", "new", "quit", "quit")
    assert there in hear(tmp_path, "sample shogun", "new", "quit", "quit")


def test_the_games_are_listed_with_levels_and_options(tmp_path: Path) -> None:
    lines = hear(tmp_path, "games")
    assert "Ninjato, for 2 to 4 players: new ninjato asks who plays." in lines
    assert "Option: setup=draft, setup=printed." in lines
