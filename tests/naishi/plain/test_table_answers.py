"""Commands at a table of any game, and what they answer."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from naishi.common.i18n import InvalidActionError
from naishi.plain.table_answers import TableAnswers, in_ranges, level_of
from naishi.saves import Saves
from naishi.tabletop.kinds import kind_of
from naishi.tabletop.players import Player
from tests.naishi.plain.hearing import hear, hear_game
from tests.naishi.plain.tables import between_covers, kept, shogun, store
from tests.naishi.tabletop import unison


@pytest.mark.usefixtures("french")
@pytest.mark.parametrize(
    ("typed", "meant"), [("fort", "strong"), (" Maitre ", "master"), ("strong", "strong"), ("Fortunat", None)]
)
def test_a_level_is_found_in_words_of_either_language(typed: str, meant: str | None) -> None:
    assert level_of(kind_of("naishi"), typed) == meant


@pytest.fixture(autouse=True)
def _register() -> None:
    unison.register()


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


def test_a_word_of_home_that_is_an_action_of_the_game_says_what_is_wrong_with_the_action(tmp_path: Path) -> None:
    id_ = kept(tmp_path, "ninjato", "Aiko", "Bruno")
    lines = hear_game(tmp_path, id_, "", "raid 1 stealth", "learn seishin teki 2 to 4", "learn", "new", "quit")
    assert sum("those of that kind are written like 'learn kenjutsu 5'" in line for line in lines) == 2
    assert [line for line in lines if "is a command of home" in line] == [
        "'new' is a command of home. To go there, type quit."
    ]


def test_moves_that_differ_in_their_number_are_listed_together() -> None:
    moves = [f"move Kii Ise {number}" for number in range(1, 5)]
    texts = [*moves, "move Kii Omi 1", "move Kii Omi 2", "stay", "place 2", "place 4", "place 5"]
    assert [*in_ranges(texts)] == ["move Kii Ise 1 to 4, one number", "move Kii Omi 1, or 2", *texts[6:]]


def test_after_the_end_what_says_how_to_go_on(tmp_path: Path) -> None:
    players = (Player("Aiko"), Player("Hiro", "highest"))
    lines = hear_game(tmp_path, kept(tmp_path, "unison", *players), "1", "2", "3", "what", "quit")
    assert lines.count("Type rematch, replay, log, score, undo or quit.") == 2


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
        store(opened)
    one, two = (hear_game(tmp_path, opened.id, "", f"log {number}", "quit") for number in (1, 2))
    assert sum(" placed " in line for line in two) == sum(" placed " in line for line in one) + 1


def test_the_hand_of_an_open_phase_is_what_everybody_may_know_of_it(tmp_path: Path) -> None:
    lines = hear_game(tmp_path, kept(tmp_path, "shogun", "Aiko", "Bruno", "Chika"), "draw", "place 4", "hand", "quit")
    assert any(line.startswith("Bruno: 0 points, ") for line in lines)
    assert not any("shows nothing of" in line for line in lines)
