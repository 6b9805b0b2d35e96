"""Tables of three to five, their secrets, offers, departures: participant, session, match_text."""

from __future__ import annotations

import asyncio

import pytest

from naishi.common.i18n import IllegalActionError, NaishiError
from naishi.server import Database, Lobby, MatchStage, OfferKind, Phrase, Presence, Verb
from naishi.server.history import past_games
from naishi.server.match import match_text
from naishi.server.match.clock import DAY
from naishi.server.match.match import agreements_of
from naishi.server.moderation.talk import Reason, every_report, give_reports
from naishi.server.naishi.studies import MatchStudies
from naishi.sessions import Ask
from tests.naishi.server.conftest import Now, answer, offer, player, resign
from tests.naishi.server.match.shared import Five, unison_is_played  # noqa: F401 - a fixture
from tests.naishi.server.running import session_of

pytestmark = pytest.mark.usefixtures("now")


async def test_a_table_of_five_of_whom_three_leave_in_every_way(lobby: Lobby, database: Database, now: Now) -> None:
    table = await Five.sit_down(lobby, 5)
    await table.choose(*(f"{seat} 3" for seat in range(5)))
    aiko, _bruno, _chiyo, dora, emil = table.seats
    await resign(table.seats[1])
    await table.people[2].detach(table.seats[2])
    await table.people[2].delete_account(table.people[2].account)
    await table.choose("0 2", "4 1")
    assert aiko.view.awaited == (3,), "those who have left have chosen"
    await table.people[3].detach(dora)
    now.wait(13 * DAY)
    (warn,) = [each for each in aiko.requests if each.verb is Verb.CLAIM]
    assert (warn.id, aiko.words_of(warn)) == ("claim 3", "Warn Dora that you will go on alone")
    await aiko.request(warn)
    assert emil.news.situation.startswith("Dora is warned. You can go on alone from")
    now.wait(DAY)
    await emil.request(warn)
    stored = await lobby.matches.load(table.match)
    assert agreements_of(stored).vacated == ((1, "resigned"), (2, "resigned"), (3, "claimed"))
    assert (aiko.view.round, aiko.view.awaited) == (3, (0, 4))
    assert aiko.view.names[2] == "a deleted player"
    assert "Chiyo" not in str((await lobby.matches.get(table.match)).names)
    await table.choose("0 1", "4 2")
    match = await lobby.matches.get(table.match)
    assert match.state is MatchStage.OVER
    assert match.result is not None
    assert match.result.ranks is not None
    assert match.result.ranks[1:4] == (3, 3, 3)
    assert lobby.matches.check() == (1, [])


async def test_time_runs_for_all_who_are_awaited_and_a_restart_keeps_it(database: Database, now: Now) -> None:
    before = Lobby(database, clock=now)
    table = await Five.sit_down(before, 3, control="10+5")
    now.wait(60)
    await table.choose("0 3")
    now.wait(60)
    await before.close()
    lobby = Lobby(database, clock=now)
    me = await lobby.attach(table.match, table.people[0].account)
    time = me.time
    assert time is not None
    assert [time.of(seat) for seat in range(3)] == [545, 480, 480]
    assert Ask.WITHDRAW in me.allowed
    await me.withdraw()
    time = me.time
    assert time is not None
    assert time.of(0) == 540, "there are no seconds for what was withdrawn"
    now.wait(480)
    await lobby.settle_clocks()
    assert me.over
    assert agreements_of(await lobby.matches.load(table.match)).timed_out == 2, "the two fall together, and one is left"
    assert me.ended_early == "Chiyo lost on time; Aiko wins."
    await lobby.close()


async def test_an_offer_takes_all_people_and_the_first_no_ends_it(lobby: Lobby) -> None:
    table = await Five.sit_down(lobby, 3, bots=1)
    aiko, bruno, chiyo = table.seats
    assert {each.kind for each in aiko.requests if each.verb is Verb.OFFER} == {OfferKind.CALL_OFF}
    await offer(aiko, OfferKind.CALL_OFF)
    assert chiyo.news.offered == "Aiko offers to call the game off."
    assert aiko.news.situation == "Waiting for Bruno and Chiyo's answer."
    await answer(bruno, Verb.AGREE)
    assert (bruno.news.offered, aiko.news.situation) == ("", "Waiting for Chiyo's answer.")
    assert agreements_of(await lobby.matches.load(table.match)).call_off.agreed == (1,)  # type: ignore[union-attr]
    await answer(chiyo, Verb.DECLINE)
    assert aiko.news.situation == "Chiyo wants the game to go on."
    await offer(chiyo, OfferKind.CALL_OFF)
    await answer(aiko, Verb.AGREE)
    await answer(bruno, Verb.AGREE)
    match = await lobby.matches.get(table.match)
    assert match.result is not None
    assert match.result.how == "unplayed"
    with pytest.raises(IllegalActionError, match="The game is over"):
        await offer(aiko, OfferKind.DRAW)


async def test_the_rematch_is_for_all_who_stayed(lobby: Lobby) -> None:
    table = await Five.sit_down(lobby, 4)
    await resign(table.seats[1])
    for number in "321":
        await table.choose(*(f"{seat} {number}" for seat in (0, 2, 3)))
    for seat in (0, 2, 3):
        await table.seats[seat].rematch()
    following = await lobby.matches.get(table.seats[0].agreements.next or "")
    assert following.names == ("Chiyo", "Dora", "Aiko")
    again = await lobby.follow(table.seats[0])
    assert again.seat == 2


async def test_bots_choose_while_people_do(lobby: Lobby) -> None:
    table = await Five.sit_down(lobby, 2, bots=2)
    await table.choose("0 1")
    changes = table.seats[0].changes()
    async with asyncio.timeout(30):
        while table.seats[0].view.awaited != (1,):
            await anext(changes)
    await table.choose("1 2")
    assert table.seats[0].view.round == 2
    assert table.seats[0].presence(2) is Presence.HERE


async def test_plans_from_two_processes_are_all_there(lobby: Lobby, database: Database) -> None:
    table, rival = await Five.sit_down(lobby, 5), Lobby(database)
    theirs = [await rival.attach(table.match, person.account) for person in table.people]
    for number in "12":
        await asyncio.gather(*((table.seats, theirs)[seat % 2][seat].play(number) for seat in range(5)))
        for each in (lobby, rival):  # they hear of each other's writes
            await session_of(each, table.match).actor.reload()
    stored = await lobby.matches.load(table.match)
    assert (stored.game.round, len(stored.game.actions)) == (3, 10)
    with pytest.raises(NaishiError, match=r"changed elsewhere|gone on|have decided"):
        await asyncio.gather(table.seats[0].play("3"), theirs[0].play("3"))
    await rival.close()


async def test_a_phrase_goes_to_all_people_but_those_who_have_muted_who_says_it(lobby: Lobby) -> None:
    table = await Five.sit_down(lobby, 3, bots=1)
    talk, (aiko, bruno, chiyo) = lobby.talk, table.seats
    assert (aiko.others, bruno.others, bruno.listeners) == ((1, 2, 3), (2, 3, 0), (2, 0))
    await talk.mute(chiyo, 0)
    assert (await talk.mutes(chiyo, 0), await talk.mutes(chiyo, 1)) == (True, False)
    await talk.say(aiko, Phrase.HELLO)
    assert [len(each.conversation.spoken) for each in table.seats] == [1, 1, 0]
    assert (bruno.news.latest, chiyo.news.latest) == ("Aiko says: Hello!", "")
    await table.people[1].detach(bruno)
    await talk.unmute(chiyo, 0)
    await talk.say(aiko, Phrase.LUCK)
    assert chiyo.news.latest == "Aiko says: Good luck, and have fun!", "one who has gone leaves others who hear"
    await table.people[2].detach(chiyo)
    assert await talk.say(aiko, Phrase.SORRY) == "Bruno and Chiyo will see it on their next visit."
    for each in (bruno, chiyo):
        await talk.arrive(each)
        assert [(said.seat, said.phrase) for said in each.conversation.left] == [(0, Phrase.SORRY)]


async def test_who_is_muted_or_reported_is_named_where_there_are_several(lobby: Lobby, database: Database) -> None:
    table = await Five.sit_down(lobby, 3, bots=1)
    talk, me, account = lobby.talk, table.seats[2], table.people[2].account
    with pytest.raises(NaishiError, match="Say whom: Aiko, Bruno"):
        await talk.mute(me)
    for seat in (2, 3, 9):
        with pytest.raises(NaishiError, match="No other player sits there"):
            await talk.report(me, Reason.BEHAVIOUR, account, "192.0.2.7", seat)
    await talk.report(me, Reason.BEHAVIOUR, account, "192.0.2.7", 1)
    with pytest.raises(NaishiError, match="You have reported Bruno already"):
        await talk.report(me, Reason.NAME, account, "192.0.2.7", 1)
    await talk.report(me, Reason.NAME, account, "192.0.2.7", 0)
    with database.reading() as db:
        assert [(each.reporter, each.reported) for each in every_report(db)] == [("Chiyo", "Bruno"), ("Chiyo", "Aiko")]


async def test_reports_of_two_players_who_become_one_are_there_once(lobby: Lobby, database: Database) -> None:
    table = await Five.sit_down(lobby, 4)
    aiko, bruno, *_others = accounts = [person.account for person in table.people]
    for by, about in ((0, 2), (1, 2), (3, 0), (3, 1), (0, 1)):
        await lobby.talk.report(table.seats[by], Reason.BEHAVIOUR, accounts[by], "192.0.2.7", about)
    await database.write(lambda db: give_reports(db, aiko.id, bruno.id))
    with database.reading() as db:
        found = [(each.reporter, each.reported) for each in every_report(db)]
    assert found == [("Bruno", "Chiyo"), ("Dora", "Bruno")]


async def test_who_watches_looks_from_any_side_and_goes_along_with_who_sits_there(lobby: Lobby) -> None:
    table = await Five.sit_down(lobby, 4)
    watcher = await (await player(lobby, "Fumi")).attach(table.match)
    assert (watcher.others, watcher.view.seat, watcher.listeners) == ((0, 1, 2, 3), 0, ())
    for _side in range(3):
        watcher.turn_table()
    assert (watcher.view.seat, watcher.view.public, table.seats[0].view.seat) == (3, True, 0)
    await resign(table.seats[1])
    for number in "321":
        await table.choose(*(f"{seat} {number}" for seat in (0, 2, 3)))
    for seat in (0, 2, 3):
        await table.seats[seat].rematch()
    again = await lobby.follow(watcher)
    assert again.view.names[again.view.seat] == "Dora"
    again.turn_table()
    again.turn_table()
    assert again.view.seat == 0


async def test_lists_and_history_say_who_is_first_and_what_place_one_has(lobby: Lobby) -> None:
    table = await Five.sit_down(lobby, 3)
    await table.choose("0 3", "1 2", "2 2", "0 2", "1 1", "2 1", "0 1", "1 3", "2 3")
    match = await lobby.matches.get(table.match)
    assert match_text.ended(match) == "Aiko won with 6 points"
    expected = (
        ("Bruno and Chiyo (Unison)", "you won, 6 points"),
        ("Aiko and Chiyo (Unison)", "place 2 of 3, 0 points"),
        ("Aiko and Bruno (Unison)", "place 2 of 3, 0 points"),
    )
    for person, said in zip(table.people, expected, strict=True):
        (past,) = await person.past_games.page()
        assert (past_games.opponent(past), past_games.outcome(past)) == said


async def test_a_finished_game_of_several_is_looked_at_again_by_those_who_played(lobby: Lobby) -> None:
    table = await Five.sit_down(lobby, 3)
    with pytest.raises(NaishiError, match="isn't over yet"):
        await table.people[1].past_games.load(table.match)
    await table.choose("0 3", "1 2")
    await resign(table.seats[0])
    await resign(table.seats[2])
    games = table.people[1].past_games
    replay = (await games.load(table.match)).replay()
    assert (replay.seat, replay.ended) == (1, "Chiyo resigned; Bruno wins.")
    assert (replay.key, replay.length) == ("unison", 2)
    (past,) = await games.page()
    assert past_games.outcome(past) == "you won"
    (theirs,) = await table.people[2].past_games.page()
    assert past_games.outcome(theirs) == "you resigned"
    with pytest.raises(NaishiError, match="Only its players"):
        await (await player(lobby, "Fumi")).past_games.load(table.match)
    with pytest.raises(NaishiError, match="Only games of Naishi can be analysed"):
        await MatchStudies(table.people[1], table.match).open()


async def test_whoever_has_left_is_no_longer_at_the_table(lobby: Lobby) -> None:
    table = await Five.sit_down(lobby, 3)
    await resign(table.seats[1])
    assert table.seats[0].news.latest == "Bruno has resigned."
    assert table.seats[0].presence(1) is Presence.HERE
    await table.people[1].detach(table.seats[1])
    assert table.seats[0].presence(1) is Presence.AWAY
    table.seats[0].news.react()
    assert table.seats[0].news.latest == ""
    again = await table.people[1].attach(table.match)
    assert again.news.latest == "You have left this game; it goes on without you."
    assert Ask.PLAY not in again.allowed
