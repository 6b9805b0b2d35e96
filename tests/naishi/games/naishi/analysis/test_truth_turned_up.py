"""Cards an action may turn up, with probabilities."""

from __future__ import annotations

from collections import Counter

import pytest

from naishi import Action, Position
from naishi.games.naishi.analysis.truth import ways_to_turn_up
from naishi.games.naishi.game.hiding import face_down
from naishi.games.naishi.rules.actions import Develop
from tests.naishi.games.naishi.analysis.analysed import game

pytestmark = pytest.mark.ci


def test_the_cards_that_may_turn_up_are_those_face_down_each_as_likely_as_it_is_frequent() -> None:
    seen = 0
    for ply, action in enumerate(game().actions):
        before = game().at(ply).position
        ways = ways_to_turn_up(before, action)
        if not ways.shares:
            continue
        assert sum(ways.shares) == pytest.approx(1)
        if isinstance(action, Develop):
            seen += 1
            left = Counter(face_down(before))
            tops = [position.river[action.cell.position][-1] for position in ways.positions]
            assert dict(zip(tops, ways.shares, strict=True)) == pytest.approx(
                {card: count / left.total() for card, count in left.items()}
            )
    assert seen > 5


@pytest.mark.parametrize(("down", "shares"), [("CF", {"C": 1 / 4, "F": 1 / 2, "P": 1 / 4}), ("FF", {"F": 1})])
def test_any_traveller_that_has_not_been_seen_may_be_the_one_in_the_box(down: str, shares: dict[str, float]) -> None:
    """It is the Porter; the Cherry Blossom Lady is unseen too, or else in the box with him."""
    position = Position.from_text(f"S{down}/S/K/O/H MMMMM/MMMMM MMMMM/MMMMM 000:000 0 - - UEGW -")
    ways = ways_to_turn_up(position, Action.from_text("develop L1"))
    tops = [each.river[0][-1].letter for each in ways.positions]
    assert dict(zip(tops, ways.shares, strict=True)) == pytest.approx(shares)


def test_what_effects_keep_face_down_is_turned_up_together_once_they_are_used() -> None:
    """Six cards may lie there, of which two may not both: one of the two Travellers is in the box."""
    position = Position.from_text("PC/SA/KR/OT/HB GMMMB/MNMAM MMMMM/SMMTM 200:000 0 - - UW 14")
    for action, count in (("develop L1", 0), ("use little_girl H3", 0), ("use porter", 6 * 5 - 2)):
        ways = ways_to_turn_up(position, Action.from_text(action))
        position.push(Action.from_text(action))
        assert len(ways.positions) == count
        for each in ways.positions:
            assert {at for at in range(5) if each.river[at] != position.river[at]} <= {0, 2}
