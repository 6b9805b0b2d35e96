"""Values of decisions, by their seat's knowledge."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import count, islice
from math import hypot

import numpy as np
import pytest

from naishi import Game, Options, Phase, PlayerView
from naishi.bots import Clock, make
from naishi.games.naishi.analysis import words
from naishi.games.naishi.analysis.choices import (
    CHOICES,
    Depth,
    ModelError,
    Outcome,
    Trial,
    WeighedTurn,
    evenness,
    model_error,
    play_all_on,
    weigh,
)
from naishi.games.naishi.analysis.decisions import INACCURACY, Assessor, Decision, Verdict, decisions_of
from naishi.games.naishi.analysis.words import verdict
from naishi.games.naishi.bots.engine.turns import exact_at_end
from naishi.games.naishi.bots.engine.weights import shipped_evaluation
from naishi.games.naishi.bots.players.learned import turns_of
from naishi.games.naishi.editor.replay import branch
from naishi.games.naishi.rules.actions import Action, Copy, Develop, Give, Swap, Use
from naishi.games.naishi.rules.cards import LEGENDS_TRAVELLERS
from tests.naishi.games.naishi.analysis.analysed import TINY, analysis, game
from tests.naishi.playing import EXPANSION

pytestmark = pytest.mark.ci


def decision(loss: float, error: float) -> Decision:
    return Decision(
        ply=0, seat=0, round=1, played=Give(1), best=Give(2), best_turn=(Give(2),), chance=0.5, error=error,
        best_chance=0.5 + loss, best_error=error, loss=loss, loss_error=error,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("loss", "error", "called"),
    [
        (0.0, 0.0, Verdict.FINE),
        (0.049, 0.0, Verdict.FINE),
        (0.05, 0.02, Verdict.INACCURACY),
        (0.05, 0.026, Verdict.TOO_CLOSE),
        (0.099, 0.01, Verdict.INACCURACY),
        (0.10, 0.01, Verdict.MISTAKE),
        (0.149, 0.07, Verdict.MISTAKE),
        (0.15, 0.07, Verdict.BLUNDER),
        (0.30, 0.16, Verdict.TOO_CLOSE),
    ],
)
def test_a_decision_is_called_something_only_if_it_surely_lost_something(
    loss: float, error: float, called: Verdict
) -> None:
    assert decision(loss, error).verdict is called


@pytest.mark.parametrize(
    ("loss", "error", "called"),
    [
        (0.0, 0.05, "fine"),
        (0.06, 0.0, "inaccuracy"),
        (0.06, 0.004, "inaccuracy"),
        (0.06, 0.006, "perhaps an inaccuracy"),
        (0.12, 0.01, "mistake"),
        (0.12, 0.011, "perhaps a mistake"),
        (0.20, 0.025, "blunder"),
        (0.20, 0.026, "perhaps a blunder"),
        (0.20, 0.11, "too close to call"),
    ],
)
def test_what_may_be_less_is_called_so_only_perhaps(loss: float, error: float, called: str) -> None:
    assert verdict(decision(loss, error)) == called


def test_what_the_advice_was_is_called_a_mistake_only_perhaps() -> None:
    surely = decision(0.3, 0.01)
    assert (surely.sure, verdict(surely)) == (True, "blunder")
    advised = surely.model_copy(update={"advised": True})
    assert (advised.sure, verdict(advised)) == (False, "perhaps a blunder")


def test_a_lost_chance_tells_whether_it_was_the_advice(monkeypatch: pytest.MonkeyPatch) -> None:
    assessor, played = Assessor(game(), TINY), game()
    turns = (each for each in analysis().decisions if played.at(each.ply).phase is Phase.PLAY and not each.advised)
    lost = next(each for each in turns if each.loss >= INACCURACY)
    fine = next(each for each in analysis().decisions if not each.loss and played.at(each.ply).phase is Phase.PLAY)
    assert not lost.advised
    first = WeighedTurn((played.actions[lost.ply],), 0.5, 0.1, 0.0, 0.0)
    monkeypatch.setattr("naishi.games.naishi.analysis.choices.ranked", lambda *_args, **_more: (first,))
    advised = assessor.assess(lost.ply)
    assert advised.advised
    assert not advised.sure
    assert words.instead("end", advised.loss, advised.loss_error, advised=True) == "Perhaps better: end."
    assert not assessor.assess(fine.ply).advised


def test_what_cost_something_names_the_turn_that_the_list_of_choices_puts_first() -> None:
    named = [each for each in analysis().decisions if each.loss >= INACCURACY and not each.advised]
    played = [each for each in named if game().at(each.ply).phase is Phase.PLAY][:4]
    assert played
    for each in played:
        assert each.best_turn == weigh(game().at(each.ply).view(each.seat), CHOICES["quick"])[0].turn


@pytest.mark.parametrize(
    ("loss", "error", "said"),
    [
        (0.012, 0.045, "About as good: end."),
        (0.06, 0.05, "Perhaps better: end."),
        (0.06, 0.0, "Better: end."),
        (0.2, 0.05, "Better: end."),
    ],
)
def test_another_action_is_called_better_only_beyond_the_error(loss: float, error: float, said: str) -> None:
    assert words.instead("end", loss, error) == said
    if loss >= INACCURACY:
        assert words.instead("end", loss, error, advised=True) == "Perhaps better: end."


@pytest.mark.slow
def test_a_bar_holds_what_the_evaluation_leaves_out() -> None:
    """Of a decision by a network alone: a ninja's copy is exact, and near the end some games are over by then."""
    lost = [each for each in analysis().decisions if each.loss and each.round < 7]
    assert lost
    for each in lost:
        assert each.loss_error == 0 or each.loss_error > model_error(1).loss * evenness(each.loss)
    assert any(each.loss_error for each in lost)
    assert model_error(1) == model_error(2) != model_error(3) == model_error(9)
    assert model_error(2, LEGENDS_TRAVELLERS) != model_error(3, LEGENDS_TRAVELLERS) != model_error(3)
    assert model_error(2).of_loss(0.5, 0.5, 0.0) == 0.0
    assert model_error(2).of_loss(0.1, 0.5, 0.01) > model_error(3).of_loss(0.1, 0.5, 0.01) > 0.01


def test_a_game_with_the_expansion_has_a_model_error_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Game.new(3, options=EXPANSION)
    for text in ("give 1", "give 1", "develop H1"):
        game.play(text)
    narrow = Assessor(game, TINY).assess(2)
    assert narrow.error
    monkeypatch.setattr("naishi.games.naishi.analysis.choices.EXPANSION_ERRORS", {2: ModelError(0.0, 0.0, 0.3)})
    wide = Assessor(game, TINY).assess(2)
    assert (wide.chance, wide.best) == (narrow.chance, narrow.best)
    assert wide.error > narrow.error + 0.1


def test_a_forced_action_is_no_decision() -> None:
    """Among thousands of games none has one, so here the second round has."""

    class Forced(Game):
        def legal_actions(self) -> tuple[Action, ...]:
            return super().legal_actions()[: 1 if self.round == 2 else None]

    forced = {ply for ply, event in enumerate(game().events()) if event.round == 2}
    plies = decisions_of(Forced(game().record))
    assert {*plies} == {*range(len(game().actions))} - forced


@pytest.mark.parametrize("options", [None, EXPANSION])
def test_a_decision_is_assessed_by_what_the_seat_knew_and_nothing_else(options: Options | None) -> None:
    """The same from every deal that the seat can't tell apart."""
    played = game(options)
    effects = [ply for ply, action in enumerate(played.actions) if isinstance(action, Use)]
    for ply in (0, 1, 5, *effects):
        seat = played.at(ply).turn
        assert seat is not None
        start = branch(played.at(ply), played.players, unknown_to=seat, chance=random.Random(ply))
        more = {"actions": (*start.actions, played.actions[ply]), "cursor": ply + 1}
        other = Game(start.record.model_copy(update=more))
        assert other.deal != played.deal
        assert Assessor(other, TINY).assess(ply) == Assessor(played, TINY).assess(ply)


def test_the_best_action_loses_nothing_and_no_other_wins_anything() -> None:
    found = analysis().decisions
    assert [each.ply for each in found] == list(decisions_of(game()))
    assert all(each.loss >= 0 for each in found)
    assert all(each.loss == each.loss_error == 0 for each in found if each.best == each.played)
    assert all(each.best_chance == pytest.approx(each.chance + each.loss) for each in found)
    assert {each.seat for each in analysis().mistakes()} == {0}, "the novice's"


def test_a_bonus_is_no_mistake_because_it_comes_before_the_develop() -> None:
    """Where the best turn is a develop and then a swap of other cards, to swap first loses next to nothing."""
    assessed = list(islice(swapped_first(), 6))
    assert sum(each.loss for each in assessed) / len(assessed) < 0.05


def swapped_first() -> Iterator[Decision]:
    bot = make("brief", 3)
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
    if view.phase is not Phase.PLAY:
        return None, None
    listed = turns_of(view, exact_at_end(shipped_evaluation()))
    first, second, *_rest = *listed.actions(listed.different(0, 1)[0]), None, None
    return first, second


@pytest.mark.slow
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


def test_decisions_are_assessed_together_as_they_are_apart() -> None:
    depth, plies = Depth(worlds=12, rounds=1, candidates=2, trials=3, least=4), decisions_of(game())[::3]
    together = {each.ply: each for each in Assessor(game(), depth).assess_all(plies)}
    assert [*sorted(together)] == [*plies]
    for ply in plies:
        apart = Assessor(game(), depth).assess(ply)
        assert (apart.played, apart.best_turn) == (together[ply].played, together[ply].best_turn)
        assert apart.loss == pytest.approx(together[ply].loss, abs=1e-4)
        assert apart.chance == pytest.approx(together[ply].chance, abs=1e-4)


def test_what_may_be_a_mistake_is_compared_in_more_worlds_and_the_rest_in_few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Until sampling is the smaller part of the error, or all the worlds have come up."""
    compared: dict[int, list[int]] = {}

    def count_worlds(trials: Sequence[Trial], *rest: object, **more: object) -> list[list[Outcome]]:
        for trial in trials:
            compared.setdefault(len(trial.view.events), []).append(len(trial.drawn.worlds))
        return play_all_on(trials, *rest, **more)  # type: ignore[arg-type]

    monkeypatch.setattr("naishi.games.naishi.analysis.choices.play_all_on", count_worlds)
    depth = Depth(worlds=32, rounds=1, candidates=2, trials=3, least=4)
    plies = [ply for ply in decisions_of(game()) if game().at(ply).phase is Phase.PLAY][:-8]
    found = list(Assessor(game(), depth).assess_all(plies))
    small = [each for each in found if each.loss < 0.02 and sum(compared[each.ply]) == 3 + 4]
    assert len(small) > len(found) / 3
    assert any(sum(compared[each.ply]) > 3 + 4 for each in found if each.loss >= INACCURACY)
    for each in found:
        sampled = sum(compared[each.ply][1:])
        if each.loss >= INACCURACY and sampled < depth.worlds:
            assert each.loss_error < 2 * model_error(1).of_loss(each.loss, each.chance + each.loss / 2, 1e-9)


def test_deals_that_all_come_out_alike_leave_an_error_unless_all_were_counted() -> None:
    won, lost, alike = np.ones(48), np.zeros(48), np.full(48, 1 / 48)
    sampled = [Outcome(each, each, alike, counted=False, judged=0.0) for each in (won, lost)]
    counted = [each._replace(counted=True) for each in sampled]
    assert min(sampled[0].error, sampled[1].error, sampled[1].loss_error(sampled[0])) > 0
    assert counted[0].error == counted[1].error == counted[1].loss_error(counted[0]) == 0


def test_a_chance_stays_within_bounds_where_weights_add_up_to_more_than_one() -> None:
    weights = np.full(2, np.nextafter(0.5, 1))
    assert weights.sum() > 1
    assert Outcome(np.ones(2), np.ones(2), weights, counted=False, judged=0.0).chance == 1


def test_an_assessment_can_be_cancelled() -> None:
    def stop() -> None:
        raise InterruptedError

    with pytest.raises(InterruptedError):
        Assessor(game(), TINY, check=stop).assess(4)
