"""The ledger adds up, in every game; and what it calls luck comes from the cards."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from naishi import Action, Game, Options, Phase, Position
from naishi.analysis import truth as module
from naishi.analysis import words as in_words
from naishi.analysis.ledger import Ledger, _rounded
from naishi.analysis.truth import truth
from naishi.bots.engine.evaluation import by_points
from naishi.game.memory import face_down
from naishi.rules.actions import Develop, Discard, Give
from tests.naishi.analysis.analysed import analysis, game
from tests.naishi.playing import EXPANSION, SEEDS, random_game

pytestmark = pytest.mark.ci


@settings(max_examples=4, deadline=None)
@given(SEEDS, st.booleans(), st.sampled_from([None, EXPANSION]))
def test_luck_and_what_both_gave_away_make_up_the_result_in_every_game(
    seed: int, network: bool, options: Options | None
) -> None:
    played = random_game(seed, options=options)
    found = truth(played, None if network else by_points)
    assert played.outcome is not None
    first, second = (sheet.total for sheet in played.outcome.sheets)
    for seat, final in ((0, first - second), (1, second - first)):
        ledger = Ledger.of(found, played.actions, played.events(), seat)
        assert ledger.luck + ledger.received - ledger.given == pytest.approx(final, abs=1e-6)
        assert ledger.final == final


@pytest.mark.parametrize("begun", [0, 1, 2, 12])
@pytest.mark.parametrize("options", [None, EXPANSION])
def test_they_do_in_a_game_that_began_at_a_position(begun: int, options: Options | None) -> None:
    whole = random_game(5, options=options)
    played = Game.from_position(whole.at(begun).position)
    for action in whole.actions[begun:]:
        played.play(action)
    found, of_all = truth(played, by_points), truth(whole, by_points)
    assert found.final == pytest.approx(of_all.final)
    assert len(found.chances) == len(played.actions) + 1
    if begun != 1:  # whose first gift nobody has seen
        assert found.bests == of_all.bests[begun:]
    ledger = Ledger.of(found, played.actions, played.events(), 0, dealt=False)
    assert ledger.start == pytest.approx(found.deal)
    assert "for the position at the start" in ledger.sentences(("Aiko", "Bruno"))


def test_what_one_gave_away_the_other_received() -> None:
    one, other = (analysis().ledger(game(), seat) for seat in (0, 1))
    assert one.given == pytest.approx(other.received)
    assert one.luck == pytest.approx(-other.luck)


def test_only_actions_that_turn_up_cards_have_luck() -> None:
    events = zip(game().actions, analysis().truth.lucks, strict=True)
    still = [luck for action, luck in events if not isinstance(action, Develop | Discard | Give)]
    assert still == [0.0] * len(still)
    assert any(analysis().truth.lucks)


def test_the_cards_that_may_turn_up_are_those_face_down_each_as_likely_as_it_is_frequent() -> None:
    positions = module._positions(game())
    seen = 0
    for (before, _after), action in zip(pairwise(positions), game().actions, strict=True):
        ways = module._ways(before, action) if before.phase is Phase.PLAY else None
        if ways is None or not ways.shares:
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
    ways = module._ways(position, Action.from_text("develop L1"))
    tops = [each.river[0][-1].letter for each in ways.positions]
    assert dict(zip(tops, ways.shares, strict=True)) == pytest.approx(shares)


def test_what_effects_keep_face_down_is_turned_up_together_once_they_are_used() -> None:
    """Six cards may lie there, of which two may not both: one of the two Travellers is in the box."""
    position = Position.from_text("PC/SA/KR/OT/HB GMMMB/MNMAM MMMMM/SMMTM 200:000 0 - - UW 14")
    for action, count in (("develop L1", 0), ("use little_girl H3", 0), ("use porter", 6 * 5 - 2)):
        ways = module._ways(position, Action.from_text(action))
        position.push(Action.from_text(action))
        assert len(ways.positions) == count
        for each in ways.positions:
            assert {at for at in range(5) if each.river[at] != position.river[at]} <= {0, 2}


def test_the_costliest_action_is_one_that_was_not_the_best() -> None:
    ledger = analysis().ledger(game(), 0)
    assert ledger.costliest is not None
    assert ledger.costliest.better != ledger.costliest.played == game().actions[ledger.costliest.ply]
    assert game().events()[ledger.costliest.ply].seat == 0
    said = in_words.with_open_cards(analysis(), game(), 0)
    assert said.startswith("With all cards open, in game points: Aiko lost by ")
    played, better = (
        in_words.done(game(), ledger.costliest.ply, each) for each in (ledger.costliest.played, ledger.costliest.better)
    )
    assert f"{played} instead of {better}." in said


@given(st.lists(st.floats(-60, 60), min_size=3, max_size=3))
def test_rounded_points_still_add_up(parts: list[float]) -> None:
    total = round(sum(parts))
    parts[0] += total - sum(parts)
    rounded = _rounded(parts, total)
    assert sum(rounded) == total
    assert all(abs(one - other) < 1.001 for one, other in zip(rounded, parts, strict=True))


@pytest.mark.parametrize(
    ("final", "words"),
    [
        (7, "You won by 7: +4 by luck, -2 by your own turns, +5 by Bruno's."),
        (-3, "You lost by 3: -6 by luck, -2 by your own turns, +5 by Bruno's."),
        (0, "Equal points: -3 for you by luck, -2 by your own turns, +5 by Bruno's."),
    ],
)
def test_it_is_told_in_a_sentence(final: int, words: str) -> None:
    ledger = Ledger(0, final, luck=final - 3.0, received=5.0, given=2.0, costliest=None)
    assert ledger.sentences(("Aiko", "Bruno"), you=True) == words
    assert "Aiko" in ledger.sentences(("Aiko", "Bruno"))
