"""Keys that a person has chosen are bound, and shown wherever a key is named."""

from __future__ import annotations

import string
from pathlib import Path

import pytest
from textual.binding import Binding
from textual.keys import Keys

from naishi.settings.keymap import KEYS, check_keys
from naishi.settings.layers import Layers
from naishi_tui.app import NaishiApp
from naishi_tui.keys import Keymap, action_of, table_bindings
from naishi_tui.messages import StartGame
from naishi_tui.screens.table import Table
from tests.naishi_tui.desk import Desk, game_after


def test_every_command_has_an_action_and_a_description() -> None:
    described = {command: words for command, _key, words in Keymap().described()}
    assert described.keys() == KEYS.keys()
    assert described["column_3"] == "go to column 3"
    for binding in table_bindings():
        assert binding.id is not None
        assert binding.action == action_of(binding.id) == f"command({binding.id!r})"


def test_keys_by_default_are_those_of_textual_each_bound_once() -> None:
    assert check_keys(KEYS) == (KEYS, {})


@pytest.mark.parametrize("character", sorted({*string.punctuation, "z", "Z", "é", "§"} - {*",?+-"}))
def test_a_key_that_prints_is_named_as_textual_names_it(character: str) -> None:
    (binding,) = Binding.make_bindings([Binding(character, "undo")])
    assert check_keys({"undo": character}) == ({"undo": binding.key}, {})


def test_a_key_that_prints_nothing_is_one_of_textual_s() -> None:
    for key in Keys:
        for name in check_keys({"undo": key.value})[0].values():
            assert name == key.value


def test_chosen_keys_are_shown() -> None:
    keymap = Keymap({"undo": "z", "swap": "ctrl+w", "end": "full_stop", "choose": "space,enter"})
    assert [keymap.shown(command) for command in ("undo", "swap", "end", "choose", "discard")] == [
        "z",
        "^W",
        ".",
        "Space",
        "d",
    ]


async def test_a_remapped_key_does_what_it_was_given_and_the_old_one_nothing(tmp_path: Path) -> None:
    program = NaishiApp(tmp_path, Layers(file={"keys": {"undo": "z", "end": "full_stop"}}))
    async with program.run_test(size=(80, 24)) as pilot:
        await program.show(StartGame(game_after()))
        await Desk(program, pilot).press("enter")
        await Desk(program, pilot).press("3", "enter")
        session = program.navigator.session
        assert session is not None
        table = program.screen
        assert isinstance(table, Table)
        assert "end your turn (.)" in table.prompt.rows[0][0].text
        await Desk(program, pilot).press("u")
        assert session.game.actions[-1].text == "develop L3"
        await Desk(program, pilot).press("z")
        assert session.game.actions[-1].text == "give 1"
