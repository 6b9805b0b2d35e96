"""Numeric views and actions, stable for other programs."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings, strategies as st

from naishi import Card, Game, InvalidActionError, PlayerView
from naishi.games.naishi.bots.engine import observation
from naishi.games.naishi.game.encoding import (
    NO_CARD,
    VIEW_COLUMNS,
    VIEW_LEGEND,
    VIEW_WIDTH,
    decode_action,
    encode_view,
    legal_mask,
)
from naishi.games.naishi.rules.actions import ACTIONS
from tests.fuzzing import examples
from tests.naishi.playing import SEEDS, random_game

PINNED = [line.split(" ", 1) for line in Path(__file__).with_name("action_numbers.txt").read_text().splitlines()]

FIELDS = (
    "own_cards 0-9 their_line 10-14 their_hand 15-19 tops 20-24 exposed 25-29 heights 30-34 to_act 35-35 "
    "developed 36-36 bonus 37-37 last_turn 38-38 hands_open 39-39 sent 40-42 their_sent 43-45 seat 46-46 "
    "sure_mountains 47-47 sure_gift 48-48 kept 49-49 unseen 50-61 phase 62-62 turn 63-63 public 64-64 dealt 65-66 "
    "copies 67-76 their_copies 77-86 discarded 87-98 top_discard 99-99 expansion 100-100 ryokan 101-101 "
    "ryokan_side 102-102 legends 103-109 pending 110-115 unturned 116-120 unseen_expansion 121-133 "
    "discarded_expansion 134-146"
)


def test_every_action_has_the_number_it_always_had() -> None:
    """Append to the file for a new action; never change a line of it."""
    assert [[str(action.code), action.text] for action in ACTIONS] == PINNED


def test_an_action_is_decoded_from_its_number() -> None:
    assert tuple(decode_action(action.code) for action in ACTIONS) == ACTIONS


@pytest.mark.parametrize("number", [-1, len(ACTIONS), 10**30])
def test_no_action_has_another_number(number: int) -> None:
    with pytest.raises(InvalidActionError, match=f"they run from 0 to {len(ACTIONS) - 1}"):
        decode_action(number)


def test_every_field_is_where_it_always_was() -> None:
    """Append new fields; never move one."""
    assert " ".join(f"{name} {at.start}-{at.stop - 1}" for name, at in VIEW_COLUMNS.items()) == FIELDS
    assert sum(field.size for field in VIEW_LEGEND) == VIEW_WIDTH == 147


def fields(view: PlayerView) -> dict[str, list[int]]:
    row = encode_view(view)
    return {name: list(row[at]) for name, at in VIEW_COLUMNS.items()}


def test_a_view_in_the_gift_phase() -> None:
    game = Game.new(seed=7)
    told = fields(game.view(1))
    dealt = [int(card) for card in game.deal.gifts[1]]
    assert told["own_cards"] == [0] * 8 + dealt
    assert (told["their_hand"], told["dealt"], told["top_discard"]) == ([12] * 5, dealt, [12])
    assert (told["phase"], told["turn"], told["seat"], told["to_act"]) == ([0], [2], [1], [0])
    assert (told["sure_mountains"], told["sure_gift"], told["kept"]) == ([3], [12], [1])
    assert sum(told["unseen"]) == 34 - 2 - 5


def test_a_view_in_play() -> None:
    game = Game.new(seed=7)
    for action in ("give 1", "give 2", "develop L2", "swap H1 H2"):
        game.play(action)
    told = fields(game.view(1))
    first = game.deal.river[1][0]
    assert (told["phase"], told["turn"], told["to_act"], told["developed"]) == ([1], [1], [1], [0])
    assert (told["their_line"], told["heights"]) == ([0, int(first), 0, 0, 0], [6, 5, 6, 6, 6])
    assert (told["sent"], told["their_sent"]) == ([0, 0, 0], [1, 0, 0])
    assert told["tops"] == [int(pile[position == 1]) for position, pile in enumerate(game.deal.river)]
    assert told["sure_gift"] == [int(game.deal.gifts[1][1])]
    assert (told["discarded"], told["top_discard"]) == ([1] + [0] * 11, [0])


def test_a_view_of_ninjas() -> None:
    game = next(game for game in map(random_game, range(99)) if game.actions[-1].text.startswith("copy"))
    side, told = game.view(0).mine, fields(game.view(0))
    assert (told["phase"], told["turn"], told["hands_open"], told["their_hand"].count(NO_CARD)) == ([3], [0], [1], 0)
    assert {cell: card for cell, card in enumerate(told["copies"]) if card != NO_CARD} == side.copies


@given(SEEDS, st.integers(0, 45), st.sampled_from([0, 1, None]))
def test_a_row_is_of_plain_small_ints(seed: int, steps: int, seat: int | None) -> None:
    row = encode_view(random_game(seed, steps).view(seat))
    assert len(row) == VIEW_WIDTH
    assert {type(value) for value in row} == {int}
    assert 0 <= min(row) <= max(row) <= Card.MOUNTAIN.copies


@given(SEEDS, st.integers(0, 45))
def test_the_public_row_holds_no_hand_that_is_hidden(seed: int, steps: int) -> None:
    game = random_game(seed, steps)
    told = fields(game.view())
    assert (told["own_cards"][5:] == [NO_CARD] * 5) == (not told["hands_open"][0])
    assert (told["public"], told["dealt"]) == ([1], [NO_CARD] * 2)


@settings(max_examples=examples(12, 30))
@given(SEEDS, st.integers(0, 45), st.sampled_from([0, 1, None]))
def test_the_mask_shows_the_legal_actions(seed: int, steps: int, seat: int | None) -> None:
    view = random_game(seed, steps).view(seat)
    mask = legal_mask(view)
    assert len(mask) == len(ACTIONS)
    assert tuple(sorted(decode_action(number) for number, legal in enumerate(mask) if legal)) == view.legal_actions


def test_the_observations_of_the_bots_are_the_first_columns() -> None:
    named = {
        "own_cards": observation.OWN, "their_line": observation.THEIR_LINE, "their_hand": observation.THEIR_HAND,
        "tops": observation.TOPS, "exposed": observation.EXPOSED, "heights": observation.HEIGHTS,
        "unseen": observation.UNSEEN,
    }  # fmt: skip
    assert {name: VIEW_COLUMNS[name] for name in named} == named
    numbered = {
        "to_act": observation.TO_ACT, "developed": observation.DEVELOPED, "bonus": observation.BONUS,
        "last_turn": observation.LAST, "hands_open": observation.OVER, "sent": observation.SWAPS,
        "their_sent": observation.THEIR_SWAPS, "seat": observation.SEAT, "kept": observation.KEPT,
        "sure_mountains": observation.SURE_MOUNTAINS, "sure_gift": observation.SURE_GIFT,
    }  # fmt: skip
    assert {name: VIEW_COLUMNS[name].start for name in numbered} == numbered
    assert VIEW_COLUMNS["phase"].start == observation.WIDTH
