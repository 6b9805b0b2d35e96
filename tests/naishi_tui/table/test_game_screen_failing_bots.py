"""Failing bots: notice and remedies on every screen."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from naishi import Game, Phase, Player
from naishi.games.naishi.game.bot_names import strength
from naishi_tui.games.naishi.gift import Gift, Ninja
from naishi_tui.games.naishi.table import Table, Watching
from naishi_tui.games.naishi.table_questions import ChooseBot
from naishi_tui.home.home import Home
from naishi_tui.messages import ResumeGame
from naishi_tui.table.game_screen import GameScreen
from tests.naishi.sessions.conftest import ObedientBots
from tests.naishi_tui.desk import NAMES, Desk, at_a_ninja, desk, still
from tests.naishi_tui.games import among_bots

FAILURE = "It failed."


def with_bot(game: Game, seat: int) -> Game:
    """The same game, a bot sitting at a seat."""
    kinds = ["human", "human"]
    kinds[seat] = "beginner"
    players = tuple(Player(name=name, kind=kind) for name, kind in zip(NAMES, kinds, strict=True))
    return Game(game.record.model_copy(update={"players": players}))


def at_the_gift() -> Game:
    game = Game.new(7, NAMES)
    game.play("give 1")
    return with_bot(game, 1)


def in_play() -> Game:
    game = at_the_gift()
    for action in ("give 1", "develop L1", "end"):
        game.play(action)
    return game


def at_the_ninja() -> Game:
    game = at_a_ninja()
    assert game.turn is not None
    return with_bot(game, game.turn)


PHASES = [
    pytest.param(at_the_gift, Gift, id="gift"),
    pytest.param(in_play, Table, id="play"),
    pytest.param(at_the_ninja, Ninja, id="ninja"),
]


async def until(at: Desk, true: Callable[[], object]) -> None:
    """Wait until something holds that a bot brings about."""
    async with asyncio.timeout(60):
        while not true():
            await asyncio.sleep(0.002)
    await at.pilot.pause()


async def fail(at: Desk, bots: ObedientBots) -> None:
    """Have the bot that is thinking fail, and wait until that is shown."""
    await until(at, lambda: at.session.bots.thinking is not None and bots.waiting)
    bots.fail()
    await until(at, lambda: FAILURE in at.prompt)


async def ask(at: Desk, key: str, words: str, *, mouse: bool) -> None:
    """Ask for something that the prompt and the key line name."""
    assert f"{key}: {words}" in at.prompt
    await (at.click("#keys", (at.text_of("#keys").index(words), 0)) if mouse else at.press(key.lower()[:3]))


@pytest.mark.ci
@pytest.mark.parametrize(("game", "screen"), PHASES)
async def test_it_can_be_asked_once_more(folder: Path, game: Callable[[], Game], screen: type[GameScreen]) -> None:
    bots = ObedientBots()
    async with desk(folder, game(), bots=bots) as at:
        at.screen(screen)
        done = len(at.actions)
        for mouse in (False, True):
            await fail(at, bots)
            await ask(at, "t", "try again", mouse=mouse)
            await until(at, lambda: at.session.bots.thinking is not None)
            assert FAILURE not in at.prompt
        bots.answer()
        await until(at, lambda: len(at.actions) > done)


async def test_where_none_has_failed_their_keys_say_nothing_of_it(folder: Path) -> None:
    async with desk(folder, in_play()) as at:
        for key in ("t", "o"):
            await at.press(key)
            at.screen(Table)
            assert "failed" not in at.text


@pytest.mark.ci
@pytest.mark.parametrize(("game", "screen"), PHASES)
async def test_another_bot_can_play_on(folder: Path, game: Callable[[], Game], screen: type[GameScreen]) -> None:
    bots = ObedientBots()
    async with desk(folder, game(), bots=bots) as at:
        done = len(at.actions)
        await fail(at, bots)
        await ask(at, "o", "another bot", mouse=False)
        at.screen(ChooseBot)
        assert strength("beginner") in at.text
        await at.press("escape")
        at.screen(screen)
        assert FAILURE in at.prompt, "nothing was chosen"
        await ask(at, "o", "another bot", mouse=True)
        await at.press("down", "enter")
        await until(at, lambda: bots.kinds[-1] == "apprentice")
        bots.answer()
        await until(at, lambda: len(at.actions) > done)
        assert at.game.players[at.game.turn or 0].name in NAMES


@pytest.mark.ci
@pytest.mark.parametrize(("game", "screen"), PHASES)
async def test_the_game_can_be_left_and_resumed_and_the_person_can_undo(
    folder: Path, game: Callable[[], Game], screen: type[GameScreen]
) -> None:
    bots = ObedientBots()
    async with desk(folder, game(), bots=bots) as at:
        at.screen(screen)
        save_id, done = at.session.store.id, at.actions
        await fail(at, bots)
        await at.leave_game()
        at.screen(Home)
        await at.app.show(ResumeGame(save_id))
        at.screen(screen)
        assert at.actions == done
        await fail(at, bots)
        await at.press("u")
        assert at.game.turn == at.session.people[0]
        await at.see()
        assert at.app.screen.view.legal_actions  # type: ignore[attr-defined]
        assert FAILURE not in at.text


async def test_where_nothing_can_be_undone_undo_is_not_offered(folder: Path) -> None:
    bots = ObedientBots()
    async with desk(folder, with_bot(Game.new(7, NAMES), 0), bots=bots) as at:
        at.screen(Gift)
        await fail(at, bots)
        assert "undo" not in at.prompt + at.text_of("#keys")
        await at.press("u")
        assert "Nothing to undo." in at.prompt
        assert FAILURE in at.prompt


async def test_watched_bots_fail_in_words_too(folder: Path) -> None:
    bots = ObedientBots()
    async with desk(folder, among_bots(), bots=bots) as at:
        at.screen(Watching)
        await fail(at, bots)
        await at.press("t")
        await until(at, lambda: at.session.bots.thinking is not None)
        assert at.game.phase is Phase.PLAY


async def test_the_ways_on_are_named_by_the_keys_that_the_person_has_chosen(folder: Path) -> None:
    bots = ObedientBots()
    keys = {"retry": "x", "undo": "z", "replace_bot": "ctrl+o", "back": "f9"}
    async with desk(folder, in_play(), bots=bots, settings=still(keys=keys)) as at:
        await fail(at, bots)
        assert "x: try again. ^O: another bot. z: undo. F9: leave." in at.prompt
        await at.press("z")
        assert at.game.turn == 0


@pytest.mark.ci
async def test_keys_mashed_while_a_bot_thinks_never_stop_it_for_ever(folder: Path) -> None:
    bots = ObedientBots()
    async with desk(folder, in_play(), bots=bots) as at:
        for keys in (["ctrl+r"] * 3, ["u", "ctrl+r", "u", "u", "u", "u"], ["ctrl+r"] * 4, ["u", "u", "ctrl+r"] * 3):
            await at.press(*keys, "t", "o", "e")
        while at.game.can_redo:
            await at.press("ctrl+r")
        await until(at, lambda: at.session.bots.thinking == 1)
        done = len(at.actions)
        bots.answer()
        await until(at, lambda: len(at.actions) > done)
