"""Recorded choices of the bots: learned, master, novice.

Faster code must not play worse: record the choices again only with a change that is meant to change the play.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from naishi import Game
from naishi.bots import LEVELS, Clock, make

pytestmark = pytest.mark.ci

RECORDED: list[dict[str, Any]] = json.loads((Path(__file__).parent / "choices.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("kind", [*LEVELS, "brief"])
def test_choices_are_those_that_were_recorded(kind: str) -> None:
    """Another processor rounds otherwise, which may turn one close decision."""
    bot, changed = make(kind, 7), []
    for each in RECORDED:
        if kind in each["choices"]:
            game = Game.new(seed=each["seed"])
            for action in each["actions"]:
                game.play(action)
            chosen = bot.choose(game.view(game.turn or 0), Clock())
            if chosen.text != each["choices"][kind]:
                changed.append((each["seed"], len(game.actions), chosen.text, each["choices"][kind]))
    assert len(changed) <= 1, changed
