"""Games during storage faults, and their later storage."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextvars import copy_context

import pytest
from sqlalchemy import delete

from naishi.common import i18n
from naishi.common.i18n import NaishiError, SaveNotWrittenError
from naishi.games.naishi.game.view import PlayerView
from naishi.games.naishi.rules.actions import Action
from naishi.server import Database, Lobby, MatchParticipant, OfferKind, Verb
from naishi.server.database.connection import StorageError
from naishi.server.database.schema import matches
from naishi.server.match import actor
from naishi.server.match.match import agreements_of
from naishi.sessions import Ask
from tests.naishi.server.conftest import Table, answer, guest, offer, player, resign
from tests.naishi.server.database.shared import locked
from tests.naishi.server.match.shared import until
from tests.naishi.server.refusing import refusing
from tests.naishi.server.running import session_of, sessions_of


@pytest.fixture(autouse=True)
def _retry_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(actor, "RETRY", 0.01)


NOT_SAVED = "Not saved (Read-only file system). The server keeps trying."


async def test_what_could_not_be_stored_is_said_until_it_is_and_stored_by_itself(
    table: Table, database: Database, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    watcher = await (await guest(table.lobby)).attach(table.match.id)
    async with refusing(database):
        await table.play("give 1", "give 2")
        for _action in range(5):
            await table.play_on(1)
            assert {each.trouble for each in (*table.seats, watcher)} == {NOT_SAVED}
            assert {each.note for each in table.seats} == {NOT_SAVED}
        assert len((await table.game()).actions) == 0
        await asyncio.sleep(0.05)  # it is tried again, in vain
        assert table.seats[0].trouble == NOT_SAVED
    await until(lambda: not table.seats[0].trouble)
    assert table.seats[1].note != NOT_SAVED
    assert len((await table.game()).actions) == 7
    assert [record.getMessage() for record in caplog.records] == [
        "writing the database failed: OperationalError: attempt to write a readonly database",
        "writing the database works again",
    ]
    await table.play_on(1)
    assert len((await table.game()).actions) == 8


@pytest.mark.ci
async def test_everybody_reads_in_their_own_language_why_a_game_is_not_stored(table: Table, database: Database) -> None:
    french = copy_context()
    french.run(i18n.use, i18n.load("fr"))
    async with refusing(database):
        await table.play("give 1")
        said = "Sauvegarde impossible (système de fichiers en lecture seule). Le serveur réessaie."
        assert french.run(lambda: table.seats[1].trouble) == said
        assert table.seats[0].trouble == NOT_SAVED


async def test_agreements_wait_to_be_stored_too(table: Table, database: Database) -> None:
    async with refusing(database):
        await offer(table.seats[0], OfferKind.DRAW)
        assert table.seats[1].news.offered
        await answer(table.seats[1], Verb.AGREE)
        assert table.seats[0].ended_early
        assert table.seats[0].note == NOT_SAVED
        await table.seats[0].rematch()
        with pytest.raises(SaveNotWrittenError, match=r"^Not saved \(Read-only file system\).$"):
            await table.seats[1].rematch()
    await until(lambda: not table.seats[0].trouble)
    assert (await table.lobby.matches.get(table.match.id)).agreements == table.seats[0].agreements
    await table.seats[1].rematch()
    assert table.seats[0].agreements.next is not None


async def test_lists_that_cannot_be_read_stay_as_they_are_until_they_can(
    table: Table, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    me = table.people[0]
    before = await me.refresh()
    await me.tables.open(public=False)
    with monkeypatch.context() as patch:
        patch.setattr(database, "read", refuse)
        assert await me.refresh() == before
    assert len((await me.refresh()).mine) == 2


async def refuse(_work: object) -> None:
    raise StorageError("Input/output error")


async def test_newcomers_look_and_watch_meanwhile(table: Table, database: Database) -> None:
    lobby = table.lobby
    async with refusing(database):
        await table.play("give 1")
        for fingerprint in ("SHA256:Aiko", "SHA256:new", None):
            visitor = await lobby.visit(fingerprint, "192.0.2.9", "en")
            listing = await visitor.refresh()
            assert [match.id for match in (*listing.mine, *listing.watchable)] == [table.match.id]
            participant = await visitor.attach(table.match.id)
            assert participant.trouble == NOT_SAVED
            await visitor.detach(participant)
            wishes = [visitor.rename("Chiyo"), visitor.tables.open(public=True), visitor.tables.play_bot("beginner")]
            for wish in [*wishes, *([visitor.choose("theme", "light")] if visitor.account.stored else [])]:
                with pytest.raises(SaveNotWrittenError):
                    await wish
            lobby.leave(visitor)
    await until(lambda: not table.seats[0].trouble)
    visitor = await lobby.visit("SHA256:new", "192.0.2.9", "en")
    await visitor.rename("Chiyo")
    assert visitor.account.named


async def test_a_match_stays_until_it_is_stored_though_nobody_is_there(table: Table, database: Database) -> None:
    lobby = table.lobby
    async with refusing(database):
        await table.play("give 1")
        for person, seat in zip(table.people, table.seats, strict=True):
            await person.detach(seat)
        assert table.match.id in sessions_of(lobby)
        back = await table.people[0].attach(table.match.id)
        assert back.trouble == NOT_SAVED
        assert len(back.view.events) == 1
        await table.people[0].detach(back)
    await until(lambda: table.match.id not in sessions_of(lobby))
    assert len((await table.game()).actions) == 1


async def test_closing_says_whether_everything_is_stored(table: Table, database: Database) -> None:
    async with refusing(database):
        await table.play("give 1")
        assert not await table.lobby.close()
    assert len((await table.game()).actions) == 0


async def test_closing_stores_what_was_not_stored(table: Table, database: Database) -> None:
    async with refusing(database):
        await table.play("give 1")
    assert await table.lobby.close()
    assert len((await table.game()).actions) == 1


async def test_an_account_is_deleted_only_if_its_games_can_be_given_up(table: Table, database: Database) -> None:
    async with refusing(database):
        for _try in range(2):
            with pytest.raises(SaveNotWrittenError):
                await asyncio.wait_for(table.people[0].delete_account(table.people[0].account), 60)
    assert (await table.lobby.players.of_key(f"SHA256:{table.people[0].account.name}")) == table.people[0].account


async def test_who_leaves_while_their_action_is_being_stored_has_played_it(table: Table, database: Database) -> None:
    session = session_of(table.lobby, table.match.id)
    with locked(database):
        playing = asyncio.create_task(table.seats[0].play("give 1"))
        await until(lambda: session.actor.storing is not None)
        playing.cancel()
        with pytest.raises(asyncio.CancelledError):
            await playing
    await session.actor.look()
    assert len((await table.game()).actions) == 1
    await table.seats[1].play("give 1")
    assert len((await table.game()).actions) == 2


class Rival:
    """Another server on the same database, where people play on with the same match."""

    def __init__(self, table: Table, database: Database) -> None:
        self.table, self.lobby = table, Lobby(database)

    async def act(self) -> None:
        """Play for whoever's turn it is."""
        game = await self.table.game()
        person = self.table.people[game.turn or 0]
        seat = await self.lobby.attach(self.table.match.id, person.account)
        await seat.play(seat.view.legal_actions[0])
        await self.lobby.close()


@pytest.fixture
def rival(table: Table, database: Database) -> Rival:
    return Rival(table, database)


async def play(seat: MatchParticipant) -> None:
    await seat.play("give 2")


async def offer_a_draw(seat: MatchParticipant) -> None:
    await offer(seat, OfferKind.DRAW)


async def agree_to_undo(seat: MatchParticipant) -> None:
    await answer(seat, Verb.AGREE)


@pytest.mark.ci
async def test_what_no_longer_fits_is_refused_and_everybody_sees_how_it_stands(table: Table, rival: Rival) -> None:
    watcher = await (await guest(table.lobby)).attach(table.match.id)
    await rival.act()
    with pytest.raises(NaishiError, match="changed elsewhere"):
        await play(table.seats[0])
    stored = await table.game()
    assert [seat.view for seat in table.seats] == [stored.view(seat) for seat in (0, 1)]
    assert len(watcher.view.events) == len(stored.actions) == 1
    assert table.seats[0].agreements == (await table.lobby.matches.get(table.match.id)).agreements
    assert not table.seats[0].trouble
    await table.play("give 1")
    await offer(table.seats[0], OfferKind.DRAW)
    assert (await table.lobby.matches.get(table.match.id)).agreements.draw is not None


@pytest.mark.ci
@pytest.mark.parametrize("do", [offer_a_draw, resign])
async def test_what_means_the_same_is_done_on_top_of_what_was_done_elsewhere(
    do: Callable[[MatchParticipant], Awaitable[None]], table: Table, rival: Rival
) -> None:
    await rival.act()
    await do(table.seats[0])
    state = await table.lobby.matches.load(table.match.id)
    assert len(state.game.actions) == 1, "what was done elsewhere"
    assert table.seats[0].agreements == (stored := agreements_of(state))
    assert (stored.draw is None) == (stored.resigned == 0)


async def test_an_undo_that_no_longer_fits_is_refused(table: Table, rival: Rival) -> None:
    await table.play("give 1", "give 1")
    await offer(table.seats[0], OfferKind.UNDO)
    await rival.act()
    with pytest.raises(NaishiError, match="request to undo is no longer open"):
        await agree_to_undo(table.seats[1])
    assert len((await table.game()).actions) == len(table.seats[0].view.events) == 3
    await table.play_on(1)
    assert len((await table.game()).actions) == 4


async def test_a_rematch_that_has_begun_elsewhere_is_the_one(table: Table, database: Database) -> None:
    await resign(table.seats[0])
    elsewhere = Lobby(database)
    theirs = [await elsewhere.attach(table.match.id, person.account) for person in table.people]
    for seat in theirs:
        await seat.rematch()
    with pytest.raises(NaishiError, match="The rematch has begun already"):
        await table.seats[0].rematch()
    assert table.seats[0].agreements.next == theirs[0].agreements.next is not None
    assert len(await table.lobby.matches.lists.of(table.people[0].account.id)) == 2
    await elsewhere.close()


class SlowBot:
    """Chooses once it may."""

    def __init__(self) -> None:
        self.may = asyncio.Event()
        self.asked = 0

    def of(self, _player: int) -> SlowBot:
        return self

    async def choose(self, _game: str, _kind: str, _seed: int, view: PlayerView) -> Action:
        self.asked += 1
        await self.may.wait()
        return view.legal_actions[0]


async def test_a_bot_that_has_chosen_too_late_chooses_again(database: Database) -> None:
    bot = SlowBot()
    lobby = Lobby(database, bot)  # type: ignore[arg-type]
    person = await player(lobby, "Aiko")
    match = await person.tables.play_bot("beginner")
    mine = await person.attach(match.id)
    if Ask.PLAY in mine.allowed:
        await mine.play("give 1")
    await until(lambda: bot.asked == 1)
    changed = matches.update().values(revision=matches.c.revision + 1)
    await database.write(lambda db: db.execute(changed))
    bot.may.set()
    await until(lambda: Ask.PLAY in mine.allowed)
    assert bot.asked >= 2
    await mine.play(mine.view.legal_actions[0])
    stored = await lobby.matches.load(match.id)
    assert stored.game.view(mine.seat).events == mine.view.events
    await lobby.close()


async def test_a_match_that_somebody_has_removed_is_refused_and_ends(table: Table, database: Database) -> None:
    await database.write(lambda db: db.execute(delete(matches)))
    with pytest.raises(NaishiError, match="no such game"):
        await table.play("give 1")
    for person, seat in zip(table.people, table.seats, strict=True):
        await person.detach(seat)
    assert not table.lobby.sessions
    assert await table.lobby.close()
