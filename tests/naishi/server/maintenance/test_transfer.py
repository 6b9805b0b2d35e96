"""Export and import of a whole server: transfer, export_format."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from naishi.common.i18n import NaishiError
from naishi.games.naishi.rules.cards import LEGENDS_TRAVELLERS
from naishi.server import Database, Lobby, OfferKind
from naishi.server.database import schema
from naishi.server.history.past_games import KeptProgress
from naishi.server.maintenance.cleanup import DAY, clean_up
from naishi.server.maintenance.export_format import read, written
from naishi.server.maintenance.transfer import Imported, export, import_
from naishi.server.match.match import Terms
from tests.naishi.server.conftest import Table, guest, offer, player, resign
from tests.naishi.server.fresh import fresh
from tests.naishi.server.tournaments.competing import (
    check_results,
    crowd,
    games_of,
    joined,
    lose,
    page_of,
    play_round,
    setup,
)

Lines = list[bytes]
HERE = Path(__file__).parent


@pytest.fixture
def other(tmp_path: Path) -> Iterator[Database]:
    """Another server's database."""
    database = Database(fresh(tmp_path / "other.sqlite"))
    yield database
    database.close()


def exported(database: Database) -> Lines:
    damaged: list[str] = []
    lines = [line.encode() for line in export(database, damaged)]
    assert not damaged
    return lines


def rows(database: Database, table: Any) -> list[dict[str, Any]]:
    """What is stored, but for the numbers and the names of players, and the words of invitations."""
    with database.reading() as connection:
        found = [row._asdict() for row in connection.execute(select(table))]
    return sorted(({k: v for k, v in row.items() if k != "invite"} for row in found), key=repr)


async def begun(table: Table) -> None:
    await table.play("give 1", "give 2")
    await table.play_on(3)


@pytest.mark.ci
async def test_a_tournament_goes_on_on_another_server(database: Database, other: Database) -> None:
    lobby = Lobby(database)
    people = await crowd(lobby, 5)
    waits = await joined(people[:2], setup("Waits", public=False))
    made = await joined(people, setup(places=5))
    match, _second = await games_of(lobby, await page_of(lobby, made))
    await lose(people, match, 0)
    await lobby.settled()
    content = exported(database)
    import_(other, read(content))
    for each in (schema.tournaments, schema.tournament_players, schema.tournament_games):
        assert rows(other, each) == rows(database, each)
    import_(other, read(content))  # twice changes nothing
    there = Lobby(other)
    guests = await crowd(there, 5)
    (found,) = [each for each in await there.tournaments.of(guests[0].account) if each.id == waits.id]
    assert found.invite != waits.invite
    await play_round(there, guests, made, random.Random(1))
    page = await page_of(there, made)
    assert page.tournament.round == 2
    await check_results(there, page)
    await there.close()
    await lobby.close()


@pytest.mark.parametrize(
    "change",
    [
        {"control": ""}, {"control": "?"}, {"kind": "knockout"}, {"host": 99}, {"name": ""}, {"rounds": 99},
        {"name": "Cup\x1b]0;x\a"}, {"name": "Cup\u202e"}, {"updated": 1e300}, {"updated": -1.0},
        {"entries": [{"number": 1, "player": 99, "withdrawn": False}]},
        {"games": [{"round": 1, "board": 1, "first": 7, "second": None, "match": None, "scores": [1, 0]}]},
        {"games": [{"round": 1, "board": 1, "first": 1, "second": None, "match": None, "scores": [2, 0]}]},
    ],
)  # fmt: skip
async def test_a_tournament_that_cannot_be_is_refused(database: Database, other: Database, change: Any) -> None:
    lobby = Lobby(database)
    await joined(await crowd(lobby, 2), setup())
    await lobby.close()
    *lines, _end = [json.loads(line) for line in exported(database)]
    lines[-1]["tournament"] |= change
    content = [written(line).encode() for line in lines]
    content.append(written({"end": {"lines": len(lines), "checksum": sha256(b"".join(content)).hexdigest()}}).encode())
    with pytest.raises(NaishiError, match=r"damaged|inconsistent"):
        import_(other, read(content))
    assert rows(other, schema.players) == []


@pytest.mark.ci
async def test_everything_is_the_same_on_another_server(table: Table, database: Database, other: Database) -> None:
    await begun(table)
    lobby, (first, second) = table.lobby, table.people
    await first.choose("language", "fr")
    for exercise in ("gift", "develop"):
        await KeptProgress(first.lobby.solved, first).remember(exercise)
    await first.credentials.name_key(first.fingerprint or "", "desk")
    recovery = await first.credentials.recovery_code()
    visitor = await guest(lobby)
    against_bot = await visitor.tables.play_bot("beginner")
    waiting = await second.tables.open(Terms(expansion=LEGENDS_TRAVELLERS), public=False)
    await offer(table.seats[0], OfferKind.DRAW)
    over = await Table.sit_down(lobby)
    await over.play_to_the_end()
    given_up = await visitor.tables.play_bot("strong", expansion=LEGENDS_TRAVELLERS)
    await resign(await visitor.attach(given_up.id))
    await lobby.settled()
    assert import_(other, read(exported(database))) == Imported(players=3, matches=5, known=0)
    same = (
        schema.players,
        schema.keys,
        schema.matches,
        schema.seats,
        schema.results,
        schema.solved,
        schema.begun_matches,
    )
    for each in same:
        assert rows(other, each) == rows(database, each)
    there = Lobby(other)
    assert there.matches.check() == (5, [])
    back = [await player(there, person.account.name) for person in (first, second)]
    assert [person.account for person in back] == [first.account, second.account]
    assert back[0].settings == {"language": "fr"}
    assert [key.name for key in await back[0].credentials.keys()] == ["desk"]
    for mine, theirs, seat in zip(back, table.seats, (0, 1), strict=True):
        participant = await mine.attach(table.match.id)
        assert (participant.seat, participant.view) == (seat, theirs.view)
        assert participant.agreements == theirs.agreements
    somebody = await guest(there)
    await somebody.credentials.use_code(await somebody.credentials.read_code(visitor.code))
    assert somebody.account == visitor.account, "a guest comes back by the code"
    newcomer = await there.visit("SHA256:new", "192.0.2.7", "en")
    await newcomer.credentials.use_code(await newcomer.credentials.read_code(recovery))
    assert newcomer.account == first.account, "and whoever has lost the key"
    private = await there.matches.get(waiting.id)
    assert private.invite != waiting.invite, "words aren't in an export"
    assert private.expansion == LEGENDS_TRAVELLERS
    assert (await there.matches.load(given_up.id)).game.module == LEGENDS_TRAVELLERS
    assert (await there.matches.get(against_bot.id)).names.count("Koshikibu") == 1
    await there.close()


@pytest.mark.ci
async def test_importing_twice_changes_nothing(table: Table, database: Database, other: Database) -> None:
    await begun(table)
    lines = exported(database)
    import_(other, read(lines))
    there = Lobby(other)
    me = await there.visit(f"SHA256:{table.people[0].account.name}", "192.0.2.7", "en")
    await me.rename("Chiyo")
    await resign(await me.attach(table.match.id))
    await there.close()
    before = exported(other)
    assert import_(other, read(lines)) == Imported(players=0, matches=0, known=1)
    assert exported(other) == before


async def test_an_export_says_no_code_and_no_word(table: Table, database: Database) -> None:
    visitor, host = await guest(table.lobby), table.people[0]
    await visitor.tables.play_bot("beginner")
    private = await host.tables.open(public=False)
    secrets = visitor.code, private.invite, await host.credentials.link_code(), await host.credentials.recovery_code()
    text = b"".join(exported(database)).decode()
    for secret in secrets:
        assert secret
        assert secret not in text


async def test_who_is_here_already_keeps_their_name_and_games(
    table: Table, database: Database, other: Database
) -> None:
    there = Lobby(other)
    rival = await there.visit("SHA256:rival", "192.0.2.7", "en")
    await rival.rename("Aiko")
    import_(other, read(exported(database)))
    assert (await there.players.get(rival.account.id)).name == "Aiko"
    newcomer = await there.visit("SHA256:Aiko", "192.0.2.7", "en")
    assert newcomer.account.id != rival.account.id
    assert not newcomer.account.named, "the name is taken: the player is asked for another one"
    assert newcomer.account.name.startswith("Guest")
    await there.close()


async def test_who_is_found_by_a_recovery_code_is_not_added_again(
    lobby: Lobby, database: Database, other: Database
) -> None:
    person = await player(lobby, "Aiko")
    await person.credentials.recovery_code()
    import_(other, read(exported(database)))
    with other.writing() as connection:
        connection.exec_driver_sql("UPDATE keys SET fingerprint = 'SHA256:another'")
    assert import_(other, read(exported(database))).players == 0


@pytest.mark.ci
async def test_players_who_are_gone_come_along_as_opponents_only(
    table: Table, database: Database, other: Database
) -> None:
    one, two = table.people
    await resign(table.seats[0])
    await one.delete_account(one.account)
    gone = await player(table.lobby, "Chiyo")
    await gone.delete_account(gone.account)
    import_(other, read(exported(database)))
    there = Lobby(other)
    back = await player(there, two.account.name)
    (match,) = (await back.refresh()).mine
    assert "–" in match.stored_names
    assert len(rows(other, schema.players)) == 2
    table.lobby.leave(two)
    await clean_up(other, clock=lambda: DAY * 100_000, online=(back.account.id,))
    assert len(rows(other, schema.players)) == 2
    await back.delete_account(back.account)
    await clean_up(other)
    assert rows(other, schema.players) == []
    await there.close()


def altered(change: Callable[[dict[str, Any]], object], kind: str = "match") -> Callable[[Lines], Lines]:
    """Change the line of the first match, or player, and put the checksum right."""

    def alter(lines: Lines) -> Lines:
        data = [json.loads(line) for line in lines]
        change(next(line for line in data if kind in line)[kind])
        body = [written(line).encode() for line in data[:-1]]
        end: dict[str, object] = {"end": {"lines": len(body), "checksum": sha256(b"".join(body)).hexdigest()}}
        return [*body, written(end).encode()]

    return alter


@pytest.mark.ci
@pytest.mark.parametrize(
    ("damage", "said"),
    [
        (lambda lines: [], "not an export"),
        (lambda lines: [b'{"format": "naishi-save", "version": 1}\n'], "not an export"),
        (lambda lines: [b"\xff\xfe\x00"], "not an export"),
        (lambda lines: [lines[0].replace(b'"version":7', b'"version":9'), *lines[1:]], "newer version"),
        (lambda lines: [lines[0].replace(b'"version":7', b'"version":5'), *lines[1:]], "from before version 1.0"),
        (lambda lines: lines[:-1], "cut off"),
        (lambda lines: [*lines[:-1], lines[-1][:20]], "damaged in line 5"),
        (lambda lines: [*lines, b"{}"], "damaged in line 6"),
        (lambda lines: [lines[0], lines[1].replace(b"Aiko", b"Aika"), *lines[2:]], "altered"),
        (lambda lines: [lines[0], lines[1].replace(b"Aiko", b"\\u001b[2J"), *lines[2:]], "damaged in line 2"),
        (lambda lines: [*lines[:3], b"[" * 100_000, lines[-1]], "damaged in line 4"),
        (lambda lines: [lines[0], lines[3], lines[1], lines[2], lines[4]], "inconsistent"),
        (lambda lines: [*lines[:2], lines[1], *lines[2:]], "inconsistent"),
        (altered(lambda match: match["record"]["actions"].append("recall")), "damaged in line 4"),
        (altered(lambda match: match.update(seats=[1, None])), "damaged in line 4"),
        (altered(lambda match: match.update(seats=[1, 77])), "inconsistent"),
        (altered(lambda match: match.update(revision=10**30)), "damaged in line 4"),
        (altered(lambda match: match.update(more=1)), "damaged in line 4"),
        (altered(lambda match: match.update(expansion="legends-travellers")), "damaged in line 4"),
        (altered(lambda match: match.update(expansion="ghosts", record=None)), "damaged in line 4"),
        (altered(lambda match: match["agreements"].update(resigned=7)), "damaged in line 4"),
        (altered(lambda match: match.update(ended_at=float("inf"))), "damaged in line 4"),
        (altered(lambda match: match.update(updated=1e300)), "damaged in line 4"),
        (altered(lambda match: match.update(begun_at=-1.0)), "damaged in line 4"),
        (altered(lambda match: match["agreements"].update(next="\x1b[2J")), "damaged in line 4"),
        (altered(lambda match: match["agreements"].update(pause={"seat": 0, "number": 1, "days": 10**9})), "in line 4"),
        (altered(lambda match: match["clock"].update(since=1e300)), "damaged in line 4"),
        (altered(lambda match: match["clock"].update(left=[1e300, 0.0])), "damaged in line 4"),
        (altered(lambda match: match["clock"].update(turned=1e300)), "damaged in line 4"),
        (altered(lambda match: match["clock"].update(warned=1e300)), "damaged in line 4"),
        (altered(lambda player: player.update(last_seen=1e300), "player"), "damaged in line 2"),
        (altered(lambda player: player.update(solved=["\0"]), "player"), "damaged in line 2"),
        (altered(lambda player: player["keys"][0].update(name="\x1b[2J"), "player"), "damaged in line 2"),
        (altered(lambda player: player["keys"][0].update(added=1e300), "player"), "damaged in line 2"),
        (altered(lambda player: player.update(recovery="me"), "player"), "damaged in line 2"),
        (altered(lambda player: player["keys"].append(player["keys"][0]), "player"), "inconsistent"),
    ],
)
async def test_damaged_and_foreign_text_is_refused_in_one_line_and_nothing_is_added(
    damage: Callable[[Lines], Lines], said: str, table: Table, database: Database, other: Database
) -> None:
    with pytest.raises(NaishiError, match=said) as refused:
        import_(other, read(damage(exported(database))))
    assert "\n" not in str(refused.value)
    assert not any(card in str(refused.value) for card in ("fort", "mountain", "banner", "recall"))
    assert rows(other, schema.players) == rows(other, schema.matches) == []


@pytest.mark.parametrize("named", [True, False])
@pytest.mark.parametrize("gone", [True, False])
async def test_nobody_gets_a_reserved_name_by_an_import(
    table: Table, database: Database, other: Database, *, named: bool, gone: bool
) -> None:
    alter = altered(lambda player: player.update(name="root", named=named, **{"keys": []} if gone else {}), "player")
    import_(other, read(alter(exported(database))))
    names = {row["name"]: row["named"] for row in rows(other, schema.players)}
    assert names.pop("Bruno")
    ((name, is_named),) = names.items()
    assert name.startswith("Guest"), "as for whoever has lost a name: another one is asked for"
    assert not is_named


async def test_who_has_a_name_that_nobody_new_may_choose_keeps_it(
    table: Table, database: Database, other: Database
) -> None:
    import_(other, read(altered(lambda player: player.update(name="Join"), "player")(exported(database))))
    assert {row["name"]: row["named"] for row in rows(other, schema.players)} == {"Join": True, "Bruno": True}


async def test_guests_keep_the_names_that_were_drawn_for_them(
    lobby: Lobby, database: Database, other: Database
) -> None:
    visitor = await guest(lobby)
    await visitor.tables.play_bot("beginner")
    await player(lobby, "Aiko")
    import_(other, read(exported(database)))
    assert rows(other, schema.players) == rows(database, schema.players)


async def test_a_damaged_match_is_left_out_and_harms_no_list(table: Table, database: Database, other: Database) -> None:
    me = table.people[0]
    sound = await me.tables.play_bot("beginner")
    with database.writing() as connection:
        connection.exec_driver_sql("UPDATE matches SET record = substr(record, 1, 50) WHERE id = ?", (table.match.id,))
    me.own_lists_changed()
    assert {match.id for match in (await me.refresh()).mine} == {sound.id, table.match.id}
    with pytest.raises(NaishiError, match="damaged"):
        await Lobby(database).attach(table.match.id, me.account)
    damaged: list[str] = []
    lines = [line.encode() for line in export(database, damaged)]
    assert damaged == table.lobby.matches.check()[1] == [table.match.id]
    assert import_(other, read(lines)).matches == 1


async def test_a_match_whose_agreements_are_damaged_is_not_listed(table: Table, database: Database) -> None:
    me = table.people[0]
    sound = await me.tables.play_bot("beginner")
    with database.writing() as connection:
        connection.exec_driver_sql("UPDATE matches SET agreements = '[]' WHERE id = ?", (table.match.id,))
    me.own_lists_changed()
    assert {match.id for match in (await me.refresh()).mine} == {sound.id}
    await table.lobby.public.look()
    assert [match.id for match in table.lobby.public.watchable] == [sound.id]
    assert table.lobby.matches.check() == (2, [table.match.id])
