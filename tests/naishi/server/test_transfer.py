"""An export carries players and matches whole, says no secret, and is added completely or not at all."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from naishi.errors import NaishiError
from naishi.server import Database, Lobby
from naishi.server.export_format import read, written
from naishi.server.transfer import Imported, export, import_
from tests.naishi.server.conftest import Table

Lines = list[bytes]


@pytest.fixture
def other(tmp_path: Path) -> Iterator[Database]:
    """Another server's database."""
    database = Database(tmp_path / "other.sqlite")
    yield database
    database.close()


def exported(database: Database) -> Lines:
    return [line.encode() for line in export(database)]


async def begun(table: Table) -> None:
    await table.play("give 1", "give 2")
    await table.play_on(3)


async def test_everything_is_the_same_on_another_server(table: Table, database: Database, other: Database) -> None:
    await begun(table)
    lobby, (first, second) = table.lobby, table.people
    lobby.players.choose(first.id, "language", "fr")
    guest, code = lobby.players.new_guest()
    against_bot = lobby.play_bot(guest, "beginner")
    waiting = lobby.open_table(second, public=False)
    table.seats[0].draw()
    assert import_(other, read(exported(database))) == Imported(players=3, matches=3, known=0)
    there = Lobby(other)
    assert there.matches.check() == (3, [])
    back = [there.players.of_key(f"SHA256:{person.name}") for person in (first, second)]
    assert [person.name for person in back] == [first.name, second.name]
    assert there.players.settings(back[0].id) == {"language": "fr"}
    for mine, theirs, seat in zip(back, table.seats, (0, 1), strict=True):
        participant = there.attach(table.match.id, mine)
        assert (participant.seat, participant.view) == (seat, theirs.view)
        assert participant.agreed == theirs.agreed
    somebody, _code = there.players.new_guest()
    assert there.players.use_code(code, somebody.id, None) is not None, "a guest comes back by the code"
    assert {match.id for match in there.list(back[1].id).mine} == {waiting.id, table.match.id}
    assert there.matches.get(against_bot.id).names.count("Beginner bot") == 1


async def test_importing_twice_changes_nothing(table: Table, database: Database, other: Database) -> None:
    await begun(table)
    lines = exported(database)
    import_(other, read(lines))
    there = Lobby(other)
    me = there.players.of_key(f"SHA256:{table.people[0].name}")
    there.players.rename(me.id, "Chiyo")
    there.attach(table.match.id, me).resign()
    before = exported(other)
    assert import_(other, read(lines)) == Imported(players=0, matches=0, known=1)
    assert exported(other) == before


async def test_an_export_says_no_code_and_no_word(table: Table, database: Database) -> None:
    _guest, code = table.lobby.players.new_guest()
    private = table.lobby.open_table(table.people[0], public=False)
    linking = table.lobby.players.link_code(table.people[0].id)
    text = b"".join(exported(database)).decode()
    for secret in (code, private.invite, linking):
        assert secret not in text


async def test_who_is_here_already_keeps_their_name_and_games(lobby: Lobby, table: Table, other: Database) -> None:
    there = Lobby(other)
    rival = there.players.rename(there.players.of_key("SHA256:rival").id, "Aiko")
    import_(other, read(exported(lobby.players._database)))
    assert there.players.get(rival.id).name == "Aiko"
    newcomer = there.players.of_key("SHA256:Aiko")
    assert newcomer.id != rival.id
    assert not newcomer.named, "the name is taken: the player is asked for another one"
    assert newcomer.name.startswith("Guest")


def altered(change: Callable[[dict[str, Any]], object]) -> Callable[[Lines], Lines]:
    """Change the line of the first match, and put the checksum right."""

    def alter(lines: Lines) -> Lines:
        data = [json.loads(line) for line in lines]
        change(next(line for line in data if "match" in line)["match"])
        body = [written(line).encode() for line in data[:-1]]
        end = {"end": {"lines": len(body), "checksum": sha256(b"".join(body)).hexdigest()}}
        return [*body, written(end).encode()]

    return alter


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        (lambda lines: [], "not an export"),
        (lambda lines: [b'{"format": "naishi-save", "version": 1}\n'], "not an export"),
        (lambda lines: [b"\xff\xfe\x00"], "not an export"),
        (lambda lines: [lines[0].replace(b'"version":1', b'"version":9'), *lines[1:]], "newer version"),
        (lambda lines: lines[:-1], "cut off"),
        (lambda lines: [*lines[:-1], lines[-1][:20]], "damaged in line 5"),
        (lambda lines: [*lines, b"{}"], "damaged in line 6"),
        (lambda lines: [lines[0], lines[1].replace(b"Aiko", b"Aika"), *lines[2:]], "altered"),
        (lambda lines: [lines[0], lines[1].replace(b"Aiko", b"\\u001b[2J"), *lines[2:]], "damaged in line 2"),
        (lambda lines: [*lines[:3], b"[" * 100_000, lines[-1]], "damaged in line 4"),
        (altered(lambda match: match["record"]["actions"].append("recall")), "damaged in line 4"),
        (altered(lambda match: match.update(seats=[1, None])), "damaged in line 4"),
        (altered(lambda match: match.update(seats=[1, 77])), "inconsistent"),
        (altered(lambda match: match.update(revision=10**30)), "damaged in line 4"),
        (altered(lambda match: match.update(more=1)), "damaged in line 4"),
    ],
)
async def test_damaged_and_foreign_text_is_refused_in_one_line(
    damage: Callable[[Lines], Lines], said: str, table: Table, database: Database
) -> None:
    with pytest.raises(NaishiError, match=said) as refused:
        read(damage(exported(database)))
    assert "\n" not in str(refused.value)
    assert not any(card in str(refused.value) for card in ("fort", "mountain", "banner", "recall"))


async def test_a_damaged_match_is_left_out_and_harms_no_list(table: Table, database: Database, other: Database) -> None:
    sound = table.lobby.play_bot(table.people[0], "beginner")
    with database.transaction() as connection:
        connection.exec_driver_sql("UPDATE matches SET record = substr(record, 1, 50) WHERE id = ?", (table.match.id,))
    assert {match.id for match in table.lobby.list(table.people[0].id).mine} == {sound.id, table.match.id}
    with pytest.raises(NaishiError, match="damaged"):
        Lobby(database).attach(table.match.id, table.people[0])
    damaged = table.lobby.matches.check()[1]
    assert damaged == [table.match.id]
    lines = [line.encode() for line in export(database, without=damaged)]
    assert import_(other, read(lines)).matches == 1
