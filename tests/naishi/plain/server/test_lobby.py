"""Lobby in lines: commands, and news of others."""

from __future__ import annotations

import pytest

from naishi.games.naishi.rules.cards import LEGENDS_TRAVELLERS
from naishi.plain.server.commands import in_lobby
from naishi.server import Lobby, MatchStage
from naishi.server.match.match import Terms
from tests.naishi.plain.server.people import Reader
from tests.naishi.server.conftest import Table, guest, player, resign


async def test_on_arrival_one_hears_who_one_is_and_what_there_is(lobby: Lobby) -> None:
    table = await Table.sit_down(lobby)
    waiting = await player(lobby, "Carol")
    await waiting.tables.open(public=True)
    await lobby.public.look()
    reader = Reader(table.people[0])
    heard = await reader.hears("Type new, join")
    turn = table.seats[0].view.names[table.seats[0].view.turn or 0]
    whose = "your turn" if turn == table.people[0].account.name else f"{turn}'s turn"
    other = table.people[1].account.name
    assert f"Game 1 with {other}, round 1: {whose}" in heard
    assert "Table 2: Carol is waiting for an opponent. To sit down: join 2." in heard
    assert "There is no game to watch." in heard
    await reader.leave()


async def test_a_newcomer_is_told_how_to_take_a_name(lobby: Lobby) -> None:
    reader = Reader(await lobby.visit("SHA256:new", "192.0.2.7", "en"))
    await reader.hears("Type name and the name that you want to play under")
    await reader.hears("To choose one: ssh -o IdentitiesOnly=yes -i KEY ")
    await reader.says("name", "Write it like this: name Aiko")
    await reader.says("name Dora Maria", "You are Dora Maria now.")
    assert reader.visitor.account.named
    await reader.leave()


async def test_a_guest_hears_once_how_to_come_back(lobby: Lobby) -> None:
    reader = Reader(await guest(lobby))
    await reader.hears("lobby> ")
    assert "name Aiko" not in reader.written
    heard = await reader.says("new", "keep this code: guest-", "join ")
    assert heard.count(reader.visitor.code) == 1
    await reader.leave()


async def test_two_meet_at_a_table(aiko: Reader, bruno: Reader) -> None:
    await aiko.says("new", "ssh -t play@here join ")
    await bruno.hears("Table 1: Aiko is waiting for an opponent.")
    await bruno.says("join 1", "Your game with Aiko.", "Aiko is here, not at this table.")
    await aiko.hears("Bruno has joined your table. Type go to go there.")
    assert "\a" in aiko.new
    await aiko.says("go", "Your game with Bruno.")
    await bruno.hears("Aiko is here.")


async def test_one_joins_by_the_name_of_who_waits_and_by_a_word(aiko: Reader, bruno: Reader) -> None:
    await aiko.says("private", "is yours and waits.")
    (table,) = aiko.visitor.listing.mine
    assert not bruno.visitor.listing.open
    await bruno.says("join nonsense", "There is no game with this word.")
    await bruno.says(f"join {table.invite}", "Your game with Aiko.")
    await bruno.says("quit", "You are in the lobby.")
    await aiko.says("new", "is yours and waits.")
    await bruno.hears("is waiting for an opponent")
    await bruno.says("join aik", "There is more than one with that name.")
    await bruno.says("join 2", "Your game with Aiko.")


@pytest.mark.ci
async def test_two_meet_at_a_table_with_the_expansion(lobby: Lobby, aiko: Reader, bruno: Reader) -> None:
    await aiko.says("new 3", "Type new alone, or with the words expansion and rated,")
    await aiko.says("new expansion", "Table 1, with Legends & Travellers, is yours and waits.", "join ")
    await aiko.says("games", "Table 1: yours", "Played with Legends & Travellers.")
    await bruno.hears(
        "Table 1: Aiko is waiting for an opponent. To sit down: join 1. Played with Legends & Travellers."
    )
    await bruno.says("join 1", "Your game with Aiko.", "Played with Legends & Travellers.")
    await aiko.hears("Bruno has joined your table.")
    await aiko.says("go", "Your game with Bruno.", "Played with Legends & Travellers.")
    await aiko.says("table", "Legends in play: ", "Travellers, all but one")
    await aiko.says("quit", "You are in the lobby.")
    await aiko.says("games bruno", "Game 1 with Bruno, round 1: ", "Played with Legends & Travellers.")
    (match,) = aiko.visitor.listing.mine
    assert (await lobby.matches.load(match.id)).game.module == LEGENDS_TRAVELLERS


async def test_a_base_table_is_not_said_to_have_the_expansion(lobby: Lobby, aiko: Reader, bruno: Reader) -> None:
    await aiko.says("private", "Table 1 is yours and waits.", "join ")
    (table,) = aiko.visitor.listing.mine
    await bruno.says(f"join {table.invite}", "Your game with Aiko.")
    await bruno.says("games", "is a command of the lobby")
    assert "Legends" not in aiko.written + bruno.written
    assert (await lobby.matches.load(table.id)).game.module is None


async def test_whoever_comes_by_a_word_agrees_to_the_expansion_first(lobby: Lobby, aiko: Reader, bruno: Reader) -> None:
    await aiko.says("private expansion", "Table 1, with Legends & Travellers, is yours and waits.")
    (table,) = aiko.visitor.listing.mine
    asked = "Aiko is waiting to play Naishi (Legends & Travellers). Sit down?"
    await bruno.says(f"join {table.invite}", asked, "Type yes to agree: ")
    await bruno.says("no", "lobby> ")
    assert (await lobby.matches.get(table.id)).state is MatchStage.OPEN
    await bruno.says(f"join {table.invite}", "Type yes to agree: ")
    await bruno.says("yes", "Your game with Aiko.")


@pytest.mark.ci
@pytest.mark.parametrize("public", [True, False])
async def test_whoever_connects_for_a_table_agrees_to_the_expansion_first(lobby: Lobby, public: bool) -> None:
    table = await (await player(lobby, "Aiko")).tables.open(Terms(expansion=LEGENDS_TRAVELLERS), public=public)
    first = f"join {table.id if public else table.invite}"
    reader = Reader(await player(lobby, "Bruno"), first=first)
    await reader.hears("Aiko is waiting to play Naishi (Legends & Travellers). Sit down?", "Type yes to agree: ")
    await reader.says("no", "lobby> ")
    await reader.says("games", "Played with Legends & Travellers." if public else "No table is open.")
    if public:
        await reader.says("join 1", "Your game with Aiko.")
        await reader.leave()
        return
    await reader.leave()
    again = Reader(await player(lobby, "Bruno"), first=first)
    await again.hears("Type yes to agree: ")
    await again.says("yes", "Your game with Aiko.")
    await again.says("quit", "You are in the lobby.")
    await again.leave()


@pytest.mark.ci
async def test_a_bot_is_played_with_the_expansion(lobby: Lobby, aiko: Reader) -> None:
    await aiko.says("bot beginner expansion", "Your game with Koshikibu.", "Played with Legends & Travellers.")
    await aiko.says("quit", "You are in the lobby.")
    await aiko.says("bot expansion", "Say which bot, as in bot strong: beginner")
    await aiko.says("new expansion", "join ")
    await aiko.says("bot strong 2 expansion", "The expansion is chosen when a table is made")
    await aiko.says("bot strong 2", "Your game with Murasaki.", "Played with Legends & Travellers.")
    await aiko.says("quit", "You are in the lobby.")
    await aiko.says("new 3", "Type new alone, or with the words expansion and rated,")
    found = [(await lobby.matches.load(match.id)).game.module for match in aiko.visitor.listing.mine]
    assert found == [LEGENDS_TRAVELLERS, LEGENDS_TRAVELLERS]


async def test_one_s_own_table_is_for_others(aiko: Reader) -> None:
    await aiko.says("new", "join ")
    await aiko.says("games", "Table 1: yours, nobody has joined yet. Friends join it by the word")
    await aiko.says("join 1", "Nobody has joined this table yet.")
    await aiko.says("close 2", "There is no such game or table here.")
    await aiko.says("close 1", "The table is closed.")
    await aiko.says("close", "Say which table of yours")


async def test_a_bot_is_played_or_takes_the_empty_seat(lobby: Lobby, aiko: Reader) -> None:
    await aiko.says("bot", "Say which bot, as in bot strong: beginner")
    await aiko.says("bot beginner", "Your game with Koshikibu.", "Dealt 1")
    await aiko.says("quit", "You are in the lobby.")
    await aiko.says("new", "join ")
    await aiko.says("bot strong 2", "Your game with Murasaki.")
    matches = await lobby.matches.lists.of(aiko.visitor.account.id)
    assert [match.state for match in matches] == [MatchStage.PLAYING] * 2


async def test_the_lists_are_searched(lobby: Lobby, aiko: Reader) -> None:
    table = await Table.sit_down(lobby, ("Carol", "Dora"))
    await lobby.public.look()
    await aiko.says("games dora", "Games to watch:", "Game 1: ")
    assert "You have no game" not in aiko.new
    await aiko.says("games xyz", "No game or table matches.")
    await aiko.says("go 1", "You are watching ")
    assert table.seats[0].watchers == ("Aiko",)


async def test_a_full_table_can_be_watched(lobby: Lobby, aiko: Reader) -> None:
    await Table.sit_down(lobby, ("Carol", "Dora"))
    await lobby.public.look()
    await aiko.says("games", "Game 1: ")
    await aiko.says("join 1", "This table is full. To watch: watch 1")
    await aiko.says("watch 1", "You are watching ")


@pytest.mark.ci
async def test_go_alone_leads_to_an_unfinished_game_before_a_finished_one(lobby: Lobby) -> None:
    aiko, bruno, carol = [await player(lobby, name) for name in ("Aiko", "Bruno", "Carol")]
    unfinished = await Table.of(lobby, aiko, carol)
    await unfinished.seats[unfinished.people.index(aiko)].play("give 1")
    finished = await Table.of(lobby, aiko, bruno)
    mine = finished.people.index(aiko)
    await aiko.detach(finished.seats[mine])
    await resign(finished.seats[1 - mine])
    reader = Reader(aiko)
    await reader.hears("lobby> ")
    assert reader.visitor.listing.mine[0].id == finished.match.id
    await reader.says("go", "Your game with Carol.")
    await reader.leave()


async def test_going_somewhere_takes_a_game(aiko: Reader) -> None:
    await aiko.says("go", "You have no game yet")
    await aiko.says("go 7", "There is no such game or table here. Type games for the list.")
    await aiko.says("join", "Say which one")


async def test_settings_are_kept_with_the_account_and_hold_at_once(aiko: Reader) -> None:
    await aiko.says("set language fr", "\n")
    await aiko.says("aide", "Jouer")
    await aiko.says("set language en", "Set.")
    await aiko.says("settings", "language: en")
    assert "animations" not in aiko.new
    await aiko.says("set animations on", "The settings are: ascii, hints, bell, plain, language.")


async def test_the_rules_and_help_are_there(aiko: Reader) -> None:
    heard = await aiko.says("help", "Play: ", "You: ", "More: ")
    assert all(command.word in heard for command in in_lobby().values())
    await aiko.says("what", "Play: ")
    await aiko.says("help private", "Make a table that only friends find")
    await aiko.says("rules", "Naishi")
    await aiko.says("jion", "Did you mean join?")


async def test_leaving_is_a_word(aiko: Reader) -> None:
    aiko.type("quit")
    await aiko.task


@pytest.mark.ci
async def test_what_is_asked_for_when_connecting_is_done_at_once(lobby: Lobby) -> None:
    table = await (await player(lobby, "Aiko")).tables.open(public=True)
    reader = Reader(await player(lobby, "Bruno"), first=f"join {table.id}")
    await reader.hears("Your game with Aiko.")
    assert "No table is open" not in reader.written
    await reader.leave()
    reader = Reader(await player(lobby, "Bruno"), first="watch nothing")
    await reader.hears("There is no game with this word.", "lobby> ")
    await reader.leave()


async def test_a_deal_can_be_mixed_and_checked(aiko: Reader, bruno: Reader) -> None:
    await aiko.says("new", "is yours and waits.")
    await bruno.hears("is waiting for an opponent")
    (table,) = aiko.visitor.listing.mine
    committed = f"Commitment to the deal (SHA-256): {await bruno.visitor.tables.commitment(table)}"
    await aiko.says("mix", "There is no such game or table here.")
    await aiko.says("mix 1", committed)
    await aiko.says("mix 1 cherry", "Your words are added to the deal.")
    await bruno.says("mix 1", committed)
    await bruno.says("mix 1 süß", "plain ASCII")
    await bruno.says("mix 1 rain on the roof", "Your game with Aiko.")
    told = await bruno.says("deal", committed)
    assert "Secret" not in told
    await bruno.says("resign", "This loses the game.")
    await bruno.says("yes", "You resigned")
    told = await bruno.says("deal", "Bruno added: 'rain on the roof'")
    assert committed in told
    assert "Aiko added: 'cherry'" in told


@pytest.mark.ci
async def test_a_rated_table_says_so_everywhere(lobby: Lobby, aiko: Reader, bruno: Reader) -> None:
    await aiko.says("new rated", "Table 1 (rated) is yours and waits.")
    await aiko.says("bot strong 1", "This table is rated, and games against bots aren't.")
    await aiko.says("bot strong rated", "Games against bots aren't rated.")
    await bruno.hears("Table 1: Aiko is waiting for an opponent. To sit down: join 1. Rated.")
    await bruno.says("join 1", "Your game with Aiko.", "It is rated.")
    await bruno.says("match", "abort: Call the game off: it isn't rated.")
    await aiko.hears("Bruno has joined your table.")
    await aiko.says("go", "It is rated.")
    await aiko.says("draw", "waits for Bruno's answer.")
    await bruno.hears("Type agree or decline.")
    await bruno.says("agree", "The players agreed on a draw.", "Ratings: ", "Aiko 1500 plus or minus 291? (plus 0)")
    await aiko.hears("Ratings: ", "Bruno 1500 plus or minus 291? (plus 0)")
    await aiko.says("quit", "You are in the lobby.")
    await aiko.says("games Bruno", "Game 1 with Bruno (1500 plus or minus 291?), round 1: a draw. Rated.")
    await aiko.says(
        "account", "Your rating: 1500 plus or minus 291?, after 1 rated game. A ? marks one that says little"
    )


@pytest.mark.ci
async def test_whoever_comes_to_a_rated_table_by_a_word_agrees_to_that(aiko: Reader, bruno: Reader) -> None:
    await aiko.says("private rated expansion", "Table 1 (Legends & Travellers, rated) is yours and waits.")
    (table,) = aiko.visitor.listing.mine
    asked = "Aiko is waiting to play Naishi (Legends & Travellers, rated)"
    await bruno.says(f"join {table.invite}", asked, "Type yes to agree: ")
    await bruno.says("yes", "Your game with Aiko.", "It is rated.")
    await bruno.says("abort", "You have called the game off.", "Not rated: the game was called off.")
    await bruno.says("abort", "The game is over.")
    await bruno.says("quit", "You are in the lobby.")
    listed = await bruno.says("games Aiko", "called off")
    assert "Rated." not in listed


@pytest.mark.ci
async def test_people_are_listed_challenged_and_blocked(aiko: Reader, bruno: Reader) -> None:
    await aiko.says("who", "2 players are here:", "Aiko", "Bruno")
    await aiko.says("ranking", "Nobody is ranked yet")
    await aiko.says("player Brunno", "There is no player called 'Brunno'. Did you mean Bruno?")
    await aiko.says("player bruno", "Bruno:", "Bruno is here.", "No rating yet.")
    await aiko.says("challenge Bruno rated", "Table 1: yours, it waits for Bruno. Rated.")
    await bruno.hears("Aiko challenges you: see the open tables")
    await bruno.hears("Table 1: Aiko challenges you. To play: join 1. Or: decline 1. Rated.")
    assert "\a" in bruno.new
    await bruno.says("decline", "Declined.")
    await aiko.hears("Bruno has declined your challenge.")
    await bruno.says("decline", "Nobody challenges you.")
    await bruno.says("block Aiko", "Aiko can't challenge you any more, nor sit down at your tables.")
    await bruno.says("block", "You block Aiko.")
    await aiko.says("challenge Bruno", "Bruno can't be challenged by you.")
    await bruno.says("unblock Aiko", "Aiko can challenge you.")
    await aiko.says("challenge Bruno expansion", "it waits for Bruno. Played with Legends & Travellers.")
    await bruno.hears("Table 2: Aiko challenges you.")
    await bruno.says("join 2", "Your game with Aiko.")


async def test_a_challenge_is_declined_by_a_name_whatever_other_tables_its_player_has(
    aiko: Reader, bruno: Reader
) -> None:
    for _table in range(2):
        await aiko.says("new", "is yours and waits")
    await aiko.says("challenge Bruno", "it waits for Bruno.")
    await bruno.hears("Aiko challenges you", "Aiko is waiting for an opponent", "Aiko is waiting for an opponent")
    await bruno.says("decline aiko", "Declined.")
    await bruno.says("decline aiko", "Nobody challenges you.")


@pytest.mark.ci
async def test_next_goes_to_the_game_that_waits_and_from_there_to_the_next_one(lobby: Lobby) -> None:
    reader = Reader(await player(lobby, "Aiko"))
    await reader.says("next", "No game waits for you.")
    for name in ("Bruno", "Carol"):
        table = await Table.of(lobby, await player(lobby, "Aiko"), await player(lobby, name))
        if table.people[0].account.name != "Aiko":
            await table.play("give 1")
    await reader.says("next", "Your game with Bruno.")
    await reader.says("next", "Your game with Carol.")
    await reader.says("next", "Your game with Bruno.")
    assert len(reader.visitor.participants) == 1
    await reader.says("quit", "You are in the lobby.")
    await reader.leave()


@pytest.mark.ci
async def test_finished_games_are_listed_only_until_they_were_seen(lobby: Lobby) -> None:
    table = await Table.sit_down(lobby)
    first, second = table.people
    await second.detach(table.seats[1])
    await resign(table.seats[0])
    reader = Reader(second)
    await reader.hears("Your games:", f"Game 1 with {first.account.name}", "has resigned.", "lobby> ")
    await reader.says("go 1", "Type rematch, log, table or quit.")
    await reader.says("quit", "You are in the lobby.")
    heard = await reader.says("games", "No table is open.")
    assert "No game of yours goes on. Type history for the finished ones." in heard
    assert "Game 1 with" not in heard
    await reader.says("history", f"Game 1 with {first.account.name}")
    await reader.leave()


async def test_two_who_type_pair_play_each_other(lobby: Lobby, aiko: Reader, bruno: Reader) -> None:
    await aiko.says(
        "pair",
        "You wait for a player near your rating (rated, 10 min + 5 s), and after a while for anyone.",
        "To close the table: close 1.",
    )
    await bruno.says("pair", "Your game with Aiko.")
    await aiko.hears("Bruno has joined your table. Type go to go there.")
    await bruno.says("quit", "You are in the lobby.")
    await bruno.says("pair clock 3d", "a clock of minutes")


async def test_the_lists_are_fresh_whenever_they_are_asked_for(lobby: Lobby, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("naishi.server.tables.actions.INTERVAL", 3600.0)
    reader = Reader(await player(lobby, "Dora"))
    await reader.hears("lobby> ")
    await reader.says("games", "There is no game to watch.")
    table = await Table.sit_down(lobby)
    first, second = table.match.names
    await reader.says("games", "Games to watch:", f"{first} and {second}, round 1")
    await reader.leave()
