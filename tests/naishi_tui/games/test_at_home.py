"""Other games at home: chosen, begun, resumed, loaded lazily."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from textual.widgets import Input

from naishi.games.shogun.bots import make
from naishi.tabletop.kinds import kind_of
from naishi.tabletop.pins import hash_pin
from naishi.tabletop.players import HUMAN, Player
from naishi_tui.dialogs.screens import AskName
from naishi_tui.games.naishi.new_game import NewGameScreen
from naishi_tui.home.home import Home
from naishi_tui.new_game.form import GameForm, PlayersForm
from naishi_tui.table.cover import Handover
from naishi_tui.table.reading import Rules
from naishi_tui.table.table import GameTable
from naishi_tui.widgets.text_rows import ChoiceRow
from tests.naishi_tui.desk import LARGEST, ROOMY, STANDARD, SilentBots, desk
from tests.naishi_tui.games.ninjato.shared import played_at_random
from tests.naishi_tui.waiting import until

FIRST_FRAME = """
import asyncio, sys
from pathlib import Path
from naishi_tui.app import NaishiApp

async def main():
    app = NaishiApp(Path(sys.argv[1]))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        print(*sorted(name for name in sys.modules if name.split(".")[0] in {"naishi", "naishi_tui"}))

asyncio.run(main())
"""


MOST_MODULES = 124
"""Ours that the first frame has loaded. Version 1.0.0 loaded 120; four more read every keyboard, choose colours for 16,
and look for the index of a large folder. Import what is new when it is used, rather than raise this."""


def test_the_first_frame_loads_no_second_game_and_no_more_than_it_needs(tmp_path: Path) -> None:
    shown = subprocess.run(
        [sys.executable, "-c", FIRST_FRAME, str(tmp_path)], capture_output=True, text=True, check=True, timeout=120
    )
    loaded = shown.stdout.split()
    assert [name for name in loaded if name.startswith(("naishi.games.ninjato", "naishi.games.shogun"))] == []
    assert len(loaded) <= MOST_MODULES, loaded


def test_home_is_drawn_before_what_reads_saved_games_is_loaded() -> None:
    """Pydantic takes a quarter of the time to the first frame; home says what there is to continue once it is drawn."""
    code = "import sys, naishi_tui.app; print('pydantic' in sys.modules)"
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=120)
    assert shown.stdout.strip() == "False"


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


async def test_a_pin_is_explained_without_the_hand_that_only_the_first_game_has(folder: Path) -> None:
    async with desk(folder) as at:
        await at.press("g", "n")
        at.screen(GameForm).query_one("#pin-0").focus()
        await at.pilot.pause()
        assert "A PIN keeps what you hide covered until you enter it." in at.text


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


async def test_the_form_seats_three_people_by_keys(folder: Path) -> None:
    async with desk(folder) as at:
        await at.press("g", "n")
        form = at.screen(GameForm)
        await at.press("right")
        assert form.count == 3
        for seat in range(3):
            await at.press("down")
            form.query_one(f"#kind-{seat}", ChoiceRow).chosen = 0
        await at.press("enter")
        at.screen(Handover)
        assert [player.kind for player in at.any_game.players] == [HUMAN] * 3
        assert len({player.name for player in at.any_game.players}) == 3


async def test_bots_of_one_level_have_different_names(folder: Path) -> None:
    async with desk(folder) as at:
        await at.press("g", "g", "n")
        names = [each.value for each in at.screen(GameForm).query(".name").results(Input)][:3]
        assert len({*names}) == 3


async def test_a_pin_is_asked_for_twice_and_keeps_a_seat_covered(folder: Path) -> None:
    async with desk(folder, bots=SilentBots()) as at:
        await at.press("g", "n")
        pin = at.screen(GameForm).query_one("#pin-0", Input)
        pin.focus()
        await at.type("1234")
        await at.press("enter")
        assert "type your PIN once more" in at.text
        await at.type("1234")
        await at.press("enter")
        await until(lambda: isinstance(at.app.screen, Handover), "the game begins")
        await at.type("1234")
        await at.press("enter")
        at.screen(GameTable)


@pytest.mark.parametrize("game", ["", "g"])
async def test_escape_where_a_pin_is_typed_once_more_goes_back_to_its_first_time(folder: Path, game: str) -> None:
    async with desk(folder, bots=SilentBots()) as at:
        await at.press(*game, "n")
        form = at.screen(PlayersForm)
        form.query_one("#name-0", Input).value = "Aiko"
        pin = form.query_one("#pin-0", Input)
        pin.focus()
        await at.type("1234")
        await at.press("enter")
        assert pin.placeholder == "once more"
        await at.type("12")
        await at.press("escape")
        assert at.screen(PlayersForm) is form
        assert (pin.value, pin.placeholder, form.focused) == ("", "no PIN", pin)
        assert "once more" not in at.text
        assert form.query_one("#name-0", Input).value == "Aiko"
        await at.type("5678")
        await at.press("enter")
        await at.type("5678")
        await at.press("enter")
        await until(lambda: isinstance(at.app.screen, Handover), "the game begins")


async def test_escape_closes_a_form_where_no_pin_is_typed_once_more(folder: Path) -> None:
    async with desk(folder) as at:
        await at.press("g", "n")
        at.screen(GameForm).query_one("#pin-0", Input).focus()
        await at.type("12")
        await at.press("escape")
        at.screen(Home)


def test_the_first_frame_loads_no_texts_of_a_second_game(tmp_path: Path) -> None:
    hook = "import sys\nsys.addaudithook(lambda name, args: name == 'open' and OPENED.add(str(args[0])))"
    app = "NaishiApp(Path(sys.argv[1]))"
    german = FIRST_FRAME.replace(app, f"{app[:-1]}, flags={{'language': 'de'}})")
    names = "print(*sorted(each.rsplit('/')[-1] for each in OPENED if each.endswith('.mo')))"
    code = f"OPENED = set()\n{hook}\n{german}\n{names}"
    shown = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path)], capture_output=True, text=True, check=True, timeout=120
    )
    assert shown.stdout.splitlines()[-1] == "naishi.mo"


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
