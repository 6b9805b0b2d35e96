"""Verifiable deals of a server: match, participant, tabletop.chance."""

from __future__ import annotations

import random
from collections.abc import Mapping

import pytest

from naishi import Game
from naishi.common.i18n import NaishiError
from naishi.games.naishi.game.record import DealCheck, holds
from naishi.games.naishi.rules.cards import LEGENDS_TRAVELLERS, Module
from naishi.server import Database, Lobby, Match, OfferKind, Verb
from naishi.server.match.match import Terms
from naishi.tabletop.chance import DealProof, commitment_to
from tests.naishi.server.conftest import Table, answer, guest, offer, player, resign
from tests.naishi.server.tournaments.competing import crowd, games_of, joined, lose, page_of, play_round, setup


@pytest.mark.parametrize("expansion", [None, LEGENDS_TRAVELLERS])
async def test_a_deal_follows_from_what_was_committed_to_and_from_both_words(
    lobby: Lobby, expansion: Module | None
) -> None:
    aiko, bruno = await player(lobby, "Aiko"), await player(lobby, "Bruno")
    match = await aiko.tables.open(Terms(expansion=expansion), public=True)
    committed = await bruno.tables.commitment(match)
    await aiko.tables.give_word(match, "cherry")
    assert await bruno.tables.commitment(match) == committed, "it was there before the words"
    match = await bruno.tables.join(match, "rain on the roof")
    record = (await lobby.matches.load(match.id)).game.record
    assert record.proof is not None
    assert record.deal is not None
    assert record.proof.words == ("cherry", "rain on the roof")
    assert record.proof.commitment == committed == commitment_to(record.proof.secret)
    assert holds(record.proof, record.deal)
    assert match.seats[record.proof.host] == aiko.account.id
    assert record.players[record.proof.host].name == "Aiko"


async def test_the_secret_is_told_when_the_game_is_over_and_not_before(table: Table) -> None:
    one, other = table.seats
    watching = await (await player(table.lobby, "Carol")).attach(table.match.id)
    for each in (one, other, watching):
        assert each.proof is None
        assert each.commitment is not None
    await resign(one)
    for each in (one, other, watching):
        assert each.proof is not None
        assert each.proof.commitment == each.commitment


async def test_a_deal_without_words_has_a_proof_too(lobby: Lobby) -> None:
    visitor = await guest(lobby)
    table = await visitor.tables.open(public=False)
    committed = await visitor.tables.commitment(table)
    seated = await visitor.attach((await visitor.tables.play_bot("beginner", table)).id)
    assert seated.commitment == committed


async def test_a_game_against_a_bot_is_dealt_from_what_was_committed_to_and_a_word(lobby: Lobby) -> None:
    visitor = await guest(lobby)
    committed = visitor.tables.bot_deal.commitment
    for refused, why in (("ü", "plain ASCII"), ("  ", "Type some words")):
        with pytest.raises(NaishiError, match=why):
            visitor.tables.bot_deal.add(refused)
    for game in range(8):
        visitor.tables.bot_deal.add(f"rain {game}")
        await visitor.tables.play_bot("beginner")
    visitor.tables.bot_deal.add(" rain 8 ")
    with pytest.raises(NaishiError, match="8 unfinished games"):
        await visitor.tables.play_bot("beginner")
    begun = [(await lobby.matches.load(match.id)).game for match in (await visitor.refresh()).mine]
    proofs = [proof for game in begun if (proof := game.proof) is not None and holds(proof, game.deal)]
    assert sorted(proof.words for proof in proofs) == [(f"rain {number}", "") for number in range(8)]
    assert [proof.commitment for proof in proofs].count(committed) == 1
    assert visitor.tables.bot_deal.proof().words[0] == "rain 8", "what was refused is as it was"


@pytest.mark.parametrize("expansion", [None, LEGENDS_TRAVELLERS])
async def test_a_rematch_is_dealt_from_what_was_committed_to_before(lobby: Lobby, expansion: Module | None) -> None:
    table = await Table.of(lobby, await player(lobby, "Aiko"), await player(lobby, "Bruno"), expansion=expansion)
    one, other = table.seats
    watching = await (await player(lobby, "Carol")).attach(table.match.id)
    with pytest.raises(NaishiError, match="once the game is over"):
        await one.rematch_deal.add("too early")
    assert one.rematch_deal.commitment is None
    await resign(one)
    committed = one.rematch_deal.commitment
    assert committed is not None
    assert committed == other.rematch_deal.commitment != one.commitment
    assert watching.rematch_deal.commitment is None
    with pytest.raises(NaishiError, match="only the players"):
        await watching.rematch_deal.add("mine")
    with pytest.raises(NaishiError, match="plain ASCII"):
        await one.rematch_deal.add("ü")
    await one.rematch_deal.add("rain")
    await one.rematch_deal.add("rain on the roof")
    await offer(one, OfferKind.REMATCH)
    await other.rematch_deal.add("cherry")
    await answer(other, Verb.AGREE)
    game = (await lobby.matches.load(one.agreements.next or "")).game
    assert game.proof is not None
    assert game.proof.commitment == committed
    assert game.proof.words == ("cherry", "rain on the roof"), "by seat: they have changed places"
    assert holds(game.proof, game.deal)
    assert game.module == expansion
    with pytest.raises(NaishiError, match="has begun"):
        await one.rematch_deal.add("too late")
    with pytest.raises(NaishiError, match="has begun"):
        await lobby.matches.give_rematch_word(one.match_id, 0, "too late, by another process")


async def test_a_commitment_to_a_rematch_outlives_the_server(database: Database) -> None:
    before = Lobby(database)
    table = await Table.sit_down(before)
    await resign(table.seats[0])
    committed = table.seats[0].rematch_deal.commitment
    await table.seats[0].rematch_deal.add("rain")
    await before.close()
    after = Lobby(database)
    person = await player(after, table.people[1].account.name)
    seat = await person.attach(table.match.id)
    assert seat.rematch_deal.commitment == committed
    other = await (await player(after, table.people[0].account.name)).attach(table.match.id)
    await offer(seat, OfferKind.REMATCH)
    await answer(other, Verb.AGREE)
    proof = (await after.matches.load(seat.agreements.next or "")).game.proof
    assert proof is not None
    assert (proof.commitment, proof.words) == (committed, ("", "rain"))
    await after.close()


async def test_only_whoever_waits_may_add_the_word_of_a_table(lobby: Lobby) -> None:
    aiko, bruno = await player(lobby, "Aiko"), await player(lobby, "Bruno")
    table = await aiko.tables.open(public=True)
    with pytest.raises(NaishiError, match="This table is gone"):
        await bruno.tables.give_word(table, "mine")
    for refused in (aiko.tables.give_word(table, "ü"), bruno.tables.join(table, "x" * 61)):
        with pytest.raises(NaishiError, match="plain ASCII"):
            await refused
    match = await bruno.tables.join(table)
    with pytest.raises(NaishiError, match="This table is gone"):
        await aiko.tables.give_word(table, "too late")
    with pytest.raises(NaishiError, match="no secret"):
        await aiko.tables.commitment(match)
    proof = (await lobby.matches.load(match.id)).game.record.proof
    assert proof is not None
    assert proof.words == ("", "")


async def test_a_secret_is_kept_no_longer_than_its_table(lobby: Lobby, database: Database) -> None:
    aiko, bruno = await player(lobby, "Aiko"), await player(lobby, "Bruno")
    closed, joined = await aiko.tables.open(public=True), await aiko.tables.open(public=True)
    await aiko.tables.close(closed)
    await bruno.tables.join(joined)
    with database.reading() as connection:
        assert connection.exec_driver_sql("SELECT count(*) FROM deal_secrets").scalar_one() == 0


async def test_games_of_a_tournament_are_dealt_from_what_their_round_was_committed_to(lobby: Lobby) -> None:
    people = await crowd(lobby, 4)
    owns = [person.tournaments for person in people]
    made = await joined(people[:3], setup(places=4))
    with pytest.raises(NaishiError, match="You aren't playing in"):
        await owns[3].mix(made, "mine")
    with pytest.raises(NaishiError, match="plain ASCII"):
        await owns[0].mix(made, "ü")
    for number in (1, 2):
        before = await page_of(lobby, made)
        words = {own.login.account.id: f"rain {number} {own.login.account.name}" for own in owns[:2]}
        for own in owns[:2]:
            await own.mix(before.tournament, "not this one")
            await own.mix(before.tournament, words[own.login.account.id])
        await (owns[3].join(made) if number == 1 else play_round(lobby, people, made, random.Random(1)))
        with pytest.raises(NaishiError, match="begun already"):
            await owns[0].mix(before.tournament, "too late")
        page = await page_of(lobby, made)
        proofs = [await _dealt_by(lobby, match, words) for match in await games_of(lobby, page)]
        assert [proof.commitment for proof in proofs] == [before.commitment] * 2
        assert len({proof.secret for proof in proofs}) == 2
    assert page.commitment == "", "there is no third round"


async def _dealt_by(lobby: Lobby, match: Match, words: Mapping[int, str]) -> DealProof:
    """What a game was drawn from; by the words of the players who gave one."""
    game: Game = (await lobby.matches.load(match.id)).game
    assert game.proof is not None
    assert game.check_deal() is DealCheck.RIGHT
    assert game.proof.words == tuple(words.get(player or 0, "") for player in match.seats)
    return game.proof


async def test_a_secret_of_a_round_tells_nothing_of_another_game(lobby: Lobby) -> None:
    """Once a game is over, everybody knows its secret, while others of its round go on."""
    people = await crowd(lobby, 4)
    made = await joined(people, setup(places=4))
    one, other = await games_of(lobby, await page_of(lobby, made))
    await lose(people, one, 0)
    over, going_on = [(await lobby.matches.load(match.id)).game.proof for match in (one, other)]
    assert over is not None
    assert going_on is not None
    told = over.model_dump_json()
    assert going_on.secret not in told
    assert commitment_to(going_on.secret) in told
    watching = await people[0].attach(other.id)
    assert watching.proof is None
