"""Accounts: keys, claimed guest games, deletion.

Whatever is done at one terminal is true at all the others at once.
"""

from __future__ import annotations

import asyncio
import json

import pytest

from naishi.common.i18n import NaishiError, SaveNotWrittenError
from naishi.server import Database, Lobby, MatchStage, OfferKind, Presence, Verb
from naishi.server.database.connection import StorageError
from naishi.server.database.names import NAMELESS
from naishi.server.match.actor import MatchActor
from naishi.sessions import Ask
from tests.naishi.server.accounts.shared import begun, link, with_key
from tests.naishi.server.conftest import Table, guest, offer, player, resign


class TestClaiming:
    async def test_a_guest_who_is_claimed_in_the_middle_of_a_match_plays_on_and_gets_the_rematch(
        self, lobby: Lobby
    ) -> None:
        visitor, bruno, aiko = await guest(lobby), await player(lobby, "Bruno"), await player(lobby, "Aiko")
        match = await begun(visitor, bruno)
        seat, theirs = await visitor.attach(match.id), await bruno.attach(match.id)
        use = await aiko.credentials.read_code(visitor.code)
        name = visitor.account.name
        assert use.consequences.startswith(f"This gives you the 1 game of {name}. The guest's code stops working.")
        assert f"Whoever is here as {name} can finish the game" in use.consequences
        await aiko.credentials.use_code(use)
        assert [each.id for each in (await aiko.refresh()).mine] == [match.id]
        assert seat.player == aiko.account.id
        assert seat.seat is not None
        assert theirs.presence(seat.seat) is Presence.HERE
        assert str(visitor.news).startswith("Aiko has claimed this guest's games.")
        for each in sorted((seat, theirs), key=lambda each: each.seat or 0):
            await each.play("give 1")
        await resign(theirs)
        await seat.rematch()
        await theirs.rematch()
        following, other = await visitor.follow(seat), await bruno.follow(theirs)
        assert {following.seat, other.seat} == {0, 1}
        assert following.player == aiko.account.id
        assert other.player == bruno.account.id
        assert following.seat == 1 - seat.seat
        assert set((await lobby.matches.get(following.match_id)).names) == {"Aiko", "Bruno"}
        assert set(following.view.names) == {"Aiko", "Bruno"}, "under the names of now"
        await visitor.detach(seat)
        await visitor.detach(following)
        assert other.presence(1 - (other.seat or 0)) is Presence.AWAY, "for Aiko is here"

    @pytest.mark.ci
    async def test_whoever_has_given_a_code_away_gets_nothing_of_the_account(self, lobby: Lobby) -> None:
        visitor, aiko, bruno = await guest(lobby), await player(lobby, "Aiko"), await player(lobby, "Bruno")
        await begun(visitor, bruno)
        private = await begun(aiko, bruno, public=False)
        code, before = visitor.code, visitor.account
        await visitor.choose("theme", "light")
        await aiko.credentials.use_code(await aiko.credentials.read_code(code))
        assert visitor.account not in (before, aiko.account)
        assert not visitor.account.stored
        assert visitor.code == ""
        assert visitor.settings == {"theme": "light"}, "the terminal looks as it did"
        assert (await visitor.refresh()).mine == ()
        assert (await visitor.attach(private.id)).seat is None
        with pytest.raises(NaishiError, match="account has changed"):
            await visitor.delete_account(aiko.account)
        with pytest.raises(NaishiError, match="wrong or has expired"):
            await (await guest(lobby)).credentials.read_code(code)

    async def test_games_are_claimed_once(self, lobby: Lobby) -> None:
        visitor, aiko, bruno = await guest(lobby), await player(lobby, "Aiko"), await player(lobby, "Bruno")
        again = await guest(lobby)
        await visitor.tables.open(public=True)
        uses = [await each.credentials.read_code(visitor.code) for each in (aiko, bruno, again)]
        await aiko.credentials.use_code(uses[0])
        for each, use in ((bruno, uses[1]), (again, uses[2])):
            with pytest.raises(NaishiError, match="wrong or has expired"):
                await each.credentials.use_code(use)
        assert not again.account.stored
        assert len((await aiko.refresh()).mine) == 1

    async def test_a_claimed_table_is_listed_as_the_account_s(self, lobby: Lobby) -> None:
        visitor, aiko = await guest(lobby), await player(lobby, "Aiko")
        await visitor.tables.open(public=True)
        await aiko.credentials.use_code(await aiko.credentials.read_code(visitor.code))
        await lobby.public.look()
        assert [match.names[0] for match in visitor.listing.open] == ["Aiko"]
        assert aiko.listing.open == []


class TestDeleting:
    async def test_games_are_given_up_and_nothing_of_the_account_is_left(
        self, table: Table, database: Database
    ) -> None:
        lobby, (owner, bruno) = table.lobby, table.people
        name, elsewhere = owner.account.name, await with_key(lobby, f"SHA256:{owner.account.name}")
        await table.play("give 1", "give 2")
        await owner.choose("theme", "light")
        waiting = await owner.tables.open(public=True)
        codes = await owner.credentials.recovery_code(), await owner.credentials.link_code()
        await lobby.public.look()
        assert [match.id for match in bruno.listing.open] == [waiting.id]
        seat = await elsewhere.attach(table.match.id)
        await owner.delete_account(owner.account)
        assert table.seats[1].agreements.resigned == 0
        assert table.seats[1].over
        for visitor in (owner, elsewhere):
            assert not visitor.account.stored
            assert visitor.settings == {}
        assert str(elsewhere.news) == f"{name}'s account was deleted."
        assert seat.seat is None
        await lobby.public.look()
        assert bruno.listing.open == []
        assert "a deleted player" in (await bruno.refresh()).mine[0].names
        with database.reading() as db:
            kept = [list(db.exec_driver_sql(f"SELECT * FROM {of}")) for of in ("matches", "seats", "keys", "players")]  # noqa: S608
        assert name not in repr(kept)
        for code in codes:
            with pytest.raises(NaishiError, match="wrong or has expired"):
                await bruno.credentials.read_code(code)
        for visitor, at in ((owner, table.seats[0]), (elsewhere, seat), (bruno, table.seats[1])):
            await visitor.detach(at)
        again = await bruno.attach(table.match.id)
        assert again.ended_early == f"a deleted player resigned; {bruno.account.name} wins."
        assert again.view.names == ("a deleted player", bruno.account.name)
        assert lobby.matches.check() == (1, [])
        assert (await player(lobby, name)).account.name == name, "the name is free"

    async def test_nobody_plays_again_with_a_deleted_account(self, table: Table) -> None:
        owner, bruno = table.people
        await resign(table.seats[1])
        await offer(table.seats[0], OfferKind.REMATCH)
        await owner.delete_account(owner.account)
        assert table.seats[1].requests == ()
        with pytest.raises(NaishiError, match="left this server"):
            await table.seats[1].rematch()
        assert table.seats[1].agreements.next is None
        assert len((await bruno.refresh()).mine) == 1

    async def test_the_name_is_not_written_again_by_who_had_the_match_open(self, table: Table) -> None:
        owner, name = table.people[0], table.people[0].account.name
        await resign(table.seats[0])
        await offer(table.seats[0], OfferKind.REMATCH)
        (decline,) = [each for each in table.seats[1].requests if each.verb is Verb.DECLINE]
        await owner.delete_account(owner.account)
        with pytest.raises(NaishiError, match="has left this server"):
            await table.seats[1].request(decline)
        assert name not in [each.name for each in (await table.game()).players]

    async def test_a_game_begun_meanwhile_is_given_up_too(self, lobby: Lobby, monkeypatch: pytest.MonkeyPatch) -> None:
        aiko, bruno = await player(lobby, "Aiko"), await player(lobby, "Bruno")
        elsewhere = await with_key(lobby, "SHA256:Aiko")
        table = await bruno.tables.open(public=True)
        delete = lobby.players.delete

        async def joined_first(account: int) -> bool:
            monkeypatch.undo()
            await elsewhere.tables.join(table)
            return await delete(account)

        monkeypatch.setattr(lobby.players, "delete", joined_first)
        await aiko.delete_account(aiko.account)
        assert (await lobby.matches.get(table.id)).state is MatchStage.OVER
        assert not elsewhere.account.stored

    async def test_an_account_stays_whose_games_could_not_be_given_up(
        self, table: Table, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        owner = table.people[0]

        async def full(store: MatchActor) -> None:
            store.unsaved = StorageError("full")

        with monkeypatch.context() as patch:
            patch.setattr(MatchActor, "write", full)
            with pytest.raises(SaveNotWrittenError):
                await asyncio.wait_for(owner.delete_account(owner.account), 60)
        assert owner.account.stored
        await owner.delete_account(owner.account)
        assert not owner.account.stored

    async def test_another_account_than_the_one_shown_is_not_deleted(self, lobby: Lobby) -> None:
        aiko, anna = await player(lobby, "Aiko"), await player(lobby, "Anna")
        shown = anna.account
        await link(aiko, anna)
        with pytest.raises(NaishiError, match="has changed"):
            await anna.delete_account(shown)
        assert (await with_key(lobby, "SHA256:Aiko")).account.name == "Aiko"

    async def test_a_damaged_match_keeps_no_account(self, table: Table, database: Database) -> None:
        await resign(table.seats[0])
        with database.writing() as db:
            db.exec_driver_sql("UPDATE matches SET record = 'no record'")
        await table.people[0].delete_account(table.people[0].account)
        assert not table.people[0].account.stored

    async def test_a_guest_deletes_what_there_is(self, lobby: Lobby) -> None:
        visitor, bruno = await guest(lobby), await player(lobby, "Bruno")
        with pytest.raises(NaishiError):
            await visitor.delete_account(visitor.account)
        match, code = await begun(visitor, bruno), visitor.code
        await visitor.delete_account(visitor.account)
        assert (await lobby.matches.get(match.id)).agreements.resigned is not None
        assert visitor.code == ""
        with pytest.raises(NaishiError, match="wrong or has expired"):
            await bruno.credentials.read_code(code)


class TestRematches:
    async def test_one_account_never_has_both_seats(self, table: Table) -> None:
        (first, second), (mine, theirs) = table.people, table.seats
        await resign(mine)
        await offer(mine, OfferKind.REMATCH)
        await link(first, second)
        assert first.account == second.account
        for seat in (mine, theirs):
            assert Ask.REMATCH not in seat.allowed
            assert seat.requests == ()
            with pytest.raises(NaishiError, match="Both seats are yours"):
                await seat.rematch()
        stored = await table.lobby.matches.load(table.match.id)
        with pytest.raises(NaishiError, match="Both seats are yours"):
            await table.lobby.matches.start_next(table.match.id, stored, 0, lambda _proof: stored.game)
        assert len((await first.refresh()).mine) == 1
        assert await table.lobby.matches.lists.count_all(first.account.id) == 1

    async def test_a_rematch_is_under_the_names_of_now(self, table: Table) -> None:
        first, second = table.people
        await first.rename("Chiyo")
        await resign(table.seats[0])
        for seat in table.seats:
            await seat.rematch()
        following = await first.follow(table.seats[0])
        assert following.view.names == (second.account.name, "Chiyo")


def test_a_record_says_no_name_that_was_taken_out(database: Database) -> None:
    """SQLite writes the rest of a record as it was."""
    with database.reading() as db:
        record = (
            '{"players":[{"name":"Aiko","kind":"human","pin":null},{"name":"Ł","kind":"human","pin":null}],"n":1.5}'
        )
        (changed,) = db.exec_driver_sql("SELECT json_set(?, '$.players[0].name', ?)", (record, NAMELESS)).one()
    expected = json.loads(record)
    expected["players"][0]["name"] = NAMELESS
    assert json.loads(changed) == expected
