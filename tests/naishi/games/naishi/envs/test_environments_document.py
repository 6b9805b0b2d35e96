"""Examples and numbers of docs/environments.md: encoded_game, unfolding."""

from __future__ import annotations

import re
from importlib.util import find_spec
from pathlib import Path

import pytest

from naishi import Action, Card
from naishi.games.naishi.envs.encoded_game import HIGHEST, action_count, row_width
from naishi.games.naishi.envs.unfolding import FIRST_ACTION, FIRST_CARD, SECRET_GIFT

TEXT = (Path(__file__).parents[5] / "docs" / "environments.md").read_text("utf-8")
EXAMPLES = [part.split("```")[0] for part in TEXT.split("```python\n")[1:]]
PACKAGES = {"naishi_v0": "pettingzoo", "against_bot": "gymnasium", "pyspiel": "pyspiel"}


@pytest.mark.parametrize("code", EXAMPLES, ids=range(len(EXAMPLES)))
def test_an_example_runs(code: str) -> None:
    for word, package in PACKAGES.items():
        if word in code and find_spec(package) is None:
            pytest.skip(f"{package} is not installed (extra rl)")
    exec(code, {})  # noqa: S102 - our own


def test_it_has_an_example_for_each() -> None:
    assert len(EXAMPLES) == 5


def test_the_numbers_are_so() -> None:
    said = set(map(int, re.findall(r"\d+", TEXT)))
    counts = {kind(expansion=each) for kind in (row_width, action_count) for each in (False, True)}
    assert counts - {action_count(expansion=True)} | {HIGHEST, FIRST_ACTION, FIRST_CARD, SECRET_GIFT} <= said
    assert {action_count(expansion=each) - 1 for each in (False, True)} <= said
    assert max(Card) == HIGHEST
    assert Action.from_text("skip").code == action_count(expansion=True) - 1
