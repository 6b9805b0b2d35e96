"""Deals of a server can be checked: it commits to a secret first, then the players add words."""

from __future__ import annotations

import pytest

from naishi.common.errors import NaishiError
from naishi.game.deal_proof import commitment_to
from naishi.rules.expansion import LEGENDS_TRAVELLERS, Module
from naishi.server import Database, Lobby
from naishi.server.storage.terms import Terms
from tests.naishi.server.conftest import Table, guest, player, resign


@pytest.mark.parametrize("expansion", [None, LEGENDS_TRAVELLERS])
async def test_a_deal_follows_from_what_was_committed_to_and_from_both_words(
    lobby: Lobby, expansion: Module | None
) -> None:
    aiko, bruno = await player(lobby, "Aiko"), await player(lobby, "Bruno")
    match = await aiko.open_table(Terms(expansion=expansion), public=True)
    committed = await bruno.commitment(match)
    await aiko.give_word(match, "cherry")
    assert await bruno.commitment(match) == committed, "it was there before the words"
    match = await bruno.join(match, "rain on the roof")
    record = (await lobby.matches.load(match.id)).game.record
    assert record.proof is not None
    assert record.deal is not None
    assert record.proof.words == ("cherry", "rain on the roof")
    assert record.proof.commitment == committed == commitment_to(record.proof.secret)
    assert record.proof.holds(record.deal)
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


async def test_a_deal_without_words_has_a_proof_too_and_a_bot_has_none(lobby: Lobby) -> None:
    visitor = await guest(lobby)
    table = await visitor.open_table(public=False)
    committed = await visitor.commitment(table)
    seated = await visitor.attach((await visitor.play_bot("beginner", table)).id)
    assert seated.commitment == committed
    at_once = await visitor.attach((await visitor.play_bot("beginner")).id)
    assert at_once.commitment is None


async def test_only_whoever_waits_may_add_the_word_of_a_table(lobby: Lobby) -> None:
    aiko, bruno = await player(lobby, "Aiko"), await player(lobby, "Bruno")
    table = await aiko.open_table(public=True)
    with pytest.raises(NaishiError, match="This table is gone"):
        await bruno.give_word(table, "mine")
    for refused in (aiko.give_word(table, "ü"), bruno.join(table, "x" * 61)):
        with pytest.raises(NaishiError, match="plain ASCII"):
            await refused
    match = await bruno.join(table)
    with pytest.raises(NaishiError, match="This table is gone"):
        await aiko.give_word(table, "too late")
    with pytest.raises(NaishiError, match="no secret"):
        await aiko.commitment(match)
    proof = (await lobby.matches.load(match.id)).game.record.proof
    assert proof is not None
    assert proof.words == ("", "")


async def test_a_secret_is_kept_no_longer_than_its_table(lobby: Lobby, database: Database) -> None:
    aiko, bruno = await player(lobby, "Aiko"), await player(lobby, "Bruno")
    closed, joined = await aiko.open_table(public=True), await aiko.open_table(public=True)
    await aiko.close_table(closed)
    await bruno.join(joined)
    with database.reading() as connection:
        assert connection.exec_driver_sql("SELECT count(*) FROM deal_secrets").scalar_one() == 0
