"""Other games in line mode: toy, Ninjato, Shogun."""

from __future__ import annotations

import asyncio
import io
import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from naishi.bots import protocol
from naishi.common.i18n import IllegalActionError, InvalidActionError
from naishi.games.ninjato.words import question
from naishi.games.shogun.words import space_name
from naishi.plain.console import Console
from naishi.plain.home import PlainHome
from naishi.plain.json_console import JsonConsole
from naishi.plain.local import StandardLines
from naishi.plain.naishi.objects import schema
from naishi.plain.table_answers import TableAnswers, in_ranges
from naishi.plain.table_room import TableGame
from naishi.saves import Saves, Summary
from naishi.sessions import Session
from naishi.settings.schema import Layers
from naishi.tabletop.chance import Source
from naishi.tabletop.kinds import kind_of
from naishi.tabletop.pins import hash_pin
from naishi.tabletop.players import Player
from tests.naishi.plain.hearing import context_of, hear, hear_game
from tests.naishi.tabletop import unison


@pytest.fixture(autouse=True)
def _register() -> None:
    unison.register()


def kept(folder: Path, key: str, *players: str | Player, options: Any = None) -> Any:
    """Save a new game; return its id."""
    with Saves(folder).create(kind_of(key).new(players, options or {}, "5")) as opened:
        return opened.id


def said(lines: Sequence[str]) -> list[str]:
    return [line for line in lines if line.strip()]


def between_covers(lines: Sequence[str]) -> list[str]:
    """Return what is heard between the blank lines of covers."""
    return re.split(r"\n{30,}", "\n".join(lines))


def test_the_toy_is_played_by_three_at_one_keyboard_from_the_first_question_to_a_rematch(tmp_path: Path) -> None:
    rounds = [word for number in ("1", "2", "3") for _seat in range(3) for word in ("", number)]
    lines = said(hear(tmp_path, "new unison Aiko Bruno Chika", *rounds[:-1], rounds[-1], "score", "rematch", "quit"))
    assert lines.count("Aiko has chosen 3.") == 1
    assert "Type rematch, replay, log, score, undo or quit." in lines
    assert lines.count("Aiko: 0") == 2
    saves = Saves(tmp_path)
    names = {tuple(player.name for player in saves.load(each.id).players) for each in saves.list()}
    assert ("Aiko", "Bruno", "Chika") in names


def test_a_secret_choice_is_heard_by_its_seat_alone_until_all_have_chosen(tmp_path: Path) -> None:
    id_ = kept(tmp_path, "unison", "Aiko", "Bruno", "Chika")
    lines = hear(tmp_path, f"resume {id_}", "", "2", "", "look", "log", "1", "", "log", "3", "", "quit")
    first, second, rest = between_covers(lines)
    third, _revealed, after = rest.partition("Aiko has chosen 2.")
    assert "Aiko has chosen 2." in first
    for part in (second, third):
        assert "chosen 2" not in part
        assert "Aiko has chosen." in part
    assert "You have chosen" not in second
    assert "Bruno has chosen 1." in second
    assert "chosen 1" not in third
    assert {"Bruno has chosen 1.", "Chika has chosen 3."} <= {*after.splitlines()}


def test_a_choice_is_withdrawn_and_others_hear_nothing_of_what_it_was(tmp_path: Path) -> None:
    players = (Player("Aiko"), Player("Hiro", "highest"))
    lines = hear_game(tmp_path, kept(tmp_path, "unison", *players), "withdraw", "1", "log", "quit")
    assert "You have nothing to withdraw that the others haven't seen." in lines
    assert lines.count("Hiro has chosen 3.") == 2
    game = kind_of("unison").new(("Aiko", "Bruno"), {}, "5")
    with Saves(tmp_path).create(game) as opened:
        pass
    lines = hear_game(tmp_path, opened.id, "", "2", "withdraw", "undo", "", "1", "quit")
    assert "Undone: Aiko has chosen." in lines


def test_undo_and_redo_go_over_the_bots(tmp_path: Path) -> None:
    players = (Player("Aiko"), Player("Hiro", "highest"))
    lines = hear_game(tmp_path, kept(tmp_path, "unison", *players), "1", "undo", "redo", "quit")
    assert "Undone: Aiko has chosen 1." in lines
    assert "The same luck comes again." in lines
    assert lines.count("Aiko has chosen 1.") == 2


def test_what_can_be_done_is_listed_counted_and_explained(tmp_path: Path) -> None:
    id_ = kept(tmp_path, "ninjato", "Aiko", Player("Kotaro", "random"))
    lines = hear_game(
        tmp_path, id_, "actions raid 1", "ACTIONS", "why leave", "why raid 9 stealth", "why", "what", "what score",
        "what dragon", "actions dragon", "quit",
    )  # fmt: skip
    assert {"raid 1 stealth.", "raid 1 strength.", "dojo."} <= {*lines}
    assert any(line.startswith("That can't be done now.") for line in lines)
    possible = "'raid 9 stealth' is not an action, or not all of one. Possible now: raid 1 stealth; raid 1 strength; "
    assert any(line.startswith(possible) for line in lines)
    assert "The table shows nothing of 'dragon'." in lines
    assert "No action begins with 'dragon' now." in lines


def test_help_about_an_action_says_how_it_is_typed(tmp_path: Path) -> None:
    id_ = kept(tmp_path, "ninjato", "Aiko", Player("Kotaro", "random"))
    lines = hear_game(tmp_path, id_, "help raid", "help dragon", "help", "quit")
    assert {"raid 1 stealth.", "raid 1 strength."} <= {*lines}
    assert any(line.startswith("All actions, each with an example: ") and "raid 3 stealth" in line for line in lines)
    assert any(line.startswith("'dragon' is not a command") for line in lines)
    plan, _plans = shogun(tmp_path)
    (part, *_others) = between_covers(
        hear(tmp_path, f"resume {plan}", "", "help plan", "help cards", "help dragon", "quit")
    )
    assert part.count("Type plan and your cards, such as plan castle ") == 3, "asked, and twice by help plan"
    assert part.count("The cards of a plan are your provinces") == 2, "help plan and help cards"
    assert "Lay a province card on an action to do it there" in part, "what the rules say"
    assert "'dragon' is not a command" in part


@pytest.mark.parametrize(
    ("language", "help_", "raise_"),
    [("fr", "aide", "lever"), ("pl", "pomoc", "wystaw"), ("de", "Hilfe", "ausheben")],
)
def test_help_about_an_action_says_all_that_is_typed_with_it_in_each_language(
    tmp_path: Path, language: str, help_: str, raise_: str
) -> None:
    id_, _plans = shogun(tmp_path)
    english = hear(tmp_path, f"resume {id_}", "", "help plan", "quit")
    lines = hear(tmp_path, f"resume {id_}", "", f"{help_} plan", "quit", language=language)
    assert len(lines) == len(english)
    assert sum(f"{raise_} 5, {raise_} 3, {raise_} 1" in line for line in lines) == 1


def test_the_plan_that_is_shown_as_an_example_is_accepted(tmp_path: Path) -> None:
    plan, _plans = shogun(tmp_path)
    heard = hear(tmp_path, f"resume {plan}", "", "quit")
    (example,) = set(re.findall(r"such as (plan .*)\.$", "\n".join(heard), re.MULTILINE))
    assert "That is possible now." in hear(tmp_path, f"resume {plan}", "", f"why {example}", "quit")


def test_a_plan_is_foretold_where_it_is_asked_for_and_once_it_is_typed_to_its_planner_alone(tmp_path: Path) -> None:
    id_, (first, second, _third) = shogun(tmp_path)
    lines = hear(tmp_path, f"resume {id_}", "", f"why {first}", first, "", f"why {second}", "quit")
    before, after = between_covers(lines)
    typed = kind_of("shogun").in_words(first)
    assert before.count(f"To type it again: {typed}.") == 2
    assert before.count("If all goes well, you will have ") == 2
    assert typed not in after
    assert after.count("To type it again: ") == 1
    typed_again = hear(tmp_path, f"resume {id_}", "", "withdraw", "", kind_of("shogun").in_words(second), "quit")
    assert "To type it again: " in "\n".join(typed_again)


def test_an_action_is_typed_as_its_text_and_a_word_that_is_none_is_refused(tmp_path: Path) -> None:
    id_ = kept(tmp_path, "ninjato", "Aiko", "Bruno")
    lines = hear_game(tmp_path, id_, "", "DOJO", "draw deck", "play 9", "pl", "players", "rules", "quit")
    assert "You visit the dojo." in lines
    assert any(line.startswith("'play 9' is not an action of Ninjato") for line in lines)
    assert "Bruno: a person." in lines
    assert not any("Naishi" in line for line in lines)


def test_the_first_letters_will_do_for_the_words_of_an_action_where_they_mean_one(tmp_path: Path) -> None:
    id_ = kept(tmp_path, "ninjato", "Aiko", "Bruno")
    lines = hear_game(tmp_path, id_, "", "raid 1 st", "raid 1", "raid 1 ste", "log", "quit")
    both = "Possible now: raid 1 stealth; raid 1 strength."
    assert f"'raid 1 st' is not an action, or not all of one. {both}" in lines
    assert f"'raid 1' is not an action, or not all of one. {both}" in lines
    assert any(line.startswith("You raid house 1 by stealth; the sentry: ") for line in lines)


def test_rules_are_read_by_chapters_without_what_a_screen_shows_and_assumptions_on_request(tmp_path: Path) -> None:
    id_ = kept(tmp_path, "ninjato", "Aiko", "Bruno")
    part = {words: hear_game(tmp_path, id_, "", *words, "quit") for words in [("rules",), ("rules raids",)]}
    assert "What is assumed:" not in part["rules",]
    assert any(line.startswith("Chapters: The game; The places; Raids; ") for line in part["rules",])
    assert {"Raids:", "The end:"} <= {*part["rules",]}
    assert "The end:" not in part["rules raids",]
    assert "Raids:" in part["rules raids",]
    lines = hear_game(tmp_path, id_, "", "rules assumed", "rules marks", "quit")
    assert "What is assumed:" in lines
    assert any(line.startswith("The rules say nothing of 'marks'. Chapters: ") for line in lines)
    for line in (*lines, *part["rules",]):
        assert not line.startswith("Marks on the table")
        assert not re.search(r"\d of \d \(|[•×!]", line) or "assumed" in line


def test_a_number_is_no_beginning_of_a_longer_one() -> None:
    answers = TableAnswers("ninjato")
    legal = [answers.kind.action(text) for text in ("bribe T25 f", "spread friends:?? j v", "play 3 open_hand")]
    assert answers.read("spread fr v j", legal).text == "spread friends:?? v j"
    assert answers.read("play 3 open hand", legal).text == "play 3 open_hand"
    with pytest.raises(InvalidActionError, match="Possible now: bribe T25 fan"):
        answers.read("bribe T2 f", legal)


def test_what_is_said_of_a_possible_action_is_no_more_than_may_be_shown() -> None:
    game = kind_of("ninjato").new(("Aiko", "Bruno"), {}, "5")
    (seat,) = game.awaited
    game.position.players[seat].hand = ()
    answers, view, words = TableAnswers("ninjato"), game.view(seat), ["raid", "1", "stealth"]
    assert [*answers.why(view, words, view)][-1].startswith("Nothing that you have beats the sentry of house 1")
    assert not any("Nothing that you have" in line for line in answers.why(view, words, game.view(None)))


def test_a_word_that_is_no_action_names_the_ways_on_and_the_hand_is_a_word(tmp_path: Path) -> None:
    id_ = kept(tmp_path, "ninjato", "Aiko", "Bruno")
    lines = hear_game(tmp_path, id_, "", "advice", "hand", "what", "quit")
    (refusal,) = [line for line in lines if line.startswith("'advice' is not an action of Ninjato")]
    assert refusal.endswith("Type what for what you can do now, help for the commands.")
    assert sum(line.startswith("Your hand: ") for line in lines) == 2


def test_a_hand_of_ninjato_is_never_read_out_to_another_seat(tmp_path: Path) -> None:
    id_ = kept(tmp_path, "ninjato", "Aiko", "Bruno")
    game = Saves(tmp_path).load(id_)
    hands = {seat: f"Your hand: {', '.join(sorted(game.position.players[seat].hand))}." for seat in (0, 1)}
    first, second = game.awaited[0], 1 - game.awaited[0]
    lines = hear(tmp_path, f"resume {id_}", "", "look", "raid 1 stealth", "fail", "", "look", "log", "quit")
    before, after = between_covers(lines)
    assert hands[first] in before
    assert hands[second] not in before
    assert hands[second] in after
    assert hands[first] not in after


def shogun(folder: Path, *players: str | Player) -> tuple[str, list[str]]:
    """Save a game of Shogun that is being planned; return its id, and a plan for each seat."""
    names = players or ("Aiko", "Bruno", "Chika")
    id_ = kept(folder, "shogun", *names, options={"setup": "printed"})
    game = Saves(folder).load(id_)
    rules = game._rules
    return id_, [rules.sample_plan(game.position, seat, Source(f"{seat}")).text for seat in range(3)]


def heard_as(card: str) -> str:
    """Return how a card of a plan is read aloud."""
    space, _colon, province = card.partition(":")
    return f"{space_name(space)} {province}"


def test_what_a_real_tower_lets_fall_is_typed_in_line_mode(tmp_path: Path) -> None:
    words = "new shogun Aiko Bruno Chika tower=real setup=printed"
    lines = said(hear(tmp_path, words, "A9", "A4 B4 C6 f8", "quit"))
    asked = "Throw A7 B7 C7 f10 into the tower, and type in what falls out, such as A2 B2 C2 f2; - for nothing."
    assert asked in lines
    assert "9 armies of A can't have fallen out: 7 went in and 0 were inside. Count again." in lines
    (summary,) = Saves(tmp_path).list()
    game = Saves(tmp_path).load(summary.id)
    assert game.position_text().split()[5] == "3.3.1.2"


def test_a_plan_of_shogun_is_typed_by_each_seat_and_covered_before_anybody_else_sits_down(tmp_path: Path) -> None:
    id_, plans = shogun(tmp_path)
    typed = [word for plan in plans for word in ("", plan)]
    lines = hear(tmp_path, f"resume {id_}", "", "actions", *typed[1:], "look", "log", "quit")
    parts = between_covers(lines)
    assert len(parts) == 4
    assert "There is no list of actions now; why and an action says whether it is possible." in parts[0]
    assert "Aiko has planned." in parts[1]
    cards = [[each for each in plan.split()[1:] if not each.startswith("bid")] for plan in plans]
    for seat, part in enumerate(parts[:3]):
        for other, own in enumerate(cards):
            if other != seat:
                assert not any(f"{heard_as(each)}" in part for each in own)
    assert "the rest face down" in parts[3]
    for own in cards:
        assert not any(f"{heard_as(each)}," in parts[3] for each in own)


def test_where_nobody_had_to_be_alone_a_plan_is_not_shown_to_who_says_look(tmp_path: Path) -> None:
    """A game that is resumed while special cards are chosen asks for no PIN, and shows no plan."""
    id_, plans = shogun(tmp_path, Player("Aiko", pin=hash_pin("1")), Player("Bruno", pin=hash_pin("2")), "Chika")
    saves = Saves(tmp_path)
    with saves.open(id_) as opened:
        for seat, plan in enumerate(plans):
            opened.game.play(plan, seat)
        _store(opened)
    lines = hear_game(tmp_path, id_, "look", "log", "undo", "quit")
    shown = "\n".join(lines)
    assert "the rest face down" in shown
    for plan in plans:
        for each in plan.split()[1:]:
            if not each.startswith("bid"):
                assert heard_as(each) not in shown


def at_its_last_action(folder: Path, *players: Player, seat: int = 0) -> tuple[str, str]:
    """Save a game of Shogun, by default of a person and two bots, before the action of a seat that ends its season.

    Returns:
        Its id, and the action.
    """
    players = players or (Player("Aiko"), Player("Bruno", "random"), Player("Chika", "random"))
    for seed in map(str, range(50)):
        game, source = kind_of("shogun").new(players, {"setup": "printed"}, seed), Source(seed)
        while game.round == 1:
            acting, position = game.awaited[0], game.position
            legal = game.view(acting).legal_actions or [game._rules.sample_plan(position, acting, source)]
            action = source.shuffle(legal)[0]
            game.play(action, acting)
        if acting == seat:
            with Saves(folder).create(game.at(len(game.actions) - 1)) as opened:
                return opened.id, action.text
    raise AssertionError


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


def test_what_is_typed_for_a_command_at_the_question_for_a_name_seats_nobody(tmp_path: Path) -> None:
    lines = hear(tmp_path, "new ninjato", "2", "Aiko", "help", "quit", "quit")
    assert any(line.startswith("Type the name of a person, or one of ") for line in lines)
    assert not Saves(tmp_path).list()


def test_a_new_game_says_who_plays_and_so_does_one_that_is_resumed_without_its_name(tmp_path: Path) -> None:
    lines = hear(tmp_path, "new shogun Aiko Bruno beginner setup=printed", "quit", "saves", "resume", "quit", "quit")
    assert "New game of Shogun: Aiko, Bruno and Yoshitsune (beginner)." in lines
    (entry,) = Saves(tmp_path).list()
    assert f"{entry.id}: Shogun, Aiko, Bruno and Yoshitsune (beginner)." in lines
    assert any(line.startswith(f"{entry.id}: Shogun, Aiko, Bruno and Yoshitsune (beginner), year 1") for line in lines)


def test_a_rematch_is_announced(tmp_path: Path) -> None:
    players = (Player("Aiko"), Player("Hiro", "highest"))
    lines = hear_game(tmp_path, kept(tmp_path, "unison", *players), "1", "2", "3", "rematch", "quit")
    assert [line for line in lines if line.startswith("New game of Unison: ")]


def test_rules_are_read_of_the_game_or_the_word_that_is_named(tmp_path: Path) -> None:
    whole = hear(tmp_path, "rules ninjato", "quit")
    assert not [line for line in whole if line in {each.title for each in kind_of("naishi").rules()}]
    assert set(kind_of("ninjato").rules()[0].paragraphs) <= {*whole}
    part = hear(tmp_path, "rules shogun winter", "quit")
    assert [line for line in part if line.startswith(("Winter:", "Fight:"))] == ["Winter:"]
    nothing = hear(tmp_path, "rules shogun dragons", "quit")
    assert any(line.startswith("The rules say nothing of 'dragons'. Chapters: ") for line in nothing)


def test_learn_goes_to_what_is_named(tmp_path: Path) -> None:
    assert any(line.startswith("Shogun: Sample season.") for line in hear(tmp_path, "learn shogun", "quit", "quit"))
    third, learn = (hear(tmp_path, word, "quit", "quit") for word in ("lesson 3", "learn 3"))
    assert third == learn


def test_a_command_of_home_says_elsewhere_how_to_go_there(tmp_path: Path) -> None:
    id_ = kept(tmp_path, "shogun", "Aiko", "Bruno", "Chika")
    there = "'new' is a command of home. To go there, type quit."
    assert there in hear(tmp_path, f"resume {id_}", "new shogun Ewa", "quit", "quit")
    assert there in hear(tmp_path, f"replay {id_}", "new", "quit", "quit")
    assert there in hear(tmp_path, "sample shogun", "new", "quit", "quit")


def test_a_word_of_home_that_is_an_action_of_the_game_says_what_is_wrong_with_the_action(tmp_path: Path) -> None:
    id_ = kept(tmp_path, "ninjato", "Aiko", "Bruno")
    lines = hear_game(tmp_path, id_, "", "raid 1 stealth", "learn seishin teki 2 to 4", "learn", "new", "quit")
    assert sum("those of that kind are written like 'learn kenjutsu 5'" in line for line in lines) == 2
    assert [line for line in lines if "is a command of home" in line] == [
        "'new' is a command of home. To go there, type quit."
    ]


def test_settings_that_only_the_screen_follows_are_named_without_more(tmp_path: Path) -> None:
    lines = hear(tmp_path, "settings", "quit")
    assert "For the screen alone: theme, animations, nudges." in lines
    assert not [line for line in lines if "colour-blind" in line]


def test_a_pace_that_is_set_at_the_table_says_that_it_is_for_this_game(tmp_path: Path) -> None:
    lines = hear_game(tmp_path, kept(tmp_path, "unison", "Aiko", Player("Hiro", "highest")), "pace quick", "quit")
    assert "Set for this game. For all games: set pace quick." in lines


def test_whoever_passes_the_keyboard_on_can_have_the_terminal_forget_what_it_has_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    id_, (plan, *_plans) = shogun(tmp_path)
    monkeypatch.setenv("TERM", "xterm")
    lines = hear(tmp_path, f"resume {id_}", "", plan, "clear", "quit", "quit")
    (hint,) = [number for number, line in enumerate(lines) if "type clear" in line]
    cleared = lines.index("What was shown is gone.")
    assert "\x1b[3J" in lines[cleared - 1]
    assert hint < cleared
    assert any(" plans: " in line for line in lines[:hint])
    monkeypatch.setenv("TERM", "dumb")
    lines = hear(tmp_path, f"resume {id_}", "clear", "quit", "quit")
    assert "This terminal can't be cleared from here: clear its history by its menu." in lines
    assert not [line for line in lines if "\x1b" in line]


def test_what_everybody_at_the_keyboard_has_heard_is_not_told_the_next_player(tmp_path: Path) -> None:
    id_ = kept(tmp_path, "shogun", "Aiko", "Bruno", "Chika")
    lines = hear_game(tmp_path, id_, "draw", "place 4", "draw", "place 4", "quit")
    assert sum(line.startswith("Aiko places 4 armies in ") for line in lines) == 1
    assert sum(line.startswith("Bruno places 4 armies in ") for line in lines) == 1


def test_moves_that_differ_in_their_number_are_listed_together() -> None:
    moves = [f"move Kii Ise {number}" for number in range(1, 5)]
    texts = [*moves, "move Kii Omi 1", "move Kii Omi 2", "stay", "place 2", "place 4", "place 5"]
    assert [*in_ranges(texts)] == ["move Kii Ise 1 to 4, one number", "move Kii Omi 1, or 2", *texts[6:]]


def test_after_the_end_what_says_how_to_go_on(tmp_path: Path) -> None:
    players = (Player("Aiko"), Player("Hiro", "highest"))
    lines = hear_game(tmp_path, kept(tmp_path, "unison", *players), "1", "2", "3", "what", "quit")
    assert lines.count("Type rematch, replay, log, score, undo or quit.") == 2


def _store(opened: Any) -> None:
    asyncio.run(opened.write())


def test_any_other_player_can_let_one_go_on_without_a_forgotten_pin(tmp_path: Path) -> None:
    id_ = kept(tmp_path, "unison", Player("Aiko", pin=hash_pin("1")), "Bruno", "Chika")
    lines = hear_game(tmp_path, id_, "", "2", "", "forgotten", "no", "yes", "", "2", "quit")
    assert "If it is forgotten, type forgotten: another player can let you go on without." in lines
    assert "Aiko plays on without a PIN." in lines
    asked = "{}, do you agree that Aiko plays on without a PIN? What Aiko hides stays covered for now."
    assert [line for line in lines if line in {asked.format("Bruno"), asked.format("Chika")}] == [
        asked.format("Bruno"),
        asked.format("Chika"),
    ]
    assert Saves(tmp_path).load(id_).players[0].pin is None
    lines = hear_game(tmp_path, kept(tmp_path, "unison", Player("Aiko", pin=hash_pin("1")), "Bruno"), "", "2", "quit")
    assert "If it is forgotten, type forgotten: the other player can let you go on without." in lines


def test_a_game_against_bots_is_played_to_its_end(tmp_path: Path) -> None:
    players = (Player("Aiko"), Player("Hiro", "highest"), Player("Hiro 2", "highest"))
    lines = hear_game(tmp_path, kept(tmp_path, "unison", *players), "1", "2", "3", "rematch", "quit")
    assert sum(line.startswith("Aiko: ") for line in lines) == 1
    assert len(Saves(tmp_path).list()) == 2


def test_bots_alone_are_watched(tmp_path: Path) -> None:
    players = [Player(f"Hiro {number}", "highest") for number in (1, 2, 3)]
    id_ = kept(tmp_path, "unison", *players)
    lines = hear(tmp_path, f"resume {id_}", person=False)
    assert "Hiro 3 has chosen 1." in lines
    assert "Hiro 1: 0" in lines


def test_a_game_that_is_open_elsewhere_is_watched_as_everybody_sees_it(tmp_path: Path) -> None:
    id_ = kept(tmp_path, "unison", "Aiko", "Bruno")
    with Saves(tmp_path).open(id_) as opened:
        opened.game.play("2", 0)
        _store(opened)
        lines = hear(tmp_path, f"watch {id_}", "look", "log", "quit")
    assert "Aiko has chosen." in lines
    assert not any("chosen 2" in line for line in lines)


def test_the_games_are_listed_with_levels_and_options(tmp_path: Path) -> None:
    lines = hear(tmp_path, "games")
    assert "Ninjato, for 2 to 4 players: new ninjato asks who plays." in lines
    assert "Option: setup=draft, setup=printed." in lines


def test_a_new_game_asks_for_players_and_options(tmp_path: Path) -> None:
    hear(tmp_path, "new shogun", "3", "Aiko", "beginner", "beginner", "printed", "", "quit")
    (entry,) = Saves(tmp_path).list()
    game = Saves(tmp_path).load(entry.id)
    assert [(player.name, player.kind) for player in game.players] == [
        ("Aiko", "human"),
        ("Yoshitsune", "beginner"),
        ("Benkei", "beginner"),
    ]
    assert (game.options.setup, game.options.tower) == ("printed", "published")


def test_a_level_called_random_is_a_bot_and_shuffle_changes_who_sits_where(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("random.SystemRandom.shuffle", lambda _self, players: players.append(players.pop(0)))
    hear(tmp_path, "new shogun Aiko random beginner shuffle seed 5 setup=printed", "quit")
    (entry,) = Saves(tmp_path).list()
    assert isinstance(entry, Summary)
    assert entry.kinds == ("random", "beginner", "human")


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("new unison Aiko Aiko", "All players need different names."),
        ("new shogun Aiko aiko Bruno", "All players need different names."),
        ("new unison A B C D E F", "2 to 5 players"),
        ("new unison A B seed", "Options are: seed and a deal code"),
        ("new shogun A B C tower=sand", "Option: tower=published"),
        ("new unison A B cards=1", "Options are: seed and a deal code"),
        ("bot ninjato strong 0", "Ninjato is for 2 to 4 players."),
        ("bot ninjato 1", "Ninjato is for 2 to 4 players."),
        ("bot ninjato strong 99999", "Ninjato is for 2 to 4 players."),
        ("new ninjato Aiko master", "'master' isn't a level of Ninjato: "),
        ("new ninjato Aiko strnog", "Did you mean strong?"),
        ("new Aiko stong", "Did you mean strong?"),
        ("new Aiko Bruno Chika", "Naishi is for two players; for more: new ninjato or new shogun."),
        ("bot shogun dragon", "Say which bots: random, beginner, intermediate, strong."),
    ],
)
def test_what_does_not_fit_is_refused_in_a_sentence(tmp_path: Path, line: str, says: str) -> None:
    assert says in "\n".join(hear(tmp_path, line, "quit"))
    assert Saves(tmp_path).list() == ()


def test_bots_sit_down_at_once_and_who_sits_where_is_drawn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("random.SystemRandom.shuffle", lambda _self, players: players.append(players.pop(0)))
    hear(tmp_path, "bot unison steady 4", "quit")
    (entry,) = Saves(tmp_path).list()
    assert isinstance(entry, Summary)
    assert entry.names == ("Hiro", "Hiro 2", "Hiro 3", "Player 1")


def test_naishi_named_as_a_game_is_what_is_played_without_a_name(tmp_path: Path) -> None:
    hear(tmp_path, "new naishi Aiko Bruno", "quit")
    hear(tmp_path, "bot naishi strong", "quit")
    entries = Saves(tmp_path).list()
    assert {entry.game for entry in entries if isinstance(entry, Summary)} == {"naishi"}
    assert len(entries) == 2


class Broken:
    def choose(self, view: Any, clock: protocol.Clock) -> Any:
        raise RuntimeError("on purpose")


def test_a_bot_that_failed_is_replaced_by_a_level_of_its_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make = unison.UnisonKind.bot
    monkeypatch.setattr(
        unison.UnisonKind, "bot", lambda kind, name, seed: Broken() if name == "broken" else make(kind, name, seed)
    )
    monkeypatch.setattr(unison.UnisonKind, "bots", lambda _kind: ("broken", "highest"))
    id_ = kept(tmp_path, "unison", "Aiko", Player("Hiro", "broken"))
    lines = hear_game(tmp_path, id_, "1", "replace steady", "quit")
    assert "Type retry, replace and a level, undo or quit." in lines
    assert "Hiro has chosen 3." in lines


# --- Programs ---


def objects(folder: Path, *requests: str) -> list[dict[str, Any]]:
    out = io.StringIO()
    console = JsonConsole(StandardLines(io.StringIO("".join(f"{line}\n" for line in requests)), out))
    asyncio.run(PlainHome(Saves(folder), console, Layers(flags={"pace": "instant"})).run())
    return [json.loads(line) for line in out.getvalue().splitlines()]


@pytest.mark.parametrize("key", ["unison", "ninjato"])
def test_programs_get_a_table_whose_view_the_kind_reads_again(tmp_path: Path, key: str) -> None:
    kind = kind_of(key)
    level = kind.levels()[0].kind
    id_ = kept(tmp_path, key, "Aiko", Player("Bot", level))
    found = objects(tmp_path, f"resume {id_}", '{"do": "view", "tag": 1}', "quit")
    tables = [each for each in found if each["type"] == "table"]
    newest = tables[-1]
    assert newest["key"] == key
    assert newest["kinds"] == ["human", level]
    assert newest["awaited"] == [0]
    view = kind.view(newest["view"])
    assert [action.text for action in view.legal_actions] == newest["actions"]
    assert {each["type"] for each in found} <= {"hello", "reply", "table", "closed"}


def test_events_of_tables_add_up_and_a_secret_one_comes_again_once_it_is_known(tmp_path: Path) -> None:
    id_ = kept(tmp_path, "unison", "Aiko", Player("Hiro", "highest"))
    events: list[dict[str, Any]] = []
    secret = False
    for table in (
        each for each in objects(tmp_path, f"resume {id_}", "1", "2", "3", "quit") if each["type"] == "table"
    ):
        events = events[: len(events) - table["undone"]] + table["events"]
        secret = secret or any(each["action"] is None for each in events)
    assert secret
    assert [each["action"] for each in events if each["seat"] == 0] == ["1", "2", "3"]
    assert [each["action"] for each in events if each["seat"] == 1] == ["3", "2", "1"]
    assert (
        table["result"] == {"ranks": list(Saves(tmp_path).load(id_).result.ranks), "points": [0, 0]} or table["result"]
    )
    assert table["awaited"] == []


def test_no_program_at_the_keyboard_reads_a_plan_that_nobody_had_to_be_alone_for(tmp_path: Path) -> None:
    id_, plans = shogun(tmp_path)
    found = objects(tmp_path, f"resume {id_}", *plans, "quit")
    newest = [each for each in found if each["type"] == "table"][-1]
    assert newest["seat"] is None
    assert newest["actions"]
    for plan in newest["view"]["plans"]:
        assert {*plan[:-1]} <= {"?", ""}


def test_the_schema_has_the_table() -> None:
    definitions: Any = schema()["$defs"]
    assert definitions["TableState"]["properties"]["type"]["const"] == "table"


def in_a_raid(folder: Path) -> str:
    """Keep a game in which a person has beaten the first guard of a raid, and a house has treasure left."""
    game = kind_of("ninjato").new(("Aiko", Player("Kotaro", "beginner")), {}, "5")
    bot = kind_of("ninjato").bot("beginner", 1)
    while game.view(None).table.stage != "decide" or game.awaited != (0,):
        game.play(bot.choose(game.view(game.awaited[0])))
    with Saves(folder).create(game) as opened:
        return opened.id


def test_the_odds_of_a_raid_are_heard_unless_aids_are_off(tmp_path: Path) -> None:
    heard = hear_game(tmp_path, in_a_raid(tmp_path), "odds", "set hints off", "odds", "leave", "quit")
    off = heard.index("Aids are off. To have them: set hints on.")
    assert any(line.startswith("You beat ") and "guards that may come next" in line for line in heard[:off])
    assert sum(line.startswith("Leave now: ") for line in heard) == 1
    assert not any(line.startswith("Leave now: ") for line in heard[off:])


def test_the_end_of_a_round_is_told_with_its_reasons(tmp_path: Path) -> None:
    id_ = kept(tmp_path, "ninjato", "Aiko", Player("Kotaro", "beginner"))
    raids = (step for house in (1, 2, 3) for step in (f"raid {house} stealth", "fail"))
    lines = hear_game(tmp_path, id_, *raids, "log", "quit")
    assert lines.count("Round 1 is over.") == 2
    assert lines.count("Order of turns: Kotaro, you. Alone at the dojo: Kotaro.") == 2


# --- A bot acts before the person at the keyboard ---

WITH_A_BOT = (Player("Aiko", pin=hash_pin("1")), Player("Bruno", pin=hash_pin("2")), Player("Chika", "random"))


def test_who_plans_after_a_bot_has_ended_the_season_sits_down_behind_a_cover_first(tmp_path: Path) -> None:
    id_, _last = at_its_last_action(tmp_path, *WITH_A_BOT, seat=2)
    before, after = between_covers(hear(tmp_path, f"resume {id_}", "", "1", "what", "quit", "quit"))
    assert "A new season: year 1, summer." in before
    assert "your plan is awaited" not in before
    assert "your plan is awaited" in after
    (plan,) = {*re.findall(r"such as (plan .*)\.$", after, re.MULTILINE)}
    hear(tmp_path, f"resume {id_}", plan, "0", plan, "quit", "quit")
    assert not [event for event in Saves(tmp_path).load(id_).events() if event.round == 2 and event.seat != 2]


def test_a_program_gives_the_pin_before_it_plans_what_follows_on_a_bots_action(tmp_path: Path) -> None:
    id_, _last = at_its_last_action(tmp_path, *WITH_A_BOT, seat=2)
    found = objects(tmp_path, f"resume {id_}", "0", "quit", "quit")
    assert next(each["text"] for each in found if each["type"] == "error").startswith("That is not Aiko's PIN.")
    assert not [each for each in found if each["type"] == "reply" and "view" in each]
    assert not [each for each in found if each["type"] == "table" and each["seat"] is not None]


def test_no_action_is_taken_where_nobody_is_known_to_be_alone(tmp_path: Path) -> None:
    id_, (plan, *_plans) = shogun(tmp_path)

    async def plans() -> None:
        with Saves(tmp_path).open(id_) as opened:
            console = Console(StandardLines(io.StringIO(), io.StringIO()))
            room = TableGame(context_of(console, tmp_path), Session(opened.game, opened))
            room._viewer = 0
            with pytest.raises(IllegalActionError, match=r"It is Aiko's turn\."):
                await room.understand(plan.split())

    asyncio.run(plans())
    assert not Saves(tmp_path).load(id_).actions


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


def test_after_a_bot_of_ninjato_the_next_person_sits_down_alone_before_a_line_is_read(tmp_path: Path) -> None:
    for seed in map(str, range(50)):
        game = kind_of("ninjato").new((*WITH_A_BOT[:2], Player("Chika", "beginner")), {}, seed)
        seats = list[int]()
        while len(seats) < 50 and seats[-2:] != [2, 1]:
            seats += game.awaited
            game.play(game.view(seats[-1]).legal_actions[-1])
        game = game.at(len(seats) - 2)
        if game.awaited == (2,):
            break
    with Saves(tmp_path).create(game) as opened:
        pass
    lines = hear(tmp_path, f"resume {opened.id}", "", "1", "hand", "quit", "quit")
    assert any(line.startswith("Chika ") for line in lines)
    assert not [line for line in lines if line.startswith("Your hand")]
    assert "Press Enter alone to go on. undo: undo the last action. clear: clear the terminal. quit: leave." in lines
    found = objects(tmp_path, f"resume {opened.id}", "1", "hand", "quit", "quit")
    assert next(each["text"] for each in found if each["type"] == "error").startswith("That is not Bruno's PIN.")


def test_last_says_what_the_others_have_done_and_log_with_a_number_the_newest_turns(tmp_path: Path) -> None:
    id_ = kept(tmp_path, "shogun", "Aiko", "Bruno", "Chika")
    typed = ("last", *("draw", "place 4") * 3, "last", "log 1", "log 2", "log Chika")
    lines = hear_game(tmp_path, id_, *typed, "quit")
    assert "The others haven't done anything yet." in lines
    placed = [line.split()[0] for line in lines if " places 4 armies in " in line]
    assert placed == ["Aiko", "Bruno", "Chika", "Bruno", "Chika", "Chika", "Bruno", "Chika", "Chika"]


def test_log_with_a_number_is_of_turns_in_naishi_as_well(tmp_path: Path) -> None:
    with Saves(tmp_path).create(kind_of("naishi").new(("Aiko", "Bruno"), {}, "5")) as opened:
        for each in ("give 1", "give 1", "develop L4", "end", "develop L3", "end"):
            opened.game.play(each)
        _store(opened)
    one, two = (hear_game(tmp_path, opened.id, "", f"log {number}", "quit") for number in (1, 2))
    assert sum(" placed " in line for line in two) == sum(" placed " in line for line in one) + 1


def test_the_hand_of_an_open_phase_is_what_everybody_may_know_of_it(tmp_path: Path) -> None:
    lines = hear_game(tmp_path, kept(tmp_path, "shogun", "Aiko", "Bruno", "Chika"), "draw", "place 4", "hand", "quit")
    assert any(line.startswith("Bruno: 0 points, ") for line in lines)
    assert not any("shows nothing of" in line for line in lines)


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
