"""Views of Ninjato: as documents, and what they hide."""

from __future__ import annotations

import json
from collections import Counter
from itertools import islice

import pytest

from naishi.games.ninjato.knowledge import sample
from naishi.games.ninjato.legal import legal_actions
from naishi.games.ninjato.view import NinjatoView, read_view
from naishi.tabletop.chance import Source
from tests.naishi.games.ninjato.playing import random_game

SEATS = pytest.mark.parametrize("seats", [2, 3, 4])


NAMES = ("Aiko", "Bruno", "Chie", "Dagmar")


@SEATS
def test_views_are_equal_for_all_that_a_seat_cannot_tell_apart(seats: int) -> None:
    dice = Source(str(seats))
    for _before, _done, after in islice(random_game(seats, "redeal"), 0, None, 2):
        for viewer in (None, *range(seats)):
            view = after.mask(viewer)
            other = sample(view, dice)
            assert other.mask(viewer) == view
            assert other.mask(viewer).to_text() == view.to_text()
            seat = after.seat
            if viewer is not None and viewer == seat:
                assert legal_actions(other, viewer) == legal_actions(after, viewer) == legal_actions(view, viewer)


@SEATS
def test_a_view_shows_neither_decks_nor_other_hands(seats: int) -> None:
    for _before, _done, after in random_game(seats, "hidden"):
        for viewer in (None, *range(seats)):
            shown = json.loads(after.mask(viewer).to_text())
            assert shown["decks"] == {name: len(cards) for name, cards in after.decks.items()}
            for seat, player in enumerate(shown["players"]):
                hand = after.players[seat].hand
                if seat == viewer:
                    assert player["hand"] == list(hand)
                else:
                    assert player["hand"]["size"] == len(hand)
                    assert not Counter(player["hand"]["known"]) - Counter(hand)


@SEATS
def test_a_view_survives_its_document(seats: int) -> None:
    for _before, _done, after in islice(random_game(seats, "document"), 0, None, 4):
        for viewer in (None, *range(seats)):
            view = NinjatoView(after.mask(viewer), NAMES[:seats])
            again = read_view(json.loads(json.dumps(view.model_dump())))
            assert again.position_text() == view.position_text()
            assert again.legal_actions == view.legal_actions
            assert again.awaited == view.awaited
