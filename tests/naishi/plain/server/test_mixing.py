"""Own words for deals of rematches and bot games: match, lobby, verbs."""

from __future__ import annotations

import pytest

from naishi.games.naishi.game.record import DealCheck
from naishi.server import Lobby, OfferKind, Verb
from naishi.tabletop.chance import commitment_to
from tests.naishi.plain.server.people import Reader
from tests.naishi.plain.server.shared import ask
from tests.naishi.server.conftest import Table, answer, guest, offer, resign


@pytest.mark.ci
async def test_a_word_is_added_to_the_deal_of_the_rematch(lobby: Lobby) -> None:
    table = await Table.sit_down(lobby)
    reader = Reader(table.people[0], first=f"join {table.match.id}")
    await reader.hears("\n> ")
    await reader.says("mix rain", "once the game is over")
    await resign(table.seats[1])
    committed = table.seats[0].rematch_deal.commitment
    assert committed is not None
    await reader.says("mix", f"Commitment to the deal of the rematch (SHA-256): {committed}")
    await reader.says("deal", committed)
    await reader.says("mix rain on the roof", "Your words are added to the deal of the rematch.")
    await offer(table.seats[1], OfferKind.REMATCH)
    await answer(table.seats[0], Verb.AGREE)
    proof = (await lobby.matches.load(table.seats[0].agreements.next or "")).game.proof
    assert proof is not None
    assert (proof.commitment, proof.words) == (committed, ("", "rain on the roof"))
    await reader.leave()


@pytest.mark.ci
async def test_a_word_is_added_to_the_deal_of_the_rematch_by_a_verb(lobby: Lobby) -> None:
    table = await Table.sit_down(lobby)
    await resign(table.seats[1])
    committed = table.seats[0].rematch_deal.commitment
    assert committed is not None
    assert committed in await ask(table.people[0], f"show {table.match.id} deal")
    said = await ask(table.people[0], f"play {table.match.id} mix rain on the roof")
    assert "Your words are added to the deal of the rematch." in said
    await offer(table.seats[1], OfferKind.REMATCH)
    await answer(table.seats[0], Verb.AGREE)
    proof = (await lobby.matches.load(table.seats[0].agreements.next or "")).game.proof
    assert proof is not None
    assert proof.words == ("", "rain on the roof")


async def test_a_word_is_added_to_the_deal_of_the_next_game_against_a_bot(lobby: Lobby) -> None:
    visitor = await guest(lobby)
    reader = Reader(visitor)
    committed = visitor.tables.bot_deal.commitment
    await reader.says("mix bot", f"Commitment to the deal (SHA-256): {committed}")
    await reader.says("mix bot rain on the roof", "Your words are added to the deal of your next game against a bot.")
    await reader.says("bot beginner", "Your game with")
    (match,) = (await visitor.refresh()).mine
    proof = (await lobby.matches.load(match.id)).game.proof
    assert proof is not None
    assert commitment_to(proof.secret) == committed
    assert proof.words == ("rain on the roof", "")
    await reader.leave()


@pytest.mark.ci
async def test_the_score_says_whether_the_deal_is_what_was_committed_to(lobby: Lobby) -> None:
    table = await Table.sit_down(lobby)
    await table.play_to_the_end()
    await table.lobby.settled()
    reader = Reader(table.people[0], first=f"join {table.match.id}")
    await reader.hears("\n> ")
    for question in ("score", "deal"):
        await reader.says(question, "The deal is right: it follows from the secret that was committed to")
    assert table.seats[0].view.deal_check is DealCheck.RIGHT
    await reader.leave()
