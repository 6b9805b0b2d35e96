"""Standings and tie-breaks."""

from __future__ import annotations

from naishi.server.tournaments.tournament import Pairing, Played, standings

WON, DRAWN, LOST = (1.0, 0.0), (0.5, 0.5), (0.0, 1.0)


def test_points_then_the_points_of_opponents_then_of_those_beaten_then_wins() -> None:
    games = [
        Played(Pairing(1, 2), WON),
        Played(Pairing(3, 4), DRAWN),
        Played(Pairing(1, 3), WON),
        Played(Pairing(4, 2), LOST),
        Played(Pairing(1, 4), None),
    ]
    rows = standings(range(1, 5), games)
    assert [(row.place, row.number, row.points, row.buchholz, row.sonneborn_berger, row.wins) for row in rows] == [
        (1, 1, 2.0, 1.5, 1.5, 2),
        (2, 2, 1.0, 2.5, 0.5, 1),
        (3, 3, 0.5, 2.5, 0.25, 0),
        (4, 4, 0.5, 1.5, 0.25, 0),
    ]


def test_players_whom_nothing_parts_share_a_place() -> None:
    rows = standings(range(1, 5), [Played(Pairing(4, 1), LOST), Played(Pairing(3, 2), LOST)])
    assert [(row.place, row.number) for row in rows] == [(1, 1), (1, 2), (3, 3), (3, 4)]


def test_a_bye_is_a_win_against_somebody_with_as_many_points() -> None:
    (row,) = standings([1], [Played(Pairing(1, None), WON)])
    assert (row.points, row.buchholz, row.sonneborn_berger, row.wins) == (1.0, 1.0, 1.0, 1)
