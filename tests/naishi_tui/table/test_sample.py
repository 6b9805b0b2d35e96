"""Sample game on the real table, then a first game."""

from __future__ import annotations

from pathlib import Path

import pytest

from naishi.tabletop.kinds import keys, kind_of
from naishi_tui.dialogs.screens import AskName
from naishi_tui.home.home import Home
from naishi_tui.messages import ShowSample
from naishi_tui.table.sample import SampleScreen
from naishi_tui.table.table import GameTable
from tests.naishi.tabletop import unison
from tests.naishi_tui.desk import COMPACT, ROOMY, STANDARD, Desk, SilentBots, desk
from tests.naishi_tui.waiting import until


@pytest.fixture(autouse=True)
def _toy() -> None:
    unison.register()


async def begin(at: Desk) -> SampleScreen:
    """Choose the toy at home, and its sample."""
    while at.screen(Home).game != "unison":
        await at.press("g")
    assert "t  Sample round" in at.text
    await at.press("t")
    return at.screen(SampleScreen)


async def test_the_comments_are_read_on_the_table_forth_and_back(folder: Path) -> None:
    async with desk(folder) as at:
        screen = await begin(at)
        assert "You are Bruno. The card on offer is worth 2." in at.prompt
        assert "SAMPLE ROUND" in at.text.upper()
        assert "1 of 4" in at.text
        await at.press("right")
        assert screen.pointed == "2"
        await at.press("enter")
        assert "Nobody sees it" in at.prompt
        assert screen.view.mine == 2
        await at.press("enter")
        assert "your 2 is the highest alone: 2 points." in at.prompt
        assert screen.view.points == (0, 2, 0)
        await at.press("left", "left")
        assert screen.view.mine is None
        assert "Everyone chooses" in at.prompt
        await at.press("escape")
        at.screen(Home)


async def test_behind_the_last_comment_begins_a_first_game_against_beginners(folder: Path) -> None:
    async with desk(folder, bots=SilentBots()) as at:
        await begin(at)
        await at.press("end")
        assert "Enter: your first game, against a beginner." in at.prompt
        await at.press("enter")
        at.screen(AskName)
        await at.type("Aiko")
        await at.press("enter")
        at.screen(GameTable)
        assert at.any_game.key == "unison"
        await at.leave_game()
        at.screen(Home)


async def test_what_others_chose_is_hidden_until_all_have(folder: Path) -> None:
    async with desk(folder) as at:
        screen = await begin(at)
        await at.press("enter", "enter", "g")
        assert "Bruno has chosen 2." in at.text
        await at.press("escape", "enter", "g")
        assert "Aiko has chosen 3." in at.text
        assert screen.view.seat == 1


@pytest.mark.parametrize("size", [COMPACT, STANDARD, ROOMY])
async def test_every_word_of_a_comment_is_shown_at_every_size(folder: Path, size: tuple[int, int]) -> None:
    words = [f"word{number}" for number in range(90)]
    async with desk(folder, size=size) as at:
        screen = await begin(at)
        screen.participant.comments = (screen.participant.comments[0]._replace(text=" ".join(words)),)
        screen.go_to(0)
        await at.pilot.pause()
        seen: list[str] = []
        while not screen.participant.at_end:
            seen += at.prompt.split()
            await at.press("enter")
        assert seen == words


@pytest.mark.parametrize("key", [key for key in keys() if key != "unison" and kind_of(key).sample_title()])
@pytest.mark.parametrize("size", [COMPACT, STANDARD, ROOMY])
async def test_the_sample_of_each_game_is_read_whole_and_points_at_what_it_tells_of(
    folder: Path, key: str, size: tuple[int, int]
) -> None:
    async with desk(folder, size=size) as at:
        at.app.post_message(ShowSample(key))
        await until(lambda: isinstance(at.app.screen, SampleScreen), "the sample")
        await at.pilot.pause()
        screen = at.screen(SampleScreen)
        while not screen.participant.at_end:
            text, read = screen.participant.comment.text, list[str]()
            for _part in range(9):
                if screen.comment != text:
                    break
                read += at.prompt.split()
                if screen.pointed and size != COMPACT:
                    width, height = screen.board_rows.size
                    assert screen.board_rows.rows != screen.board.draw(screen.view, width, height, "").rows
                await at.press("enter")
            assert read == text.split()
