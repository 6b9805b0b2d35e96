"""Texts of Shogun, and its kind of game."""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence

import pytest

from naishi.games.shogun import words
from naishi.games.shogun.actions import CHESTS, parse
from naishi.games.shogun.data import board, event_indexes, indexes
from naishi.games.shogun.engine import ScoreLine, bid_worth, score
from naishi.games.shogun.kind import SHOGUN
from naishi.games.shogun.odds import attack_odds, forecast
from naishi.games.shogun.position import Happening, Position
from naishi.games.shogun.rules import from_case
from naishi.tabletop.recorded import RecordedGame
from tests.naishi.games.shogun.playing import cases, random_game

NAMES = ("Aiko", "Bruno", "Chie", "Daichi", "Emi")


def test_an_event_says_what_it_does_and_how_much_rice_it_takes() -> None:
    assert words.event_text(event_indexes()["taxmax-0"]) == "a tax action brings at most 5 (winter: 0 rice lost)"


@pytest.mark.parametrize("number", range(len(cases())))
def test_every_event_of_a_game_has_a_sentence(number: int) -> None:
    game = from_case(cases()[number])
    names = NAMES[: len(game.players)]
    for event in game.events(0):
        sentence = SHOGUN.sentence(event, names, None)
        assert sentence.endswith(".")
        assert "{" not in sentence


def test_a_plan_in_the_log_is_hidden_until_its_season_is_over() -> None:
    game = from_case(cases()[1])
    first = next(ply for ply, action in enumerate(game.actions) if action.verb == "plan")
    early, late = game.at(first + 1), game
    assert SHOGUN.sentence(early.events(1)[first], NAMES, None) == "Aiko has planned."
    assert SHOGUN.sentence(early.events(0)[first], NAMES, None).startswith("Aiko plans: ")
    assert SHOGUN.sentence(late.events(1)[first], NAMES, None).startswith("Aiko plans: ")


def test_a_card_that_was_drawn_is_mentioned_once() -> None:
    game = SHOGUN.new(NAMES[:3], {}, "words")
    game.play("draw", game.awaited[0])
    said = SHOGUN.sentence(game.events(None)[-1], NAMES[:3], None)
    assert said.startswith("Aiko drew ")
    assert "unseen" not in said


def test_progress_is_in_words() -> None:
    game = SHOGUN.new(NAMES[:3], {"setup": "printed"}, "words")
    assert SHOGUN.progress(game) == "year 1, spring: Aiko, Bruno and Chie plan"
    assert SHOGUN.progress(from_case(cases()[0])) == "B wins with 43 points."


def test_the_outcome_says_who_won_and_why() -> None:
    game = from_case(cases()[0])
    lines = SHOGUN.outcome(game.view(None), None)
    assert lines[0] == "B wins with 43 points."
    assert "most temples in the brown region" in " ".join(lines)
    assert [line.partition(",")[0] for line in lines[1:]] == [
        part for name in "ABC" for part in (f"{name}: {points_of(game, name)} points", "First winter", "Last winter")
    ]


def points_of(game: RecordedGame[Position], name: str) -> int:
    assert game.result is not None
    return game.result.points["ABC".index(name)]


def test_the_reasons_of_both_winters_sum_up_to_the_points() -> None:
    game = from_case(cases()[0])
    assert game.result is not None
    lines = SHOGUN.outcome(game.view(None), None)
    for seat, points in enumerate(game.result.points):
        first, last = lines[2 + 3 * seat], lines[3 + 3 * seat]
        totals = [int(re.sub(r".* winter, (\d+):.*", r"\1", line)) for line in (first, last)]
        assert sum(totals) == points
        reasons = first.partition(":")[2]
        assert sum(map(int, re.findall(r"(\d+) for ", reasons))) == totals[0]


def test_a_game_that_begins_after_the_first_winter_has_no_reasons_for_it() -> None:
    game = from_case(cases()[0])
    text = next(text for text in cases()[0]["states"] if text.startswith("2.1"))
    later = SHOGUN.from_position(text, seed="7")
    assert words.first_winter(later.events(None)) == {}
    assert set(words.first_winter(game.events(None))) == {0, 1, 2}


def test_the_lines_of_a_score_sum_up_to_the_points() -> None:
    last = from_case(cases()[5]).position
    gains = [sum(line.points for line in lines) for lines in score(last)]
    before = next(
        position for before, _seat, _action, position in random_game(3, 3) if before.winter and position.season == 4
    )
    assert all(gain > 0 for gain in gains)
    assert sum(before.points) > 0


def test_a_province_and_its_neighbours_are_said_in_a_line() -> None:
    table = SHOGUN.new(NAMES[:3], {"setup": "printed"}, "provinces").position
    sagami = indexes()["Sagami"]
    assert words.province_text(table, sagami, NAMES) == ("Sagami (yellow): rice 4, taxes 3, slots 3; Aiko, 2 armies")
    assert words.neighbours_text(sagami) == "1 Izu, 2 Suruga, 3 Kai, 4 Musashi"
    assert "(by sea)" in words.neighbours_text(indexes()["Kaga"])
    assert words.province_text(table, indexes()["Tosa"], NAMES) == "Tosa isn't in the game with three players."


def test_odds_and_forecasts_are_said_in_a_line() -> None:
    view = SHOGUN.new(NAMES[:3], {"setup": "printed"}, "odds").view(0)
    said = words.odds_text(attack_odds(view.table, 0, indexes()["Kai"], 3))
    assert re.fullmatch(r"\d+% taken \(model\); \d+% held, \d+% left neutral", said)
    plan = parse("plan castle:Suruga temple:Mino rice:Tamba tax:Musashi fightA:Izu fightB:Owari bid:4").plan
    found = forecast(view.table, 0, plan)
    assert words.forecast_text(found).startswith("If all goes well, you will have 15 chests and 2 rice. Winter takes ")
    poor = view.table.copy()
    poor.chests[0], poor.order = 4, tuple(range(10))
    skips = [words.skip_text(skip) for skip in forecast(poor, 0, plan).skips]
    assert any(text.endswith("will be skipped as things stand: not enough chests.") for text in skips)


def test_what_taxes_may_pay_for_is_skipped_unless_they_come_first_and_revolts_are_foretold() -> None:
    table = from_case(cases()[1]).at(0).position.copy()
    land = [at for at, owner in enumerate(table.owner) if owner != -2][:3]
    castle, tax, rice = (board().provinces[at].name for at in land)
    for at in land:
        table.owner[at], table.armies[at], table.markers[at], table.buildings[at] = 0, 2, 0, 0
    table.markers[land[2]], table.chests[0], table.done, table.farmers = 1, 2, 0, 5
    plan = parse(f"plan castle:{castle} tax:{tax} rice:{rice}").plan

    def said(order: tuple[int, ...]) -> list[str]:
        table.order = order
        seen = forecast(table, 0, plan)
        return [*map(words.skip_text, seen.skips), *map(words.revolt_text, seen.revolts)]

    revolt = f"Farmers will revolt in {rice}: 1 against 2 armies."
    hidden = f"castle in {castle} will be skipped, unless taxes come first: not enough chests."
    too_early = f"castle in {castle} will be skipped as things stand: not enough chests."
    assert said((1, 2, 3, 5, 6, 0, 4, 7, 8, 9)) == [hidden, revolt]
    assert said((0, 1, 2, 3, 5, 4, 6, 7, 8, 9)) == [too_early, revolt]
    assert said((4, 1, 2, 3, 5, 0, 6, 7, 8, 9)) == [revolt]


def test_a_winter_says_step_by_step_who_is_fed_what_is_scored_and_why() -> None:
    game = from_case(cases()[1])
    names = NAMES[: len(game.players)]
    said = [line for event in game.events(None) for line in SHOGUN.sentences(event, names, None)]
    winters = [place for place, line in enumerate(said) if line.startswith("Winter: everyone loses ")]
    scores = [place for place, line in enumerate(said) if line.startswith("Points for year ")]
    assert len(winters) == len(scores) == 2
    for winter, scored in zip(winters, scores, strict=True):
        fed = [line for line in said[winter:scored] if " rice: no revolt." in line or " rice short. Farmers " in line]
        assert {line.split()[0] for line in fed} == {*names}
        points = [line for line in said[winter:scored] if " scores " in line]
        assert [line.split()[0] for line in points] == [*names]
        parts = [part.split(": ") for part in said[scored].partition(": ")[2].rstrip(".").split(", ")]
        totals = {each[0]: each[1] for each in parts}
        for line in points:
            reasons = [int(number) for number in re.findall(r"(\d+) for ", line.partition(":")[2])]
            assert int(line.split()[2]) == sum(reasons) == int(totals[line.split()[0]])


@pytest.mark.parametrize(("number", "shared", "sentence", "in_table"), [
    (1, False, "3 for most castles in the red region (1 castle)", "3 for 1 castle"),
    (2, True, "3 for most castles in the red region (2 castles), shared", "3 for 2 castles, shared"),
])  # fmt: skip
def test_points_for_most_buildings_come_first_and_their_number_says_of_what(
    number: int, shared: bool, sentence: str, in_table: str
) -> None:
    line = ScoreLine("castle", 1, number, 3, shared)
    assert words.score_text(line) == sentence
    assert words.region_score_text(line) == in_table


@pytest.mark.parametrize(
    ("bids", "by_chance"),
    [((4, 3, 2), False), ((4, 4, 2), True), (("Kii", "Ise", 4), True), (("Kii", 0, 4), False), ((0, 0, 0), True)],
)
def test_chance_is_spoken_of_only_where_bids_were_equal(bids: Sequence[str | int], by_chance: bool) -> None:
    entries = [CHESTS + bid if isinstance(bid, int) else indexes()[bid] for bid in bids]
    equal = len({bid_worth(entry) for entry in entries}) < len(entries)
    said = words.sentence(Happening("choosers", number=equal, cubes=(2, 0, 1)), NAMES[:3])
    assert said.startswith("Order of choosing: ")
    assert ("Equal bids are ordered by chance." in said) is by_chance


def test_a_game_speaks_of_equal_bids_in_just_the_seasons_that_have_them() -> None:
    found = set[bool]()
    for case in cases():
        bids = list[int]()
        for event in from_case(case).events(None):
            for each in itertools.starmap(Happening, event.facts.get("happened", ())):
                if each.kind == "bid":
                    bids.append(bid_worth(each.number))
                elif each.kind == "choosers":
                    assert bool(each.number) is (len({*bids}) < len(bids))
                    found.add(bool(each.number))
                    bids.clear()
    assert found == {True, False}


def test_a_season_says_in_what_order_they_choose_and_act() -> None:
    game = from_case(cases()[1])
    names = NAMES[: len(game.players)]
    said = [line for event in game.events(None) for line in SHOGUN.sentences(event, names, None)]
    for beginning in ("Order of choosing: ", "Order of turns: "):
        orders = [line.removeprefix(beginning).partition(".")[0] for line in said if line.startswith(beginning)]
        assert len(orders) == 6
        assert all(sorted(order.rstrip(".").split(", ")) == sorted(names) for order in orders)
    assert any(line.startswith("Action 1: ") for line in said)
