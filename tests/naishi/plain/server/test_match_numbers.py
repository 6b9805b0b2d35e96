"""Numbers and ids of games, typed."""

from __future__ import annotations

import pytest

from naishi.common.i18n import NaishiError
from naishi.plain.server.match_numbers import one_of
from naishi.server import Lobby
from tests.naishi.plain.server.people import Reader
from tests.naishi.server.conftest import Table, player


async def test_a_number_never_comes_to_mean_another_table(aiko: Reader, bruno: Reader) -> None:
    await aiko.says("new", "join ")
    await bruno.hears("Table 1: Aiko is waiting")
    await aiko.says("close", "The table is closed.")
    await aiko.says("new", "join ")
    await bruno.hears("Table 2: Aiko is waiting")
    await bruno.says("join 1", "Nothing has the number 1 here. Type the number of a table that games lists, or a word ")
    await bruno.says("watch 2", "Nobody has joined this table yet.")


async def test_the_first_letters_of_an_id_name_a_game_in_lines_and_the_nearest_one_is_named(lobby: Lobby) -> None:
    table = await Table.sit_down(lobby, ("Dora", "Emil"))
    await lobby.public.look()
    reader = Reader(await player(lobby, "Bruno"))
    await reader.hears("lobby> ")
    await reader.says(f"watch {table.match.id[:5].upper()}", "You are watching ")
    await reader.says("quit", "You are in the lobby.")
    wrong = f"{table.match.id[:4]}-{table.match.id[5:]}"
    await reader.says(f"watch {wrong}", f"Did you mean {table.match.id}?")
    await reader.says(f"go {wrong}", "Type games for the list.", f"Did you mean {table.match.id}?")
    await reader.says("watch Dira", "Did you mean Dora?")
    await reader.says("watch 7", "Nothing has the number 7 here. ")
    await reader.says("code guest-abc", "'code' is a command of your account. To go there, type account.")
    await reader.leave()


def test_the_beginning_of_several_ids_names_them_and_a_number_is_none() -> None:
    assert one_of(["7ab2"], "7a") == "7ab2"
    assert one_of([], "7a") is None
    with pytest.raises(NaishiError, match="7ab2, 7ac3"):
        one_of(["7ab2", "7ac3"], "7a")
