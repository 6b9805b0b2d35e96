"""Random games of three, four and five players."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple

import pytest

from naishi.common.i18n import InvalidActionError
from naishi.games.shogun import legal
from naishi.games.shogun.actions import EMPTY, Action, make_plan, parse
from naishi.games.shogun.data import BID, board
from naishi.games.shogun.position import LOST, PUBLIC, Position, position_text
from naishi.games.shogun.reading import read_position
from naishi.games.shogun.rules import from_position
from naishi.tabletop.chance import Source
from naishi.tabletop.game import Step
from tests.naishi.games.shogun.playing import RULES, CheckedChance, any_action, random_game


class RandomGame(NamedTuple):
    """A random game, by its seed."""

    seed: int
    seats: int
    setup: Literal["draft", "printed"]
    is_aggressive: bool
    is_short: bool = False
    """Whether little is left in the box, and a seat begins without provinces."""

    def steps(self) -> Iterator[tuple[Position, int, Action, Position]]:
        return random_game(self.seed, self.seats, self.setup, is_aggressive=self.is_aggressive, is_short=self.is_short)


SHORT = [RandomGame(seed, 3 + seed % 3, "printed", seed % 2 > 0, is_short=True) for seed in range(6)]
games = pytest.mark.parametrize(
    "game",
    [*(RandomGame(seed, 3 + seed % 3, ("draft", "printed")[seed % 2], seed % 4 > 1) for seed in range(9)), *SHORT],
)


def viewers(position: Position) -> tuple[int, ...]:
    return (PUBLIC, *range(position.seats))


@games
def test_cubes_are_never_made_or_lost(game: RandomGame) -> None:
    for _before, _seat, _action, now in game.steps():
        for seat in range(game.seats):
            land = sum(now.armies[at] for at in now.held(seat))
            assert land + now.reserve[seat] + now.inside[seat] + now.tray[seat] == board().armies
        assert now.farmers + now.inside[-1] + now.tray[-1] == board().farmers
        assert min(now.reserve + now.chests + now.rice + now.tray + now.inside) >= 0
        assert all((owner >= 0) == (armies > 0) for owner, armies in zip(now.owner, now.armies, strict=True))


def test_in_short_games_armies_tokens_and_chests_run_out_and_a_seat_without_provinces_bids() -> None:
    reasons, bids = set[str](), 0
    for game in SHORT:
        for before, seat, action, now in game.steps():
            reasons |= {each.word for each in now.happened if each.kind == "skipped"}
            if action.verb == "plan" and not before.held(seat):
                assert {*action.plan[:BID]} == {EMPTY}
                bids += 1
    assert {"reserve", "tokens", "chests"} <= reasons
    assert bids >= len(SHORT)


@pytest.mark.ci
@games
def test_each_position_can_be_read_from_its_text(game: RandomGame) -> None:
    for number, (_before, _seat, _action, now) in enumerate(game.steps()):
        for viewer in viewers(now) if number % 5 == 0 else ():
            assert position_text(read_position(position_text(now, viewer))) == position_text(now, viewer)


@games
def test_a_game_goes_on_from_each_position(game: RandomGame) -> None:
    for number, (_before, _seat, _action, now) in enumerate(game.steps()):
        if number % 20 == 7:
            chance, source = CheckedChance(game.seed), Source(str(game.seed))
            position = from_position(position_text(now), chance)
            assert position_text(position) == position_text(now)
            while position.ask != "end":
                seat = position.awaited()[0]
                position = RULES.play(position, seat, any_action(position, seat, source), chance)


@games
def test_nothing_changes_a_position_that_was_played_from(game: RandomGame) -> None:
    before_and_text = [(before, position_text(before), before.happened) for before, *_rest in game.steps()]
    for before, text, happened in before_and_text:
        assert position_text(before) == text
        assert before.happened == happened


@games
def test_a_question_has_two_answers_or_more(game: RandomGame) -> None:
    for before, seat, action, _now in game.steps():
        assert RULES.choices(before, seat) >= 2
        assert RULES.refusal(before, seat, action) is None
        assert parse(action.text) == action


@games
def test_the_list_of_legal_actions_and_the_refusals_agree(game: RandomGame) -> None:
    provinces = range(len(board().provinces))
    for number, (before, seat, _action, _now) in enumerate(game.steps()):
        if number % 9 or before.ask == "plan":
            continue
        candidates = [
            *(Action(verb) for verb in ("draw", "renew", "stay")),
            *(Action(verb, at) for verb in ("take", "revolt") for at in provinces),
            *(Action("place", number=size) for size in range(8)),
            *(Action("choose", number=card) for card in range(5)),
            *(
                Action("move", at, to, armies)
                for at in (before.at, 3)
                for to in provinces
                for armies in (0, 1, 2, 9, 40)
                if at >= 0
            ),
            *legal.legal_actions(before, seat),
        ]
        allowed = {action for action in candidates if RULES.refusal(before, seat, action) is None}
        assert allowed == set(legal.legal_actions(before, seat)) & set(candidates)
        assert not {*legal.legal_actions(before, seat)} - allowed


@games
def test_plans_that_nobody_can_tell_apart_give_equal_views(game: RandomGame) -> None:
    """Another plan of one seat: until a card of it is shown, no other seat's view differs."""
    source = Source(str(game.seed))
    for before, seat, action, now in game.steps():
        if action.verb != "plan":
            continue
        other = legal.sample_plan(before, seat, source)
        chance = CheckedChance(game.seed)
        changed = RULES.play(before, seat, other, chance)
        for viewer in viewers(now):
            if viewer != seat and now.ask == "plan":
                assert position_text(changed, viewer) == position_text(now, viewer)
        if now.ask == "plan":
            assert changed.happened == now.happened == ()


@pytest.mark.ci
@games
def test_what_is_still_hidden_of_a_plan_makes_no_view_differ(game: RandomGame) -> None:
    for _before, _seat, _action, now in game.steps():
        for viewer in viewers(now):
            other = now.copy()
            other.plans = tuple(
                plan
                if plan is None or seat == viewer
                else tuple(
                    entry if entry == LOST or now.is_shown(seat, space) else EMPTY for space, entry in enumerate(plan)
                )
                for seat, plan in enumerate(now.plans)
            )
            assert position_text(other, viewer) == position_text(now, viewer)
            assert other.awaited() == now.awaited()


@pytest.mark.ci
@games
def test_face_down_cards_make_no_view_differ(game: RandomGame) -> None:
    for number, (_before, _seat, _action, now) in enumerate(game.steps()):
        hidden = now.copy()
        known = now.done + 5
        hidden.order = (*now.order[:known], *reversed(now.order[known:]))
        hidden.coming = (*reversed(now.coming),)
        hidden.deck = (*now.deck[:2], *reversed(now.deck[2:]))
        hidden.winter_order = (*reversed(now.winter_order),)
        for viewer in viewers(now):
            assert position_text(hidden, viewer) == position_text(now, viewer)
            if number % 9 == 0:
                seat = None if viewer == PUBLIC else viewer
                assert RULES.view(hidden, seat, names=()) == RULES.view(now, seat, names=())


@games
def test_a_plan_is_hidden_until_its_season_is_over(game: RandomGame) -> None:
    plans: list[tuple[int, int, Position]] = []
    for before, seat, action, now in game.steps():
        if action.verb == "plan":
            plans.append((seat, RULES.round(before), before))
        for planner, season, _position in plans[-game.seats :]:
            step = Step(planner, make_plan([EMPTY] * (BID + 1)), season)
            is_seen = RULES.seen(now, step, PUBLIC) is not None
            assert is_seen == (RULES.round(now) > season or now.ask == "end")
            assert RULES.seen(now, step, planner) == step.action


@pytest.mark.parametrize(
    "text",
    [
        "",
        "plan  bid:1",
        "plan bid:5",
        "plan castle:3",
        "plan castle:Kii castle:Ise",
        "plan castle",
        "Plan bid:1",
        "move Kii Ise 03",
        "move Kii Ise",
        "move Kii  Ise 1",
        "move kii Ise 1",
        "stay ",
        " stay",
        "take",
        "choose tea",
        "place x",
        "place ²",
        "revolt Kii Ise",
        "take Kii\n",
    ],
)
def test_anything_else_is_no_action(text: str) -> None:
    with pytest.raises(InvalidActionError):
        parse(text)


def test_codes_are_read_and_names_are_written() -> None:
    assert parse("plan bid:Izm fightA:Awb castle:Kii").text == "plan castle:Kii fightA:Awa-Boso bid:Izumo"
    assert parse("move Aws Kii 2").text == "move Awa-Shikoku Kii 2"
    assert parse("plan").text == "plan"
