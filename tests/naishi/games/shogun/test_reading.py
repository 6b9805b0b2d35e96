"""Positions of Shogun, read from texts."""

from __future__ import annotations

import pytest

from naishi.common.i18n import InvalidPositionError
from naishi.games.shogun.reading import read_position
from naishi.games.shogun.rules import from_case
from tests.naishi.games.shogun.playing import RULES, cases


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (("Aki=3.2", "Aki=3.0"), "no army"),
        (("Aki=3.2", "Aki=9.2"), "isn't there"),
        (("15/0/0/36", "15/0/0/35"), "62 armies"),
        ((" 18 0:", " 17 0:"), "20 farmers"),
        (("raise-1,", ""), "isn't the text|don't fit the season"),
        (("1.1 ", "9.1 "), "two years|isn't the text"),
        (("plan:0123", "plan:012"), "isn't the text"),
        (("Aki=3.2.-.0", "Aki=3.2.ctn.0"), "more buildings than slots"),
    ],
)
def test_a_position_that_makes_no_sense_is_refused_in_one_line(change: tuple[str, str], sentence: str) -> None:
    text = RULES.position_text(from_case(next(case for case in cases() if case["id"] == "4-5600")).at(0).position)
    assert read_position(text)
    old, new = change
    assert old in text or old == "raise-1,"
    changed = text.replace(old, new, 1) if old in text else text.replace("raise-1", "taxmax-0", 1) + "x"
    with pytest.raises(InvalidPositionError, match=sentence) as refused:
        read_position(changed)
    assert "\n" not in str(refused.value)


def test_a_game_begins_at_a_position() -> None:
    game = from_case(cases()[7]).at(80)
    text = game.position_text()
    assert RULES.position_text(RULES.parse(text)) == text


def test_what_one_seat_sees_is_no_position_to_play_from() -> None:
    text = from_case(cases()[1]).at(2).view(2).position
    with pytest.raises(InvalidPositionError, match="what one seat sees"):
        RULES.parse(text)
