"""Operator orders: effects, audit, refusals."""

from __future__ import annotations

import time
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from naishi.common.i18n import NaishiError
from naishi.server import Database, Lobby, MatchStage
from naishi.server.maintenance.cleanup import REPORT_AGE, Entry, clean_up
from naishi.server.match.match import Terms
from naishi.server.operating.orders import VERBS, Reply, parse
from naishi.server.operating.service import Operator
from tests.fuzzing import examples
from tests.naishi.server.conftest import Table, guest, player
from tests.naishi.server.fresh import fresh
from tests.naishi.server.lobby.two_processes import process, until
from tests.naishi.server.postgres import Cluster
from tests.naishi.server.unchanged import kept

HOUR = 3600.0


@pytest.fixture
def operator(lobby: Lobby) -> Operator:
    return Operator(lobby)


async def order(operator: Operator, *words: str, why: str = "") -> Reply:
    return await operator.obey(parse(words), "root", why)


async def refused(operator: Operator, *words: str) -> str:
    """Have an order be refused; return why. Nothing of it may be stored, not even in the audit."""
    before = kept(operator._lobby)
    with pytest.raises(NaishiError) as why:
        await order(operator, *words)
    assert kept(operator._lobby) == before
    return str(why.value)


async def audited(operator: Operator) -> Entry:
    """The newest entry of the audit."""
    return Entry(**(await order(operator, "audit")).document[-1])


async def test_a_ban_is_in_force_at_once_and_is_lifted(operator: Operator, lobby: Lobby) -> None:
    aiko = await player(lobby, "Aiko")
    heard: list[str] = []
    aiko.send_away = lambda words: heard.append(words())
    done = await order(operator, "ban", "Aiko", "7d", why="stalling")
    assert done.lines[0].startswith("Aiko is banned until ")
    assert heard[0].startswith("You are banned from this server until ")
    assert await lobby.sanctions.ban_on("SHA256:Aiko", "198.51.100.1") is not None
    entry = await audited(operator)
    assert (entry.who, entry.what, entry.whom, entry.why) == ("root", "ban", "Aiko", "stalling")
    assert entry.until == pytest.approx(entry.at + 7 * 24 * HOUR)
    (listed,) = (await order(operator, "bans")).document
    assert (listed["kind"], listed["whom"], listed["why"]) == ("player", "Aiko", "stalling")
    await order(operator, "unban", "Aiko")
    assert await lobby.sanctions.ban_on("SHA256:Aiko", "198.51.100.1") is None
    assert await refused(operator, "unban", "Aiko") == "Aiko isn't banned. Nobody is banned now."
    assert await refused(operator, "unban", "192.0.2.7") == "192.0.2.7 isn't banned. Nobody is banned now."


async def test_keys_and_networks_are_banned_as_they_are_written(operator: Operator, lobby: Lobby) -> None:
    for whom in ("SHA256:someone", "192.0.2.0/24", "2001:db8::/48"):
        await order(operator, "ban", whom, "1h")
    assert [each["whom"] for each in (await order(operator, "bans")).document] == [
        "SHA256:someone", "192.0.2.0/24", "2001:db8::/48",
    ]  # fmt: skip
    assert await lobby.sanctions.ban_on(None, "192.0.2.200") is not None


async def test_a_player_is_muted_for_a_time(operator: Operator, lobby: Lobby) -> None:
    aiko = await player(lobby, "Aiko")
    await order(operator, "mute", "aiko", "1h", why="rude")
    assert await lobby.sanctions.silence_of(aiko.account.id) is not None
    (listed,) = (await order(operator, "mutes")).document
    assert (listed["whom"], listed["why"]) == ("Aiko", "rude")
    await order(operator, "unmute", "Aiko")
    assert await lobby.sanctions.silence_of(aiko.account.id) is None
    assert (await audited(operator)).what == "unmute"
    assert await refused(operator, "unmute", "Aiko") == "Aiko isn't muted."


async def test_a_player_is_renamed_and_told_and_the_old_name_is_nobodys(operator: Operator, lobby: Lobby) -> None:
    rude, bruno = await player(lobby, "Rude"), await player(lobby, "Bruno")
    done = await order(operator, "rename", "Rude", "Aiko", why="the name")
    assert done.lines == ["Rude is called Aiko now."]
    assert rude.account.name == "Aiko"
    assert rude.take_announced() == "The operator of this server has given you another name: you are Aiko now."
    entry = await audited(operator)
    assert (entry.what, entry.whom, entry.detail, entry.why) == ("rename", "Rude", "Aiko", "the name")
    for each in (rude, bruno):
        with pytest.raises(NaishiError, match="reserved"):
            await each.rename("Rude")
    assert "is already taken" in await refused(operator, "rename", "Aiko", "Bruno")
    assert "reserved" in await refused(operator, "rename", "Aiko", "Admin")
    assert "too much like the name" in await refused(operator, "rename", "Aiko", "AIKO")
    assert rude.account.name == "Aiko"


async def test_a_table_is_closed_and_a_game_called_off_and_their_players_are_told(
    operator: Operator, table: Table
) -> None:
    lobby, host = table.lobby, table.people[0]
    waiting = await host.tables.open(public=False)
    assert "call-off ends it" in await refused(operator, "close", table.match.id)
    assert "close removes" in await refused(operator, "call-off", waiting.id)
    await order(operator, "close", waiting.id)
    assert str(host.news) == "The operator of this server has closed a table of yours."
    assert waiting.id not in [match.id for match in (await host.refresh()).mine]
    assert "There is no game or table" in await refused(operator, "close", waiting.id)
    await order(operator, "call-off", table.match.id, why="cheating")
    assert [seat.over for seat in table.seats] == [True, True]
    assert str(host.news) == "The operator of this server has called a game of yours off."
    ended = await lobby.matches.get(table.match.id)
    assert (ended.state, ended.result and ended.result.how) == (MatchStage.OVER, "unplayed")
    assert (await audited(operator)).whom == table.match.id
    assert await refused(operator, "call-off", table.match.id) == "The game is over."


async def test_a_rated_game_that_nobody_is_at_is_called_off_and_counts_for_nothing(
    operator: Operator, lobby: Lobby
) -> None:
    people = [await player(lobby, name) for name in ("Aiko", "Bruno")]
    table = await Table.of(lobby, people[0], people[1], rated=True)
    for person, seat in zip(table.people, table.seats, strict=True):
        await person.detach(seat)
    assert not lobby.sessions
    await order(operator, "call-off", table.match.id)
    assert not lobby.sessions
    assert not await lobby.rated.ratings.ranking()
    ended = await lobby.matches.get(table.match.id)
    assert ended.state is MatchStage.OVER
    assert ended.rated_outcome is not None
    assert ended.rated_outcome.value == "aborted"
    assert [await lobby.rated.ratings.aborts(person.account.id) for person in people] == [0, 0]


async def test_an_account_is_deleted_as_by_its_player(operator: Operator, table: Table) -> None:
    lobby, aiko = table.lobby, next(each for each in table.people if each.account.name == "Aiko")
    await order(operator, "ban", "Aiko", "1d")
    await order(operator, "delete", "Aiko", why="asked for by post")
    assert str(aiko.news) == "Aiko's account was deleted."
    assert not aiko.account.stored
    assert (await lobby.matches.get(table.match.id)).state is MatchStage.OVER
    entry = await audited(operator)
    assert (entry.what, entry.whom, entry.why) == ("delete", "Aiko", "asked for by post")
    assert await lobby.sanctions.ban_on("SHA256:Aiko", "192.0.2.7") is not None, "the key stays banned"
    assert "There is no player called 'Aiko'" in await refused(operator, "delete", "Aiko")


async def test_what_is_said_and_the_stop_reach_everybody_and_are_noted(operator: Operator, lobby: Lobby) -> None:
    aiko = await player(lobby, "Aiko")
    assert await refused(operator, "cancel") == "No stop was announced."
    await order(operator, "say", "Please", "be", "kind")
    assert aiko.take_announced() == "Operator: Please be kind"
    assert (await audited(operator)).detail == "Please be kind"
    await order(operator, "stop", "2h", why="a new version")
    assert lobby.closing.at == pytest.approx(time.time() + 2 * HOUR, abs=60)
    assert (await audited(operator)).why == "a new version"
    await order(operator, "cancel")
    assert lobby.closing.at is None
    lines = (await order(operator, "audit", "3")).lines
    assert [line.split("root: ")[1].split(" ")[0] for line in lines] == ["say", "stop", "cancel"]


async def test_who_is_here_and_what_goes_on_is_listed_with_private_tables(operator: Operator, table: Table) -> None:
    someone = await guest(table.lobby)
    waiting = await table.people[0].tables.open(Terms(game="shogun", places=3), public=False)
    here = {each["name"]: each for each in (await order(operator, "here")).document}
    assert (here["Aiko"]["key"], here["Aiko"]["address"], here["Aiko"]["game"]) == (
        "SHA256:Aiko", "192.0.2.7", table.match.id,
    )  # fmt: skip
    assert (here[someone.account.name]["player"], here[someone.account.name]["key"]) == (None, None)
    games = {each["id"]: each for each in (await order(operator, "games")).document}
    assert (games[waiting.id]["game"], games[waiting.id]["state"]) == ("shogun", "open")
    assert games[table.match.id]["state"] == "playing"
    assert {each["id"] for each in (await order(operator, "games", "Bruno")).document} >= {table.match.id}
    assert len((await order(operator, "games")).lines) == 2


async def test_where_no_server_runs_nobody_can_be_told(lobby: Lobby) -> None:
    operator = Operator(lobby, serves=False)
    for words in (("say", "hello"), ("stop", "1h"), ("cancel",), ("here",)):
        assert await refused(operator, *words) == "No server is running; this needs one."


async def test_the_audit_is_kept_for_a_year(operator: Operator, database: Database) -> None:
    await order(operator, "ban", "SHA256:a", "1h")
    await clean_up(database, clock=lambda: time.time() + REPORT_AGE - HOUR)
    assert (await order(operator, "audit")).lines
    await clean_up(database, clock=lambda: time.time() + REPORT_AGE + HOUR)
    assert not (await order(operator, "audit")).lines


@pytest.mark.ci
async def test_an_order_at_one_process_reaches_those_who_are_at_another(postgres: Cluster) -> None:
    url = postgres.prepared()
    async with process(url, "one") as one, process(url, "two") as two:
        operator = Operator(one)
        aiko, bruno = await player(one, "Aiko"), await player(two, "Bruno")
        table = await Table.of(two, bruno, await player(two, "Carl"))
        heard: list[str] = []
        await order(operator, "rename", "Bruno", "Boris")
        await until(lambda: bruno.account.name == "Boris")
        await until(lambda: "you are Boris now" in bruno.take_announced())
        await order(operator, "call-off", table.match.id)
        await until(lambda: table.seats[0].over)
        await until(lambda: "called a game of yours off" in str(bruno.news))
        await order(operator, "mute", "Boris", "1h")
        await until(lambda: two.sanctions.silence_of(bruno.account.id))
        bruno.send_away = lambda words: heard.append(words())
        await order(operator, "ban", "192.0.2.0/24", "1h")
        await until(lambda: heard)
        await order(operator, "delete", "Boris")
        await until(lambda: not bruno.account.stored)
        assert aiko.account.stored


async def test_a_ban_closes_the_tables_of_whoever_is_banned(operator: Operator, lobby: Lobby) -> None:
    rude, aiko = await player(lobby, "Rude"), await player(lobby, "Aiko")
    table = await rude.tables.open(public=True)
    private = await rude.tables.open(public=False)
    game = await rude.tables.play_bot("beginner")
    await lobby.public.look()
    assert [each.id for each in lobby.public.open] == [table.id]
    assert [each.id for each in lobby.public.watchable] == [game.id]
    await order(operator, "ban", "Rude", "7d", why="stalling")
    await lobby.public.look()
    assert not lobby.public.open
    assert not lobby.public.watchable, "against a bot: it stands still"
    for each in (table, private):
        with pytest.raises(NaishiError, match="gone"):
            await aiko.tables.join(each)
    *_before, ban, first, second = (await order(operator, "audit")).document
    assert ban["what"] == "ban"
    assert {(each["what"], each["whom"], each["why"]) for each in (first, second)} == {
        ("close", table.id, "stalling"),
        ("close", private.id, "stalling"),
    }
    await order(operator, "unban", "Rude")
    await lobby.public.look()
    assert [each.id for each in lobby.public.watchable] == [game.id]


async def test_a_banned_key_and_a_banned_address_close_tables_too(operator: Operator, lobby: Lobby) -> None:
    for whom in ("SHA256:Aiko", "192.0.2.0/24"):
        aiko = await player(lobby, "Aiko")
        table = await aiko.tables.open(public=True)
        await order(operator, "ban", whom, "1h")
        assert not await lobby.matches.lists.some([table.id])
        await order(operator, "unban", whom)


async def test_whoever_lifts_a_ban_of_nobody_reads_who_is_banned(operator: Operator, lobby: Lobby) -> None:
    gone, aiko = await player(lobby, "Bruno"), await player(lobby, "Aiko")
    await order(operator, "ban", "Aiko", "1h")
    await order(operator, "ban", "192.0.2.0/24", "1h")
    await gone.delete_account(gone.account)
    said = await refused(operator, "unban", "Bruno")
    assert said.startswith("There is no player called 'Bruno'")
    assert said.endswith("Banned now: Aiko and 192.0.2.0/24.")
    assert aiko.account.name == "Aiko"


NAMES = st.sampled_from(("Aiko", "Bruno", "Nobody", "Aoi Umi", ""))
TABLES = st.sampled_from(("begun", "open", "nowhere", "Aiko"))
PLACES = {
    "TIME": st.sampled_from(("7d", "5m", "0m")),
    "TABLE": TABLES,
    "GAME": TABLES,
    "WHOM": st.one_of(NAMES, st.sampled_from(("192.0.2.0/24", "SHA256:Aiko", "::/0"))),
    "[COUNT]": st.sampled_from(("5", "some")),
}
ORDERS = st.sampled_from(sorted(VERBS)).flatmap(
    lambda verb: st.tuples(st.just(verb), *(PLACES.get(place, NAMES) for place in VERBS[verb].follows.split()))
)


@pytest.mark.ci
@settings(max_examples=examples(15, 1000), deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(orders=st.lists(ORDERS, min_size=3, max_size=20))
async def test_a_refused_order_changes_nothing(orders: list[tuple[str, ...]]) -> None:
    """What an order has done that was not refused stays."""
    with TemporaryDirectory() as folder, closing(Database(fresh(Path(folder) / "naishi.sqlite"))) as database:
        lobby = Lobby(database)
        operator, table = Operator(lobby), await Table.sit_down(lobby)
        ids = {"begun": table.match.id, "open": (await table.people[0].tables.open(public=True)).id}
        for words in orders:
            await lobby.settled()
            before = kept(lobby)
            try:
                await order(operator, *(ids.get(each, each) for each in words))
            except NaishiError:
                assert kept(lobby) == before, words
        await lobby.close()
