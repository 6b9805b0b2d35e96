"""Hostile names drawn as letters: new_game, home, saved_games, naishi.table, score, cover."""

from __future__ import annotations

import json
import random
import time
import unicodedata
from collections.abc import Awaitable, Callable, Collection
from pathlib import Path
from typing import Any

import pytest
from rich.cells import cell_len
from textual import events
from textual.widgets import Input

from naishi import Game, Phase
from naishi.common.i18n import NaishiError
from naishi.saves import Saves
from naishi.saves.document import checksum
from naishi.tabletop.players import NAME_LENGTH, clean_name
from naishi_tui.dialogs.screens import Confirm
from naishi_tui.games.naishi.new_game import NewGameScreen
from naishi_tui.games.naishi.score import Score
from naishi_tui.games.naishi.table import Spectating, Table
from naishi_tui.home.home import Home
from naishi_tui.messages import ResumeGame
from naishi_tui.saved.saved_games import SavedGames
from naishi_tui.table.cover import Handover
from tests.naishi_tui.desk import COMPACT, ROOMY, STANDARD, Desk, desk, finished, game_after
from tests.naishi_tui.waiting import settle

pytestmark = pytest.mark.ci

WIDE, COMBINED, RIGHT_TO_LEFT = "日本語" * 9, "Z" + "\u0301\u0302" * 40 + "algo", "\u202eאבגדה\u2066שלום\u2069"
NAMES = {
    "markup": "[bold red]Aiko[/]",
    "a link": "[@click=app.quit]go[/]",
    "broken markup": "[/b][[$x",
    "escapes": "\x1b[2J\x1b]0;owned\x07Ai",
    "8-bit escapes": "\x9b5n\x90x\x9cAi",
    "bells and returns": "A\x07\x08\r\n\tiko",
    "wide": WIDE,
    "full width": "ＡＩＫＯ［ｂ］",
    "combined": COMBINED,
    "right to left": RIGHT_TO_LEFT,
    "zero width": "A\u200b\u200d\ufeff\u00adiko\ufe0f",
    "Hindi": "हिन्दी",
    "Thai": "กิตติ",
    "emoji": "👩‍👩‍👧❤️🏴󠁧󠁢󠁥󠁮󠁧󠁿x",
    "placeholders": "{name}%s{0.x}",
    "private and unassigned": "\ue000\U000e0041\u0378Ai",
}
"""None of these begins another way once it is cleaned than a player would expect."""

FEW = ("markup", "escapes", "wide", "combined", "right to left", "emoji")
"""One of each way to go wrong."""


def kinds(often: Collection[str]) -> list[Any]:
    """All kinds of names; those that aren't tried often, only where there is time."""
    return [kind if kind in often else pytest.param(kind, marks=pytest.mark.slow) for kind in NAMES]


HIDDEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp", "Me"}


def assert_holds(at: Desk) -> None:
    """Every line is as wide as the screen, of letters that a terminal shows and nothing else."""
    width, height = at.app.size
    lines = at.lines
    assert len(lines) == height
    for line in lines:
        assert cell_len(line) == width, line
        assert not {repr(letter) for letter in line if unicodedata.category(letter) in HIDDEN}


async def paste(at: Desk, field: str, text: str) -> None:
    at.app.screen.query_one(field, Input).value = ""
    at.app.screen.query_one(field, Input).focus()
    await settle(at.pilot)
    at.app.post_message(events.Paste(text))
    await settle(at.pilot)


async def type_in(at: Desk, field: str, text: str) -> None:
    at.app.screen.query_one(field, Input).value = ""
    at.app.screen.query_one(field, Input).focus()
    for letter in text[:40]:
        at.app.post_message(events.Key(f"letter_{ord(letter)}", letter))
    await settle(at.pilot)


@pytest.mark.parametrize("tried", [FEW, pytest.param(NAMES.keys() - FEW, marks=pytest.mark.slow)], ids=["few", "rest"])
@pytest.mark.parametrize("give", [paste, type_in])
async def test_a_name_that_is_given_in_the_form(
    folder: Path, give: Callable[..., Awaitable[None]], tried: Collection[str]
) -> None:
    async with desk(folder) as at:
        for kind in sorted(tried):
            name = NAMES[kind]
            await at.press("n")
            await give(at, "#name-0", name)
            given = at.screen(NewGameScreen).query_one("#name-0", Input).value
            assert len(given) <= NAME_LENGTH
            assert_holds(at)
            await at.press("ctrl+s")
            if isinstance(at.app.screen, NewGameScreen):
                with pytest.raises(NaishiError, match="needs a name"):
                    clean_name(given)
                assert "needs a name" in at.text
            else:
                assert at.game.players[0].name == clean_name(given)
                assert_holds(at)
                assert at.screen(Handover).player.name in at.text
            await at.press("escape", *["escape"] * isinstance(at.app.screen, Handover))
            at.screen(Home)


async def test_ten_million_letters_are_pasted(folder: Path) -> None:
    began = time.process_time()  # of this process alone, whatever else the machine does
    async with desk(folder) as at:
        await at.press("n")
        for field in ("#name-0", "#pin-0", "#seed"):
            await paste(at, field, "[b]日" * 2_500_000)
        assert_holds(at)
        await at.press("ctrl+s")
        assert_holds(at)
    assert time.process_time() - began < 10


def put(folder: Path, game: Game, *names: str) -> str:
    """Save a game under names as a file from elsewhere may have them."""
    with Saves(folder).create(game) as opened:
        pass
    data = json.loads(opened.path.read_text())
    for player, name in zip(data["players"], names, strict=True):
        player["name"] = name
    data["checksum"] = checksum(data)
    opened.path.write_text(json.dumps(data))
    return opened.id


@pytest.mark.parametrize("kind", kinds(FEW[::2]))
@pytest.mark.parametrize("size", [STANDARD, *(pytest.param(size, marks=pytest.mark.slow) for size in (COMPACT, ROOMY))])
async def test_names_from_a_save_on_every_screen_that_shows_them(
    folder: Path, kind: str, size: tuple[int, int]
) -> None:
    name = NAMES[kind]
    put(folder, game_after("develop L1", "end", "develop L2"), name, f"x{name}")
    put(folder, finished(7), f"y{name}", name)
    seen: set[type] = set()
    async with desk(folder, size=size) as at:
        for key in ("", "l", "x", "n", "escape", "c", "enter", "g", "escape", "e", "f1", "escape", "u"):
            if key:
                await at.press(key)
            await settle(at.pilot)
            assert_holds(at)
            seen.add(type(at.app.screen))
        assert {Home, SavedGames, Confirm, Handover, Table} <= seen
        assert clean_name(name) in (at.game.players[0].name, at.game.players[1].name)
        assert at.game.phase is Phase.PLAY
        await at.leave_game()
        games = {entry.id: entry for entry in Saves(folder).list()}
        over = next(id_ for id_, entry in games.items() if getattr(entry, "finished", False))
        await at.app.show(ResumeGame(over))
        await settle(at.pilot)
        at.screen(Score)
        assert_holds(at)


@pytest.mark.parametrize("kind", kinds(("escapes", "wide")))
async def test_names_of_a_game_that_is_looked_at(folder: Path, kind: str) -> None:
    name = NAMES[kind]
    elsewhere = Saves(folder).open(put(folder, game_after(), name, f"x{name}"))
    async with desk(folder) as at:
        for key in ("c", "y"):
            await at.press(key)
            assert_holds(at)
        at.screen(Spectating)
    elsewhere.close()


async def test_names_from_a_save_of_ten_megabytes_are_no_game_and_the_list_says_so(folder: Path) -> None:
    put(folder, game_after(), "x" * 10_000_000, "\x1b[2J" * 2_000_000)
    put(folder, game_after(), "Aiko", "Bruno")
    async with desk(folder) as at:
        await at.press("l")
        assert "too large to be a saved game" in " ".join(at.text.split())
        assert_holds(at)


async def test_names_made_of_anything(folder: Path) -> None:
    chance = random.Random(4)
    letters = [*"[]/=@$\\{}%\"'`", *(chr(chance.randrange(0x20, 0x3000)) for _letter in range(300))]
    for number in range(30):
        one, other = ("".join(chance.choices(letters, k=chance.randrange(1, 40))) + end for end in "AB")
        put(folder, Game.new(number), one, other)
    async with desk(folder, size=(100, 70)) as at:
        await at.press("l")
        assert_holds(at)
        assert sum("is choosing a gift" in line or "round 1" in line for line in at.lines) == 30
