"""Accounts by keys, guests by codes, and names that nobody can borrow."""

from __future__ import annotations

import pytest

from naishi.errors import NaishiError
from naishi.server import Database, Lobby
from naishi.server.codes import FREE_TRIES, Tries, as_typed, new_code
from naishi.server.names import checked_name, skeleton
from naishi.server.players import LINK_TIME, Players


class Clock:
    now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def players(database: Database, clock: Clock) -> Players:
    return Players(database, clock)


def test_a_key_is_an_account_from_the_first_visit_on(players: Players) -> None:
    first = players.of_key("SHA256:a")
    assert not first.named
    assert not first.guest
    players.rename(first.id, "Aiko")
    assert players.of_key("SHA256:a").name == "Aiko"
    assert players.of_key("SHA256:b").id != first.id


def test_a_guest_comes_back_by_the_code(players: Players) -> None:
    guest, code = players.new_guest()
    somebody, _code = players.new_guest()
    assert guest.guest
    assert players.use_code(code.upper().replace("-", " "), somebody.id, None) == guest
    assert players.use_code(new_code(), somebody.id, None) is None


def test_a_guest_s_games_can_be_claimed_once_by_an_account(lobby: Lobby) -> None:
    guest, code = lobby.players.new_guest()
    match = lobby.open_table(guest, public=False)
    account = lobby.players.of_key("SHA256:a")
    assert lobby.players.use_code(code, account.id, "SHA256:a") == account
    assert [each.id for each in lobby.list(account.id).mine] == [match.id]
    assert lobby.list(guest.id).mine == []
    assert lobby.players.use_code(code, account.id, "SHA256:a") is None


def test_a_second_key_is_linked_by_a_code(players: Players) -> None:
    account = players.of_key("SHA256:a")
    code = players.link_code(account.id)
    other = players.of_key("SHA256:b")
    assert players.use_code(code, other.id, "SHA256:b") == account
    assert players.of_key("SHA256:b") == account
    third = players.of_key("SHA256:c")
    assert players.use_code(code, third.id, "SHA256:c") is None, "a code links one key"


def test_a_code_that_links_is_void_after_ten_minutes(players: Players, clock: Clock) -> None:
    code = players.link_code(players.of_key("SHA256:a").id)
    clock.now += LINK_TIME + 1
    assert players.use_code(code, players.of_key("SHA256:b").id, "SHA256:b") is None


def test_a_code_that_links_gives_a_guest_without_a_key_nothing(players: Players) -> None:
    code = players.link_code(players.of_key("SHA256:a").id)
    guest, _code = players.new_guest()
    assert players.use_code(code, guest.id, None) is None


def test_codes_are_long_and_stored_as_hashes(players: Players, database: Database) -> None:
    _guest, code = players.new_guest()
    assert as_typed(code) == code
    assert len(code.replace("-", "")) == 12
    with database.transaction() as connection:
        assert code not in repr(connection.exec_driver_sql("SELECT * FROM players").all())


def test_codes_are_tried_slowly(clock: Clock) -> None:
    tries = Tries(clock)
    for _try in range(FREE_TRIES):
        tries.check("address", 1)
        tries.failed("address", 1)
    with pytest.raises(NaishiError, match="Too many"):
        tries.check("address", 2)
    tries.check("elsewhere", 2)
    clock.now += 3
    tries.check("address")
    tries.failed("address")
    clock.now += 3
    with pytest.raises(NaishiError, match="Too many"):
        tries.check("address")


def test_wrong_words_are_counted_by_address(lobby: Lobby) -> None:
    for _try in range(FREE_TRIES):
        with pytest.raises(NaishiError, match="no game"):
            lobby.find("nothing", "192.0.2.1")
    with pytest.raises(NaishiError, match="Too many"):
        lobby.find("nothing", "192.0.2.1")


@pytest.mark.parametrize("taken", ["aiko", "ÁIKO", "А1КО", "αıkο", "AIK0", "a-i k.o", "AlKO"])
def test_a_name_like_somebody_else_s_is_refused(players: Players, taken: str) -> None:
    players.rename(players.of_key("SHA256:a").id, "Aiko")
    with pytest.raises(NaishiError, match="already taken"):
        players.rename(players.of_key("SHA256:b").id, taken)


def test_names_of_many_scripts_are_welcome() -> None:
    for name in ("Zoë", "Łukasz", "愛子", "Мария", "O'Brien", "José-María", "Player 2"):
        assert checked_name(name) == name


@pytest.mark.parametrize("name", ["[red]x", "a/b", "<b>", "a\\b", "😀", "123", "...", "愛子愛子愛子愛子愛"])
def test_names_that_could_be_mistaken_for_something_else_are_refused(name: str) -> None:
    with pytest.raises(NaishiError):
        checked_name(name)


def test_names_that_differ_are_told_apart() -> None:
    assert len({skeleton(name) for name in ("Aiko", "Aika", "Bruno", "Bruna", "Мария", "愛子")}) == 6


def test_nobody_comes_to_hold_both_seats_of_a_game(lobby: Lobby) -> None:
    one, other = lobby.players.of_key("SHA256:a"), lobby.players.of_key("SHA256:b")
    lobby.join(lobby.open_table(one, public=True), other)
    code = lobby.players.link_code(one.id)
    with pytest.raises(NaishiError, match="playing each other"):
        lobby.players.use_code(code, other.id, "SHA256:b")
    assert lobby.players.of_key("SHA256:b") == other


def test_settings_are_kept_with_a_player_a_guest_too(players: Players) -> None:
    guest, code = players.new_guest()
    players.choose(guest.id, "theme", "light")
    players.choose(guest.id, "language", "pl")
    players.forget_guest(guest.id)
    somebody, _code = players.new_guest()
    back = players.use_code(code, somebody.id, None)
    assert back == guest
    assert players.settings(guest.id) == {"theme": "light", "language": "pl"}
    assert players.settings(somebody.id) == {}
