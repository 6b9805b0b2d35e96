"""Matches of any game in lines, from table to replay: match, game_lines."""

from __future__ import annotations

import re
import threading
from collections.abc import Sequence
from typing import Any

import pytest

from naishi.bots.protocol import Clock
from naishi.bots.registry import ask as choose
from naishi.server import Lobby
from naishi.server.match import session as match_session
from naishi.tabletop import kinds
from tests.naishi.plain.server.people import Program, Reader
from tests.naishi.plain.server.shared import Party, all_rows, me, name
from tests.naishi.server.conftest import player
from tests.naishi.tabletop import unison


@pytest.fixture(autouse=True)
def _unison(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(kinds.KINDS, "unison", f"{unison.__name__}:UNISON")
    monkeypatch.setattr(match_session, "PACE", 0.0)


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
    before = all_rows(lobby)
    for line in AT_A_MATCH:
        seats[0].type(line)
        await seats[0].hears("> ")
        assert all_rows(lobby) == before, line
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
