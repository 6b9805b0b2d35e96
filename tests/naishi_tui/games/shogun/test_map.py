"""Map of Shogun: borders, colours, neighbour marks."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from naishi.games.shogun.data import board, indexes, map_layout
from naishi_tui.drawing.cells import plain
from naishi_tui.games.shogun.board import ShogunBoard
from naishi_tui.games.shogun.map import BY_SEA, LOOK, Drawing, drawings, neighbours, region_of, toward
from naishi_tui.games.shogun.plan import name_of
from naishi_tui.table.widgets import Drawing as Painted
from tests.naishi_tui.desk import COMPACT, GRAND, LARGEST, ROOMY, STANDARD
from tests.naishi_tui.games.shogun.shared import played

CODES = [each.code for each in board().provinces]
LAND = {frozenset((each.code, CODES[near])) for each in board().provinces for near in each.near if near not in each.sea}
SEA = {frozenset((each.code, CODES[near])) for each in board().provinces for near in each.sea}
WIDTHS = sorted(drawings())


def pixels(drawing: Drawing) -> Iterator[tuple[int, int, str]]:
    return ((x, y, code) for y, row in enumerate(drawing.rows) for x, code in enumerate(row))


def around(drawing: Drawing, x: int, y: int) -> set[str]:
    return {drawing.area(x + 1, y), drawing.area(x - 1, y), drawing.area(x, y + 1), drawing.area(x, y - 1)}


@pytest.mark.parametrize("width", WIDTHS)
def test_two_areas_touch_exactly_where_the_table_of_borders_says(width: int) -> None:
    drawing = drawings()[width]
    touching = {
        frozenset((code, other))
        for x, y, code in pixels(drawing)
        for other in around(drawing, x, y)
        if code and other and code != other
    }
    assert touching == LAND


@pytest.mark.parametrize("width", WIDTHS)
def test_every_sea_route_leads_over_the_sea_from_one_coast_to_the_other(width: int) -> None:
    drawing = drawings()[width]
    assert {frozenset(route.split()) for route in drawing.routes} == SEA
    for route, way in drawing.routes.items():
        start, end = route.split()
        assert all(drawing.area(x, y) == "" for x, y in way)
        shores = [
            {drawing.area(x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)} for x, y in (way[0], way[-1])
        ]
        assert start in shores[0]
        assert end in shores[-1]


@pytest.mark.parametrize("width", WIDTHS)
def test_every_province_is_one_area_with_room_for_its_label(width: int) -> None:
    drawing = drawings()[width]
    own = {code: {(x, y) for x, y, here in pixels(drawing) if here == code} for code in CODES}
    for code, area in own.items():
        reached, waiting = set[tuple[int, int]](), [min(area)]
        while waiting:
            x, y = waiting.pop()
            if (x, y) in area - reached:
                reached.add((x, y))
                waiting += [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]
        assert reached == area, code
        left, line, columns, lines = drawing.labels[code]
        assert columns >= 7
        assert lines >= 3
        label = {(x, y) for x in range(left, left + columns) for y in range(2 * line, 2 * (line + lines))}
        assert label <= area
        assert not any(drawing.is_border(x, y) for x, y in label)


def role_at(painted: Painted, x: int, y: int) -> str:
    for span in painted.rows[y]:
        if x < len(span.text):
            return span.role
        x -= len(span.text)
    return ""


@pytest.mark.parametrize("players", [3, 5])
@pytest.mark.parametrize(("size", "width"), [(GRAND, WIDTHS[0]), (LARGEST, WIDTHS[-1])])
def test_a_drawn_province_has_the_colour_of_its_owner(players: int, size: tuple[int, int], width: int) -> None:
    view, drawing = played(players, 120).view(0), drawings()[width]
    painted = ShogunBoard("shogun").draw(view, size[0], size[1] - 6, "look Kii")
    owners = {land.code: str(land.owner) if land.owner >= 0 else "none" for land in view.land}
    for code, (x, line, _columns, lines) in drawing.labels.items():
        wanted = "cursor-row" if code == "Kii" else f"land-{owners.get(code, 'out')}"
        assert {role_at(painted, x + 1, line + n) for n in range(lines)} == {wanted}, code


SIZES = [COMPACT, STANDARD, (100, 36), ROOMY, GRAND, LARGEST]


def written(painted: Painted) -> list[str]:
    return ["".join(span.text for span in row) for row in painted.rows]


def signs_at(painted: Painted, words: str) -> str:
    """All that is drawn on the cells of a place, with the cell before each of its lines."""
    rows = written(painted)
    return "".join(
        rows[each.line][max(each.start - 1, 0) : each.stop] for each in painted.places if each.words == words
    )


@pytest.mark.parametrize("size", SIZES)
def test_the_neighbours_of_the_province_under_the_cursor_are_marked_at_every_size(size: tuple[int, int]) -> None:
    view, shogun = played(5, 120).view(0), ShogunBoard("shogun")
    for each in board().provinces:
        painted = shogun.draw(view, size[0], size[1] - 5, f"look {each.name}")
        assert len({place.words for place in painted.places if place.words.startswith("look ")}) == 45
        for number, code in enumerate(neighbours(each.code), 1):
            province = board().provinces[indexes()[code]]
            shown = signs_at(painted, f"look {province.name}")
            assert f"({number})" in shown, (each.name, province.name)
            assert (BY_SEA in shown) or indexes()[code] not in each.sea


@pytest.mark.parametrize("size", SIZES)
def test_the_digit_of_a_choice_touches_no_number_and_no_bracket_of_the_cursor(size: tuple[int, int]) -> None:
    view, shogun = played(5, 120).view(0), ShogunBoard("shogun")
    drawn = 0
    for each in board().provinces:
        rows = written(shogun.draw(view, size[0], size[1] - 5, f"look {each.name}"))
        keys = [found for row in rows for found in re.finditer(r"(.?)\((\d)\)(.?)", row)]
        assert sorted(found[2] for found in keys) == [str(n + 1) for n in range(len(each.near))], each.name
        assert not any((found[1] + found[3]).strip(" ~").isdigit() for found in keys)
        drawn += len(keys)
        if size != COMPACT:  # whose list of provinces has no brackets
            assert any(re.search(rf"\[({each.code}|{each.name[:6]})[^\[(]*\]", row) for row in rows), each.name
    assert drawn > 150


def test_digits_have_a_shape_and_a_role_of_their_own_at_80x24() -> None:
    painted = ShogunBoard("shogun").draw(played(5, 120).view(0), 80, 19, "look Omi")
    spans = [span for row in painted.rows for span in row if re.search(r"\(\d\)", span.text)]
    assert len(spans) == len(neighbours("Omi"))
    assert {span.role for span in spans} == {"key"}
    assert all(re.fullmatch(r"~?\(\d\)[ctn]*[grpby] *", plain(span.text)) for span in spans)


def test_arrows_lead_from_every_province_to_every_other() -> None:
    reached, waiting = set[str](), ["Kii"]
    while waiting:
        code = waiting.pop()
        if code not in reached:
            reached.add(code)
            ways = (toward(code, direction, neighbours(code)) for direction in ("left", "right", "up", "down"))
            waiting += filter(None, ways)
    assert reached == {*map_layout()["keys"]}


@pytest.mark.parametrize(("size", "width"), [(GRAND, WIDTHS[0]), (LARGEST, WIDTHS[-1])])
def test_borders_and_coasts_are_drawn_without_any_colour(size: tuple[int, int], width: int) -> None:
    drawing = drawings()[width]
    painted = ShogunBoard("shogun").draw(played(5, 120).view(0), size[0], size[1] - 6, "")
    rows = ["".join(span.text for span in row).ljust(width) for row in painted.rows[: drawing.lines]]
    signs = {(True, True): "█", (True, False): "▀", (False, True): "▄"}
    borders = 0
    for line, row in enumerate(rows):
        for x in range(width):
            edge = drawing.is_border(x, 2 * line), drawing.is_border(x, 2 * line + 1)
            if any(edge):
                assert row[x] in {signs[edge], BY_SEA}
                borders += 1
            else:
                assert row[x] not in signs.values()
    assert borders > 500


@pytest.mark.parametrize("players", [3, 5])
@pytest.mark.parametrize("size", [COMPACT, STANDARD])
def test_a_neighbour_shows_its_digit_and_the_letter_of_its_region(size: tuple[int, int], players: int) -> None:
    view = played(players, 60).view(0)
    for land in view.land:
        near = [code for code in neighbours(land.code) if code in [each.code for each in view.land]]
        drawing = ShogunBoard("shogun").draw(view, size[0], size[1] - 6, f"{LOOK} {name_of(land.code)}")
        text = "\n".join("".join(span.text for span in row) for row in drawing.rows)
        for number, code in enumerate(near, 1):
            assert re.search(rf"\({number}\)[ctn]*{region_of(code)[0]}", text), (land.code, code, text)
