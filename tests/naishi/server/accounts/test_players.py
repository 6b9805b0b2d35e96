"""Accounts by keys, guests by codes, protected names."""

from __future__ import annotations

import asyncio
from contextlib import suppress

import pytest

from naishi.common.i18n import NaishiError
from naishi.server import Database, Lobby
from naishi.server.database.codes import CodeKind, meanings, new_code
from naishi.server.presence.limits import PATIENCE, CodeTries, CountsInMemory, Limits
from tests.naishi.server.conftest import guest, player


class Clock:
    now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def still(lobby: Lobby, clock: Clock) -> Lobby:
    """A lobby where nobody's wrong tries are forgotten."""
    lobby.allowances.tries = CodeTries(CountsInMemory(clock))
    return lobby


async def test_a_key_is_an_account_from_the_first_visit_on(lobby: Lobby) -> None:
    first = await lobby.visit("SHA256:a", "192.0.2.7", "en")
    assert not first.account.named
    assert not first.account.guest
    assert not first.account.stored, "who has neither a name nor a game yet costs no row"
    await first.rename("Aiko")
    again = await lobby.visit("SHA256:a", "192.0.2.7", "en")
    assert (again.account.id, again.account.name) == (first.account.id, "Aiko")
    assert (await lobby.visit("SHA256:b", "192.0.2.7", "en")).account.id != first.account.id


async def test_all_terminals_of_a_new_key_are_one_player_once_one_has_a_name_or_a_game(lobby: Lobby) -> None:
    one, other = [await lobby.visit("SHA256:a", "192.0.2.7", "en") for _terminal in range(2)]
    await one.rename("Aiko")
    assert other.account == one.account
    await other.tables.open(public=True)
    assert len((await one.refresh()).mine) == 1


async def test_a_name_is_taken_though_another_terminal_had_the_first_game(lobby: Lobby) -> None:
    one = await lobby.visit("SHA256:a", "192.0.2.7", "en")
    unaware = await lobby.visit("SHA256:a", "192.0.2.7", "en")
    lobby.leave(unaware)
    await one.tables.open(public=True)
    await unaware.rename("Aiko")
    assert (await lobby.visit("SHA256:a", "192.0.2.7", "en")).account.name == "Aiko"


async def test_a_guest_comes_back_by_the_code(lobby: Lobby) -> None:
    visitor = await guest(lobby)
    assert visitor.code == "", "there is nothing yet to come back to"
    await visitor.tables.open(public=False)
    assert visitor.account.guest
    lobby.leave(visitor)
    again = await guest(lobby)
    use = await again.credentials.read_code(visitor.code.upper().replace("-", " "))
    assert use.consequences == f"You come back as {visitor.account.name}."
    assert again.account != visitor.account, "nothing is done before it is agreed to"
    await again.credentials.use_code(use)
    assert again.account == visitor.account
    assert again.code == visitor.code
    assert len((await again.refresh()).mine) == 1


async def test_what_a_guest_has_begun_stays_there_when_coming_back_as_another(lobby: Lobby) -> None:
    before, now = await guest(lobby), await guest(lobby)
    for visitor in (before, now):
        await visitor.tables.open(public=False)
    mine, code = now.account, now.code
    use = await now.credentials.read_code(before.code)
    assert mine.name in use.consequences
    assert code in use.consequences
    await now.credentials.use_code(use)
    assert now.account == before.account
    third = await guest(lobby)
    await third.credentials.use_code(await third.credentials.read_code(code))
    assert third.account == mine


async def test_the_code_of_a_guest_is_good_without_its_beginning(lobby: Lobby) -> None:
    dictated = await guest(lobby)
    await dictated.tables.open(public=False)
    visitor = await guest(lobby)
    assert (await visitor.credentials.read_code(dictated.code.removeprefix("guest-"))).kind is CodeKind.GUEST


async def test_codes_are_long_and_stored_as_hashes(lobby: Lobby, database: Database) -> None:
    aiko, visitor = await player(lobby, "Aiko"), await guest(lobby)
    await visitor.tables.open(public=True)
    codes = [visitor.code, await aiko.credentials.link_code(), await aiko.credentials.recovery_code()]
    for code, letters in zip(codes, (12, 12, 16), strict=True):
        beginning, *groups = code.split("-")
        assert len("".join(groups)) == letters
        assert meanings(code) == [(CodeKind(beginning), code)]
    with database.reading() as db:
        for asked in ("SELECT * FROM players", "SELECT * FROM link_codes"):
            stored = repr(db.exec_driver_sql(asked).all())
            assert not any(code in stored for code in codes)


async def test_codes_are_tried_slowly(clock: Clock) -> None:
    tries = CodeTries(CountsInMemory(clock))
    for _try in range(PATIENCE.free):
        await tries.check("address")
        await tries.record_wrong("address")
        clock.now += 0.1
    with pytest.raises(NaishiError, match="Too many"):
        await tries.check("address")
    await tries.check("elsewhere")
    clock.now += 3
    await tries.check("address")
    await tries.record_wrong("address")
    clock.now += 3
    with pytest.raises(NaishiError, match="Too many"):
        await tries.check("address")


async def test_wrong_codes_are_forgotten_with_time(clock: Clock) -> None:
    tries = CodeTries(CountsInMemory(clock))
    for _try in range(PATIENCE.free + 20):
        await tries.record_wrong("address")
    clock.now += PATIENCE.longest_wait
    await tries.check("address")
    clock.now += 30 * PATIENCE.forgiven
    for _try in range(PATIENCE.free):
        await tries.check("address")
        await tries.record_wrong("address")


@pytest.mark.ci
async def test_wrong_codes_and_words_are_counted_by_address_for_those_without_an_account(still: Lobby) -> None:
    one, other, elsewhere = [
        await still.visit(None, address, "en") for address in ("192.0.2.1", "192.0.2.1", "192.0.2.2")
    ]
    for _try in range(PATIENCE.free - 1):
        with pytest.raises(NaishiError, match="wrong or has expired"):
            await one.credentials.read_code(new_code(CodeKind.GUEST))
    with pytest.raises(NaishiError, match="no game"):
        await other.find(new_code(CodeKind.INVITE))
    with pytest.raises(NaishiError, match="Too many"):
        await one.credentials.read_code(new_code(CodeKind.GUEST))
    with pytest.raises(NaishiError, match="Too many"):
        await other.find(new_code(CodeKind.INVITE))
    with pytest.raises(NaishiError, match="no game"):
        await elsewhere.find(new_code(CodeKind.INVITE))


async def test_what_can_be_no_secret_is_no_wrong_try(still: Lobby) -> None:
    visitor = await guest(still)
    for word in ("7", "Aiko", "table", "k4mp7xeq") * PATIENCE.free:
        with pytest.raises(NaishiError, match="no game"):
            await visitor.find(word)


async def test_nobody_with_an_account_waits_for_what_others_of_the_address_have_tried(still: Lobby) -> None:
    aiko, bruno = await player(still, "Aiko"), await player(still, "Bruno")
    newcomer = await still.visit(None, "192.0.2.7", "en")
    resident = await still.visit(None, "192.0.2.7", "en")
    table = await resident.tables.open(public=False)
    for visitor in (newcomer, bruno):
        for _try in range(PATIENCE.free):
            with pytest.raises(NaishiError, match="wrong or has expired"):
                await visitor.credentials.read_code(new_code(CodeKind.GUEST))
        with pytest.raises(NaishiError, match="Too many"):
            await visitor.find(table.invite)
    assert (await aiko.find(table.invite)).id == table.id
    assert (await resident.find(table.invite)).id == table.id
    assert (await aiko.credentials.read_code(resident.code)).owner == resident.account


@pytest.mark.ci
async def test_a_code_at_the_wrong_prompt_is_recognised_and_is_no_wrong_try(still: Lobby) -> None:
    aiko, bruno, visitor = await player(still, "Aiko"), await player(still, "Bruno"), await guest(still)
    table, public = await bruno.tables.open(public=False), await bruno.tables.open(public=True)
    await visitor.tables.open(public=True)
    dictated = visitor.code.removeprefix("guest-")
    for _try in range(2 * PATIENCE.free):
        for word in (table.invite, public.id):
            with pytest.raises(NaishiError, match="word of a game: it is for the lobby"):
                await aiko.credentials.read_code(word)
        for code in (visitor.code, dictated, await aiko.credentials.recovery_code(), new_code(CodeKind.LINK)):
            with pytest.raises(NaishiError, match="a code: it is for your account"):
                await aiko.find(code)


async def test_a_guest_hears_that_codes_of_accounts_take_a_key(still: Lobby) -> None:
    aiko, visitor = await player(still, "Aiko"), await guest(still)
    for code in (await aiko.credentials.link_code(), await aiko.credentials.recovery_code()):
        for _try in range(2 * PATIENCE.free):
            with pytest.raises(NaishiError, match="Connect with a key"):
                await visitor.credentials.read_code(code)


async def test_an_address_becomes_so_many_players_only(database: Database) -> None:
    lobby = Lobby(database, limits=Limits(accounts_rate=1e-6, accounts_burst=2))
    for number in range(2):
        await (await lobby.visit(f"SHA256:{number}", "192.0.2.7", "en")).tables.open(public=False)
    third = await lobby.visit("SHA256:third", "192.0.2.7", "en")
    for act in (third.tables.open(public=False), third.rename("Aiko"), third.credentials.link_code()):
        with pytest.raises(NaishiError, match="many new players"):
            await act


@pytest.mark.parametrize("taken", ["aiko", "ÁIKO", "АІКО", "AIK0", "a-i k.o", "AlKO", "4iko", "ᴀɪᴋᴏ", "ΑΙΚΟ"])
async def test_a_name_like_somebody_else_s_is_refused(lobby: Lobby, taken: str) -> None:
    await player(lobby, "Aiko")
    other = await lobby.visit("SHA256:b", "192.0.2.7", "en")
    with pytest.raises(NaishiError, match="already taken"):
        await other.rename(taken)


async def test_a_guest_gets_a_name_that_nobody_can_choose(lobby: Lobby) -> None:
    visitor, other = await guest(lobby), await player(lobby, "Aiko")
    with pytest.raises(NaishiError, match="reserved"):
        await other.rename(visitor.account.name)


async def test_settings_are_kept_with_a_player_a_guest_too(lobby: Lobby) -> None:
    visitor = await guest(lobby)
    await visitor.choose("theme", "light")
    await visitor.tables.open(public=False)
    await visitor.choose("language", "pl")
    lobby.leave(visitor)
    again = await guest(lobby)
    assert again.settings == {}
    await again.credentials.use_code(await again.credentials.read_code(visitor.code))
    assert again.settings == {"theme": "light", "language": "pl"}


async def test_a_new_name_is_seen_by_those_one_plays_with(lobby: Lobby) -> None:
    aiko, bruno = await player(lobby, "Aiko"), await player(lobby, "Bruno")
    match = await bruno.tables.join(await aiko.tables.open(public=True))
    await bruno.refresh()
    await aiko.rename("Chiyo")
    assert set((await bruno.refresh()).mine[0].names) == {"Bruno", "Chiyo"}
    assert set((await lobby.matches.get(match.id)).names) == {"Bruno", "Chiyo"}


async def test_a_guest_who_begins_two_games_at_once_is_one_player(lobby: Lobby) -> None:
    somebody = await guest(lobby)
    matches = await asyncio.gather(somebody.tables.open(public=True), somebody.tables.play_bot("beginner"))
    assert {match.id for match in matches} == {match.id for match in (await somebody.refresh()).mine}
    assert {match.host for match in matches} == {somebody.account.id}


async def test_nobody_talks_by_taking_one_name_after_the_other(database: Database) -> None:
    lobby = Lobby(database, limits=Limits(names_burst=2))
    aiko, bruno = await player(lobby, "Aiko"), await player(lobby, "Bruno")
    for name in ("Akiko", "Bruno", "Aimi", "Aimi"):  # the second is someone's, and isn't counted
        with suppress(NaishiError):
            await aiko.rename(name)
    assert aiko.account.name == "Aimi"
    with pytest.raises(NaishiError, match="changed your name often"):
        await aiko.rename("Aya")
    await bruno.rename("Ben")
    await lobby.close()


async def test_a_name_that_is_refused_counts_as_no_new_player(database: Database) -> None:
    lobby = Lobby(database, limits=Limits(accounts_rate=1e-6, accounts_burst=2))
    await player(lobby, "Aiko")
    somebody = await lobby.visit("SHA256:b", "192.0.2.7", "en")
    for _try in range(5):
        with pytest.raises(NaishiError, match="already taken"):
            await somebody.rename("Aiko")
    await somebody.rename("Bruno")
    with pytest.raises(NaishiError, match="many new players"):
        await player(lobby, "Chiyo")
