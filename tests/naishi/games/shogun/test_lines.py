"""Answers about a table of Shogun, as they are heard."""

from __future__ import annotations

import re

import pytest

from naishi.common.i18n import InvalidActionError
from naishi.games.shogun import legal
from naishi.games.shogun.actions import RENEW, parse, read_typed
from naishi.games.shogun.data import board, indexes
from naishi.games.shogun.kind import SHOGUN
from naishi.games.shogun.lines import lines
from tests.naishi.games.shogun.playing import cases
from tests.naishi.games.shogun.shared import NAMES, printed, views


def test_numbers_of_a_table_are_never_beside_each_other() -> None:
    shown = [line for view in views() for line in lines(view)]
    assert not [line for line in shown if re.search(r"\d \d", line)]
    assert any(re.search(r"[a-z]: \d+ arm(y|ies), 1 revolt marker[;.]", line) for line in shown)


def test_the_first_line_begins_with_a_capital() -> None:
    assert all(lines(view)[0][0].isupper() for view in views())


def test_new_cards_are_offered_only_where_they_can_be_opened() -> None:
    game = SHOGUN.new(NAMES, {}, "words")
    assert lines(game.view(0))[0].endswith("Type take and a province, or draw.")
    for seat in range(3):
        game.play("draw", seat)
        game.play("place 4", seat)
    assert RENEW in game.view(0).legal_actions
    assert lines(game.view(0))[0].endswith("Type take and a province, draw or renew.")


def test_the_provinces_of_a_region_are_listed_with_who_holds_them() -> None:
    view = printed().view(0)
    (yellow,) = lines(view, "yellow")
    assert yellow.startswith("The yellow region: ")
    assert "Suruga, Aiko" in yellow
    every = " ".join(lines(view, "region"))
    assert all(board().provinces[indexes()[land.code]].name in every for land in view.land)


def test_what_a_word_names_is_all_that_is_read() -> None:
    view = printed().view(0)
    (card, taker) = lines(view, "chest")
    assert card.startswith("Special card chest: 1 more chest")
    assert taker == "Special card chest: not taken yet."
    action, built = lines(view, "castle")
    assert action.startswith("Action castle: ")
    assert built == "Built so far: none."
    assert all(line.startswith("Bruno") for line in lines(view, "Bruno"))


def test_the_odds_of_a_battle_grow_with_the_armies() -> None:
    fights = [view for view in views() if view.ask in ("fightA", "fightB")]
    heard = [(view, lines(view, "odds")) for view in fights]
    attacks = [line for _view, found in heard for line in found[:-1]]
    assert attacks
    for line in attacks:
        chances = [int(each) for each in re.findall(r"(\d+)%", line)]
        assert chances == sorted(chances)
    for view, found in heard:
        targets = {each.target for each in view.legal_actions if view.table.owner[each.target] != view.seat}
        assert len(found) == (len(targets) + 1 if targets else 0)
        assert not lines(view.unable(), "odds") or view.unable().awaited


def test_the_score_says_what_rice_the_next_winter_takes() -> None:
    view = printed().view(0)
    found = lines(view, "score")
    assert len(found) == 6
    assert re.fullmatch(
        r"Winter takes \d+ to \d+ rice, then \d+ provinces of Aiko want \d+ more\. With 0, .* would be missing\.",
        found[1],
    )


def test_in_winter_the_rice_that_it_has_taken_is_not_taken_again_by_the_score() -> None:
    winters = [view for view in views() if view.ask == "revolt"]
    assert winters
    for view in winters:
        found = lines(view, "score")
        assert len(found) == len(NAMES)
        assert all("A winter now would bring" in line for line in found)


def test_what_brings_no_points_is_no_reason_for_a_score() -> None:
    for view in views():
        heard = lines(view, "score")
        assert not [line for line in heard if re.search(r"\b0 for ", line)]
    assert "A winter now would bring 0: none." in lines(SHOGUN.new(NAMES, {}, "words").view(0), "score")[0]


def test_the_season_before_winter_says_that_winter_comes() -> None:
    game = SHOGUN.from_case(cases()[1])
    heard = [line for event in game.events(None) for line in SHOGUN.sentences(event, game.view(None).names, None)]
    assert [line for line in heard if "Winter comes after it" in line] == [
        f"A new season: year {year}, autumn. Winter comes after it: then each province needs 1 rice." for year in (1, 2)
    ]


def test_a_group_that_is_placed_is_heard_once_with_where() -> None:
    game = SHOGUN.new(NAMES, {}, "words")
    game.play(game.view(0).legal_actions[-1], 0)
    place = game.view(0).table.at
    game.play("place 4", 0)
    said = SHOGUN.sentences(game.events(None)[-1], NAMES, None)
    assert said == [f"Aiko places 4 armies in {board().provinces[place].name}."]


@pytest.mark.parametrize(
    ("typed", "wanted"),
    [
        ("move Mino Mikawa", "write move, from where, to where and how many armies, such as move Kii Ise 3."),
        ("take", "write take and a province, such as take Kii."),
        ("place", "write place and the size of a group, such as place 4."),
        ("choose", "write choose and a special card, such as choose rice."),
        ("draw 3", "write draw alone."),
    ],
)
def test_an_action_that_is_not_whole_is_refused_with_what_it_lacks(typed: str, wanted: str) -> None:
    with pytest.raises(InvalidActionError, match=re.escape(wanted)):
        parse(typed)


def test_new_cards_that_can_not_be_opened_are_refused_with_the_reason() -> None:
    position = SHOGUN.new(NAMES, {}, "words").position
    refused = legal.refusal(position, 0, RENEW)
    assert (
        refused
        == "You can renew the open cards only if you had the same two to choose from the last time, and only once."
    )


def test_a_plan_is_read_in_small_letters() -> None:
    plan = read_typed("plan fighta:kii RAISE5:awa-shikoku bid:2")
    assert plan.text == "plan raise5:Awa-Shikoku fightA:Kii bid:2"
    assert read_typed("plan fight A:Kii raise 5:Awa-Shikoku bid:2") == plan
    assert read_typed("move kii ise 3") == parse("move Kii Ise 3")


def test_what_one_holds_says_all_that_a_plan_needs_of_each_province() -> None:
    view = printed().view(0)
    first, *rest = lines(view, "hand")
    assert first.startswith("Aiko: 0 points, ")
    own = [land for land in view.land if land.owner == 0]
    assert [line.partition(":")[0] for line in rest] == [board().provinces[indexes()[land.code]].name for land in own]
    sagami = next(line for line in rest if line.startswith("Sagami"))
    assert re.fullmatch(
        r"Sagami: 2 armies; rice 4, taxes 3; 3 free slots; beside it: (\w+( by sea)?, (Bruno|Chie|neutral)"
        r"(, \d+ arm(y|ies))?(; )?)+\.",
        sagami,
    )
    assert not lines(SHOGUN.new(NAMES, {"setup": "printed"}, "5").view(None), "hand")


def test_a_province_names_its_code_and_neighbours_with_who_holds_them() -> None:
    (sagami, near, code) = lines(printed().view(0), "sagami")
    assert sagami.startswith("Sagami (yellow): rice 4")
    assert near.startswith("Neighbours: Izu, ")
    assert not re.search(r"\b1 Izu", near)
    assert code == "Sagami can be typed as Sag."
    shown = [line for land in printed().view(0).land for line in lines(printed().view(0), land.code)]
    assert any("by sea" in line for line in shown)
    assert not any("Tosa" in line for line in shown)
    assert lines(printed().view(0), "Tosa")[0] == "Tosa isn't in the game with three players."


def test_a_plan_is_foretold_to_its_planner_alone() -> None:
    game = printed()
    plan = legal.example_plan(game.position, 0)
    heard = SHOGUN.foretold(game.view(0), plan)
    assert heard[0] == f"To type it again: {SHOGUN.in_words(plan.text)}."
    assert heard[-1].startswith("If all goes well, you will have ")
    assert lines(game.view(0), plan.text) == heard
    for view in (game.view(1), game.view(None), game.view(0).in_company(game.view(None)).unable()):
        assert not SHOGUN.foretold(view, plan)
    poor = read_typed(SHOGUN.in_english(SHOGUN.in_words(plan.text)))
    assert poor == plan
    game.play(plan.text, 0)
    assert not SHOGUN.foretold(game.view(0), plan), "it is laid"
    assert not [line for line in lines(game.view(1)) if "castle" in line and "Aiko" in line]


def test_what_a_plan_can_not_do_is_foretold() -> None:
    planning = [view for view in views() if view.ask == "plan"]
    spaces = ("castle", "temple", "theatre", "raise5", "raise3", "raise1", "fightA", "fightB")
    heard: list[str] = []
    for view in planning:
        laid = zip(spaces, (board().provinces[at].name for at in view.table.held(view.seat)), strict=False)
        plan = " ".join(("plan", *(f"{space}:{name}" for space, name in laid), "bid:0"))
        heard += SHOGUN.foretold(view, read_typed(plan))
    assert all(line[0].isupper() for line in heard)
    assert any("will be skipped as things stand: it has that building already." in line for line in heard)
    assert any("will be skipped as things stand: not enough chests." in line for line in heard)


def test_no_number_follows_the_number_of_a_name() -> None:
    names = ("Shingen", "Shingen 2", "Shingen 3")
    game = SHOGUN.from_case(cases()[1])
    assert len(game.players) == 3
    heard = [line for event in game.events(None) for line in SHOGUN.sentences(event, names, None)]
    assert any(" farmers" in line and "of Shingen 2" in line for line in heard)
    assert not [line for line in heard if re.search(r"\d \d", line)]
