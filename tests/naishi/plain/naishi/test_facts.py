"""Facts of a view, a line each."""

from __future__ import annotations

import pytest

from naishi import Game
from naishi.plain.naishi.facts import table_lines


@pytest.mark.parametrize("seat", [0, 1])
def test_the_table_of_a_lesson_is_yours_and_that_of_a_person_has_a_name(seat: int) -> None:
    view = Game.new(7, ("You", "Bruno")).view(seat)
    assert any(line.startswith("Your Line: ") for line in table_lines(view)) == (seat == 0)
