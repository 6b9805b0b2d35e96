"""Terminal updates from frame to frame."""

from __future__ import annotations

import pyte
import pytest
from hypothesis import given, strategies as st
from rich.segment import Segment
from rich.style import Style

from naishi_tui.recording import CLEAR, Row, cells, difference

pytestmark = pytest.mark.ci

WIDTH = 12
STYLES = [None, Style(bold=True), Style(color="#102030", bgcolor="red"), Style(reverse=True, italic=True)]


@st.composite
def rows(draw: st.DrawFn) -> Row:
    """A row of that width, with wide letters and some with marks."""
    letters: list[Segment] = []
    left = WIDTH
    while left:
        letter = draw(st.sampled_from(["a", "b", " ", "e\u0301", *(["将"] if left > 1 else [])]))
        letters.append(Segment(letter, draw(st.sampled_from(STYLES))))
        left -= 2 if letter == "将" else 1
    return cells(letters)


def shown(*frames: list[Row]) -> list[list[tuple[object, ...]]]:
    """What a terminal shows after some frames: of each cell the letter and its looks."""
    screen = pyte.Screen(WIDTH, 3)
    stream = pyte.Stream(screen)
    stream.feed(CLEAR)
    before: list[Row] = []
    for frame in frames:
        stream.feed(difference(before, frame))
        before = frame
    return [[tuple(screen.buffer[y][x]) for x in range(WIDTH)] for y in range(3)]


FRAMES = st.lists(rows(), min_size=3, max_size=3)


@given(st.lists(FRAMES, min_size=2, max_size=4))
def test_differences_show_the_same_as_the_last_frame_alone(frames: list[list[Row]]) -> None:
    assert shown(*frames) == shown(frames[-1])


@given(FRAMES)
def test_nothing_is_sent_for_the_same_frame(frame: list[Row]) -> None:
    assert difference(frame, list(frame)) == ""


@pytest.mark.parametrize(
    ("before", "after", "sent"),
    [
        ("abcdefghijkl", "abcXefghijkl", "\x1b[1;4H\x1b[0mX\x1b[0m"),
        ("abcdefghijkl", "XbcXefghijkl", "\x1b[1;1H\x1b[0mXbcX\x1b[0m"),
        ("abcdefghijkl", "XbcdefghijkX", "\x1b[1;1H\x1b[0mX\x1b[0m\x1b[1;12H\x1b[0mX\x1b[0m"),
    ],
)
def test_only_what_differs_is_sent(before: str, after: str, sent: str) -> None:
    assert difference([cells([Segment(before)])], [cells([Segment(after)])]) == sent
