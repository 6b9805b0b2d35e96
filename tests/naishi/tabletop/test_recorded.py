"""Recorded games: random play of two to five."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, strategies as st

from naishi.common.i18n import IllegalActionError, InvalidActionError, NaishiError, NewerSaveError
from naishi.tabletop.recorded import RecordedGame
from tests.naishi.tabletop.shared import KIND, new
from tests.naishi.tabletop.unison import Position

Plan = list[tuple[int, int]]
"""Which of the awaited seats acts next, and which of its actions it takes."""


PLANS = st.lists(st.tuples(st.integers(0, 4), st.integers(0, 2)), max_size=15)


SEATS = st.integers(2, 5)


def play(game: RecordedGame[Position], plan: Plan) -> None:
    for who, what in plan:
        if awaited := game.awaited:
            seat = awaited[who % len(awaited)]
            actions = game.view(seat).legal_actions
            game.play(actions[what % len(actions)], seat)


def everything(game: RecordedGame[Position]) -> list[Any]:
    return [game.view(seat) for seat in (None, *range(len(game.players)))]


@given(SEATS, PLANS)
def test_undo_to_every_ply_and_redo_show_everybody_the_same_as_before(seats: int, plan: Plan) -> None:
    game, seen = new(seats), list[list[Any]]()
    for step in plan:
        seen.append(everything(game))
        before = game.ply()
        play(game, [step])
        if game.ply() == before:
            seen.pop()
    end = everything(game)
    while game.can_undo:
        game.undo()
        assert everything(game) == seen[game.ply()]
    while game.can_redo:
        game.redo()
    assert everything(game) == end
    for ply, views in enumerate(seen[: game.ply()]):
        assert everything(game.at(ply)) == views


@given(SEATS, PLANS, st.integers(0, 15))
def test_a_document_brings_back_the_game_at_any_cursor(seats: int, plan: Plan, back: int) -> None:
    game = new(seats)
    play(game, plan)
    for _step in range(min(back, game.ply())):
        game.undo()
    read = KIND.read(json.loads(json.dumps(game.document())))
    assert isinstance(read, RecordedGame)
    assert read.document() == game.document()
    assert everything(read) == everything(game)
    assert (read.can_redo, read.seats()) == (game.can_redo, game.seats())


@given(SEATS, PLANS, st.integers(1, 3))
def test_a_choice_that_is_not_seen_yet_changes_nobody_elses_view(seats: int, plan: Plan, other: int) -> None:
    game = new(seats)
    play(game, plan)
    if len(game.awaited) < 2:
        return
    seat = game.awaited[0]
    views = []
    for action in game.view(seat).legal_actions:
        twin = game.copy()
        twin.play(action, seat)
        views.append(
            [view for viewer, view in zip((None, *range(seats)), everything(twin), strict=True) if viewer != seat]
        )
    assert all(each == views[0] for each in views)


@given(SEATS, PLANS)
def test_withdrawing_brings_back_what_was_before_the_choice_and_keeps_the_others(seats: int, plan: Plan) -> None:
    game = new(seats)
    play(game, plan)
    hidden = [step for step in range(game.ply()) if game.events(None)[step].action is None]
    for seat in {game.seats()[ply] for ply in hidden}:
        twin = game.copy()
        taken = twin.withdraw(seat)
        assert seat in twin.awaited
        assert twin.ply() == game.ply() - 1
        twin.play(taken, seat)
        assert twin.view(seat).model_copy(update={"events": ()}) == game.view(seat).model_copy(update={"events": ()})
    for seat in set(range(seats)) - {game.seats()[ply] for ply in hidden}:
        with pytest.raises(IllegalActionError, match="nothing to withdraw"):
            game.withdraw(seat)


def test_what_is_refused_changes_nothing() -> None:
    game = new(3)
    game.play("2", 1)
    before = game.document(), everything(game)
    for text, seat, why in (
        ("2", 1, "You have decided"),
        ("2", 5, "There is no seat '5'"),
        ("2", None, "say for which seat"),
    ):
        with pytest.raises(IllegalActionError, match=why):
            game.play(text, seat)
    with pytest.raises(InvalidActionError):
        game.play("4", 0)
    assert (game.document(), everything(game)) == before


@pytest.mark.parametrize(
    ("change", "error", "why"),
    [
        ({"game": "go"}, NaishiError, "game of 'go'"),
        ({"rules": 2}, NewerSaveError, "newer rules"),
        ({"players": [{"name": "Aiko"}]}, NaishiError, "2 to 5 players"),
        ({"chance": []}, NaishiError, "cards|chance"),
        ({"chance": [["cards", [1, 2, 2]]]}, NaishiError, "impossible outcome"),
        ({"chance": [["dice", [1, 2, 3]]]}, NaishiError, "dice"),
        ({"chance": [["cards", [1, 2, 3]], ["cards", [1, 2, 3]]]}, NaishiError, "more chance"),
        ({"actions": ["0 2", "0 3"]}, NaishiError, "Action 2"),
        ({"actions": ["two"], "cursor": 0}, NaishiError, "begins with its seat"),
        ({"cursor": 4}, NaishiError, "cursor"),
        ({"dragons": 1}, NaishiError, "dragons"),
    ],
)
def test_a_record_that_can_not_be_is_refused_in_one_line(
    change: dict[str, Any], error: type[Exception], why: str
) -> None:
    game = new(2)
    game.play("2", 0)
    game.play("3", 1)
    document = {**game.document(), **change}
    if change == {"chance": []}:
        document["actions"], document["cursor"], document["chance"] = [], 0, [["dice", []]]
    with pytest.raises(error, match=why) as refused:
        KIND.read(document)
    assert "\n" not in str(refused.value)


def test_a_rematch_moves_everybody_on_by_a_seat() -> None:
    assert [player.name for player in new(3).rematch().players] == ["Bruno", "Chika", "Aiko"]
