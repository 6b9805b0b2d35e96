"""Bot arena: schedules, counts, failing bots."""

from __future__ import annotations

import json
from collections import Counter

import pytest

from naishi.bots import UnknownBotError
from naishi.bots.arena import games, workers
from naishi.bots.arena.games import RESULT, Pairing, Result, play, replayed, schedule
from naishi.bots.arena.ratings import ratings, standing
from naishi.bots.arena.tournament import Tournament
from naishi.common.i18n import NaishiError
from tests import forked
from tests.naishi.bots.arena.shared import FAULTY, Lowest
from tests.naishi.tabletop import unison

pytestmark = pytest.mark.ci


def test_each_two_bots_play_each_deal_with_seats_swapped() -> None:
    pairings = [*schedule(("a", "b", "c"), 4, seed=1)]
    assert [pairing.number for pairing in pairings] == list(range(12))
    assert Counter((pairing.deal, frozenset(pairing.bots)) for pairing in pairings) == {
        (f"arena/1/{deal}", frozenset(pair)): 2 for deal in (0, 1) for pair in (("a", "b"), ("a", "c"), ("b", "c"))
    }
    assert Counter(pairing.bots[0] for pairing in pairings) == {"a": 4, "b": 4, "c": 4}


def test_results_are_added_up() -> None:
    pairing, swapped = Pairing(0, "d", ("a", "b")), Pairing(1, "d", ("b", "a"))
    results = [
        Result(pairing, 0, (50, 40), ([0.001, 0.003], [0.1])),
        Result(swapped, None, (30, 30), ([0.1], [0.002])),
        games.forfeited(pairing, games.Forfeit(0, "clock", "")),
    ]
    found = standing("a", results)
    assert (found.games, found.won, found.mean_score, found.forfeits) == (3, 1.5, 40, {"clock": 1})
    assert found.mean_ms == pytest.approx(2)
    assert standing("a", results, "c").games == 0
    assert ratings(("a", "b"), results) == pytest.approx({"a": 1500, "b": 1500})


def test_a_game_is_the_same_wherever_it_is_played() -> None:
    pairing = Pairing(5, "arena/3/1", ("greedy", "beginner"))
    here = play(pairing, limit=60)
    (there,) = workers.play_all([pairing], 1, 60)
    assert (here.winner, here.scores) == (there.winner, there.scores)


@pytest.mark.parametrize(
    ("bot", "reason"), [("Raises", "error"), ("NotEvenMade", "error"), ("Cheats", "illegal"), ("Mumbles", "error")]
)
def test_a_bot_that_fails_loses_the_game(bot: str, reason: str) -> None:
    for seat in (0, 1):
        names = (f"{FAULTY}:{bot}", "random") if seat == 0 else ("random", f"{FAULTY}:{bot}")
        result = play(Pairing(0, "d", names), limit=5)
        assert result.winner == 1 - seat
        assert result.forfeit is not None
        assert (result.forfeit.seat, result.forfeit.reason) == (seat, reason)


def test_a_tournament_counts_each_game_once() -> None:
    tournament = Tournament(("random", "beginner"), games=4)
    doubled = [*map(lambda pairing: play(pairing, 60), tournament.pairings)] * 2  # noqa: C417
    assert len([*tournament.play(lambda _pairings: iter(doubled))]) == 4
    assert sum(each.games for each in tournament.standings()) == 8
    assert [*tournament.play(lambda pairings: iter([play(pairing, 60) for pairing in pairings]))] == []


def test_a_tournament_of_unknown_bots_is_refused_at_once() -> None:
    with pytest.raises(UnknownBotError):
        Tournament(("random", "deep"), games=4)


def test_pairs_are_counted_in_the_order_of_the_deals_whatever_comes_first() -> None:
    tournament = Tournament(("random", "greedy"), 6)
    won: list[int | None] = [0, 1, None, 0, 0, 0]  # by seat; greedy sits first in every second game
    for number in (5, 4, 0, 1, 3):
        tournament.results[number] = Result(tournament.pairings[number], won[number], None, ([], []))
    assert [*tournament.pairs("random", "greedy")] == [1.0]
    tournament.results[2] = Result(tournament.pairings[2], won[2], None, ([], []))
    assert [*tournament.pairs("random", "greedy")] == [1.0, 0.25, 0.5]
    assert [*tournament.pairs("greedy", "random")] == [0.0, 0.75, 0.5]


@pytest.mark.parametrize("wrong", [("beginner", "--sprt"), ("--sprt", "--elo1", "-5")])
def test_a_test_that_makes_no_sense_is_refused(wrong: tuple[str, ...]) -> None:
    assert forked.run("arena", "greedy", "random", *wrong).returncode == 2


@pytest.mark.parametrize(
    ("bots", "seats", "tables"),
    [
        ("abc", 3, {"abc", "bca", "cab"}),
        ("ab", 3, {"aba", "baa", "aab", "bab", "abb", "bba"}),
        ("ab", 4, {"abab", "baba"}),
        ("abcd", 3, {"abc", "bca", "cab", "abd", "bda", "dab", "acd", "cda", "dac", "bcd", "cdb", "dbc"}),
    ],
)
def test_at_a_larger_table_each_bot_sits_everywhere_with_the_same_chance(
    bots: str, seats: int, tables: set[str]
) -> None:
    pairings = [*schedule(tuple(bots), 2 * seats, seed=1, game="unison", seats=seats)]
    for deal in ("arena/1/0", "arena/1/1"):
        seated = ["".join(pairing.bots) for pairing in pairings if pairing.deal == deal]
        assert sorted(seated) == sorted(tables)
    for bot in bots:
        assert len({sum(pairing.bots[seat] == bot for pairing in pairings) for seat in range(seats)}) == 1


def test_places_at_a_larger_table_are_counted_against_the_fair_share() -> None:
    one, other = Pairing(0, "d", ("a", "b", "c"), game="unison"), Pairing(1, "d", ("b", "c", "a"), game="unison")
    times = ([0.001], [0.001], [0.001])
    results = [
        Result(one, 0, (6, 3, 0), times, ranks=(1, 2, 3)),
        Result(other, None, (4, 1, 4), times, ranks=(1, 3, 1)),
        games.forfeited(one, games.Forfeit(2, "clock", "")),
    ]
    found = {bot: standing(bot, results) for bot in "abc"}
    assert [found[bot].won for bot in "abc"] == [2, 1, 0]
    assert [found[bot].mean_rank for bot in "abc"] == pytest.approx([1, 4 / 3, 3])
    assert found["a"].fair == pytest.approx(1 / 3)
    assert (found["a"].mean_score, found["c"].forfeits) == (5, {"clock": 1})
    assert (standing("a", results, "b").won, standing("b", results, "a").won) == (2, 1)
    rated = ratings(("a", "b", "c"), results)
    assert rated["a"] > rated["b"] > rated["c"]


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_bots_of_another_game_play_a_tournament(seats: int) -> None:
    unison.register()
    tournament = Tournament(("highest", f"{Lowest.__module__}:Lowest"), 12, game="unison", seats=seats)
    played = [*tournament.play(lambda pairings: iter([play(pairing, 60) for pairing in pairings]))]
    assert len(played) == len(tournament.pairings)
    assert all(result.forfeit is None and result.scores is not None for result in played)
    assert sum(result.share(seat) for result in played for seat in range(seats)) == pytest.approx(len(played))
    assert RESULT.validate_json(RESULT.dump_json(played[0])) == played[0]
    document = json.loads(json.dumps(tournament.document()))
    assert (document["game"], document["seats"]) == ("unison", seats)
    assert ("mean_rank" in document["standings"][0]) is (seats > 2)


def test_results_that_were_kept_before_there_were_larger_tables_are_read_as_they_were() -> None:
    line = b'[[5,"arena/3/1",["greedy","beginner"],null],1,[40,52],[[0.1],[0.2]],null]'
    result = RESULT.validate_json(line)
    assert result.pairing == Pairing(5, "arena/3/1", ("greedy", "beginner"))
    assert (result.places, result.share(1), result.against(0, 1)) == ((2, 1), 1, 0)


def test_a_result_has_the_actions_of_its_game_also_where_a_bot_forfeits() -> None:
    finished = play(Pairing(0, "arena/1/0", ("random", "greedy")), 10)
    game = replayed(finished)
    assert game.result is not None
    assert game.result.points == finished.scores
    assert [player.name for player in game.players] == ["random", "greedy"]
    assert replayed(RESULT.validate_json(RESULT.dump_json(finished))).actions == game.actions
    forfeited = play(Pairing(0, "arena/1/0", ("random", f"{FAULTY}:Raises")), 10)
    assert forfeited.forfeit is not None
    assert replayed(forfeited).result is None
    with pytest.raises(NaishiError, match="No actions"):
        replayed(finished._replace(actions=()))
