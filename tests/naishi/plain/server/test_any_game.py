"""Matches of any game in lines, from table to replay."""

from __future__ import annotations

import re
import threading
from collections.abc import Sequence
from typing import Any

import pytest
from sqlalchemy import select

from naishi.bots.protocol import Clock
from naishi.bots.registry import ask as choose
from naishi.common.i18n import NaishiError
from naishi.plain.server.tables import terms_among, terms_of
from naishi.server import Lobby
from naishi.server.database import schema
from naishi.server.match import session as match_session
from naishi.server.match.match import Terms
from naishi.tabletop import kinds
from tests.naishi.plain.server.people import Program, Reader
from tests.naishi.plain.server.shared import Party, ask, me, objects
from tests.naishi.server.conftest import player
from tests.naishi.tabletop import unison


@pytest.fixture(autouse=True)
def _unison(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(kinds.KINDS, "unison", f"{unison.__name__}:UNISON")
    monkeypatch.setattr(match_session, "PACE", 0.0)


def name(reader: Reader) -> str:
    return reader.visitor.account.name


async def act(reader: Reader) -> None:
    """Type what a bot would do."""
    participant = me(reader)
    before = participant.view
    assert participant.seat is not None
    chosen = choose(participant.match.game, "beginner", participant.seat, before, Clock())
    reader.type(chosen.text)
    await reader.until(lambda: participant.view != before or participant.over)


async def play_on(seats: Sequence[Reader], most: int = 1000) -> None:
    """Have all play by lines until the game is over, or for some actions."""
    for _action in range(most):
        if not (awaited := me(seats[0]).view.awaited):
            return
        await act(seats[awaited[0]])


@pytest.mark.ci
async def test_two_play_a_whole_game_of_ninjato(lobby: Lobby) -> None:
    people = await Party.of(lobby, 2)
    seats = await people.sit_down("new ninjato 2")
    one, two = seats
    assert f"Ninjato: your game with {name(two)}." in one.written
    first, second = (one, two) if me(one).seat in me(one).view.awaited else (two, one)
    await second.says("what", f"{name(first)}")
    await second.says("dojo", "turn")
    await first.says("look", "Round 1")
    await first.says("games", "is a command of the lobby")
    await first.says("fly 3", "not")
    await play_on(seats)
    for reader in seats:
        await reader.hears("Type rematch, replay, log, score or quit.")
    first_place = min(range(2), key=lambda seat: me(one).result.ranks[seat])  # type: ignore[union-attr]
    assert name(seats[first_place]) in one.new
    await one.says("rematch", f"Your request for a rematch waits for {name(two)}'s answer.")
    await two.hears(f"{name(one)} asks for a rematch.", "Type agree or decline.")
    await two.says("agree", "The rematch begins.")
    await one.hears("The rematch begins.")
    assert me(one).seat == 1, "the seats move on"
    await people.leave()


@pytest.mark.ci
async def test_whose_turn_it_is_is_told_once_a_turn(lobby: Lobby) -> None:
    people = await Party.of(lobby, 2)
    one, other = await people.sit_down("new ninjato 2")
    if me(one).seat not in me(one).awaited:
        one, other = other, one
    for action in ("dojo", "draw deck"):
        await one.says(action, "\n> ")
        await other.until(lambda: len(me(other).view.events) == len(me(one).view.events))
    await other.says("time", "This game has no clock.", "\n> ")
    assert "dojo" in other.written
    assert other.written.count(f"It is {name(one)}'s turn.") == 1
    await people.leave()


async def test_whoever_comes_back_hears_what_is_new_and_the_question(lobby: Lobby) -> None:
    people = await Party.of(lobby, 2)
    one, other = await people.sit_down("new ninjato 2")
    if me(one).seat not in me(one).awaited:
        one, other = other, one
    await one.says("dojo", "\n> ")
    await other.hears("visits the dojo.")
    await other.says("quit", "You are in the lobby.")
    await one.says("draw deck", "\n> ")
    back = await other.says("go", "your game with", " from the deck", "\n> ")
    assert "visits the dojo" not in back
    await other.says("quit", "You are in the lobby.")
    assert "from the deck" not in await other.says("go", "your game with", "turn", "\n> ")
    await people.leave()


async def test_five_play_the_toy_whole_and_look_at_it_again(lobby: Lobby) -> None:
    people = await Party.of(lobby, 5)
    seats = await people.sit_down("new unison 5")
    for number, choices in enumerate(("12333", "31222", "23111"), 1):
        for seat, choice in zip(seats, choices, strict=True):
            seat.told = len(seat.written)
            seat.type(choice)
        for seat in seats:
            await seat.hears(f"Round {number + 1}: choose" if number < 3 else "Type rematch")
            assert seat.new.count(f"Round {number}: choose") <= 0, "the question is asked once"
    points = me(seats[0]).view.points
    for seat in seats:
        assert f"{name(seats[0])}: {points[0]}" in seat.written
        await seat.says("score", *(f"{name(each)}: {point}" for each, point in zip(seats, points, strict=True)))
    one = seats[1]
    await one.says("replay", f"{', '.join(map(name, seats[:4]))} and {name(seats[4])}, 15 actions.")
    await one.says("next", "Action 1 of 15.", " has chosen")
    await one.says("finish", "Action 15 of 15.", f"{name(seats[0])}: {points[0]}")
    await one.says("quit", "your game with", "\n> ")
    await one.says("quit", "You are in the lobby.")
    await one.says("history", "with ", "(Unison)", f", {points[1]} point")
    await one.says("replay", "15 actions")
    await one.says("quit", "You are in the lobby.")
    await one.says("analyse", "Only games of Naishi")
    await one.says("export 1", '"game": "unison"', '"cursor": 15')
    await one.says("statistics", "lobby> ")
    await people.leave()


async def test_plans_that_three_make_at_the_same_time_are_each_ones_own(lobby: Lobby) -> None:
    people = await Party.of(lobby, 3)
    seats = await people.sit_down("new shogun 3 setup=printed")
    assert "Option: set-up, as printed." in seats[0].written
    while len(me(seats[0]).view.awaited) < 3:
        await play_on(seats, 1)
    watcher = Reader(await player(lobby, "Dora"), first=f"watch {me(seats[0]).match_id}")
    await watcher.hears("You are watching ", " at Shogun.", "\n> ")
    program = Program(await player(lobby, "Emil"), first=f"watch {me(seats[0]).match_id}")
    await program.until(lambda: program.of_type("table"))
    before = [len(each.written) for each in (*seats, watcher, program)]
    plans = [choose("shogun", "beginner", seat, me(each).view, Clock()).text for seat, each in enumerate(seats)]
    for seat, reader in enumerate(seats[:2]):
        reader.type(plans[seat])
        await _has_chosen(reader)
        await reader.hears("To decide now: " if seat == 0 else f"It is {name(seats[2])}'s turn.")
    await seats[2].hears(f"{name(seats[0])} ", f"{name(seats[1])} ")
    for at, reader in enumerate((*seats, watcher, program)):
        await reader.visitor.refresh()
        for seat in range(2):
            if at != seat:
                written = reader.written[before[at] :]
                assert not [part for part in plans[seat].split()[1:] if part in written], (at, seat)
    others = (seats[1], seats[2], watcher)
    before = [len(each.written) for each in others]
    await seats[0].says("withdraw", "Withdrawn: ", "\n> ")
    assert 0 in me(seats[1]).view.awaited
    for reader in others:
        reader.told = len(reader.written)
    for _time in range(3):
        await seats[0].says(plans[0], "plans: ", "\n> ")
        await seats[0].says("undo", "Withdrawn: ", "\n> ")
    for at, reader in enumerate(others):
        await reader.says("time", "This game has no clock.", "\n> ")
        heard = reader.written[before[at] :]
        assert name(seats[0]) not in heard, f"that Aiko has planned was told once, and the rest is nobody's: {heard}"
    await seats[0].says("withdraw", "nothing to withdraw")
    await seats[0].says("help plan", "Type plan and your cards, such as")
    explained = await watcher.says("help plan", "A plan:", "> ")
    assert "such as plan" not in explained, "nobody's example"
    await seats[0].says("plan", "At least six province cards")
    await seats[2].says("undo", "nothing to undo")
    for seat in (0, 2):
        await act(seats[seat])
    assert len(me(seats[0]).view.awaited) < 3
    await watcher.leave()
    await program.leave()
    await people.leave()


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


async def test_who_plays_a_bot_reads_that_others_can_watch_and_how_they_can_t(lobby: Lobby) -> None:
    (one,) = (await Party.of(lobby, 1)).readers
    await one.says("bot beginner", "Everybody here can watch it.", "> ")
    await one.says("quit", "You are in the lobby.")
    await one.says("private", "is yours and waits")
    (table,) = [match for match in (await one.visitor.refresh()).mine if not match.public]
    heard = await one.says("bot beginner 2", "Your game with", "> ")
    assert "can watch it" not in heard
    assert not (await lobby.matches.get(table.id)).public
    await one.leave()


async def test_odds_are_reckoned_beside_the_loop_that_serves_everybody(
    lobby: Lobby, monkeypatch: pytest.MonkeyPatch
) -> None:
    people = await Party.of(lobby, 2)
    one, _two = await people.sit_down("new unison 2")
    reckoned, lines = list[bool](), type(unison.UNISON).lines

    def recorded(kind: unison.UnisonKind, view: Any, question: str = "") -> Sequence[str]:
        if question == "odds":
            reckoned.append(threading.current_thread() is threading.main_thread())
        return lines(kind, view, question)

    monkeypatch.setattr(type(unison.UNISON), "lines", recorded)
    await one.says("odds", "> ")
    await one.says("look", "> ")
    assert reckoned == [False]
    await people.leave()


async def test_a_choice_is_withdrawn_so_often_at_once_and_no_more(lobby: Lobby) -> None:
    people = await Party.of(lobby, 3)
    one, *_others = await people.sit_down("new unison 3")
    for _time in range(int(match_session.WITHDRAWALS_AT_ONCE)):
        one.type("1")
        await _has_chosen(one)
        await one.says("withdraw", "Withdrawn: ")
    one.type("1")
    await _has_chosen(one)
    revision = me(one).match.updated
    await one.says("withdraw", "You have just withdrawn often. Please wait a little.")
    await one.says("withdraw", "You have just withdrawn often.")
    assert me(one).match.updated == revision, "nothing is stored"
    await people.leave()


async def _has_chosen(reader: Reader) -> None:
    await reader.until(lambda: me(reader).seat not in me(reader).view.awaited)


async def test_whoever_has_left_sees_no_plan_of_the_stand_in_and_the_news_come_in_order(lobby: Lobby) -> None:
    people = await Party.of(lobby, 4)
    one, two, three, four = seats = await people.sit_down("new shogun 4 setup=printed")
    while len(me(one).view.awaited) < 4:
        await play_on(seats, 1)
    for reader in (two, three):
        await act(reader)
    watcher = Reader(await player(lobby, "Emil"), first=f"watch {me(one).match_id}")
    await watcher.hears("You are watching ", "\n> ")
    for left in (one, two):
        before = len(four.written)
        left.type("resign", "yes")
        await left.hears("You have left this game; it goes on without you.", "> ")
        await four.hears(f"{name(left)} has resigned; the game goes on without them.")
        news = four.written[before:]
        if left is one:
            assert news.index("has resigned") < news.index(f"{name(left)} has planned.")
        view = me(left).view
        assert (view.seat, view.public) == (me(left).seat, True)
        assert view.model_copy(update={"seat": 0}) == me(watcher).view.model_copy(update={"seat": 0})
        heard = await left.says("look", f"{name(left)}'s plan: all face down.", "> ")
        assert heard.splitlines()[1:] == (await watcher.says("look", "> ")).splitlines()[1:]
        await three.says("say hello", "You say: Hello!")
        await four.hears(f"{name(three)} says: Hello!")
        assert "Hello" not in (await left.says("time", "> "))
        await left.says("say hello", "You have left this game; it goes on without you.")
        await left.says("quit", "You are in the lobby.")
        await left.says("go 1", "You have left this game; it goes on without you.", "> ")
        assert "Type plan" not in left.new
        four.told = len(four.written)
    for reader in (*seats, watcher):
        await reader.leave()


async def test_what_would_be_refused_is_not_asked_about_first(lobby: Lobby) -> None:
    people = await Party.of(lobby, 2)
    one, two = await people.sit_down("new ninjato 2")
    await one.says("draw", "This offers a draw.", "Type yes to agree: ")
    await one.says("no", "No draw was offered.", "> ")
    await one.says("draw", "This offers a draw.", "Type yes to agree: ")
    await one.says("yes", f"waits for {name(two)}'s answer.")
    heard = await one.says("draw", "You have asked already; wait for the answer.", "> ")
    assert "yes" not in heard
    first = one if me(one).seat in me(one).view.awaited else two
    heard = await first.says("help raid", "raid 1 stealth.", "\n> ")
    assert "All actions" not in heard
    await first.says("help banzai", "All actions, each with an example: dojo,", "banzai")
    await people.leave()


async def test_a_word_behind_a_question_is_not_dropped(lobby: Lobby) -> None:
    people = await Party.of(lobby, 3)
    one, two, _three = await people.sit_down("new shogun 3 setup=printed")
    for line in ("look", "score", "players", "what"):
        heard = await one.says(f"{line} {name(two)}", name(two), "\n> ")
        assert "Neutral" not in heard, line
        assert f"{name(one)}'s provinces" not in heard, line
        assert f"{name(one)}: " not in heard, line
        await one.says(f"{line} dragons", "The table shows nothing of 'dragons'.")
    await one.says("log dragons", "The table shows nothing of 'dragons'.")
    await people.leave()


async def test_three_agree_decline_leave_and_are_told_who(lobby: Lobby) -> None:
    people = await Party.of(lobby, 3)
    one, two, three = await people.sit_down("new unison 3 clock 3d")
    a, b, c = name(one), name(two), name(three)
    await one.says("draw", "draw is not a number from 1 to 3.")
    await one.says("call off", f"Your offer to call the game off waits for {b} and {c}'s answer.")
    await two.hears(f"{a} offers to call the game off.", "Type agree or decline.")
    await three.hears(f"{a} offers to call the game off.")
    await two.says("agree", f"Waiting for {c}'s answer.")
    await one.hears(f"waits for {c}'s answer.")
    await three.says("match", f"{a} is here.", f"{b} is here.", "agree call off: Agree to call the game off.")
    await three.says("decline call off", "Declined.")
    await one.hears(f"{c} wants the game to go on.")
    await one.says("pause 3", "waits for")
    await two.says("decline", "Declined.")
    await one.hears(f"{b} has declined the pause.")
    await three.hears(f"{a}'s offer of a pause is no longer open.")
    await one.says("say hello", "You say: Hello!")
    await three.hears(f"{a} says: Hello!")
    await three.says("mute", "Say whom: ")
    await three.says(f"mute {a.lower()}", f"You hear nothing more from {a}")
    await three.says(f"mute {a} off", f"You hear {a} again.")
    await three.says("report behaviour", "Say whom: ")
    await three.says(f"report {a} behaviour", "Kept for whoever runs this server.")
    await one.says("claim", "clock", "\n> ")
    await two.says("resign", "You leave the game for good")
    await two.says("no", "> ")
    assert not me(two).agreements.vacated
    two.type("resign", "yes")
    await two.hears("You have left this game; it goes on without you.")
    await two.says("3", "You have left this game.")
    for line in ("agree", "resign", "withdraw", "undo", "say hello", "actions", "why 3"):
        await two.says(line, "You have left this game; it goes on without you.", "> ")
        assert "yes" not in two.new, "nothing is asked"
    heard = await two.says("help", "Look: ", "More: ", "More about a command")
    for word in ("agree", "undo", "resign", "withdraw", "actions", "say"):
        assert not re.search(rf"\b{word}\b", heard), "nothing is offered that would be refused"
    await one.hears(f"{b} has resigned; the game goes on without them.")
    await three.hears(f"{b} has resigned; the game goes on without them.")
    await one.says("players", f"{b}: has left the game.")
    await one.says("match", f"{b} has left the game.", f"{c} is here.")
    await three.says("resign", f"Only {a} would be left: the game ends, and {a} is first.")
    await three.says("yes", "> ")
    await one.hears(f"{c} resigned; {a} wins.", "Type log, look or quit.")
    await people.leave()


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


async def test_one_who_would_leave_a_single_person_among_bots_reads_that_the_game_ends(lobby: Lobby) -> None:
    people = await Party.of(lobby, 2)
    host, guest = people.readers
    await host.says("new unison 4", "is yours and waits")
    await guest.hears("To sit down: join 1.")
    await guest.says("join 1", "You sit there.")
    await host.says("begin 1 steady", "Unison: your game with ")
    await guest.hears("Type go to go there.")
    await guest.says("go", "your game with", "\n> ")
    await guest.says("resign", f"Only {name(host)} would be left: the game ends, and {name(host)} is first.", "agree: ")
    await guest.says("yes", f"{name(host)} wins")
    await host.hears(f"{name(host)} wins")
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
    before = _rows(lobby)
    for line in REFUSED:
        two.type(line)
        await two.hears("lobby> ")
        assert _rows(lobby) == before, line
    await one.says("begin 1 dragon", "Say which bots: beginner, intermediate, strong.")
    await one.says("begin 1 strong 5", "Say which bots: beginner, intermediate, strong.")
    await one.says("begin 9 dragon", "There is no such game or table here.")
    assert _rows(lobby) == before
    await people.leave()


def _rows(lobby: Lobby) -> dict[str, list[str]]:
    with lobby._database.reading() as connection:
        tables = schema.metadata.tables.items()
        return {name: sorted(map(repr, connection.execute(select(table)))) for name, table in tables}


AT_A_MATCH = (
    *(
        "4",
        "0",
        "undo",
        "redo",
        "withdraw",
        "agree",
        "decline",
        "draw",
        "abort",
        "claim",
        "claim Bruno",
        "claim Nobody",
    ),
    *("pause 3", "continue", "rematch", "replay", "mute", "mute Nobody", "report", "report Nobody cheating", "retry"),
    *("replace steady", "why", "why 7", "analyse", "when 1 play 2", "mix rain", "deal", "odds", "what nothing"),
)


@pytest.mark.ci
async def test_what_is_refused_at_a_match_changes_nothing(lobby: Lobby) -> None:
    people = await Party.of(lobby, 3)
    seats = await people.sit_down("new unison 3")
    await lobby.settled()
    before = _rows(lobby)
    for line in AT_A_MATCH:
        seats[0].type(line)
        await seats[0].hears("> ")
        assert _rows(lobby) == before, line
    await people.leave()


async def test_programs_are_sent_the_table_and_the_match_by_seat(lobby: Lobby) -> None:
    people = await Party.of(lobby, 2)
    host, other = people.readers
    program = Program(await player(lobby, "Carol"))
    await host.says("new unison 3 clock 3d", "is yours and waits")
    await program.until(lambda: program.of_type("lobby") and program.of_type("lobby")[-1]["open"])
    (listed,) = program.of_type("lobby")[-1]["open"]
    assert (listed["game"], listed["names"], listed["options"], listed["ranks"]) == (
        "unison",
        ["Aiko", "", ""],
        {},
        None,
    )
    assert (await program.ask(f"join {listed['id']}"))["type"] == "reply"
    await other.says("join 1", "your game with")
    await program.until(lambda: program.of_type("lobby")[-1]["mine"][0]["state"] == "playing")
    await program.ask("go")
    await program.until(lambda: program.of_type("table_match"))
    (table,) = program.of_type("table")[-1:]
    match = program.of_type("table_match")[-1]
    assert (table["key"], match["key"], table["awaited"], match["awaited"]) == (
        "unison",
        "unison",
        [0, 1, 2],
        [0, 1, 2],
    )
    assert [each["name"] for each in match["seats"]] == table["names"]
    assert {each["kind"] for each in match["seats"]} == {"human"}
    assert len(match["clock"]["left"]) == 3
    assert match["requests"] == ["call off", "pause 3", "pause 14", "resign"]
    assert table["actions"] == ["1", "2", "3"]
    assert (await program.ask("3"))["type"] == "reply"
    await program.until(lambda: program.of_type("table")[-1]["view"]["mine"] == 3)
    assert (await program.ask("3"))["code"] == "illegal_action"
    assert (await program.ask("4"))["code"] == "invalid_action"
    await host.says("go", "your game with")
    await host.says("call off", "waits for")
    await program.until(lambda: program.of_type("table_match")[-1]["offers"])
    (offer,) = program.of_type("table_match")[-1]["offers"]
    assert (offer["kind"], offer["seat"], offer["agreed"]) == ("call off", me(host).seat, [])
    assert "agree call off" in program.of_type("table_match")[-1]["requests"]
    await program.ask("agree call off")
    await other.says("agree", "Type rematch, log, look or quit.")
    await program.until(lambda: program.of_type("table_match")[-1]["how"])
    assert program.of_type("table_match")[-1]["how"] == "unplayed"
    assert not program.of_type("state")
    assert not program.of_type("match")
    await program.ask("quit")
    await program.ask("history")
    (past,) = program.of_type("history")[-1]["games"]
    assert (past["key"], past["how"], past["ranks"]) == ("unison", "unplayed", None)
    await program.leave()
    await people.leave()


async def test_a_game_is_made_and_played_by_verbs(lobby: Lobby) -> None:
    aiko, bruno = await player(lobby, "Aiko"), await player(lobby, "Bruno")
    assert "Unison, 1 of 3 seats taken" in await ask(aiko, "new unison 3")
    await lobby.public.look()
    (table,) = (await bruno.refresh()).open
    assert "add the word yes" in await ask(bruno, f"sit {table.id}", 1)
    assert "You sit there" in await ask(bruno, f"sit {table.id} yes")
    assert "You have left the table." in await ask(bruno, f"leave {table.id}")
    await ask(bruno, f"sit {table.id} yes")
    assert f"Game {table.id}, Unison with " in await ask(aiko, f"begin {table.id} steady")
    assert "your turn" in await ask(bruno, "games")
    assert "your turn" in await ask(bruno, f"wait {table.id}")
    assert "has chosen 3." in await ask(aiko, f"play {table.id} 3")
    assert "Withdrawn: " in await ask(aiko, f"play {table.id} withdraw")
    assert "Round 1: choose" in await ask(aiko, f"show {table.id}")
    assert "show answers questions" in await ask(aiko, f"show {table.id} withdraw", 1)
    said = await objects(aiko, f"show {table.id} --json".replace(" --json", ""))
    assert {"table", "table_match", "reply"} == {each["type"] for each in said}
    await ask(bruno, f"play {table.id} 1")
    assert "Round 2" in await ask(aiko, f"play {table.id} 2")
    assert "leaves" not in await ask(aiko, f"play {table.id} resign yes")
    await ask(bruno, f"show {table.id} log")


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


@pytest.mark.ci
async def test_whoever_watches_hears_what_everybody_at_the_table_may_know(lobby: Lobby) -> None:
    people = await Party.of(lobby, 3)
    seats = await people.sit_down("new unison 3")
    await lobby.public.look()
    watcher = Reader(await player(lobby, "Dora"))
    await watcher.hears("Games to watch:", "Game 1, Unison: ", "lobby> ")
    await watcher.says("watch 1", "You are watching ", " at Unison.", "To decide now: ", "\n> ")
    await seats[0].hears("Watched by Dora.")
    watcher.told = len(watcher.written)
    await seats[0].says("3", "\n> ")
    await watcher.hears(f"{name(seats[0])} has chosen.")
    await watcher.says("look", "Round 1", f"{name(seats[0])}: 0 points.")
    await watcher.says("3", "is not a command")
    await watcher.says("undo", "is not a command")
    await watcher.says("side", f"From {name(seats[1])}'s side.")
    await watcher.says("what", "Round 1: choose")
    await watcher.says("quit", "You are in the lobby.")
    await watcher.says("tv", "You are watching ", " at Unison.")
    for reader, choice in zip(seats[1:], ("1", "2"), strict=True):
        reader.type(choice)
    await watcher.hears(f"{name(seats[0])} has chosen 3.")
    await watcher.says("quit", "You are in the lobby.")
    await watcher.leave()
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


@pytest.mark.parametrize("line", ["bot beginner 1", "bot 1 beginner"])
async def test_a_bot_takes_the_last_empty_seat_and_never_several(lobby: Lobby, line: str) -> None:
    people = await Party.of(lobby, 2)
    one, two = people.readers
    await one.says("new ninjato 3", "is yours and waits")
    await two.hears("To sit down: join 1.")
    before = _rows(lobby)
    await one.says(line, "Several seats are empty at this table. To have bots take them all: begin 1 beginner.")
    assert _rows(lobby) == before
    for unknown in ("bot dragon 1", "bot 1 dragon", "begin 1 dragon", "begin dragon 1"):
        await one.says(unknown, "Say which bots: beginner, intermediate, strong.")
    two.type("join 1")
    await one.hears("2 of 3 seats taken")
    await one.says(line, "Ninjato: your game with", "\n> ")
    await people.leave()
