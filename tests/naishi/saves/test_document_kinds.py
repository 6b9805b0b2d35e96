"""Saves of each kind of game."""

from __future__ import annotations

import json
import random
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from naishi.common.i18n import DamagedSaveError
from naishi.saves import Saves, Summary, document
from naishi.saves.salvage import salvage
from naishi.tabletop.kinds import kind_of

NOW = datetime(2026, 1, 31, 18, 30, tzinfo=UTC)
GAMES = Path(__file__).parents[1] / "games"
FILES = {"ninjato": GAMES / "ninjato" / "games.jsonl", "shogun": GAMES / "shogun" / "data" / "games.jsonl"}
CASES = [
    pytest.param(key, case, id=f"{key} {number}", marks=[pytest.mark.slow] if number > 2 else [])
    for key, path in FILES.items()
    for number, case in enumerate(map(json.loads, path.read_text().splitlines()))
]


def written(game: Any, save_id: str = "k4m") -> bytes:
    return document.write(game.document(), save_id, NOW, NOW)


def seen(game: Any) -> list[str]:
    views = (game.view(seat) for seat in (None, *range(len(game.players))))
    return [*(view.position_text() for view in views), str(game.awaited), str(game.result)]


@pytest.mark.parametrize(("key", "case"), CASES)
def test_a_recorded_game_is_written_and_read_the_same_at_any_step(key: str, case: Mapping[str, Any]) -> None:
    game = kind_of(key).from_case(case)
    last = game.ply()
    for ply in {0, 1, last // 3, last // 2, last - 1, last}:
        then = game.at(ply)
        content = written(then)
        again = document.read(content).game
        assert written(again) == content
        assert seen(again) == seen(then)
        assert [str(action) for action in again.actions] == [str(action) for action in then.actions]


@pytest.mark.parametrize(("key", "case"), CASES)
def test_a_game_goes_on_from_a_position_and_is_saved(key: str, case: Mapping[str, Any], saves: Saves) -> None:
    kind = kind_of(key)
    played = kind.from_case(case)
    then = played.at(played.ply() // 2)
    game = kind.from_position(then.position_text(), seed="7")
    assert game.position_text() == then.position_text()
    assert game.awaited == then.awaited
    with saves.create(game) as opened:
        action = played.actions[then.ply()]
        seat = played.seats()[then.ply()]
        opened.game.play(action, seat)
        opened.save()
    assert seen(saves.load(opened.id)) == seen(opened.game)


@pytest.mark.parametrize(("key", "case"), CASES)
def test_a_file_cut_off_keeps_every_whole_action(key: str, case: Mapping[str, Any], tmp_path: Path) -> None:
    game = kind_of(key).from_case(case)
    content, lines = written(game), game.document()["actions"]
    begun, listed = content.index(b'"chance"'), content.index(b'"actions": [') + len(b'"actions": [')
    dice = random.Random(1)
    for end in sorted(dice.randrange(len(content)) for _cut in range(25)):
        (path := tmp_path / "x").write_bytes(content[:end])
        try:
            rescued = salvage(path)
        except DamagedSaveError:
            assert end < begun
            continue
        assert rescued.kept == min(len(lines), content[listed:end].count(b'"') // 2) or end < listed
        assert rescued.game.document()["actions"] == lines[: rescued.kept]


@pytest.mark.parametrize("key", FILES)
def test_a_list_says_of_each_what_everybody_at_the_table_knows(key: str, saves: Saves) -> None:
    case = json.loads(FILES[key].read_text().splitlines()[0])
    game = kind_of(key).from_case(case)
    middle = game.at(game.ply() // 2)
    saves.folder.mkdir()
    for save_id, each in (("over", game), ("open", middle)):
        (saves.folder / f"{save_id}{document.SUFFIX}").write_bytes(written(each, save_id))
    over, still_open = saves.list()
    assert isinstance(over, Summary)
    assert isinstance(still_open, Summary)
    assert (over.game, over.finished, over.result) == (key, True, game.result)
    assert (still_open.finished, still_open.awaited) == (False, middle.awaited)
    assert over.progress
    assert still_open.progress == kind_of(key).progress(middle)


def test_chance_that_was_fixed_for_later_actions_does_not_spoil_a_save() -> None:
    """It was written with the draws that no action had made yet, and then refused: more chance than was drawn."""
    kind = kind_of("ninjato")
    case = json.loads(FILES["ninjato"].read_text().splitlines()[0])
    played = kind.from_case(case)
    start = played.at(played.ply() // 2)
    game = kind.from_position(start.position_text(), chance=[("bag", ["v"])], seed="7")
    assert document.read(written(game)).game.position_text() == start.position_text()
