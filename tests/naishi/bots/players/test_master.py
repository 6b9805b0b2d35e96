"""How far the master looks, and at how many turns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from naishi import Game
from naishi.bots import Clock, make
from naishi.bots.engine.rollouts import rollouts
from naishi.bots.engine.worlds import World
from naishi.bots.players import master
from naishi.bots.players.master import BASE, BATCH, WITH_EXPANSION, Plan


@pytest.mark.parametrize("plan", [BASE, WITH_EXPANSION])
def test_the_nearer_the_end_the_further_it_looks(plan: Plan) -> None:
    efforts = [plan.effort(left) for left in range(13)]
    rounds = [effort.rounds for effort in efforts]
    assert rounds == sorted(rounds, reverse=True)
    assert {*efforts} == {*plan.efforts}
    assert all(effort.worlds % BATCH == 0 for effort in efforts)


def test_a_stage_begins_with_its_number_of_cards() -> None:
    assert [BASE.effort(left).rounds for left in (2, 3, 8, 9)] == [3, 2, 2, 1]


def test_fewer_turns_go_on_after_each_batch(monkeypatch: pytest.MonkeyPatch) -> None:
    simulated: list[int] = []

    def counted(worlds: Sequence[World], *arguments: Any, **named: Any) -> Any:
        simulated.append(len(worlds) // BATCH)
        return rollouts(worlds, *arguments, **named)

    monkeypatch.setattr(master, "rollouts", counted)
    monkeypatch.setattr(master, "DOUBT", 100)  # so that none is dropped for being behind
    game = Game.new(seed=1001)
    for action in ("give 1", "give 1", "develop H5", "end"):
        game.play(action)
    make("master", 7).choose(game.view(game.turn or 0), Clock())
    assert simulated == [BASE.turns, BASE.kept[0]]
