"""Set phrases, muting and reports."""

from __future__ import annotations

import pytest
from sqlalchemy import select

from naishi.common.i18n import NaishiError
from naishi.server import Database, Lobby, MatchParticipant, Phrase
from naishi.server.database.schema import muted_players
from naishi.server.maintenance.cleanup import DAY, clean_up
from naishi.server.moderation.talk import Reason, Report, every_report
from naishi.server.presence.limits import Limits
from tests.naishi.server.conftest import Table, player, resign


def heard(seat: MatchParticipant) -> list[tuple[int, str]]:
    return [(each.seat, each.phrase.value) for each in seat.conversation.spoken]


def reports(database: Database) -> list[Report]:
    with database.reading() as db:
        return list(every_report(db))


class TestPhrases:
    async def test_both_players_hear_a_phrase_and_watchers_hear_none(self, table: Table) -> None:
        one, other = table.seats
        watcher = await (await player(table.lobby, "Chiyo")).attach(table.match.id)
        await table.lobby.talk.say(one, Phrase.HELLO)
        assert heard(one) == heard(other) == [(0, "hello")]
        assert heard(watcher) == []
        assert other.news.latest == f"{table.people[0].account.name} says: Hello!"
        assert watcher.note == watcher.news.latest == ""
        assert one.news.latest == ""

    async def test_it_is_news_until_somebody_reacts_and_not_for_who_comes_later(self, table: Table) -> None:
        one, other = table.seats
        await table.lobby.talk.say(one, Phrase.HELLO)
        later = await table.people[1].attach(table.match.id)
        assert later.news.latest == ""
        other.conversation.react()
        assert other.news.latest == ""
        await table.lobby.talk.say(one, Phrase.LUCK)
        assert other.news.latest.endswith("says: Good luck, and have fun!")

    async def test_an_offer_comes_before_what_is_said(self, table: Table) -> None:
        one, other = table.seats
        await table.play_on(2)
        request = next(each for each in one.requests if each.kind is not None and each.kind.value == "draw")
        await one.request(request)
        await table.lobby.talk.say(one, Phrase.SORRY)
        assert other.news.latest.index("draw") < other.news.latest.index("Sorry!")

    async def test_what_is_said_to_a_player_who_is_away_waits_for_them(self, table: Table) -> None:
        (one, other), (speaker, reader), talk = table.seats, table.people, table.lobby.talk
        name = reader.account.name
        assert await talk.say(one, Phrase.HELLO) == ""
        await reader.detach(other)
        for phrase in (Phrase.GO, Phrase.THANKS):
            assert await talk.say(one, phrase) == f"{name} will see it on their next visit."
        await speaker.detach(one)
        back = await reader.attach(table.match.id)
        assert back.news.latest == f"{speaker.account.name} says: Thank you!", "of several, the last"
        back.news.react()
        assert "Thank you!" not in back.news.latest
        await reader.detach(back)
        assert not (await reader.attach(table.match.id)).conversation.left, "it is read once"

    async def test_nothing_waits_for_whoever_has_muted_the_speaker_who_can_t_tell(self, table: Table) -> None:
        (one, other), reader, talk = table.seats, table.people[1], table.lobby.talk
        await talk.mute(other)
        await reader.detach(other)
        assert (await talk.say(one, Phrase.HELLO)).endswith("will see it on their next visit.")
        back = await reader.attach(table.match.id)
        assert not back.conversation.left

    async def test_nobody_talks_to_a_bot_nor_while_watching(self, table: Table) -> None:
        chiyo = await player(table.lobby, "Chiyo")
        against_bot = await chiyo.attach((await chiyo.tables.play_bot("beginner")).id)
        with pytest.raises(NaishiError, match="A bot has no ear for that"):
            await table.lobby.talk.say(against_bot, Phrase.HELLO)
        with pytest.raises(NaishiError, match="You are watching"):
            await table.lobby.talk.say(await chiyo.attach(table.match.id), Phrase.HELLO)
        assert not await table.lobby.talk.mutes(against_bot)

    async def test_three_at_once_then_one_has_to_wait_whatever_the_game(self, table: Table) -> None:
        again = await Table.of(table.lobby, *table.people)
        for _time in range(3):
            await table.lobby.talk.say(table.seats[0], Phrase.HELLO)
        same = again.seats[again.match.seat_of(table.people[0].account.id) or 0]
        for seat in (table.seats[0], same):
            with pytest.raises(NaishiError, match="wait a little"):
                await table.lobby.talk.say(seat, Phrase.HELLO)
        await table.lobby.talk.say(table.seats[1], Phrase.HELLO)
        assert len(heard(table.seats[1])) == 4

    async def test_only_the_last_few_are_kept(self, database: Database) -> None:
        lobby = Lobby(database, limits=Limits(phrases_burst=100))
        table = await Table.sit_down(lobby)
        for _time in range(20):
            await lobby.talk.say(table.seats[0], Phrase.HELLO)
        spoken = table.seats[1].conversation.spoken
        assert [each.number for each in spoken] == [*range(13, 21)]
        await lobby.close()

    async def test_one_can_still_talk_when_the_game_is_over(self, table: Table) -> None:
        await resign(table.seats[0])
        await table.lobby.talk.say(table.seats[1], Phrase.GAME)
        assert table.seats[0].news.latest.endswith("says: Thanks for the game!")


class TestMuting:
    async def test_nothing_more_is_heard_and_the_other_cannot_tell(self, table: Table) -> None:
        talk, (one, other) = table.lobby.talk, table.seats
        said = await talk.mute(other)
        assert said == f"You hear nothing more from {table.people[0].account.name}; they aren't told."
        assert await talk.mutes(other)
        assert not await talk.mutes(one)
        before = one.note, one.news.latest, one.requests
        await talk.say(one, Phrase.HELLO)
        assert (one.note, one.news.latest, one.requests) == before
        assert (heard(one), heard(other)) == ([(0, "hello")], [])
        assert other.news.latest == ""
        await talk.say(other, Phrase.SORRY)
        assert heard(one) == [(0, "hello"), (1, "sorry")]
        assert await talk.unmute(other) == f"You hear {table.people[0].account.name} again."
        await talk.say(one, Phrase.OOPS)
        assert heard(other) == [(1, "sorry"), (0, "oops")]

    async def test_it_holds_in_the_next_game_and_after_a_restart(self, table: Table, database: Database) -> None:
        await table.lobby.talk.mute(table.seats[1])
        again = await Table.of(Lobby(database), *[await player(table.lobby, name) for name in ("Aiko", "Bruno")])
        mine = again.seats[again.match.seat_of(table.people[1].account.id) or 0]
        assert await again.lobby.talk.mutes(mine)

    async def test_who_is_blocked_is_not_heard(self, table: Table) -> None:
        aiko, bruno = (person.account for person in table.people)
        await table.lobby.challenging.block(bruno, aiko)
        await table.lobby.talk.say(table.seats[0], Phrase.HELLO)
        assert heard(table.seats[1]) == []


class TestReports:
    async def report(self, table: Table, seat: int, reason: Reason = Reason.CHEATING) -> None:
        me = table.people[seat]
        await table.lobby.talk.report(table.seats[seat], reason, me.account, me.address)

    async def test_a_report_has_the_match_its_revision_and_both_names_as_they_were(
        self, table: Table, database: Database
    ) -> None:
        await table.play_on(3)
        before = await table.lobby.matches.load(table.match.id)
        names = [person.account.name for person in table.people]
        await self.report(table, 0, Reason.BEHAVIOUR)
        await table.people[1].rename("Zoe")
        (report,) = reports(database)
        assert report.at == pytest.approx(table.lobby.matches.now(), abs=60)
        assert (report.match, report.revision) == (table.match.id, before.revision)
        assert (report.reason, report.reporter, report.reported) == (Reason.BEHAVIOUR, *names)
        assert report.reported_now == "Zoe"

    @pytest.mark.ci
    async def test_the_reported_player_learns_nothing(self, table: Table) -> None:
        other = table.seats[1]
        before = other.note, other.news.latest, other.requests, table.people[1].account_revision
        await self.report(table, 0)
        assert (other.note, other.news.latest, other.requests, table.people[1].account_revision) == before

    async def test_there_is_one_a_game_and_player(self, table: Table, database: Database) -> None:
        await self.report(table, 0)
        with pytest.raises(NaishiError, match="reported this game already"):
            await self.report(table, 0, Reason.NAME)
        await self.report(table, 1)
        assert len(reports(database)) == 2

    async def test_there_are_a_few_a_day(self, database: Database) -> None:
        lobby = Lobby(database, limits=Limits(reports_burst=1))
        tables = [await Table.sit_down(lobby) for _number in range(2)]
        seats = [table.match.seat_of(tables[0].people[0].account.id) or 0 for table in tables]
        await self.report(tables[0], seats[0])
        with pytest.raises(NaishiError, match="reported a lot"):
            await self.report(tables[1], seats[1])
        await lobby.close()

    async def test_nobody_reports_a_bot_nor_while_watching(self, table: Table, database: Database) -> None:
        chiyo = await player(table.lobby, "Chiyo")
        for match in (await chiyo.tables.play_bot("beginner"), table.match):
            with pytest.raises(NaishiError):
                await table.lobby.talk.report(
                    await chiyo.attach(match.id), Reason.CHEATING, chiyo.account, chiyo.address
                )
        assert reports(database) == []

    async def test_those_about_a_deleted_account_go_and_those_by_it_lose_its_name(
        self, table: Table, database: Database
    ) -> None:
        await self.report(table, 0)
        await self.report(table, 1)
        who = table.people[0]
        names = [person.account.name for person in table.people]
        await who.delete_account(who.account)
        assert [(each.reporter, each.reported) for each in reports(database)] == [("–", names[1])]

    @pytest.mark.ci
    async def test_they_follow_an_account_that_becomes_part_of_another(self, table: Table, database: Database) -> None:
        await self.report(table, 0)
        await table.lobby.talk.mute(table.seats[0])
        await table.lobby.talk.mute(table.seats[1])
        await resign(table.seats[0])
        again = await player(table.lobby, "Chiyo")
        reported = table.people[1]
        await reported.credentials.use_code(await reported.credentials.read_code(await again.credentials.link_code()))
        request = again.credentials.link_request
        assert request is not None
        await again.credentials.answer_link(request, allow=True)
        (report,) = reports(database)
        assert report.reported_now == "Chiyo"
        await table.lobby.settled()
        with database.reading() as db:
            pairs = {tuple(row) for row in db.execute(select(muted_players))}
        one, other = table.people[0].account.id, again.account.id
        assert pairs == {(one, other), (other, one)}

    async def test_they_are_kept_for_a_year_whatever_becomes_of_the_match(
        self, table: Table, database: Database
    ) -> None:
        await self.report(table, 0)
        now = table.lobby.matches.now()
        await clean_up(database, clock=lambda: now + 364 * DAY)
        assert len(reports(database)) == 1
        await clean_up(database, clock=lambda: now + 366 * DAY)
        assert reports(database) == []
