"""Keys that a person has chosen are bound, and shown wherever a key is named."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from naishi import Game
from naishi.settings.layers import Settings
from naishi_tui.app import NaishiApp
from naishi_tui.keys import remap, shown, table_bindings, table_keys
from naishi_tui.screens.table import Table
from tests.naishi_tui.desk import Desk


@pytest.fixture(autouse=True)
def our_keys_afterwards() -> Iterator[None]:
    yield
    remap({})


def test_every_key_is_bound_once_and_by_its_id() -> None:
    keys = [key for binding in table_bindings() for key in binding.key.split(",")]
    assert len(keys) == len(set(keys))
    assert {binding.id for binding in table_bindings()} == set(table_keys())


def test_other_keys_are_written_as_people_write_them() -> None:
    remap({"undo": "z", "swap": "ctrl+w", "end": "full_stop", "choose": "space,enter"})
    assert [shown(command) for command in ("undo", "swap", "end", "choose", "discard")] == [
        "z",
        "^W",
        ".",
        "Space",
        "d",
    ]


async def test_a_remapped_key_does_what_it_was_given_and_the_old_one_nothing(tmp_path: Path) -> None:
    program = NaishiApp(tmp_path, Settings(keys={"undo": "z", "end": "full_stop"}))
    async with program.run_test(size=(80, 24)) as pilot:
        game = Game.new(7, ("Aiko", "Bruno"))
        for _gift in range(2):
            game.play("give 1")
        await program.begin(game)
        await Desk(program, pilot).press("enter")
        await Desk(program, pilot).press("3", "enter")
        assert program.open_game is not None
        table = program.screen
        assert isinstance(table, Table)
        assert "end the turn with ." in table.prompt.rows[0][0].text
        await Desk(program, pilot).press("u")
        assert program.open_game.game.actions[-1].text == "develop L3"
        await Desk(program, pilot).press("z")
        assert program.open_game.game.actions[-1].text == "give 1"
