"""Public names of `import naishi`, imported lazily: api, common.version."""

from __future__ import annotations

import ast
import json
import random
import subprocess
import sys
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from typing import Literal, cast

import pytest

import naishi
from naishi.games.naishi.game.api import HOMES
from naishi.games.naishi.rules.actions import ACTIONS
from tests.naishi.playing import random_game

PROJECT = Path(__file__).parents[5]


def exported() -> list[str]:
    return sorted(name for name in HOMES if not name.startswith("_"))


def of_a_new_process(code: str) -> object:
    """What a new Python process prints, as a value."""
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=PROJECT)
    return ast.literal_eval(result.stdout)


def test_type_checkers_find_each_name_where_it_is_imported_from() -> None:
    tree = ast.parse((PROJECT / "naishi" / "__init__.pyi").read_text(encoding="utf-8"))
    imports = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    exports = [(alias, node.module) for node in imports for alias in node.names if alias.asname]
    assert {alias.asname: module for alias, module in exports} == HOMES
    assert all(alias.asname == alias.name for alias, _module in exports)


def test_every_public_name_is_that_of_its_module() -> None:
    assert {name: getattr(naishi, name) for name in HOMES} == {
        name: getattr(import_module(module), name) for name, module in HOMES.items()
    }


class TestImportsNoMoreThanItNeeds:
    USES = (
        "naishi.Position, naishi.score",
        "naishi.score('FSABR / FMNRR').lines",
        "naishi.Position(naishi.Deal.random(7)).legal_actions()",
        "naishi.Position.from_text('-/-/-/-/- FSABR/FMNRR MMMMM/MMMMM 001:000 1 f: 1 -').outcome()",
        "naishi.perft(naishi.Position(naishi.Deal.random(7)), 2)",
    )

    @pytest.mark.parametrize("use", USES)
    def test_the_rules_do_without_pydantic(self, use: str) -> None:
        code = f"import naishi, sys; {use}; print(sorted({{each.partition('.')[0] for each in sys.modules}}))"
        assert not {"pydantic", "pydantic_core", "numpy", "babel", "textual", "click", "asyncio"} & {
            *cast("list[str]", of_a_new_process(code))
        }

    @pytest.mark.ci
    def test_the_rules_import_nothing_above_them(self) -> None:
        code = "import naishi, sys; naishi.Position, naishi.score; print(sorted(sys.modules))"
        ours = [each for each in cast("list[str]", of_a_new_process(code)) if each.startswith("naishi.")]
        assert {each.split(".")[1] for each in ours} == {"common", "games"}
        assert {each.split(".")[3] for each in ours if each.count(".") > 2} == {"game", "moved", "rules"}
        game = "naishi.games.naishi.game."
        assert [each for each in ours if each.startswith(game)] == [f"{game}api"]

    @pytest.mark.ci
    def test_a_document_is_made_where_pydantic_was_not_needed_yet(self) -> None:
        code = "import naishi, json; print(json.loads(naishi.score('FSABR / FMNRR').model_dump_json())['total'])"
        assert of_a_new_process(code) == 62


@pytest.mark.ci
@pytest.mark.parametrize(
    "first", ["", "import naishi.games.naishi.rules.position, naishi.games.naishi.game.encoding; ", "dir(naishi); "]
)
def test_the_package_offers_the_names_of_the_one_list(first: str) -> None:
    code = f"import naishi; {first}from naishi import *; import sys\n"
    code += "print(sorted(name for name in naishi.__all__ if globals()[name] is getattr(naishi, name)))"
    assert of_a_new_process(code) == exported()


def test_the_package_has_no_other_names_and_imports_none_before_it_is_used() -> None:
    asked = "'naishi.games.naishi.game.api' in sys.modules, hasattr(naishi, 'nothing'), 'Game' in dir(naishi)"
    assert of_a_new_process(f"import naishi, sys; print([{asked}])") == [False, False, True]


def test_the_version_is_that_of_the_package() -> None:
    assert naishi.__version__ == version("naishi")


def test_every_type_of_action_is_public() -> None:
    kinds = {type(action) for action in ACTIONS}
    assert [kind.__name__ for kind in kinds if getattr(naishi, kind.__name__) is not kind] == []


class TestLikePythonChess:
    def test_peek_and_ply_follow_what_is_pushed_and_popped(self) -> None:
        position = naishi.Position(naishi.Deal.random(7))
        with pytest.raises(IndexError):
            position.peek()
        for ply, action in enumerate((naishi.Give(1), naishi.Give(2), naishi.Develop(naishi.Cell.L4)), 1):
            position.push(action)
            assert (position.peek(), position.ply()) == (action, ply)
        position.pop()
        assert (position.peek(), position.ply()) == (naishi.Give(2), 2)
        assert position.copy().ply() == 0
        assert position.copy(history=True).ply() == 2

    def test_a_game_counts_what_is_not_undone(self) -> None:
        game = naishi.Game.new(seed=7)
        with pytest.raises(IndexError):
            game.peek()
        game.play("give 1")
        game.play("give 2")
        game.undo()
        assert (game.peek().text, game.ply()) == ("give 1", 1)

    def test_a_game_is_over_when_it_has_an_outcome(self) -> None:
        for steps in (0, 30, None):
            game = random_game(7, steps) if steps is not None else random_game(7)
            assert game.is_game_over() is game.position.is_game_over() is (game.outcome is not None)
        assert game.is_game_over()

    def test_what_is_legal_is_in_the_legal_actions(self) -> None:
        position = naishi.Position(naishi.Deal.random(7))
        assert naishi.Give(1) in position.legal_actions()
        assert naishi.Develop(naishi.Cell.L4) not in position.legal_actions()

    def test_a_position_is_drawn_with_letters(self) -> None:
        text = "FTRAKB/-/SSM/R/H MMMMM/SMMTM FORTN/MMNMA 110:000 1 d 1 TT"
        assert str(naishi.Position.from_text(text)).splitlines() == [
            "        1 2 3 4 5",
            "Hand 1  M M N M A",
            "Line 1  F O R T N",
            "River   F - S R H",
            "left    6 0 3 1 1",
            "Line 0  M M M M M",
            "Hand 0  S M M T M",
            "court 110:000 turn 1 done d last 1 discard TT",
        ]

    @pytest.mark.parametrize("expansion", [None, "legends-travellers"])
    def test_a_position_is_drawn_in_ascii_at_every_step(self, expansion: Literal["legends-travellers"] | None) -> None:
        game, chance = naishi.Game.new(7, options=naishi.Options(expansion=expansion)), random.Random(7)
        while actions := game.legal_actions():
            drawn = str(game.position)
            assert drawn.isascii()
            assert len(drawn.splitlines()) == 8
            game.play(chance.choice(actions))
        assert ("ryokan" in drawn) is (expansion is not None)


class TestDocuments:
    @pytest.mark.parametrize(
        ("text", "why"),
        [
            ("", "Invalid JSON"),
            ("{}", "players: Field required"),
            ("[1]", "object"),
            ('{"players": [{"name": "A"}, {"name": "B"}]}', "either with a deal or at a position"),
            ('{"players": [{"name": "A"}, {"name": "B"}], "position": "x"}', "position: "),
        ],
    )
    def test_what_is_no_record_is_refused_in_words(self, text: str, why: str) -> None:
        with pytest.raises(naishi.NaishiError, match=why):
            naishi.GameRecord.from_json(text)

    @pytest.mark.parametrize(
        ("changes", "why"),
        [
            ({"river": [["fort"] * 6] * 5}, "together have"),
            ({"river": [["castle"] * 6] * 5}, "castle"),
            ({"gifts": []}, "gifts"),
            ({"seed": 7}, "seed"),
        ],
    )
    def test_a_bad_deal_is_refused_in_words(self, changes: dict[str, object], why: str) -> None:
        deal = naishi.Deal.random(7).model_dump(mode="json")
        with pytest.raises(naishi.InvalidPositionError, match=why):
            naishi.Deal.from_json(json.dumps(deal | changes))

    def test_records_and_deals_are_read_as_they_were_written(self) -> None:
        record = random_game(7, 20).record
        assert naishi.GameRecord.from_json(record.model_dump_json()) == record
        assert record.deal is not None
        assert naishi.Deal.from_json(record.deal.model_dump_json().encode()) == record.deal


class TestPlayers:
    def test_those_of_a_game_are_not_replaced_behind_its_back(self) -> None:
        game = naishi.Game.new(seed=7)
        for name in ("players", "options"):
            with pytest.raises(AttributeError):
                setattr(game, name, "x")
        assert [player.name for player in game.players] == ["Player 1", "Player 2"]

    def test_one_is_changed_if_there_can_be_such_a_player(self) -> None:
        game = naishi.Game.new(seed=7, players=("Aiko", "Bruno"))
        game.change_player(1, kind="master")
        with pytest.raises(naishi.NaishiError, match="A player needs a name"):
            game.change_player(0, name=" ")
        assert [(player.name, player.kind) for player in game.players] == [("Aiko", "human"), ("Bruno", "master")]
