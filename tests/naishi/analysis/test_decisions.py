"""What decisions were worth, in the eyes of the seat that took them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import count, islice
from math import hypot

import pytest

from naishi import Game, GameRecord, Phase, PlayerView
from naishi.analysis.advice import advise
from naishi.analysis.decisions import Assessor, Decision, Depth, Verdict, decisions_of
from naishi.bots import Clock, make
from naishi.rules.actions import Action, Copy, Develop, Give, Swap
from naishi.sessions.branching import branch
from tests.naishi.analysis.analysed import TINY, analysis, game


def decision(loss: float, error: float) -> Decision:
    return Decision(
        ply=0, seat=0, round=1, played=Give(1), best=Give(2), best_turn=(Give(2),), chance=0.5, error=error,
        best_chance=0.5 + loss, best_error=error, loss=loss, loss_error=error,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("loss", "error", "verdict"),
    [
        (0.0, 0.0, Verdict.FINE),
        (0.049, 0.0, Verdict.FINE),
        (0.05, 0.02, Verdict.INACCURACY),
        (0.05, 0.025, Verdict.TOO_CLOSE),
        (0.099, 0.01, Verdict.INACCURACY),
        (0.10, 0.01, Verdict.MISTAKE),
        (0.149, 0.07, Verdict.MISTAKE),
        (0.15, 0.07, Verdict.BLUNDER),
        (0.30, 0.15, Verdict.TOO_CLOSE),
    ],
)
def test_a_decision_is_called_something_only_if_its_loss_is_certain(
    loss: float, error: float, verdict: Verdict
) -> None:
    assert decision(loss, error).verdict is verdict


def test_a_forced_action_is_no_decision() -> None:
    """Among thousands of games none has one, so here the second round has."""

    class Forced(Game):
        def legal_actions(self) -> tuple[Action, ...]:
            return super().legal_actions()[: 1 if self.round == 2 else None]

    forced = {ply for ply, event in enumerate(game().events()) if event.round == 2}
    plies = decisions_of(Forced(game().record))
    assert {*plies} == {*range(len(game().actions))} - forced


def test_a_decision_is_assessed_by_what_the_seat_knew_and_nothing_else() -> None:
    """The same from every deal that the seat can't tell apart."""
    for ply in (0, 1, 5):
        seat = game().at(ply).turn
        assert seat is not None
        start = branch(game().at(ply), game().players, unknown_to=seat, chance=random.Random(ply))
        other = Game(GameRecord(
            players=start.players, deal=start.deal, actions=(*start.actions, game().actions[ply]), cursor=ply + 1
        ))  # fmt: skip
        assert other.deal != game().deal
        assert Assessor(other, TINY).assess(ply) == Assessor(game(), TINY).assess(ply)


def test_the_best_action_loses_nothing_and_no_other_wins_anything() -> None:
    found = analysis().decisions
    assert [each.ply for each in found] == list(decisions_of(game()))
    assert all(each.loss >= 0 for each in found)
    assert all(each.loss == each.loss_error == 0 for each in found if each.best == each.played)
    assert all(each.best_chance == pytest.approx(each.chance + each.loss) for each in found)
    assert {each.seat for each in analysis().mistakes()} == {0}, "the beginner's"


def test_a_bonus_is_no_mistake_because_it_comes_before_the_develop() -> None:
    """Where the best turn is a develop and then a swap of other cards, to swap first loses next to nothing."""
    assessed = list(islice(swapped_first(), 6))
    assert sum(each.loss for each in assessed) / len(assessed) < 0.05


def swapped_first() -> Iterator[Decision]:
    bot = make("intermediate", 3)
    for seed in count():
        played = Game.new(seed)
        while played.phase is not Phase.COPY and (turn := played.turn) is not None:
            develop, swap = best_turn(played.view(turn))
            if isinstance(develop, Develop) and isinstance(swap, Swap):
                moved = swap.first, swap.second
                if develop.cell not in moved and develop.cell.position not in {cell.position for cell in moved}:
                    tried = played.copy()
                    tried.play(swap)
                    yield Assessor(tried, TINY).assess(len(played.actions))
            played.play(bot.choose(played.view(turn), Clock()))


def best_turn(view: PlayerView) -> tuple[Action | None, Action | None]:
    """The best turn's first and second action; None for one that is missing."""
    found = advise(view)[0].turn if view.phase is Phase.PLAY else ()
    first, second, *_rest = *found, None, None
    return first, second


def test_a_loss_is_surer_than_the_chances_since_both_are_seen_in_the_same_worlds() -> None:
    assessor = Assessor(game(), Depth(worlds=24, rounds=1, candidates=1, trials=0))
    found = [each for each in map(assessor.assess, decisions_of(game())[2:24]) if each.loss]
    assert found
    apart = sum(hypot(each.error, each.best_error) for each in found)
    assert sum(each.loss_error for each in found) < apart


def test_a_ninjas_copy_that_loses_the_game_loses_everything() -> None:
    for seed in range(200):
        chance, played = random.Random(seed), Game.new(seed)
        while played.phase is not Phase.COPY and played.turn is not None:
            played.play(chance.choice(played.legal_actions()))
        for action in played.legal_actions():
            tried = played.copy()
            tried.play(action)
            ply = len(played.actions)
            found = Assessor(tried, TINY).assess(ply) if len(played.legal_actions()) > 1 else None
            if found is not None and found.loss:
                assert isinstance(found.best, Copy)
                assert found.loss in {0.5, 1.0}
                assert found.verdict is Verdict.BLUNDER
                return
    raise AssertionError("no ninja ever decided a game")


def test_with_several_candidates_the_best_of_them_is_found_in_other_worlds() -> None:
    depth = Depth(worlds=8, rounds=1, candidates=3, trials=8)
    assert Assessor(game(), depth).assess(4).loss >= 0


def test_an_assessment_can_be_cancelled() -> None:
    def stop() -> None:
        raise InterruptedError

    with pytest.raises(InterruptedError):
        Assessor(game(), TINY, check=stop).assess(4)
