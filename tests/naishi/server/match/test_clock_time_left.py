"""Rate of visible clock changes."""

from __future__ import annotations

import pytest

from naishi.common import i18n
from naishi.server.match import words as texts
from naishi.server.match.clock import A_LITTLE, APART, DAY, HOUR, MINUTE, Clock, Time, TimeLeft


def left(seconds: float, *, turned: float = 0.0, since: float | None = 0.0, waits: bool = False) -> TimeLeft:
    """A clock on which seat 0 has so much left."""
    clock = Clock("15+10", (Time(seconds, turned), Time(10 * MINUTE)), since, waits)
    return TimeLeft(clock, (0,), 0.0)


@pytest.mark.parametrize(
    ("seconds", "players", "watchers"),
    [
        (2 * DAY + 90, 90, 90),
        (2 * HOUR + 20, 20, 20),
        (10 * MINUTE + 20.5, 20.5, 20.5),
        (10 * MINUTE - 0.5, 0.5, 59.5),
        (90.5, 0.5, 30.5),
        (30.5, 0.5, 30.5),
    ],
)
def test_it_is_drawn_again_when_it_reads_differently(seconds: float, players: float, watchers: float) -> None:
    assert left(seconds).until_it_reads_differently(0) == pytest.approx(players + A_LITTLE)
    assert left(seconds).until_it_reads_differently(1) == pytest.approx(players + A_LITTLE)
    assert left(seconds).until_it_reads_differently(None) == pytest.approx(watchers + A_LITTLE)


def test_nothing_is_drawn_again_where_no_time_counts() -> None:
    assert left(90, waits=True, since=None, turned=-301.0).until_it_reads_differently(0) is None
    assert left(0).until_it_reads_differently(0) is None
    assert TimeLeft(left(90).clock, (), 0.0).until_it_reads_differently(0) is None, "the game is over"
    assert left(90, since=500.0).until_it_reads_differently(0) == 500.0 - APART, "when the pause ends"


@pytest.mark.parametrize(
    ("seconds", "short", "words"),
    [
        (2 * DAY + 5 * HOUR, "2 d 5 h", "2 days and 5 hours"),
        (DAY, "1 d 0 h", "1 day"),
        (3 * HOUR + 59, "3 h 0 min", "3 hours"),
        (10 * MINUTE, "10 min", "10 minutes"),
        (10 * MINUTE - 1, "9:59", "9 minutes and 59 seconds"),
        (MINUTE + 1, "1:01", "1 minute and 1 second"),
        (MINUTE, "1:00", "1 minute"),
        (0.4, "0 s", "0 seconds"),
    ],
)
def test_time_is_written_in_short_and_in_words(seconds: float, short: str, words: str) -> None:
    assert texts.in_short(seconds, to_the_second=True) == short
    assert texts.in_words(seconds) == words


def test_players_see_all_clocks_by_seconds_and_watchers_none() -> None:
    names = ("Aiko", "Bruno")
    assert texts.time_in_short(left(581), names, 1) == ("Aiko 9:41, Bruno 10 min", "9:41 left")
    assert texts.time_in_short(left(30), names, None) == ("Aiko under 1 min, Bruno 10 min", "under 1 min left")


@pytest.mark.parametrize("language", ["fr", "pl", "de"])
def test_every_language_has_its_words_for_time(language: str) -> None:
    i18n.use(i18n.load(language))
    said = [texts.control_in_words("3d"), texts.in_words(2 * DAY), texts.in_short(30)]
    assert "day" not in " ".join(said)


def test_what_another_process_has_just_begun_is_no_pause() -> None:
    """Its clock may be a little ahead."""
    just_begun = left(90, since=2.0)
    assert just_begun.paused_until is None
    assert just_begun.running == (0,)
    assert just_begun.of(0) == 90
    assert left(90, since=DAY).paused_until == DAY
