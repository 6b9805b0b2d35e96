"""Drafts set up card by card: possible and refused."""

from __future__ import annotations

import random
from collections.abc import Callable
from contextlib import suppress

import pytest
from hypothesis import given, settings, strategies as st

from naishi import Game, InvalidPositionError, Phase, Position
from naishi.common.i18n import IllegalActionError
from naishi.games.naishi.editor.draft import Draft, Stage
from naishi.games.naishi.rules.actions import Action
from naishi.games.naishi.rules.cards import BASE_CARDS, HAND, LINE, RIVER, Card, Cell
from tests.fuzzing import examples
from tests.naishi.playing import EXPANSION, SEEDS, positions_of_a_random_game, random_game

RIVER_TEXT = "FTRAKB/SSMMFF/X/-/OO"
TEXT = f"{RIVER_TEXT} MMMMM/MMNMA MMMMM/SMMTM 110:001 0 - - F"


def rebuilt(target: Position, draft: Draft) -> Draft:
    """Edit a draft until it is a position in play."""
    draft.set_stage(Stage.BEGUN)
    draft.set_last(False)
    wanted = Draft(target.to_text())
    for cell in RIVER:
        draft.set_letters(0, cell, wanted.letters(0, cell))
    for seat in (0, 1):
        for row in (LINE, HAND):
            draft.set_letters(seat, row[0], wanted.letters(seat, row[0]))
        for spot in ("swap", "discard", "decree"):
            while getattr(draft.fields.court[seat], spot):
                draft.send(seat, spot)
    for seat in (0, 1):
        for spot in ("swap", "discard", "decree"):
            for _emissary in range(getattr(target.court[seat], spot)):
                draft.send(seat, spot)
    draft.set_discards(wanted.discards)
    draft.set_turn(target.turn)
    draft.set_stage(wanted.stage)
    draft.set_last(target.last is not None)
    return draft


@pytest.mark.ci
@settings(max_examples=examples(5, 15), deadline=None)
@given(SEEDS)
def test_every_position_of_a_game_can_be_read_and_set_up_by_edits(seed: int) -> None:
    draft = Draft(TEXT)
    for position in positions_of_a_random_game(seed):
        assert Draft(position.to_text()).text == position.to_text()
        if position.phase is Phase.PLAY:
            assert rebuilt(position, draft).text == position.to_text()


@settings(max_examples=examples(20, 40), deadline=None)
@given(SEEDS, st.integers(0, 200))
def test_whatever_is_done_the_rules_make_sense_of_it(seed: int, number: int) -> None:
    chance = random.Random(f"{seed}/{number}")
    positions = list(positions_of_a_random_game(seed))
    draft = Draft(positions[number % len(positions)].to_text())
    for _edit in range(15):
        before, edited = draft.text, False
        with suppress(InvalidPositionError):
            any_edit(draft, chance)
            edited = True
        assert edited or draft.text == before
        assert Position.from_text(draft.text).to_text() == draft.text


def any_edit(draft: Draft, chance: random.Random) -> None:
    seat, cell = chance.randrange(2), chance.choice([*Cell])
    card = chance.choice(BASE_CARDS)
    edits: list[Callable[[], None]] = [
        lambda: draft.put(seat, cell, card),
        lambda: draft.take_off(seat, cell),
        lambda: draft.set_letters(seat, cell, "mxkA" * chance.randrange(3) + "x" * chance.randrange(3)),
        lambda: draft.lengthen(cell.position, chance),
        lambda: draft.shorten(cell.position),
        lambda: draft.deal_face_down(chance),
        lambda: draft.shuffle_face_down(chance),
        lambda: draft.set_discards(chance.choice(["", "-", "ftr", "f t r", "Z"])),
        lambda: draft.send(seat, chance.choice(["swap", "discard", "decree"])),
        lambda: draft.set_turn(seat),
        lambda: draft.set_last(chance.random() < 0.5),
        lambda: draft.set_stage(chance.choice([*Stage])),
        draft.next_stage,
        draft.undo,
        draft.redo,
    ]
    chance.choice(edits)()


@pytest.mark.parametrize(
    ("done", "edit", "why"),
    [
        ("b", lambda draft: draft.set_turn(1), "After a bonus, an emissary must be"),
        ("b", lambda draft: [draft.set_letters(0, cell, "-") for cell in RIVER], "there must be a River card"),
        ("-", lambda draft: draft.send(0, "decree"), "Each player has only two emissaries"),
        ("-", lambda draft: draft.set_stage(Stage.SETUP), "each seat has 8 mountains"),
        ("-", lambda draft: draft.set_letters(0, Cell.R1, "FTRAKBF"), "1 to 6 cards"),
        ("-", lambda draft: draft.set_letters(0, Cell.H1, "FTRA"), "five cards"),
        ("-", lambda draft: draft.set_letters(0, Cell.L1, "FTRAZ"), "'Z' is not the letter of a card"),
        ("-", lambda draft: draft.set_discards("F" * 2000), "at most 100 cards, not 2035"),
        ("-", lambda draft: draft.take_off(0, Cell.R4), "pile is empty"),
        ("-", lambda draft: draft.shorten(3), "pile is empty"),
        ("-", lambda draft: draft.lengthen(0, random.Random(1)), "six cards"),
        ("-", lambda draft: draft.read("FTR"), "8 fields"),
        ("-", lambda draft: draft.undo(), "Nothing to undo"),
        ("-", lambda draft: draft.redo(), "Nothing to redo"),
    ],
)
def test_what_makes_no_sense_is_refused_in_words(done: str, edit: Callable[[Draft], object], why: str) -> None:
    with pytest.raises(InvalidPositionError, match=why):
        edit(Draft(TEXT.replace("0 -", f"0 {done}")))


def test_an_emissary_is_sent_where_there_is_room_and_recalled_where_there_is_none() -> None:
    draft = Draft(TEXT.replace("110:001", "100:101"))
    draft.send(0, "swap")
    assert draft.fields.court.to_text() == "200:101"
    draft.send(0, "swap")
    assert draft.fields.court.to_text() == "000:101"
    with pytest.raises(InvalidPositionError, match="1 decree spot"):
        draft.send(0, "decree")


def test_whose_last_turn_it_is_follows_whose_turn_it_is() -> None:
    draft = Draft(TEXT)
    draft.set_last(True)
    draft.set_turn(1)
    assert (draft.fields.turn, draft.fields.last) == (1, 1)


def test_at_the_scoring_ninjas_copy_what_is_there() -> None:
    draft = Draft(TEXT)
    draft.set_letters(0, Cell.L1, "XAMMM")
    draft.set_letters(0, Cell.H1, "MMMMM")
    draft.set_stage(Stage.SCORING)
    assert (draft.fields.phase, draft.fields.copies[0]) == (Phase.OVER, {Cell.L1: Card.ADVISOR})
    draft.put(0, Cell.H3, Card.MONK)
    assert (draft.fields.phase, draft.fields.copies[0]) == (Phase.COPY, {})
    draft.play(Action.from_text("copy L1 monk"))
    assert draft.position.outcome() is not None
    draft.set_stage(Stage.BEGUN)
    assert draft.fields.copies == ({}, {})


def test_the_face_down_cards_are_dealt_from_what_lies_nowhere_else() -> None:
    whole = Game.new(seed=7)
    for action in ("give 1", "give 1", "develop L1"):
        whole.play(action)
    before = Draft(whole.position.to_text())
    draft = Draft(before.text)
    draft.deal_face_down(random.Random(2))
    assert draft.text != before.text
    assert draft.left() == before.left()
    assert [pile[-1] for pile in draft.fields.river] == [pile[-1] for pile in before.fields.river]
    assert not any(draft.left().values())
    draft.shorten(0)
    lost = draft.left()
    draft.lengthen(0, random.Random(3))
    assert lost.total() == 1
    assert draft.left().total() == 0


def test_actions_are_played_and_refused_as_in_a_game() -> None:
    draft = Draft(TEXT)
    draft.play(Action.from_text("develop L1"))
    assert draft.stage is Stage.BEGUN
    assert draft.fields.turn == 1
    with pytest.raises(IllegalActionError):
        draft.play(Action.from_text("develop L4"))
    draft.undo()
    assert draft.text == TEXT
    draft.redo()
    assert draft.fields.turn == 1


class TestExpansion:
    TEXT = "CFTR/nAU/KRR/PTF/HsS GMMkB/MNEAM FMMMM/SMMTM 110:000 0 - - - 14"

    def test_a_letter_again_puts_the_legend_there(self) -> None:
        draft = Draft(self.TEXT.replace("nAU", "NAU"))
        draft.put_letter(0, Cell.R2, Card.NAISHI)
        assert draft.letters(0, Cell.R2) == "nAU"
        draft.put_letter(0, Cell.R2, Card.NAISHI)
        assert draft.letters(0, Cell.R2) == "NAU"
        draft.put_letter(0, Cell.L2, Card.FORT)
        draft.put_letter(0, Cell.L2, Card.FORT)
        assert draft.letters(0, Cell.L1) == "GFMkB"

    def test_in_a_base_game_a_letter_again_changes_nothing(self) -> None:
        draft = Draft(TEXT)
        draft.put_letter(0, Cell.H3, Card.NAISHI)
        assert draft.text == TEXT

    def test_small_letters_are_legends_and_travellers_can_be_typed(self) -> None:
        draft = Draft(self.TEXT)
        draft.set_letters(0, Cell.L1, "WMMkB")
        assert draft.letters(0, Cell.L1) == "WMMkB"
        with pytest.raises(InvalidPositionError, match="Only three Legends"):
            draft.set_letters(0, Cell.L1, "WMMko")

    def test_cards_can_be_put_in_any_order_but_only_those_of_the_box_are_played(self) -> None:
        draft = Draft(self.TEXT)
        draft.put(0, Cell.L1, Card.NAISHI)
        assert draft.fault == "More than the box holds: Naishi (2, not 1, with its Legend)."
        with pytest.raises(InvalidPositionError, match="2, not 1"):
            draft.playable()
        draft.take_off(0, Cell.H2)
        assert draft.fault is None
        assert draft.playable() == draft.position

    def test_a_text_with_more_than_the_box_holds_is_not_taken(self) -> None:
        draft = Draft(self.TEXT)
        with pytest.raises(InvalidPositionError, match="Naishi \\(2, not 1"):
            draft.read(self.TEXT.replace("GMM", "GMN"))
        assert draft.text == self.TEXT

    def test_the_ryokan_can_lie_aside_while_a_position_is_set_up(self) -> None:
        draft = Draft(self.TEXT)
        draft.next_ryokan()
        draft.next_ryokan()
        assert draft.fault == "With a little girl in a territory, somebody must have the Ryokan."

    def test_in_a_base_game_small_letters_are_its_cards(self) -> None:
        draft = Draft(TEXT)
        draft.set_letters(0, Cell.L1, "fffff")
        assert draft.letters(0, Cell.L1) == "FFFFF"

    def test_the_ryokan_goes_round(self) -> None:
        draft = Draft(self.TEXT)
        seen = []
        for _step in range(6):
            seen.append(draft.text.split()[8])
            draft.next_ryokan()
        assert seen == ["14", "17", "-", "04", "07", "14"]
        with pytest.raises(InvalidPositionError, match="belongs to the expansion"):
            Draft(TEXT).next_ryokan()

    def test_a_legend_takes_the_place_of_its_card(self) -> None:
        left = Draft(self.TEXT).left()
        assert left[Card.NAISHI] == 0
        assert left[Card.LEGENDARY_NAISHI] == 0
        assert left[Card.LEGENDARY_RONIN] == 1

    @settings(max_examples=examples(15, 60))
    @given(SEEDS)
    def test_face_down_cards_dealt_anew_keep_who_takes_part(self, seed: int) -> None:
        game = random_game(seed, seed % 30, EXPANSION)
        if game.phase is not Phase.PLAY:
            return
        draft = Draft(game.position.to_text())
        before = game.view(0).legends
        draft.deal_face_down(random.Random(seed))
        assert Game.from_position(draft.position).view(0).legends == before
        assert [len(pile) for pile in draft.fields.river] == [len(pile) for pile in game.position.river]

    @settings(max_examples=examples(15, 60))
    @given(SEEDS, st.integers(0, 40), st.sampled_from(list(Stage)))
    def test_every_stage_is_one_of_the_rules_or_refused(self, seed: int, steps: int, stage: Stage) -> None:
        game = random_game(seed, steps, EXPANSION)
        draft = Draft(game.position.to_text())
        with suppress(InvalidPositionError):
            draft.set_stage(stage)
        assert Position.from_text(draft.text).to_text() == draft.text
        assert not draft.fields.expansion.pending or draft.stage is Stage.DEVELOPED  # type: ignore[union-attr]
