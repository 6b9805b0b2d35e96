"""Tables of any game in lines: options, bots, clocks, refusals."""

from __future__ import annotations

import re

import pytest

from naishi.common.i18n import NaishiError
from naishi.plain.server.tables import terms_among, terms_of
from naishi.server import Lobby
from naishi.server.match import session as match_session
from naishi.server.match.match import Terms
from naishi.tabletop import kinds
from tests.naishi.plain.server.shared import Party, all_rows, me
from tests.naishi.tabletop import unison


@pytest.fixture(autouse=True)
def _unison(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(kinds.KINDS, "unison", f"{unison.__name__}:UNISON")
    monkeypatch.setattr(match_session, "PACE", 0.0)


@pytest.mark.ci
async def test_a_table_is_left_begun_with_bots_and_told_of(lobby: Lobby) -> None:
    people = await Party.of(lobby, 3)
    host, guest, other = people.readers
    await host.says("private ninjato 4 clock 3d", "Table 1 (Ninjato, 3 days a turn, 1 of 4 seats taken)", "join ")
    (table,) = (await host.visitor.refresh()).mine
    await guest.says(f"join {table.invite}", "Ninjato, 1 of 4 seats taken: Aiko", "Type yes to agree")
    await guest.says("yes", "Table 1: Ninjato, 2 of 4 seats taken: Aiko, Bruno (3 days a turn). You sit there.")
    await host.hears("Table 1: Ninjato, 2 of 4 seats taken: Aiko, Bruno")
    await guest.says("begin 1", "Only the player who made the table can do that.")
    await guest.says("go 1", "The game has not begun")
    await host.says("leave 1", "This table is your own. To close it: close 1.")
    for line in ("close 1", "close"):
        await guest.says(line, "This table is Aiko's. To leave it: leave 1.")
    await guest.says("leave", "You have left the table.")
    await host.hears("Table 1: Ninjato, 1 of 4 seats taken: Aiko")
    await host.says(
        "begin 1", "Ninjato is for 2 to 4 players. To have bots take the empty seats: begin 1 beginner.", "\n"
    )
    await guest.says(f"join {table.invite}", "You sit there.")
    await host.says("begin 1 clever", "Say which bots: beginner, intermediate, strong.")
    await host.says("begin 1 strong", "Ninjato: your game with ", "Hanzo", "The clock: 3 days a turn.")
    await guest.hears("Your game of Ninjato with ", "begins. Type go to go there.")
    assert sorted(me(host).kinds) == ["human", "human", "strong", "strong"]
    await other.says("new shogun", "Table 1 (Shogun, 1 of 3 seats taken)")
    await guest.hears("Table 2: Shogun, 1 of 3 seats taken: Chiyo. To sit down: join 2.")
    await guest.says("join 2", "You sit there.")
    await other.says("close", "The table is closed.")
    await guest.hears("You have no seat at Chiyo's table any more")
    await people.leave()


async def test_bots_play_whoever_asks_for_them(lobby: Lobby) -> None:
    people = await Party.of(lobby, 1)
    (one,) = people.readers
    await one.says("bot unison steady 3", "Unison: your game with Hiro", "Round 1: choose", "\n> ")
    await one.says("3", "Round 2: choose", "\n> ")
    await one.says("undo", "Undone: ", "Round 1: choose", "\n> ")
    await one.says("players", "Aiko: a person.", "Hiro: steady.")
    await one.says("say hello", "A bot has no ear for that.")
    await one.says("pace instant", "can't be changed on the server")
    await one.says("match", "Hiro is here.", "resign: Leave the game.")
    await one.says("resign", "This ends the game, and you come last.", "Type yes to agree: ")
    await one.says("no", "Not resigned.")
    await people.leave()


@pytest.mark.parametrize(
    ("words", "terms"),
    [
        ("ninjato", Terms(game="ninjato", places=2)),
        ("ninjato 4 clock 3d", Terms(game="ninjato", places=4, control="3d")),
        ("shogun setup=printed 5", Terms(game="shogun", places=5, options={"setup": "printed"})),
        ("Shogun tower=by_throw setup=draft", Terms(game="shogun", places=3, options={"tower": "by_throw"})),
        ("naishi rated", Terms(rated=True)),
    ],
)
def test_words_behind_new_say_what_is_played(words: str, terms: Terms) -> None:
    assert terms_of(words.split(), "new") == terms


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("ninjato four", "Type new ninjato, a number of players from 2 to 4, and clock with one of"),
        ("shogun tower=real", "Option: tower=published, tower=by_throw."),
        ("shogun setup=odd", "Option: setup=draft, setup=printed."),
        ("ninjato setup=printed", "Ninjato has no such option."),
        ("ninjato expansion", "Type new ninjato"),
        ("ninjato clock 9x", "There is no such clock."),
    ],
)
def test_words_that_mean_nothing_are_refused_with_what_can_be_typed(words: str, why: str) -> None:
    with pytest.raises(NaishiError, match=re.escape(why)):
        terms_of(words.split(), "new")


@pytest.mark.parametrize("words", ["clock rated 3d", "rated clock 3d", "clock 3d rated", "3d clock rated 3d"])
def test_the_clock_may_stand_anywhere_behind_its_word(words: str) -> None:
    terms, rest = terms_among(words.split())
    assert (terms.control, terms.rated) == ("3d", True)
    assert rest == (["3d"] if words.startswith("3d") else [])


@pytest.mark.parametrize("line", ["bot beginner 1", "bot 1 beginner"])
async def test_a_bot_takes_the_last_empty_seat_and_never_several(lobby: Lobby, line: str) -> None:
    people = await Party.of(lobby, 2)
    one, two = people.readers
    await one.says("new ninjato 3", "is yours and waits")
    await two.hears("To sit down: join 1.")
    before = all_rows(lobby)
    await one.says(line, "Several seats are empty at this table. To have bots take them all: begin 1 beginner.")
    assert all_rows(lobby) == before
    for unknown in ("bot dragon 1", "bot 1 dragon", "begin 1 dragon", "begin dragon 1"):
        await one.says(unknown, "Say which bots: beginner, intermediate, strong.")
    two.type("join 1")
    await one.hears("2 of 3 seats taken")
    await one.says(line, "Ninjato: your game with", "\n> ")
    await people.leave()
