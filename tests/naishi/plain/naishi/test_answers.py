"""Answers to questions about a game in lines."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.naishi.plain.hearing import hear_game, kept
from tests.naishi.plain.naishi.shared import BOTH_BEGUN


@pytest.mark.parametrize("command", ["last", "log"])
def test_what_has_not_happened_is_said_to_be_nothing(tmp_path: Path, command: str) -> None:
    said = hear_game(tmp_path, kept(tmp_path), "", command, "quit")
    assert "hasn't done anything yet" in said[-1] or said[-1] == "Nothing has happened yet."


def test_the_log_has_rounds(tmp_path: Path) -> None:
    id_ = kept(tmp_path, *BOTH_BEGUN, "develop L4", "end", "develop L4", "end")
    said = hear_game(tmp_path, id_, "", "log", "quit")
    assert [line for line in said if line in {"Round 1", "Round 2"}] == ["Round 1"]


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("copy h2", "Write it like this: copy hand 3 advisor"),
        ("swap l1 h2", "Line and Hand can be swapped only in one column."),
        ("swap r1 l1", "A River card can be swapped only with another River card."),
        ("swap l1 l1", "Say two different places."),
        ("discard l1 l2", "Only River cards can be discarded as a bonus."),
        ("develop river 4", "Say which card of your Line or Hand: it is the one that leaves."),
        ("why l4", "Mountain: One mountain in your territory is worth 5. Two or more cost you 5 in all."),
        ("what", "discard: 10 possibilities; what discard lists them."),
        ("what line 3", "swap Line 3 Hand 3"),
        ("where mountain", "Bruno: Line 1, Line 2, Line 3, Line 4 and Line 5."),
        ("court", "Decree: still possible."),
        ("table", "River: Ninja 6, Fort 6, Ronin 6, Ninja 6, Naishi 6."),
        ("set hints off", "Set."),
        ("set memory aid on", "Set."),
        ("help where", "where torii: Every place where a card lies that you can see."),
    ],
)
def test_questions_are_answered_and_mistakes_explained(tmp_path: Path, typed: str, said: str) -> None:
    assert said in hear_game(tmp_path, kept(tmp_path, *BOTH_BEGUN), "", typed, "quit")


def test_points_that_cards_share_stand_at_each_of_them(tmp_path: Path) -> None:
    said = hear_game(tmp_path, kept(tmp_path, *BOTH_BEGUN), "", "line", "quit")
    assert said[-5:] == [f"Line {n}: Mountain, minus 5 points for all 8." for n in range(1, 6)]


def test_without_hints_the_rows_say_no_points(tmp_path: Path) -> None:
    said = hear_game(tmp_path, kept(tmp_path, *BOTH_BEGUN), "", "line", "quit", hints=False)
    assert said[-5:] == [f"Line {n}: Mountain." for n in range(1, 6)]
