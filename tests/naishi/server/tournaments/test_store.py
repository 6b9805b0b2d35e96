"""Stored tournaments: merged accounts, removal, names."""

from __future__ import annotations

import random

import pytest

from naishi.common.i18n import NaishiError
from naishi.server import Database, Lobby
from naishi.server.maintenance.cleanup import TABLE_AGE, clean_up
from tests.naishi.server.conftest import Now
from tests.naishi.server.tournaments.competing import (
    crowd,
    joined,
    page_of,
    play_round,
    setup,
)

pytestmark = pytest.mark.usefixtures("now")


@pytest.mark.ci
async def test_accounts_that_become_one_are_in_a_tournament_once_and_never_while_it_is_played(lobby: Lobby) -> None:
    people = await crowd(lobby, 4)
    made = await joined(people, setup(places=5))
    aiko, bruno = people[0], people[1]
    await bruno.credentials.use_code(await bruno.credentials.read_code(await aiko.credentials.link_code()))
    request = aiko.credentials.link_request
    assert request is not None
    await aiko.credentials.answer_link(request, allow=True)
    assert [each.name for each in (await page_of(lobby, made)).entries] == ["Aiko", "Chiyo", "Dora"]
    await aiko.tournaments.begin(made)
    chiyo, dora = people[2], people[3]
    await dora.credentials.use_code(await dora.credentials.read_code(await chiyo.credentials.link_code()))
    request = chiyo.credentials.link_request
    assert request is not None
    with pytest.raises(NaishiError, match=r"playing each other|same tournament"):
        await chiyo.credentials.answer_link(request, allow=True)


@pytest.mark.ci
async def test_what_nobody_starts_is_removed_and_what_was_played_stays(
    lobby: Lobby, database: Database, now: Now
) -> None:
    people = await crowd(lobby, 3)
    waits = await joined(people[:1], setup())
    played = await joined(people, setup("Played", places=3, rounds=1))
    await play_round(lobby, people, played, random.Random(1))
    for person in people:
        await person.delete_account(person.account)
    await clean_up(database, clock=lambda: now() + 20 * TABLE_AGE)
    lobby.tournaments.changed()
    assert [each.setup.name for each in await lobby.tournaments.public()] == ["Played"]
    with pytest.raises(NaishiError, match="no such tournament"):
        await lobby.tournaments.page(waits.id)
    page = await page_of(lobby, played)
    assert sum(row.points for row in page.standings) == 2


async def test_no_two_tournaments_that_are_not_over_have_a_name(lobby: Lobby) -> None:
    one, other = people = await crowd(lobby, 2)
    made = await joined(people[:1], setup("Autumn Cup"))
    with pytest.raises(NaishiError, match="already taken"):
        await other.tournaments.make(setup("autumn  cup"))
    await other.tournaments.make(setup("Autumn Cup", public=False))  # which nobody finds by its name
    await other.tournaments.make(setup("Autumn Cup 2"))
    await one.tournaments.close((await page_of(lobby, made)).tournament)
    await one.tournaments.make(setup("Autumn Cup"))
