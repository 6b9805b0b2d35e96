"""Query cost, independent of others' data: schema, match.match_lists, accounts.people."""

from __future__ import annotations

import random
import sqlite3
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine, Select, event, insert

from naishi import Game
from naishi.games.naishi.game.record import Options
from naishi.server import Agreements, Database, Lobby, OfferKind, Phrase, Verb
from naishi.server.database import schema
from naishi.server.history.past_games import KeptProgress
from naishi.server.maintenance.cleanup import DAY, clean_up
from naishi.server.match import match_lists
from naishi.server.match.clock import Clock, Time
from naishi.server.match.match import Terms, columns_of, columns_of_table
from naishi.server.moderation.talk import Reason
from naishi.server.naishi.studies import MatchStudies, own_statistics
from naishi.server.tables import actions
from tests.naishi.games.naishi.analysis.analysed import made_up
from tests.naishi.server.conftest import Table, answer, guest, offer, player, resign
from tests.naishi.server.past import finished
from tests.naishi.server.tournaments.competing import crowd, joined, play_round, setup

pytestmark = pytest.mark.ci


Statements = dict[str, Sequence[Any]]


@contextmanager
def listening() -> Iterator[Statements]:
    """Collect the statements that are made meanwhile, each with one set of values."""
    made: Statements = {}

    def note(_connection: Any, _cursor: Any, statement: str, values: Any, _context: Any, many: bool) -> None:
        made.setdefault(statement, values[0] if many else values)

    event.listen(Engine, "before_cursor_execute", note)
    try:
        yield made
    finally:
        event.remove(Engine, "before_cursor_execute", note)


async def come_and_go(lobby: Lobby) -> None:
    """Log in, choose a name and settings, and use every kind of code."""
    for _visit in range(2):
        visitor = await player(lobby, "Chiyo")
    await visitor.choose("theme", "light")
    await visitor.rename("Chiyoko")
    recovery = await visitor.credentials.recovery_code()
    other = await lobby.visit("SHA256:other", "192.0.2.7", "en")
    await other.credentials.use_code(await other.credentials.read_code(await visitor.credentials.link_code()))
    request = visitor.credentials.link_request
    assert request is not None
    await visitor.credentials.answer_link(request, allow=True)
    await visitor.credentials.keys()
    await visitor.credentials.name_key("SHA256:other", "laptop")
    await visitor.credentials.remove_key("SHA256:other")
    somebody = await guest(lobby)
    await somebody.tables.play_bot("beginner")
    back = await guest(lobby)
    await back.credentials.use_code(await back.credentials.read_code(somebody.code))
    await visitor.credentials.use_code(await visitor.credentials.read_code(somebody.code))
    again = await player(lobby, "Dora")
    await again.credentials.use_code(await again.credentials.read_code(recovery))
    await again.delete_account(again.account)
    for each in list(lobby.visitors):
        lobby.leave(each)


async def meet(lobby: Lobby) -> None:
    """Open tables, find, join and close them."""
    host, other = [await player(lobby, name) for name in ("Aiko", "Bruno")]
    tables = [await host.tables.open(public=public) for public in (True, False)]
    await lobby.public.look()
    for table in tables:
        assert await other.find(table.id if table.public else table.invite) == table
        await host.refresh()
        await host.tables.close(table)
    await host.tables.play_bot("beginner", await host.tables.open(public=True))


async def look_at_people(lobby: Lobby) -> None:
    """Play rated games, talk and report, read pages and the ranking, challenge and block."""
    host, other = [await player(lobby, name) for name in ("Gina", "Hugo")]
    table = await Table.of(lobby, host, other, rated=True)
    await table.play_on(10)
    await lobby.talk.mute(table.seats[1])
    await lobby.talk.say(table.seats[0], Phrase.HELLO)
    await lobby.talk.unmute(table.seats[1])
    await lobby.talk.report(table.seats[0], Reason.NAME, table.people[0].account, "192.0.2.7")
    await resign(table.seats[0])
    await lobby.company.page(await lobby.company.find("Hugo"), host.account)
    await lobby.company.ranking()
    await lobby.company.here()
    await other.tables.close(await host.tables.challenge("Hugo"))
    await other.tables.join(await host.tables.challenge("Hugo", Terms(rated=True)))
    await lobby.challenging.block(host.account, other.account)
    await lobby.challenging.blocked_by(host.account)
    await lobby.challenging.unblock(host.account, other.account)


async def play(lobby: Lobby) -> None:
    """Play to the end and beyond, with everything that players can agree on."""
    table = await Table.sit_down(lobby)
    await table.play_on(5)
    for kind, verb in ((OfferKind.DRAW, Verb.DECLINE), (OfferKind.UNDO, Verb.AGREE)):
        await offer(table.seats[0], kind)
        await answer(table.seats[1], verb)
    await table.play_to_the_end()
    for seat in table.seats:
        await seat.rematch()
    following = table.seats[0].agreements.next
    assert following is not None
    for person, seat in zip(table.people, table.seats, strict=True):
        await person.detach(seat)
        await person.refresh()
    await resign(await table.people[0].attach(following))


async def look_back(lobby: Lobby) -> None:
    """List finished games, look into one, and practise."""
    people = [await player(lobby, name) for name in ("Fumiko", "Goro")]
    match = await finished(lobby, people)
    games = people[0].past_games
    assert not await games.page((await games.page())[-1])
    assert await own_statistics(people[0])
    study = await MatchStudies(people[0], match.id).open()
    await study.keep(made_up(study.game))
    book = MatchStudies(people[0]).book
    await book.answer((await book.due())[0], solved=True)
    await KeptProgress(people[0].lobby.solved, people[0]).remember("gift")


async def keep_time(lobby: Lobby) -> None:
    """Go on after an outage, and let someone's time run out."""
    host, other = [await player(lobby, name) for name in ("Aiko", "Bruno")]
    match = await other.tables.join(await lobby.tables.open(host.account, Terms(control="1d"), public=True))
    await lobby.clocks.beat()
    await lobby.clocks.resume()
    state = await lobby.matches.load(match.id)
    await lobby.matches.write(match.id, state._replace(clock=Clock("1d", (Time(),) * 2, 0.0)), state.revision)
    await lobby.settle_clocks()
    assert (await lobby.matches.get(match.id)).result is not None


async def compete(lobby: Lobby) -> None:
    """Make tournaments, find, leave and close them, and play one to its end."""
    people = await crowd(lobby, 4)
    closed = await joined(people[:2], setup("Closed", public=False))
    await people[2].tournaments.find(closed.invite)
    await people[1].tournaments.leave(closed)
    await people[0].tournaments.close(closed)
    made = await joined(people, setup(places=4, rounds=2, rated=True))
    await play_round(lobby, people, made, random.Random(1))
    own = people[3].tournaments
    await own.leave((await own.page(made.id)).tournament)
    await play_round(lobby, people[:3], made, random.Random(1))
    await people[3].tournaments.find("autumn")


async def clean_up_everything(database: Database, lobby: Lobby) -> None:
    """Have something to clean up of each kind, and do so."""
    host, visitor = await player(lobby, "Eve"), await guest(lobby)
    await visitor.tables.join(await host.tables.open(public=True))
    await host.tables.open(public=True)
    await host.credentials.link_code()
    await player(lobby, "Who never plays")
    for days in (20, 40, 100, 1000):
        await clean_up(database, clock=lambda days=days: time.time() + days * DAY)  # type: ignore[misc]


async def test_no_statement_reads_a_whole_table(database: Database) -> None:
    lobby = Lobby(database)
    await lobby.plans.ready()  # all of these are read, but once: they are few
    with listening() as statements:
        await come_and_go(lobby)
        await meet(lobby)
        await play(lobby)
        await look_back(lobby)
        await keep_time(lobby)
        await look_at_people(lobby)
        await compete(lobby)
        await lobby.settled()
        await clean_up_everything(database, lobby)
        await lobby.close()
    assert len(statements) > 50
    scans = {}
    with database.reading() as connection:
        for statement, values in statements.items():
            if statement.startswith(("BEGIN", "PRAGMA")):
                continue
            plan = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", tuple(values))
            found = [row.detail for row in plan if row.detail.startswith("SCAN") and "CONSTANT ROW" not in row.detail]
            if found:
                scans[statement] = found
    assert scans == {}


def test_no_list_joins_more_tables_than_a_database_plans_well() -> None:
    statements = {name: each for name, each in vars(match_lists).items() if isinstance(each, Select)}
    assert len(statements) > 8
    joins = {name: str(each).count(" JOIN ") for name, each in statements.items()}
    assert max(joins.values()) < 12, joins


def fill(database: Database, count: int) -> None:
    """Store so many players and matches of others: tables, games that go on, and some that are over."""
    now, game, over = time.time(), Game.new(1, ("Old", "Older"), options=Options(undo="off")), Agreements(drawn=True)
    person = {"named": True, "created": now, "last_seen": now, "settings": "{}"}
    kinds = [columns_of_table("naishi"), columns_of(game, Agreements()), columns_of(game, over)]
    match = {"revision": 0, "updated": now, "ended_at": None}
    tournament = {"name": "Old", "kind": "swiss", "rounds": 1, "places": 8, "control": "1d", "expansion": None,
                  "rated": False, "public": True, "round": 0, "updated": now}  # fmt: skip
    numbers = range(1000, 1000 + count)
    rows: dict[Any, list[dict[str, Any]]] = {
        schema.players: [{**person, "id": n, "name": f"Old {n}", "name_key": f"old{n}"} for n in numbers],
        schema.keys: [
            {"fingerprint": f"old{n}", "player": n, "name": "", "added": now, "last_used": now} for n in numbers
        ],
        schema.matches: [
            {**match, **kinds[n % 3].match, "id": f"old{n}", "host": n, "public": n % 2 == 0, "invite": f"old{n}"}
            for n in numbers
        ],
        schema.tournaments: [
            {**tournament, "id": f"old{n}", "invite": f"old{n}", "host": n, "state": ("open", "over")[n % 2]}
            for n in numbers
        ],
        schema.tournament_players: [
            {"tournament": f"old{n}", "number": number, "player": 1000 + (n + number) % count, "withdrawn": False}
            for n in numbers
            for number in (1, 2)
        ],
        schema.seats: [
            {"match": f"old{n}", "seat": seat, "player": n, "name": "", "seen": 0, "seen_agreements": None}
            for n in numbers
            for seat in (0, 1)
        ],
    }
    with database.writing() as connection:
        for table, values in rows.items():
            connection.execute(insert(table), values)


@contextmanager
def counting() -> Iterator[list[int]]:
    """Count what SQLite does, in hundreds of the instructions of its virtual machine."""
    done = [0]

    def count() -> int:
        done[0] += 1
        return 0

    def begin(connection: sqlite3.Connection, *_record: object) -> None:
        connection.set_progress_handler(count, 100)

    event.listen(Engine, "checkout", begin)
    try:
        yield done
    finally:
        event.remove(Engine, "checkout", begin)


async def cost(path: Path, stored: int) -> int:
    """Return what it costs to do a bit of everything where so much is stored."""
    database = Database(path)
    fill(database, stored)
    with counting() as done:
        lobby = Lobby(database)
        await come_and_go(lobby)
        await meet(lobby)
        await look_at_people(lobby)
        table = await Table.sit_down(lobby)
        await table.play_on(10)
        await resign(table.seats[0])
        await look_back(lobby)
        await compete(lobby)
        await lobby.clean_up()
        await lobby.close()
    database.close()
    return done[0]


async def test_what_is_stored_for_others_costs_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(actions, "INTERVAL", 3600)  # else a slow run looks at the lists more often
    few, many = [await cost(tmp_path / str(stored), stored) for stored in (300, 3000)]
    assert many < 1.2 * few
