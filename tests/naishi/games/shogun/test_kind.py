"""Shogun as a kind of game: options, and games from positions."""

from __future__ import annotations

import re

import pytest

from naishi.common.i18n import IllegalActionError, NaishiError
from naishi.games.shogun.bots import make
from naishi.games.shogun.kind import SHOGUN
from naishi.games.shogun.rules import from_case
from naishi.tabletop.players import Player
from tests.naishi.games.shogun.playing import cases

NAMES = ("Aiko", "Bruno", "Chie", "Daichi", "Emi")


def test_no_bot_throws_into_a_real_tower() -> None:
    players = [Player(name=name, kind="beginner") for name in NAMES[:3]]
    with pytest.raises(NaishiError, match=r"^No bot can throw into a real tower: seat a person, too"):
        SHOGUN.new(players, {"tower": "real"})
    assert len(SHOGUN.new([NAMES[3], *players[1:]], {"tower": "real"}).players) == 3


@pytest.mark.parametrize(
    ("options", "sentence"), [({"tower": "leaning"}, "tower"), ({"setup": "x"}, "setup"), ({"moon": "yes"}, "moon")]
)
def test_unknown_options_are_refused(options: dict[str, str], sentence: str) -> None:
    with pytest.raises(NaishiError, match=sentence):
        SHOGUN.new(NAMES[:3], options)


@pytest.mark.parametrize("count", [3, 4, 5])
@pytest.mark.parametrize("setup", ["printed", "draft"])
def test_the_example_of_a_plan_is_always_one_that_is_accepted(count: int, setup: str) -> None:
    game = SHOGUN.new(NAMES[:count], {"setup": setup}, f"example {count}")
    bots, asked = [SHOGUN.bot("random", seat) for seat in range(count)], 0
    while game.awaited:
        seat = game.awaited[-1]
        view = game.view(seat)
        if view.ask == "plan":
            asked += 1
            (example,) = re.findall(r"such as (plan .*)\.$", SHOGUN.lines(view)[0])
            assert view.refusal(SHOGUN.in_english(example)) is None
            assert example in SHOGUN.lines(view, "typing")[0]
            others = SHOGUN.lines(game.view(None), "typing")[0]
            assert "castle:PROVINCE" in others
        game.play(bots[seat].choose(view), seat)
    assert asked >= 12


def test_a_game_that_begins_at_a_position_keeps_its_tower() -> None:
    game = SHOGUN.from_position(from_case(cases()[7]).at(80).position_text(), seed="on", tower="by_throw")
    assert game.position.tower == "by_throw"
    assert SHOGUN.read(game.document()).position.tower == "by_throw"


def test_a_plan_is_withdrawn_only_until_the_event_and_the_bids_are_seen() -> None:
    game = SHOGUN.new(NAMES[:3], {"setup": "printed"}, "withdrawn")
    for seat in (0, 1):
        game.play(make("intermediate", 1).choose(game.view(seat)), seat)
    first = game.withdraw(0)
    assert game.awaited == (0, 2)
    for seat, action in ((0, first), (2, make("intermediate", 1).choose(game.view(2)))):
        game.play(action, seat)
    assert not any(game.can_withdraw(seat) for seat in range(3))
    with pytest.raises(IllegalActionError):
        game.withdraw(0)
