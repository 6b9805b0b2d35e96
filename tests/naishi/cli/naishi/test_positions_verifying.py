"""The command `naishi verify`."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from naishi.games.naishi.game.record import GameRecord
from naishi.games.naishi.rules.cards import Deal
from naishi.saves import document
from naishi.tabletop.chance import DealProof, commitment_to
from naishi.tabletop.players import Player
from tests.naishi.cli.conftest import Run, one_line

NOW = datetime(2026, 1, 31, 18, 30, tzinfo=UTC)


def _proved(folder: Path, **changed: Any) -> Path:
    proof = DealProof.draw("0" * 32, ("rain", ""))
    players = Player(name="Aiko"), Player(name="Bruno")
    record = GameRecord(players=players, deal=Deal.random(proof.seed), proof=proof).model_copy(update=changed)
    path = folder / "proved.naishi.json"
    path.write_bytes(document.write(record.document(), "x", NOW, NOW))
    return path


def test_verify_says_what_a_deal_was_drawn_from(run: Run, tmp_path: Path) -> None:
    shown = run("verify", str(_proved(tmp_path))).stdout
    assert f"(SHA-256): {commitment_to('0' * 32)}\n" in shown
    assert "'rain'\n" in shown
    assert "added no word." in shown
    assert shown.endswith("Right: the cards and the seats follow from the secret and the words.\n")


def test_verify_notices_another_deal(run: Run, tmp_path: Path) -> None:
    result = run("verify", str(_proved(tmp_path, deal=Deal.random(1))))
    assert result.exit_code == 1
    assert "not those that follow from the secret and the words" in result.stderr
    assert "Right" not in result.stdout


def test_verify_says_that_a_game_has_no_proof(run: Run, save_id: str) -> None:
    one_line(run("verify", save_id), "This deal can't be checked")
