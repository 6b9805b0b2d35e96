"""Effects of actions. (RULES.md, setup, a turn, the end of the game.)"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from naishi import (
    Action,
    Card,
    Cell,
    Deal,
    Game,
    IllegalActionError,
    InvalidActionError,
    InvalidPositionError,
    NaishiError,
    Phase,
    Position,
    Termination,
    Territory,
    perft,
    score,
)
from tests.naishi.playing import after, legal

HANDS = "MNASK/OXFTR MMMMM/BBMMM"
START = f"FT/AR/KK/HB/OO {HANDS} 000:000 0 - - -"
NO_BONUS = f"FT/AR/KK/HB/OO {HANDS} 200:000 0 - - -"

CHANGES = [
    # develop
    (NO_BONUS, "develop L1", "T/AR/KK/HB/OO FNASK/OXFTR MMMMM/BBMMM 200:000 1 - - M"),
    (NO_BONUS, "develop H4", "FT/AR/KK/B/OO MNASK/OXFHR MMMMM/BBMMM 200:000 1 - - T"),
    (START, "develop H4", "FT/AR/KK/B/OO MNASK/OXFHR MMMMM/BBMMM 000:000 0 d - T"),
    # swap
    (START, "swap R1 R4", f"HT/AR/KK/FB/OO {HANDS} 100:000 0 b - -"),
    (START, "swap L1 L5", "FT/AR/KK/HB/OO KNASM/OXFTR MMMMM/BBMMM 100:000 0 b - -"),
    (START, "swap H2 H3", "FT/AR/KK/HB/OO MNASK/OFXTR MMMMM/BBMMM 100:000 0 b - -"),
    (START, "swap L3 H3", "FT/AR/KK/HB/OO MNFSK/OXATR MMMMM/BBMMM 100:000 0 b - -"),
    # discard
    (START, "discard R2 R4", f"FT/R/KK/B/OO {HANDS} 010:000 0 b - AH"),
    (f"F/AR/KK/HB/OO {HANDS} 000:000 0 - - -", "discard R1 R2", f"-/R/KK/HB/OO {HANDS} 010:000 0 b - FA"),
    # decree
    (START, "decree H1", "FT/AR/KK/HB/OO MNASK/BXFTR MMMMM/OBMMM 001:000 1 - - -"),
    (START, "decree L2", "FT/AR/KK/HB/OO MMASK/OXFTR MNMMM/BBMMM 001:000 1 - - -"),
    # recall
    (NO_BONUS, "recall", START.replace(" 0 - - -", " 1 - - -")),
    (f"F/A/K/H/O {HANDS} 101:110 0 - - -", "recall", f"F/A/K/H/O {HANDS} 001:110 1 - - -"),
    (f"F/A/K/H/O {HANDS} 101:110 1 - - -", "recall", f"F/A/K/H/O {HANDS} 101:000 0 - - -"),
    # declare
    (f"-/A/K/H/O {HANDS} 000:000 0 - - -", "declare", f"-/A/K/H/O {HANDS} 000:000 1 - 1 -"),
    (f"-/A/K/H/O {HANDS} 000:000 1 - - -", "declare", f"-/A/K/H/O {HANDS} 000:000 0 - 0 -"),
    # end
    (f"F/A/K/H/O {HANDS} 000:000 0 d - -", "end", f"F/A/K/H/O {HANDS} 000:000 1 - - -"),
    # the second player's actions are its own
    (START.replace(" 0 - - -", " 1 - - -"), "develop H1", "T/AR/KK/HB/OO MNASK/OXFTR MMMMM/FBMMM 000:000 1 d - B"),
    (START.replace(" 0 - - -", " 1 - - -"), "swap L1 H1", "FT/AR/KK/HB/OO MNASK/OXFTR BMMMM/MBMMM 000:100 1 b - -"),
    (START.replace(" 0 - - -", " 1 - - -"), "decree H1", "FT/AR/KK/HB/OO MNASK/BXFTR MMMMM/OBMMM 000:001 0 - - -"),
]


@pytest.mark.parametrize(("before", "action", "then"), CHANGES)
def test_an_action_does_what_the_rulebook_says(before: str, action: str, then: str) -> None:
    assert after(before, action).to_text() == then


@pytest.mark.parametrize(("before", "action", "then"), CHANGES)
def test_a_popped_action_leaves_no_trace(before: str, action: str, then: str) -> None:
    position = after(before, action)
    assert (position.pop().text, position.to_text()) == (action, before)


class TestTurn:
    """Which actions make a turn, and when it is over."""

    def test_a_develop_alone_ends_the_turn_where_no_bonus_is_possible(self) -> None:
        assert after(NO_BONUS, "develop L1").turn == 1

    def test_a_develop_leaves_the_choice_of_a_bonus(self) -> None:
        assert after(START, "develop L1").turn == 0

    @pytest.mark.parametrize("bonus", ["swap R1 R2", "swap L1 H1", "discard R1 R2"])
    def test_a_bonus_after_the_develop_ends_the_turn(self, bonus: str) -> None:
        assert after(START, "develop L3", bonus).turn == 1

    @pytest.mark.parametrize("bonus", ["swap R1 R2", "swap L1 H1", "discard R1 R2"])
    def test_a_develop_after_the_bonus_ends_the_turn(self, bonus: str) -> None:
        assert after(START, bonus, "develop L3").turn == 1

    def test_a_swapped_river_card_can_be_developed_at_its_new_place(self) -> None:
        assert after(START, "swap R1 R4", "develop L4").territory(0).cards[3].letter == "F"

    def test_the_card_turned_up_by_a_discard_can_be_developed(self) -> None:
        assert after(START, "discard R1 R2", "develop L1").territory(0).cards[0].letter == "T"

    def test_the_card_turned_up_by_a_develop_can_be_discarded(self) -> None:
        assert [card.letter for card in after(START, "develop L1", "discard R1 R2").discards] == ["M", "T", "A"]

    def test_with_an_emissary_but_no_spot_a_develop_ends_the_turn(self) -> None:
        text = f"FT/-/-/-/- {HANDS} 100:200 0 - 0 -"
        assert after(text, "develop L1").phase is not Phase.PLAY

    def test_with_swap_spots_full_the_discard_spot_keeps_the_turn_open(self) -> None:
        assert after(f"FT/AR/-/-/- {HANDS} 100:200 0 - 0 -", "develop L1").turn == 0

    def test_with_swap_spots_full_and_one_pile_left_a_develop_ends_the_turn(self) -> None:
        assert after(f"F/-/O/-/- {HANDS} 100:200 0 - 0 -", "develop L1").phase is Phase.COPY

    def test_with_the_river_empty_own_cards_can_still_be_swapped_after_the_develop(self) -> None:
        texts = legal(f"-/-/-/-/F {HANDS} 000:000 0 - 0 -", "develop L5")
        assert {text for text in texts if "R" in text} == set()
        assert len(texts) == 26

    def test_one_bonus_a_turn(self) -> None:
        position = after(START, "develop L1", "swap L1 L2")
        assert (position.turn, position.court.to_text()) == (1, "100:000")

    def test_an_emissary_on_the_decree_stays_at_a_recall(self) -> None:
        text = START.replace("000:000", "001:000")
        actions = ("swap L1 L2", "develop L1", "develop L2", "end", "recall")
        assert after(text, *actions).court.to_text() == "001:000"

    def test_a_recall_frees_the_spots_for_both(self) -> None:
        text = START.replace("000:000", "200:100")
        assert "swap L1 L2" in legal(text, "recall")

    def test_the_swap_spots_are_shared(self) -> None:
        assert "swap" not in {t.split()[0] for t in legal(START.replace("000:000", "200:100"), "develop L1")}


class TestEnd:
    """The end of the game, from both seats."""

    def test_one_empty_pile_ends_nothing(self) -> None:
        assert after(f"F/AR/KK/HB/OO {HANDS} 200:000 0 - - -", "develop L1").last is None

    def test_two_empty_piles_after_the_first_players_turn_give_the_second_a_last_turn(self) -> None:
        position = after(f"F/-/KK/HB/OO {HANDS} 200:000 0 - - -", "develop L1")
        assert (position.phase, position.turn, position.last) == (Phase.PLAY, 1, 1)

    def test_after_that_last_turn_the_game_is_over(self) -> None:
        text = "F/-/KK/HB/OO MMMMM/MMMMM MMMMM/MMMMM 200:020 0 - - -"
        assert after(text, "develop L1", "develop L3").phase is Phase.OVER

    def test_two_empty_piles_after_the_second_players_turn_end_the_game_at_once(self) -> None:
        assert after("F/-/KK/HB/OO MMMMM/MMMMM MMMMM/MMMMM 200:020 1 - - -", "develop L1").phase is Phase.OVER

    def test_three_empty_piles_are_two_or_more(self) -> None:
        text = "F/A/-/HB/OO MMMMM/MMMMM MMMMM/MMMMM 200:000 1 - - -"
        assert after(text, "discard R1 R2", "develop L4").phase is Phase.OVER

    def test_piles_are_counted_at_the_end_of_the_turn(self) -> None:
        position = after(f"F/-/KK/HB/OO {HANDS} 000:000 1 - - -", "develop L1")
        assert (position.phase, position.turn) == (Phase.PLAY, 1)

    def test_the_last_turn_is_a_whole_turn(self) -> None:
        text = "F/-/KK/HB/OO MMMMM/MMMMM MMMMM/MMMMM 200:000 0 - - -"
        position = after(text, "develop L1", "swap R3 R4", "develop L3")
        assert position.phase is Phase.OVER

    @pytest.mark.parametrize("seat", [0, 1])
    def test_a_declared_end_gives_the_other_seat_a_last_turn(self, seat: int) -> None:
        """Ruling: whoever declares."""
        position = after(f"-/AR/KK/HB/OO {HANDS} 000:000 {seat} - - -", "declare")
        assert (position.phase, position.turn, position.last) == (Phase.PLAY, 1 - seat, 1 - seat)

    @pytest.mark.parametrize("seat", [0, 1])
    def test_after_a_declared_end_and_the_last_turn_the_game_is_over(self, seat: int) -> None:
        text = f"-/AR/KK/HB/OO MMMMM/MMMMM MMMMM/MMMMM 200:020 {seat} - - -"
        assert after(text, "declare", "develop L2").phase is Phase.OVER

    def test_a_triggered_end_is_not_triggered_again_by_piles(self) -> None:
        """Declared by the second player, the first empties a second pile: no further turn."""
        text = "-/A/KK/HB/OO MMMMM/MMMMM MMMMM/MMMMM 200:020 1 - - -"
        assert after(text, "declare", "develop L2").phase is Phase.OVER

    @pytest.mark.parametrize("turn", ["recall", "decree L1"])
    def test_the_last_turn_may_be_any_whole_turn(self, turn: str) -> None:
        text = "-/A/KK/HB/OO MMMMM/MMMMM MMMMM/MMMMM 000:010 0 - - -"
        assert after(text, "declare", turn).phase is Phase.OVER

    def test_a_pass_ends_the_turn(self) -> None:
        assert after("-/-/-/-/- MMMMM/MMMMM MMMMM/MMMMM 000:001 0 - 0 -", "pass").phase is Phase.OVER

    def test_once_over_nothing_is_possible(self) -> None:
        position = after("-/-/-/-/- MMMMM/MMMMM MMMMM/MMMMM 000:001 0 - 0 -", "pass")
        with pytest.raises(IllegalActionError, match="The game is over"):
            position.push(Action.from_text("declare"))


def ended(first: str, second: str) -> Position:
    """A game that has just ended with these territories."""
    return after(f"-/-/-/-/- {first} {second} 001:000 1 - 1 -", "pass")


class TestNinjas:
    """RULES.md, scoring: each ninja must copy; DESIGN.md, action text: in which order."""

    def test_without_a_ninja_the_game_is_over(self) -> None:
        assert ended("MMMMM/MMMMM", "MMMMM/MMMMM").phase is Phase.OVER

    def test_a_ninja_with_nothing_to_copy_is_settled_by_itself(self) -> None:
        position = ended("XFTRB/XMMMM", "MMMMM/MMMMM")
        assert (position.phase, position.copies) == (Phase.OVER, ({}, {}))

    def test_a_ninja_with_one_choice_is_settled_by_itself(self) -> None:
        assert ended("XAAMM/MMMMM", "MMMMM/MMMMM").to_text().split()[5] == "fL1A:"

    def test_both_ninjas_with_one_choice_are_settled_by_themselves(self) -> None:
        assert ended("XAAMM/MMXMM", "MMMMM/MMMMM").to_text().split()[5] == "fL1AH3A:"

    def test_one_ninja_of_each_with_one_choice_is_settled(self) -> None:
        assert ended("XAAMM/MMMMM", "MMMMM/SMXMM").to_text().split()[5] == "fL1A:H3S"

    def test_a_ninja_with_a_choice_is_asked(self) -> None:
        position = ended("XASMM/MMMMM", "MMMMM/MMMMM")
        assert (position.phase, position.turn) == (Phase.COPY, 0)

    def test_the_second_players_ninja_is_the_second_players_choice(self) -> None:
        position = ended("MMMMM/MMMMM", "XASMM/MMMMM")
        assert (position.phase, position.turn) == (Phase.COPY, 1)

    def test_ninjas_of_one_territory_choose_from_l1_to_h5(self) -> None:
        position = ended("MASMX/MXMMM", "MMMMM/MMMMM")
        asked = [str(position.legal_actions()[0])]
        position.push(Action.from_text("copy L5 sentinel"))
        asked.append(str(position.legal_actions()[0]))
        position.push(Action.from_text("copy H2 advisor"))
        assert (asked, position.to_text().split()[5]) == (["copy L5 advisor", "copy H2 advisor"], "fL5SH2A:")

    def test_the_first_players_ninja_chooses_before_the_seconds(self) -> None:
        position = ended("MASMM/MMMMX", "XASMM/MMMMM")
        position.push(Action.from_text("copy H5 advisor"))
        assert (position.turn, position.legal_actions()[0].text) == (1, "copy L1 advisor")

    def test_a_choice_of_the_second_follows_a_settled_ninja_of_the_first(self) -> None:
        position = ended("MAMMM/MMMMX", "XASMM/MMMMM")
        assert (position.turn, position.to_text().split()[5]) == (1, "cH5A:")

    def test_both_ninjas_may_copy_the_same(self) -> None:
        position = ended("MASMX/MXMMM", "MMMMM/MMMMM")
        position.push(Action.from_text("copy L5 sentinel"))
        position.push(Action.from_text("copy H2 sentinel"))
        assert position.phase is Phase.OVER

    def test_no_sheet_before_every_ninja_has_chosen(self) -> None:
        with pytest.raises(InvalidPositionError, match="Say what the ninja at L1 copies"):
            ended("XASMM/MMMMM", "MMMMM/MMMMM").sheets()

    def test_the_sheets_use_the_copies(self) -> None:
        position = ended("XANMM/MMMMM", "MMMMM/MMMMM")
        position.push(Action.from_text("copy L1 advisor"))
        assert [sheet.total for sheet in position.sheets()] == [-5 + 12 + 8 + 2, -5]

    def test_copies_are_popped_to_the_moment_before_the_last_turn(self) -> None:
        position = ended("XASMM/MMMMM", "XASMM/MMMMM")
        before = position.to_text()
        position.push(Action.from_text("copy L1 advisor"))
        position.push(Action.from_text("copy L1 sentinel"))
        position.pop()
        position.pop()
        assert position.to_text() == before


class TestSetUp:
    """RULES.md, setup, 4 and 5."""

    TEXT = "F/A/K/H/O MMMMM/MMMAS MMMMM/MMMFT 000:000 0 g-:{}:{} - -"

    @pytest.mark.parametrize(
        ("gifts", "first", "second"),
        [
            (("give 1", "give 1"), "MMMSF", "MMMTA"),
            (("give 1", "give 2"), "MMMST", "MMMFA"),
            (("give 2", "give 1"), "MMMAF", "MMMTS"),
            (("give 2", "give 2"), "MMMAT", "MMMFS"),
        ],
    )
    def test_each_keeps_one_and_gets_one(self, gifts: tuple[str, str], first: str, second: str) -> None:
        text = after(self.TEXT.format("01234", "01234"), *gifts).to_text()
        assert text == f"F/A/K/H/O MMMMM/{first} MMMMM/{second} 000:000 0 - - -"

    def test_the_shuffle_says_which_card_stands_where(self) -> None:
        text = after(self.TEXT.format("31240", "04123"), "give 1", "give 1").to_text()
        assert text.split()[1:3] == ["MMMMM/SMMFM", "MMMMM/MAMMT"]

    def test_the_first_gift_is_not_exchanged_before_the_second_is_chosen(self) -> None:
        text = after(self.TEXT.format("01234", "01234"), "give 1").to_text()
        assert text == "F/A/K/H/O MMMMM/MMMAS MMMMM/MMMFT 000:000 1 g1:01234:01234 - -"

    def test_the_first_player_begins(self) -> None:
        position = after(self.TEXT.format("01234", "01234"), "give 1", "give 2")
        assert (position.phase, position.turn) == (Phase.PLAY, 0)

    @pytest.mark.parametrize("gifts", [("give 1",), ("give 1", "give 1"), ("give 2", "give 1"), ("give 2", "give 2")])
    def test_gifts_are_popped_exactly(self, gifts: tuple[str, ...]) -> None:
        start = self.TEXT.format("31240", "04123")
        position = after(start, *gifts)
        for _gift in gifts:
            position.pop()
        assert position.to_text() == start


def test_a_base_position_may_hold_what_no_game_can_have() -> None:
    """DESIGN.md: accepted for analysis. The editor says what is too many."""
    position = Position.from_text("TTTTT/N/N/N/- MMMMM/MMMMM MMMMM/MMMMM 000:000 0 - - -")
    assert "develop L1" in {action.text for action in position.legal_actions()}


def test_popping_nothing_is_an_error() -> None:
    with pytest.raises(IndexError):
        Position.from_text(START).pop()


def test_a_copy_lives_its_own_life() -> None:
    position = after(START, "develop L1")
    before = position.to_text()
    position.copy().push(Action.from_text("discard R1 R2"))
    assert position.to_text() == before


def test_a_copy_with_its_history_can_pop_what_was_pushed_before() -> None:
    position = after(START, "develop L1")
    before, twin = position.to_text(), position.copy(history=True)
    assert (twin.pop().text, twin.to_text(), position.to_text()) == ("develop L1", START, before)


def test_positions_are_equal_if_their_texts_are() -> None:
    assert after(START, "develop L1") == Position.from_text(after(START, "develop L1").to_text())
    assert after(START, "develop L1") != Position.from_text(START)
    assert Position.from_text(START) != START


def test_a_position_has_no_hash_for_it_changes() -> None:
    with pytest.raises(TypeError, match="unhashable"):
        hash(Position.from_text(START))


def test_the_repr_of_a_position_makes_it_again() -> None:
    position = after(START, "develop L1")
    assert eval(repr(position)) == position  # noqa: S307


class TestOutcome:
    def test_there_is_none_while_the_game_goes_on(self) -> None:
        assert Position.from_text(START).outcome() is None
        assert ended("XASMM/MMMMM", "MMMMM/MMMMM").outcome() is None

    def test_is_that_of_the_sheets(self) -> None:
        position = ended("FMMMM/MMMMM", "MMMMM/MMMMM")
        result = position.outcome()
        assert result is not None
        assert (result.winner, result.sheets) == (0, position.sheets())

    @pytest.mark.parametrize(
        ("text", "actions", "termination"),
        [
            ("-/A/KK/HB/OO {} 200:020 1 - - -", ("declare", "recall"), Termination.DECLARED),
            ("-/A/KK/HB/OO {} 200:020 0 - - -", ("declare", "recall"), Termination.DECLARED),
            ("-/A/KK/HB/OO {} 200:020 0 - - -", ("declare", "develop L2"), Termination.DECLARED),
            ("F/-/KK/HB/OO {} 200:020 1 - - -", ("develop L1",), Termination.PILES),
            ("F/-/KK/HB/OO {} 200:020 0 - - -", ("develop L1", "recall"), Termination.PILES),
            ("-/-/KK/HB/OO {} 200:020 0 - 0 -", ("develop L3",), Termination.DECLARED),  # seat 0 has no other last turn
            ("-/A/KK/HB/OO {} 200:020 0 f: 1 -", (), Termination.DECLARED),  # one pile empty ends nothing
            ("-/-/KK/HB/OO {} 200:020 0 f: 1 -", (), Termination.PILES),
        ],
    )
    def test_says_what_ended_the_game(self, text: str, actions: tuple[str, ...], termination: Termination) -> None:
        result = after(text.format("MMMMM/MMMMM MMMMM/MMMMM"), *actions).outcome()
        assert result is not None
        assert result.termination is termination

    def test_a_popped_declaration_is_forgotten(self) -> None:
        position = after(f"-/A/KK/HB/OO {HANDS} 200:020 0 - - -", "declare")
        position.pop()
        assert not position.declared


def test_a_copy_cannot_take_back_what_was_done_before() -> None:
    with pytest.raises(IndexError):
        after(START, "develop L1").copy().pop()


def test_actions_are_pushed_and_asked_about_by_their_texts() -> None:
    position = Position(Deal.random(7))
    assert position.is_legal("give 1")
    assert not position.is_legal("end")
    assert position.refusal("end") == position.refusal(Action.from_text("end"))
    position.push("Give 1")
    assert position.peek() == Action.from_text("give 1")


@pytest.mark.parametrize("wrong", [92, None, "fly", ["end"]])
def test_what_is_no_action_is_refused_in_words(wrong: Any) -> None:
    position = Position(Deal.random(7))
    for ask in (position.push, position.is_legal, position.refusal, position.check):
        with pytest.raises(InvalidActionError):
            ask(wrong)
    assert position.ply() == 0


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: Position(7),  # type: ignore[arg-type]
        lambda: Position.from_text(7),  # type: ignore[arg-type]
        lambda: Territory.from_text(7),  # type: ignore[arg-type]
        lambda: Card.from_text(7),  # type: ignore[arg-type]
        lambda: Cell.from_text([]),  # type: ignore[arg-type]
        lambda: score(7),  # type: ignore[arg-type]
        lambda: Deal.random(1, "x"),  # type: ignore[arg-type]
        lambda: Game(7),  # type: ignore[arg-type]
        lambda: Game.from_position(7),  # type: ignore[arg-type]
        lambda: perft(Position(Deal.random(1)), "x"),  # type: ignore[arg-type]
        lambda: perft(Position(Deal.random(1)), -1),
    ],
)
def test_what_is_of_another_type_is_refused_in_words(wrong: Callable[[], object]) -> None:
    with pytest.raises(NaishiError, match=r"needed|begins|None or|0 or more"):
        wrong()
