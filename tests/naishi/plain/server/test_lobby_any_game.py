"""Games of any kind in the lobby: words, challenges, news."""

from __future__ import annotations

import pytest

from naishi.server import Lobby
from naishi.server.match import session as match_session
from naishi.tabletop import kinds
from tests.naishi.plain.server.shared import Party, all_rows, name
from tests.naishi.tabletop import unison


@pytest.fixture(autouse=True)
def _unison(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(kinds.KINDS, "unison", f"{unison.__name__}:UNISON")
    monkeypatch.setattr(match_session, "PACE", 0.0)


async def test_a_friend_who_comes_by_a_word_for_the_first_time_reads_where_the_rules_are(lobby: Lobby) -> None:
    people = await Party.of(lobby, 2)
    host, friend = people.readers
    for number, (made, game) in enumerate((("private", "Naishi"), ("private ninjato 2", "Ninjato"))):
        await host.says(made, "is yours and waits")
        (table,) = [match for match in (await host.visitor.refresh()).mine if match.empty]
        friend.type(f"join {table.invite}", *(["yes"] if number else []))
        heard = await friend.hears("our game with", "\n> ")
        assert (f"New here? Type rules for the rules of {game}" in heard) is (number == 0), "once"
        await friend.says("quit", "You are in the lobby.")
    await people.leave()


REFUSED = (
    *("new ninjato 0", "new shogun 0", "bot ninjato strong 0", "challenge Bruno ninjato 0"),
    *("new ninjato 5", "new shogun 2", "new ninjato rated", "private ninjato nine"),
    *("bot ninjato", "bot ninjato clever", "bot shogun strong 9", "bot ninjato strong clock 3d", "begin", "begin 1"),
    *("begin 1 strong", "leave", "leave 1", "leave 9", "join 9", "tournament new Cup ninjato"),
)


async def test_what_is_refused_in_the_lobby_changes_nothing(lobby: Lobby) -> None:
    people = await Party.of(lobby, 2)
    one, two = people.readers
    await one.says("new ninjato 3", "is yours and waits")
    await two.hears("To sit down: join 1.")
    before = all_rows(lobby)
    for line in REFUSED:
        two.type(line)
        await two.hears("lobby> ")
        assert all_rows(lobby) == before, line
    await one.says("begin 1 dragon", "Say which bots: beginner, intermediate, strong.")
    await one.says("begin 1 strong 5", "Say which bots: beginner, intermediate, strong.")
    await one.says("begin 9 dragon", "There is no such game or table here.")
    assert all_rows(lobby) == before
    await people.leave()


async def test_a_challenge_to_another_game_is_told_answered_and_declined(lobby: Lobby) -> None:
    people = await Party.of(lobby, 2)
    one, two = people.readers
    await one.says("challenge Bruno ninjato clock 3d", "Table 1: Ninjato, 1 of 2 seats taken: Aiko (3 days a turn).")
    await two.hears("Ninjato", "It is a challenge to you. To play: join 1. Or: decline 1.")
    await two.says("decline 1", "Declined.")
    await one.says("challenge Bruno unison", "It is yours, and waits for Bruno.")
    await two.hears("It is a challenge to you. To play: join 2.")
    await two.says("join 2", "Unison: your game with Aiko.")
    await one.hears("Bruno has joined your table. Type go to go there.")
    await people.leave()


async def test_the_lobby_tells_that_a_game_waits_with_the_names_of_all(lobby: Lobby) -> None:
    people = await Party.of(lobby, 3)
    seats = await people.sit_down("new unison 3")
    one = seats[0]
    await one.says("3", "To decide now: ")
    await one.says("quit", "You are in the lobby.")
    one.told = len(one.written)
    names = " and ".join(name(each) for each in seats[1:])
    for reader in seats[1:]:
        reader.type("2")
    await one.hears(f"Game 1, Unison with {names}, round 2 of 3: your turn")
    await one.says("next", f"Unison: your game with {names}.", "Round 2: choose")
    await people.leave()
