"""The trash, taking games in, and mending damaged ones."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from naishi.common.i18n import DamagedSaveError, NewerSaveError, SaveError, SaveNotFoundError
from naishi.saves import OpenGame, Problem, Saves, Summary, read_file
from naishi.saves.salvage import salvage
from tests.naishi.saves.clock import set_clock
from tests.naishi.saving import play, undo


def test_a_deleted_game_is_listed_in_the_trash_and_comes_back(saves: Saves, opened: OpenGame) -> None:
    opened.close()
    saves.delete(opened.id)
    (summary,) = saves.trash.list()
    assert isinstance(summary, Summary)
    assert summary.id == opened.id
    assert saves.restore(opened.id[:4]) == opened.id
    assert saves.trash.list() == ()
    with saves.open(opened.id) as again:
        assert again.game.record == opened.game.record


def test_of_games_deleted_under_one_id_the_newest_comes_back(
    saves: Saves, opened: OpenGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    early = opened.path.read_bytes()
    set_clock(monkeypatch, datetime.now(UTC) + timedelta(seconds=1))
    play(opened, "develop L2")
    opened.close()
    late = opened.path.read_bytes()
    for content in (late, early):
        opened.path.write_bytes(content)
        saves.delete(opened.id)
    assert all(isinstance(entry, Summary) for entry in saves.trash.list())
    saves.restore(opened.id)
    assert opened.path.read_bytes() == late
    with pytest.raises(SaveError, match="another game"):
        saves.restore(opened.id)
    assert opened.path.read_bytes() == late
    assert len(saves.trash.list()) == 1


def test_what_is_not_in_the_trash_does_not_come_back(saves: Saves, opened: OpenGame) -> None:
    for text in ("", "zzz", "../..", opened.id):
        with pytest.raises(SaveNotFoundError, match="in the trash"):
            saves.restore(text)


def test_a_game_from_elsewhere_keeps_its_id_where_that_is_free(opened: OpenGame, tmp_path: Path) -> None:
    opened.close()
    other = Saves(tmp_path / "other")
    assert other.adopt(read_file(opened.path)) == opened.id
    assert (other.folder / opened.path.name).read_bytes() == opened.path.read_bytes()


def test_a_game_taken_in_twice_is_there_once(opened: OpenGame, tmp_path: Path) -> None:
    opened.close()
    other = Saves(tmp_path / "other")
    assert {other.adopt(read_file(opened.path)) for _time in range(2)} == {opened.id}
    assert len(other.list()) == 1


def test_a_game_whose_id_is_taken_gets_another_and_harms_none(saves: Saves, opened: OpenGame, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    copy.write_bytes(opened.path.read_bytes())
    play(opened, "develop L2")
    save_id = saves.adopt(read_file(copy))
    assert save_id != opened.id
    assert saves.load(save_id).record == read_file(copy).game.record
    assert saves.load(opened.id).record == opened.game.record


def test_a_game_deleted_before_is_not_taken_in_under_its_old_id(saves: Saves, opened: OpenGame, tmp_path: Path) -> None:
    opened.close()
    copy = opened.path.rename(tmp_path / "copy")
    copy_content = copy.read_bytes()
    opened.path.write_bytes(copy_content)
    saves.delete(opened.id)
    assert saves.adopt(read_file(copy)) != opened.id


def damaged(path: Path, content: bytes) -> Path:
    path.write_bytes(content)
    return path


@pytest.mark.parametrize("after", range(1, 7))
def test_a_file_that_breaks_off_keeps_every_whole_action(opened: OpenGame, after: int) -> None:
    opened.close()
    content = opened.path.read_bytes()
    actions = [str(action) for action in opened.game.actions]
    end = content.index(json.dumps(actions[:after])[1:-1].encode()) + len(json.dumps(actions[:after])) - 2
    rescued = salvage(damaged(opened.path, content[:end]))
    assert [str(action) for action in rescued.game.actions] == actions[:after]
    assert [player.name for player in rescued.game.players] == ["Aiko", "Bruno"]
    assert (rescued.kept, rescued.lost, rescued.defaulted) == (after, None, ("cursor",))


def test_an_action_that_is_not_allowed_ends_what_is_kept(altered: Callable[..., Path]) -> None:
    path = altered(actions=["give 1", "give 2", "declare", "develop L1"], cursor=4)
    rescued = salvage(path)
    assert (rescued.kept, rescued.lost) == (2, 2)


@pytest.mark.parametrize("action", ["jump", 7, None, ["give 1"], {"a": 1}])
def test_what_is_no_action_ends_what_is_kept(altered: Callable[..., Path], action: Any) -> None:
    rescued = salvage(altered(actions=["give 1", action, "give 2"]))
    assert (rescued.kept, rescued.lost) == (1, 2)


def test_what_was_taken_back_stays_taken_back(opened: OpenGame) -> None:
    undo(opened)
    undo(opened)
    opened.close()
    rescued = salvage(damaged(opened.path, opened.path.read_bytes().replace(b'"checksum"', b'"x"')))
    assert rescued.game.record == opened.game.record


def test_damaged_names_and_options_do_not_cost_the_game(altered: Callable[..., Path]) -> None:
    rescued = salvage(altered(players=7, options=[]))
    assert (rescued.kept, rescued.lost, rescued.defaulted) == (6, 0, ("players", "options"))
    assert [player.name for player in rescued.game.players] == ["Player 1", "Player 2"]


def test_without_its_deal_nothing_is_left_of_a_game(altered: Callable[..., Path]) -> None:
    with pytest.raises(DamagedSaveError, match="beginning of the game is damaged"):
        salvage(altered(deal=None))


def test_what_was_never_ours_or_is_newer_is_not_mended(opened: OpenGame, tmp_path: Path) -> None:
    with pytest.raises(DamagedSaveError, match="not a saved Naishi game"):
        salvage(damaged(tmp_path / "x", b"{}"))
    content = opened.path.read_bytes().replace(b'"version": 1', b'"version": 7')
    for newer in (content, content[:-40]):
        with pytest.raises(NewerSaveError):
            salvage(damaged(tmp_path / "x", newer))


def test_the_trash_lists_what_is_damaged_too(saves: Saves, opened: OpenGame) -> None:
    opened.close()
    opened.path.write_bytes(b"")
    saves.delete(opened.id)
    (problem,) = saves.trash.list()
    assert isinstance(problem, Problem)
    assert (saves.trash.folder / opened.path.name).exists()
