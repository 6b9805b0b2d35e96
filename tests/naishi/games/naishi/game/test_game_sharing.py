"""Isolation of a game from values it returns."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from dataclasses import fields, is_dataclass

import pytest
from pydantic import BaseModel

from naishi import Game, NaishiError, Position
from naishi.games.naishi.rules.effects import State
from tests.naishi.playing import random_game

NINJAS = "-/-/-/-/- XASMM/XMMMM XASMM/MMMMM 001:000 1 - 1 -"


def contents(thing: object) -> Iterator[object]:
    """What can be reached from a thing in one step."""
    if isinstance(thing, BaseModel):
        yield from (getattr(thing, name) for name in type(thing).model_fields)
    elif is_dataclass(thing):
        yield from (getattr(thing, field.name) for field in fields(thing))
    elif isinstance(thing, Position):
        yield from (getattr(thing, name) for name in State.__slots__)
    elif isinstance(thing, dict):
        yield from (*thing.keys(), *thing.values())
    elif isinstance(thing, list | tuple | set | frozenset):
        yield from thing


def spoil(thing: object, seen: set[int]) -> int:
    """Empty every list, dict and set that can be reached, the innermost first, and put rubbish in; count them."""
    if id(thing) in seen:
        return 0
    seen.add(id(thing))
    spoilt = sum([spoil(each, seen) for each in [*contents(thing)]])
    if isinstance(thing, dict):
        thing.clear()
        thing["x"] = 1
    elif isinstance(thing, list):
        thing[:] = ["x"]
    elif isinstance(thing, set):
        thing.clear()
    else:
        return spoilt
    return spoilt + 1


def everything(game: Game) -> list[str]:
    views = [game.view(seat).model_dump_json() for seat in (0, 1, None)]
    outcome = game.outcome.model_dump_json() if game.outcome else ""
    return [*views, game.record.model_dump_json(), game.position.to_text(), outcome, str(game.legal_actions())]


def handed_out(game: Game) -> list[object]:
    told = [part for seat in (0, 1, None) for part in (game.view(seat), game.events(seat), game.view(seat).position())]
    return [
        *told,
        game.record,
        game.position,
        game.outcome,
        game.legal_actions(),
        game.actions,
        game.deal,
        game.players,
    ]


@pytest.mark.parametrize("steps", [0, 1, 2, 15, 1000])
@pytest.mark.parametrize("seed", range(8))
def test_whatever_is_changed_in_what_a_game_hands_out_it_stays_as_it_is(seed: int, steps: int) -> None:
    game = random_game(seed, steps)
    before, another = everything(game), everything(Game.new(seed=99))
    assert spoil(handed_out(game), set()) > 10
    assert (everything(game), everything(Game.new(seed=99))) == (before, another)
    while game.can_undo:
        game.undo()
    while game.can_redo:
        game.redo()
    assert everything(game) == before


def test_the_copies_of_a_view_are_its_own() -> None:
    Game.new(seed=7).view(0).sides[0].copies["x"] = 1  # type: ignore[index, assignment]
    assert Game.new(seed=7).view(0).sides[0].copies == {}


def test_a_position_and_its_copy_share_no_copies_of_ninjas() -> None:
    position = Position.from_text(NINJAS)
    position.push(position.legal_actions()[0])
    before = position.to_text()
    spoil(position.copy(history=True), set())
    assert position.to_text() == before


@pytest.mark.parametrize("copied", [Game.copy, copy.copy, copy.deepcopy])
def test_a_copy_of_a_game_goes_its_own_way(copied: object) -> None:
    game = random_game(5, 20)
    game.undo()
    before = everything(game)
    assert callable(copied)
    twin = copied(game)
    assert everything(twin) == before
    while twin.can_undo:
        twin.undo()
    twin.play("give 2")
    assert everything(game) == before
    assert (game.can_redo, twin.can_redo) == (True, False)
    game.redo()
    while game.can_undo:
        game.undo()
    assert game.position == Game.new(deal=game.deal).position


class TestAt:
    def test_is_the_game_after_so_many_actions(self) -> None:
        game = random_game(5)
        texts = [game.at(ply).position.to_text() for ply in range(len(game.actions) + 1)]
        position = Position(game.deal)
        assert texts[0] == position.to_text()
        for action, text in zip(game.actions, texts[1:], strict=True):
            position.push(action)
            assert text == position.to_text()

    def test_moves_on_to_what_was_undone(self) -> None:
        game = random_game(5, 10)
        game.undo()
        assert (game.at(10).can_redo, len(game.at(10).actions), len(game.actions)) == (False, 10, 9)

    @pytest.mark.parametrize("ply", [-1, 11])
    def test_refuses_what_was_never_played(self, ply: int) -> None:
        with pytest.raises(NaishiError, match=f"There is no ply {ply} in this game; the last is 10."):
            random_game(5, 10).at(ply)
