"""Points that can be counted before the end."""

from __future__ import annotations

import pytest

from naishi import Game, Position
from naishi.games.naishi.game import turns


@pytest.mark.parametrize(
    ("line", "points"),
    [
        ("FSABR", 6 + (3 + 4) + 3 + 3),  # fort at the edge, sentinel beside it, advisor in column 3, one banner
        ("MMNMA", -5 + 12 + 2),  # more than one mountain, the naishi in the centre, an advisor in column 5
        ("XXTXX", -5),  # what the ninjas will copy isn't known; one torii
        ("RRRBB", 20 + 8),
    ],
)
def test_the_line_of_the_opponent_counts_by_itself(line: str, points: int) -> None:
    position = Position.from_text(f"FTRAKB/FSONRM/KOTHBS/ATNRKO/HBFXTA MMMMM/MMNMA {line}/SMMTM 000:000 0 - - -")
    assert turns.open_points(Game.from_position(position).view(0)) == points


def test_no_hand_changes_what_the_line_above_it_counts() -> None:
    hands = ("MMMMM", "NSFNX", "TTTBB")
    positions = [f"-/-/K/K/K MMMMM/MMMMM FSABR/{hand} 000:000 0 - - -" for hand in hands]
    assert {turns.open_points(Game.from_position(Position.from_text(each)).view(0)) for each in positions} == {19}
