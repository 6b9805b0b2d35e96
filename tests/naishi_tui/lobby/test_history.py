"""Finished games of any kind in the app's list."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from naishi.server import Lobby, Visitor
from naishi.server.match.match import Terms
from naishi.tabletop import kinds
from naishi_tui.drawing.cells import NO_BREAK
from naishi_tui.lobby.account import ShowPlayer
from naishi_tui.lobby.history import HistoryScreen
from naishi_tui.replay.replay import GameReplay
from tests.naishi.server.conftest import player, resign
from tests.naishi.tabletop import unison
from tests.naishi_tui.lobby.terminals import a_lobby, terminal

pytestmark = pytest.mark.ci

NAMES = ("Aiko", "Bruno", "Chiyo")


@pytest.fixture(autouse=True)
def _unison(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(kinds.KINDS, "unison", f"{unison.__name__}:UNISON")


@pytest.fixture
async def lobby(tmp_path: Path) -> AsyncIterator[Lobby]:
    async with a_lobby(tmp_path) as lobby:
        yield lobby


async def play(people: list[Visitor], *, leaves: bool) -> list[str]:
    """Have a game of the toy be played to its end; return names with points, the best first."""
    table = await people[0].tables.open(Terms(game="unison", places=len(people)), public=True)
    for person in people[1:]:
        await person.tables.join(table)
    seats = [await person.attach(table.id) for person in people]
    if leaves:
        await resign(seats[-1])
    for numbers in ("321", "213", "132"):
        for seat, number in zip(seats, numbers, strict=True):
            if not (leaves and seat is seats[-1]):
                await seat.play(number)
    result = (await people[0].lobby.matches.get(table.id)).result
    assert result is not None
    assert result.points is not None
    assert result.ranks is not None
    names = [person.account.name for person in people]
    points = {name: result.points[seat.seat or 0] for name, seat in zip(names, seats, strict=True)}
    ranks = {name: result.ranks[seat.seat or 0] for name, seat in zip(names, seats, strict=True)}
    return [f"{rank}. {name} {points[name]}" for name, rank in sorted(ranks.items(), key=lambda each: each[1])]


@pytest.mark.parametrize("leaves", [False, True])
async def test_a_game_of_several_names_all_by_their_places(lobby: Lobby, leaves: bool) -> None:
    people = [await player(lobby, name) for name in NAMES]
    ranked = await play(people, leaves=leaves)
    async with terminal(people[0]) as at:
        await at.press("h")
        assert isinstance(at.screen, HistoryScreen)
        (row,) = [row.text for row in at.screen.rows() if row.id]
        assert "  Unison: " in row
        for said in (each.replace(". ", f".{NO_BREAK}") for each in ranked):
            assert (said if not (leaves and "Chiyo" in said) else "Chiyo (resigned)") in row
        assert "analyse" not in at.text, "only Naishi is analysed"
        await at.press("r")
        assert isinstance(at.screen, GameReplay)


async def test_a_game_of_two_is_said_as_ever(lobby: Lobby) -> None:
    people = [await player(lobby, name) for name in NAMES[:2]]
    table = await people[0].tables.open(Terms(game="ninjato"), public=True)
    await people[1].tables.join(table)
    await resign(await people[1].attach(table.id))
    async with terminal(people[0]) as at:
        await at.press("h")
        await at.see("Bruno (Ninjato): you won by resignation")
        assert "NINJATO finished games" in " ".join(at.text.split())
        assert "analyse" not in at.text


async def test_the_page_of_a_player_says_how_they_have_done_in_each_game(lobby: Lobby) -> None:
    people = [await player(lobby, name) for name in NAMES]
    await play(people, leaves=True)
    async with terminal(people[0]) as at:
        at.app.post_message(ShowPlayer("Chiyo"))
        await at.see("Unison: 0 won, 1 lost.")
        assert "Naishi:" not in at.text


async def test_a_player_is_challenged_to_a_game_of_any_kind_from_their_page(lobby: Lobby) -> None:
    people = [await player(lobby, name) for name in NAMES[:2]]
    async with terminal(people[0]) as at:
        at.app.post_message(ShowPlayer("Bruno"))
        await at.see("Challenge Bruno")
        await at.press("enter", "g", "escape")
        assert not await lobby.matches.lists.of(people[0].account.id)
        await at.press("enter", "g", "enter")
        await at.see("Bruno sees your challenge in the lobby")
        (table,) = await lobby.matches.lists.of(people[0].account.id)
        assert (table.game, len(table.seats), table.challenged) == ("ninjato", 2, people[1].account.id)
