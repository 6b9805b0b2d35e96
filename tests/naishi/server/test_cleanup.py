"""What nobody comes back to goes after a long time; nothing else does."""

from __future__ import annotations

import time

import pytest

from naishi.errors import NaishiError
from naishi.server import Database, Lobby
from naishi.server.cleanup import DAY, GAME_AGE, GUEST_AGE, TABLE_AGE, clean_up
from naishi.server.lobby import GUEST_GAMES, GUEST_TABLES
from tests.naishi.server.conftest import Table


def later(database: Database, seconds: float, *, online: tuple[int, ...] = (), live: tuple[str, ...] = ()) -> None:
    clean_up(database, online=online, live=live, clock=lambda: time.time() + seconds)


def test_a_table_that_nobody_joins_is_closed(lobby: Lobby, database: Database) -> None:
    host = lobby.players.of_key("SHA256:a")
    table = lobby.open_table(host, public=True)
    later(database, TABLE_AGE - DAY)
    assert lobby.matches.get(table.id) == table
    later(database, TABLE_AGE + DAY)
    with pytest.raises(NaishiError):
        lobby.matches.get(table.id)
    assert lobby.players.get(host.id) == host


async def test_an_unfinished_game_waits_for_a_year(table: Table, database: Database) -> None:
    later(database, GAME_AGE - DAY)
    assert table.lobby.matches.get(table.match.id).seats == table.match.seats
    later(database, GAME_AGE + DAY, live=(table.match.id,))
    assert table.lobby.matches.get(table.match.id), "somebody is at it"
    later(database, GAME_AGE + DAY)
    with pytest.raises(NaishiError):
        table.lobby.matches.get(table.match.id)


async def test_a_finished_game_stays(table: Table, database: Database) -> None:
    table.seats[0].resign()
    later(database, 10 * GAME_AGE)
    assert table.lobby.matches.get(table.match.id)


def test_a_guest_who_stays_away_is_forgotten_with_unfinished_games(lobby: Lobby, database: Database) -> None:
    guest, code = lobby.players.new_guest()
    lobby.players.rename(guest.id, "Aiko")
    account = lobby.players.of_key("SHA256:a")
    match = lobby.join(lobby.open_table(guest, public=True), account)
    later(database, GUEST_AGE - DAY)
    assert lobby.matches.get(match.id)
    later(database, GUEST_AGE + DAY, online=(guest.id,))
    assert lobby.matches.get(match.id), "the guest is here"
    later(database, GUEST_AGE + DAY)
    assert lobby.list(account.id).mine == []
    assert lobby.players.use_code(code, account.id, None) is None
    with pytest.raises(NaishiError):
        lobby.players.get(guest.id)
    assert lobby.players.rename(account.id, "Aiko").name == "Aiko", "the name is free"


async def test_a_finished_game_with_a_guest_stays_for_the_other_player(lobby: Lobby, database: Database) -> None:
    guest, _code = lobby.players.new_guest()
    lobby.players.rename(guest.id, "Bruno")
    account = lobby.players.of_key("SHA256:a")
    match = lobby.join(lobby.open_table(account, public=True), guest)
    lobby.attach(match.id, guest).resign()
    later(database, GUEST_AGE + DAY)
    (finished,) = lobby.list(account.id).mine
    assert "Bruno" in finished.names
    assert lobby.matches.check() == (1, [])
    assert lobby.players.rename(lobby.players.of_key("SHA256:b").id, "Bruno").name == "Bruno"


async def test_games_that_only_guests_have_seen_go_with_them(lobby: Lobby, database: Database) -> None:
    guest, _code = lobby.players.new_guest()
    match = lobby.play_bot(guest, "beginner")
    lobby.attach(match.id, guest).resign()
    later(database, GUEST_AGE + DAY)
    assert lobby.matches.check() == (0, [])


def test_a_guest_waits_at_fewer_tables_and_has_fewer_games(lobby: Lobby) -> None:
    guest, _code = lobby.players.new_guest()
    for _table in range(GUEST_TABLES):
        lobby.open_table(guest, public=True)
    with pytest.raises(NaishiError, match="waiting at 2 tables"):
        lobby.open_table(guest, public=True)
    for _game in range(GUEST_GAMES - GUEST_TABLES):
        lobby.play_bot(guest, "beginner")
    with pytest.raises(NaishiError, match="8 unfinished games"):
        lobby.play_bot(guest, "beginner")
