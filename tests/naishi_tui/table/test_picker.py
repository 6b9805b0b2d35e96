"""The picker: actions narrowed word by word."""

from __future__ import annotations

import pytest

from naishi_tui.table.picker import Picker, tree_of

MOVES = (
    "dojo",
    "raid 1 stealth",
    "raid 1 strength",
    "raid 2 strength",
    "bribe G47 f f",
    "bribe G47 v",
    "play 1 3",
    "play 1",
)
WHOLE = {"bribe": 2, "play": 1}


def picker(*texts: str) -> Picker:
    return Picker(tree_of(texts or MOVES, WHOLE))


def test_each_choice_adds_a_word_until_an_action_is_complete() -> None:
    pick = picker()
    assert pick.options == ("dojo", "raid", "bribe", "play")
    pick.move(1)
    assert pick.choose() is None
    assert [*pick.options] == ["raid 1", "raid 2"]
    assert pick.choose() is None
    assert pick.choose() == "raid 1 stealth"


def test_what_follows_a_card_is_paid_in_one_choice() -> None:
    pick = picker()
    assert pick.reach("bribe G47") is None
    assert pick.options == ("bribe G47 f f", "bribe G47 v")


def test_an_action_that_begins_longer_ones_can_be_chosen_too() -> None:
    pick = Picker(tree_of(("play 1", "play 1 3")))
    assert pick.options == ("play 1", "play 1 3")
    assert pick.choose() == "play 1"


def test_words_that_leave_no_choice_are_passed_over() -> None:
    pick = picker("draw 2", "draw deck")
    assert pick.path == "draw"
    assert pick.options == ("draw 2", "draw deck")
    assert not pick.begun


def test_the_only_action_still_has_to_be_chosen() -> None:
    pick = picker("fail")
    assert pick.options == ("fail",)
    assert pick.choose() == "fail"


def test_back_goes_to_the_option_that_was_chosen() -> None:
    pick = picker()
    pick.reach("raid 2")
    assert pick.back()
    assert pick.options[pick.cursor] == "raid 2"
    assert pick.back()
    assert pick.option == "raid"
    assert not pick.back()


def test_a_place_is_reached_from_another_half_made_choice() -> None:
    pick = picker()
    pick.reach("bribe G47")
    assert pick.reach("raid 1") is None
    assert pick.options == ("raid 1 stealth", "raid 1 strength")
    assert pick.reach("dojo") == "dojo"


def test_where_nothing_leads_the_choice_stays() -> None:
    pick = picker()
    pick.reach("raid 1")
    with pytest.raises(LookupError):
        pick.reach("learn kenjutsu")
    assert pick.path == "raid 1"


def test_nothing_is_to_be_chosen_where_there_is_no_action() -> None:
    pick = Picker(tree_of(()))
    assert pick.options == ()
    assert pick.choose() is None


def test_a_choice_that_leads_in_a_circle_isnt_retraced_for_ever() -> None:
    picker = Picker(lambda path: ("plan", "stay") if not path else ("plan b", "plan"))
    assert not picker.recall("plan a")
    picker = Picker(lambda path: ("a", "x") if path != "a" else ("a b", "a c"))
    picker.tree = lambda path: ("a b", "a c")
    assert not picker.recall("a b a b")


def test_a_choice_is_retraced_step_by_step() -> None:
    picker = Picker(tree_of(["move Kii Ise 1", "move Kii Ise 2", "move Ise Kii 1", "stay"]))
    assert picker.recall("move Kii Ise")
    assert picker.begun
    assert picker.path == "move Kii Ise"
    assert not picker.recall("move Aki")


def test_an_action_is_recalled_up_to_its_last_step() -> None:
    pick = picker()
    pick.recall("raid 1 strength")
    assert pick.path == "raid 1"
    assert pick.option == "raid 1 strength"
    assert pick.back()


def test_what_is_no_action_any_more_is_recalled_as_far_as_it_leads() -> None:
    pick = picker()
    pick.recall("raid 3 strength")
    assert pick.path == "raid"


def test_a_whole_choice_is_made_at_once_though_longer_ones_begin_with_its_words() -> None:
    pick = Picker(tree_of(("play 2", "play 2 3", "play 4"), {"play": 0}))
    assert pick.options == ("play 2", "play 2 3", "play 4")
    assert pick.choose() == "play 2"
