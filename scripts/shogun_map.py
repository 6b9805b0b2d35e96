"""Draw the map of Shogun: `python scripts/shogun_map.py` writes naishi_tui/games/shogun/map.json.

A map is a grid of pixels, two to a cell of a terminal; each is a province or the sea. It begins with a line from label
to label for each border of the table, which has no unwanted contact since no two lines cross. From there pixels change
hands one by one, by simulated annealing, and never so that a border is lost, a new one appears or a province falls
apart. What is written is therefore right by construction; a test reads it off the drawing again.

The places of the labels were found by annealing too: near where the provinces lie on the board, with no lines crossing
and no line through the label of a third province.
"""

from __future__ import annotations

import json
import math
import random
import re
from collections import Counter, deque
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from string import ascii_letters
from typing import NamedTuple

from naishi.games.shogun.data import board

TARGET = Path(__file__).resolve().parent.parent / "naishi_tui" / "games" / "shogun" / "map.json"
SEA = ""
SIDES = ((1, 0), (-1, 0), (0, 1), (0, -1))
RING = ((-1, -1), (0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0))
LEAST_CONTACT = 3
"""Pixels along which two neighbours touch at least."""
WANTED_CONTACT = 7
STRAIT = 2
"""Pixels of sea, at least, between provinces that a route joins."""
SWEEPS = 60
SEEDS = range(1, 4)

Pixel = tuple[int, int]
Pair = frozenset[str]

CENTRES: Mapping[str, Pixel] = {
    "Aki": (7, 20),
    "Awb": (110, 48),
    "Aws": (20, 59),
    "Bgo": (19, 20),
    "Btc": (14, 28),
    "Bzn": (19, 37),
    "Ecg": (92, 23),
    "Ecz": (62, 31),
    "Etc": (79, 22),
    "Har": (31, 37),
    "Hid": (74, 30),
    "Hit": (111, 15),
    "Hok": (31, 21),
    "Ise": (62, 51),
    "Iwa": (12, 12),
    "Iyo": (13, 51),
    "Izm": (24, 12),
    "Izu": (104, 60),
    "Kag": (67, 22),
    "Kai": (91, 41),
    "Kaz": (115, 39),
    "Kii": (45, 56),
    "Koz": (98, 31),
    "Mik": (79, 40),
    "Mim": (26, 29),
    "Min": (67, 39),
    "Mus": (103, 39),
    "Mut": (99, 15),
    "Not": (72, 14),
    "Omi": (55, 40),
    "Owa": (74, 48),
    "Sag": (98, 49),
    "San": (26, 51),
    "Set": (38, 47),
    "Sma": (69, 60),
    "Sms": (110, 31),
    "Smt": (105, 23),
    "Snn": (86, 32),
    "Sur": (92, 57),
    "Taj": (38, 29),
    "Tam": (43, 39),
    "Tos": (8, 59),
    "Tot": (86, 49),
    "Wak": (50, 31),
    "Yam": (50, 48),
}
"""Where the labels want to be, on a map of 121 by 70 pixels."""


class Size(NamedTuple):
    """A map to be drawn."""

    width: int
    height: int
    label: tuple[int, int]
    """Columns and lines of text that each province has room for, if all goes well."""
    centres: Mapping[str, Pixel]


def _scaled(width: int, height: int, label: tuple[int, int]) -> Size:
    centres = {code: (round(x * width / 121), round(y * height / 70)) for code, (x, y) in CENTRES.items()}
    return Size(width, height, label, centres)


SIZES = {"120": _scaled(121, 70, (10, 3)), "160": _scaled(160, 92, (14, 4))}


def pairs() -> tuple[set[Pair], set[Pair]]:
    """Return the borders by land and the routes by sea, as pairs of codes."""
    provinces = board().provinces
    land, sea = set[Pair](), set[Pair]()
    for each in provinces:
        for to in each.near:
            (sea if to in each.sea else land).add(frozenset((each.code, provinces[to].code)))
    return land, sea


class Map:
    """A grid whose pixels change hands without changing who touches whom."""

    def __init__(self, size: Size, seed: int) -> None:
        self.size, self.chance = size, random.Random(seed)  # noqa: S311 - nothing secret
        self.land, self.sea = pairs()
        self.grid = [[SEA] * size.width for _line in range(size.height)]
        self.contacts: Counter[Pair] = Counter()
        columns, lines = size.label
        self.boxes = {code: self._box(centre, columns, 2 * lines) for code, centre in size.centres.items()}
        """By province, the left column, the upper line and the size of the room that its label wants."""
        self._coast = [[self.chance.uniform(-1.6, 1.0) for _x in range(size.width // 5 + 3)] for _y in range(40)]
        self._near = {pixel: min(self._away(code, *pixel) for code in self.boxes) for pixel in self._pixels()}

    def _box(self, centre: Pixel, width: int, height: int) -> tuple[int, int, int, int]:
        left, top = round(centre[0] - width / 2 - 0.5), 2 * round((centre[1] - height / 2 - 0.5) / 2)
        left = min(max(left, 1), self.size.width - width - 2)
        return left, min(max(top, 2), self.size.height - height - 2), width, height

    def _pixels(self) -> list[Pixel]:
        return [(x, y) for y in range(1, self.size.height - 1) for x in range(1, self.size.width - 1)]

    def _at(self, x: int, y: int) -> str | None:
        inside = 0 <= x < self.size.width and 0 <= y < self.size.height
        return self.grid[y][x] if inside else None

    def _away(self, code: str, x: int, y: int) -> float:
        left, top, width, height = self.boxes[code]
        return math.hypot(max(left - x, 0, x - left - width), max(top - y, 0, y - top - height))

    def draw(self) -> None:
        """Lay the skeleton, then let the provinces grow into their shapes."""
        self._lay_skeleton()
        pixels = self._pixels()
        for sweep in range(SWEEPS):
            heat = max(0.02, 3 * (1 - sweep / (SWEEPS * 0.8)))
            self.chance.shuffle(pixels)
            for x, y in pixels:
                others = sorted({each for each in self._around(x, y) if each is not None} - {self.grid[y][x]})
                if others:
                    self._try(x, y, self.chance.choice(others), heat)

    def _lay_skeleton(self) -> None:
        middles = {code: (left + w // 2, top + h // 2) for code, (left, top, w, h) in self.boxes.items()}
        for code, (x, y) in middles.items():
            self._set(x, y, code)
        for one, other in sorted(map(sorted, self.land)):
            line = [*_line(middles[one], middles[other])]
            for number, (x, y) in enumerate(line):
                if self.grid[y][x] == SEA:
                    self._set(x, y, one if number < len(line) // 2 else other)

    def _around(self, x: int, y: int) -> Iterator[str | None]:
        return (self._at(x + dx, y + dy) for dx, dy in SIDES)

    def _changes(self, x: int, y: int, after: str) -> Counter[Pair]:
        """Return how the contacts change where a pixel changes hands."""
        before, changes = self.grid[y][x], Counter[Pair]()
        for other in self._around(x, y):
            if other and before and other != before:
                changes[frozenset((before, other))] -= 1
            if other and after and other != after:
                changes[frozenset((after, other))] += 1
        return changes

    def _set(self, x: int, y: int, code: str) -> None:
        for pair, change in self._changes(x, y, code).items():
            self.contacts[pair] += change
        self.grid[y][x] = code

    def _try(self, x: int, y: int, after: str, heat: float) -> None:
        before = self.grid[y][x]
        cost = self._tension(x, y, after) - self._tension(x, y, before)
        if cost > 8 * heat + 8 or (before and not self._holds_together(x, y, before)) or self._blocks(x, y, after):
            return
        for pair, change in self._changes(x, y, after).items():
            now = self.contacts[pair]
            if (change > 0 and pair not in self.land) or (change < 0 and now + change < LEAST_CONTACT):
                return
            cost += 1.6 * (max(0, WANTED_CONTACT - now - change) - max(0, WANTED_CONTACT - now))
        if cost <= 0 or self.chance.random() < math.exp(-cost / heat):
            self._set(x, y, after)

    def _tension(self, x: int, y: int, code: str) -> float:
        """Return how badly a pixel fits where it is: smooth outlines, labels with room, no inland seas."""
        rough = sum(0.7 if dx and dy else 1.0 for dx, dy in RING if self._at(x + dx, y + dy) != code)
        nearest = self._near[x, y]
        if nearest == 0:
            return rough + 20 * (code == SEA or self._away(code, x, y) > 0)
        if code == SEA:
            landlocked = sum(self._at(x + dx, y + dy) not in (SEA, None) for dx, dy in RING) >= 5
            return rough + 6 * (nearest <= 2.5) + 3 * landlocked
        away, limit = self._away(code, x, y), nearest + self._ruggedness(x, y)
        return float(rough + 0.5 * (away - nearest) + 0.25 * float(max(0, away - 2)) ** 1.3 + 1.2 * max(0, limit - 3.2))

    def _ruggedness(self, x: int, y: int) -> float:
        """Return a smooth random number by which a coast lies farther out or in."""
        (column, u), (line, v) = divmod(x, 5), divmod(y, 5)
        upper, lower = self._coast[line], self._coast[line + 1]
        top = upper[column] * (5 - u) + upper[column + 1] * u
        return float(top * (5 - v) + (lower[column] * (5 - u) + lower[column + 1] * u) * v) / 25

    def _holds_together(self, x: int, y: int, code: str) -> bool:
        """Return whether a province stays in one piece without a pixel."""
        ring = [self._at(x + dx, y + dy) == code for dx, dy in RING]
        if all(ring):
            return True
        pieces = 0
        for start in range(8):
            if ring[start] and not ring[start - 1]:
                run = next(length for length in range(1, 9) if not ring[(start + length) % 8])
                pieces += any((start + step) % 2 for step in range(run))
        return pieces == 1

    def _blocks(self, x: int, y: int, code: str) -> bool:
        """Return whether a pixel would fill the strait of a sea route."""
        reach = range(-STRAIT, STRAIT + 1)
        near = {self._at(x + dx, y + dy) for dy in reach for dx in reach} - {SEA, None, code} if code else set()
        return any(frozenset((code, other)) in self.sea for other in near)

    # --- What is written ---

    def labels(self) -> dict[str, list[int]]:
        """Return by province the column, the line, the width and the lines of the best room for text in it."""
        return {code: self._label(code) for code in self.boxes}

    def _label(self, code: str) -> list[int]:
        columns, lines = self.size.label
        centre_x, centre_y = self.size.centres[code]
        best = (-1.0, [0, 0, 0, 0])
        for line in range(self.size.height // 2 - lines):
            rows = [[self._is_inside(code, x, line + n) for x in range(self.size.width)] for n in range(lines)]
            free = [all(row[x] for row in rows) for x in range(self.size.width)]
            for x in range(self.size.width):
                width = next((n for n in range(columns + 1) if n == columns or not free[x + n]), 0)
                away = abs(x + width / 2 - centre_x) + abs(2 * line + lines - centre_y)
                best = max(best, (10 * width - away, [x, line, width, lines]))
        return best[1]

    def _is_inside(self, code: str, x: int, line: int) -> bool:
        """Return whether both pixels of a cell are a province's and neither is drawn as a border or a coast."""
        for y in (2 * line, 2 * line + 1):
            right, below = self._at(x + 1, y), self._at(x, y + 1)
            if self._at(x, y) != code or {right, below} != {code} or not all(self._around(x, y)):
                return False
        return True

    def routes(self) -> dict[str, list[Pixel]]:
        """Return by route, as "Aki Iyo", the pixels of the sea on the shortest way."""
        return {" ".join(sorted(pair)): self._way(*sorted(pair)) for pair in sorted(self.sea, key=sorted)}

    def _way(self, start: str, end: str) -> list[Pixel]:
        came: dict[Pixel, Pixel | None] = {
            pixel: None for pixel in self._pixels() if self.grid[pixel[1]][pixel[0]] == start
        }
        waiting = deque(came)
        while waiting:
            x, y = waiting.popleft()
            for dx, dy in (*SIDES, *RING):
                to = (x + dx, y + dy)
                if to in came or (here := self._at(*to)) is None or here not in (SEA, end):
                    continue
                came[to] = (x, y)
                if here == end:
                    return [*self._back(came, to)][-2:0:-1]
                waiting.append(to)
        raise ValueError(start, end)

    def _back(self, came: Mapping[Pixel, Pixel | None], pixel: Pixel) -> Iterator[Pixel]:
        step: Pixel | None = pixel
        while step is not None:
            yield step
            step = came[step]


def _line(start: Pixel, end: Pixel) -> Iterator[Pixel]:
    """Yield the pixels from one to another, each beside the one before."""
    steps = 2 * max(abs(end[0] - start[0]), abs(end[1] - start[1])) + 1
    last = start
    for step in range(steps + 1):
        x = round(start[0] + (end[0] - start[0]) * step / steps)
        y = round(start[1] + (end[1] - start[1]) * step / steps)
        if x != last[0] and y != last[1]:
            yield x, last[1]
        if (x, y) != last or not step:
            yield x, y
        last = x, y


def best_of(size: Size, seeds: Sequence[int]) -> Map:
    """Return the map whose narrowest labels have most room."""

    def worth(drawn: Map) -> tuple[bool, list[int]]:
        touching = all(drawn.contacts[pair] >= LEAST_CONTACT for pair in drawn.land)
        return touching, sorted(width for _x, _line, width, _lines in drawn.labels().values())

    maps = []
    for seed in seeds:
        maps.append(Map(size, seed))
        maps[-1].draw()
    return max(maps, key=worth)


def main() -> None:
    """Draw all sizes, and write them."""
    letters = dict(zip(sorted(CENTRES), ascii_letters, strict=False))
    sizes = {}
    for name, size in SIZES.items():
        drawn = best_of(size, SEEDS)
        labels = drawn.labels()
        rows = ["".join(letters.get(code, ".") for code in row) for row in drawn.grid]
        sizes[name] = {"rows": rows, "labels": labels, "routes": drawn.routes()}
        print(name, "narrowest labels", sorted(width for _x, _line, width, _lines in labels.values())[:8])
    document = {"format": "shogun-drawing/1", "letters": letters, "sizes": sizes}
    text = re.sub(r"\[[\s\d,]+\]", _in_one_line, json.dumps(document, indent=1))
    text = re.sub(r"\[(\s*\[[\d, ]+\],?)+\s*\]", _in_one_line, text)
    TARGET.write_text(text + "\n", "utf-8")


def _in_one_line(found: re.Match[str]) -> str:
    return re.sub(r"\s+", " ", found[0]).replace("[ ", "[").replace(" ]", "]")


if __name__ == "__main__":
    main()
