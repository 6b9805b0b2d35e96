"""Position text with the expansion. (RULES-EXPANSION.md, Notation.)"""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings, strategies as st

from naishi import InvalidPositionError, NaishiError, Position
from tests.fuzzing import examples
from tests.naishi.playing import EXPANSION, SEEDS, random_game

RIVER = "FKRT/CBESR/OFARF/PSXOFRA/SBKTXA"
HANDS = "MMMMM/MMMMM MMMMM/MMMMM"

GOOD = [
    f"{RIVER} {HANDS} 000:000 0 - - - -",
    f"{RIVER} {HANDS} 000:000 0 - - - 07",
    f"{RIVER} {HANDS} 000:000 1 d - - 14",
    "FKRT/BESR/OFAR/PSXO/- MMMCM/MMMMM MMMMM/MMMMM 100:000 0 d:C:4 - U 07",
    "FKRT/BESR/OFAR/PSXO/- MMMMC/MMMMM MMMMM/MMMMM 100:000 0 db:C:- - M 04",
    "FKRT/BSR/OFAR/PSXO/K CMMMM/MMMMM MMMMM/MMMMM 000:000 0 d:C:4 - U 04",
    "FKRT/BSR/OFAR/PSXO/K MMMCM/MMMMM MMMMM/MMMMM 000:000 0 db:C:4 - E 04",
    "FKRT/BKSR/OFAR/KSXO/- MMPCM/MMMMM MMMMM/MMMMM 100:000 0 d:UCP:34 - GU 07",
    "FKRT/BKSR/OFAR/KSXO/- MMPCM/MMMMM MMMMM/MMMMM 100:000 0 d:EP:34 - GE 07",
    "-/-/-/-/- xASMM/MMMMM NAMMM/MMMMM 000:000 0 c: - - 17",
    "-/-/-/-/- xASMM/MMMMM NAMMM/MMMMM 000:000 1 fL1N: - - -",
    "MMMMMMM/F/F/F/F MMMMM/MMMKA MMMMM/MMMTT 000:000 0 g-:01234:43210 - - -",
]


@pytest.mark.parametrize("text", GOOD)
def test_a_text_that_is_read_is_written_the_same(text: str) -> None:
    position = Position.from_text(text)
    assert position.to_text() == text
    assert position.module == "legends-travellers"


def test_a_text_of_eight_fields_is_a_base_game() -> None:
    position = Position.from_text(f"F/F/F/F/F {HANDS} 000:000 0 - - -")
    assert (position.expansion, position.module) == (None, None)


MINE = "MMMCM/MMMMM"
PILES = "FKRT/BESR/OFAR/SXO/-"


def pending(done: str, *, mine: str = MINE, court: str = "100:000", last: str = "M", ryokan: str = "04") -> str:
    return f"{PILES} {mine} MMMMM/MMMMM {court} 0 {done} - {last} {ryokan}"


WHAT = "doesn't say what is pending: write some of UECGP in this order, then piles, as CG:2."
ENTERED = "An effect on entering is pending only for a card that has just entered."
PILE = "A pile just developed from is empty, or its next card isn't turned up yet."
LEFT = "An effect on leaving is pending only for the card discarded last."

BAD = [
    (f"{RIVER} {HANDS} 000:000 0 - - - 05", "The Ryokan is written as - or as its owner and side, such as 04 or 17"),
    (f"{RIVER} {HANDS} 000:000 0 - - - 24", "The Ryokan is written as -"),
    (f"{RIVER} {HANDS} 000:000 0 - - - 4", "The Ryokan is written as -"),
    (f"{RIVER} {HANDS} 000:000 0 - - - - -", "A position has 8 fields"),
    (f"{RIVER} {HANDS} 000:000 0 - - -", "A River pile has 1 to 6 cards"),
    (f"FW/F/F/F/F {HANDS} 000:000 0 - - -", "Legends and Travellers need a ninth field, which says"),
    ("F/F/F/F/F nMMMM/MMMMM MMMMM/MMMMM 000:000 0 - - -", "Legends and Travellers need a ninth field"),
    (f"F/F/F/F/F {HANDS} 000:000 0 - - W", "Legends and Travellers need a ninth field"),
    (f"F/F/F/F/F {HANDS} 000:000 0 d:C:2 - -", "Effects can be pending only with the expansion; its ninth field is"),
    ("NN/F/-/-/- NMMMM/MMMMM MMMMM/MMMMM 000:000 0 - - - -", "More than the box holds: Naishi (3, not 2)."),
    (f"NN/F/-/-/n {HANDS} 000:000 0 - - - -", "More than the box holds: Naishi (2, not 1, with its Legend)."),
    (f"N/F/-/-/n {HANDS} 000:000 0 - - N -", "More than the box holds: Naishi (2, not 1, with its Legend)."),
    (
        "TTTTT/FT/TTT/-/- TMMMM/MMMFF MMMMT/MMFFM 000:000 0 - - - -",
        "More than the box holds: Fort (5, not 4), Torii (11, not 4).",
    ),
    ("F/F/-/-/- MMMMM/MMMMM MMMMM/MMWMM 000:000 0 - - - -", "With a samurai in a territory, somebody must have"),
    (f"WW/F/F/F/F {HANDS} 000:000 0 - - - -", "There is only one samurai, not 2."),
    (f"W/F/F/F/F {HANDS} 000:000 0 - - W -", "There is only one samurai, not 2."),
    (f"naso/F/F/F/F {HANDS} 000:000 0 - - - -", "Only three Legends take part in a game."),
    (f"UECGPW/F/F/F/F {HANDS} 000:000 0 - - - -", "Only five Travellers take part in a game."),
    (f"FFFFFFFF/F/F/F/F {HANDS} 000:000 0 - - - -", "A River pile has 1 to 7 cards; an empty one is written as -."),
    ("F/F/F/F/F MMMMM/MMMKn MMMMM/MMMTT 000:000 0 g-:01234:43210 - - -", "No Legend or Traveller is dealt to"),
    ("F/F/F/F/F MMMMM/MMMKF MMMMM/MMMTT 000:000 0 g-:01234:43210 - - 04", "During setup, nobody has the Ryokan."),
    (pending("d:GC:2"), f"'GC:2' {WHAT}"),
    (pending("d:CC:2"), f"'CC:2' {WHAT}"),
    (pending("d:W:2"), f"'W:2' {WHAT}"),
    (pending("d:C"), f"'C' {WHAT}"),
    (pending("d:C:"), f"'C:' {WHAT}"),
    (pending("d::2"), f"':2' {WHAT}"),
    (pending("d:C:6"), f"'C:6' {WHAT}"),
    (pending("d:C:22"), f"'C:22' {WHAT}"),
    (pending("d:C:21"), f"'C:21' {WHAT}"),
    (pending("d:"), f"'' {WHAT}"),
    (pending("b:C:2"), "'b:C:2' doesn't say how far the turn is"),
    (pending("db"), "'db' doesn't say how far the turn is"),
    (pending("dx:C:2"), "'dx' doesn't say how far the turn is"),
    (pending("d:C:2", mine="MMMMM/MMMMM"), ENTERED),
    (pending("d:CP:2", mine="MMMCP/MMMMM"), ENTERED),
    (pending("d:C:2", ryokan="14"), "After a Traveller has entered, the Ryokan belongs to the seat to act."),
    (pending("d:C:2", ryokan="-"), "After a Traveller has entered, the Ryokan belongs to the seat to act."),
    (pending("d:U:2"), LEFT),
    (pending("d:U:2", last="UM"), LEFT),
    (pending("d:UG:2", last="GU"), LEFT),
    (pending("d:U:2", last="-"), LEFT),
    (pending("d:C:5"), "An empty River pile has no card to turn up."),
    (pending("d:C:12"), "Only the piles of this turn's develops can be waiting to be turned up."),
    (pending("d:P:2", mine="MMMPM/MMMMM", court="000:000"), "An effect that can do nothing is not pending."),
    (pending("d:P:2", mine="MMMPM/MMMMM", court="001:000"), "An effect that can do nothing is not pending."),
    ("FK/-/-/-/- MMMMM/MMMMM MMMMM/MMMMM 000:000 0 d:G:1 - G 04", "An effect that can do nothing is not pending."),
    (pending("d:C:4", last="-"), "An effect is pending only after a develop, which discards a card."),
    (pending("d:U:4", last="U", ryokan="-"), "After a Traveller has left a territory, somebody must have the Ryokan."),
    (pending("d:U:-", last="U").replace("SXO/-", "SXO/R"), PILE),
    (pending("d:CP:4", mine="MMMCP/MMMMM", last="GM").replace("SXO/-", "SXO/R"), PILE),
    (pending("d:C:1"), "A card that has just entered lies at the position of its River pile."),
    (pending("d:C:1", mine="MMMCU/MMMMM"), "A card that has just entered lies at the position of its River pile."),
    (pending("db:C:4", mine="MMMCE/MMMMM", court="000:000").replace("BE", "BK"), "After a bonus, an emissary must be"),
    (pending("db:C:4", court="000:000"), "After a bonus, an emissary must be on a swap or discard spot."),
    ("-/-/-/-/- xMMMM/MMMMM NAMMM/MMMMM 000:000 1 f: - - -", "A ninja still has to choose what to copy."),
    ("-/-/-/-/- xMMMM/MMMMM NAMMM/MMMMM 000:000 1 fL1K: - - -", "A copy names the cell of a ninja and"),
    ("-/-/-/-/- xMMMM/MMMMM NMMMM/MMMMM 000:000 0 c: - - -", "Ninjas copy in order, seat 0's first"),
    ("-/-/-/-/- xXASM/MMMMM NAMMM/MMMMM 000:000 0 cL2A: - - -", "Ninjas copy in order, seat 0's first"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "why"), BAD)
def test_a_position_that_the_rules_make_no_sense_of_is_refused_with_the_reason(text: str, why: str) -> None:
    with pytest.raises(InvalidPositionError, match=f"^{re.escape(why)}"):
        Position.from_text(text)


def test_a_letter_that_is_none_is_answered_with_all_there_are() -> None:
    with pytest.raises(InvalidPositionError, match=r"B Banner\. With the expansion also n a s k h o x U E C G P W\.$"):
        Position.from_text(f"{RIVER.replace('FK', 'FZ')} {HANDS} 000:000 0 - - - -")


@settings(max_examples=examples(12, 40))
@given(SEEDS)
def test_every_position_of_a_game_is_read_back(seed: int) -> None:
    game = random_game(seed, options=EXPANSION)
    while game.can_undo:
        position = game.position
        again = Position.from_text(position.to_text())
        assert (again, again.legal_actions()) == (position, position.legal_actions())
        game.undo()


@settings(max_examples=examples(200, 1000))
@given(SEEDS, st.integers(0, 60), st.data())
def test_any_change_of_a_text_is_a_position_or_refused_in_one_line(seed: int, steps: int, data: st.DataObject) -> None:
    text = random_game(seed % 30, steps, EXPANSION).position.to_text()
    at = data.draw(st.integers(0, len(text) - 1))
    changed = text[:at] + data.draw(st.sampled_from([*"UECGPWnx-:d20174/ ", ""])) + text[at + 1 :]
    said = refusal(changed)
    assert said is None or said.isprintable()
    if said is None:
        position = Position.from_text(changed)
        assert Position.from_text(position.to_text()) == position
        for action in position.legal_actions():
            position.push(action)
            position.pop()


def refusal(text: str) -> str | None:
    """Why a text is no position."""
    try:
        Position.from_text(text)
    except NaishiError as error:
        return str(error)
    return None
