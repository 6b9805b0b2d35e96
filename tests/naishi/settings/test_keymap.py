"""Reassigned keys, accepted names and refusals: keymap, key_table."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from naishi.settings.key_table import AT_HOME, ON_A_SERVER, SCREENS
from naishi.settings.keymap import KEYS, NAMED, PUNCTUATION, assigned, check_keys, written

SOME_KEYS = ["z", "x", "s", "u", "e", "?", "f5", "ctrl+r", "ctrl+i", "<any>", "", "space", "Z", "S, z"]


@pytest.mark.parametrize(
    ("key", "name"),
    [
        ("z", "z"), ("Z", "Z"), ("é", "é"), ("!", "exclamation_mark"), (".", "full_stop"), ("§", "section_sign"),
        ("full_stop", "full_stop"), ("Ctrl+X", "ctrl+x"), ("F9", "f9"), ("z, f5 ,z", "z,f5"),
        ("ctrl+left", "ctrl+left"),
    ],
)  # fmt: skip
def test_a_key_is_named_as_textual_names_it(key: str, name: str) -> None:
    assert check_keys({"undo": key}) == ({"undo": name}, {})


@pytest.mark.parametrize(
    ("key", "why"),
    [
        ("zzz", "There is no key called 'zzz'."),
        ("<ignore>", "There is no key called '<ignore>'."),
        ("shift+a", "There is no key called 'shift+a'."),
        ("latin_small_letter_z", "There is no key called 'latin_small_letter_z'."),
        ("\x1b", "There is no key called '\\x1b'."),
        ("\u0301", "There is no key called '\u0301'."),
        ("z,", "No key was given for undo."),
        ("ctrl+c", "^C can't be reassigned: it does the same thing on every screen."),
        ("ctrl+i", "Terminals can't tell ^I from Tab."),
        ("s", "s can't be the key for undo: it is already the key for swap."),
        ("h", "h can't be the key for undo: it is already the key for left."),
    ],
)
def test_what_cannot_be_typed_or_has_another_use_is_refused(key: str, why: str) -> None:
    assert check_keys({"undo": key, "end": "f5"}) == ({"end": "f5"}, {"undo": why})


def test_two_commands_may_exchange_their_keys() -> None:
    assert check_keys({"undo": "s", "swap": "u"}) == ({"undo": "s", "swap": "u"}, {})


@pytest.mark.parametrize(
    "keys", [{"advice": "d", "discard": "a"}, {"memory": "u", "undo": "m"}, {"end": "b", "bonus": "e"}]
)
def test_they_may_also_where_a_replay_has_a_command_like_one_of_them(keys: dict[str, str]) -> None:
    assert check_keys(keys) == (keys, {})


def test_a_command_like_one_of_the_table_has_the_key_chosen_for_that_unless_it_has_its_own() -> None:
    assert assigned({"advice": "f5"}) == {"advice": "f5", "replay.analyse": "f5"}
    assert assigned({"advice": "f5", "replay.analyse": "f6"}) == {"advice": "f5", "replay.analyse": "f6"}
    assert check_keys({"advice": "x"}, place=AT_HOME)[1] == {
        "advice": "x can't be the key for advice: it is already the key for replay.edit."
    }


def test_two_commands_cannot_have_one_key() -> None:
    good, wrong = check_keys({"undo": "z", "end": "z"})
    assert (good, wrong) == ({"undo": "z"}, {"end": "z can't be the key for end: it is already the key for undo."})
    assert check_keys({"end": "z"}, {"undo": "z"})[1].keys() == {"end"}


@pytest.mark.parametrize(
    ("command", "key", "other"),
    [
        ("undo", "x", "match.menu"),
        ("swap", "v", "watch.other_side"),
        ("end", "home", "replay.first"),
        ("log", "n", "score.rematch"),
        ("home.new", "b", "home.bot"),
        ("edit.deal", "y", "edit.text"),
        ("list.back", "d", "analysis.deeper"),
    ],
)
def test_a_key_of_any_screen_that_has_the_command_too_is_refused_with_both_names(
    command: str, key: str, other: str
) -> None:
    good, wrong = check_keys({command: key})
    assert not good
    assert wrong[command].startswith(f"{written(key)} can't be the key for {command}: it is already the key for ")


def test_commands_that_are_nowhere_in_a_place_have_no_key_there() -> None:
    assert check_keys({"undo": "c"}, place=AT_HOME) == ({"undo": "c"}, {})
    assert check_keys({"undo": "c"}, place=ON_A_SERVER)[1] == {
        "undo": "c can't be the key for undo: it is already the key for match.talk."
    }


def test_commands_of_different_screens_may_share_a_key() -> None:
    keys = {"edit.undo": "z", "edit.deal": "u", "undo": "z", "home.new": "z", "lobby.table": "z"}
    assert check_keys(keys) == (keys, {})


@pytest.mark.parametrize(
    ("command", "key", "use"),
    [
        ("edit.deal", "m", "put a card by its letter"),
        ("edit.play", "3", "go to a column"),
        ("replay.edit", "0", "type the number of a round"),
        ("home.new", "down", "move the cursor"),
        ("list.down", "pagedown", "go by a page"),
        ("form.begin", "tab", "go to another field"),
        ("settings.keys", "enter", "go back"),
        ("confirm.yes", "escape", "go back"),
    ],
)
def test_what_a_key_means_for_everybody_on_a_screen_is_kept_and_named(command: str, key: str, use: str) -> None:
    assert check_keys({command: key})[1] == {
        command: f"{written(key)} can't be the key for {command}: it always has another use there ({use})."
    }


def test_there_is_no_other_command() -> None:
    assert check_keys({"undoo": "z"}) == ({}, {"undoo": "There is no command called 'undoo'."})


@given(*[st.dictionaries(st.sampled_from([*KEYS, "none"]), st.sampled_from(SOME_KEYS), max_size=6)] * 2)
def test_no_key_is_ever_of_two_commands_of_a_screen(beneath: dict[str, str], chosen: dict[str, str]) -> None:
    below, _wrong = check_keys(beneath)
    good, wrong = check_keys(chosen, below)
    assert good.keys() | wrong.keys() == chosen.keys()
    assert not good.keys() & wrong.keys()
    keymap = {**KEYS, **assigned({**below, **good})}
    for screen in SCREENS.values():
        keys = [key for command in screen.commands for key in keymap[command].split(",")]
        assert len(keys) == len(set(keys) - screen.fixed.keys())


def test_keys_are_written_as_people_write_them() -> None:
    names = ["z", "ctrl+w", "full_stop", "space", "shift+tab", "f1", "left", "question_mark", "plus", "section_sign"]
    assert [written(name) for name in names] == ["z", "^W", ".", "Space", "Shift+Tab", "F1", "←", "?", "+", "§"]
    editing = ["backspace", "delete", "insert", "home", "end", "pageup", "pagedown"]
    assert [written(name) for name in editing] == ["Backspace", "Del", "Ins", "Home", "End", "PgUp", "PgDn"]


def test_every_key_that_can_be_assigned_is_written_in_characters_that_are_seen() -> None:
    assert [name for name in (*NAMED, *PUNCTUATION) if not written(name).isprintable() or not written(name)] == []
