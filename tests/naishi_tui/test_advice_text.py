"""Advice in words."""

from __future__ import annotations

import pytest

from naishi import Action, Game, Position
from naishi.analysis.advice import advise
from naishi.text.reasons import reason
from naishi_tui import advice_text
from tests.naishi_tui.desk import NAMES


def test_the_reason_of_advice_is_that_of_its_own_action(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not what a later action of the same turn brings."""
    position = Position.from_text("FRA/SK/KT/AO/TB MMMMM/MRMKM MMMMM/MMMMM 000:000 0 - - -")
    view = Game.from_position(position, NAMES).view(0)
    turn = Action.from_text("discard R2 R3"), Action.from_text("develop L1")
    found = advise(view)[0]._replace(action=turn[0], turn=turn)
    monkeypatch.setattr("naishi.analysis.advice.advise", lambda _view: [found])
    assert reason(view, turn) == "Fort gains you 6 points."
    assert advice_text.advise(view).reason == ""
