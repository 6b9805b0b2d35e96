"""Bots of Shogun: legal, reproducible, without hidden knowledge."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from naishi.common.i18n import ThinkingCancelledError, UnknownBotError
from naishi.games.shogun import legal
from naishi.games.shogun.actions import EMPTY
from naishi.games.shogun.bots import BOTS, Absent, Bot, Strong, make
from naishi.games.shogun.kind import SHOGUN
from naishi.games.shogun.position import LOST, Position
from naishi.games.shogun.rules import Agreed
from naishi.games.shogun.view import ShogunView
from naishi.tabletop.chance import Source
from tests.naishi.games.shogun.playing import RULES, CheckedChance, random_game

NAMES = ("Aiko", "Bruno", "Chie", "Daichi", "Emi")


class Hasty(Strong):
    """Strong, with little time."""

    candidates = 3
    rounds = ((3, 1), (2, 2))
    worlds_of_a_move = 2
    moves = 3


def bot(name: str, seed: int) -> Bot:
    return Hasty(seed) if name == "strong" else make(name, seed)


def view(position: Position, seat: int) -> ShogunView:
    return RULES.view(position, seat, names=NAMES[: position.seats])


def game(names: list[str], seed: int) -> Iterator[Position]:
    """Every position of a game of bots, each action checked."""
    seated, chance = [bot(name, seed) for name in names], CheckedChance(f"bots {seed}")
    position = RULES.begin(len(names), Agreed(setup="draft" if seed % 2 else "printed"), chance)
    while waiting := position.awaited():
        yield position
        action = seated[waiting[-1]].choose(view(position, waiting[-1]))
        assert RULES.refusal(position, waiting[-1], action) is None
        position = RULES.play(position, waiting[-1], action, chance)
    yield position


@pytest.mark.ci
@pytest.mark.parametrize("names", [["random", "beginner", "intermediate", "absent", "strong"][:n] for n in (3, 4, 5)])
@pytest.mark.parametrize("seed", [1, 2])
def test_whole_games_have_no_illegal_action(names: list[str], seed: int) -> None:
    *_positions, last = game(names, seed)
    assert RULES.result(last) is not None


@pytest.mark.parametrize("name", BOTS)
def test_nobody_chooses_by_what_is_hidden(name: str) -> None:
    """Other hidden plans, other face-down cards: the view is equal, and so is the choice."""
    source = Source("hidden")
    for number, (before, seat, _action, _now) in enumerate(random_game(8, 4, is_aggressive=True)):
        if number % 11:
            continue
        other = before.copy()
        known = before.done + 5
        other.order = (*before.order[:known], *source.shuffle(before.order[known:]))
        other.coming = tuple(source.shuffle(before.coming))
        other.deck = (*before.deck[:2], *source.shuffle(before.deck[2:]))
        other.winter_order = tuple(source.shuffle(before.winter_order))
        if before.ask == "plan":
            other.plans = tuple(
                plan if plan is None or each == seat else legal.sample_plan(_unplanned(before, each), each, source).plan
                for each, plan in enumerate(before.plans)
            )
        else:
            other.plans = tuple(
                plan
                if plan is None or each == seat
                else tuple(
                    entry if entry == LOST or before.is_shown(each, space) else EMPTY
                    for space, entry in enumerate(plan)
                )
                for each, plan in enumerate(before.plans)
            )
        assert bot(name, 7).choose(view(other, seat)) == bot(name, 7).choose(view(before, seat))


def _unplanned(position: Position, seat: int) -> Position:
    changed = position.copy()
    changed.plans = (*position.plans[:seat], None, *position.plans[seat + 1 :])
    return changed


@pytest.mark.parametrize("name", BOTS)
def test_a_bot_chooses_the_same_from_a_view_that_went_to_another_process(name: str) -> None:
    for number, (before, seat, _action, _now) in enumerate(random_game(9, 3)):
        if number % 13 == 0:
            own = view(before, seat)
            read = SHOGUN.view(json.loads(json.dumps(own.model_dump(mode="json"))))
            assert bot(name, 3).choose(read) == bot(name, 3).choose(own)


@pytest.mark.parametrize("name", BOTS)
def test_a_seat_without_provinces_still_plans(name: str) -> None:
    position = next(before for before, *_rest in random_game(4, 4) if before.ask == "plan" and before.season == 3)
    position = position.copy()
    for at in position.held(1):
        position.reserve[1] += position.armies[at]
        position.owner[at], position.armies[at], position.buildings[at], position.markers[at] = -1, 0, 0, 0
    position.plans = (None,) * 4
    action = bot(name, 1).choose(view(position, 1))
    assert RULES.refusal(position, 1, action) is None
    assert not any(0 <= entry < 50 for entry in action.plan)


def test_the_absent_attack_nobody() -> None:
    for before, seat, _action, _now in random_game(12, 5):
        action = Absent(0).choose(view(before, seat))
        if action.verb == "plan":
            assert action.plan[8:10] == (-1, -1)
            assert action == Absent(1).choose(view(before, seat))
        elif before.ask == "raise1":
            assert action.verb == "stay"
        elif action.verb == "move" and before.owner[action.target] != seat:
            assert all(before.owner[each.target] != seat for each in RULES.legal_actions(before, seat))


def test_thinking_can_be_stopped() -> None:
    class Stopped:
        expired = False

        def check(self) -> None:
            raise ThinkingCancelledError

    position = next(before for before, *_rest in random_game(4, 3) if before.ask == "plan")
    with pytest.raises(ThinkingCancelledError):
        Hasty(1).choose(view(position, 0), Stopped())


def test_when_time_is_up_a_bot_answers_at_once() -> None:
    class Late:
        expired = True

        def check(self) -> None:
            pass

    position = next(before for before, *_rest in random_game(4, 3) if before.ask == "plan")
    assert RULES.refusal(position, 0, Strong(1).choose(view(position, 0), Late())) is None


def test_there_is_no_other_bot() -> None:
    with pytest.raises(UnknownBotError, match="grandmaster"):
        SHOGUN.bot("grandmaster", 1)
    assert {level.kind for level in SHOGUN.levels()} <= set(BOTS)
