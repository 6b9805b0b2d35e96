"""Swiss pairings: no repeats, byes, balance."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence

import pytest
from hypothesis import given, settings, strategies as st

from naishi.server.tournaments.tournament import (
    UNEVEN,
    Pairing,
    Played,
    most_rounds,
    points_of,
    round_robin_pairings,
    rounds_of,
    swiss_pairings,
)

SCORES = ((1.0, 0.0), (0.0, 1.0), (0.5, 0.5))


def played(pairing: Pairing, chance: random.Random) -> Played:
    if pairing.second is None:
        return Played(pairing, (1.0, 0.0))
    return Played(pairing, chance.choice(SCORES))


def tournament(players: int, rounds: int, chance: random.Random) -> list[Played]:
    """A whole tournament, whoever wins."""
    numbers, games = range(1, players + 1), list[Played]()
    for _round in range(rounds):
        round_games = swiss_pairings(numbers, games)
        together = [each for pairing in round_games for each in pairing if each is not None]
        assert sorted(together) == [*numbers], "everybody is paired once"
        games += [played(each, chance) for each in round_games]
    return games


def meetings(games: Sequence[Played]) -> Counter[frozenset[int | None]]:
    return Counter(frozenset(game.pairing) for game in games if game.pairing.second is not None)


def balances(games: Sequence[Played]) -> Counter[int]:
    """How many times more often each player went first than second."""
    found: Counter[int] = Counter()
    for game in games:
        if game.pairing.second is not None:
            found[game.pairing.first] += 1
            found[game.pairing.second] -= 1
    return found


@pytest.mark.ci
@settings(max_examples=25, deadline=None)
@given(st.integers(2, 32), st.integers(1, 9), st.randoms(use_true_random=False))
def test_in_a_swiss_nobody_meets_twice_nor_has_two_byes_nor_goes_first_much_too_often(
    players: int, rounds: int, chance: random.Random
) -> None:
    games = tournament(players, min(rounds, most_rounds(players)), chance)
    assert max(meetings(games).values()) == 1
    byes = Counter(game.pairing.first for game in games if game.pairing.second is None)
    assert set(byes.values()) <= {1}
    assert max(map(abs, balances(games).values())) <= UNEVEN


def matchings(numbers: Sequence[int]) -> Iterator[list[tuple[int, int]]]:
    """All ways to pair some players."""
    if not numbers:
        yield []
        return
    one, *others = numbers
    for other in others:
        for rest in matchings([each for each in others if each != other]):
            yield [(one, other), *rest]


@pytest.mark.ci
@settings(max_examples=25, deadline=None)
@given(st.integers(0, 4), st.randoms(use_true_random=False))
def test_no_other_round_of_new_opponents_has_them_nearer_in_points(rounds: int, chance: random.Random) -> None:
    """Compared with every round that there is, as far as it leaves nobody too often first or second."""
    numbers = range(1, 9)
    games = tournament(8, rounds, chance)
    points, met, balance = points_of(numbers, games), meetings(games), balances(games)

    def gaps(pairs: Sequence[tuple[int, int]]) -> float:
        return sum((points[one] - points[other]) ** 2 for one, other in pairs)

    fair = [
        gaps(pairs)
        for pairs in matchings(numbers)
        if not any(met[frozenset(pair)] for pair in pairs)
        and not any(balance[one] == balance[other] and abs(balance[one]) == UNEVEN for one, other in pairs)
    ]
    if fair:
        paired = [(each.first, each.second) for each in swiss_pairings(numbers, games) if each.second is not None]
        assert gaps(paired) == min(fair)


def test_the_first_round_has_the_upper_half_play_the_lower_and_half_of_it_go_first() -> None:
    assert swiss_pairings(range(1, 9), []) == [(1, 5), (6, 2), (3, 7), (8, 4)]


def test_the_bye_goes_to_the_last_of_those_with_the_fewest_points() -> None:
    games = [
        Played(Pairing(1, 2), (1.0, 0.0)),
        Played(Pairing(3, 4), (0.0, 1.0)),
        Played(Pairing(5, None), (1.0, 0.0)),
    ]
    assert swiss_pairings(range(1, 6), games)[-1] == (3, None)


def test_whoever_has_left_is_not_paired_and_the_others_go_on_even_if_they_must_meet_again() -> None:
    games = tournament(4, 2, random.Random(1))
    for left in ([1, 2], [3, 4], [1, 3]):
        (pairing,) = swiss_pairings(left, games)
        assert {*pairing} == {*left}


@pytest.mark.parametrize("players", range(3, 33))
def test_in_a_round_robin_everybody_meets_everybody_once_and_goes_first_every_other_time(players: int) -> None:
    rounds = [round_robin_pairings(players, number) for number in range(1, rounds_of(players) + 1)]
    for each in rounds:
        together = [number for pairing in each for number in pairing]
        assert len(together) == len({*together}) == players - players % 2
    games = [Played(pairing, (1.0, 0.0)) for each in rounds for pairing in each]
    everybody = range(1, players + 1)
    assert set(meetings(games)) == {frozenset((one, two)) for one in everybody for two in everybody if one < two}
    assert max(meetings(games).values()) == 1
    assert max(map(abs, balances(games).values()), default=0) <= 1
    assert sum(balances(games).values()) == 0
