"""Questions of Ninjato, as line mode asks them."""

from __future__ import annotations

from naishi.games.ninjato.asking import asked
from naishi.games.ninjato.kind import NINJATO


def test_the_round_is_said_to_whoever_is_asked_and_left_out_in_the_middle_of_a_turn() -> None:
    view = NINJATO.new(("Aiko", "Bruno"), {}, "7").view(0)
    assert asked(view, 0) == "Round 1 of 7. Your turn: Choose a place for your shuriken."
    assert asked(view, None) == "Round 1 of 7. Aiko: Choose a place for your shuriken."
    assert asked(view, 0, again=True) == "Choose a place for your shuriken."


def test_a_question_follows_the_game() -> None:
    game = NINJATO.new(("Aiko", "Bruno"), {}, "7")
    game.play("dojo", 0)
    assert asked(game.view(0), 0).endswith("Your turn: Take a dojo card: an open one, or one from the deck.")
