"""Bot arena: schedules, counts, failing bots."""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from pathlib import Path

import pytest

from naishi.bots import UnknownBotError
from naishi.bots.arena import games, workers
from naishi.bots.arena.games import RESULT, Pairing, Result, play, replayed, schedule
from naishi.bots.arena.ratings import elo, middle_of, ratings, samples, standing, wilson
from naishi.bots.arena.tournament import Tournament
from naishi.cli.arena import kept_in, table
from naishi.common.i18n import NaishiError
from naishi.games.naishi.game.game import check_finished
from naishi.saves import Saves
from tests import forked
from tests.naishi.tabletop import unison

pytestmark = pytest.mark.ci

FAULTY = "tests.naishi.bots.faulty"


def test_each_two_bots_play_each_deal_with_seats_swapped() -> None:
    pairings = [*schedule(("a", "b", "c"), 4, seed=1)]
    assert [pairing.number for pairing in pairings] == list(range(12))
    assert Counter((pairing.deal, frozenset(pairing.bots)) for pairing in pairings) == {
        (f"arena/1/{deal}", frozenset(pair)): 2 for deal in (0, 1) for pair in (("a", "b"), ("a", "c"), ("b", "c"))
    }
    assert Counter(pairing.bots[0] for pairing in pairings) == {"a": 4, "b": 4, "c": 4}


def test_wilsons_interval() -> None:
    """The textbook's 50 of 100, and the ends."""
    assert wilson(50, 100) == pytest.approx((0.5, 0.4038, 0.5962), abs=1e-4)
    assert wilson(10, 10) == pytest.approx((1, 0.7225, 1), abs=1e-4)
    assert wilson(0, 0) == (0.5, 0, 1)


def test_elo_explains_the_shares_it_was_given() -> None:
    rated = elo(("a", "b"), {("a", "b"): 7599.5, ("b", "a"): 2399.5})
    assert rated["a"] - rated["b"] == pytest.approx(200, abs=1)
    assert rated["a"] + rated["b"] == pytest.approx(3000)


def test_a_bot_that_never_lost_is_rated_all_the_same() -> None:
    rated = elo(("a", "b", "c"), {("a", "b"): 10, ("b", "a"): 0, ("b", "c"): 10, ("c", "b"): 0})
    assert rated["a"] > rated["b"] > rated["c"]


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


def test_the_command_says_why_a_bot_forfeited_and_where() -> None:
    result = forked.run("arena", f"{FAULTY}:Raises", "random", "--games", "4", "--workers", "1")
    said = result.stdout.decode()
    assert re.search(r"4 error\n", said)
    assert said.count("no idea") == 1
    assert re.search(
        rf"\n{FAULTY}:Raises, first in game 0: error, RuntimeError: no idea \(faulty\.py, line \d+\)\n", said
    )


def test_slow_hanging_and_crashing_bots_lose_and_the_arena_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "PATIENCE", 0.5)
    bots = [f"{FAULTY}:{name}" for name in ("Slow", "HangsInPlay", "Crashes")]
    pairings = [Pairing(i, "d", ("random", bot)) for i, bot in enumerate(bots)]
    pairings += [Pairing(3 + i, f"d{i}", ("random", "random")) for i in range(6)]
    results = {result.pairing.number: result for result in workers.play_all(pairings, 2, 1.0)}
    assert len(results) == len(pairings)
    assert [results[i].winner for i in range(3)] == [0, 0, 0]
    assert [results[i].forfeit.reason for i in range(3)] == ["clock", "clock", "crash"]  # type: ignore[union-attr]
    assert all(results[i].forfeit is None for i in range(3, 9))


def test_a_tournament_counts_each_game_once() -> None:
    tournament = Tournament(("random", "beginner"), games=4)
    doubled = [*map(lambda pairing: play(pairing, 60), tournament.pairings)] * 2  # noqa: C417
    assert len([*tournament.play(lambda _pairings: iter(doubled))]) == 4
    assert sum(each.games for each in tournament.standings()) == 8
    assert [*tournament.play(lambda pairings: iter([play(pairing, 60) for pairing in pairings]))] == []


def test_a_tournament_of_unknown_bots_is_refused_at_once() -> None:
    with pytest.raises(UnknownBotError):
        Tournament(("random", "deep"), games=4)


def test_the_command_shows_a_table_and_writes_json(tmp_path: Path) -> None:
    file = tmp_path / "result.json"
    command = ["arena", "beginner", "random", "--games", "6", "--workers", "1", "--json", str(file)]
    result = forked.run(*command)
    assert b"beginner beats random" in result.stdout, result.stderr
    assert b"Elo" in result.stdout
    told = json.loads(file.read_text())
    assert (told["format"], len(told["games"]), told["standings"][0]["games"]) == ("naishi-arena", 6, 6)


def test_the_command_wants_two_different_bots() -> None:
    result = forked.run("arena", "random")
    assert result.returncode == 2
    assert b"Name at least two bots, each only once" in result.stderr


def test_pairs_are_counted_in_the_order_of_the_deals_whatever_comes_first() -> None:
    tournament = Tournament(("random", "greedy"), 6)
    won: list[int | None] = [0, 1, None, 0, 0, 0]  # by seat; greedy sits first in every second game
    for number in (5, 4, 0, 1, 3):
        tournament.results[number] = Result(tournament.pairings[number], won[number], None, ([], []))
    assert [*tournament.pairs("random", "greedy")] == [1.0]
    tournament.results[2] = Result(tournament.pairings[2], won[2], None, ([], []))
    assert [*tournament.pairs("random", "greedy")] == [1.0, 0.25, 0.5]
    assert [*tournament.pairs("greedy", "random")] == [0.0, 0.75, 0.5]


def test_intervals_hold_the_true_ratings() -> None:
    """Of 40 made-up tournaments of equal bots, nearly all: 95 % are 38."""
    held = 0
    for seed in range(40):
        draw = random.Random(seed)
        results = [Result(each, draw.randrange(2), None, ([], [])) for each in schedule(("a", "b"), 60, seed)]
        low, high = middle_of(each["a"] for each in samples(("a", "b"), results))
        held += low <= 1500 <= high
    assert 33 <= held <= 40


def test_a_bot_that_never_lost_has_an_interval() -> None:
    results = [Result(each, int(each.bots[1] == "a"), None, ([], [])) for each in schedule(("a", "b"), 40, 1)]
    low, high = middle_of(each["a"] for each in samples(("a", "b"), results))
    assert 1500 < low < ratings(("a", "b"), results)["a"] < high


def test_the_command_stops_when_it_is_clear(tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    result = forked.run("arena", "greedy", "random", "--sprt", "--games", "400", "--elo1", "200", "--json", str(file))
    assert b"greedy is stronger than random: 200 Elo fit the results of" in result.stdout
    document = json.loads(file.read_text(encoding="utf-8"))
    assert document["sprt"]["verdict"] == "stronger"
    assert len(document["games"]) < 100


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
    tournament = Tournament(("highest", f"{__name__}:Lowest"), 12, game="unison", seats=seats)
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


def test_a_table_of_four_is_shown_with_the_fair_share() -> None:
    unison.register()
    tournament = Tournament(("highest", f"{__name__}:Lowest"), 4, game="unison", seats=4)
    assert [*tournament.play(lambda pairings: iter([play(pairing, 60) for pairing in pairings]))]
    lines = table(tournament)
    assert "fair" in lines[0]
    assert all("25%" in line for line in lines[1:3])


class Lowest:
    """A bot of the toy that chooses its lowest number."""

    def __init__(self, seed: int) -> None:
        pass

    def choose(self, view: unison.UnisonView, clock: object) -> unison.Number:
        return view.legal_actions[0]


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


def test_games_are_kept_so_that_they_can_be_replayed_and_analysed(tmp_path: Path) -> None:
    results = [play(pairing, 10) for pairing in schedule(("random", f"{FAULTY}:Raises"), 2, seed=1)]
    results.append(play(Pairing(7, "arena/1/0", ("random", "random")), 10))
    lines = [*kept_in(tmp_path, results)]
    assert [line.split()[0] for line in lines] == ["0", "1", "7"]
    assert "error, " in lines[0]
    saves = Saves(tmp_path)
    game = saves.load(saves.find(lines[2].split()[1]))
    check_finished(game)
    assert [player.name for player in game.players] == ["random 1", "random 2"]
