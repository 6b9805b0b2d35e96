"""Bans and mutes, at every process."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest
from sqlalchemy import Connection

from naishi.common.i18n import NaishiError
from naishi.server import Database, Lobby, Visitor
from naishi.server.maintenance.cleanup import Entry
from naishi.server.match.words import Phrase
from naishi.server.moderation.sanctions import Ban, BanKind, add_ban, keep_name, lift_ban, silence
from naishi.server.presence.limits import address_group
from tests.naishi.server.conftest import Table, guest, player
from tests.naishi.server.lobby.two_processes import process, until
from tests.naishi.server.postgres import Cluster

HOUR = 3600.0


def ban(subject: str, kind: BanKind = BanKind.KEY, player: int | None = None) -> Callable[[Connection], None]:
    now = time.time()
    return lambda db: add_ban(db, Ban(kind, subject, now, now + HOUR, "", player))


def ears(visitor: Visitor) -> list[str]:
    """What is said to a visitor who is sent away."""
    heard: list[str] = []
    visitor.send_away = lambda words: heard.append(words())
    return heard


@pytest.mark.parametrize(
    ("network", "inside", "outside"),
    [
        ("192.0.2.7/32", "192.0.2.7", "192.0.2.8"),
        ("192.0.2.0/24", "::ffff:192.0.2.200", "192.0.3.1"),
        ("2001:db8::/64", "2001:db8::7", "2001:db8:0:1::7"),
        ("2001:db8::/32", "2001:db8:0:1::7", "2001:db9::7"),
        ("192.0.2.0/24", "192.0.2.1", "unix:1000"),
    ],
)
async def test_a_network_is_banned_with_all_that_lie_in_it(
    lobby: Lobby, database: Database, network: str, inside: str, outside: str
) -> None:
    await database.write(ban(network, BanKind.NETWORK))
    found = await lobby.sanctions.ban_on("SHA256:a", address_group(inside))
    assert found is not None
    assert found.whom == network
    assert await lobby.sanctions.ban_on("SHA256:a", address_group(outside)) is None


async def test_whoever_is_here_is_sent_away_with_a_sentence_and_nobody_else(lobby: Lobby, database: Database) -> None:
    aiko, bruno = await player(lobby, "Aiko"), await player(lobby, "Bruno")
    heard, others = ears(aiko), ears(bruno)
    await database.write(ban("SHA256:Aiko"))
    await lobby.look_at_sanctions()
    (words,) = heard
    assert words.startswith("You are banned from this server until ")
    assert words.endswith(" UTC.")
    assert not others
    await database.write(lambda db: lift_ban(db, BanKind.KEY, "SHA256:Aiko"))
    await lobby.look_at_sanctions()
    assert await lobby.sanctions.ban_on("SHA256:Aiko", "192.0.2.7") is None


async def test_a_banned_player_meets_the_ban_with_another_key_and_a_guest_with_the_code(
    lobby: Lobby, database: Database
) -> None:
    aiko, someone = await player(lobby, "Aiko"), await guest(lobby)
    code = await aiko.credentials.recovery_code()
    theirs = (await someone.stored()).id
    for each in (aiko.account.id, theirs):
        await database.write(ban(str(each), BanKind.PLAYER, each))
    await lobby.look_at_sanctions()
    assert await lobby.sanctions.ban_on(None, "198.51.100.1", someone.code) is not None
    again = await lobby.visit("SHA256:another", "198.51.100.1", "en")
    heard = ears(again)
    await again.credentials.use_code(await again.credentials.read_code(code))
    assert again.account.name == "Aiko"
    assert heard[0].startswith("You are banned")


async def test_the_phrases_of_a_muted_player_are_refused_until_when(table: Table, database: Database) -> None:
    me = table.people[0]
    now = time.time()
    await database.write(lambda db: silence(db, me.account.id, now, now + HOUR, "rude"))
    await table.lobby.look_at_sanctions()
    with pytest.raises(NaishiError, match=r"^The operator of this server has muted you: .* until .* UTC\.$"):
        await table.lobby.talk.say(table.seats[0], Phrase.HELLO)
    await table.lobby.talk.say(table.seats[1], Phrase.HELLO)
    assert not await table.lobby.talk.mutes(table.seats[1]), "that is what a player does about another one"


async def test_whoever_was_given_another_name_reads_that_once_now_or_when_they_come(
    lobby: Lobby, database: Database
) -> None:
    here, away = await player(lobby, "Rude"), await player(lobby, "Ruder")
    lobby.leave(away)

    def rename(db: Connection) -> None:
        for each in (here, away):
            keep_name(db, each.account.name, each.account.id, time.time() + HOUR)

    await lobby.players.rename(here.account.id, "Aiko", rename)
    await lobby.players.rename(away.account.id, "Bruno")
    await lobby.look_at_sanctions()
    assert here.take_announced() == "The operator of this server has given you another name: you are Aiko now."
    back = await lobby.visit("SHA256:Ruder", "192.0.2.7", "en")
    assert back.take_announced().endswith("you are Bruno now.")
    await lobby.look_at_sanctions()
    assert not here.take_announced()
    assert not (await lobby.visit("SHA256:Ruder", "192.0.2.7", "en")).take_announced()


@pytest.mark.ci
async def test_every_process_acts_on_what_one_of_them_stores(postgres: Cluster) -> None:
    url = postgres.prepared()
    async with process(url, "one") as one, process(url, "two") as two:
        aiko, bruno = await player(one, "Aiko"), await player(two, "Bruno")
        heard = ears(bruno)
        entry = Entry(time.time(), "root", "ban")
        await one.audit.write(entry, ban(str(bruno.account.id), BanKind.PLAYER, bruno.account.id))
        await until(lambda: heard)
        assert await two.sanctions.ban_on("SHA256:Bruno", "192.0.2.7") is not None
        one.closing.say("Please be kind.")
        await until(lambda: "Please be kind." in bruno.take_announced())
        assert "Please be kind." in aiko.take_announced()
        one.closing.announce_stop(time.time() + 90)
        await until(lambda: two.closing.at is not None)
        with pytest.raises(NaishiError, match="The server stops at"):
            await bruno.tables.open(public=True)
        two.closing.announce_stop(None)
        await until(lambda: one.closing.at is None)
        assert await bruno.tables.open(public=True)
