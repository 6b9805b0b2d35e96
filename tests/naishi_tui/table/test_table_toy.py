"""Whole toy games in the app: table, boards, any_game, score."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from naishi.saves import Saves
from naishi.sessions.participant import Ask
from naishi.tabletop.pins import hash_pin
from naishi.tabletop.players import Player
from naishi_tui.dialogs.screens import Confirm
from naishi_tui.home.home import Home
from naishi_tui.replay.replay import GameReplay
from naishi_tui.table.boards import Board
from naishi_tui.table.cover import Handover
from naishi_tui.table.score import GameScore
from naishi_tui.table.table import GameTable
from tests.naishi.tabletop import unison
from tests.naishi_tui.desk import COMPACT, ROOMY, STANDARD, Desk, desk, still
from tests.naishi_tui.waiting import until

PEOPLE = ("Aiko", "Bruno")
BOT = Player(name="Hiro", kind="highest")


@pytest.fixture(autouse=True)
def _toy() -> None:
    unison.register()


def toy(*players: str | Player, **options: str) -> Any:
    return unison.UNISON.new(players, options, "5")


def choices(at: Desk) -> list[str]:
    """What everybody has chosen, by seat in the order of arrival."""
    return [f"{seat} {action.text}" for seat, action in zip(at.any_game.seats(), at.any_game.actions, strict=False)]


async def bots_have_decided(at: Desk) -> None:
    table = at.screen(GameTable)
    await until(lambda: not at.any_game.awaited or Ask.PLAY in table.participant.allowed, "the bots have decided")


async def pass_on(at: Desk) -> None:
    """Hand the keyboard to the next person, past the cover."""
    await at.press("enter")
    at.screen(Handover)
    await at.press("enter")
    at.screen(GameTable)


async def test_three_play_to_the_end_by_keys(folder: Path) -> None:
    async with desk(folder, toy(*PEOPLE, BOT)) as at:
        here = 0
        while at.any_game.awaited:
            table = at.screen(GameTable)
            assert table.view.seat == here
            await at.press("down", "enter") if len(table.picker.options) > 1 else await at.press("enter")
            if table.can_withdraw:
                await pass_on(at)
                here = 1 - here
            else:
                await bots_have_decided(at)
        assert at.any_game.round == 4
        await at.press("enter")
        score = at.screen(GameScore)
        assert score.view.result == at.any_game.result
        assert "Aiko" in at.text


async def test_two_play_to_the_end_by_mouse(folder: Path) -> None:
    async with desk(folder, toy(*PEOPLE), size=ROOMY) as at:
        while at.any_game.awaited:
            row = next(y for y, line in enumerate(at.prompt.splitlines()) if line.startswith(("  1", "  2", "  3")))
            await at.click("#prompt", (3, row))
            if at.any_game.awaited and Ask.HAND_OVER in at.screen(GameTable).participant.allowed:
                await at.click("#prompt", (3, 0))
                await at.click("#show", (3, 0))
        await at.click("#prompt", (3, 0))
        assert at.screen(GameScore).view.result == at.any_game.result


@pytest.mark.parametrize("size", [COMPACT, STANDARD, ROOMY])
async def test_a_game_without_a_board_of_its_own_shows_the_table_in_words(folder: Path, size: tuple[int, int]) -> None:
    async with desk(folder, toy(*PEOPLE, "Chika", "Dana", "Emil"), size=size) as at:
        rows = [line.strip() for line in at.text.splitlines()]
        for line in unison.UNISON.lines(at.screen(GameTable).view):
            assert any(row.startswith(line) for row in rows)


def test_a_table_in_words_that_has_no_room_ends_with_a_mark() -> None:
    board = Board("unison").draw(toy(*PEOPLE).view(0), 60, 6, "")
    assert "".join(span.text for span in board.rows[-1]).endswith("…")
    assert len(Board("unison").draw(toy(*PEOPLE).view(0), 60, 3, "").rows) == 3


async def test_a_digit_chooses_the_number_it_is(folder: Path) -> None:
    async with desk(folder, toy(*PEOPLE)) as at:
        await at.press("2")
        assert choices(at) == ["0 2"]


async def test_what_nobody_has_seen_is_withdrawn(folder: Path) -> None:
    async with desk(folder, toy(*PEOPLE, BOT)) as at:
        await at.press("3")
        await until(lambda: len(at.any_game.actions) == 2, "the bot has chosen")
        await at.press("u")
        assert choices(at) == ["2 3"]
        await at.uncover()  # others may look on
        assert at.screen(GameTable).acting
        assert at.screen(GameTable).picker.option == "3", "what was withdrawn is under the cursor"


async def test_a_number_that_was_played_is_no_option_any_more(folder: Path) -> None:
    async with desk(folder, toy("Aiko", BOT)) as at:
        await at.press("1")
        await until(lambda: at.any_game.round == 2, "the bot has chosen")
        await at.press("1")
        assert at.any_game.round == 2
        assert "There is no 1 to choose." in at.prompt


async def test_one_key_too_many_doesnt_leave(folder: Path) -> None:
    async with desk(folder, toy("Aiko", BOT)) as at:
        await at.press("escape")
        at.screen(GameTable)
        await at.press("escape")
        at.screen(Home)


async def test_nothing_secret_is_on_the_cover_or_the_next_screen(folder: Path) -> None:
    players = (Player(name="Aiko"), Player(name="Bruno", pin=hash_pin("12")))
    async with desk(folder, toy(*players)) as at:
        await at.press("3")
        await at.press("enter")
        at.screen(Handover)
        assert "Aiko has chosen." in at.text
        assert "chosen 3" not in at.text
        await at.press("1", "2", "enter")
        assert at.screen(GameTable).view.seat == 1
        assert "chosen 3" not in at.text


BOTS = (BOT, Player(name="Hana", kind="highest"))


async def test_bots_are_watched_to_the_end(folder: Path) -> None:
    async with desk(folder, toy(*BOTS), settings=still(pace="instant")) as at:
        await until(lambda: not at.any_game.awaited, "the bots have played")
        await at.press("enter")
        at.screen(GameScore)


async def test_bots_are_paused_stepped_and_go_on(folder: Path) -> None:
    async with desk(folder, toy(*BOTS), settings=still(pace="relaxed")) as at:
        table = at.screen(GameTable)
        await at.press("enter")
        await until(lambda: Ask.CONTINUE in table.participant.allowed, "the bots are paused")
        assert "Paused." in at.prompt
        before = len(at.any_game.actions)
        await at.press("tab")
        await until(lambda: len(at.any_game.actions) == before + 1, "one has decided")
        await until(lambda: table.participant.bots.paused, "they are paused again")
        assert len(at.any_game.actions) == before + 1
        await at.press(*["plus"] * 3, "enter")
        await until(lambda: not at.any_game.awaited, "they have gone on")


async def test_a_game_that_is_open_elsewhere_is_watched_as_everybody_sees_it_and_then_played_on(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("naishi.sessions.participant.INTERVAL", 0.01)
    elsewhere = Saves(folder).create(toy(*PEOPLE, "Chika"))
    async with desk(folder) as at:
        await at.press("c")
        at.screen(Confirm)
        await at.press("enter")
        table = at.screen(GameTable)
        assert all(name in at.text for name in (*PEOPLE, "Chika"))
        elsewhere.game.play("3", 0)
        elsewhere.save()
        await until(lambda: table.view.awaited == (1, 2), "it is seen that someone has decided")
        await at.pilot.pause()
        assert "Aiko has chosen." in at.text
        assert "chosen 3" not in at.text
        await at.press("1")
        assert "You are watching" in at.prompt
        elsewhere.close()
        await until(lambda: Ask.TAKE_OVER in table.participant.allowed, "nobody has it open any more")
        await at.press("enter")
        at.screen(Handover)
        await at.press("enter")
        view = at.screen(GameTable).view
        assert (view.seat, view.awaited, view.public) == (1, (1, 2), False)


async def test_five_seats_are_looked_from_in_turn_and_named_in_order_of_their_places(folder: Path) -> None:
    people = ("Aiko", "Bruno", "Chika", "Dora", "Emil")
    game = toy(*people)
    for numbers in ("31222", "13333", "22111"):
        for seat, number in enumerate(numbers):
            game.play(number, seat)
    async with desk(folder, game, size=STANDARD) as at:
        score = at.screen(GameScore)
        heads = [re.findall(r"[A-E] [A-Z][a-z]+", line) for line in at.lines]
        assert [f"{'ABCDE'[seat]} {people[seat]}" for seat in score.order] in heads
        await at.press("r")
        replay = at.screen(GameReplay)
        seen = [replay.participant.seat]
        for _view in range(5):
            await at.press("v")
            seen.append(replay.participant.seat)
        assert {*seen} == {0, 1, 2, 3, 4, None}


async def test_it_is_replayed_from_every_seat(folder: Path) -> None:
    game = toy(*PEOPLE)
    for number in "321":
        game.play(number, 0)
        game.play(number, 1)
    async with desk(folder, game, size=COMPACT) as at:
        at.screen(GameScore)
        await at.press("r")
        replay = at.screen(GameReplay)
        await at.press("right", "right", "right")
        assert replay.view.round == 2
        await at.press("v")
        assert replay.participant.seat == 1
        await at.press("end", "escape")
        at.screen(GameScore)


async def test_the_rules_and_the_log_can_be_read(folder: Path) -> None:
    async with desk(folder, toy("Aiko", BOT)) as at:
        await at.press("1")
        await until(lambda: at.any_game.round == 2, "the bot has chosen")
        await at.press("g")
        assert "Hiro has chosen 3." in at.text
        await at.press("escape", "f1")
        assert "The highest number that is alone wins the card." in at.text


async def test_a_board_without_an_overview_says_so(folder: Path) -> None:
    async with desk(folder, toy(*PEOPLE)) as at:
        assert "overview" not in at.text
        await at.press("i")
        assert "The board shows everything." in at.text


async def test_why_not_says_what_was_refused_last(folder: Path) -> None:
    async with desk(folder, toy("Aiko", BOT)) as at:
        await at.press("9", "question_mark")
        assert "There is no 9 to choose." in at.text
        assert "Nothing is refused" not in at.text
        await at.press("escape", "right", "question_mark")
        assert "There is no 9 to choose." not in at.text
        assert "Nothing is refused" in at.text


async def test_why_not_says_who_is_to_decide_where_that_is_another(folder: Path) -> None:
    async with desk(folder, toy(*PEOPLE)) as at:
        await at.press("2", "question_mark")
        assert "Waiting for Bruno. What can't be done is explained when it is your turn." in " ".join(at.text.split())
        assert "Nothing is refused" not in at.text
