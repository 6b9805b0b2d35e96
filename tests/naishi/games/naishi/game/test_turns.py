"""Newest turn, as each viewer sees it."""

from __future__ import annotations

from naishi import Game, Position
from naishi.games.naishi.game.turns import copies_in, last_turn, newest_turn, without_copies


def test_the_last_turn_is_what_the_other_seat_did_since_the_own_one() -> None:
    game = Game.new(seed=7)
    for action in ("give 1", "give 1", "develop L1", "end", "swap L1 L2", "develop L3"):
        game.play(action)
    view = game.view(0)
    assert [str(event.action) for event in last_turn(view)] == ["swap L1 L2", "develop L3"]
    assert [str(event.action) for event in last_turn(game.view())] == ["swap L1 L2", "develop L3"]


def test_the_last_turn_stays_the_same_while_the_viewer_plays() -> None:
    game = Game.new(seed=7)
    for action in ("give 1", "give 1", "develop L1", "end", "swap L1 L2", "develop L3", "develop L5"):
        game.play(action)
    assert [str(event.action) for event in last_turn(game.view(0))] == ["swap L1 L2", "develop L3"]
    assert [str(event.action) for event in newest_turn(game.view(0))] == ["develop L5"]


def test_a_turn_without_its_copies_is_the_one_before_the_ninjas_copied() -> None:
    game = Game.from_position(Position.from_text("-/-/F/T/R XMMMM/MMNAM MMMMM/SMMTM 000:000 0 d 0 -"))
    game.play("end")
    before = game.view(0)
    game.play("copy L1 advisor")
    view = game.view(0)
    assert [str(event.action) for event in copies_in(view)] == ["copy L1 advisor"]
    assert without_copies(view).events == before.events
    assert without_copies(before) is before
