"""Pages about revolts, lost provinces and winters of Shogun."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from naishi.games.shogun.kind import SHOGUN
from naishi.games.shogun.position import Happening
from naishi.games.shogun.rules import from_case
from naishi.tabletop.kinds import Section
from tests.naishi.games.shogun.playing import cases

NAMES = ("Aiko", "Bruno", "Chie", "Daichi", "Emi")


def pages(number: int, reader: int | None) -> tuple[Any, list[Section]]:
    """Return a recorded game, and all pages of one reader."""
    game = from_case(cases()[number])
    names = NAMES[: len(game.players)]
    return game, [page for event in game.events(None) for page in SHOGUN.story(event, names, reader)]


def happenings(game: Any) -> Iterator[Happening]:
    for event in game.events(None):
        yield from (Happening(*each) for each in event.facts.get("happened", ()))


@pytest.mark.parametrize("number", range(len(cases())))
def test_each_revolt_and_lost_province_has_a_page_for_whose_it_is_alone(number: int) -> None:
    game, _all = pages(number, None)
    for reader in range(len(game.players)):
        found = [page.title for page in pages(number, reader)[1]]
        events = [*happenings(game)]
        revolts = [each for each in events if each.kind == "revolt" and each.seat == reader]
        lost = [each for each in events if each.kind == "battle" and each.other == reader and each.word != "defender"]
        assert sum(title.startswith("Revolt") for title in found) == len(revolts)
        assert sum("lose" in title for title in found) == len(lost) + sum(not each.number for each in revolts)


def test_a_page_says_what_fell_out_and_what_came_of_it() -> None:
    revolts = [
        page
        for number in range(len(cases()))
        for reader in range(3)
        for page in pages(number, reader)[1]
        if page.title.startswith("Revolt: you lose")
    ]
    assert revolts
    for page in revolts:
        assert page.paragraphs[0].startswith("Farmers revolt in ")
        assert page.paragraphs[1].startswith("Thrown in: ")
        assert page.paragraphs[2].startswith("Fell out: ")
        assert page.paragraphs[3].endswith("it is neutral now.")


def test_each_winter_has_pages_with_the_points_of_all_and_their_reasons() -> None:
    game, found = pages(1, None)
    for year in (1, 2):
        lines = [line for page in found if page.title == f"The points of year {year}" for line in page.paragraphs]
        assert [line.split()[0] for line in lines] == [*NAMES[: len(game.players)]]
        assert all(" for provinces; " in line and " for buildings" in line for line in lines)
