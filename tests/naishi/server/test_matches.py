"""Matches outlive terminals, sessions and the process; and no write goes on top of one that it hasn't seen."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from naishi.errors import IllegalActionError, NaishiError, SaveNotWrittenError
from naishi.rules.legal import Phase
from naishi.server import Database, Lobby, MatchState, NewerDatabaseError, News, Presence
from naishi.server.lobby import MOST_TABLES
from naishi.sessions import Ask
from tests.naishi.server.conftest import Table


async def test_a_game_goes_on_where_it_stood_after_a_restart(table: Table, database: Database) -> None:
    await table.play("give 1", "give 2")
    await table.play_on(5)
    seen = [seat.view for seat in table.seats]
    again = Lobby(database)
    back = [again.attach(table.match.id, person) for person in table.people]
    assert [seat.view for seat in back] == seen


async def test_terminals_of_one_player_share_the_seat(table: Table) -> None:
    me = table.people[0]
    other = table.lobby.attach(table.match.id, me)
    await other.play("give 1")
    assert table.seats[0].view == other.view
    table.lobby.detach(table.seats[0], me)
    assert table.seats[1].presence(0) is Presence.HERE
    table.lobby.detach(other, me)
    assert table.seats[1].presence(0) is Presence.GONE
    table.lobby.arrive(me.id)
    assert table.seats[1].presence(0) is Presence.AWAY


async def test_a_write_on_top_of_another_is_refused(table: Table, database: Database) -> None:
    rival = Lobby(database)
    theirs = rival.attach(table.match.id, table.people[0])
    await table.play("give 1")
    await theirs.play("give 2")
    assert "changed elsewhere" in theirs.trouble
    game, _agreed, _revision = rival.matches.load(table.match.id)
    assert [action.text for action in game.actions] == ["give 1"]
    with pytest.raises(SaveNotWrittenError):
        theirs.resign()


async def test_a_match_is_listed_first_where_it_is_my_turn(table: Table) -> None:
    lobby, (first, second) = table.lobby, table.people
    waiting = lobby.open_table(first, public=True)
    await table.play("give 1")
    assert {match.id for match in lobby.list(first.id).mine} == {waiting.id, table.match.id}
    await table.play("give 1")
    lobby.open_table(first, public=False)
    assert lobby.list(first.id).mine[0].id == table.match.id, "though a table was made later"
    assert [match.id for match in lobby.list(second.id).mine] == [table.match.id]
    assert lobby.list(first.id).mine[0].is_turn_of(first.id)
    assert [match.id for match in lobby.list(second.id).open] == [waiting.id]


async def test_what_happened_since_one_looked_last_is_news(table: Table) -> None:
    lobby, (first, second) = table.lobby, table.people
    mine, theirs = table.seats

    def news() -> News | None:
        return lobby.matches.get(table.match.id).news[1]

    def look() -> None:
        lobby.detach(lobby.attach(table.match.id, second), second)

    lobby.detach(theirs, second)
    assert news() is None
    await table.play("give 1")
    assert news() is News.MOVED
    assert lobby.matches.get(table.match.id).news[0] is None, "one's own actions are no news"
    look()
    assert news() is None
    for ask, said in ((mine.take_back, News.TAKE_BACK), (mine.draw, News.DRAW)):
        ask()
        assert news() is said
        look()
        assert news() is said, "until it is answered"
        lobby.attach(table.match.id, second).decline()
        assert news() is None
    mine.resign()
    lobby.detach(mine, first)
    assert news() is None, "for the second is here"


async def test_a_match_that_ended_meanwhile_is_news(table: Table) -> None:
    lobby, (_first, second) = table.lobby, table.people
    lobby.detach(table.seats[1], second)
    table.seats[0].resign()
    assert lobby.matches.get(table.match.id).news[1] is News.RESIGNED
    participant = lobby.attach(table.match.id, second)
    assert lobby.matches.get(table.match.id).news[1] is None
    lobby.rematch(table.seats[0], table.people[0])
    lobby.detach(participant, second)
    assert lobby.matches.get(table.match.id).news[1] is News.REMATCH


async def test_who_has_joined_is_news_to_the_host(lobby: Lobby) -> None:
    host, guest = lobby.players.of_key("SHA256:a"), lobby.players.of_key("SHA256:b")
    match = lobby.join(lobby.open_table(host, public=True), guest)
    seat = match.seat_of(host.id)
    assert seat is not None
    assert match.news[seat] is News.JOINED
    lobby.attach(match.id, host)
    assert lobby.matches.get(match.id).news[seat] is None


async def test_a_finished_game_is_news_and_listed_before_what_was_seen(table: Table, database: Database) -> None:
    lobby, second = table.lobby, table.people[1]
    while not table.seats[0].over:
        await table.play_on(1)
    seen = lobby.matches.get(table.match.id)
    assert seen.news == (None, None), "both were here"
    waiting = lobby.open_table(second, public=False)
    assert [match.id for match in lobby.list(second.id).mine] == [waiting.id, seen.id]
    with database.transaction() as connection:
        connection.exec_driver_sql("UPDATE matches SET seen_1 = 3 WHERE record IS NOT NULL")
    (first, _waiting) = lobby.list(second.id).mine
    assert (first.id, first.news[1]) == (seen.id, News.FINISHED)


async def test_lists_change_with_every_action(table: Table) -> None:
    changes = table.lobby.changes()
    await table.play("give 1")
    await asyncio.wait_for(anext(changes), 10)


async def test_only_one_gets_the_last_seat(lobby: Lobby) -> None:
    host, one, two = (lobby.players.of_key(f"SHA256:{name}") for name in "abc")
    table = lobby.open_table(host, public=True)
    lobby.join(table, one)
    with pytest.raises(NaishiError, match="just joined"):
        lobby.join(table, two)


def test_nobody_joins_their_own_table(lobby: Lobby) -> None:
    host = lobby.players.of_key("SHA256:a")
    with pytest.raises(NaishiError, match="your own"):
        lobby.join(lobby.open_table(host, public=True), host)


def test_a_player_waits_at_a_few_tables_only(lobby: Lobby) -> None:
    host = lobby.players.of_key("SHA256:a")
    for _table in range(MOST_TABLES):
        lobby.open_table(host, public=True)
    with pytest.raises(NaishiError, match="waiting at 5 tables"):
        lobby.open_table(host, public=True)


def test_a_private_table_is_found_by_its_word_alone(lobby: Lobby) -> None:
    host, guest = lobby.players.of_key("SHA256:a"), lobby.players.of_key("SHA256:b")
    table = lobby.open_table(host, public=False)
    assert lobby.list(guest.id).open == []
    with pytest.raises(NaishiError):
        lobby.find(table.id)
    assert lobby.find(table.invite.upper()).id == table.id


async def test_watchers_see_what_is_public_and_can_do_nothing(table: Table) -> None:
    await table.play("give 1", "give 2")
    guest, _code = table.lobby.players.new_guest()
    watcher = table.lobby.attach(table.match.id, guest)
    assert watcher.view.public
    assert watcher.view == table.game.view().model_copy(update={"legal_actions": ()})
    assert table.seats[0].watchers == (guest.name,)
    assert watcher.allowed == frozenset()
    with pytest.raises(IllegalActionError):
        await watcher.play("recall")
    for act in (watcher.resign, watcher.draw, watcher.take_back, watcher.decline):
        with pytest.raises(IllegalActionError, match="watching"):
            act()


async def test_watchers_see_the_whole_once_it_is_over(table: Table) -> None:
    watcher = table.lobby.attach(table.match.id, table.lobby.players.new_guest()[0])
    while not table.seats[0].over:
        await table.play_on(1)
    assert watcher.view.phase is Phase.OVER
    assert watcher.view.outcome is not None
    assert None not in [card for side in watcher.view.sides for card in side.hand]


async def test_all_see_the_whole_of_a_game_that_was_ended_early(table: Table) -> None:
    await table.play("give 1", "give 2")
    watcher = table.lobby.attach(table.match.id, table.lobby.players.new_guest()[0])
    assert None in [card for side in watcher.view.sides for card in side.hand]
    table.seats[0].resign()
    for viewer in (watcher, *table.seats):
        assert None not in [card for side in viewer.view.sides for card in side.hand]
        assert viewer.view.legal_actions == ()
        assert viewer.view is viewer.view, "a screen draws anew where it is another one"


async def test_a_watcher_s_side_is_nobody_else_s(table: Table) -> None:
    await table.play("give 1", "give 2")
    one, other = (table.lobby.attach(table.match.id, table.lobby.players.new_guest()[0]) for _watcher in range(2))
    before = other.view, table.seats[0].view
    one.turn_table()
    assert one.view.seat == 1
    assert one.view.public
    assert one.view.model_copy(update={"seat": 0}) == other.view
    assert (other.view, table.seats[0].view) == before


async def test_who_resigns_ends_the_game(table: Table) -> None:
    await table.play("give 1")
    table.seats[0].resign()
    assert table.lobby.matches.get(table.match.id).state is MatchState.OVER
    assert table.seats[1].allowed == {Ask.REMATCH}
    for refused in ("give 1", "give 2"):
        with pytest.raises(IllegalActionError, match="over"):
            await table.seats[1].play(refused)
    with pytest.raises(IllegalActionError, match="over"):
        table.seats[1].resign()


async def test_a_draw_takes_both(table: Table) -> None:
    table.seats[0].draw()
    assert not table.seats[0].over
    table.seats[0].draw()
    assert not table.seats[0].over
    table.seats[1].draw()
    assert table.seats[0].agreed.drawn


async def test_an_offer_is_off_once_it_is_declined_or_played_past(table: Table) -> None:
    table.seats[1].draw()
    table.seats[0].decline()
    assert table.seats[0].agreed.draw is None
    table.seats[1].draw()
    await table.play("give 1")
    assert table.seats[0].agreed.draw is None


async def test_a_turn_is_taken_back_when_both_agree(table: Table) -> None:
    await table.play("give 1", "give 2")
    await table.play_on(1)
    before = table.game.actions
    assert Ask.UNDO not in table.seats[0].allowed
    with pytest.raises(IllegalActionError):
        await table.seats[0].undo()
    table.seats[0].take_back()
    assert table.game.actions == before
    table.seats[1].take_back()
    assert len(table.game.actions) == 2
    assert table.seats[0].agreed.take_back is None
    assert len(table.game.actions) == len(table.seats[0].view.events)


async def test_the_whole_last_turn_is_taken_back(table: Table) -> None:
    await table.play("give 1", "give 2", "develop L4")
    await table.play("end" if "end" in [a.text for a in table.game.legal_actions()] else "pass")
    assert table.seats[0].view.turn == 1
    await table.play("develop H1")
    table.seats[0].take_back()
    table.seats[1].take_back()
    assert len(table.game.actions) == 2, "the develop and its end, and what came after"


async def test_what_was_done_of_a_turn_is_taken_back(table: Table) -> None:
    await table.play("give 1", "give 2", "develop L4")
    before = table.seats[0].view.turn
    assert before == 0, "there is a bonus to take"
    table.seats[0].take_back()
    table.seats[1].take_back()
    assert len(table.game.actions) == 2


async def test_a_rematch_takes_both_and_turns_the_seats_round(table: Table) -> None:
    table.seats[0].resign()
    lobby, (first, second) = table.lobby, table.people
    assert lobby.rematch(table.seats[0], first) is None
    match = lobby.rematch(table.seats[1], second)
    assert match is not None
    assert match.seats == (second.id, first.id)
    assert lobby.rematch(table.seats[0], first) == match


async def test_a_bot_takes_an_empty_seat_and_plays(lobby: Lobby) -> None:
    host = lobby.players.of_key("SHA256:a")
    match = lobby.seat_bot(lobby.open_table(host, public=True), host, "beginner")
    participant = lobby.attach(match.id, host)
    seat = participant.seat
    assert seat is not None
    changes = participant.changes()
    while Ask.PLAY not in participant.allowed or participant.view.phase is Phase.GIFT:
        if Ask.PLAY in participant.allowed:
            await participant.play("give 1")
        else:
            await asyncio.wait_for(anext(changes), 60)
    assert len(participant.view.events) >= 2
    assert lobby.matches.get(match.id).names[1 - seat] == "Beginner bot"


def test_what_the_lobby_lists_has_no_card_in_it(lobby: Lobby) -> None:
    host = lobby.players.of_key("SHA256:a")
    lobby.play_bot(host, "beginner")
    assert not any(card in repr(lobby.list(host.id)) for card in ("fort", "mountain", "banner", "naishi"))


def test_the_file_is_for_its_owner_only(tmp_path: Path) -> None:
    Database(tmp_path / "new" / "naishi.sqlite").close()
    assert (tmp_path / "new" / "naishi.sqlite").stat().st_mode & 0o77 == 0


def test_a_newer_database_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "naishi.sqlite"
    Database(path).close()
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA user_version = 99")
    with pytest.raises(NewerDatabaseError):
        Database(path)


async def test_a_database_of_the_first_version_is_migrated(tmp_path: Path) -> None:
    path = tmp_path / "naishi.sqlite"
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript((Path(__file__).parent / "version_1.sql").read_text("utf-8"))
    database = Database(path)
    lobby = Lobby(database)
    assert lobby.matches.check() == (2, [])
    me = lobby.players.of_key("SHA256:a")
    assert me.name == "Aiko"
    assert lobby.players.settings(me.id) == {}
    (match,) = lobby.list(me.id).mine
    assert match.news == (News.MOVED, News.MOVED), "neither had seen the last actions"
    await lobby.attach(match.id, me).play("develop L4")
    assert lobby.matches.get(match.id).news == (None, News.MOVED)
    lobby.close()
    database.close()


def test_a_file_that_is_no_database_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "naishi.sqlite"
    path.write_text("something else, and long enough to be looked at" * 100)
    with pytest.raises(NaishiError, match="can't be used"):
        Database(path)
    assert path.read_text().startswith("something else")


async def test_a_damaged_match_is_found(table: Table, database: Database) -> None:
    assert table.lobby.matches.check() == (1, [])
    with database.transaction() as connection:
        (text,) = connection.exec_driver_sql("SELECT record FROM matches").one()
        record = json.loads(text) | {"actions": ["recall"], "cursor": 1}
        connection.exec_driver_sql("UPDATE matches SET record = ?", (json.dumps(record),))
    assert table.lobby.matches.check() == (1, [table.match.id])
