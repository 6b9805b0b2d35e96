"""Times and clocks of a match in words."""

from __future__ import annotations

import pytest

from naishi.common.i18n import NaishiError
from naishi.server.match.clock import DAY, HOUR, MINUTE
from naishi.server.match.words import check_control, control_in_words, in_short, in_words


@pytest.mark.parametrize(
    ("seconds", "short"),
    [(3 * DAY + 4 * HOUR, "3 d 4 h"), (4 * HOUR + 12 * MINUTE, "4 h 12 min"), (59, "under 1 min")],
)
def test_a_time_in_short_has_its_two_largest_units(seconds: float, short: str) -> None:
    assert in_short(seconds) == short


def test_the_last_minutes_are_counted_by_seconds_where_that_is_wanted() -> None:
    assert [in_short(seconds, to_the_second=True) for seconds in (581, 41)] == ["9:41", "41 s"]


def test_a_time_is_said_in_words() -> None:
    assert in_words(2 * DAY + 4 * HOUR) == "2 days and 4 hours"
    assert in_words(581) == "9 minutes and 41 seconds"


def test_a_clock_that_nobody_can_choose_is_refused_with_the_choices() -> None:
    assert [control_in_words(each) for each in ("", "3d", "15+10")] == ["", "3 days a turn", "15 min + 10 s"]
    check_control("3d")
    with pytest.raises(NaishiError, match=r"There is no such clock\. Choose one of 3\+2, "):
        check_control("9d")
