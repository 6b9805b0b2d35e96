"""Advice in words."""

from __future__ import annotations

import pytest

from naishi import Game, Position
from naishi.games.naishi.analysis.choices import CHOICES, advise, weigh
from naishi.games.naishi.analysis.reasons import sentences
from naishi.games.naishi.text.sentences import advised
from naishi_tui.games.naishi import prompt_text
from naishi_tui.widgets.text_rows import with_reasons
from tests.naishi_tui.desk import NAMES

pytestmark = pytest.mark.ci


def test_advice_says_what_to_do_and_why() -> None:
    position = Position.from_text("SKF/ATA/RRS/AOB/BFR MMMRM/RMMMM MMMMM/MMMMM 001:000 0 - - -")
    view = Game.from_position(position, NAMES).view(0)
    advice, best = prompt_text.advise(view), weigh(view, CHOICES["quick"])[0]
    assert advice.best == best.turn[0]
    assert advice.sentence == advised(view, best.turn[0], best.chance, best.error)
    assert advice.reasons == sentences(best.reasons, NAMES[1], NAMES[0])
    assert advice.reasons


def test_the_second_best_action_has_reasons_of_its_own() -> None:
    position = Position.from_text("SKF/ATA/RRS/AOB/BFR MMMRM/RMMMM MMMMM/MMMMM 001:000 0 - - -")
    best, other = advise(Game.from_position(position, NAMES).view(0))
    assert other.action != best.action
    assert other.reasons != best.reasons


@pytest.mark.parametrize(
    ("width", "lines"),
    [
        (40, ("This is it.", "One reason. Another one. Do it.")),
        (26, ("This is it.", "One reason. Another one.")),
        (23, ("This is it. One reason.", "Another one. Do it.")),
        (18, ("This is it. One", "reason. Do it.")),
        (12, ("This is it.", "One reason.")),
        (11, ("This is it.", "One reason.")),
        (9, ("This is", "it.")),
    ],
)
def test_as_many_reasons_are_said_as_fit(width: int, lines: tuple[str, str]) -> None:
    assert with_reasons("This is it.", ("One reason.", "Another one."), "Do it.", width) == lines
