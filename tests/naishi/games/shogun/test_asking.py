"""Questions of Shogun, as line mode asks them."""

from __future__ import annotations

import pytest

from naishi.games.shogun.asking import asked
from naishi.games.shogun.kind import SHOGUN
from tests.naishi.games.shogun.playing import cases


@pytest.mark.parametrize(
    ("ply", "yours", "theirs", "choices"),
    [
        (3, "your turn: choose a special card.", "B chooses a special card.", "Type choose and one of these: chest,"),
        (
            6,
            "your turn: you may move armies from Tamba.",
            "A may move armies from Tamba.",
            "Type move, two provinces and how many armies, or stay.",
        ),
        (
            37,
            "your turn: choose which province revolts first.",
            "B chooses which province revolts first.",
            "Type revolt and one of these: Echizen, Hitachi, Shimosa.",
        ),
    ],
)
def test_a_question_addresses_its_reader_names_another_seat_and_says_what_can_be_typed(
    ply: int, yours: str, theirs: str, choices: str
) -> None:
    game = SHOGUN.from_case(cases()[1]).at(ply)
    view = game.view(game.awaited[0])
    for said, reader in ((yours, game.awaited[0]), (theirs, None)):
        question = asked(view, reader)
        assert said in question
        assert choices in question


def test_a_plan_is_asked_for_with_an_example() -> None:
    game = SHOGUN.from_case(cases()[1]).at(0)
    assert "Type plan and your cards, such as plan castle Harima" in asked(game.view(0), 0)
