"""The position editor in line mode."""

from __future__ import annotations

from pathlib import Path

import pytest

from naishi.common import i18n
from naishi.common.i18n import _
from naishi.plain.naishi.editor import depth_of
from naishi.saves import Saves
from tests.naishi.plain.hearing import hear
from tests.naishi.plain.shared import POSITION


def test_a_position_is_set_up_by_commands_and_played_from(tmp_path: Path) -> None:
    said = hear(
        tmp_path, f"edit {POSITION}", "put rice line 3", "put fort their hand 1", "pile 2 rice fort",
        "row line rice rice fort torii monk",
        "take river 1", "send swap", "turn", "undo", "check", "play beginner", "quit", "quit",
    )  # fmt: skip
    assert "Player 1's Line: Mountain, Mountain, Rice, Mountain, Mountain." in said
    assert "Player 2's Hand: Fort, Mountain, Mountain, Torii, Mountain." in said
    assert "River: Fort 3, Rice 2, Ninja 1, empty, Ronin 1." in said
    assert "Player 1's Line: Rice, Rice, Fort, Torii, Monk." in said
    assert "Player 2 is to act." in said
    assert "This position can be played." in said
    (entry,) = Saves(tmp_path).list()
    assert Saves(tmp_path).load(entry.id).players[1].kind == "beginner"


def test_more_cards_than_the_box_has_are_said_once_and_that_it_is_mended(tmp_path: Path) -> None:
    edits = "row line rice rice rice monk monk", "put naishi line 1", "put naishi line 2", "turn"
    said = hear(tmp_path, f"edit {POSITION}", *edits, "quit", "quit")
    assert said.count("Now a game can have these cards.") == 1
    assert said.count("More than the box holds: Naishi (3, not 2).") == 1


@pytest.mark.ci
def test_the_choices_are_told_with_their_chances_and_done(tmp_path: Path) -> None:
    said = hear(tmp_path, "edit A/A/A/-/- FXSAM/MMMMM MMMMM/MMMMM 000:000 0 - 0 -", "choices", "do 1", "quit", "quit")
    assert any(line.startswith("1: ") and line.endswith(".") for line in said)
    assert sum("Nineteen of twenty true values" in line for line in said) == 1
    assert not [line for line in said if "plus or minus" in line]


@pytest.mark.parametrize("language", i18n.languages())
def test_how_deeply_to_look_is_read_in_upper_and_lower_case_and_in_english(language: str) -> None:
    i18n.use(i18n.load(language))
    assert {depth_of([word]) for word in ("deep", "DEEP", _("deep"), _("deep").upper())} == {"deep"}
    assert {depth_of(words) for words in ([], ["quick"], ["d"])} == {"quick"}
