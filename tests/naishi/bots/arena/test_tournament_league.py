"""Bot league: file, late entries, report."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from naishi.bots.arena.games import RESULT, play, schedule
from naishi.bots.arena.tournament import Tournament, anchor_of, differences, keep, read
from naishi.common.i18n import NaishiError
from naishi.games.naishi.game.bot_names import RATINGS
from naishi.games.naishi.rules.cards import LEGENDS_TRAVELLERS
from tests.naishi.bots.arena.shared import THREE, TWO, made_up


def test_what_is_kept_is_read_again(tmp_path: Path) -> None:
    file = tmp_path / "league"
    assert read(file) == []
    played = [play(pairing, 60) for pairing in schedule(TWO, 4, 0)]
    assert [*keep(file, played[:1])] == played[:1]
    assert [*keep(file, played[1:])] == played[1:]
    assert read(file) == played


def test_a_game_is_in_the_file_before_it_counts(tmp_path: Path) -> None:
    file = tmp_path / "league"
    for result in keep(file, map(made_up, schedule(TWO, 2, 0))):
        assert read(file)[-1] == result


@pytest.mark.parametrize("left", [1, 20, -1])
def test_what_a_killed_process_has_left_of_a_line_is_cut_off(tmp_path: Path, left: int) -> None:
    file, (one, other) = tmp_path / "league", map(made_up, schedule(TWO, 2, 0))
    file.write_bytes(RESULT.dump_json(one) + b"\n" + RESULT.dump_json(other)[:left])
    assert read(file) == [one]
    assert [*keep(file, [other])] == [other]
    assert read(file) == [one, other]


def test_a_line_that_is_no_game_is_named(tmp_path: Path) -> None:
    file = tmp_path / "other.txt"
    file.write_text("something else\n")
    with pytest.raises(NaishiError, match=r"Line 1 of other\.txt isn't a league game"):
        read(file)
    assert file.read_text() == "something else\n"


def test_more_games_and_more_bots_leave_what_was_played() -> None:
    before = Tournament(TWO, 4)
    before.take(map(made_up, before.pairings))
    after = Tournament(THREE, 6)
    after.take(before.results.values())
    assert {after.pairings[number]._replace(number=0) for number in after.results} == {
        pairing._replace(number=0) for pairing in before.pairings
    }
    assert len([*after.play(lambda pairings: map(made_up, pairings))]) == 18 - 4


def test_games_of_another_seed_or_with_the_expansion_are_others() -> None:
    tournament = Tournament(TWO, 2, seed=1)
    tournament.take(map(made_up, [*schedule(TWO, 2, 0), *schedule(TWO, 2, 1, LEGENDS_TRAVELLERS)]))
    assert tournament.results == {}


def test_one_of_our_bots_keeps_its_rating() -> None:
    assert anchor_of(("random", "master", "intermediate"), None) == "intermediate"
    assert anchor_of(("random", "greedy"), None) is None
    assert anchor_of(("strong", "random"), LEGENDS_TRAVELLERS) is None
    tournament = Tournament(("strong", "random"), 20, anchor="strong")
    tournament.take(made_up(each, each.bots.index("strong")) for each in tournament.pairings)
    assert tournament.ratings()["strong"] == pytest.approx(RATINGS["strong"])
    assert tournament.intervals()["strong"] == pytest.approx((RATINGS["strong"],) * 2)
    assert tournament.ratings()["random"] < tournament.intervals()["random"][1] < RATINGS["strong"]


@pytest.mark.ci
def test_bots_that_are_equal_cannot_be_told_apart() -> None:
    tournament, draw = Tournament(THREE, 100), random.Random(1)
    for each in tournament.pairings:  # greedy wins nearly all, the others win as many
        won = each.bots.index("greedy") if "greedy" in each.bots and draw.random() < 0.9 else draw.randrange(2)
        tournament.results[each.number] = made_up(each, won)
    first, second = differences(tournament)
    assert (first.one, first.clear, second.clear) == ("greedy", True, False)
    assert 0 < first.low < first.high
    assert second.low < 0 < second.high
