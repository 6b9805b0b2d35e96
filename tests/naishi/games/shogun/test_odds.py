"""Odds of attacks and plans."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from naishi.games.shogun import engine, odds
from naishi.games.shogun.actions import CHESTS, EMPTY, make_plan, parse
from naishi.games.shogun.data import ACTIONS, FIGHT_A, THEATRE, indexes, towers
from naishi.games.shogun.position import NEUTRAL, Position
from naishi.games.shogun.rules import Agreed
from tests.naishi.games.shogun.playing import RULES, CheckedChance, random_game


def after_setup(seats: int, tower: str, number: int) -> Position:
    return RULES.begin(seats, Agreed.model_validate({"setup": "printed", "tower": tower}), CheckedChance(number))


@pytest.mark.parametrize(
    ("tower", "defenders", "percents"),
    [
        ("published", 0, (28, 46, 63, 76, 86)),
        ("by_throw", 0, (22, 58, 79, 89, 95)),
        ("published", 4, (2, 6, 12, 22, 34)),
        ("by_throw", 4, (1, 4, 12, 24, 39)),
    ],
)
def test_odds_right_after_the_set_up_are_those_of_the_digest(
    tower: str, defenders: int, percents: Sequence[int]
) -> None:
    wins = [0.0] * len(percents)
    games = 300
    target = indexes()["Settsu"]
    for number in range(games):
        position = after_setup(4, tower, number)
        position.owner[target] = 1 if defenders else NEUTRAL
        position.armies[target] = defenders
        for armies in range(1, len(percents) + 1):
            wins[armies - 1] += odds.attack_odds(position, 0, target, armies).win
    for total, percent in zip(wins, percents, strict=True):
        assert 100 * total / games == pytest.approx(percent, abs=4)


@pytest.mark.ci
def test_the_odds_of_an_attack_are_those_of_many_throws() -> None:
    position = next(
        before
        for before, _seat, action, _after in random_game(11, 4, is_aggressive=True)
        if before.ask.startswith("fight")
        and before.season == 3
        and before.owner[action.target] not in (-1, before.seat)
    )
    seat = position.seat
    target = next(at for at in engine.targets(position, seat, FIGHT_A, position.at) if position.owner[at] != seat)
    found = odds.attack_odds(position, seat, target, 3)
    throws = 4000
    ends = {"attacker": 0, "defender": 0, "": 0}
    chance = CheckedChance("throws")
    for _number in range(throws):
        table = position.copy()
        table.armies[table.at] += 3
        chance.seed, chance.tape, chance.at = f"throw {_number}", [], 0
        engine.move_armies(table, seat, table.at, target, 3, chance)
        battle = next(event for event in reversed(table.happened) if event.kind == "battle")
        ends[battle.word] += 1
    assert ends["attacker"] / throws == pytest.approx(found.win, abs=0.03)
    if position.owner[target] >= 0:
        assert ends["defender"] / throws == pytest.approx(found.hold, abs=0.03)
    assert found.win + found.hold + found.nobody == pytest.approx(1)
    assert found.model in towers()


def test_a_forecast_counts_what_a_plan_pays_and_gains() -> None:
    position = after_setup(3, "published", 1)
    position.order = tuple(range(len(ACTIONS)))
    position.current = -1
    text = "plan castle:Suruga temple:Izu theatre:Mino rice:Tamba tax:Musashi raise5:Harima raise3:Owari raise1:Sagami"
    found = odds.forecast(position, 0, parse(f"{text} bid:4").plan)
    assert found.chests == 18 - 4 - 3 - 2 - 1 + 6 - 3 - 2 - 1
    assert found.rice == 2
    assert found.provinces == 9
    assert found.skips == ()


def test_a_forecast_says_what_will_be_skipped_and_why() -> None:
    position = after_setup(3, "published", 1)
    position.order = tuple(range(len(ACTIONS)))
    position.chests[0] = 3
    position.buildings[indexes()["Izu"]] = 1 << THEATRE
    position.armies[indexes()["Owari"]] = 1
    text = "plan castle:Suruga temple:Mino theatre:Izu tax:Musashi raise1:Harima fightA:Owari bid:0"
    plan = parse(text).plan
    found = odds.forecast(position, 0, plan)
    assert [(ACTIONS[skip.action], skip.reason) for skip in found.skips] == [
        ("temple", "chests"),
        ("theatre", "chests"),
        ("fightA", "alone"),
    ]


def test_a_forecast_of_nothing_is_the_position() -> None:
    position = after_setup(5, "published", 2)
    plan = make_plan([EMPTY] * 10 + [CHESTS]).plan
    found = odds.forecast(position, 2, plan)
    assert (found.chests, found.rice, found.provinces) == (position.chests[2], 0, 7)
    assert found.missing() == (7, 7)
