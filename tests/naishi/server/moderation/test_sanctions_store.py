"""Bans, mutes and former names: duration and scope."""

from __future__ import annotations

import time
from functools import partial

import pytest
from sqlalchemy import Connection

from naishi.common.i18n import NaishiError
from naishi.server import Database, Lobby
from naishi.server.accounts.players import delete_account, merge
from naishi.server.database.codes import hashed
from naishi.server.maintenance.cleanup import clean_up
from naishi.server.moderation.sanctions import (
    Ban,
    BanKind,
    InForce,
    add_ban,
    end_silence,
    keep_name,
    lift_ban,
    note_told,
    read_sanctions,
    silence,
)
from tests.naishi.server.conftest import guest, player

HOUR = 3600.0


async def in_force(database: Database, later: float = 0.0) -> InForce:
    return await database.read(lambda db: read_sanctions(db, time.time() + later))


def ban(subject: str, kind: BanKind = BanKind.KEY, player: int | None = None, seconds: float = HOUR) -> Ban:
    now = time.time()
    return Ban(kind, subject, now, now + seconds, "stalling", player)


async def test_a_ban_holds_until_its_time_and_a_later_one_replaces_it(database: Database) -> None:
    await database.write(lambda db: add_ban(db, ban("SHA256:a")))
    await database.write(lambda db: add_ban(db, ban("SHA256:a", seconds=2 * HOUR)))
    (found,) = (await in_force(database, 1.5 * HOUR)).bans
    assert (found.whom, found.why) == ("SHA256:a", "stalling")
    assert not (await in_force(database, 3 * HOUR)).bans
    assert await database.write(lambda db: lift_ban(db, BanKind.KEY, "SHA256:a"))
    assert not await database.write(lambda db: lift_ban(db, BanKind.KEY, "SHA256:a"))
    assert not (await in_force(database)).bans


async def test_the_ban_of_a_player_holds_for_all_keys_and_for_the_code_of_a_guest(
    lobby: Lobby, database: Database
) -> None:
    aiko, other = await player(lobby, "Aiko"), await guest(lobby)
    theirs = (await other.stored()).id
    for who in (aiko.account.id, theirs):
        await database.write(partial(add_ban, ban=ban(str(who), BanKind.PLAYER, who)))
    found = await in_force(database)
    assert [each.whom for each in found.bans] == ["Aiko", other.account.name]
    assert list(found.keys) == ["SHA256:Aiko"]
    assert list(found.codes) == [hashed(other.code)]


async def test_whatever_holds_for_an_account_holds_for_the_one_that_it_becomes_a_part_of(
    lobby: Lobby, database: Database
) -> None:
    one, other = [(await player(lobby, name)).account.id for name in ("Aiko", "Bruno")]
    now = time.time()

    def punish(db: Connection) -> None:
        add_ban(db, ban(str(one), BanKind.PLAYER, one, seconds=2 * HOUR))
        add_ban(db, ban(str(other), BanKind.PLAYER, other))
        silence(db, one, now, now + HOUR, "")
        keep_name(db, "Rude", one, now + HOUR)

    await database.write(punish)
    await database.write(lambda db: merge(db, one, other))
    found = await in_force(database, 1.5 * HOUR)
    assert [(each.player, each.whom) for each in found.bans] == [(other, "Bruno")], "the longer one counts"
    assert [each.player for each in (await in_force(database)).silences] == [other]
    assert found.untold == {other: "Bruno"}


async def test_the_keys_of_a_banned_player_stay_banned_once_the_account_is_deleted(
    lobby: Lobby, database: Database
) -> None:
    aiko = (await player(lobby, "Aiko")).account.id
    await database.write(lambda db: add_ban(db, ban(str(aiko), BanKind.PLAYER, aiko)))
    assert await database.write(lambda db: delete_account(db, aiko))
    (found,) = (await in_force(database)).bans
    assert (found.kind, found.subject, found.player) == (BanKind.KEY, "SHA256:Aiko", None)


async def test_a_name_that_was_taken_from_a_player_is_nobodys_for_a_while(lobby: Lobby, database: Database) -> None:
    aiko = await player(lobby, "Aiko")
    until = time.time() + HOUR
    await database.write(lambda db: keep_name(db, "Rude", aiko.account.id, until))
    for name in ("Rude", "RUDE"):
        with pytest.raises(NaishiError, match="is reserved"):
            await aiko.rename(name)
        with pytest.raises(NaishiError, match="is reserved"):
            await (await lobby.visit("SHA256:new", "192.0.2.9", "en")).rename(name)
    await database.write(lambda db: note_told(db, [aiko.account.id]))
    await clean_up(database, clock=lambda: until + 1)
    await aiko.rename("Rude")


async def test_what_holds_no_longer_is_removed(lobby: Lobby, database: Database) -> None:
    aiko = (await player(lobby, "Aiko")).account.id
    now = time.time()
    await database.write(lambda db: add_ban(db, ban("SHA256:a")))
    await database.write(lambda db: silence(db, aiko, now, now + HOUR, "rude"))
    await clean_up(database, clock=lambda: now + HOUR + 60)
    assert not await database.write(lambda db: lift_ban(db, BanKind.KEY, "SHA256:a"))
    assert not await database.write(lambda db: end_silence(db, aiko))
