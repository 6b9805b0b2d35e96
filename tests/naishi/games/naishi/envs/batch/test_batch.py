"""Batches, against single games with equal deals and actions: batch, games, state, steps."""

from __future__ import annotations

import copy
import pickle
import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from naishi import LEGENDS_TRAVELLERS, VIEW_COLUMNS, Deal, IllegalActionError, NaishiError, Position
from naishi.games.naishi.envs.batch import Batch, ExpansionBatch, Step
from naishi.games.naishi.envs.encoded_game import EncodedGame
from naishi.games.naishi.rules.cards import Phase

pytestmark = pytest.mark.ci

SIZE = 48
Kind = type[Batch] | type[ExpansionBatch]
KINDS = pytest.mark.parametrize("kind", [Batch, ExpansionBatch])
MODULE: dict[Kind, Any] = {Batch: None, ExpansionBatch: LEGENDS_TRAVELLERS}


class Pair:
    """A batch, and its games played one by one."""

    def __init__(self, deals: list[Deal], seed: int, kind: Kind = Batch) -> None:
        self.batch = kind(len(deals), seed=seed, begin_anew=False)
        self.batch.reset(deals=deals)
        self.games = [EncodedGame(deal) for deal in deals]

    @classmethod
    def at(cls, positions: list[Position], seed: int, kind: Kind = Batch) -> Pair:
        """Begin at positions."""
        pair = cls([Deal.random(1, MODULE[kind])] * len(positions), seed, kind)
        pair.batch.reset(positions=positions)
        pair.games = [EncodedGame(position) for position in positions]
        return pair

    def begin(self, numbers: list[int], deals: list[Deal]) -> None:
        """Begin some games again, wherever they are."""
        self.batch.reset(np.array(numbers, dtype=np.intp), deals)
        for number, deal in zip(numbers, deals, strict=True):
            self.games[number] = EncodedGame(deal)

    def check(self) -> None:
        """Compare all that can be observed."""
        masks = self.batch.masks()
        for viewer in (None, 0, 1):
            rows = self.batch.observations(viewer)
            for number, game in enumerate(self.games):
                if viewer is None and game.turn is None:
                    continue
                seat = game.position.turn if viewer is None else viewer
                assert rows[number].tolist() == game.row(seat).tolist(), game.position.to_text()
        for number, game in enumerate(self.games):
            assert masks[number].tolist() == game.mask(game.position.turn).tolist(), game.position.to_text()

    def play(self) -> None:
        """Play a random action in each game; compare what it leads to."""
        before, actions = self.batch.over, self.batch.random_actions()
        step = self.batch.step(actions)
        for number, game in enumerate(self.games):
            if before[number]:
                assert not step.over[number]
                continue
            game.play(int(actions[number]))
            assert step.over[number] == (game.turn is None)
            totals = game.position.totals() if game.turn is None else ()
            assert tuple(step.points[number]) == (tuple(total.points for total in totals) or (0, 0))
            assert tuple(step.rewards[number]) == game.returns()


def play_to_the_end(name: str, kind: Kind = Batch) -> None:
    pair = Pair([Deal.random(f"{name}/{number}", MODULE[kind]) for number in range(SIZE)], len(name), kind)
    while not pair.batch.over.all():
        pair.check()
        pair.play()
    pair.check()


@KINDS
def test_every_game_is_that_of_the_rules(kind: Kind) -> None:
    play_to_the_end("batch", kind)


def test_a_game_that_begins_anew_at_any_moment_has_nothing_of_the_last_one() -> None:
    chance, pair, begun = random.Random(6), Pair([Deal.random(number) for number in range(10)], seed=6), 10
    phases_left = set()
    for _turn in range(100):
        pair.check()
        phases = [game.position.phase for game in pair.games]
        chances = {Phase.COPY: 0.5, Phase.OVER: 1.0}
        again = [number for number, phase in enumerate(phases) if chance.random() < chances.get(phase, 0.02)]
        phases_left |= {phases[number] for number in again}
        pair.begin(again, [Deal.random(begun + number) for number in range(len(again))])
        begun += len(again)
        pair.play()
    assert phases_left == set(Phase)


def positions_of_all_phases(kind: Kind = Batch) -> list[Position]:
    chance, found = random.Random(4), []
    for seed in range(60):
        position = Position(Deal.random(seed, MODULE[kind]))
        while (actions := position.legal_actions()) and (position.phase is not Phase.COPY):
            if chance.random() < 0.08:
                found.append(position.copy())
            position.push(chance.choice(actions))
        if actions:
            found.append(position.copy())
    return found


@KINDS
def test_games_begin_at_positions_and_are_those_of_the_rules(kind: Kind) -> None:
    positions = positions_of_all_phases(kind)
    assert {position.phase for position in positions} == {Phase.GIFT, Phase.PLAY, Phase.COPY}
    pair = Pair.at(positions, 9, kind)
    while not pair.batch.over.all():
        pair.check()
        pair.play()
    pair.check()


def with_mountains_in_order(shuffle: list[int]) -> tuple[int, ...]:
    mountains = iter(range(3))
    return tuple(which or next(mountains) for which in shuffle)


def test_a_game_can_be_taken_out_of_the_batch_as_a_position() -> None:
    pair = Pair([Deal.random(number) for number in range(SIZE)], seed=2)
    while not pair.batch.over.all():
        for number, game in enumerate(pair.games):
            position = pair.batch.position(number)
            same = game.position.copy()
            same.discards[:-1] = sorted(same.discards[:-1])  # only the last one is where it belongs
            if same.shuffles is not None:  # mountains are all alike
                orders = ([which if which > 2 else 0 for which in shuffle] for shuffle in same.shuffles)
                same.shuffles = tuple(map(with_mountains_in_order, orders))  # type: ignore[assignment]
            assert position == same
            assert position.legal_actions() == game.position.legal_actions()
        pair.play()


def test_positions_that_it_cannot_play_are_refused() -> None:
    batch = Batch(1, seed=4)
    over, chance = Position(Deal.random(1)), random.Random(1)
    while actions := over.legal_actions():
        over.push(chance.choice(actions))
    ninjas = Position.from_text("X/X/-/-/M XMMMM/MMMMM MMMMM/MMMMM 000:000 0 - - -")
    for position, why in (
        (over, "over"), (ninjas, "two ninjas"), (Position(Deal.random(1, "legends-travellers")), "base game"),
    ):  # fmt: skip
        with pytest.raises(NaishiError, match=why):
            batch.reset(positions=[position])
    with pytest.raises(NaishiError, match="as many positions"):
        batch.reset(positions=[])
    for wrong in (1, -1, 0.5, "a"):
        with pytest.raises(NaishiError, match=r"[Gg]ames"):
            batch.reset(games=[wrong])
        with pytest.raises(NaishiError, match=r"[Gg]ames"):
            batch.position(wrong)  # type: ignore[arg-type]


@KINDS
@pytest.mark.parametrize("seat", [0, 1])
def test_a_seat_may_be_one_of_numpys_numbers(seat: int, kind: Kind) -> None:
    batch = kind(2, seed=1)
    number: Any = np.int64(seat)
    assert (batch.observations(viewer=number).copy() == batch.observations(viewer=seat)).all()


@KINDS
@pytest.mark.parametrize("wrong", [2, -1, "a", 0.5, 1.0])
def test_observations_of_no_seat_are_refused(wrong: object, kind: Kind) -> None:
    with pytest.raises(NaishiError, match="A seat is 0 or 1"):
        kind(2, seed=1).observations(viewer=wrong)  # type: ignore[arg-type]


@KINDS
@pytest.mark.parametrize(
    "copied", [lambda batch: batch.copy(), copy.copy, copy.deepcopy, lambda batch: pickle.loads(pickle.dumps(batch))]  # noqa: S301
)  # fmt: skip
def test_copies_play_the_same_games_far_beyond_their_ends(copied: Callable[[Any], Any], kind: Kind) -> None:
    batch = kind(SIZE, seed=3)
    for _turn in range(10):
        batch.step(batch.random_actions())
    twin, ended = copied(batch), 0
    for _turn in range(120):
        assert (twin.observations() == batch.observations()).all()
        assert (twin.masks() == batch.masks()).all()
        step, same = batch.step(batch.random_actions()), twin.step(twin.random_actions())
        assert (step.points == same.points).all()
        ended += int(step.over.sum())
    assert ended > SIZE
    before = batch.observations().copy()
    twin.step(twin.random_actions())
    assert (batch.observations() == before).all()


def test_a_pickled_batch_has_only_its_games() -> None:
    assert len(pickle.dumps(Batch(1))) < 20_000


@pytest.mark.slow
@pytest.mark.parametrize("number", range(40))
def test_thousands_of_games_are_those_of_the_rules(number: int) -> None:
    play_to_the_end(f"batch {'.' * number}{number}")


def until_some_end(batch: Batch | ExpansionBatch) -> Step:
    while not (step := batch.step(batch.random_actions())).over.any():
        pass
    return step


@KINDS
def test_a_game_that_ends_begins_anew(kind: Kind) -> None:
    batch = kind(SIZE, seed=3)
    step = until_some_end(batch)
    (ended,) = np.flatnonzero(step.over)[:1]
    assert (step.points[ended] != 0).any()
    assert not batch.over.any()
    assert batch.masks()[ended].sum() == 2  # to give one card or the other
    assert (step.rewards.sum(axis=1) == 0).all()
    assert not step.rewards[~step.over].any()


@KINDS
def test_some_games_can_be_begun_anew_with_deals_of_your_own(kind: Kind) -> None:
    batch = kind(SIZE, seed=3)
    for _turn in range(6):
        batch.step(batch.random_actions())
    others = [0, 1, 3, *range(5, SIZE)]
    before = batch.observations()[others].copy()
    deals = [Deal.random("one", MODULE[kind]), Deal.random("other", MODULE[kind])]
    batch.reset(np.array([2, 4]), deals)
    for game, deal in zip((2, 4), deals, strict=True):
        assert batch.observations()[game].tolist() == EncodedGame(deal).row(0).tolist()
    assert (batch.observations()[others] == before).all()


@KINDS
def test_the_same_seed_plays_the_same_games(kind: Kind) -> None:
    def played() -> bytes:
        batch = kind(SIZE, seed=5)
        return b"".join(batch.step(batch.random_actions()).points.tobytes() for _turn in range(60))

    assert played() == played()
    assert kind(SIZE).observations().tobytes() != kind(SIZE).observations().tobytes()


def test_every_random_deal_has_all_cards_and_each_as_often_everywhere() -> None:
    batch = Batch(20_000, seed=1)
    seen = batch.observations()
    tops, dealt, unseen = (seen[:, VIEW_COLUMNS[name]] for name in ("tops", "dealt", "unseen"))
    copies = np.array([0, 2, 4, 4, 3, 2, 2, 2, 4, 4, 5, 2])
    for card, number in enumerate(copies):
        there = (tops == card).sum(axis=1) + (dealt == card).sum(axis=1) + unseen[:, card]
        assert (there == number).all()
        for place in np.hstack([tops, dealt]).T:
            assert (place == card).mean() == pytest.approx(number / 34, abs=0.012)


@KINDS
@pytest.mark.parametrize(
    ("wrong", "error"),
    [
        (lambda actions: actions[:-1], ValueError),
        (lambda actions: actions.astype(float), ValueError),
        (lambda actions: actions * 0, IllegalActionError),  # copy H1 advisor
        (lambda actions: actions.astype(int) + 234, IllegalActionError),
        (lambda actions: actions.astype(int) - 256, IllegalActionError),
    ],
    ids=["too few", "no whole numbers", "illegal", "no actions", "negative"],
)
def test_wrong_actions_are_refused_and_the_games_go_on(
    wrong: Callable[..., object], error: type[Exception], kind: Kind
) -> None:
    batch = kind(SIZE, seed=4)
    before, actions = batch.observations().copy(), batch.random_actions()
    with pytest.raises(error):
        batch.step(wrong(actions))  # type: ignore[arg-type]
    assert (batch.observations() == before).all()
    batch.step(actions)


@KINDS
def test_a_game_that_is_over_ignores_any_number(kind: Kind) -> None:
    batch = kind(SIZE, seed=4, begin_anew=False)
    while not (over := batch.over).any():
        batch.step(batch.random_actions())
    before, actions = batch.observations(0)[over].copy(), batch.random_actions().astype(int)
    for number in (131, 234, 255, 256, -1, 10**9):
        actions[~over] = batch.random_actions()[~over]
        actions[over] = number
        step = batch.step(actions)
        assert not step.over[over].any()
        assert (batch.observations(0)[over] == before).all()


@KINDS
def test_it_is_said_which_game_refuses_an_action(kind: Kind) -> None:
    batch = kind(3, seed=4)
    actions = batch.random_actions()
    actions[1] = 60  # declare
    with pytest.raises(IllegalActionError, match="declare is not possible in game 1"):
        batch.step(actions)


def test_deals_that_it_cannot_play_are_refused() -> None:
    batch = Batch(2, seed=4)
    with pytest.raises(NaishiError, match="base game only"):
        batch.reset(deals=[Deal.random(1, "legends-travellers")] * 2)
    with pytest.raises(NaishiError, match="as many deals"):
        batch.reset(deals=[Deal.random(1)])
    with pytest.raises(NaishiError, match="at least one"):
        Batch(0)
    with pytest.raises(NaishiError, match="not with both"):
        batch.reset(deals=[Deal.random(1)] * 2, positions=[Position(Deal.random(1))] * 2)
    for wrong in ("deal", 7, None):
        with pytest.raises(NaishiError, match=r"naishi\.Deal"):
            batch.reset(deals=[wrong] * 2)  # type: ignore[list-item]
        with pytest.raises(NaishiError, match=r"naishi\.Position"):
            batch.reset(positions=[wrong] * 2)  # type: ignore[list-item]
    with pytest.raises(NaishiError, match="with the expansion only"):
        ExpansionBatch(2).reset(deals=[Deal.random(1)] * 2)


def test_a_game_with_the_expansion_can_be_taken_out_as_a_position_of_its_own() -> None:
    batch = ExpansionBatch(3, seed=1)
    before, position = batch.observations().copy(), batch.position(1)
    position.push(position.legal_actions()[0])
    assert (batch.observations() == before).all()
    for wrong in (3, -1, "a"):
        with pytest.raises(NaishiError, match=r"[Gg]ames"):
            batch.position(wrong)  # type: ignore[arg-type]
