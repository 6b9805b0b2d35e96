"""Replays of Naishi in line mode."""

from __future__ import annotations

from pathlib import Path

import pytest

from naishi.games.naishi.analysis.choices import CHOICES, Depth
from naishi.saves import Saves
from tests.naishi.plain.hearing import hear, kept
from tests.naishi.plain.shared import finished


def test_a_replay_goes_back_and_forth(tmp_path: Path) -> None:
    id_ = finished(tmp_path)
    said = hear(tmp_path, f"replay {id_}", "next", "finish", "next", "previous turn", "start", "quit", "quit")
    actions = len(Saves(tmp_path).load(id_).actions)
    assert f"Action 1 of {actions}." in said
    assert "This is the end." in said
    assert said[-3] == f"Action 0 of {actions}."


def test_a_replay_tells_the_rest_by_itself(tmp_path: Path) -> None:
    id_ = finished(tmp_path)
    said = hear(tmp_path, f"replay {id_}", "run", person=False)
    actions = len(Saves(tmp_path).load(id_).actions)
    assert [line for line in said if line.startswith("Action ")] == [
        f"Action {number} of {actions}." for number in range(1, actions + 1)
    ]


def test_a_replay_is_looked_at_from_every_side(tmp_path: Path) -> None:
    id_ = finished(tmp_path)
    said = hear(tmp_path, f"replay {id_}", "side", "side", "both", "quit", "quit")
    assert "You see what Bruno sees." in said
    assert "You see what everyone at the table sees." in said
    assert sum("'s Hand: " in line for line in said) == 2


def test_an_unfinished_game_keeps_its_secrets_in_a_replay(tmp_path: Path) -> None:
    id_ = kept(tmp_path, "give 1", "give 1", pin="$none")
    said = hear(tmp_path, f"replay {id_}", "hand", "both", "position", "side", "0000", "hand", "quit", "quit")
    assert said.count("The game isn't over, so that Hand stays hidden.") == 3
    assert "That is not Aiko's PIN. Try again in 1 second." in said
    assert not [line for line in said if line.startswith("Hand ")]


@pytest.mark.ci
def test_a_moment_of_a_replay_is_weighed_and_its_better_line_gone_through(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(CHOICES, "quick", Depth(worlds=4, rounds=1, candidates=3, trials=0))
    id_ = finished(tmp_path)
    typed = "round 2", "choices", "better", "next", "previous turn", "previous", "previous", "hand", "back", "next"
    said = hear(tmp_path, f"replay {id_}", *typed, "quit", "quit")
    name = next(line.split()[6] for line in said if line.startswith("Chances to win, as far as "))
    assert f"Chances to win, as far as {name} could know in round 2." in said
    assert sum(line.startswith("1: ") for line in said) == 1
    assert "This is a better line, not the game. Type next, previous or back." in said
    assert any(line.startswith("Better line, action 2 of ") for line in said)
    assert "The line begins here." in said
    assert "Back in the game." in said


def test_the_choices_at_a_moment_have_a_reason(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(CHOICES, "quick", Depth(worlds=4, rounds=1, candidates=3, trials=0))
    position = "SKF/ATA/RRS/AOB/BFR MMMRM/RMMMM MMMMM/MMMMM 001:000 0 - - -"
    said = hear(tmp_path, f"edit {position}", "choices", "quit", "quit")
    assert any("side by side" in line for line in said if line.startswith("1: "))


def test_what_an_unfinished_game_hides_is_not_weighed_in_a_replay(tmp_path: Path) -> None:
    id_ = kept(tmp_path, "give 1", "give 1", pin="$none")
    said = hear(tmp_path, f"replay {id_}", "finish", "choices", "better", "quit", "quit")
    assert said.count("It is Aiko's turn here, and only Aiko may know more.") == 2
    assert not [line for line in said if line.startswith("1: ")]


def test_a_replay_can_be_played_on(tmp_path: Path) -> None:
    id_ = finished(tmp_path)
    said = [
        line for line in hear(tmp_path, f"replay {id_}", "play beginner anew", "quit", "quit") if "Saved" not in line
    ]
    assert said[-1].startswith("Dealt 2: ")
    assert len(Saves(tmp_path).list()) == 2


def test_nobody_is_addressed_in_a_replay(tmp_path: Path) -> None:
    id_ = kept(tmp_path, "give 1", "give 1", "develop L1", "end")
    said = hear(tmp_path, f"replay {id_}", "finish", "side", "log", "quit", "quit", handover="never")
    assert any(line.startswith(("Bruno gave Aiko ", "Aiko gave Bruno ")) for line in said)
    assert not [line for line in said if " you " in line and "gave" in line]
