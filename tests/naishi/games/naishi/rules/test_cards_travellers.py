"""Travellers, their effects and the Ryokan. (RULES-EXPANSION.md, Play.)"""

from __future__ import annotations

import pytest

from naishi import Action, IllegalActionError, Phase, Position
from naishi.games.naishi.rules.actions import Use
from naishi.games.naishi.rules.cards import ON_ENTERING, ON_LEAVING, TRAVELLERS
from tests.naishi.playing import after, kinds, legal, refusal

PLAIN = "FA/RK/SF/TO/RA MMMMM/MMTMM MMMMM/MMMMM 000:000 0 - - - -"
"""No Traveller anywhere, and two cards in each pile."""


def river(top: str, *, mine: str = "MMMMM/MMTMM", court: str = "000:000", done: str = "-", ryokan: str = "") -> str:
    """A position with a card on pile 1, seat 0 to act; by default, the other has the Ryokan if anybody must."""
    ryokan = ryokan or ("14" if {card.letter for card in TRAVELLERS} & {*mine} else "-")
    return f"{top}A/RK/SF/TO/RA {mine} MMMMM/MMMMM {court} 0 {done} - - {ryokan}"


def done(position: Position) -> str:
    return position.to_text().split()[5]


def ryokan(position: Position) -> str:
    return position.to_text().split()[8]


class TestTriggers:
    @pytest.mark.parametrize("letter", "CP")
    def test_the_cherry_lady_and_the_porter_work_on_entering(self, letter: str) -> None:
        position = after(river(letter, court="100:000"), "develop L1")
        assert done(position) == f"d:{letter}:1"

    @pytest.mark.parametrize("letter", "UEG")
    def test_the_umbrella_lady_the_old_man_and_the_little_girl_work_on_leaving(self, letter: str) -> None:
        position = after(river("F", mine=f"{letter}MMMM/MMTMM", court="100:000"), "develop L1")
        assert done(position) == f"d:{letter}:1"

    @pytest.mark.parametrize("letter", "UEGW")
    def test_the_others_do_nothing_on_entering(self, letter: str) -> None:
        assert done(after(river(letter, court="100:000"), "develop L1")) == "d"

    @pytest.mark.parametrize("letter", "CPW")
    def test_nor_on_leaving(self, letter: str) -> None:
        assert done(after(river("F", mine=f"{letter}MMMM/MMTMM", court="100:000"), "develop L1")) == "d"

    def test_from_a_hand_they_leave_likewise(self) -> None:
        assert done(after(river("F", mine="MMMMM/UMTMM"), "develop H1")) == "d:U:1"

    @pytest.mark.parametrize("action", ["swap R1 R2", "swap L1 L2", "swap L1 H1", "discard R1 R2", "decree L1"])
    def test_nothing_but_a_develop_triggers(self, action: str) -> None:
        position = after(river("C", mine="UMMMM/MMTMM", ryokan="14"), action)
        assert ryokan(position) == "14"
        assert ":" not in done(position)

    def test_one_leaves_and_another_enters_at_once(self) -> None:
        assert done(after(river("C", mine="UMMMM/MMTMM"), "develop L1")) == "d:UC:1"


class TestRyokan:
    def test_it_comes_four_up_with_any_traveller(self) -> None:
        assert [ryokan(after(river(card.letter), "develop L1")) for card in TRAVELLERS] == ["04"] * 5 + ["07"]

    def test_its_owner_turns_it_to_seven_where_it_stays(self) -> None:
        assert ryokan(after(river("U", ryokan="04"), "develop L1")) == "07"
        assert ryokan(after(river("U", ryokan="07"), "develop L1")) == "07"

    def test_it_comes_from_the_opponent_four_up_even_if_it_lay_on_seven(self) -> None:
        assert ryokan(after(river("U", ryokan="17"), "develop L1")) == "04"

    def test_the_samurai_brings_it_seven_up(self) -> None:
        assert ryokan(after(river("W", ryokan="14"), "develop L1")) == "07"

    def test_a_traveller_that_leaves_does_not_move_it(self) -> None:
        assert ryokan(after(river("F", mine="UMMMM/MMTMM", ryokan="14"), "develop L1")) == "14"


class TestPending:
    def test_nothing_else_is_possible(self) -> None:
        text = river("C")
        assert kinds(legal(text, "develop L1")) == {"use", "skip"}
        assert len(legal(text, "develop L1")) == 46
        position = after(text, "develop L1")
        for action in ("end", "swap L1 L2", "discard R2 R3", "develop L2", "recall", "declare", "decree L1", "pass"):
            assert position.refusal(Action.from_text(action)) == "First use the pending effects, or skip them."

    def test_skip_leaves_all_unused_and_the_turn_goes_on(self) -> None:
        position = after(river("C", mine="UMMMM/MMTMM"), "develop L1", "skip")
        assert (done(position), position.turn) == ("d", 0)

    def test_effects_are_used_in_any_order(self) -> None:
        text = river("C", mine="UMMMM/MMTMM")
        one = after(text, "develop L1", "use cherry_lady L1 H3", "use umbrella_lady L2 H3")
        other = after(text, "develop L1", "use umbrella_lady L1 H3", "use cherry_lady L2 H3")
        assert one == other
        assert one.to_text().split()[1] == "TCMMM/MMMMM"

    def test_the_turn_ends_by_itself_after_them_if_nothing_is_left_to_choose(self) -> None:
        position = after(river("C", court="100:000", done="b"), "develop L1", "skip")
        assert (position.turn, done(position)) == (1, "-")

    def test_the_bonus_may_follow_also_with_an_emissary_just_recalled(self) -> None:
        position = after(river("P", court="110:000"), "develop L1", "use porter")
        assert done(position) == "d"
        position.push(Action.from_text("swap L1 L2"))
        assert (position.turn, position.to_text().split()[3]) == (1, "100:000")

    def test_a_bonus_taken_before_is_spent_even_if_its_emissary_comes_back(self) -> None:
        position = after(river("P"), "swap L1 L2", "develop L1")
        assert done(position) == "db:P:1"
        position.push(Action.from_text("use porter"))
        assert (position.turn, position.to_text().split()[3]) == (1, "000:000")

    def test_a_recall_takes_no_emissary_off_the_decree(self) -> None:
        assert after(river("P", court="101:000"), "develop L1", "use porter").to_text().split()[3] == "001:000"

    def test_effects_work_in_a_last_turn_and_then_the_game_is_over(self) -> None:
        text = "CA/RK/SF/TO/- MMMMM/MMTMM MMMMM/MMMMM 200:000 0 - 0 - -"
        assert after(text, "develop L1", "use cherry_lady L1 L2").phase is Phase.OVER

    def test_an_extra_develop_can_empty_the_second_pile(self) -> None:
        text = "F/R/SF/TO/RA MMMMM/MMMMM GMMMM/MMTMM 000:200 1 - - - 04"
        position = after(text, "develop L1", "use little_girl L2")
        assert position.phase is Phase.OVER


class TestLapses:
    def test_a_recall_with_no_emissary_to_recall(self) -> None:
        assert done(after(river("P"), "develop L1")) == "d"
        assert done(after(river("P", court="001:000"), "develop L1")) == "d"

    def test_of_two_recalls_the_second(self) -> None:
        position = after(river("P", mine="EMMMM/MMTMM", court="200:000"), "develop L1")
        assert done(position) == "d:EP:1"
        position.push(Action.from_text("use old_man"))
        assert done(position) == "d"

    def test_a_develop_with_no_card_in_the_other_piles(self) -> None:
        text = "FA/-/-/-/- GMMMM/MMTMM MMMMM/MMMMM 000:000 0 - 0 - 14"
        assert ":" not in done(after(text, "develop L1"))


class TestLittleGirl:
    GIRL = river("C", mine="GUMMM/MMTMM")

    def test_she_develops_from_another_pile(self) -> None:
        position = after(self.GIRL, "develop L1", "use little_girl L2")
        assert done(position) == "d:UC:12"
        assert position.to_text().split()[7] == "GU"

    def test_not_from_the_pile_whose_next_card_is_face_down(self) -> None:
        position = after(self.GIRL, "develop L1")
        assert position.refusal(Action.from_text("use little_girl H1")) == (
            "The next card of River pile 1 is not turned up yet."
        )
        assert len([a for a in position.legal_actions() if a.text.startswith("use little_girl")]) == 8

    def test_not_from_an_empty_pile(self) -> None:
        position = after("CA/-/SF/TO/RA GMMMM/MMTMM MMMMM/MMMMM 000:000 0 - - - 14", "develop L1")
        assert position.refusal(Action.from_text("use little_girl L2")) == "River pile 2 is empty."

    def test_a_leaving_traveller_moved_by_an_exchange_can_be_discarded_by_her_develop(self) -> None:
        position = after(river("C", mine="GEMMM/MMTMM", court="100:000"), "develop L1", "use cherry_lady L2 L3")
        position.push(Action.from_text("use little_girl L3"))
        assert done(position) == "d:E:13"

    def test_three_effects_can_be_pending_at_once(self) -> None:
        text = "CA/RK/PF/TO/RA GMUMM/MMTMM MMMMM/MMMMM 100:000 0 - - - 14"
        position = after(text, "develop L1", "use little_girl L3")
        assert done(position) == "d:UCP:13"
        assert Position.from_text(position.to_text()) == position

    def test_all_piles_are_turned_up_together(self) -> None:
        position = after(self.GIRL, "develop L1", "use little_girl L3", "skip")
        assert position.expansion is not None
        assert position.expansion.unturned == 0


class TestRefusals:
    @pytest.mark.parametrize("action", ["skip", "use porter", "use cherry_lady L1 L2", "use little_girl L2"])
    def test_nothing_can_be_used_that_is_not_pending(self, action: str) -> None:
        assert refusal(PLAIN, action) == "No effect of a Traveller is pending."
        assert refusal(PLAIN[:-2], action) == "No effect of a Traveller is pending."

    def test_nor_the_effect_of_another_traveller(self) -> None:
        position = after(river("C"), "develop L1")
        with pytest.raises(IllegalActionError, match="The effect of the porter is not pending"):
            position.push(Action.from_text("use porter"))

    def test_the_legendary_ninja_copies_of_the_other_territory(self) -> None:
        text = "-/-/-/-/- xMMMM/MMTMM NAMMM/MMMMM 000:000 0 c: - - -"
        assert legal(text) == ["copy L1 advisor", "copy L1 naishi"]
        assert refusal(text, "copy L1 monk") == "There is no monk to copy in the other territory."

    def test_ninjas_choose_in_order_whatever_they_copy_from(self) -> None:
        position = Position.from_text("-/-/-/-/- xXASM/MMTMM NAMMM/MMMMM 000:000 0 c: - - -")
        for action in ("copy L1 naishi", "copy L2 advisor"):
            position.push(Action.from_text(action))
        assert position.phase is Phase.COPY or position.phase is Phase.OVER
        assert position.to_text().split()[5].startswith(("cL1NL2A:", "fL1NL2A:"))


def test_every_traveller_but_the_samurai_has_an_effect_that_can_be_used() -> None:
    used = {action.traveller for action in map(Action.from_text, _uses()) if isinstance(action, Use)}
    assert used == ON_LEAVING | ON_ENTERING == {card for card in TRAVELLERS if card.letter != "W"}


def _uses() -> list[str]:
    return ["use cherry_lady L1 L2", "use umbrella_lady L1 L2", "use porter", "use old_man", "use little_girl L1"]


@pytest.mark.parametrize(
    "text",
    ["use", "use samurai", "use porter L1", "use cherry_lady L2 L1", "use cherry_lady L1 R1", "use little_girl R1",
     "use old_man L1 L2", "skip all", "skip 1"],
)  # fmt: skip
def test_another_use_is_no_action(text: str) -> None:
    with pytest.raises(ValueError, match="is not an action"):
        Action.from_text(text)


def test_popping_the_use_of_an_effect_goes_back() -> None:
    position = after("CA/RK/PF/TO/RA GMUMM/MMTMM MMMMM/MMMMM 100:000 0 - - - 14")
    texts = [position.to_text()]
    for action in ("develop L1", "use little_girl L3", "use cherry_lady L1 H3", "use porter", "skip", "swap L1 L2"):
        position.push(Action.from_text(action))
        texts.append(position.to_text())
    while len(texts) > 1:
        assert position.to_text() == texts.pop()
        position.pop()
    assert position.to_text() == texts[0]
