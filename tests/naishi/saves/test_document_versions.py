"""Save versions: frozen, or refused if newer or unknown."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest

from naishi import Deal, Game, Position
from naishi.common.i18n import DamagedSaveError, NewerSaveError
from naishi.games.naishi.game.record import DealCheck, GameRecord, Options
from naishi.games.naishi.rules.cards import LEGENDS_TRAVELLERS, Module
from naishi.saves import document
from naishi.tabletop.chance import DealProof, commitment_to
from naishi.tabletop.players import Player
from tests.naishi.playing import EXPANSION

NOW = datetime(2026, 1, 31, 18, 30, tzinfo=UTC)

GOLDEN = Path(__file__).parent / "golden"
VERSION_1 = sorted((GOLDEN / "version-1").iterdir())
NEWER = [path for version in ("version-3", "version-4", "version-5") for path in sorted((GOLDEN / version).iterdir())]
FROZEN = [*VERSION_1, *NEWER]


@pytest.mark.parametrize("path", FROZEN, ids=[f"{path.parent.name}-{path.name}" for path in FROZEN])
def test_a_save_reads_for_ever_and_is_written_the_same(path: Path) -> None:
    content = path.read_bytes()
    saved = document.read(content)
    made = saved.header
    assert document.write(saved.game.document(), made.id, made.created, made.updated) == content


def test_an_unknown_version_is_refused() -> None:
    data = json.loads(VERSION_1[0].read_bytes())
    with pytest.raises(DamagedSaveError, match="unknown version"):
        document.read(json.dumps(data | {"version": 0}).encode())


def test_a_newer_version_is_refused_whatever_else_it_says() -> None:
    with pytest.raises(NewerSaveError):
        document.read(b'{"format": "naishi-save", "version": 7, "strange": [[[]]]}')


def test_only_games_with_the_expansion_are_written_as_version_3() -> None:
    position = "CA/RK/SF/TO/RA MMMMM/MUTMM MMMMM/MMMMM 100:000 0 - - - 14"
    games = [
        Game.new(seed=7),
        Game.from_position(Position.from_text("F/A/K/H/O MMMMM/MMMMM MMMMM/MMMMM 000:000 0 - - -")),
        Game.new(seed=7, options=EXPANSION),
        Game.from_position(Position.from_text(position)),
    ]
    written = [document.write(game.document(), "x", NOW, NOW) for game in games]
    assert [json.loads(content)["version"] for content in written] == [1, 2, 3, 3]
    assert [document.read(content).game.record for content in written] == [game.record for game in games]
    assert [b"expansion" in content for content in written] == [False, False, True, True]


@pytest.mark.parametrize("expansion", [None, LEGENDS_TRAVELLERS])
def test_a_game_with_a_proof_of_its_deal_is_written_as_version_4(expansion: Module | None) -> None:
    proof = DealProof.draw("0" * 32, ("rain", ""))
    players = Player(name="Aiko"), Player(name="Bruno")
    deal, options = Deal.random(proof.seed, expansion), Options(expansion=expansion)
    record = GameRecord(players=players, options=options, deal=deal, proof=proof)
    written = document.write(Game(record).document(), "x", NOW, NOW)
    assert json.loads(written)["version"] == 4
    assert document.read(written).game.record == record


def test_a_save_with_the_expansion_whose_options_do_not_say_so_is_refused() -> None:
    data = json.loads((GOLDEN / "version-3" / "pending.naishi.json").read_bytes())
    del data["options"]["expansion"]
    data["checksum"] = document.checksum(data)
    with pytest.raises(DamagedSaveError, match="disagree on whether the game is played with the expansion"):
        document.read(json.dumps(data).encode())


def test_a_proof_whose_seats_were_settled_is_written_and_read() -> None:
    proof = DealProof.seated("0" * 32, ("rain", ""), (commitment_to("0" * 32),))
    record = GameRecord(players=(Player(name="Aiko"), Player(name="Bruno")), deal=Deal.random(proof.seed), proof=proof)
    read = document.read(document.write(Game(record).document(), "x", NOW, NOW)).game
    assert read.proof == proof
    assert read.check_deal() is DealCheck.RIGHT
