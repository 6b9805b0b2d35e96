"""Match in lines, played, agreed, watched, resigned: match, naishi.match."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from naishi.common.i18n import NaishiError
from naishi.plain.console import Console
from naishi.plain.naishi.match import playing, watching_match
from naishi.plain.room import Context
from naishi.plain.server.agreeing import Agreeing
from naishi.plain.server.serving import ChannelLines
from naishi.server import Database, Lobby, MatchParticipant, OfferKind, Verb
from naishi.settings.schema import Layers
from tests.fuzzing import some
from tests.naishi.plain.naishi.shared import GIRL_AND_PORTER
from tests.naishi.plain.server.people import PATIENCE, Reader
from tests.naishi.plain.server.shared import Seats, sit_down
from tests.naishi.plain.shared import SEQUENCE, UNSAYABLE
from tests.naishi.server.conftest import Table, answer, offer, player, resign
from tests.naishi.server.match.obedient_bots import ObedientBots

pytestmark = pytest.mark.ci


def me(reader: Reader) -> MatchParticipant:
    """The participant of someone at a match."""
    (participant,) = reader.visitor.participants
    return participant


async def test_a_turn_is_told_to_both(seats: Seats) -> None:
    one, two = seats
    two.told = len(two.written)
    action = next(each for each in me(one).view.legal_actions if str(each).startswith("develop"))
    await one.says(str(action), "You placed", "Take a bonus")
    await two.hears(f"{one.visitor.account.name} placed")
    await one.says("end", f"It is {two.visitor.account.name}'s turn.")
    await two.hears(f"Round 1. Your turn, {two.visitor.account.name}.", "\n> ")
    assert two.new.startswith("\n"), "on a line of its own"


async def test_either_chooses_a_gift_again_and_all_who_are_awaited_are_named(lobby: Lobby) -> None:
    one, two = await sit_down(await Table.sit_down(lobby))
    names = [each.visitor.account.name for each in (one, two)]
    watcher = Reader(await player(lobby, "Carl"), first=f"watch {me(one).match_id}")
    await watcher.hears(f"To decide now: {names[0]} and {names[1]}.", "\n> ")
    assert "turn." not in watcher.written
    await one.says("help", "withdraw")
    for line in ("withdraw", "undo"):
        for mine, other, name in ((one, two, names[1]), (two, one, names[0])):
            chosen = f"It is given once {names[0]} has chosen, too" if mine is two else f"You gave {names[1]} "
            await mine.says("give 2", chosen, f"It is {name}'s turn.", "> ")
            for each in (other, watcher):
                await each.says("time", "This game has no clock.", "> ")
            before = len(other.written), len(watcher.written)
            await mine.says(line, "Withdrawn: choose again.", "give 1 or give 2", "> ")
            for each, heard in zip((other, watcher), before, strict=True):
                await each.says("time", "This game has no clock.", "> ")
                assert "undo" not in each.written[heard:]
                assert "decide" not in each.written[heard:]
    await one.says("give 1", "> ")
    await two.says("give 1", "> ")
    await one.says("withdraw", "nothing to withdraw")
    for reader in (one, two, watcher):
        await reader.leave()


async def test_a_question_that_is_not_answered_by_yes_says_what_was_not_done_and_does_another_command(
    seats: Seats,
) -> None:
    one, two = seats
    for answer_ in ("no", "n", "", "maybe", "river 9"):
        await one.says("resign", "This loses the game.", "Type yes to agree: ")
        await one.says(answer_, "Not resigned.", "> ")
        assert not me(two).over
    await one.says("resign", "Type yes to agree: ")
    await one.says("river", "Not resigned.", "River 1", "> ")
    await one.says("resign", "Type yes to agree: ")
    await one.says("say hello", "Not resigned.", "You say: Hello!")
    await two.hears("says: Hello!")
    await one.says("resign", "Type yes to agree: ")
    action = next(each for each in me(one).view.legal_actions if str(each).startswith("develop"))
    await one.says(str(action), "Not resigned.", "You placed")
    await one.says("resign", "Type yes to agree: ")
    await one.says("resign", "Not resigned.", "This loses the game.", "Type yes to agree: ")
    await one.says("yes", "You resigned")
    await two.hears("resigned")


async def test_an_effect_is_asked_for_and_told_to_both(lobby: Lobby) -> None:
    one, two = await sit_down(await Table.at(lobby, GIRL_AND_PORTER))
    await two.hears("Played with Legends & Travellers.")
    two.told = len(two.written)
    await one.says(
        "develop line 1",
        "You now have the Ryokan, worth 4.",
        "Porter: type recall to recall your emissaries.",
        "Little Girl: develop once more, from another pile, as in develop line 4.",
    )
    await two.hears("Aiko placed Porter at Line 1", "River 1: face down, 3 cards left.")
    await two.says("develop line 2", "It is Aiko's turn.")
    await one.says("develop line 1", "The next card of River pile 1 is not turned up yet.")
    await one.says("discard 2 3", "First use the pending effects, or skip them.")
    await one.says("develop hand 3", "Porter: type recall")
    two.told = len(two.written)
    await one.says("recall", "Porter: you recalled your emissaries.", "River 1: Fort, 3 cards left.")
    await two.hears("Porter: Aiko recalled their emissaries.", "River 1: Fort, 3 cards left.", "River 3: Rice")
    for reader in (one, two):
        await reader.leave()


async def test_undo_by_agreement_undoes_the_effects_of_the_turn(lobby: Lobby) -> None:
    one, two = await sit_down(await Table.at(lobby, GIRL_AND_PORTER))
    await one.says("develop line 1", "Porter: type recall")
    await one.says("recall", "Porter: you recalled")
    await one.says("undo", "waits for Bruno's answer.")
    await two.says("agree", "Aiko's last turn is undone.")
    await one.hears("Your last turn is undone.")
    await one.says("where ryokan", "Ryokan: Bruno has it, worth 4.")
    await one.says("what", "develop: any card of your Line or Hand", "recall")
    for reader in (one, two):
        await reader.leave()


async def test_what_is_not_possible_is_said(seats: Seats) -> None:
    one, two = seats
    await two.says("develop line 1", f"It is {one.visitor.account.name}'s turn.")
    await one.says("fly", "is not a command")
    await one.says("advice", "There is no advice on the server.")
    await one.says("replay", "This game isn't over yet.")
    await one.says("analyse", "This game isn't over yet.")
    await one.says("pace instant", "The pace of bots can't be changed on the server.")
    await one.says("redo", "Nothing to redo.")
    await one.says("agree", "There is nothing to answer.")
    await one.says("decline draw", "There is no such offer to answer.")
    await one.says("rematch", "You can ask for a rematch once the game is over.")


@pytest.mark.ci
@pytest.mark.parametrize(
    "question", ["table", "hand", "line", "river", "column 3", "theirs", "court", "pile", "where torii", "score",
                 "why line 1", "last", "log", "what", "what swap", "match"],
)  # fmt: skip
async def test_questions_are_answered_as_at_home(seats: Seats, question: str) -> None:
    one, _two = seats
    heard = await one.says(question, "\n> ")
    assert len(heard) > 10
    assert "is not a command" not in heard


async def test_a_draw_is_offered_declined_and_agreed_on(seats: Seats) -> None:
    one, two = seats
    names = [each.visitor.account.name for each in seats]
    await one.says("draw", f"Your offer of a draw waits for {names[1]}'s answer.")
    await two.hears(f"{names[0]} offers a draw.", "Type agree or decline.", "\n> ")
    await one.says("draw", "You have asked already; wait for the answer.")
    await two.says("decline", "Declined.")
    assert "no longer open" not in two.new
    await one.hears(f"{names[1]} has declined the draw.")
    await two.says("draw", "waits for")
    await one.hears("offers a draw.")
    await one.says("agree draw", "The players agreed on a draw.", "'s Hand: ", "Type rematch, log, table or quit.")
    await two.hears("The players agreed on a draw.")


async def test_an_answer_is_to_the_offer_that_was_told(table: Table) -> None:
    """One offer was declined elsewhere and another one made, before the first was answered here."""
    one, two = table.seats
    await offer(one, OfferKind.DRAW)
    lines = ChannelLines(lambda _data: None)
    agreeing = Agreeing(Context(console=Console(lines), layers=Layers()), two)
    agreeing.tell(came_of_it=False)
    await answer(two, Verb.DECLINE)
    await table.play("give 1")
    await offer(one, OfferKind.DRAW)
    with pytest.raises(NaishiError, match="'s offer of a draw is no longer open"):
        await agreeing.answer(Verb.AGREE, [])
    assert not two.agreements.drawn
    agreeing.tell(came_of_it=False)
    await agreeing.answer(Verb.AGREE, ["draw"])
    assert two.agreements.drawn


@pytest.mark.ci
async def test_of_two_offers_the_one_that_is_named_is_answered(seats: Seats) -> None:
    one, two = seats
    await act(one)
    await one.says("draw", "waits for")
    await one.says("undo", "waits for")
    await two.hears("asks to undo their last turn.")
    await two.says("agree", "Say which: draw, undo.")
    await two.says("decline undo", "Declined.")
    await two.says("decline", "Declined.")
    assert not me(two).requests[0].verb.value.startswith("agree")


@pytest.mark.ci
async def test_each_request_is_named_wherever_it_waits_and_once_it_is_declined(seats: Seats) -> None:
    one, two = seats
    name = two.visitor.account.name
    draw, undo = (f"Your {what} waits for {name}'s answer." for what in ("offer of a draw", "request to undo"))
    await act(one)
    await one.says("undo", undo)
    await one.says("draw", draw)
    assert undo not in one.new
    await one.says("match", draw, undo, "resign: Resign.")
    await one.says("quit", "You are in the lobby.")
    await one.says("go", draw, undo)
    one.told = len(one.written)
    await two.says("decline undo", "Declined.")
    await one.hears(f"{name} has declined to undo your last turn.")
    assert "draw" not in one.new
    await two.says("decline", "Declined.")
    await one.hears(f"{name} has declined the draw.")


async def test_what_names_the_answers_and_what_comes_after_the_game(seats: Seats) -> None:
    one, two = seats
    names = [each.visitor.account.name for each in seats]
    await one.says("draw", "waits for")
    await two.hears("Type agree or decline.")
    await two.says("what", f"{names[0]} offers a draw.", "Type agree or decline.", "\n> ")
    assert "It is not your turn." not in two.new
    await two.says("decline", "Declined.")
    await two.says("what", "It is not your turn.")
    await resign(me(one))
    await two.hears("Type rematch")
    await two.says("what", f"{names[0]} resigned; {names[1]} wins.", "Type rematch, log, table or quit.")
    assert "It is not your turn." not in two.new


async def test_an_offer_that_nobody_answered_is_named_once_it_is_off(seats: Seats) -> None:
    one, two = seats
    name = one.visitor.account.name
    await one.says("draw", "waits for")
    await two.hears(f"{name} offers a draw.")
    await act(one)
    one.told = len(one.written)
    await act(two)
    await one.hears("Your offer of a draw is no longer open.")
    await two.until(lambda: f"{name}'s offer of a draw is no longer open." in two.written)


async def act(reader: Reader) -> None:
    """Play a whole turn."""
    participant = me(reader)
    while participant.view.turn == participant.seat:
        actions = [str(action) for action in participant.view.legal_actions]
        action = "end" if "end" in actions else next(each for each in actions if each.startswith("develop"))
        before = len(participant.view.events)
        reader.type(action)
        while len(participant.view.events) == before:
            await reader.hears("\n> ")
            reader.told = len(reader.written) if len(participant.view.events) == before else reader.told


async def test_a_turn_is_undone_once_the_other_agrees(seats: Seats) -> None:
    one, two = seats
    names = [each.visitor.account.name for each in seats]
    await act(one)
    await two.hears(f"Your turn, {names[1]}.")
    await one.says("undo", f"Your request to undo waits for {names[1]}'s answer.")
    await two.hears(f"{names[0]} asks to undo their last turn.", "Type agree or decline.")
    await two.says("agree", f"{names[0]}'s last turn is undone.", f"It is {names[0]}'s turn.")
    heard = await one.hears("Your last turn is undone.", f"Round 1. Your turn, {names[0]}.")
    assert heard.index("undone") < heard.index("Round 1.")
    assert "Something was undone" not in one.new + two.new
    assert "no longer open" not in one.new + two.new


async def test_whoever_resigns_is_asked_and_hears_meanwhile_what_happens(seats: Seats) -> None:
    one, two = seats
    names = [each.visitor.account.name for each in seats]
    await one.says("resign", "This loses the game.", "Type yes to agree: ")
    await two.says("draw", "waits for")
    heard = await one.hears(f"{names[1]} offers a draw.", "Type agree or decline.\nType yes to agree: ")
    assert "\n> " not in heard
    await one.says("no", "> ")
    assert not me(one).over
    await one.says("resign", "Type yes to agree: ")
    await one.says("yes", f"You resigned; {names[1]} wins.", f"{names[1]}'s Hand: ")
    await two.hears(f"{names[0]} resigned; {names[1]} wins.", f"{names[0]}'s Hand: ")


async def test_a_game_that_was_given_up_is_spoken_of_as_over(seats: Seats) -> None:
    one, _two = seats
    await resign(me(one))
    await one.hears("Type rematch, log, table or quit.")
    assert "If the game ended now" not in await one.says("score", "At the end: ", "> ")
    assert "This loses the game." not in await one.says("resign", "The game is over.", "> ")


async def test_a_game_is_given_up_before_anybody_has_a_hand(table: Table) -> None:
    one, two = await sit_down(table)
    await one.says("resign", "Type yes to agree: ")
    await one.says("yes", "You resigned;", "Type rematch, log, table or quit.")
    await two.hears(f"{one.visitor.account.name} resigned;")
    await one.says("table", "River: ")
    await one.says("hand", "> ")
    for reader in (one, two):
        await reader.leave()


async def test_a_rematch_takes_both_along(seats: Seats) -> None:
    one, two = seats
    await resign(me(one))
    await one.hears("Type rematch, log, table or quit.")
    await one.says("rematch", "waits for")
    await two.hears("asks for a rematch.", "Type agree or decline.")
    before = me(one).match_id
    await two.says("rematch", "The rematch begins.")
    heard = await one.hears("The rematch begins.")
    assert heard.count("The rematch begins.") == 1
    await one.hears("Dealt 1") if me(one).view.turn == me(one).seat else await two.hears("Dealt 1")
    assert me(one).match_id == me(two).match_id != before
    assert me(one).seat == 1


async def test_who_comes_and_goes_is_told(lobby: Lobby, seats: Seats) -> None:
    one, two = seats
    name = two.visitor.account.name
    await two.says("quit", "You are in the lobby.")
    await one.hears(f"{name} is here, not at this table.")
    await two.leave()
    lobby.leave(two.visitor)
    await one.hears(f"{name} is not here; the game waits.")
    carol = Reader(await player(lobby, "Carol"), first=f"watch {me(one).match_id}")
    await one.hears("Watched by Carol.")
    await one.says("match", f"{name} is not here.", "Watched by Carol.", "draw: Offer a draw.", "resign: Resign.")
    await carol.leave()


async def test_a_watcher_sees_what_everybody_sees_and_can_do_nothing(lobby: Lobby, seats: Seats) -> None:
    one, two = seats
    carol = Reader(await player(lobby, "Carol"), first=f"watch {me(one).match_id}")
    await carol.hears("You are watching ", "'s turn.")
    await carol.says("hand", "The game isn't over, so that Hand stays hidden.")
    await carol.says("why banner", "Banner: ")
    assert "stays hidden" not in carol.new
    await carol.says("why river 1", "> ")
    assert "stays hidden" not in carol.new
    await carol.says("why hand 1", "The game isn't over, so that Hand stays hidden.")
    await carol.says("resign", "is not a command")
    await carol.says("develop l1", "is not a command")
    names = [each.visitor.account.name for each in seats]
    await carol.says("column 2", "River 2: ", f"{names[0]}'s Line 2: ", f"{names[1]}'s Line 2: ", "> ")
    assert "Hand" not in carol.new
    await carol.says("theirs", f"{names[1]}'s Line 1: ", f"free emissaries: {names[1]}.")
    await carol.says("line", f"{names[0]}'s Line 1: ")
    await carol.says("side", "You see what everyone at the table sees.", f"From {names[1]}'s side.")
    await carol.says("theirs", f"{names[0]}'s Line 1: ")
    await carol.says("table", "'s Line: ")
    carol.told = len(carol.written)
    await act(one)
    await carol.hears(f"{one.visitor.account.name} placed ")
    await resign(me(two))
    await carol.hears("resigned;", "'s Hand: ", "Type log, table or quit.")
    await carol.leave()


async def test_a_bot_is_played_with_undo_and_its_turn_is_told(aiko: Reader) -> None:
    await aiko.says("bot beginner", "Dealt 1")
    await aiko.says("give 1", "gave you", "Your turn, Aiko.")
    await aiko.says("draw", "You don't need a bot's agreement.")
    await aiko.says("undo", "Undone: ")
    await aiko.says("redo", "Your turn, Aiko.")
    await aiko.says("match", "Koshikibu is here.", "resign: Resign.")


@pytest.mark.ci
@pytest.mark.parametrize("language", some(["pl", "en", "fr", "de"], 2))
async def test_a_game_is_played_to_its_end_by_the_lines_alone(table: Table, language: str) -> None:
    for person in table.people:
        person.language = language
    seats = await sit_down(table)
    while not me(seats[0]).over:
        reader = seats[me(seats[0]).view.turn or 0]
        participant = me(reader)
        before = len(participant.view.events)
        reader.type(min(map(str, participant.view.legal_actions), key=order))
        await reader.until(partial(has_gone_on, participant, before))
    for reader in seats:
        await reader.hears({"en": "Type rematch, ", "fr": "revanche", "pl": "rewanż", "de": "Revanche"}[language])
        assert not UNSAYABLE.search(reader.written)
        assert not SEQUENCE.search(reader.written)
        await reader.leave()


def has_gone_on(participant: MatchParticipant, before: int) -> bool:
    return len(participant.view.events) > before


def order(action: str) -> int:
    """What brings a game to its end, first."""
    verbs = ("give", "copy", "declare", "end", "develop", "discard", "pass", "recall", "swap", "decree")
    return verbs.index(action.partition(" ")[0])


async def test_a_seat_that_is_another_s_by_now_is_left(lobby: Lobby, seats: Seats) -> None:
    one, _two = seats
    me(one).unseat()
    await one.hears("its seat isn't yours any more.", "You are in the lobby.")


@pytest.mark.parametrize("commands", [playing, watching_match])
async def test_help_names_what_can_be_done(lobby: Lobby, seats: Seats, commands: object) -> None:
    one, _two = seats
    carol = Reader(await player(lobby, "Carol"), first=f"watch {me(one).match_id}")
    await carol.hears("You are watching")
    reader, known = (one, playing()) if commands is playing else (carol, watching_match())
    heard = await reader.says("help", "More: ")
    missing = {command.word for command in known.values()} - {*re.findall(r"\w+", heard)}
    assert missing <= {"advice", "pace", "replay", "skip", "view"}, "what there is only elsewhere, or for programs"
    await carol.leave()


async def test_going_back_to_a_game_tells_what_one_has_missed(lobby: Lobby, seats: Seats) -> None:
    one, two = seats
    await two.says("quit", "You are in the lobby.")
    await act(one)
    await two.hears("your turn")
    await two.says("go", f"{one.visitor.account.name} placed ", "Your turn,")


async def test_a_bot_that_fails_is_asked_again_or_replaced(tmp_path: Path) -> None:
    database, bots = Database(tmp_path / "bots.sqlite"), ObedientBots()
    lobby = Lobby(database, bots)
    reader = Reader(await player(lobby, "Aiko"))
    await reader.hears("lobby> ")
    await reader.says("bot beginner", "Your game with Koshikibu.")
    if me(reader).view.turn == me(reader).seat:
        await reader.says("give 1", "It is Koshikibu's turn.")
    for command in ("retry", "replace strong", "river"):
        await until(lambda: bots.waiting)
        reader.told = len(reader.written)
        bots.fail()
        await reader.hears("can't continue: It failed.", "Type retry, replace strong, undo or quit.", "> ")
        reader.type(command)
    await reader.hears("River 1")
    assert "It failed" not in reader.new, "once is enough"
    await reader.says("retry", "> ")
    await until(lambda: bots.waiting)
    bots.answer()
    await reader.hears("Koshikibu ", "Aiko")
    await reader.says("retry", "No bot has failed.")
    await reader.leave()
    await lobby.close()
    database.close()


async def until(true: Callable[[], object]) -> None:
    """Wait until something is so that nobody writes about."""
    async with asyncio.timeout(PATIENCE):
        while not true():
            await asyncio.sleep(0.005)


async def test_watchers_in_lines_go_along_to_the_rematch(lobby: Lobby) -> None:
    table = await Table.sit_down(lobby)
    carol = await player(lobby, "Carol")
    early = Reader(carol, first=f"watch {table.match.id}")
    await early.hears("You are watching", "> ")
    await early.says("rematch", "can")
    await resign(table.seats[0])
    for seat in table.seats:
        await seat.rematch()
    await early.hears("The rematch begins.")
    assert me(early).match_id == table.seats[0].agreements.next
    late = Reader(carol, first=f"watch {table.match.id}")
    await late.hears("resigned", "> ")
    await late.says("rematch", "The rematch begins.")
    for reader in (early, late):
        await reader.leave()


async def test_an_offer_of_one_s_own_is_withdrawn_only_where_it_is_named(seats: Seats) -> None:
    one, two = seats
    name = one.visitor.account.name
    await one.says("draw", "Your offer of a draw waits")
    await two.hears(f"{name} offers a draw.")
    await one.says("decline", "There is nothing to answer. To withdraw your own offer: decline draw.")
    await one.says("match", "decline draw: Withdraw your offer of a draw.")
    await one.says("decline draw", "Withdrawn.", "Your offer of a draw is no longer open.")
    await two.hears(f"{name}'s offer of a draw is no longer open.")
    await one.says("draw", "You have withdrawn this offer. You can ask again after the next action.")
