"""Layout at every size from 60 × 20."""

from __future__ import annotations

import random
from itertools import product
from pathlib import Path

import pytest
from textual.containers import VerticalScroll
from textual.widget import Widget
from textual.widgets import OptionList

from naishi import Game
from tests.naishi_tui.desk import COMPACT, GRAND, LARGEST, ROOMY, desk, game_after, region_of
from tests.naishi_tui.scenes import SCENES
from tests.naishi_tui.widgets.shared import EDGES, HEIGHTS, LAID_OUT_ANEW, UNMEASURED, WIDTHS, faults

CROSSED = [
    *product(WIDTHS, (20, 23, 24, 35, 36, 47, 48, 60)),
    *product((60, 79, 80, 95, 113, 114, 119, 120, 160, 186, 200), HEIGHTS),
]
"""Every width and every height, beside each edge of the other."""


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted({*SCENES} - UNMEASURED))
async def test_nothing_is_cut_or_overlaps_at_the_edges(name: str, folder: Path) -> None:
    chance = random.Random(name)
    await sweep(name, folder, [*EDGES, *((chance.choice(WIDTHS), chance.choice(HEIGHTS)) for _size in range(10))])


@pytest.mark.slow
@pytest.mark.parametrize("name", LAID_OUT_ANEW)
async def test_nothing_is_cut_or_overlaps_at_many_sizes(name: str, folder: Path) -> None:
    """A quarter of the crossed sizes, another one for each screen: all would take a quarter of an hour."""
    await sweep(name, folder, [*EDGES, *random.Random(name).sample(CROSSED, len(CROSSED) // 4)])


async def sweep(name: str, folder: Path, sizes: list[tuple[int, int]]) -> None:
    scene = SCENES[name]
    app = scene.app(folder)
    found: list[str] = []
    async with app.run_test(size=(80, 24)) as pilot:
        at = await scene.reach(app, pilot)
        for size in sizes:
            await at.resize(*size)
            found += [f"{size[0]}×{size[1]}: {each}" for each in faults(at, cards=True)]
    app.close_game()
    assert found == [], f"{len(found)} faults:\n" + "\n".join(found[:40])


@pytest.mark.ci
async def test_a_large_terminal_has_the_table_in_the_middle(folder: Path) -> None:
    """With the same room on both sides, and the same above and below."""
    app = SCENES["table"].app(folder)
    async with app.run_test(size=(80, 24)) as pilot:
        at = await SCENES["table"].reach(app, pilot)
        for width, height in (ROOMY, (159, 47), GRAND, LARGEST, (200, 30), (260, 80)):
            await at.resize(width, height)
            parts = [region_of(at, part) for part in ("#header", "#table", "#prompt", "#keys")]
            first, last = parts[0], parts[-1]
            assert len({(part.x, part.width) for part in parts}) == 1
            assert abs(first.x - (width - first.right)) <= 1
            assert abs(first.y - (height - last.bottom)) <= 1
            assert first.y <= 1 or height not in {36, 47, 48, 60}
    app.close_game()


@pytest.mark.ci
async def test_a_resize_between_layouts_keeps_the_choice_in_hand(folder: Path) -> None:
    scene = SCENES["table-swap"]
    app = scene.app(folder)
    async with app.run_test(size=(80, 24)) as pilot:
        at = await scene.reach(app, pilot)
        choice, cursor, asked = at.table.turn.partial, at.table.turn.cell, at.prompt.split()
        for size in [(60, 20), (120, 36), (50, 15), (80, 24)]:
            await at.resize(*size)
            if size != (50, 15):
                assert (at.table.turn.partial, at.table.turn.cell) == (choice, cursor)
                assert at.prompt.split() == asked
        await at.press("enter")
        assert at.actions[-1] == "swap L1 L4"
    app.close_game()


@pytest.mark.ci
async def test_a_window_that_is_too_small_says_so_and_loses_nothing(folder: Path) -> None:
    async with desk(folder, Game.new(7, ("Aiko", "Bruno"))) as at:
        await at.press("right")
        for size in [(59, 24), (80, 19), (20, 5), (1, 1)]:
            await at.resize(*size)
            if size[0] > 19:
                assert "Naishi needs 60 × 20" in " ".join(at.text.split())
                assert "Dealt" not in at.text
            await at.press("enter", "u", "1")
        assert at.actions == []
        await at.resize(*COMPACT)
        await at.press("enter")
        assert at.actions == ["give 2"]


@pytest.mark.ci
@pytest.mark.parametrize("size", [(60, 20), (80, 24)])
async def test_a_sentence_that_is_longer_than_a_line_takes_both(folder: Path, size: tuple[int, int]) -> None:
    """Two cards of different rows can't be swapped: the longest refusal there is."""
    async with desk(folder, game_after(), size=size) as at:
        await at.press("s", "1", "enter", "right", "down", "enter")
        said = (
            "Swap two River cards, two in your Line, two in your Hand, or a Line and a Hand card at the same position."
        )
        assert " ".join(at.prompt.split()) == said


@pytest.mark.parametrize("name", ["lessons", "rules", "log", "legend", "memory", "statistics"])
async def test_what_is_read_is_in_the_middle_of_a_wide_window_and_no_wider_than_a_line(name: str, folder: Path) -> None:
    scene = SCENES[name]
    app = scene.app(folder)
    async with app.run_test(size=GRAND) as pilot:
        at = await scene.reach(app, pilot)
        scrolled = next(each for each in at.app.screen.query(Widget) if isinstance(each, VerticalScroll | OptionList))
        left, right = scrolled.region.x, GRAND[0] - scrolled.region.right
        assert abs(left - right) <= 1
        assert scrolled.region.width <= 98
        assert region_of(at, "#heading").x == region_of(at, "KeyLine").x == left
    app.close_game()
