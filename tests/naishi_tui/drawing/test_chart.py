"""Curves in braille and ASCII, and large digits."""

from __future__ import annotations

import pytest

from naishi_tui.drawing.chart import BOTH, FIRST, HALF, HEIGHT, SECOND, axis, big, chart

RISING, FALLING = [0.0, 1.0], [1.0, 0.0]


def lines(*curves: list[float], ascii: bool, half: bool = False) -> list[str]:
    rows = chart(curves, 9, 5, ascii=ascii, half=half)
    return ["".join(piece.text for piece in row) for row in rows]


@pytest.mark.parametrize("ascii", [True, False])
def test_a_chart_is_as_large_as_asked_for(ascii: bool) -> None:
    drawn = lines(RISING, FALLING, ascii=ascii, half=True)
    assert [len(line) for line in drawn] == [9] * 5
    assert "".join(drawn).isascii() == ascii


def test_a_curve_in_ascii() -> None:
    assert lines([0.5, 0.5], ascii=True) == [" " * 9, " " * 9, "*" * 9, " " * 9, " " * 9]
    assert lines([0.5, 0.5], [1.0, 1.0], ascii=True, half=True)[0] == "o" * 9
    assert lines([1.0, 1.0], ascii=True, half=True)[2] == "-" * 9
    assert lines([1.0, 1.0], [1.0, 1.0], ascii=True)[0] == "@" * 9


def test_a_curve_has_no_holes() -> None:
    """Each column of dots has one, and meets the next."""
    (whole,) = chart([[0.0, 1.0, 0.2]], 12, 1, ascii=False)
    assert all(ord(dots) > 0x2800 for piece in whole for dots in piece.text)
    assert all(any(line[x] != " " for line in lines(RISING, ascii=True)) for x in range(9))


def test_two_curves_differ_without_colour() -> None:
    solid, dotted = chart([[0.5] * 2, [0.5] * 2], 9, 2, ascii=False), chart([[0.0] * 2, [0.5] * 2], 9, 2, ascii=False)
    texts = [[piece.text for row in drawn for piece in row] for drawn in (solid, dotted)]
    assert texts[0] != texts[1]
    pieces = {piece.curve for row in chart([[0.0, 0.9], [0.0, 0.0]], 9, 5, ascii=False, half=True) for piece in row}
    assert pieces >= {FIRST, SECOND, BOTH, HALF}


def test_a_moment_is_an_upright_line_behind_the_curve() -> None:
    for ascii, sign in ((False, "│"), (True, "|")):
        rows = chart([[0.5, 0.5]], 9, 5, ascii=ascii, half=True, at=4)
        drawn = ["".join(piece.text for piece in row) for row in rows]
        assert [line.find(sign) for line in drawn] == [4, 4, -1, 4, 4]
        assert [piece.text for piece in rows[0]] == ["    ", sign, "    "]


def test_the_axis_has_each_number_once_where_it_begins() -> None:
    assert axis([1, 1, 2, 2, 3, 3], 13) == "1   2   3"
    assert axis([9, 10, 11], 5) == "9  11", "where there is room"


def test_large_digits_are_as_wide_in_each_line() -> None:
    assert big(-174) == ("    ▄█  ▀▀█ █ █", "▀▀▀  █    █ ▀▀█", "    ▀▀▀   ▀   ▀")
    assert all(len(big(number)) == HEIGHT for number in (0, 7, 123))
