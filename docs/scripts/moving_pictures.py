"""Generator of docs/moving/: `python docs/scripts/moving_pictures.py`.

A picture is an SVG with animations of its own: no script, no font from elsewhere, the same bytes each time. Whoever has
asked for less motion sees one frame of it, and so does whoever shows it as `picture.svg#still`.
"""

from __future__ import annotations

import asyncio
import os
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from xml.sax.saxutils import escape

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import pyte
from pyte.screens import Char

from naishi.saves import read_file
from naishi.settings.schema import Settings
from naishi_tui.games.naishi.recording import record
from naishi_tui.recording import MARKER, Event

PROJECT = Path(__file__).resolve().parents[2]
GAME = PROJECT / "saves" / "examples" / "rulebook.naishi.json"
FOLDER = PROJECT / "docs" / "moving"

NEWLINE = "\n"
WIDTH, HEIGHT, SIZE, BASE = 8, 16, 13.3, 12
"""Of a character, of the font, and how far below the top of a row its letters stand."""
EDGE = 12
"""Around the screen."""
FONTS = "ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace"
PALE, DARK = "e0e0e0", "121212"
"""What a terminal takes for letters and behind them where nothing is said."""
BLOCKS = {"▀": (0, 8), "▄": (8, 8), "█": (0, 16)}
"""The characters that pictures are made of, where in a cell they begin and how high they are: drawn, not written."""


@dataclass(frozen=True)
class Clip:
    """A part of a game that is shown."""

    name: str
    title: str
    """What it shows, for those who can't see it."""
    begin: str
    """The label of the recording at which it begins; empty for the beginning."""
    end: str
    """Before which it ends; empty for the end."""
    still: float
    """Which frame stands for all of it: its share of the way from the first to the last."""
    size: tuple[int, int] = (80, 24)
    seconds: float = 1.6
    """How long an action takes."""


CLIPS = (
    Clip("game", "A whole game, from the first gift to the last point", "", "", 0.7, (120, 36), 0.8),
    Clip("turns", "Two players take turns: cards go from the River to Lines and Hands", "Round 3", "Round 5", 0.5),
    Clip("score", "The points of both territories are counted, type by type", "Score", "", 1),
)
SMALL = (60, 20)
"""What is shown on phones."""


Style = tuple[str, str, bool, bool]
"""The colour of letters, that behind them, bold, italic."""


@dataclass(frozen=True)
class Run:
    """Neighbouring characters that look alike."""

    x: int
    y: int
    text: str
    style: Style


Frame = frozenset[Run]


@dataclass
class Film:
    """What is seen when."""

    size: tuple[int, int]
    frames: list[Frame] = field(default_factory=list)
    moments: list[float] = field(default_factory=list)
    """When each begins, in seconds, and when the last one ends."""


def frames_of(events: Sequence[Event], size: tuple[int, int], begin: str, end: str) -> Film:
    """Play a recording to a terminal, and keep what it shows between two labels."""
    screen, film, inside = pyte.Screen(*size), Film(size), not begin
    stream, start = pyte.Stream(screen), 0.0
    for event in events:
        if event.code == MARKER:
            if inside and event.data == end:
                break
            if event.data == begin:
                inside, start = True, event.at
            continue
        stream.feed(event.data)
        if inside:
            film.frames.append(frozenset(_runs(screen)))
            film.moments.append(event.at - start)
    film.moments.append(event.at - start)
    if not end:  # the last event says when the last frame is over
        film.frames.pop()
        film.moments.pop()
    return film


def _runs(screen: pyte.Screen) -> Iterator[Run]:
    for y in range(screen.lines):
        row = [screen.buffer[y][x] for x in range(screen.columns)]
        x = 0
        for style, cells in groupby(row, key=_style):
            letters = [cell.data for cell in cells]
            text = "".join(letters)
            yield Run(x, y, text, style)
            x += len(letters)


def _style(cell: Char) -> Style:
    front, behind = (PALE if cell.fg == "default" else cell.fg), (DARK if cell.bg == "default" else cell.bg)
    if cell.reverse:
        front, behind = behind, front
    return front, behind, cell.bold, cell.italics


def svg(film: Film, title: str, still: float) -> str:
    """Return a film as a picture: each run once, with the times at which it is seen."""
    columns, rows = film.size
    width, height = columns * WIDTH + 2 * EDGE, rows * HEIGHT + 2 * EDGE
    shown = _when(film)
    ground = Counter(run.style[1] for run in shown).most_common(1)[0][0]
    one = round(still * (len(film.frames) - 1))
    classes = {times: f"t{number}" for number, times in enumerate(dict.fromkeys(shown.values()))}
    looks = {style: f"s{number}" for number, style in enumerate(dict.fromkeys(run.style for run in shown))}
    drawn = {times: f"{name}{'' if one in times else ' h'}" for times, name in classes.items()}
    return f"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img">
<title>{escape(title)}</title>
<style>
text {{ font: {SIZE}px {FONTS}; white-space: pre }}
path {{ shape-rendering: crispEdges }}
.h {{ visibility: hidden }}
{"".join(_looks(name, style) for style, name in looks.items())}@media (prefers-reduced-motion: no-preference) {{
{"".join(_plays(name, times, film) for times, name in classes.items())}}}
#still:target ~ g * {{ animation: none }}
</style>
<rect id="still" width="100%" height="100%" rx="10" fill="#{ground}"/>
<g transform="translate({EDGE} {EDGE})">
{_areas(shown, drawn, ground)}
{_letters(shown, drawn, looks)}
</g>
</svg>
"""


def _when(film: Film) -> dict[Run, tuple[int, ...]]:
    """Return in which frames each run is seen, from the top to the bottom."""
    shown: dict[Run, list[int]] = {}
    for number, frame in enumerate(film.frames):
        for run in frame:
            shown.setdefault(run, []).append(number)
    ordered = sorted(shown, key=lambda run: (run.y, run.x, run.text, run.style))
    return {run: tuple(shown[run]) for run in ordered}


def _areas(shown: dict[Run, tuple[int, ...]], drawn: dict[tuple[int, ...], str], ground: str) -> str:
    """Draw what is behind letters, and pictures: all that has one colour at the same times as one path."""
    areas: dict[tuple[bool, tuple[int, ...], str], list[str]] = {}
    for run, times in shown.items():
        front, behind = run.style[:2]
        x, y = run.x * WIDTH, run.y * HEIGHT
        if behind != ground:
            areas.setdefault((False, times, behind), []).append(_box(x, y, len(run.text) * WIDTH, HEIGHT))
        for letter, same in groupby(enumerate(run.text), key=itemgetter(1)):
            places = [place for place, _letter in same]
            if letter in BLOCKS:
                top, height = BLOCKS[letter]
                box = _box(x + places[0] * WIDTH, y + top, len(places) * WIDTH, height)
                areas.setdefault((True, times, front), []).append(box)
    return "\n".join(
        f'<path class="{drawn[times]}" fill="#{colour}" d="{"".join(boxes)}"/>'
        for (_above, times, colour), boxes in sorted(areas.items(), key=lambda each: each[0][0])
    )


def _box(x: int, y: int, width: int, height: int) -> str:
    return f"M{x} {y}h{width}v{height}h-{width}z"


def _letters(shown: dict[Run, tuple[int, ...]], drawn: dict[tuple[int, ...], str], looks: dict[Style, str]) -> str:
    written: dict[tuple[int, ...], list[str]] = {}
    for run, times in shown.items():
        line = run.text.translate(dict.fromkeys(map(ord, BLOCKS), " "))
        if text := line.strip():
            x = (run.x + len(line) - len(line.lstrip())) * WIDTH
            length = f' textLength="{len(text) * WIDTH}"' if len(text) > 1 else ""
            place = f'x="{x}" y="{run.y * HEIGHT + BASE}"{length}'
            written.setdefault(times, []).append(f'<text class="{looks[run.style]}" {place}>{escape(text)}</text>')
    return "\n".join(f'<g class="{drawn[times]}">\n{NEWLINE.join(lines)}\n</g>' for times, lines in written.items())


def _looks(name: str, style: Style) -> str:
    front, _behind, bold, italic = style
    more = (";font-weight:bold" if bold else "") + (";font-style:italic" if italic else "")
    return f".{name}{{fill:#{front}{more}}}\n"


def _plays(name: str, times: tuple[int, ...], film: Film) -> str:
    """Write when something is seen; nothing for what always is."""
    if len(times) == len(film.frames):
        return ""
    seconds, steps, before = film.moments[-1], [], None
    for number in range(len(film.frames)):
        seen = number in times
        if seen != before:
            share = 100 * film.moments[number] / seconds
            steps.append(f"{share:.2f}%{{visibility:{'visible' if seen else 'hidden'}}}")
        before = seen
    return f"@keyframes {name}{{{''.join(steps)}}}.{name}{{animation:{name} {seconds:.1f}s step-end infinite}}\n"


def main() -> None:
    """Write all moving pictures, and say how large they are."""
    for name in ("NO_COLOR", "COLORTERM"):
        os.environ.pop(name, None)
    game, settings = read_file(GAME).game, Settings()
    FOLDER.mkdir(exist_ok=True)
    for clip in CLIPS:
        for suffix, size in (("", clip.size), ("-small", SMALL)):
            events: list[Event] = []
            asyncio.run(record(game, settings, size, clip.seconds, events.append, "first"))
            picture = svg(frames_of(events, size, clip.begin, clip.end), clip.title, clip.still)
            (FOLDER / f"{clip.name}{suffix}.svg").write_text(picture, encoding="utf-8")
            sys.stdout.write(f"docs/moving/{clip.name}{suffix}.svg {len(picture.encode()) // 1024} KB\n")


if __name__ == "__main__":
    main()
