"""Points, names and games of tournaments in words."""

from __future__ import annotations

from naishi.server.tournaments.tournament import Entry, Pairing, Played, TournamentGame
from naishi.server.tournaments.tournament_text import named, points, score


def test_points_have_as_many_places_as_they_need() -> None:
    assert [points(value) for value in (2.0, 1.5, 0.25)] == ["2", "1.5", "0.25"]


def test_whoever_has_left_is_named_so() -> None:
    assert named(Entry(1, 7, "Aiko", None, withdrawn=False)) == "Aiko"
    assert named(Entry(1, 7, "Aiko", None, withdrawn=True)) == "Aiko, has left"


def test_a_game_has_a_score_once_it_is_over() -> None:
    scores = ((1.0, 0.0), (0.5, 0.5), None)
    games = [TournamentGame(1, Played(Pairing(1, 2), each), None) for each in scores]
    assert [score(each) for each in games] == ["1–0", "½–½", "playing"]
