"""Text on the table of any game: canvas, names, sentences that have room."""

from __future__ import annotations

import pytest

from naishi_tui.table.widgets import Canvas, Drawing, digest, whole_sentences, with_levels


def written(drawing: Drawing) -> list[str]:
    return ["".join(span.text for span in row) for row in drawing.rows]


def test_a_text_that_is_too_wide_ends_with_a_mark() -> None:
    canvas = Canvas(12, 1)
    assert canvas.put(0, 0, "Koshikibu", width=5) == 5
    assert written(canvas.drawing()) == ["Kosh…"]


def test_what_has_no_room_on_a_canvas_is_left_out() -> None:
    canvas = Canvas(4, 1)
    assert canvas.put(2, 0, "abc") == 5
    assert canvas.put(0, 3, "below") == 5
    assert written(canvas.drawing()) == ["  ab"]


def test_a_wide_character_takes_two_cells_or_none() -> None:
    canvas = Canvas(3, 2)
    canvas.put(0, 0, "東京")
    canvas.put(0, 1, "e\u0301x")
    assert written(canvas.drawing()) == ["東", "e\u0301x"]


def test_the_place_that_was_drawn_last_is_the_one_that_a_click_means() -> None:
    canvas = Canvas(6, 2)
    canvas.place(0, 0, 6, "raid")
    canvas.place(0, 0, 3, "raid 1")
    canvas.place(4, 0, 9, "raid 2")
    drawing = canvas.drawing()
    found = [drawing.at(x, 0) for x in (1, 3, 5)]
    assert [each.words if each else None for each in found] == ["raid 1", "raid", "raid 2"]
    assert drawing.at(1, 1) is None


def test_a_place_is_drawn_as_the_cursor_where_its_words_begin_what_is_pointed_at() -> None:
    canvas = Canvas(7, 1, "raid 2 stealth")
    canvas.put(0, 0, "one two")
    assert not canvas.place(0, 0, 3, "raid 1")
    assert canvas.place(4, 0, 3, "raid 2")
    assert [span.text for span in canvas.drawing().rows[0] if span.role == "cursor-row"] == ["two"]


def test_levels_stand_behind_the_names_of_bots_alone() -> None:
    assert with_levels(["Aiko", "Bruno", "Chie"], ["", "strong"]) == ["Aiko", "Bruno (strong)", "Chie"]


@pytest.mark.parametrize(
    ("width", "height", "lines"),
    [
        (40, 1, ("One is here. Two; three.",)),
        (20, 1, ("One is here. Two",)),
        (14, 1, ("One is here.",)),
        (14, 2, ("One is here.", "Two; three.")),
        (6, 1, ("One is", "here.")),
    ],
)
def test_sentences_without_room_are_left_out_from_the_end(width: int, height: int, lines: tuple[str, ...]) -> None:
    assert whole_sentences("One is here. Two; three.", width, height) == lines


@pytest.mark.parametrize(
    ("width", "said"),
    [
        (40, "First one. Middle one. Last one."),
        (20, "First one. Last one."),
        (10, "Last one."),
        (5, "Firs…"),
    ],
)
def test_a_digest_keeps_the_first_and_the_last_sentence(width: int, said: str) -> None:
    assert digest("First one. Middle one. Last one.", width) == said


def test_of_two_sentences_the_first_is_kept() -> None:
    assert digest("First one. Last one.", 10) == "First one."
