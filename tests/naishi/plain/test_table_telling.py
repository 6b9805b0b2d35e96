"""News of a table of any game, each told once to whoever may hear it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from naishi.games.ninjato.words import question
from naishi.saves import Saves
from naishi.tabletop.chance import Source
from naishi.tabletop.kinds import kind_of
from naishi.tabletop.players import Player
from tests.naishi.plain.hearing import hear, hear_game
from tests.naishi.plain.tables import WITH_A_BOT, at_its_last_action, between_covers, kept, objects, shogun
from tests.naishi.tabletop import unison


@pytest.fixture(autouse=True)
def _register() -> None:
    unison.register()


def test_each_fact_of_a_season_has_a_line_of_its_own_and_no_plan_comes_out_of_order(tmp_path: Path) -> None:
    id_, last = at_its_last_action(tmp_path)
    lines = hear_game(tmp_path, id_, last, "undo", "log", "quit")
    assert "A new season: year 1, summer." in lines
    assert not [line for line in lines if " Action " in line or " A new season" in line]
    heard = lines[lines.index("A new season: year 1, summer.") - 5 : lines.index("Year 1, spring.")]
    assert not [line for line in heard if " plans: " in line]
    (undone,) = [line for line in lines if line.startswith("Undone: ")]
    assert undone.startswith("Undone: Aiko ") or " of Aiko " in undone
    assert "A new season" not in undone


def test_who_plans_behind_a_cover_hears_the_own_plan_once_and_the_others_once_that_it_is_made(tmp_path: Path) -> None:
    id_, plans = shogun(tmp_path)
    typed = [word for plan in plans for word in ("", plan)]
    first, second, third, last = between_covers(hear(tmp_path, f"resume {id_}", *typed, "quit"))
    for part, name in ((first, "Aiko"), (second, "Bruno"), (third, "Chika")):
        assert part.count(f"{name} plans: ") == 1
    assert (
        second.count("Aiko has planned.") == third.count("Aiko has planned.") == third.count("Bruno has planned.") == 1
    )
    assert "has planned" not in first
    assert " plans: " not in last


def test_what_everybody_at_the_keyboard_has_heard_is_not_told_the_next_player(tmp_path: Path) -> None:
    id_ = kept(tmp_path, "shogun", "Aiko", "Bruno", "Chika")
    lines = hear_game(tmp_path, id_, "draw", "place 4", "draw", "place 4", "quit")
    assert sum(line.startswith("Aiko places 4 armies in ") for line in lines) == 1
    assert sum(line.startswith("Bruno places 4 armies in ") for line in lines) == 1


def test_the_end_of_a_round_is_told_with_its_reasons(tmp_path: Path) -> None:
    id_ = kept(tmp_path, "ninjato", "Aiko", Player("Kotaro", "beginner"))
    raids = (step for house in (1, 2, 3) for step in (f"raid {house} stealth", "fail"))
    lines = hear_game(tmp_path, id_, *raids, "log", "quit")
    assert lines.count("Round 1 is over.") == 2
    assert lines.count("Order of turns: Kotaro, you. Alone at the dojo: Kotaro.") == 2


def test_a_question_after_a_bots_action_names_whom_it_is_for(tmp_path: Path) -> None:
    """Special cards are chosen: a person, a bot, and another person, who is asked at once."""
    players = (Player("Aiko"), Player("Chika", "random"), Player("Bruno"))
    for seed in map(str, range(50)):
        game = kind_of("shogun").new(players, {"setup": "printed"}, seed)
        while game.view(None).ask == "plan":
            seat = game.awaited[0]
            game.play(game._rules.sample_plan(game.position, seat, Source(seed)), seat)
        order = []
        while game.view(None).ask == "choose":
            order += game.awaited
            game.play(game.view(order[-1]).legal_actions[0])
        if order == [0, 1, 2]:
            break
    with Saves(tmp_path).create(game.at(3)) as opened:
        first = game.actions[3].text
    lines = hear_game(tmp_path, opened.id, first, "quit", "quit")
    assert any("Bruno" in line and "hoose" in line for line in lines), lines


def test_a_question_says_when_and_whose_turn_it_is_once_a_turn_and_addresses_a_lone_listener(tmp_path: Path) -> None:
    game = kind_of("ninjato").new(("Aiko", Player("Kotaro", "beginner")), {}, "5")
    while game.awaited != (0,):
        game.play(game.view(1).legal_actions[0], 1)
    with Saves(tmp_path).create(game) as opened:
        pass
    lines = hear_game(tmp_path, opened.id, "dojo", "draw deck", "quit")
    asked = "Round 1 of 7. Your turn: Choose a place for your shuriken."
    assert asked in lines
    part = lines[lines.index(asked) + 1 : lines.index("You visit the dojo.") + 2]
    assert part == ["You visit the dojo.", _question_of(game, "dojo")]


def _question_of(game: Any, action: str) -> str:
    game.play(action, 0)
    return str(question(game.position))


def test_where_choices_are_few_a_question_names_them(tmp_path: Path) -> None:
    id_ = kept(tmp_path, "shogun", "Aiko", Player("Chika", "random"), Player("Bruno", "random"))
    lines = hear_game(tmp_path, id_, "draw", "quit")
    take = r"Draft, your turn: take a card\. Type take and one of these: \w+, .*; or draw"
    assert any(re.match(take, line) for line in lines)
    place = r"Draft, your turn: place a group in \w+\. Type place and one of these: 2, 3, 4, 5\."
    assert any(re.fullmatch(place, line) for line in lines)


@pytest.mark.parametrize("handover", ["always", "never"])
def test_what_follows_from_the_last_plan_is_read_once_to_all_behind_a_cover(tmp_path: Path, handover: str) -> None:
    id_, plans = shogun(tmp_path)
    alone = [""] if handover == "always" else []
    typed = [word for plan in plans for word in (*alone, plan)]
    heard = hear(tmp_path, f"resume {id_}", *typed, "quit", "quit", handover=handover)
    assert sum(line.startswith("Order of choosing: ") for line in heard) == 1
    assert sum(line.startswith("Event: ") for line in heard) == 1
    if handover == "always":
        *_planning, after = between_covers(heard)
        assert "Order of choosing: " in after
        assert " plans: " not in after


def test_whoever_plans_last_and_goes_on_leaves_the_plan_behind_a_cover(tmp_path: Path) -> None:
    for seed in map(str, range(50)):
        game = kind_of("shogun").new(("Aiko", "Bruno", "Chika"), {"setup": "printed"}, seed)
        plans = [game._rules.sample_plan(game.position, seat, Source(seed)).text for seat in range(3)]
        for plan in plans:
            game.play(plan, game.awaited[0])
        if game.awaited == (2,):
            break
    with Saves(tmp_path).create(game.at(0)) as opened:
        pass
    typed = [word for plan in plans for word in ("", plan)]
    *_planning, after = between_covers(hear(tmp_path, f"resume {opened.id}", *typed, "quit", "quit"))
    assert "Chika chooses a special card. Type choose" in after
    assert " plans: " not in after


def test_a_season_that_all_have_heard_openly_is_not_read_again_behind_the_covers(tmp_path: Path) -> None:
    id_, _last = at_its_last_action(tmp_path, *WITH_A_BOT, seat=2)
    game = Saves(tmp_path).load(id_)
    game.play(_last)
    plan = game._rules.sample_plan(game.position, 0, Source("1")).text
    heard = hear(tmp_path, f"resume {id_}", "", "1", plan, "", "2", "quit", "quit")
    assert heard.count("A new season: year 1, summer.") == 1
    assert heard.count("Aiko has planned.") == 1
    id_, _last = at_its_last_action(tmp_path, *WITH_A_BOT, seat=2)
    found = objects(tmp_path, f"resume {id_}", "1", "quit", "quit")
    assert [each["seat"] for each in found if each["type"] == "table"][-1] == 0
