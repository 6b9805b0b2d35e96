"""Accounts: keys, claimed guest games, deletion.

Whatever is done at one terminal is true at all the others at once.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable

import pytest

from naishi.common.i18n import IllegalActionError, NaishiError, SaveNotWrittenError
from naishi.server import Database, Lobby, Match, MatchStage, OfferKind, Presence, Verb, Visitor
from naishi.server.accounts.accounts import LINK_TIME, AccountCodes
from naishi.server.accounts.login import LinkAnswer
from naishi.server.database.connection import StorageError
from naishi.server.database.names import NAMELESS
from naishi.server.match.actor import MatchActor
from naishi.sessions import Ask
from tests.naishi.server.accounts.shared import allow, ask, fingerprints, link, with_key
from tests.naishi.server.conftest import Table, guest, offer, player, resign


async def begun(one: Visitor, other: Visitor, *, public: bool = True) -> Match:
    return await other.tables.join(await one.tables.open(public=public))


class TestLinking:
    async def test_a_key_is_added_once_its_owner_has_asked_and_the_account_s_player_allowed_it(
        self, lobby: Lobby
    ) -> None:
        aiko, new = await player(lobby, "Aiko"), await with_key(lobby, "SHA256:new")
        await aiko.choose("theme", "light")
        use = await new.credentials.read_code(await aiko.credentials.link_code())
        assert "you play here as Aiko" in use.consequences
        await new.credentials.use_code(use)
        assert new.account != aiko.account, "nothing has happened yet"
        request = aiko.credentials.link_request
        assert request is not None
        assert request is new.asked
        assert (request.visitor, set(request.keys), request.games) == (new, {"SHA256:new"}, 0)
        await aiko.credentials.answer_link(request, allow=True)
        assert new.asked.answer is LinkAnswer.ALLOWED
        assert aiko.credentials.link_request is None
        assert new.account == aiko.account
        assert new.settings == {"theme": "light"}
        assert (await with_key(lobby, "SHA256:new")).account == aiko.account
        assert await fingerprints(new) == {"SHA256:Aiko", "SHA256:new"}

    async def test_a_key_that_was_refused_is_not_added_and_its_owner_hears_of_it(self, lobby: Lobby) -> None:
        aiko, new = await player(lobby, "Aiko"), await with_key(lobby, "SHA256:new")
        await ask(aiko, new)
        request = aiko.credentials.link_request
        assert request is not None
        heard = new.changes()
        await aiko.credentials.answer_link(request, allow=False)
        await asyncio.wait_for(anext(heard), 60)
        assert request.answer is LinkAnswer.REFUSED
        assert str(new.news) == "Aiko has refused to add your key."
        assert new.account != aiko.account
        assert await fingerprints(aiko) == {"SHA256:Aiko"}
        with pytest.raises(NaishiError, match="no longer open"):
            await aiko.credentials.answer_link(request, allow=True)

    @pytest.mark.ci
    async def test_games_keys_and_terminals_of_an_account_go_along(self, lobby: Lobby) -> None:
        aiko, old, bruno = [await player(lobby, name) for name in ("Aiko", "Anna", "Bruno")]
        second = await with_key(lobby, "SHA256:second")
        await link(old, second)
        match = await begun(old, bruno)
        seat = await second.attach(match.id)
        other = await bruno.attach(match.id)
        await bruno.refresh()
        use = await old.credentials.read_code(await aiko.credentials.link_code())
        assert "Your 1 game goes there too." in use.consequences
        assert "The name Anna is given up." in use.consequences
        await old.credentials.use_code(use)
        request = aiko.credentials.link_request
        assert request is not None
        assert (set(request.keys), request.games) == ({"SHA256:Anna", "SHA256:second"}, 1)
        await allow(aiko)
        assert {visitor.account.id for visitor in (old, second)} == {aiko.account.id}
        assert str(second.news) == "Your key belongs to Aiko's account now."
        assert [each.id for each in (await aiko.refresh()).mine] == [match.id]
        assert "Aiko" in (await bruno.refresh()).mine[0].names
        assert seat.player == aiko.account.id
        assert Ask.PLAY in seat.allowed or Ask.PLAY in other.allowed
        assert other.presence(1 - (other.seat or 0)) is Presence.HERE
        await second.detach(seat)
        lobby.leave(old)
        lobby.leave(second)
        assert other.presence(1 - (other.seat or 0)) is Presence.AWAY, "for Aiko is here"
        lobby.leave(aiko)
        assert other.presence(1 - (other.seat or 0)) is Presence.GONE
        assert (await player(lobby, "Anna")).account.named, "the name is free"

    async def test_codes_of_an_account_that_is_part_of_another_one_are_void(self, lobby: Lobby) -> None:
        aiko, old, thief = await player(lobby, "Aiko"), await player(lobby, "Anna"), await with_key(lobby, "SHA256:c")
        recovery, adding = await old.credentials.recovery_code(), await old.credentials.link_code()
        await link(aiko, old)
        for code in (recovery, adding):
            with pytest.raises(NaishiError, match="wrong or has expired"):
                await thief.credentials.read_code(code)

    async def test_other_terminals_hear_that_a_key_was_added(self, lobby: Lobby) -> None:
        aiko, new = await player(lobby, "Aiko"), await with_key(lobby, "SHA256:new")
        elsewhere = await with_key(lobby, "SHA256:Aiko")
        await ask(aiko, new)
        assert elsewhere.credentials.link_request is aiko.credentials.link_request, "each of them can answer"
        await allow(elsewhere)
        assert str(aiko.news) == "A key was added to your account."

    async def test_a_code_asks_once_and_within_ten_minutes(self, lobby: Lobby, database: Database) -> None:
        now = [1000.0]
        lobby.codes = lobby.accounts.codes = AccountCodes(database, lambda: now[0])
        aiko, new, third = (
            await player(lobby, "Aiko"),
            await with_key(lobby, "SHA256:b"),
            await with_key(lobby, "SHA256:c"),
        )
        code = await aiko.credentials.link_code()
        use = await third.credentials.read_code(code)
        await new.credentials.use_code(await new.credentials.read_code(code))
        with pytest.raises(NaishiError, match="wrong or has expired"):
            await third.credentials.read_code(code)
        with pytest.raises(NaishiError, match="wrong or has expired"):
            await third.credentials.use_code(use)
        code = await aiko.credentials.link_code()
        use = await third.credentials.read_code(code)
        now[0] += LINK_TIME + 1
        with pytest.raises(NaishiError, match="wrong or has expired"):
            await third.credentials.use_code(use)

    async def test_a_new_code_voids_the_one_before(self, lobby: Lobby) -> None:
        aiko, new = await player(lobby, "Aiko"), await with_key(lobby, "SHA256:b")
        before, now = await aiko.credentials.link_code(), await aiko.credentials.link_code()
        with pytest.raises(NaishiError, match="wrong or has expired"):
            await new.credentials.read_code(before)
        await new.credentials.read_code(now)

    async def test_somebody_has_to_be_here_to_allow_it(self, lobby: Lobby) -> None:
        aiko, new = await player(lobby, "Aiko"), await with_key(lobby, "SHA256:b")
        use = await new.credentials.read_code(await aiko.credentials.link_code())
        lobby.leave(aiko)
        with pytest.raises(NaishiError, match="Aiko has to be here"):
            await new.credentials.use_code(use)
        again = await player(lobby, "Aiko")
        await new.credentials.use_code(use)
        assert again.credentials.link_request is not None, "the code wasn't used up"

    async def test_a_request_ends_with_whoever_made_it_and_with_the_last_who_could_allow_it(self, lobby: Lobby) -> None:
        aiko, new = await player(lobby, "Aiko"), await with_key(lobby, "SHA256:b")
        await ask(aiko, new)
        lobby.leave(new)
        assert aiko.credentials.link_request is None
        new = await with_key(lobby, "SHA256:b")
        await ask(aiko, new)
        new.credentials.withdraw_link()
        assert aiko.credentials.link_request is None
        await ask(aiko, new)
        lobby.leave(aiko)
        assert new.asked is not None
        assert new.asked.answer is LinkAnswer.LEFT
        assert str(new.news) == "Aiko has left and can't add your key now; ask for another code."

    async def test_only_what_was_shown_is_added(self, lobby: Lobby) -> None:
        aiko, old, second = await player(lobby, "Aiko"), await player(lobby, "Anna"), await with_key(lobby, "SHA256:b")
        await ask(aiko, old)
        request = aiko.credentials.link_request
        assert request is not None
        await link(old, second)
        with pytest.raises(NaishiError, match="no longer open"):
            await aiko.credentials.answer_link(request, allow=True)
        assert await fingerprints(aiko) == {"SHA256:Aiko"}

    async def test_several_ask_and_each_is_answered(self, lobby: Lobby) -> None:
        aiko = await player(lobby, "Aiko")
        one, other = [await with_key(lobby, f"SHA256:{number}") for number in range(2)]
        await ask(aiko, one)
        await ask(aiko, other)
        for visitor in (one, other):
            assert aiko.credentials.link_request is visitor.asked
            await allow(aiko)
        assert len(await fingerprints(aiko)) == 3

    async def test_two_terminals_that_answer_at_once_give_one_answer(self, lobby: Lobby) -> None:
        aiko, new = await player(lobby, "Aiko"), await with_key(lobby, "SHA256:b")
        elsewhere = await with_key(lobby, "SHA256:Aiko")
        await ask(aiko, new)
        request = aiko.credentials.link_request
        assert request is not None
        done = await asyncio.gather(
            aiko.credentials.answer_link(request, allow=True),
            elsewhere.credentials.answer_link(request, allow=False),
            return_exceptions=True,
        )
        assert [type(each) for each in done] == [type(None), NaishiError]
        assert request.answer is LinkAnswer.ALLOWED

    async def test_what_was_not_stored_can_be_allowed_again(
        self, lobby: Lobby, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        aiko, new = await player(lobby, "Aiko"), await with_key(lobby, "SHA256:b")
        await ask(aiko, new)

        async def full(*_arguments: object) -> None:
            raise SaveNotWrittenError("full")

        with monkeypatch.context() as patch:
            patch.setattr(lobby.codes, "link", full)
            with pytest.raises(SaveNotWrittenError):
                await allow(aiko)
        await allow(aiko)
        assert new.account == aiko.account

    async def test_two_who_play_each_other_stay_two(self, lobby: Lobby) -> None:
        aiko, bruno = await player(lobby, "Aiko"), await player(lobby, "Bruno")
        code = await aiko.credentials.link_code()
        use = await bruno.credentials.read_code(code)
        await begun(aiko, bruno)
        with pytest.raises(NaishiError, match="playing each other"):
            await bruno.credentials.read_code(code)
        await bruno.credentials.use_code(use)
        with pytest.raises(NaishiError, match="playing each other"):
            await allow(aiko)
        assert (await with_key(lobby, "SHA256:Bruno")).account == bruno.account

    async def test_nobody_sits_down_as_who_they_were(self, lobby: Lobby) -> None:
        aiko, old, bruno = [await player(lobby, name) for name in ("Aiko", "Anna", "Bruno")]
        before, table = old.account, await bruno.tables.open(public=True)
        await link(aiko, old)
        with pytest.raises(NaishiError, match="part of another"):
            await lobby.tables.join(table, before)
        mine = await aiko.tables.open(public=True)
        with pytest.raises(NaishiError, match="your own"):
            await old.tables.join(mine)


class TestKeys:
    async def test_keys_are_named_and_listed(self, lobby: Lobby) -> None:
        aiko, new = await player(lobby, "Aiko"), await with_key(lobby, "SHA256:b")
        await link(aiko, new)
        await aiko.credentials.name_key("SHA256:b", "  the\x1b[31m  old   laptop " + "x" * 90)
        (first, second) = await aiko.credentials.keys()
        assert (first.fingerprint, first.name) == ("SHA256:Aiko", "")
        assert second.name == "the[31m old laptop xxxxxxxxxxxx"[:30]
        assert second.added >= first.added > 0
        assert second.last_used > 0

    async def test_a_key_that_is_removed_is_a_newcomer_s_wherever_it_is_in_use(self, table: Table) -> None:
        lobby, (owner, _bruno) = table.lobby, table.people
        lost = await with_key(lobby, "SHA256:lost")
        await link(owner, lost)
        seat = await lost.attach(table.match.id)
        await owner.credentials.remove_key("SHA256:lost")
        assert not lost.account.stored
        assert str(lost.news) == f"This key was removed from {owner.account.name}'s account."
        assert (await lost.refresh()).mine == ()
        assert seat.seat is None
        assert seat.view.public
        with pytest.raises(IllegalActionError):
            await seat.play("give 1")
        with pytest.raises(IllegalActionError):
            await resign(seat)
        visitor = await with_key(lobby, "SHA256:lost")
        await lobby.settled()
        assert not visitor.account.stored
        await owner.detach(table.seats[0])
        assert table.seats[1].presence(0) is Presence.AWAY

    async def test_a_terminal_that_goes_right_after_removing_a_key_has_removed_it_everywhere(
        self, lobby: Lobby, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        aiko, lost = await player(lobby, "Aiko"), await with_key(lobby, "SHA256:lost")
        await link(aiko, lost)
        remove, going = lobby.players.remove_key, asyncio.Event()

        async def removed(*arguments: object) -> None:
            await remove(*arguments)  # type: ignore[arg-type]
            going.set()
            await asyncio.sleep(0)

        monkeypatch.setattr(lobby.players, "remove_key", removed)
        heard = lost.changes()
        asked = asyncio.create_task(aiko.credentials.remove_key("SHA256:lost"))
        await going.wait()
        asked.cancel()
        while lost.account.stored:
            await asyncio.wait_for(anext(heard), 60)

    async def test_neither_the_last_key_nor_the_one_in_use_is_removed(self, lobby: Lobby) -> None:
        aiko, new = await player(lobby, "Aiko"), await with_key(lobby, "SHA256:b")
        with pytest.raises(NaishiError, match="using this key"):
            await aiko.credentials.remove_key("SHA256:Aiko")
        await link(aiko, new)
        with pytest.raises(NaishiError, match="doesn't have this key"):
            await aiko.credentials.remove_key("SHA256:else")
        await new.credentials.remove_key("SHA256:Aiko")
        with pytest.raises(NaishiError, match="only key"):
            await lobby.players.remove_key(new.account.id, "SHA256:b")

    async def test_a_guest_has_no_keys(self, lobby: Lobby) -> None:
        visitor = await guest(lobby)
        for act in (
            visitor.credentials.link_code(),
            visitor.credentials.recovery_code(),
            visitor.credentials.name_key("SHA256:a", "x"),
            visitor.credentials.remove_key("SHA256:a"),
        ):
            with pytest.raises(NaishiError, match="Connect with a key"):
                await act


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


class TestRecovery:
    async def test_an_account_is_got_back_and_whoever_had_it_has_it_no_more(self, table: Table) -> None:
        lobby, (owner, _bruno) = table.lobby, table.people
        code, name = await owner.credentials.recovery_code(), owner.account.name
        adding = await owner.credentials.link_code()
        stranger, new = await with_key(lobby, "SHA256:stranger"), await with_key(lobby, "SHA256:new")
        await ask(owner, stranger)
        account = owner.account
        use = await new.credentials.read_code(code)
        assert f"{name}'s account back. The key that it has now is removed; yours takes its place." in use.consequences
        following = (await new.credentials.use_code(use)).recovery_code
        assert new.account == account
        assert await fingerprints(new) == {"SHA256:new"}
        assert [each.id for each in (await new.refresh()).mine] == [table.match.id]
        assert not owner.account.stored
        assert str(owner.news).startswith(f"{name} has recovered the account")
        assert table.seats[0].seat is None
        assert table.seats[1].presence(0) is Presence.AWAY
        assert stranger.asked is not None
        assert stranger.asked.answer is LinkAnswer.REFUSED
        for void in (code, adding):
            with pytest.raises(NaishiError, match="wrong or has expired"):
                await stranger.credentials.read_code(void)
        assert (await stranger.credentials.read_code(following)).owner == account, "each is good once"

    async def test_a_code_that_was_replaced_meanwhile_gives_nothing(self, lobby: Lobby) -> None:
        aiko, thief = await player(lobby, "Aiko"), await with_key(lobby, "SHA256:thief")
        assert not await aiko.credentials.has_recovery_code()
        use = await thief.credentials.read_code(await aiko.credentials.recovery_code())
        assert await aiko.credentials.has_recovery_code()
        await aiko.credentials.recovery_code()
        with pytest.raises(NaishiError, match="wrong or has expired"):
            await thief.credentials.use_code(use)
        assert await fingerprints(aiko) == {"SHA256:Aiko"}

    async def test_what_one_has_by_now_goes_along(self, lobby: Lobby) -> None:
        aiko, bruno = await player(lobby, "Aiko"), await player(lobby, "Bruno")
        code = await aiko.credentials.recovery_code()
        lobby.leave(aiko)
        anna, phone = await player(lobby, "Anna"), await with_key(lobby, "SHA256:phone")
        await link(anna, phone)
        match = await begun(anna, bruno)
        await anna.credentials.use_code(await anna.credentials.read_code(code))
        assert anna.account.name == "Aiko"
        assert phone.account == anna.account
        assert await fingerprints(phone) == {"SHA256:Anna", "SHA256:phone"}
        assert [each.id for each in (await phone.refresh()).mine] == [match.id]

    async def test_one_s_own_codes_are_for_another_terminal(self, lobby: Lobby) -> None:
        aiko = await player(lobby, "Aiko")
        for code in (await aiko.credentials.recovery_code(), await aiko.credentials.link_code()):
            with pytest.raises(NaishiError, match="your own"):
                await aiko.credentials.read_code(code)


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


class TestPresence:
    async def test_whoever_leaves_while_their_account_changes_is_gone(
        self, lobby: Lobby, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        aiko, new = await player(lobby, "Aiko"), await with_key(lobby, "SHA256:b")
        await ask(aiko, new)
        settings: Callable[[int], object] = lobby.players.settings

        async def leaves(account: int) -> object:
            lobby.leave(new)
            return await settings(account)  # type: ignore[misc]

        monkeypatch.setattr(lobby.players, "settings", leaves)
        await allow(aiko)
        assert lobby.everybody.here == {aiko.account.id: 1}

    async def test_a_visit_that_fails_leaves_nobody_behind(self, lobby: Lobby, monkeypatch: pytest.MonkeyPatch) -> None:
        async def fails(_fingerprint: str) -> None:
            raise OSError("the disk")

        monkeypatch.setattr(lobby.players, "of_key", fails)
        with pytest.raises(OSError, match="the disk"):
            await with_key(lobby, "SHA256:a")
        assert lobby.visitors == set()
        assert not lobby.everybody.here

    async def test_a_key_removed_while_it_comes_in_has_no_account(
        self, lobby: Lobby, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        aiko, lost = await player(lobby, "Aiko"), await with_key(lobby, "SHA256:lost")
        await link(aiko, lost)
        came = lobby.players.came

        async def removed(*arguments: object) -> None:
            monkeypatch.undo()
            await aiko.credentials.remove_key("SHA256:lost")
            await came(*arguments)  # type: ignore[arg-type]

        monkeypatch.setattr(lobby.players, "came", removed)
        visitor = await with_key(lobby, "SHA256:lost")
        await lobby.settled()
        assert not visitor.account.stored


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
