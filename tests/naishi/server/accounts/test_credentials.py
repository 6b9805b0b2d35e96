"""Keys and recovery codes of an account, and requests to add a key."""

from __future__ import annotations

import asyncio

import pytest

from naishi.common.i18n import IllegalActionError, NaishiError, SaveNotWrittenError
from naishi.server import Database, Lobby, Presence
from naishi.server.accounts.accounts import LINK_TIME, AccountCodes
from naishi.server.accounts.login import LinkAnswer
from naishi.sessions import Ask
from tests.naishi.server.accounts.shared import allow, ask, begun, fingerprints, link, with_key
from tests.naishi.server.conftest import Table, guest, player, resign


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
