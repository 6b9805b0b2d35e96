"""Throws into the tower: typed, impossible, modelled."""

from __future__ import annotations

import pytest

from naishi.games.shogun.actions import Action
from naishi.games.shogun.data import towers
from naishi.games.shogun.kind import SHOGUN
from naishi.games.shogun.position import Position, cubes_text
from naishi.games.shogun.tower import ThrowNeededError, fall, impossible
from naishi.tabletop.chance import ChanceError, Source
from naishi.tabletop.recorded import RecordedGame
from tests.naishi.games.shogun.playing import RULES, any_action

NAMES = ("Aiko", "Bruno", "Chie", "Daichi", "Emi")


def test_a_real_tower_asks_for_what_fell_out() -> None:
    with pytest.raises(ThrowNeededError, match=r"^Throw A7 B7 C7 f10 into the tower") as asked:
        SHOGUN.new(NAMES[:3], {"setup": "printed", "tower": "real"})
    assert asked.value.thrown == (7, 7, 7, 10)


@pytest.mark.parametrize(
    ("typed", "outcome"),
    [
        ("2.0.1.3", "2.0.1.3"),
        ("A2 C1 f3", "2.0.1.3"),
        ("a2,c1,F3", "2.0.1.3"),
        ("-", ".".join("0000")),
        ("f1", "0.0.0.1"),
    ],
)
def test_a_throw_is_typed_by_letters_or_by_numbers(typed: str, outcome: str) -> None:
    assert ThrowNeededError((7, 7, 7, 10), (0, 0, 0, 0)).read(typed) == outcome


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("A8", "8 armies of A can't have fallen out: 7 went in and 0 were inside. Count again."),
        ("f11", "11 farmers can't have fallen out: 10 went in and 0 were inside. Count again."),
        ("A1 A2", "Write each colour once: A, B, C; f are farmers."),
        ("D1", "Write each colour once: A, B, C; f are farmers."),
        ("two", "Write a throw as the cubes that fell out, by seat, then the farmers, with points between: 2.2.2.2."),
    ],
)
def test_an_impossible_throw_says_why(typed: str, why: str) -> None:
    with pytest.raises(ChanceError) as refused:
        ThrowNeededError((7, 7, 7, 10), (0, 0, 0, 0)).read(typed)
    assert str(refused.value) == why


def missing_throw(
    game: RecordedGame[Position], action: Action, seat: int, typed: list[tuple[str, str]]
) -> ThrowNeededError | None:
    """Play an action; return what the tower has to throw first."""
    try:
        game.play(action, seat, typed)
    except ThrowNeededError as needed:
        return needed
    return None


def test_a_game_is_played_with_a_real_tower() -> None:
    """What falls out is typed in whenever it is asked for; the record plays the same game again."""
    game = SHOGUN.new(NAMES[:3], {"setup": "printed", "tower": "real"}, "real", [("throw", "4.4.6.8")])
    asked, source = 0, Source("real")
    while game.awaited and asked < 8:
        seat = game.awaited[0]
        action = any_action(game.position, seat, source)
        before = game.document()
        typed: list[tuple[str, str]] = []
        while needed := missing_throw(game, action, seat, typed):
            asked += 1
            with pytest.raises(ChanceError):
                game.play(action, seat, [*typed, ("throw", cubes_text([60] * 4))])
            assert game.document() == before
            thrown = cubes_text(fall(towers()["published"], needed.thrown, needed.inside, source))
            assert impossible(thrown, needed.thrown, needed.inside) == ""
            typed.append(("throw", thrown))
    assert asked >= 8
    assert RecordedGame.read(RULES, game.document()).position_text() == game.position_text()
