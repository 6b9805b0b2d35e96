"""Bot games watched at the table."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from naishi import Player
from naishi_tui.games.naishi.table import Watching
from naishi_tui.home.home import Home
from tests.naishi_tui.desk import COMPACT, GRAND, ROOMY, STANDARD, SilentBots, desk, finished, still
from tests.naishi_tui.games import among_bots

pytestmark = pytest.mark.ci


async def test_both_hands_of_watched_bots_can_be_opened(folder: Path) -> None:
    async with desk(folder, among_bots(), settings=still(pace="relaxed"), bots=SilentBots()) as at:
        hidden = at.text_of("#their-hand")
        await at.press("m")
        cards = at.game.view(1).mine.hand
        assert all(str(card).capitalize()[:7] in at.text_of("#their-hand") for card in cards)
        await at.press("m")
        assert at.text_of("#their-hand") == hidden


async def test_no_bot_is_addressed_at_the_score_or_in_the_replay(folder: Path) -> None:
    bots = Player(name="Bot 1", kind="beginner"), Player(name="Bot 2", kind="beginner")
    async with desk(folder, finished(7, bots), size=ROOMY) as at:
        await at.press("g")
        assert "Bot 1" in at.text
        assert "You " not in at.text
        await at.press("escape", "r", "g")
        assert "You " not in at.text
        await at.press("escape")
        assert "You " not in at.text


async def test_watched_bots_do_one_move_at_a_time(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("naishi_tui.table.game_screen.PATIENCE", 1000.0)  # else "is thinking" replaces the refusal
    async with desk(folder, among_bots(), settings=still(pace="instant"), bots=SilentBots()) as at:
        await at.press("tab")
        assert "No bots are paused" in at.prompt
        await at.press("enter")
        assert "Tab: one action." in at.prompt
        assert "Tab step" in at.lines[-1]
        assert "faster" not in at.lines[-1], "faster isn't possible"


@pytest.mark.ci
async def test_watching_bots_the_key_line_tells_what_works_there(folder: Path) -> None:
    async with desk(folder, among_bots(), settings=still(pace="relaxed"), bots=SilentBots()) as at:
        for size in (COMPACT, STANDARD):
            await at.resize(*size)
            keys = "Enter pause m both Hands ? card F1 help Esc home"
            named = re.sub("│|F2 marks|g log|[+] faster", " ", at.lines[-1]).split()
            assert named[-len(keys.split()) :] == keys.split(), "as slow as it can be"
        assert "Enter: pause." in at.prompt
        assert "Pace: relaxed." in at.prompt
        await at.click("#keys", (at.lines[-1].index("pause"), 0))
        assert "Paused. Enter: go on." in at.prompt
        for key in ("s", "d", "b", "i", "r", "f", "e"):
            await at.press("left", key)
            assert "You are watching; only the players can do that." in at.prompt, key
        await at.click("#keys", (at.lines[-1].index("home"), 0))
        at.screen(Home)


async def test_watched_bots_are_made_faster_and_slower(folder: Path) -> None:
    async with desk(folder, among_bots(), settings=still(pace="relaxed"), bots=SilentBots()) as at:
        for key, words in (("plus", "quick"), ("plus", "instant"), ("plus", "instant"), ("minus", "quick")):
            await at.press(key)
            assert f"Pace: {words}." in at.prompt


@pytest.mark.ci
async def test_no_watched_bot_is_called_you(folder: Path) -> None:
    async with desk(folder, among_bots(), settings=still(pace="relaxed"), bots=SilentBots()) as at:
        for size in (STANDARD, GRAND):
            await at.resize(*size)
            assert "You " not in at.text
        await at.press("g")
        assert "Aiko" in at.text
        assert "You " not in at.text


@pytest.mark.ci
async def test_the_palette_offers_what_can_be_done_while_bots_are_watched(folder: Path) -> None:
    async with desk(folder, among_bots(), settings=still(pace="relaxed"), bots=SilentBots()) as at:
        watching = at.screen(Watching)
        offered = [words for words, _run in watching.commands()]
        assert "Open both Hands, or one only (m)" in offered
        assert "Pause the bots, or have them go on; at the end, count the points (Enter)" in offered
        not_mine = "Bonus", "Impose", "Recall", "End the turn", "Undo", "Redo"
        assert not [words for words in offered if words.startswith(not_mine)]
        run = dict(watching.commands())["One action of the bots, while they are paused (Tab)"]
        await run()
        assert "No bots are paused" in at.prompt
