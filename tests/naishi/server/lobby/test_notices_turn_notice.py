"""Your-turn notices, once rather than per match."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from naishi.server import Lobby, Match, Visitor
from naishi.server.lobby.notices import TurnNotice
from tests.naishi.server.conftest import Table, player


async def two_tables(lobby: Lobby) -> tuple[Visitor, list[Table]]:
    """Bruno, second at two tables, where Aiko and Carol have given their gifts but not played."""
    tables = []
    for name in ("Aiko", "Carol"):
        bruno, other = await player(lobby, "Bruno"), await player(lobby, name)
        table = await Table.of(lobby, other, bruno)
        while table.people[1].account.name != "Bruno":
            await table.play_on(1)
            table = await Table.of(lobby, other, bruno)
        await table.play("give 1", "give 1")
        tables.append(table)
    return bruno, tables


async def look(visitor: Visitor, notice: TurnNotice, here: str = "") -> str:
    await visitor.refresh()
    return notice.look(here)


@pytest.mark.ci
async def test_it_is_told_once_and_again_after_a_reaction(lobby: Lobby) -> None:
    bruno, (one, two) = await two_tables(lobby)
    await bruno.refresh()
    notice = TurnNotice(bruno)
    assert await look(bruno, notice) == ""
    await one.play("develop L1", "end")
    assert await look(bruno, notice) == "It is your turn against Aiko."
    await two.play("develop L1", "end")
    assert await look(bruno, notice) == "", "one notice for all, until Bruno reacts"
    notice.react()
    assert await look(bruno, notice) == "", "nothing is new"
    await two.play("develop L1", "end", "develop L2", "end")
    assert await look(bruno, notice) == "It is your turn against Carol."


@pytest.mark.ci
async def test_turns_that_come_together_are_one_notice(lobby: Lobby) -> None:
    bruno, tables = await two_tables(lobby)
    await bruno.refresh()
    notice = TurnNotice(bruno)
    for table in tables:
        await table.play("develop L1", "end")
    assert await look(bruno, notice) == "It is your turn in 2 games."


async def test_the_match_in_front_of_the_player_and_what_was_known_on_arrival_are_no_news(lobby: Lobby) -> None:
    bruno, (one, two) = await two_tables(lobby)
    await one.play("develop L1", "end")
    await bruno.refresh()
    notice = TurnNotice(bruno)
    assert await look(bruno, notice) == ""
    await two.play("develop L1", "end")
    assert await look(bruno, notice, two.match.id) == ""
    assert await look(bruno, notice) == "", "leaving it makes no news of it either"


@pytest.mark.ci
async def test_a_turn_that_was_taken_elsewhere_waits_no_longer(lobby: Lobby) -> None:
    bruno, (one, _two) = await two_tables(lobby)
    await bruno.refresh()
    notice = TurnNotice(bruno)
    await one.play("develop L1", "end")
    assert await look(bruno, notice)
    assert notice.waits
    await one.play("develop L1", "end")
    assert await look(bruno, notice) == ""
    assert not notice.waits


async def test_a_turn_that_was_played_meanwhile_is_another_one_in_the_same_round(lobby: Lobby) -> None:
    table = await Table.sit_down(lobby)
    first = table.people[0]
    await first.refresh()
    notice = TurnNotice(first)
    await table.play("give 1", "give 1")
    assert await look(first, notice) == f"It is your turn against {table.people[1].account.name}."


@pytest.mark.ci
async def test_what_changes_while_the_lists_are_read_is_in_them(lobby: Lobby, monkeypatch: pytest.MonkeyPatch) -> None:
    """A turn may be played, as it was planned, between the reading of a list and a look at it."""
    bruno, (one, _two) = await two_tables(lobby)
    await bruno.refresh()
    notice, read = TurnNotice(bruno), bruno.own_lists.read_matches

    async def played_meanwhile() -> Sequence[Match]:
        monkeypatch.setattr(bruno.own_lists, "read_matches", read)
        listed = await read()
        await one.play("develop L1", "end")
        return listed

    await one.play("develop L1", "end")
    monkeypatch.setattr(bruno.own_lists, "read_matches", played_meanwhile)
    assert await look(bruno, notice) == ""
