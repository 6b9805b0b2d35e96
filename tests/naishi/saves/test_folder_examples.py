"""Bundled example games."""

from __future__ import annotations

import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest

import naishi
from naishi.common import paths
from naishi.common.i18n import SaveError
from naishi.saves import Saves
from tests.naishi.saves.example_saves import write_examples
from tests.naishi.saving import play

PROJECT = Path(__file__).parents[3]


@pytest.fixture
def examples(tmp_path: Path) -> Saves:
    write_examples(tmp_path)
    return Saves(tmp_path)


def test_the_finished_example_ends_with_the_rulebook_s_62_points(examples: Saves) -> None:
    game = examples.load("rulebook")
    assert game.position.territory(0).to_text() == (
        "fort sentinel advisor banner rice / fort mountain naishi rice rice"
    )
    assert game.outcome is not None
    assert game.outcome.winner == 0
    assert [sheet.total for sheet in game.outcome.sheets] == [62, 61]
    assert {str(card): points for card, points in game.outcome.sheets[0].points.items()} == {
        "mountain": 5, "banner": 3, "advisor": 7, "rice": 20, "fort": 12, "sentinel": 7, "naishi": 8,
    }  # fmt: skip


def test_the_other_example_stands_in_the_middle_of_a_turn(examples: Saves) -> None:
    game = examples.load("midgame")
    view = game.view(0)
    assert (view.phase, view.round, view.turn, view.developed) == (naishi.Phase.PLAY, 4, 0, True)
    assert game.can_undo
    assert game.can_redo
    assert [side.sent.free for side in view.sides] == [1, 0]
    assert view.sides[0].sent.decree == 1


@pytest.mark.parametrize("save_id", ["rulebook", "midgame"])
def test_the_shipped_files_are_those_of_the_script(examples: Saves, save_id: str) -> None:
    name = f"{save_id}.naishi.json"
    assert (PROJECT / "saves" / "examples" / name).read_bytes() == (examples.folder / name).read_bytes()


def test_the_same_files_are_made_every_time(examples: Saves, tmp_path: Path) -> None:
    (again := tmp_path / "again").mkdir()
    write_examples(again)
    for file in again.iterdir():
        assert file.read_bytes() == (tmp_path / file.name).read_bytes()


class TestInTheirFolder:
    """Beside the games of one's own."""

    @pytest.fixture
    def saves(self, tmp_path: Path) -> Saves:
        (folder := tmp_path / "saves" / "examples").mkdir(parents=True)
        write_examples(folder)
        return Saves(folder.parent)

    def test_they_are_listed_apart_and_never_gone_on_with_by_themselves(self, saves: Saves) -> None:
        assert saves.list() == ()
        assert saves.latest() is None
        assert {(game.id, game.example) for game in saves.examples()} == {("rulebook", True), ("midgame", True)}

    def test_one_is_opened_as_a_copy(self, saves: Saves) -> None:
        before = saves.path("midgame").read_bytes()
        with saves.open("mid") as opened:
            assert opened.game.record == saves.load("midgame").record
            play(opened, "end")
        assert saves.path("midgame").read_bytes() == before
        (copy,) = saves.list()
        assert copy == saves.latest()
        assert opened.id == copy.id != "midgame"

    def test_none_can_be_deleted(self, saves: Saves) -> None:
        with pytest.raises(SaveError, match="example"):
            saves.delete("rulebook")
        assert saves.path("rulebook").exists()

    def test_a_game_of_ones_own_hides_an_example_of_its_id(self, saves: Saves) -> None:
        saves.path("midgame").rename(own := saves.folder / "midgame.naishi.json")
        write_examples(saves.folder / "examples")
        assert saves.path("midgame") == own
        assert [game.id for game in saves.examples()] == ["rulebook"]


class TestInstalled:
    """From a wheel, which has them in the package."""

    @pytest.fixture(autouse=True)
    def installed(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """A package with all that the build puts into it, outside any checkout."""
        build = tomllib.loads((PROJECT / "pyproject.toml").read_text())["tool"]["hatch"]["build"]["targets"]["wheel"]
        for source, target in build["force-include"].items():
            shutil.copytree(PROJECT / source, tmp_path / "site-packages" / target)
        monkeypatch.delenv("NAISHI_SAVES")
        monkeypatch.setattr(paths, "CHECKOUT", tmp_path / "site-packages")
        examples = paths.EXAMPLES.relative_to(PROJECT)
        monkeypatch.setattr(paths, "EXAMPLES", tmp_path / "site-packages" / examples)

    def test_they_go_with_the_folder_of_the_program(self) -> None:
        saves = Saves(paths.saves_folder())
        assert {game.id for game in saves.examples()} == {"rulebook", "midgame"}
        assert saves.list() == ()
        with saves.open("mid") as opened:
            play(opened, "end")
        assert {game.id for game in saves.list()} == {opened.id}
        assert len(saves.load("midgame").actions) == len(opened.game.actions) - 1

    def test_a_folder_of_ones_own_has_none(self, tmp_path: Path) -> None:
        assert Saves(tmp_path).examples() == ()


def test_git_ignores_the_games_that_are_played_in_a_clone(tmp_path: Path) -> None:
    shutil.copytree(PROJECT / "saves", tmp_path / "saves", ignore=lambda *_: ["trash", ".locks"])
    subprocess.run(["git", "init", "-q", tmp_path], check=True)
    saves = Saves(tmp_path / "saves")
    saves.open("midgame").close()
    saves.create(naishi.Game.new(7)).close()
    listed = subprocess.run(
        ["git", "ls-files", "--others", "--exclude-standard"], cwd=tmp_path, check=True, capture_output=True, text=True
    )
    assert listed.stdout.split() == [
        "saves/.gitignore", "saves/examples/midgame.naishi.json", "saves/examples/rulebook.naishi.json",
    ]  # fmt: skip
