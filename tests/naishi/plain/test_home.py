"""Line mode before and after a game: home, naishi.home."""

from __future__ import annotations

from pathlib import Path

import pytest

from naishi.saves import Saves
from tests.naishi.plain.hearing import hear, kept, kept_position
from tests.naishi.plain.shared import finished


@pytest.mark.parametrize("command", ["help", "help new", "what"])
def test_whoever_is_lost_at_home_is_helped(tmp_path: Path, command: str) -> None:
    said = hear(tmp_path, command, "quit")
    assert "new" in " ".join(said[3:])


@pytest.mark.parametrize("room", ["replay {id}", "lesson 1", "edit"])
def test_whoever_comes_back_to_home_hears_it(tmp_path: Path, room: str) -> None:
    said = hear(tmp_path, room.format(id=finished(tmp_path)), "quit", "quit")
    assert said[-2:] == ["Back at home.", "Type resume, new or learn; help names everything else."]


def test_what_was_played_last_is_looked_at(tmp_path: Path) -> None:
    assert hear(tmp_path, "replay", "quit")[-1] == "Say which game: replay k4m. saves lists them."
    kept_position(tmp_path, "-/-/FTR/RR/T MMMMM/MMNMA MMMMM/SMMTM 200:000 0 d 0 -", "end")
    assert any(line.startswith("Aiko and Bruno, ") for line in hear(tmp_path, "replay", "quit", "quit"))


def test_who_stops_watching_is_back_at_home(tmp_path: Path) -> None:
    id_ = kept(tmp_path, "give 1", "give 1")
    with Saves(tmp_path).open(id_):
        assert "Back at home." in hear(tmp_path, f"watch {id_}", "quit", "quit")


def test_a_bot_is_played_at_once(tmp_path: Path) -> None:
    said = hear(tmp_path, "bot intermediate", "quit", "bot tree", "quit")
    (entry,) = Saves(tmp_path).list()
    assert {"human", "intermediate"} == {*entry.kinds}  # type: ignore[union-attr]
    assert said[-1] == "Say which bot, as in bot strong: beginner, apprentice, improver, intermediate, strong, master."


def test_a_first_visit_names_nothing_that_is_not_there(tmp_path: Path) -> None:
    said = hear(tmp_path, "new Aiko beginner", "what river", "quit", "quit")
    assert "Type learn or new; help names everything else." in said
    assert "That is neither an action nor a place: type what, what swap or what line 3." in said
