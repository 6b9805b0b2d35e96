"""Verifiable deals."""

from __future__ import annotations

import hashlib
import random

import pytest
from pydantic import ValidationError

from naishi.common.i18n import NaishiError
from naishi.games.naishi.editor.replay import branch
from naishi.games.naishi.game.game import Game
from naishi.games.naishi.game.record import DealCheck, GameRecord, Options, holds
from naishi.games.naishi.rules.cards import LEGENDS_TRAVELLERS, Deal, Module
from naishi.tabletop.chance import WORD_LENGTH, DealProof, check_word, commitment_to, new_secret
from naishi.tabletop.players import Player

SECRET = "00112233445566778899aabbccddeeff"  # noqa: S105 - of a deal
PLAYERS = Player(name="Aiko"), Player(name="Bruno")


def test_a_commitment_is_the_hash_that_every_shell_computes() -> None:
    assert commitment_to(SECRET) == hashlib.sha256(SECRET.encode()).hexdigest()
    assert DealProof.draw(SECRET).commitment == commitment_to(SECRET)


@pytest.mark.parametrize("expansion", [None, LEGENDS_TRAVELLERS])
def test_a_deal_follows_from_the_secret_and_the_words(expansion: Module | None) -> None:
    """The same at any time and on any machine: the river below was worked out once."""
    proof = DealProof.draw(SECRET, ("rain", "cherry tree"))
    assert proof.host == 0
    assert proof.seed == f'["{SECRET}", "rain", "cherry tree"]'
    assert holds(proof, Deal.random(proof.seed, expansion))


def test_each_part_of_a_proof_changes_the_deal() -> None:
    proof = DealProof.draw(SECRET, ("rain", "cherry tree"))
    others = [
        DealProof.draw(SECRET[::-1], proof.words),
        DealProof.draw(SECRET, ("rain", "cherry")),
        DealProof.draw(SECRET, ("cherry tree", "rain")),
        DealProof.draw(SECRET, ('rain", "', "tree")),
        DealProof.draw(SECRET),
    ]
    assert len({Deal.random(each.seed).model_dump_json() for each in (proof, *others)}) == 6
    assert not any(holds(proof, Deal.random(other.seed)) for other in others)


def test_a_proof_with_the_seats_exchanged_does_not_hold() -> None:
    proof = DealProof.draw(SECRET)
    exchanged = proof.model_copy(update={"host": 1 - proof.host})
    assert not holds(exchanged, Deal.random(proof.seed))


def test_either_player_may_begin() -> None:
    chance = random.Random(5)
    hosts = [DealProof.draw(chance.randbytes(16).hex()).host for _ in range(200)]
    assert 70 < sum(hosts) < 130


def test_secrets_are_long_and_different() -> None:
    assert len({new_secret() for _ in range(100)}) == 100
    assert len(bytes.fromhex(new_secret())) == 16


@pytest.mark.parametrize("word", ["", "rain", "two words", "!~", "x" * WORD_LENGTH])
def test_words_that_everybody_can_type_again_are_taken(word: str) -> None:
    assert check_word(word) == word


@pytest.mark.parametrize("word", ["x" * (WORD_LENGTH + 1), "é", " x", "x ", "a  b", "a\nb", "\x1b[2J", "a\n"])
def test_other_words_are_refused(word: str) -> None:
    with pytest.raises(NaishiError, match="plain ASCII"):
        check_word(word)
    with pytest.raises(ValidationError):
        DealProof.draw(SECRET, (word, ""))


def test_a_game_keeps_the_proof_of_its_deal() -> None:
    proof = DealProof.draw(SECRET)
    game = Game(GameRecord(players=PLAYERS, deal=Deal.random(proof.seed), proof=proof))
    game.play("give 1")
    assert [each.record.proof for each in (game, game.copy(), game.at(0))] == [proof] * 3
    assert game.rematch().record.proof is None
    assert branch(game, PLAYERS).record.proof is None


def test_only_a_deal_can_be_proved() -> None:
    position = Game.new(seed=1).record.start().to_text()
    with pytest.raises(ValidationError, match="begins with a deal"):
        GameRecord(players=PLAYERS, options=Options(), position=position, proof=DealProof.draw(SECRET))


def test_no_view_tells_the_secret() -> None:
    proof = DealProof.draw(SECRET, ("rain", "cherry"))
    game = Game(GameRecord(players=PLAYERS, deal=Deal.random(proof.seed), proof=proof))
    for seat in (0, 1, None):
        assert SECRET not in game.view(seat).model_dump_json()


def test_a_finished_game_says_whether_its_deal_is_what_was_committed_to() -> None:
    proof = DealProof.seated("0" * 32, ("rain", ""))
    others = DealProof.seated("1" * 32, ("rain", ""))
    expected = {
        DealCheck.RIGHT: GameRecord(players=PLAYERS, deal=Deal.random(proof.seed), proof=proof),
        DealCheck.WRONG: GameRecord(players=PLAYERS, deal=Deal.random(others.seed), proof=proof),
        DealCheck.UNPROVED: GameRecord(players=PLAYERS, deal=Deal.random(proof.seed)),
    }
    for check, record in expected.items():
        game = Game(record)
        assert {game.view(seat).deal_check for seat in (0, 1, None)} == {None}, "the game goes on"
        while game.outcome is None:
            game.play(game.legal_actions()[0])
        assert {game.view(seat).deal_check for seat in (0, 1, None)} == {check}
        assert Game(game.record).view(0).deal_check is check
    assert Game.from_position(game.position).check_deal() is DealCheck.NO_DEAL


def test_a_secret_of_another_round_or_other_seats_prove_nothing() -> None:
    hashes = (commitment_to("1" * 32), commitment_to("0" * 32))
    proof = DealProof.seated("0" * 32, ("", ""), hashes)
    deal = Deal.random(proof.seed)
    assert holds(proof, deal)
    assert proof.commitment == commitment_to("\n".join(hashes))
    assert not holds(proof.model_copy(update={"round": hashes[:1]}), deal)
    assert not holds(proof.model_copy(update={"host": 1}), deal)
