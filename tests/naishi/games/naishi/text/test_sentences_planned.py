"""Previews of actions in words, without hidden cards."""

from __future__ import annotations

import pytest

from naishi import Game, Phase
from naishi.games.naishi.rules.actions import Declare, Decree, Recall
from naishi.games.naishi.rules.cards import HAND
from naishi.games.naishi.text.sentences import planned, without_cards
from tests.naishi.playing import random_game


@pytest.mark.parametrize("seed", range(3))
def test_every_legal_action_has_words_of_its_own(seed: int) -> None:
    game = random_game(seed)
    moved = game.at(0)
    for _action in game.actions:
        if (seat := moved.turn) is not None:
            view = moved.view(seat)
            said = [planned(view, action) for action in view.legal_actions]
            assert len({*said}) == len(said)
            assert all(words != action.text for words, action in zip(said, view.legal_actions, strict=True))
        moved.redo()


def test_a_decree_names_the_hidden_card_only_where_the_seat_knows_it() -> None:
    game = Game.new(7)
    game.play("give 1")
    game.play("give 1")
    assert game.phase is Phase.PLAY
    view = game.view(0)
    for action in view.legal_actions:
        if isinstance(action, Decree) and action.cell in HAND:
            theirs = view.theirs.card(action.cell)
            assert ("giving" in planned(view, action)) is (theirs is None)
    unknown = [cell for cell in HAND if view.theirs.card(cell) is None]
    assert unknown


def test_what_needs_no_cards_is_said_without_a_game() -> None:
    assert without_cards(Recall()) == "recall your emissaries"
    assert without_cards(Declare()) == "declare the end"
