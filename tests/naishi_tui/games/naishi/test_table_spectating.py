"""Spectating and taking over a game open elsewhere."""

from __future__ import annotations

import asyncio
import random
import re
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from itertools import cycle
from pathlib import Path

import pytest

from naishi import Game, Phase
from naishi.games.naishi.text.sentences import sentence
from naishi.saves import OpenGame, Saves, SpectatedGame
from naishi_tui.dialogs.screens import Confirm
from naishi_tui.games.naishi.cards import card_text
from naishi_tui.games.naishi.score import Score
from naishi_tui.games.naishi.table import Spectating
from naishi_tui.home.home import Home
from naishi_tui.saved.saved_games import SavedGames
from naishi_tui.table.cover import Handover
from tests.naishi.saving import play
from tests.naishi_tui.desk import COMPACT, NAMES, ROOMY, STANDARD, Desk, at_a_ninja, desk, finished, game_after, still
from tests.naishi_tui.drawing.shared import NAMES_OF_CARDS, other_deal

pytestmark = pytest.mark.ci

EVERY_KEY = (
    *"sdirfeuamghjkl12345b+-c ", "enter", "space", "tab", "shift+tab", "ctrl+r", "up", "left", "question_mark", "f1",
    "escape",
)  # fmt: skip


@asynccontextmanager
async def looking(folder: Path, game: Game, **settings: object) -> AsyncIterator[tuple[Desk, OpenGame]]:
    """Look on at a game that is open elsewhere."""
    elsewhere = Saves(folder).create(game)
    try:
        async with desk(folder, settings=still(**settings)) as at:
            await at.press("c")
            if not isinstance(at.app.screen, Confirm):  # only unfinished games are offered at home
                await at.press("l", "enter")
            at.screen(Confirm)
            await at.press("enter")  # it does no harm, so Enter means yes
            yield at, elsewhere
    finally:
        elsewhere.close()


@pytest.fixture(autouse=True)
def _often(monkeypatch: pytest.MonkeyPatch) -> None:
    """Look at the file more often than once a second."""
    monkeypatch.setattr("naishi.sessions.participant.INTERVAL", 0.01)


async def until(at: Desk, true: Callable[[], object]) -> None:
    """Wait until something holds that the file brings about."""
    async with asyncio.timeout(60):
        while not true():
            await asyncio.sleep(0.005)
    await at.pilot.pause()


async def follow(at: Desk, elsewhere: OpenGame) -> None:
    """Wait until what was done elsewhere is shown."""
    await until(at, lambda: at.screen(Spectating).view == elsewhere.game.view())


async def test_a_game_that_is_open_elsewhere_is_offered_and_may_be_declined(folder: Path) -> None:
    elsewhere = Saves(folder).create(game_after())
    async with desk(folder) as at:
        for keys, screen in ((["c"], Home), (["l", "enter"], SavedGames)):
            await at.press(*keys)
            assert "open in another window" in at.text
            assert "process" in at.text
            await at.press("escape")
            at.screen(screen)
            assert at.app.game.navigator.spectator is None
    elsewhere.close()


async def test_the_table_is_shown_and_says_why_nothing_can_be_done(folder: Path) -> None:
    async with looking(folder, game_after("develop L1")) as (at, _elsewhere):
        at.screen(Spectating)
        assert re.search(r"open elsewhere: .+, process \d+\.", at.prompt)
        assert "It is Aiko's turn. You are watching and see neither Hand." in at.prompt
        for key in ("enter", "e", "s", "u", "ctrl+r", "m", "i", "f"):
            await at.press("left", key)
            assert "You are watching" in at.prompt.splitlines()[1], key
        offered = {words for words, _run in at.screen(Spectating).commands()}
        assert not {words for words in offered if words.startswith(("Bonus", "Impose", "Recall", "End the turn"))}
        await at.resize(*COMPACT)
        assert at.lines[0].split() == ["NAISHI", "watching", "round", "1", "·", "Aiko's", "turn"]
        await at.press("escape")
        at.screen(Home)


async def test_no_key_and_no_click_changes_the_game_or_its_file(folder: Path) -> None:
    async with looking(folder, game_after("develop L1")) as (at, elsewhere):
        before, stamp = elsewhere.path.read_bytes(), elsewhere.path.stat().st_mtime_ns
        for key in EVERY_KEY[:-1]:
            await at.press(key)
            while not isinstance(at.app.screen, Spectating):
                await at.press("escape")
        for row in ("#my-hand", "#my-line", "#river", "#their-line"):
            await at.click_card(row, 2)
        for widget in ("#prompt", "#court", "#turn"):
            await at.click(widget, (3, 1))
        await at.press("escape")
        assert elsewhere.path.read_bytes() == before
        assert elsewhere.path.stat().st_mtime_ns == stamp


async def test_at_every_step_of_a_game_no_hand_is_shown_before_both_lie_open(folder: Path) -> None:
    chance, sizes = random.Random(3), cycle((COMPACT, ROOMY, STANDARD))
    async with looking(folder, Game.new(3, NAMES), memory_aid=True) as (at, elsewhere):
        for step in range(60):
            if not (legal := elsewhere.game.legal_actions()):
                break
            play(elsewhere, chance.choice(legal))
            await follow(at, elsewhere)
            if step % 8 == 0:
                await at.resize(*next(sizes))
            view = at.screen(Spectating).view
            assert view == elsewhere.game.view()
            if view.phase not in {Phase.GIFT, Phase.PLAY}:
                continue
            assert set(re.sub(r"[▒▐▌\s]|• changed", "", at.text_of("#their-hand") + at.text_of("#my-hand"))) == set()
            told = NAMES_OF_CARDS.findall(" ".join(sentence(event, view.names).title() for event in view.events))
            tops = (pile.top for pile in view.river if pile.top is not None)
            seen = {card_text.name(card) for card in (*view.sides[0].line, *view.sides[1].line, *tops)}
            assert set(NAMES_OF_CARDS.findall(at.text)) <= seen | set(told)


async def test_hands_that_differ_draw_the_same_screens(folder: Path) -> None:
    game = game_after("develop L1", "end", "develop L2", "end", seed=5)
    other = other_deal(game, 0)
    assert other is not None
    screens = []
    for number, each in enumerate((game, other)):
        async with looking(folder / str(number), each, memory_aid=True) as (at, _elsewhere):
            drawn = [at.text]
            for key in EVERY_KEY:
                await at.press(key)
                drawn.append(at.text)
            screens.append(drawn)
    assert screens[0] == screens[1]


async def test_at_the_end_all_is_open_and_can_be_counted(folder: Path) -> None:
    game = finished(7)
    last = game.actions[-1]
    game.undo()
    async with looking(folder, game) as (at, elsewhere):
        play(elsewhere, last)
        await follow(at, elsewhere)
        assert "The game is over. Enter: count the points." in at.prompt
        assert "▒" not in at.text_of("#my-hand")
        await at.press("enter")
        at.screen(Score)
        await at.press("n")
        assert "start a new game from the home screen" in at.prompt
        await at.press("u")
        assert "You are watching" in at.prompt
        assert len(Saves(folder).list()) == 1


async def test_a_game_that_is_over_is_counted_at_once(folder: Path) -> None:
    async with looking(folder, finished(7)) as (at, _elsewhere):
        at.screen(Score)


async def test_whoever_looks_on_is_offered_no_rematch_at_the_score(folder: Path) -> None:
    async with looking(folder, finished(7)) as (at, _elsewhere):
        assert "rematch" not in at.text
        assert "r replay" in at.lines[-1]
        await at.press("enter")
        assert "Esc: home." in at.prompt


async def test_while_a_ninja_chooses_both_hands_are_open(folder: Path) -> None:
    async with looking(folder, at_a_ninja()) as (at, elsewhere):
        assert "ninja is choosing what to copy" in at.prompt
        own = [card_text.name(card) for card in elsewhere.game.view(0).mine.hand if card is not None]
        assert NAMES_OF_CARDS.findall(at.text_of("#my-hand"))[:5] == own


async def test_nothing_is_drawn_where_nothing_has_happened(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with looking(folder, game_after()) as (at, elsewhere):
        looks, shown = 0, 0

        def count_looks(game: SpectatedGame) -> bool:
            nonlocal looks
            looks += 1
            return before(game)

        def count_shown(screen: Spectating) -> None:
            nonlocal shown
            shown += 1

        before = SpectatedGame.follow
        monkeypatch.setattr(SpectatedGame, "follow", count_looks)
        monkeypatch.setattr(Spectating, "draw", count_shown)
        await until(at, lambda: looks == 3)
        assert not shown
        play(elsewhere, "develop L1")
        await until(at, lambda: shown)


async def test_once_it_is_closed_elsewhere_it_can_be_opened_behind_the_cover(folder: Path) -> None:
    async with looking(folder, game_after()) as (at, elsewhere):
        elsewhere.close()
        await until(at, lambda: "no longer open elsewhere" in at.prompt)
        assert "Enter play on" in at.text_of("#keys")
        assert "Enter: play on here" in at.prompt
        await at.press("enter")
        at.screen(Handover)
        assert at.app.game.navigator.spectator is None
        assert at.session.store.id == elsewhere.id


async def test_where_somebody_was_faster_looking_is_offered_again(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with looking(folder, game_after()) as (at, elsewhere):
        elsewhere.close()
        await until(at, lambda: "no longer open elsewhere" in at.prompt)
        monkeypatch.setattr(SpectatedGame, "follow", lambda self: False)  # it isn't seen yet
        faster = Saves(folder).open(elsewhere.id)
        await at.press("enter")
        at.screen(Confirm)
        await at.press("y")
        assert "open elsewhere: " in at.prompt
        faster.close()


async def test_a_file_that_has_gone_is_told(folder: Path) -> None:
    async with looking(folder, game_after()) as (at, elsewhere):
        elsewhere.path.unlink()
        await until(at, lambda: "There is no file" in at.prompt)
