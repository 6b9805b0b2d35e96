"""Presence, records, challenges by name, blocking: people, presence.presence."""

from __future__ import annotations

import asyncio

import pytest

from naishi.common.i18n import NaishiError
from naishi.games.naishi.rules.cards import LEGENDS_TRAVELLERS
from naishi.server import Database, Lobby, MatchStage, Visitor
from naishi.server.accounts.login import AccountEvent
from naishi.server.accounts.people_text import about
from naishi.server.maintenance.cleanup import clean_up
from naishi.server.match.match import Terms
from tests.naishi.server.conftest import Table, guest, player, resign


@pytest.fixture
async def aiko(lobby: Lobby) -> Visitor:
    return await player(lobby, "Aiko")


@pytest.fixture
async def bruno(lobby: Lobby) -> Visitor:
    return await player(lobby, "Bruno")


async def test_who_is_here_is_listed_once_with_what_they_do(lobby: Lobby, aiko: Visitor, bruno: Visitor) -> None:
    await player(lobby, "Aiko")
    await guest(lobby)
    match = await aiko.tables.play_bot("beginner")
    assert [(each.account.name, each.plays) for each in await lobby.company.here()] == [
        ("Aiko", False),
        ("Bruno", False),
    ]
    await aiko.attach(match.id)
    assert [(each.account.name, each.plays) for each in await lobby.company.here()] == [
        ("Aiko", True),
        ("Bruno", False),
    ]
    lobby.leave(bruno)
    assert [each.account.name for each in await lobby.company.here()] == ["Aiko"]


@pytest.mark.ci
async def test_a_page_says_how_somebody_has_done_in_games_that_one_may_know_of(
    lobby: Lobby, aiko: Visitor, bruno: Visitor
) -> None:
    chiyo = await player(lobby, "Chiyo")
    table = await Table.of(lobby, aiko, bruno)
    await resign(table.seats[table.match.seat_of(aiko.account.id) or 0])
    private = await chiyo.tables.join(await aiko.tables.open(public=False))
    await resign(await chiyo.attach(private.id))
    against_bot = await aiko.tables.play_bot("beginner")
    await resign(await aiko.attach(against_bot.id))

    async def seen_by(viewer: Visitor) -> dict[str, tuple[int, int, int]]:
        page = await lobby.company.page(aiko.account, viewer.account)
        assert page.here
        tallies = (page.profile.all, *page.profile.opponents)
        return {each.name: (each.won, each.drawn, each.lost) for each in tallies}

    public = {"Aiko": (0, 0, 2), "Bruno": (0, 0, 1), "Koshikibu": (0, 0, 1)}
    assert await seen_by(bruno) == public, "the private game is nobody else's business"
    assert await seen_by(chiyo) == {**public, "Aiko": (1, 0, 2), "Chiyo": (1, 0, 0)}
    assert await seen_by(aiko) == await seen_by(chiyo)


async def test_a_page_counts_games_against_a_deleted_account_and_names_no_such_opponent(
    lobby: Lobby, aiko: Visitor, bruno: Visitor
) -> None:
    chiyo = await player(lobby, "Chiyo")
    await Table.of(lobby, aiko, bruno)
    await bruno.delete_account(bruno.account)
    page = await lobby.company.page(aiko.account, chiyo.account)
    said = [*about(page)]
    assert "All games: 1 won, 0 lost." in said
    assert not any(line.startswith("Against ") for line in said)


async def test_a_name_is_found_as_it_looks_and_the_nearest_is_named(lobby: Lobby, aiko: Visitor) -> None:
    assert (await lobby.company.find("aiko")).id == aiko.account.id
    with pytest.raises(NaishiError, match=r"no player called 'Aika'\. Did you mean Aiko"):
        await lobby.company.find("Aika")
    with pytest.raises(NaishiError, match=r"no player called 'Zebulon'\.$"):
        await lobby.company.find("Zebulon")


async def test_a_challenge_is_for_one_player(lobby: Lobby, aiko: Visitor, bruno: Visitor) -> None:
    chiyo = await player(lobby, "Chiyo")
    match = await aiko.tables.challenge("bruno", Terms(rated=True))
    assert (match.challenged, match.challenged_name, match.rated) == (bruno.account.id, "Bruno", True)
    assert [each.id for each in (await bruno.refresh()).open] == [match.id]
    assert bruno.news is not None
    assert bruno.news.event is AccountEvent.CHALLENGED
    assert (await chiyo.refresh()).open == []
    with pytest.raises(NaishiError, match="waits for Bruno"):
        await chiyo.tables.join(match)
    with pytest.raises(NaishiError, match="already"):
        await aiko.tables.challenge("Bruno")
    begun = await bruno.tables.join(match)
    assert begun.state is MatchStage.PLAYING
    assert begun.rated
    assert (await bruno.refresh()).open == []
    await aiko.tables.challenge("Bruno")


async def test_a_challenge_is_declined(lobby: Lobby, aiko: Visitor, bruno: Visitor) -> None:
    match = await aiko.tables.challenge("Bruno")
    await bruno.tables.close(match)
    assert (await aiko.refresh()).mine == []
    assert (await bruno.refresh()).open == []
    assert aiko.news is not None
    assert str(aiko.news) == "Bruno has declined your challenge."
    with pytest.raises(NaishiError, match="gone"):
        await bruno.tables.join(match)


async def test_nobody_else_declines_a_challenge(lobby: Lobby, aiko: Visitor, bruno: Visitor) -> None:
    match = await aiko.tables.challenge("Bruno")
    with pytest.raises(NaishiError, match="gone"):
        await (await player(lobby, "Chiyo")).tables.close(match)
    assert [each.id for each in (await bruno.refresh()).open] == [match.id]
    await aiko.tables.close(match)
    assert (await bruno.refresh()).open == []


async def test_who_is_blocked_can_neither_challenge_nor_sit_down(lobby: Lobby, aiko: Visitor, bruno: Visitor) -> None:
    challenge, table = await bruno.tables.challenge("Aiko"), await aiko.tables.open(public=True)
    await lobby.challenging.block(aiko.account, bruno.account)
    assert (await aiko.refresh()).open == [], "the challenge is gone"
    with pytest.raises(NaishiError, match="can't be challenged by you"):
        await bruno.tables.challenge("Aiko")
    with pytest.raises(NaishiError, match="can't sit down"):
        await bruno.tables.join(table)
    with pytest.raises(NaishiError, match="gone"):
        await aiko.tables.join(challenge)
    with pytest.raises(NaishiError, match="unblock"):
        await aiko.tables.challenge("Bruno")
    assert list(await lobby.challenging.blocked_by(aiko.account)) == ["Bruno"]
    await lobby.challenging.unblock(aiko.account, bruno.account)
    await bruno.tables.join(table)


async def test_one_challenges_others_who_may_play_that(lobby: Lobby, aiko: Visitor) -> None:
    stranger = await guest(lobby)
    await stranger.stored()
    with pytest.raises(NaishiError, match="yourself"):
        await aiko.tables.challenge("Aiko")
    with pytest.raises(NaishiError, match="is a guest"):
        await aiko.tables.challenge(stranger.account.name, Terms(rated=True))
    await aiko.tables.challenge(stranger.account.name)
    assert len((await stranger.refresh()).open) == 1


async def test_blocks_go_with_an_account_and_along_with_a_key(lobby: Lobby, aiko: Visitor, bruno: Visitor) -> None:
    chiyo = await player(lobby, "Chiyo")
    await lobby.challenging.block(chiyo.account, bruno.account)
    await chiyo.credentials.use_code(await chiyo.credentials.read_code(await aiko.credentials.link_code()))
    request = aiko.credentials.link_request
    assert request is not None
    await aiko.credentials.answer_link(request, allow=True)
    assert list(await lobby.challenging.blocked_by(aiko.account)) == ["Bruno"]
    await bruno.delete_account(bruno.account)
    assert list(await lobby.challenging.blocked_by(aiko.account)) == []


async def test_a_table_for_somebody_who_has_gone_is_cleaned_up_in_time(
    lobby: Lobby, database: Database, aiko: Visitor
) -> None:
    stranger = await guest(lobby)
    await stranger.stored()
    await aiko.tables.challenge(stranger.account.name)
    lobby.leave(stranger)
    for days in (61, 62, 400):
        await clean_up(database, online=[aiko.account.id], clock=lambda days=days: 2e9 + days * 86400)  # type: ignore[misc]
    aiko.own_lists_changed()
    assert (await aiko.refresh()).mine == []


async def test_challenges_that_cross_become_one_game(lobby: Lobby, aiko: Visitor, bruno: Visitor) -> None:
    terms = Terms(LEGENDS_TRAVELLERS, control="3d")
    waiting = await aiko.tables.challenge("Bruno", terms)
    with pytest.raises(NaishiError, match="Aiko challenges you to another game"):
        await bruno.tables.challenge("Aiko")
    match = await bruno.tables.challenge("Aiko", terms)
    assert (match.id, match.state) == (waiting.id, MatchStage.PLAYING)
    assert [each.id for each in (await aiko.refresh()).mine] == [match.id]
    assert [each.id for each in (await bruno.refresh()).mine] == [match.id]


async def test_challenges_at_the_same_moment_become_one_game(lobby: Lobby, aiko: Visitor, bruno: Visitor) -> None:
    first, second = await asyncio.gather(aiko.tables.challenge("Bruno"), bruno.tables.challenge("Aiko"))
    assert first.id == second.id
    assert MatchStage.PLAYING in {first.state, second.state}


async def test_tables_of_those_whom_one_blocks_are_not_offered(lobby: Lobby, aiko: Visitor, bruno: Visitor) -> None:
    table = await bruno.tables.open(public=True)
    await lobby.public.look()
    assert [each.id for each in (await aiko.refresh()).open] == [table.id]
    await lobby.challenging.block(aiko.account, bruno.account)
    assert not (await aiko.refresh()).open
    await lobby.challenging.unblock(aiko.account, bruno.account)
    assert [each.id for each in (await aiko.refresh()).open] == [table.id]
