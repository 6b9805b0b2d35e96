"""Save versions: frozen, migrated, or refused if newer."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from naishi import Deal, Game, Position
from naishi.common.i18n import DamagedSaveError, NewerSaveError
from naishi.games.naishi.game.record import DealCheck, GameRecord, Options
from naishi.games.naishi.rules.cards import LEGENDS_TRAVELLERS, Module
from naishi.saves import Saves, document
from naishi.tabletop.chance import DealProof, commitment_to
from naishi.tabletop.players import Player
from tests.naishi.playing import EXPANSION
from tests.naishi.saving import play

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


def from_version_0(data: dict[str, Any]) -> dict[str, Any]:
    """A made-up older version called the actions moves, and had no undo."""
    data = dict(data)
    data["actions"] = data.pop("moves")
    return {**data, "cursor": len(data["actions"]), "options": {"undo": "off"}}


@pytest.fixture
def version_0() -> dict[str, Any]:
    data: dict[str, Any] = json.loads(VERSION_1[0].read_bytes())
    data["moves"] = data.pop("actions")
    del data["cursor"], data["options"]
    data["version"] = 0
    return data | {"checksum": document.checksum(data)}


def test_an_older_version_is_migrated_and_becomes_version_1_when_played_on(
    version_0: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(document, "MIGRATIONS", {0: from_version_0})
    path = tmp_path / f"{version_0['id']}.naishi.json"
    path.write_text(json.dumps(version_0))
    with Saves(tmp_path).open(version_0["id"]) as opened:
        assert len(opened.game.actions) == len(version_0["moves"])
        assert json.loads(path.read_text())["version"] == 0, "reading changes nothing"
        play(opened, opened.game.legal_actions()[0])
    assert json.loads(path.read_text())["version"] == 1
    assert document.read(path.read_bytes()).game.record == opened.game.record


def test_an_altered_older_version_is_refused_before_it_is_migrated(version_0: dict[str, Any]) -> None:
    with pytest.raises(DamagedSaveError, match="checksum"):
        document.migrated(version_0 | {"id": "other"}, {0: from_version_0})


def test_a_version_that_no_migration_knows_is_refused(version_0: dict[str, Any]) -> None:
    with pytest.raises(DamagedSaveError, match="unknown version"):
        document.migrated(version_0)


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
