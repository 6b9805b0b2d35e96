"""Other games at home, chosen, begun, resumed: home, registry, any_game."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from naishi.games.shogun.bots import make
from naishi.tabletop.kinds import kind_of
from naishi.tabletop.pins import hash_pin
from naishi.tabletop.players import HUMAN, Player
from naishi_tui.dialogs.screens import AskName
from naishi_tui.games.naishi.new_game import NewGameScreen
from naishi_tui.home.home import Home
from naishi_tui.table.cover import Handover
from naishi_tui.table.reading import Rules
from naishi_tui.table.table import GameTable
from tests.naishi_tui.desk import LARGEST, ROOMY, STANDARD, SilentBots, desk
from tests.naishi_tui.games.ninjato.shared import played_at_random


async def test_a_key_goes_through_the_games_and_the_menu_names_the_one_chosen(folder: Path) -> None:
    async with desk(folder) as at:
        assert "g  Game: Naishi" in at.text
        await at.press("g")
        assert "N I N J A T O" in at.text
        assert "Learn to play" not in at.text
        await at.press("r")
        assert at.screen(Rules).chapters[0][0] == "The game"
        await at.press("escape", "g", "g")
        assert "N A I S H I" in at.text
        await at.press("n")
        assert type(at.app.screen) is NewGameScreen


@pytest.mark.parametrize("size", [ROOMY, LARGEST])
async def test_the_cards_of_naishi_arent_on_the_home_of_other_games(folder: Path, size: tuple[int, int]) -> None:
    async with desk(folder, size=size) as at:
        assert "Horseman" in at.text
        await at.press("g")
        assert "Horseman" not in at.text
        await at.press("g", "g")
        assert "Horseman" in at.text


async def test_no_key_opens_what_the_menu_of_a_game_doesnt_offer(folder: Path) -> None:
    async with desk(folder) as at:
        await at.press("g")
        assert "Position editor" not in at.text
        await at.press("e")
        assert type(at.app.screen) is Home
        await at.press("s")
        assert type(at.app.screen) is not Home


async def test_a_bot_is_played_at_once(folder: Path) -> None:
    async with desk(folder, bots=SilentBots()) as at:
        await at.press("g", "b")
        at.screen(AskName)
        await at.type("Aiko")
        await at.press("enter")
        at.screen(GameTable)
        assert {player.kind for player in at.any_game.players} == {HUMAN, "beginner"}
        await at.leave_game()
        assert at.screen(Home).game == "ninjato"
        assert "Continue Ninjato: " in at.text
        await at.press("c")
        at.screen(GameTable)


@pytest.mark.parametrize(("key", "seats"), [("ninjato", 2), ("shogun", 4)])
async def test_the_table_says_how_strong_the_bots_are_and_what_they_have(key: str, seats: int, folder: Path) -> None:
    bots = [Player(name=f"Bot {seat}", kind=("strong", "beginner")[seat % 2]) for seat in range(1, seats)]
    game = kind_of(key).new((Player(name="Aiko"), *bots), {}, "3")
    async with desk(folder, game, size=LARGEST, bots=SilentBots()) as at:
        assert "B Bot 1 (beginner)" in at.lines[0]
        assert "Aiko (" not in at.lines[0]
        await at.press("i")
        for seat, player in enumerate(bots, 1):
            heading = f"Bot {seat} ({player.kind})"
            assert heading in at.text
            assert re.search(rf"{re.escape(heading)}\s+\n.*(honour|points)", at.text)
        await at.press("escape")
        await at.resize(*STANDARD)
        await at.press("i")
        assert "Bot 1 (beginner)" in at.text


async def test_a_game_is_told_by_its_own_seasons_wherever_it_is_named(folder: Path) -> None:
    players = (Player(name="Aiko", pin=hash_pin("12")), *(Player(name=name, kind="beginner") for name in ("Ai", "Bo")))
    game, bot = kind_of("shogun").new(players, {"setup": "printed"}, "5"), make("beginner", 1)
    while game.round < 2:
        game.play(bot.choose(game.view(game.awaited[0]), None), game.awaited[0])
    async with desk(folder, game, bots=SilentBots(), size=ROOMY) as at:
        at.screen(Handover)
        assert "Shogun, year 1, summer" in at.text
        await at.type("12")
        await at.press("enter")
        assert "year 1, summer" in at.lines[0]
        await at.press("g", "home")
        assert "Year 1, spring" in at.text
        assert "Round 1" not in at.text
        await at.press("escape")
        await at.leave_game()
        assert "Continue Shogun: Aiko, Ai and Bo, year 1, summer" in at.text
        await at.press("l")
        assert "year 1, summer: Aiko" in at.text


async def test_after_a_finished_game_home_offers_what_there_is_of_its_kind(folder: Path) -> None:
    async with desk(folder, played_at_random(2, 2000)) as at:
        await at.leave_game()
        at.screen(Home)
        assert "N I N J A T O" in at.text
        assert "g  Game: Ninjato" in at.text
        assert "Sample round" in at.text
        assert "Position editor" not in at.text
