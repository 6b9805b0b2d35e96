"""Map of Shogun, as cells or with borders."""

import json
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

from naishi.games.shogun.data import board, indexes, map_layout
from naishi.games.shogun.view import Land, ShogunView
from naishi_tui.drawing.cells import right
from naishi_tui.table.widgets import LETTERS, Canvas, seat_role

TONES = {region: f"tone-{region}" for region in ("green", "red", "purple", "brown", "yellow")}
"""The colour that repeats what the letter of a region says."""

LOOK = "look"
"""The verb of what is no action: a province in view."""

BY_LAND, BY_SEA = "+", "~"
"""What marks a neighbour of the province under the cursor."""
ACTING = "▸"
"""What marks a province in question."""


class Marks(NamedTuple):
    """What a map points out."""

    cursor: str = ""
    """The code of the province under the cursor."""
    acting: frozenset[str] = frozenset()
    """The codes of those in question."""
    near: Mapping[str, str] = {}
    """By the code of a neighbour of the province under the cursor, whether it is one by land or by sea."""
    keys: Mapping[str, str] = {}
    """By code, the key that leads to a province, as it is drawn."""
    notes: Mapping[str, str] = {}
    """By code, a word on a province, such as the space of the plan on which its card lies."""


def neighbours(code: str) -> Sequence[str]:
    """Return the codes of a province's neighbours, clockwise from north; their digits count from 1."""
    found: Sequence[str] = map_layout()["keys"][code]
    return found


def near_signs(code: str, in_game: Sequence[str]) -> dict[str, str]:
    """Return what marks the neighbours of a province, by their codes; of those that are played with."""
    if not code:
        return {}
    sea = [board().provinces[at].code for at in board().provinces[indexes()[code]].sea]
    return {near: BY_SEA if near in sea else BY_LAND for near in neighbours(code) if near in in_game}


def digits(codes: Sequence[str]) -> dict[str, str]:
    """Return the digits that lead to provinces, by their codes; in parentheses, no number on a map looks so."""
    return {code: f"({number})" for number, code in enumerate(codes[:9], 1)}


def toward(code: str, direction: str, options: Sequence[str]) -> str:
    """Return the nearest of some provinces that lies more or less in a direction; empty for none."""
    if (printed := map_layout()["arrows"][code].get(direction, "")) in options:
        return str(printed)
    places = map_layout()["sizes"]["200"]["at"]
    (line, column), found = places[code], list[tuple[float, str]]()
    for each in options:
        down, along = (places[each][0] - line) * 10.0, float(places[each][1] - column)
        ahead, aside = (along, down) if direction in {"left", "right"} else (down, along)
        ahead = -ahead if direction in {"left", "up"} else ahead
        if ahead > 0 and abs(aside) <= 2 * ahead:
            found.append((ahead + 1.5 * abs(aside), each))
    return min(found)[1] if found else ""


# --- In cells ---


def cells_for(width: int, height: int) -> str:
    """Return the largest map in cells that fits with the lines below it; empty where none does."""
    sizes: Mapping[str, Any] = map_layout()["sizes"]
    for size in sorted(sizes, key=int, reverse=True):
        layout = sizes[size]
        if layout["width"] <= width and 8 * layout["lines"] + 3 <= height:
            return size
    return ""


def draw_cells(canvas: Canvas, view: ShogunView, size: str, marks: Marks, words: Mapping[str, str]) -> int:
    """Draw the provinces as cells where they lie; return the line below them."""
    layout = map_layout()["sizes"][size]
    lines = int(layout["lines"])
    left = max((canvas.width - layout["width"]) // 2, 0)
    for land in view.land:
        row, x = layout["at"][land.code]
        _draw_cell(canvas, land, left + x, row * lines, layout, marks)
        for line in range(lines):
            canvas.place(left + x, row * lines + line, layout["cell"], words[land.code], example_of(words[land.code]))
    return 8 * lines


def example_of(words: str) -> str:
    """Return an action that begins with some words."""
    return f"{words} 1" if words.startswith("move ") else words


def _draw_cell(canvas: Canvas, land: Land, x: int, y: int, layout: Mapping[str, Any], marks: Marks) -> None:
    """Draw a province: its name, whose it is and with how many armies; below, what stands there, or the key to it."""
    printed, width, lines = board().provinces[indexes()[land.code]], layout["cell"], layout["lines"]
    here, key = land.code == marks.cursor, marks.keys.get(land.code, "")
    under = "cursor-row" if here else ""
    owned = under or (seat_role(land.owner) if land.owner >= 0 else "quiet")
    name = under or ("mark" if land.code in marks.acting else "strong" if land.owner >= 0 else "quiet")
    owner = LETTERS[land.owner] if land.owner >= 0 else "-"
    armies = f"{owner}{right(str(land.armies), 2) if land.armies else '  '}"
    if here:
        for line in range(lines):
            canvas.put(x, y + line, " " * width, under)
    if lines == 2:
        canvas.put(x, y, land.code, name)
        canvas.put(x + 3, y, armies, owned)
        if key:
            draw_keyed(canvas, land, key, x, y + 1, 3, under)
        else:  # in one colour: a step of the cursor draws it again for many cells
            region = region_of(land.code)
            _draw_built(canvas, land, x, y + 1, under or TONES[region], region[0])
    else:
        canvas.put(x, y, printed.name if len(printed.name) <= width else land.code, name)
        canvas.put(x, y + 1, armies, owned)
        if key:
            canvas.put(x + width - 3, y + 1, key, under or "key")
        region, start = region_of(land.code), min(5, width - 4) if key else 5
        room = width - start - (3 if key else 0)
        canvas.put(x + start, y + 1, region if len(region) < room else region[0], under or TONES[region])
        _draw_built(canvas, land, x, y + 2, under or "quiet")
    if here:
        canvas.put(x - 1, y, "[", "key")
        canvas.put(x + width, y, "]", "key")
    elif land.code in marks.acting:
        canvas.put(x - 1, y, ACTING, "mark")
    canvas.put(x - 1, y + 1, marks.near.get(land.code, ""), "key")


def region_of(code: str) -> str:
    return str(board().regions[board().provinces[indexes()[code]].region])


def _draw_built(canvas: Canvas, land: Land, x: int, y: int, role: str, region: str = "") -> None:
    """Draw the buildings with a dot for each free slot, the letter of the region, and the revolt markers."""
    slots = board().provinces[indexes()[land.code]].slots
    canvas.put(x, y, f"{land.buildings}{'.' * (slots - len(land.buildings))}".ljust(3) + region, role)
    if land.markers:
        canvas.put(x + 4, y, f"!{land.markers}", role if role == "cursor-row" else "bad")


def draw_keyed(canvas: Canvas, land: Land, key: str, x: int, y: int, room: int, under: str) -> None:
    """Draw the key to a province, its buildings, the letter of its region and its markers.

    Args:
        key: As it is drawn; empty for none.
        room: The cells behind the key. Where it is short, the number of markers and a building are left out first.
    """
    region, built = region_of(land.code), land.buildings[: room - 1]
    role = "key" if key else TONES[region]  # in one colour: a step of the cursor draws it anew for many cells
    x = canvas.put(x, y, f"{key}{built}{region[0]}", under or role)
    if land.markers:
        canvas.put(x, y, f"!{land.markers}"[: max(room - 1 - len(built), 1)], under or "bad")


# --- Drawn ---


class Drawing(NamedTuple):
    """A map as `scripts/shogun_map.py` has drawn it: pixels, two to a cell."""

    rows: tuple[tuple[str, ...], ...]
    """The code of the province of each pixel; empty for the sea."""
    labels: Mapping[str, tuple[int, int, int, int]]
    """By code, the column, the line, the width and the lines of the room for text in a province."""
    routes: Mapping[str, tuple[tuple[int, int], ...]]
    """The pixels of each sea route, by the two codes."""

    @property
    def width(self) -> int:
        """The columns."""
        return len(self.rows[0])

    @property
    def lines(self) -> int:
        return len(self.rows) // 2

    def area(self, x: int, y: int) -> str:
        """Return the code of the province of a pixel; empty for the sea and beyond the map."""
        inside = 0 <= y < len(self.rows) and 0 <= x < self.width
        return self.rows[y][x] if inside else ""

    def is_border(self, x: int, y: int) -> bool:
        """Return whether a pixel is drawn as the border of its province: where another begins, or the sea."""
        here, right, below = self.area(x, y), self.area(x + 1, y), self.area(x, y + 1)
        return here != "" and (not {right, below} <= {here} or "" in {self.area(x - 1, y), self.area(x, y - 1)})


@cache
def drawings() -> Mapping[int, Drawing]:
    """Return the drawn maps by their width."""
    document = json.loads((files("naishi_tui.games.shogun") / "map.json").read_text("utf-8"))
    codes = {letter: code for code, letter in document["letters"].items()} | {".": ""}
    return {
        len(each["rows"][0]): Drawing(
            tuple(tuple(codes[letter] for letter in row) for row in each["rows"]),
            {code: (label[0], label[1], label[2], label[3]) for code, label in each["labels"].items()},
            {route: tuple((x, y) for x, y in pixels) for route, pixels in each["routes"].items()},
        )
        for each in document["sizes"].values()
    }


def drawing_for(width: int, height: int) -> Drawing | None:
    """Return the largest drawn map that fits."""
    fitting = (each for _width, each in sorted(drawings().items(), reverse=True))
    return next((each for each in fitting if each.width <= width and each.lines <= height), None)


class _Run(NamedTuple):
    """Cells of a line that are drawn alike, whoever owns the provinces."""

    x: int
    line: int
    signs: str
    edge: str
    """The province whose border is drawn; empty for none."""
    ground: str
    """The province that fills the rest; empty for the sea."""


@cache
def _runs(width: int) -> tuple[_Run, ...]:
    """Return how the land is drawn, without labels."""
    drawing = drawings()[width]
    runs = list[_Run]()
    for line in range(drawing.lines):
        for x in range(drawing.width):
            sign, edge, ground = _cell(drawing, x, line)
            last = runs[-1] if runs else None
            if last and (last.line, last.edge, last.ground, last.x + len(last.signs)) == (line, edge, ground, x):
                runs[-1] = _Run(last.x, last.line, last.signs + sign, last.edge, last.ground)
            elif edge or ground:
                runs.append(_Run(x, line, sign, edge, ground))
    return tuple(runs)


def _cell(drawing: Drawing, x: int, line: int) -> tuple[str, str, str]:
    """Return what a cell shows: its sign, the province of the border in it and the one that fills it."""
    upper, lower = drawing.area(x, 2 * line), drawing.area(x, 2 * line + 1)
    match drawing.is_border(x, 2 * line), drawing.is_border(x, 2 * line + 1):
        case True, True:
            return "█", upper, ""
        case True, False:
            return "▀", upper, lower
        case False, True:
            return "▄", lower, upper
    return " ", "", upper


def draw_map(
    canvas: Canvas, view: ShogunView, drawing: Drawing, marks: Marks, words: Mapping[str, str], x: int = 0, y: int = 0
) -> None:
    """Draw the land with its borders, the sea routes, and what stands in each province; see `draw_cells`."""
    lands = {land.code: land for land in view.land}
    for run in _runs(drawing.width):
        canvas.put(x + run.x, y + run.line, run.signs, _role(run.edge, run.ground, lands, marks))
    for route, pixels in drawing.routes.items():
        if all(code in lands for code in route.split()):
            _draw_route(canvas, drawing, pixels, x, y)
    for land in view.land:
        _draw_label(canvas, land, drawing.labels[land.code], _role("", land.code, lands, marks), marks, x, y)
    for code, line, start, stop in _spans_of_land(drawing.width):
        if code in lands:
            canvas.place(x + start, y + line, stop - start, words[code], example_of(words[code]))


def _role(edge: str, ground: str, lands: Mapping[str, Land], marks: Marks) -> str:
    """Return what a cell is painted in, by the provinces of the border in it and of the rest."""
    if (ground or edge) == marks.cursor:
        return "cursor-row"
    if not edge:
        return f"land-{_owner(ground, lands)}"
    if not ground:
        return f"edge-{_owner(edge, lands)}"
    return f"edge-{_owner(edge, lands)}-{_owner(ground, lands)}"


def _owner(code: str, lands: Mapping[str, Land]) -> str:
    land = lands.get(code)
    return "out" if land is None else str(land.owner) if land.owner >= 0 else "none"


def _draw_route(canvas: Canvas, drawing: Drawing, pixels: Sequence[tuple[int, int]], x: int, y: int) -> None:
    """Draw a dashed line over the sea; a sign where there is no room for one."""
    on_the_way = dict.fromkeys((column, line // 2) for column, line in pixels)
    free = [cell for cell in on_the_way if not any(drawing.area(cell[0], 2 * cell[1] + part) for part in (0, 1))]
    if len(free) > 2:
        for column, line in free[::2]:
            canvas.put(x + column, y + line, "∙", "route")
    else:
        column, line = free[0] if free else [*on_the_way][len(on_the_way) // 2]
        canvas.put(x + column, y + line, BY_SEA, "route")


def _draw_label(
    canvas: Canvas, land: Land, label: tuple[int, int, int, int], role: str, marks: Marks, x: int, y: int
) -> None:
    """Draw what stands in a province: its name, whose it is, its armies, buildings and markers."""
    column, line, width, lines = label
    printed = board().provinces[indexes()[land.code]]
    here = land.code == marks.cursor
    sign = "[" if here else ACTING if land.code in marks.acting else " "
    owner, armies = LETTERS[land.owner] if land.owner >= 0 else "-", land.armies or ""
    region, key = region_of(land.code), marks.keys.get(land.code, "")
    gap = "" if len(f"  {armies}") + len(key) + 1 > width else " "
    built = f"{land.buildings}{'.' * (printed.slots - len(land.buildings))}"
    note = marks.notes.get(land.code, "")
    name = printed.name if len(printed.name) < width - here else land.code
    texts = [name, f"{owner}{gap}{armies}", f"{built:<4}{f'!{land.markers}' if land.markers else ''}"]
    if lines > 3:
        texts.insert(2, f"{region} {printed.rice}/{printed.tax}")
    left = x + column + 1
    canvas.put(left - 1, y + line, sign, role)
    canvas.put(left - 1, y + line + 1, marks.near.get(land.code, ""), role)
    for number, text in enumerate(texts):
        end = canvas.put(left, y + line + number, text, role, width - 1)
        if number == 0 and here:
            canvas.put(end, y + line, "]", role)
    at = y + line + 1
    if key:
        canvas.put(x + column + width - len(key), at, key, role)
    elif note:
        canvas.put(x + column + width - min(len(note), width - 5), at, note[: width - 5], role)
    if lines == 3:
        below = bool(key or note)  # what stands there has room beside it
        if not below or len(texts[2].rstrip()) + 1 < width:
            canvas.put(x + column + width - 1, at + below, region[0], role)


@cache
def _spans_of_land(width: int) -> tuple[tuple[str, int, int, int], ...]:
    """Return the cells of each province as code, line, first column and the one behind the last."""
    return tuple(_find_spans(drawings()[width]))


def _find_spans(drawing: Drawing) -> Iterator[tuple[str, int, int, int]]:
    for line in range(drawing.lines):
        codes = [drawing.rows[2 * line][x] or drawing.rows[2 * line + 1][x] for x in range(drawing.width)]
        start = 0
        for x in range(1, drawing.width + 1):
            if x == drawing.width or codes[x] != codes[start]:
                if codes[start]:
                    yield codes[start], line, start, x
                start = x
