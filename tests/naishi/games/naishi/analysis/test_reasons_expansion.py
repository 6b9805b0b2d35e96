"""Reasons with the expansion, on clear positions."""

from __future__ import annotations

import pytest

from tests.fuzzing import some
from tests.naishi.games.naishi.analysis.shared import why
from tests.naishi.playing import after

pytestmark = pytest.mark.ci

BARE = "MMMMM/MMMMM MMMMM/MMMMM"
AT_COURT = "200:001"
"""Two emissaries to recall; the decree is the other seat's."""

CLEAR = {
    "a Legendary Naishi": (
        "nF/KTA/RRS/AOB/BFR MMMRM/RMMMM MMMMM/MMMMM 000:001 0 - - - -",
        "develop L1",
        "It puts the legendary naishi where it scores (+10).",
    ),
    "a Legendary Advisor": (
        "aF/KTA/RRS/SOB/BFR AMAMM/MMMMM MMMMM/MMMMM 000:001 0 - - - -",
        "develop H1",
        "It brings +15 (advisor).",
    ),
    "a Legendary Sentinel": (
        "sF/KTA/RRS/AOB/BKR MFMFM/MMMMM MMMMM/MMMMM 000:001 0 - - - -",
        "develop L1",
        "It brings +11 (sentinel).",
    ),
    "a Legendary Monk": (
        "KF/kTA/RRS/AOB/BFR NMHMM/MAMTT MMMMM/MMMMM 000:001 0 - - - -",
        "develop L2",
        "It brings +36 (monk +6, torii +30).",
    ),
    "a Legendary Horseman": (
        "KF/hTA/KRS/AOB/HFR BMTMM/MRMMM MMMMM/MMMMM 000:001 0 - - - -",
        "develop L2",
        "It brings +16 (horseman).",
    ),
    "a Legendary Ronin": (
        "KF/oTA/KTS/AOB/HFT RMRMR/RMMMR MMMMM/MMMMM 000:001 0 - - - -",
        "develop L2",
        "It brings +25 (ronin).",
    ),
    "a Legendary Ninja": (
        "KF/HTA/xRS/AOB/HFR MMMMM/MMMMM NAMMM/MMMMM 000:001 0 - - - -",
        "develop L3",
        "It brings +12 (ninja).",
    ),
    "a Legend that the other seat would take": (
        "nF/KTA/RRS/AOB/BFR MMMRM/RMMMM MMMMM/MMMMM 000:001 0 - - - -",
        "develop L1",
        "Otherwise Bruno would probably take a legendary naishi (+10).",
    ),
    "the Samurai": (f"WF/HTA/KRS/AOB/HFR {BARE} 000:001 0 - - - -", "develop H1", "It brings the Ryokan (+7)."),
    "the Ryokan turned over": (
        f"CF/HTA/KRS/AOB/HFR {BARE} 000:001 0 - - - 04", "develop H1", "It turns the Ryokan to 7 (+3).",
    ),
    "the Ryokan taken from the other seat": (
        f"CF/HTA/KRS/AOB/HFR {BARE} 000:001 0 - - - 17",
        "develop H1",
        "It brings +4 (Ryokan) and costs Bruno 7 points (Ryokan).",
    ),
    "the Ryokan as a type": (
        "WF/TTA/KRS/AOB/HFR OASKH/MFTMM MMMMM/MMMMM 200:001 0 - - - -",
        "develop H1",
        "It brings +15 (ronin +8, Ryokan +7).",
    ),
    "the Cherry Blossom Lady": (
        f"CF/HTA/KRS/AOB/HFR MNMMM/MMMMM MMMMM/MMMMM {AT_COURT} 0 - - - 07",
        "develop H1",
        "In the same turn, an exchange can then bring +12.",
    ),
    "the Umbrella Lady": (
        f"KF/HTA/KRS/AOB/HFR UNMMM/MMMMM MMMMM/MMMMM {AT_COURT} 0 - - - 07",
        "develop L1",
        "In the same turn, an exchange can then bring +12.",
    ),
    "the Little Girl": (
        f"KF/HTA/NRS/AOB/FFR GMMMM/MMMMM MMMMM/MMMMM {AT_COURT} 0 - - - 07",
        "develop L1",
        "In the same turn, a naishi can then bring +12.",
    ),
}  # fmt: skip

EFFECTS = {
    "the Cherry Blossom Lady": ("develop H1", "use cherry_lady L2 L3", "It puts a naishi in the centre (+12)."),
    "the Umbrella Lady": ("develop L1", "use umbrella_lady L2 L3", "It puts a naishi in the centre (+12)."),
    "the Little Girl": ("develop L1", "use little_girl L3", "It puts a naishi in the centre (+12)."),
    "the Porter": ("develop H1", "use porter", "The emissaries are free again."),
    "the Old Man": ("develop L1", "use old_man", "The emissaries are free again."),
}
POSITIONS = {
    **{case: position for case, (position, _action, _words) in CLEAR.items()},
    "the Porter": f"PF/HTA/KRS/AOB/HFR {BARE} {AT_COURT} 0 - - - 04",
    "the Old Man": f"SF/HTA/KRS/AOB/KFR EMMMM/MMMMM MMMMM/MMMMM {AT_COURT} 0 - - - 04",
}


@pytest.mark.ci
@pytest.mark.parametrize("case", some(CLEAR, 2))
def test_a_clear_reason_is_given(case: str) -> None:
    position, action, words = CLEAR[case]
    said = why(position, action)
    assert words in said, said


@pytest.mark.parametrize("case", EFFECTS)
def test_an_effect_is_a_step_with_a_reason_of_its_own(case: str) -> None:
    develop, effect, words = EFFECTS[case]
    said = why(after(POSITIONS[case], develop).to_text(), effect)
    assert words in said, said


@pytest.mark.ci
def test_what_lies_face_down_under_a_pending_effect_makes_no_difference() -> None:
    """Not even the card that will be turned up once it is used."""
    one, other = (f"C{down}/HTA/KRS/AOB/HFR MNMMM/MMMMM MMMMM/MMMMM 200:001 0 - - - 07" for down in ("FA", "AF"))
    said = [why(after(each, "develop H1").to_text(), "use cherry_lady L2 L3") for each in (one, other)]
    assert said[0] == said[1]


@pytest.mark.ci
def test_an_exchange_brings_nothing_that_a_swap_would_have_brought() -> None:
    """Two emissaries are free, so that a bonus could exchange the same cards."""
    position, action, _words = CLEAR["the Cherry Blossom Lady"]
    assert "exchange" not in why(position.replace(AT_COURT, "000:001"), action)
