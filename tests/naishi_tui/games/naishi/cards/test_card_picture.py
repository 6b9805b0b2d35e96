"""True pictures on screens, of face-up cards alone."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from naishi.games.naishi.rules.cards import BASE_CARDS
from naishi_tui.games.naishi.cards.card import CardRow
from naishi_tui.games.naishi.reading import Explain
from naishi_tui.games.naishi.score import Score
from naishi_tui.games.naishi.table import Table
from naishi_tui.messages import ChangeSettings
from naishi_tui.pictures.protocols import Scene
from tests.naishi_tui.desk import GRAND, ROOMY, STANDARD, Desk, desk, finished, game_after, still
from tests.naishi_tui.pictures.shared import ITERM, KITTY, UNASKED
from tests.naishi_tui.waiting import settle, until

CELLS = re.compile("[\U00100000-\U0010fffd]")
BLOCKS = re.compile("[▀▄█]")


def answer(at: Desk, answers: tuple[str, ...] = KITTY) -> None:
    """Have the terminal say that it shows pictures."""
    at.app.pictures.connect(lambda _question: None, UNASKED)
    for each in answers:
        at.app.pictures.answered(each)


def scenes(at: Desk) -> set[Scene]:
    """What was drawn as true pictures."""
    return {*at.app.pictures.scenes}


def columns_of_pictures(at: Desk) -> int:
    """How many cells on the screen belong to true pictures."""
    return len(CELLS.findall(at.text))


async def true_pictures(at: Desk) -> None:
    """Wait until the score has its pictures."""
    rows = [*at.screen(Score).query(CardRow)]
    await until(lambda: all(row.true_pictures for row in rows), "the pictures are ready")
    await settle(at.pilot)


class TestExplanation:
    @pytest.mark.ci
    async def test_has_a_true_picture_where_the_terminal_shows_some(self, folder: Path) -> None:
        async with desk(folder, game_after()) as at:
            answer(at)
            await at.press("question_mark")
            assert columns_of_pictures(at) == 23 * 7
            (shown,) = scenes(at)
            assert shown.subject is at.screen(Explain).card

    @pytest.mark.ci
    async def test_has_a_picture_in_cells_elsewhere(self, folder: Path) -> None:
        async with desk(folder, game_after()) as at:
            await at.press("question_mark")
            assert columns_of_pictures(at) == 0
            assert len(BLOCKS.findall(at.text_of("#picture"))) > 50

    @pytest.mark.ci
    async def test_changes_when_the_terminal_answers(self, folder: Path) -> None:
        async with desk(folder, game_after()) as at:
            await at.press("question_mark")
            answer(at)
            await settle(at.pilot)
            assert columns_of_pictures(at) == 23 * 7

    @pytest.mark.ci
    async def test_goes_on_to_another_picture(self, folder: Path) -> None:
        async with desk(folder, game_after()) as at:
            answer(at)
            for key in ("question_mark", "up", "right"):
                await at.press(key)
                assert columns_of_pictures(at) == 23 * 7
                assert at.screen(Explain).card in {each.subject for each in scenes(at)}
            await at.press("escape")
            at.screen(Table)
            assert columns_of_pictures(at) == 0

    @pytest.mark.ci
    @pytest.mark.parametrize(
        "settings", [{"pictures": False}, {"ascii": True}, {"theme": "terminal"}], ids=lambda each: next(iter(each))
    )
    async def test_has_none_where_they_are_not_wanted(self, folder: Path, settings: dict[str, object]) -> None:
        """The colours of the terminal's own theme aren't known."""
        async with desk(folder, game_after(), settings=still(**settings)) as at:
            answer(at)
            await at.press("question_mark")
            assert columns_of_pictures(at) == 0
            assert at.text_of("#picture").strip()

    @pytest.mark.ci
    async def test_changes_with_the_setting(self, folder: Path) -> None:
        async with desk(folder, game_after()) as at:
            answer(at)
            await at.press("question_mark")
            for wanted, cells in ((False, 0), (True, 23 * 7)):
                layers = at.app.context.layers.choose("pictures", wanted)
                at.app.post_message(ChangeSettings(layers))
                await settle(at.pilot)
                assert columns_of_pictures(at) == cells

    @pytest.mark.ci
    async def test_has_no_picture_in_a_narrow_window(self, folder: Path) -> None:
        async with desk(folder, game_after(), size=(60, 20)) as at:
            answer(at)
            await at.press("question_mark")
            at.screen(Explain)
            assert columns_of_pictures(at) == 0


class TestScore:
    @pytest.mark.parametrize(("size", "cells"), [(ROOMY, 17 * 4), (GRAND, 23 * 7)], ids=["roomy", "grand"])
    async def test_has_true_pictures_where_the_terminal_keeps_them(
        self, folder: Path, size: tuple[int, int], cells: int
    ) -> None:
        async with desk(folder, finished(), size=size, settings=still()) as at:
            await true_pictures(at)
            answer(at)
            await settle(at.pilot)
            assert columns_of_pictures(at) == 20 * cells
            assert len(scenes(at)) <= len(BASE_CARDS), "each is sent once, wherever it lies"

    @pytest.mark.ci
    async def test_begins_with_them_where_the_terminal_has_answered(self, folder: Path) -> None:
        async with desk(folder, game_after(), size=ROOMY, settings=still()) as at:
            answer(at)
            await at.leave_game()
            await at.play(finished())
            await true_pictures(at)
            assert columns_of_pictures(at) == 20 * 17 * 4

    @pytest.mark.ci
    async def test_has_pictures_in_cells_where_each_would_be_sent_again(self, folder: Path) -> None:
        async with desk(folder, finished(), size=GRAND, settings=still()) as at:
            answer(at, ITERM)
            await true_pictures(at)
            assert columns_of_pictures(at) == 0
            assert len(BLOCKS.findall(at.text)) > 500

    async def test_has_none_where_cards_are_too_small(self, folder: Path) -> None:
        async with desk(folder, finished(), size=STANDARD, settings=still()) as at:
            answer(at)
            await true_pictures(at)
            assert columns_of_pictures(at) == 0


class TestSecrecy:
    async def test_the_table_has_no_true_pictures_whatever_lies_on_it(self, folder: Path) -> None:
        async with desk(folder, game_after(), size=GRAND) as at:
            answer(at)
            await settle(at.pilot)
            at.screen(Table)
            assert scenes(at) == set()

    @pytest.mark.ci
    async def test_only_cards_that_are_face_up_are_ever_drawn(self, folder: Path) -> None:
        """The terminal keeps what it was sent, so that nothing else may be."""
        async with desk(folder, game_after()) as at:
            answer(at)
            view = at.table.view
            mine, theirs = view.sides[view.seat], view.sides[1 - view.seat]
            for key in ("question_mark", *["up"] * 4, *[*["left"] * 4, "down", *["right"] * 4, "down"] * 2):
                await at.press(key)
                assert columns_of_pictures(at) in {0, 23 * 7}
            known = {*mine.line, *mine.hand, *theirs.line, *(pile.top for pile in view.river)}
            hidden = {*at.game.position.territories[1 - view.seat][5:]} - known
            assert hidden
            drawn = {each.subject for each in scenes(at)}
            assert len(drawn) > 3
            assert drawn <= known
