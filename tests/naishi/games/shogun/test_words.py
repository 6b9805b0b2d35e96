"""Texts of Shogun, and its kind of game."""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Sequence

import pytest

from naishi.common.i18n import IllegalActionError, InvalidActionError, InvalidPositionError, NaishiError
from naishi.games.shogun import words
from naishi.games.shogun.actions import CHESTS, Action, parse
from naishi.games.shogun.bots import make
from naishi.games.shogun.data import _read, board, event_indexes, indexes, make_board, towers
from naishi.games.shogun.engine import ScoreLine, bid_worth, score
from naishi.games.shogun.kind import SHOGUN
from naishi.games.shogun.odds import attack_odds, forecast
from naishi.games.shogun.position import Happening, Position, cubes_text
from naishi.games.shogun.reading import read_position
from naishi.games.shogun.rules import from_case
from naishi.games.shogun.tower import ThrowNeededError, fall, impossible
from naishi.tabletop.chance import ChanceError, Source
from naishi.tabletop.players import Player
from naishi.tabletop.recorded import RecordedGame
from tests.naishi.games.shogun.playing import RULES, any_action, cases, random_game

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


def test_a_view_is_a_document_that_another_process_reads() -> None:
    game = from_case(cases()[3]).at(60)
    for seat in (None, 0, 1, 2):
        view = game.view(seat)
        again = SHOGUN.view(json.loads(json.dumps(view.model_dump(mode="json"))))
        assert again.position == view.position
        assert again.legal_actions == view.legal_actions
        assert again.model_dump(mode="json") == view.model_dump(mode="json")


def test_a_view_refuses_as_the_rules_do() -> None:
    source = Source("refusals")
    for before, seat, action, _after in random_game(5, 4):
        view = RULES.view(before, seat, names=NAMES[:4])
        assert view.refusal(action) is None
        assert view.refusal(action.text) is None
        assert view.choices == RULES.choices(before, seat)
        other = any_action(before, seat, source)
        assert view.refusal(other) == RULES.refusal(before, seat, other)
        public = RULES.view(before, None, names=NAMES[:4])
        assert public.refusal(action) == "You have nothing to decide now."
        assert view.unable().refusal(action) is not None


def test_a_real_tower_asks_for_what_fell_out() -> None:
    with pytest.raises(ThrowNeededError, match=r"^Throw A7 B7 C7 f10 into the tower") as asked:
        SHOGUN.new(NAMES[:3], {"setup": "printed", "tower": "real"})
    assert asked.value.thrown == (7, 7, 7, 10)


@pytest.mark.parametrize(
    ("typed", "outcome"),
    [
        ("2.0.1.3", "2.0.1.3"),
        ("A2 C1 f3", "2.0.1.3"),
        ("a2,c1,F3", "2.0.1.3"),
        ("-", ".".join("0000")),
        ("f1", "0.0.0.1"),
    ],
)
def test_a_throw_is_typed_by_letters_or_by_numbers(typed: str, outcome: str) -> None:
    assert ThrowNeededError((7, 7, 7, 10), (0, 0, 0, 0)).read(typed) == outcome


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("A8", "8 armies of A can't have fallen out: 7 went in and 0 were inside. Count again."),
        ("f11", "11 farmers can't have fallen out: 10 went in and 0 were inside. Count again."),
        ("A1 A2", "Write each colour once: A, B, C; f are farmers."),
        ("D1", "Write each colour once: A, B, C; f are farmers."),
        ("two", "Write a throw as the cubes that fell out, by seat, then the farmers, with points between: 2.2.2.2."),
    ],
)
def test_an_impossible_throw_says_why(typed: str, why: str) -> None:
    with pytest.raises(ChanceError) as refused:
        ThrowNeededError((7, 7, 7, 10), (0, 0, 0, 0)).read(typed)
    assert str(refused.value) == why


def test_no_bot_throws_into_a_real_tower() -> None:
    players = [Player(name=name, kind="beginner") for name in NAMES[:3]]
    with pytest.raises(NaishiError, match=r"^No bot can throw into a real tower: seat a person, too"):
        SHOGUN.new(players, {"tower": "real"})
    assert len(SHOGUN.new([NAMES[3], *players[1:]], {"tower": "real"}).players) == 3


def missing_throw(
    game: RecordedGame[Position], action: Action, seat: int, typed: list[tuple[str, str]]
) -> ThrowNeededError | None:
    """Play an action; return what the tower has to throw first."""
    try:
        game.play(action, seat, typed)
    except ThrowNeededError as needed:
        return needed
    return None


def test_a_game_is_played_with_a_real_tower() -> None:
    """What falls out is typed in whenever it is asked for; the record plays the same game again."""
    game = SHOGUN.new(NAMES[:3], {"setup": "printed", "tower": "real"}, "real", [("throw", "4.4.6.8")])
    asked, source = 0, Source("real")
    while game.awaited and asked < 8:
        seat = game.awaited[0]
        action = any_action(game.position, seat, source)
        before = game.document()
        typed: list[tuple[str, str]] = []
        while needed := missing_throw(game, action, seat, typed):
            asked += 1
            with pytest.raises(ChanceError):
                game.play(action, seat, [*typed, ("throw", cubes_text([60] * 4))])
            assert game.document() == before
            thrown = cubes_text(fall(towers()["published"], needed.thrown, needed.inside, source))
            assert impossible(thrown, needed.thrown, needed.inside) == ""
            typed.append(("throw", thrown))
    assert asked >= 8
    assert RecordedGame.read(RULES, game.document()).position_text() == game.position_text()


@pytest.mark.parametrize(
    ("options", "sentence"), [({"tower": "leaning"}, "tower"), ({"setup": "x"}, "setup"), ({"moon": "yes"}, "moon")]
)
def test_unknown_options_are_refused(options: dict[str, str], sentence: str) -> None:
    with pytest.raises(NaishiError, match=sentence):
        SHOGUN.new(NAMES[:3], options)


@pytest.mark.parametrize("count", [3, 4, 5])
@pytest.mark.parametrize("setup", ["printed", "draft"])
def test_the_example_of_a_plan_is_always_one_that_is_accepted(count: int, setup: str) -> None:
    game = SHOGUN.new(NAMES[:count], {"setup": setup}, f"example {count}")
    bots, asked = [SHOGUN.bot("random", seat) for seat in range(count)], 0
    while game.awaited:
        seat = game.awaited[-1]
        view = game.view(seat)
        if view.ask == "plan":
            asked += 1
            (example,) = re.findall(r"such as (plan .*)\.$", SHOGUN.lines(view)[0])
            assert view.refusal(SHOGUN.in_english(example)) is None
            assert example in SHOGUN.lines(view, "typing")[0]
            others = SHOGUN.lines(game.view(None), "typing")[0]
            assert "castle:PROVINCE" in others
        game.play(bots[seat].choose(view), seat)
    assert asked >= 12


def test_a_number_that_is_no_bid_is_refused_by_naming_the_bids() -> None:
    for text, sentence in (
        ("plan bid:5", "“bid:5” isn't a bid: bid 0 to 4 chests, or a province, such as bid:Kii."),
        ("plan bid:99", "“bid:99” isn't a bid: bid 0 to 4 chests, or a province, such as bid:Kii."),
        ("plan bid:04", "“bid:04” isn't a bid: bid 0 to 4 chests, or a province, such as bid:Kii."),
        (
            "plan castle:3",
            "“castle:3”: a number is a bid of chests; write castle and a province, such as castle:Kii.",
        ),
    ):
        with pytest.raises(InvalidActionError) as refused:
            parse(text)
        assert str(refused.value) == sentence


def test_plans_are_refused_in_words() -> None:
    game = SHOGUN.new(NAMES[:3], {"setup": "printed"}, "refused")
    for text, sentence in (
        ("plan bid:1", "At least six province cards must be laid; laid so far: 0."),
        ("plan castle:Kii", "Kii isn't yours."),
        ("plan castle:Suruga tax:Suruga", "Suruga lies on two spaces; each card can be laid once."),
        ("choose rice", "Now everybody plans the season: plan, then each space with its card."),
        (
            "plan castle:Suruga temple:Mino rice:Tamba tax:Musashi raise5:Harima raise3:Izu",
            "The bid may be empty only with five provinces or fewer: lay a chest card or a province there.",
        ),
    ):
        before = game.position_text()
        with pytest.raises(IllegalActionError) as refused:
            game.play(text, 0)
        assert str(refused.value) == sentence
        assert game.position_text() == before


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (("Aki=3.2", "Aki=3.0"), "no army"),
        (("Aki=3.2", "Aki=9.2"), "isn't there"),
        (("15/0/0/36", "15/0/0/35"), "62 armies"),
        ((" 18 0:", " 17 0:"), "20 farmers"),
        (("raise-1,", ""), "isn't the text|don't fit the season"),
        (("1.1 ", "9.1 "), "two years|isn't the text"),
        (("plan:0123", "plan:012"), "isn't the text"),
        (("Aki=3.2.-.0", "Aki=3.2.ctn.0"), "more buildings than slots"),
    ],
)
def test_a_position_that_makes_no_sense_is_refused_in_one_line(change: tuple[str, str], sentence: str) -> None:
    text = RULES.position_text(from_case(next(case for case in cases() if case["id"] == "4-5600")).at(0).position)
    assert read_position(text)
    old, new = change
    assert old in text or old == "raise-1,"
    changed = text.replace(old, new, 1) if old in text else text.replace("raise-1", "taxmax-0", 1) + "x"
    with pytest.raises(InvalidPositionError, match=sentence) as refused:
        read_position(changed)
    assert "\n" not in str(refused.value)


def test_a_game_begins_at_a_position() -> None:
    game = from_case(cases()[7]).at(80)
    text = game.position_text()
    assert RULES.position_text(RULES.parse(text)) == text


def test_a_game_that_begins_at_a_position_keeps_its_tower() -> None:
    game = SHOGUN.from_position(from_case(cases()[7]).at(80).position_text(), seed="on", tower="by_throw")
    assert game.position.tower == "by_throw"
    assert SHOGUN.read(game.document()).position.tower == "by_throw"


def test_what_one_seat_sees_is_no_position_to_play_from() -> None:
    text = from_case(cases()[1]).at(2).view(2).position
    with pytest.raises(InvalidPositionError, match="what one seat sees"):
        RULES.parse(text)


def test_damaged_data_are_refused_in_one_line() -> None:
    data = _read("shogun.json")
    data["provinces"][0]["name"] = "Atlantis"
    with pytest.raises(NaishiError, match="a border leads to an unknown province"):
        make_board(data)
    del data["provinces"]
    with pytest.raises(NaishiError, match="KeyError"):
        make_board(data)


def test_borders_lead_both_ways() -> None:
    provinces = board().provinces
    assert all(at in provinces[other].near for at, each in enumerate(provinces) for other in each.near)
    assert indexes()["Kii"] in provinces[indexes()["Awa-Shikoku"]].sea


def test_a_plan_is_withdrawn_only_until_the_event_and_the_bids_are_seen() -> None:
    game = SHOGUN.new(NAMES[:3], {"setup": "printed"}, "withdrawn")
    for seat in (0, 1):
        game.play(make("intermediate", 1).choose(game.view(seat)), seat)
    first = game.withdraw(0)
    assert game.awaited == (0, 2)
    for seat, action in ((0, first), (2, make("intermediate", 1).choose(game.view(2)))):
        game.play(action, seat)
    assert not any(game.can_withdraw(seat) for seat in range(3))
    with pytest.raises(IllegalActionError):
        game.withdraw(0)


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
