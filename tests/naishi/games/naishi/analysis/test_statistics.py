"""Statistics of all finished games: counted, cached, ignored."""

from __future__ import annotations

from pathlib import Path

import pytest

from naishi import Game
from naishi.games.naishi.analysis.exercises import AnalysisStore
from naishi.games.naishi.analysis.statistics import Share, Statistics, overview, tables
from naishi.saves.document import SUFFIX, write
from naishi.saves.last_played import OwnNames
from tests.naishi.games.naishi.analysis.analysed import analysis, game
from tests.naishi.games.naishi.analysis.shared import WHEN, finished, put, put_several
from tests.naishi.playing import EXPANSION, random_game


def finished_from_its_middle(*players: str) -> Game:
    whole = random_game(1)
    game = Game.from_position(whole.at(10).position, players)
    for action in whole.actions[10:]:
        game.play(action)
    return game


def only(folder: Path, name: str) -> Statistics:
    return next(each for each in overview(folder) if each.name == name)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    put_several(tmp_path)
    return tmp_path


def test_a_game_that_began_at_a_position_does_not_count(folder: Path) -> None:
    before = overview(folder)
    put(folder, "a4", finished_from_its_middle("Aiko", "Bruno"))
    assert overview(folder) == before


@pytest.mark.parametrize("other", ["Aiko", "aiko", "Ａｉｋｏ"])
def test_a_game_of_two_people_of_one_name_does_not_count(folder: Path, other: str) -> None:
    """It would count twice, as won and as lost."""
    before = overview(folder)
    document = finished(6, "Aiko", "Bruno").document()
    document["players"][1]["name"] = other
    (folder / f"a5{SUFFIX}").write_bytes(write(document, "a5", WHEN, WHEN))
    assert overview(folder) == before


def test_finished_games_are_counted_by_opponent_and_seat(folder: Path) -> None:
    found = only(folder, "Aiko")
    assert [each.name for each in overview(folder)] == ["Aiko", "Bruno"]
    assert (found.all.games, found.by_seat[0].games, found.by_seat[1].games) == (3, 2, 1)
    assert [(each.kind, each.name, each.games) for each in found.by_opponent] == [
        ("strong", "", 2),
        ("human", "Bruno", 1),
    ]
    outcomes = [(random_game(seed).outcome, seat) for seed, seat in ((1, 0), (2, 1), (3, 0))]
    assert found.all.won == sum(outcome is not None and outcome.winner == seat for outcome, seat in outcomes)
    points = [outcome.sheets[seat].total for outcome, seat in outcomes if outcome is not None]
    assert found.mean_points == pytest.approx(sum(points) / 3)
    assert found.best_points == max(points)


def test_a_person_who_is_called_like_a_bot_is_another_opponent(folder: Path) -> None:
    put(folder, "a4", finished(6, "Aiko", "strong"))
    found = only(folder, "Aiko")
    assert {(each.kind, each.name): each.games for each in found.by_opponent} == {
        ("strong", ""): 2, ("human", "strong"): 1, ("human", "Bruno"): 1,
    }  # fmt: skip
    games, _cards = tables(found)
    played = {row[0]: row[1] for row in games.rows[3:]}
    assert played == {"against strong (bot)": "2", "against strong": "1", "against Bruno": "1"}
    (other,) = only(folder, "strong").by_opponent
    assert (other.name, other.games) == ("Aiko", 1)


def test_points_by_card_add_up_to_the_points(folder: Path) -> None:
    found = only(folder, "Aiko")
    assert sum(each.own for each in found.by_card.values()) == pytest.approx(found.mean_points)
    assert len(found.by_card) == 12


def test_games_with_the_expansion_count_with_the_ryokan(folder: Path) -> None:
    assert (only(folder, "Aiko").with_expansion, only(folder, "Aiko").ryokan) == (None, None)
    expanded = random_game(7, options=EXPANSION)
    for seat, name in enumerate(("Aiko", "Bruno")):
        expanded.change_player(seat, name=name, kind="human")
    put(folder, "a4", expanded)
    found = only(folder, "Aiko")
    assert expanded.outcome is not None
    assert found.with_expansion == Share(games=1, won=int(expanded.outcome.winner == 0))
    assert found.ryokan is not None
    assert (4 * found.ryokan.own, 4 * found.ryokan.others) == tuple(each.ryokan for each in expanded.outcome.sheets)
    assert any(each.ryokan for each in expanded.outcome.sheets)
    earned = sum(each.own for each in found.by_card.values()) + found.ryokan.own
    assert earned == pytest.approx(found.mean_points)
    games, points = tables(found)
    assert games.rows[3][:2] == ("with Legends & Travellers", "1")
    assert points.rows[-1][0] == "Ryokan"


@pytest.mark.ci
def test_accuracy_is_told_of_games_that_were_analysed(tmp_path: Path) -> None:
    put(tmp_path, "a1", game())
    assert only(tmp_path, "Aiko").accuracies == ()
    AnalysisStore(tmp_path).keep(analysis())
    (accuracy,) = only(tmp_path, "Aiko").accuracies
    assert accuracy.accuracy == analysis().accuracies[0]


def test_everything_is_told_in_tables(folder: Path) -> None:
    games, cards = tables(only(folder, "Aiko"))
    assert [row[0] for row in games.rows[3:]] == ["against strong (bot)", "against Bruno"]
    assert all(len(row) == len(games.head) for row in games.rows)
    assert len(cards.rows) == 12


def test_an_empty_or_missing_folder_has_no_statistics(tmp_path: Path) -> None:
    assert overview(tmp_path / "nowhere") == ()
    assert not (tmp_path / "nowhere").exists()


def test_a_rating_rises_with_games_won_and_with_the_bots_that_were_beaten(tmp_path: Path) -> None:
    ratings = []
    for kind in ("beginner", "strong"):
        for won in (False, True):
            folder = tmp_path / f"{kind}{won}"
            for seed in range(6):
                played = finished(seed, "Aiko", "Bot")
                assert played.outcome is not None
                bot = 1 if (played.outcome.winner == 0) == won else 0
                played.change_player(1 - bot, name="Aiko", kind="human")
                played.change_player(bot, name="Bot", kind=kind)
                put(folder, f"g{seed}", played, seed)
            of = only(folder, "Aiko")
            assert of.rating is not None
            assert of.rating.games == 6
            assert (of.in_a_row, of.most_in_a_row) == ((of.all.won,) * 2 if won else (0, 0))
            ratings.append(of.rating.points)
    assert ratings[0] < ratings[1]
    assert ratings[2] < ratings[3]
    assert ratings[0] < ratings[2]
    assert ratings[1] < ratings[3]


def test_games_under_a_former_name_count(folder: Path) -> None:
    before = only(folder, "Aiko")
    OwnNames(folder).change("Aiko", "Chika")
    after = only(folder, "Chika")
    assert after.model_copy(update={"name": "Aiko"}) == before
    assert "Aiko" not in {each.name for each in overview(folder)}
    OwnNames(folder).change("Chika", "Bruno")
    assert {"Aiko", "Bruno"} <= {each.name for each in overview(folder)}, "not where both would be one"
