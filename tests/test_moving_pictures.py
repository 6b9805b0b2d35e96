"""Moving pictures, content, timing, reduced motion: naishi_tui.recording."""

from __future__ import annotations

import re
from pathlib import Path
from xml.dom.minidom import parseString

import pytest

from docs.scripts.moving_pictures import FOLDER, Film, frames_of, svg
from naishi_tui.recording import MARKER, OUTPUT, Event

SIZE = (20, 2)
RECORDING = [
    Event(0, OUTPUT, "\x1b[2J\x1b[1;1Hbefore"),
    Event(1, MARKER, "Round 2"),
    Event(1, OUTPUT, "\x1b[1;1Hfirst \x1b[2;1Hsame"),
    Event(3, OUTPUT, "\x1b[1;1Hsecond"),
    Event(5, MARKER, "Round 3"),
    Event(5, OUTPUT, "\x1b[1;1Hafter "),
]


def texts(film: Film) -> list[set[str]]:
    """What each frame says."""
    return [{text for run in frame if (text := run.text.strip())} for frame in film.frames]


def test_a_film_is_what_lies_between_two_labels() -> None:
    film = frames_of(RECORDING, SIZE, "Round 2", "Round 3")
    assert (texts(film), film.moments) == ([{"first", "same"}, {"second", "same"}], [0, 2, 4])


def test_a_film_to_the_end_lasts_until_the_last_event() -> None:
    film = frames_of([*RECORDING, Event(9, OUTPUT, "")], SIZE, "Round 3", "")
    assert (texts(film), film.moments) == ([{"after", "same"}], [0, 4])


def test_each_text_is_drawn_once_with_its_times() -> None:
    picture = svg(frames_of(RECORDING, SIZE, "Round 2", "Round 3"), "Two", 1)
    drawn = {text: classes for classes, text in re.findall(r'<g class="([\w ]+)">\n<text[^>]*>(\w+)<', picture)}
    hidden = {text: classes.endswith(" h") for text, classes in drawn.items()}
    assert hidden == {"first": True, "second": False, "same": False}  # the last frame stands for both
    times = dict(re.findall(r"@keyframes (t\d+){(.*)}\.", picture))
    assert {text: times.get(classes.split()[0]) for text, classes in drawn.items()} == {
        "first": "0.00%{visibility:visible}50.00%{visibility:hidden}",
        "second": "0.00%{visibility:hidden}50.00%{visibility:visible}",
        "same": None,
    }


@pytest.mark.parametrize("file", sorted(FOLDER.glob("*.svg")), ids=lambda path: path.stem)
def test_a_picture_is_small_can_stand_still_and_fetches_nothing(file: Path) -> None:
    picture = file.read_text("utf-8")
    parseString(picture)  # noqa: S318 - it is ours, and has to be XML
    assert len(picture.encode()) < 200_000
    assert picture.index("prefers-reduced-motion: no-preference") < picture.index("@keyframes")
    assert set(re.findall(r"https?://[^\"' ]+", picture)) == {"http://www.w3.org/2000/svg"}
    assert "<script" not in picture
