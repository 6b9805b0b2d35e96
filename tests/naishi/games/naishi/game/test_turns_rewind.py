"""Cards before the newest events."""

from __future__ import annotations

from hypothesis import given, settings, strategies as st

from naishi.games.naishi.game.turns import before
from naishi.games.naishi.game.view import Event, PlayerView
from tests.fuzzing import examples
from tests.naishi.playing import EXPANSION, SEEDS, random_game

VIEWERS = st.sampled_from([0, 1, None])


def lies(view: PlayerView) -> tuple[object, ...]:
    """What everybody sees of the cards, and the viewer of its own."""
    own = () if view.public else view.mine.hand
    return view.river, view.discards, [side.line for side in view.sides], own


@given(SEEDS, VIEWERS, st.integers(2, 60), st.integers(1, 6))
@settings(max_examples=examples(80, 400))
def test_cards_lie_where_they_lay(seed: int, viewer: int | None, steps: int, back: int) -> None:
    now = random_game(seed, steps)
    then = now.at(max(len(now.actions) - back, 2))
    view = now.view(viewer)
    assert lies(before(view, newest(view, then.view(viewer)))) == lies(then.view(viewer))


@given(SEEDS, st.integers(2, 60))
@settings(max_examples=examples(80, 400))
def test_cards_of_the_expansion_lie_where_they_lay(seed: int, steps: int) -> None:
    now = random_game(seed, steps, EXPANSION)
    then = now.at(max(len(now.actions) - 1, 2))
    for viewer in (0, 1, None):
        seen, was = before(now.view(viewer), newest(now.view(viewer), then.view(viewer))), then.view(viewer)
        assert [side.line for side in seen.sides] == [side.line for side in was.sides]
        assert [pile.height for pile in seen.river] == [pile.height for pile in was.river]
        for pile, same in zip(seen.river, was.river, strict=True):
            assert pile.top == same.top or same.top is None, "a pile turned up since stays so"


def test_nothing_is_taken_back_of_no_events() -> None:
    view = random_game(7, 20).view(0)
    assert before(view, ()) == view


def newest(view: PlayerView, then: PlayerView) -> tuple[Event, ...]:
    return view.events[len(then.events) :]
