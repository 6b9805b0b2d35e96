"""Obstacles of a new user's first evening: home, context, lessons, analysis, naishi.table, game_screen."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from naishi import Game
from naishi.games.naishi.analysis.choices import Judged
from naishi.games.naishi.lessons import LESSONS, puzzles
from naishi.saves import Saves
from naishi.sessions import PACES
from naishi_tui.dialogs.screens import AskName, ScrollText
from naishi_tui.games.naishi.cards.card import CardRow
from naishi_tui.games.naishi.gift import Gift
from naishi_tui.games.naishi.learn.lessons import TableTask
from naishi_tui.games.naishi.study import choices
from naishi_tui.games.naishi.study.analysis import AnalysisScreen
from naishi_tui.messages import PlayBot, ResumeGame
from naishi_tui.table.game_screen import GameScreen
from tests.naishi.games.naishi.analysis.analysed import keep_made_up
from tests.naishi_tui.desk import NAMES, STANDARD, Desk, SilentBots, app_with, at_a_ninja, desk, game_after, still
from tests.naishi_tui.games import against_a_bot, midgame, over, put
from tests.naishi_tui.scenes import task
from tests.naishi_tui.waiting import settle, until


async def double_click(at: Desk, row: str, position: int) -> None:
    await at.see()
    slot = at.app.screen.query_one(row, CardRow).query("CardSlot")[position]
    await at.pilot.click(slot, offset=(3, 1), times=2)
    await settle(at.pilot)


class TestDoubleClicks:
    @pytest.mark.ci
    async def test_one_on_the_second_card_of_a_swap_only_swaps(self, folder: Path) -> None:
        async with desk(folder, midgame()) as at:
            before = len(at.actions)
            await at.click_verb("swap")
            await at.click_card("#my-line", 0)
            await double_click(at, "#my-line", 3)
            assert at.actions[before:] == ["swap L1 L4"]

    async def test_one_on_the_first_card_chooses_it(self, folder: Path) -> None:
        async with desk(folder, midgame()) as at:
            await at.click_verb("swap")
            await double_click(at, "#my-line", 0)
            assert [cell.name for cell in at.table.turn.partial.cells] == ["L1"]

    async def test_one_on_a_card_replaces_it_once(self, folder: Path) -> None:
        async with desk(folder, midgame()) as at:
            before = len(at.actions)
            await double_click(at, "#my-line", 1)
            assert at.actions[before:] == ["develop L2"]

    async def test_one_on_a_dealt_card_gives_it(self, folder: Path) -> None:
        async with desk(folder, Game.new(7, ("Aiko", "Bruno"))) as at:
            at.screen(Gift)
            await double_click(at, "#dealt", 1)
            assert at.actions == ["give 2"]


async def test_the_pace_of_a_bot_can_be_changed_at_the_table(folder: Path) -> None:
    async with desk(folder, against_a_bot(), settings=still(pace="quick"), bots=SilentBots()) as at:
        await at.press("minus")
        assert at.table.participant.pace == PACES["relaxed"]
        assert "Pace: relaxed." in at.prompt
        for _press in range(4):
            await at.press("plus")
        assert at.table.participant.pace == PACES["instant"]
        assert at.prompt.splitlines()[1].startswith(" Pace: instant.")


@pytest.mark.parametrize("key", ["plus", "minus"])
async def test_what_is_for_bots_says_so_in_a_puzzle(key: str, folder: Path) -> None:
    async with desk(folder) as at:
        await task(puzzles()[0].id, 0)(at)
        await at.press(key)
        assert "This key is for games with bots." in at.prompt


@pytest.mark.ci
async def test_a_puzzle_tells_that_it_is_the_last_turn_and_how_near_the_end_is(folder: Path) -> None:
    async with desk(folder) as at:
        seen = set()
        for puzzle in puzzles()[::4]:
            await task(puzzle.id, 0)(at)
            view = at.table.view
            last, empty = view.last == view.seat, sum(pile.height == 0 for pile in view.river)
            assert ("Your last turn!" in at.prompt) is last
            assert ("last turn" in at.lines[0]) is last
            assert ("1 pile empty" in at.lines[0]) is (not last and empty == 1)
            seen |= {last, empty}
            await at.press("escape")
        assert seen >= {True, False}


async def test_the_game_is_not_over_while_a_ninja_has_a_choice(folder: Path) -> None:
    game = at_a_ninja()
    while game.actions[-1].text.startswith("copy") or game.turn is not None:
        last = game.undo()
        if not last.text.startswith("copy"):
            break
    async with desk(folder, game) as at:
        await at.act(last)
        assert "The game is over" not in at.text
        assert "Enter: reveal the Hands, then ninjas copy." in at.prompt or "copy?" in at.prompt


@pytest.mark.ci
async def test_the_editor_and_its_choices_say_that_both_hands_are_known(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(choices, "judge", lambda *_arguments, **_options: Judged("quick", ()))
    async with desk(folder, over()) as at:
        await at.press("r", "8", "enter", "x")
        assert "round" not in at.lines[0]
        await at.press("i")
        assert "a player who knows both Hands" in at.text
        assert "as far as this player can know" not in at.text


@pytest.mark.ci
async def test_f1_explains_the_analysis(folder: Path) -> None:
    keep_made_up(folder, over())
    async with desk(folder, over()) as at:
        await at.press("a", "f1")
        at.screen(ScrollText)
        assert "percentage points" in at.text
        await at.press("escape")
        at.screen(AnalysisScreen)


async def test_a_saved_game_is_analysed_from_the_list(folder: Path) -> None:
    folder.mkdir()
    put(folder, "b2cd3f", over())
    keep_made_up(folder, over())
    async with desk(folder) as at:
        await at.press("l", "a")
        await until(lambda: isinstance(at.app.screen, AnalysisScreen), "the analysis is shown")
        assert "accuracy" in at.text


async def test_a_saved_game_that_is_not_over_is_not_analysed(folder: Path) -> None:
    folder.mkdir()
    put(folder, "k4mw7q", midgame())
    async with desk(folder) as at:
        await at.press("l", "a")
        await until(lambda: "Only a finished game can be analysed" in " ".join(at.text.split()), "it is refused")


async def test_an_example_that_was_only_looked_at_leaves_no_copy(folder: Path) -> None:
    folder.mkdir(parents=True)
    (folder / "examples").mkdir()
    put(folder / "examples", "rulebook", over())
    async with desk(folder) as at:
        at.app.post_message(ResumeGame("rulebook"))
        await settle(at.pilot)
        assert "Bruno" in at.text
        await at.press("escape")
        assert "The game is saved" not in at.text
    assert Saves(folder).list() == ()


class TestLessonsAreQuiet:
    @pytest.mark.ci
    async def test_panels_appear_when_their_lesson_comes(self, folder: Path) -> None:
        shown = {}
        async with desk(folder) as at:
            for lesson in LESSONS:
                await task(lesson.id, 0)(at)
                if isinstance(at.app.screen, TableTask):
                    shown[lesson.id] = [
                        name for name in ("court", "turn", "score") if at.app.screen.query_one(f"#{name}").display
                    ]
                await at.press("escape")
        assert shown["develop"] == []
        assert shown["beside"] == shown["river"] == ["score"]
        assert shown["bonus"] == ["court", "score"]
        assert shown["recall"] == shown["decree"] == shown["end"] == ["court", "turn", "score"]

    async def test_the_first_lesson_speaks_of_cards_alone(self, folder: Path) -> None:
        async with desk(folder) as at:
            await task("develop", 0)(at)
            assert "Develop: choose a card to replace." in at.prompt
            for words in ("court", "emissar", "points", "/8"):
                assert words not in at.text
            for key in ("s", "d", "i", "r", "f"):
                await at.press(key)
                assert "That comes in a later lesson." in at.prompt

    @pytest.mark.ci
    async def test_the_last_lesson_ends_in_a_first_game_against_a_beginner(self, folder: Path) -> None:
        async with desk(folder, bots=SilentBots()) as at:
            await task("end", 2)(at)
            await at.press("n")
            assert not isinstance(at.app.screen, GameScreen), "skipped, it leads back to the list"
            await task("end", 2)(at)
            await at.press("a", "a", "a", "enter")
            assert "Enter: your first game." in at.prompt
            await at.press("enter")
            at.screen(AskName)
            await at.type("Chiyo")
            await at.press("enter")
            await until(lambda: at.app.game.navigator.session is not None, "the game begins")
            assert sorted(player.kind for player in at.game.players) == ["beginner", "human"]


async def test_a_bot_game_of_the_command_line_begins_once_a_stranger_has_said_a_name(folder: Path) -> None:
    app = app_with(folder, None, bots=SilentBots())
    app.start_with = PlayBot("beginner", seed="7", person_first=True)
    async with app.run_test(size=STANDARD) as pilot:
        at = Desk(app, pilot)
        await until(lambda: isinstance(app.screen, AskName), "the name is asked for")
        await at.type("Chiyo")
        await at.press("enter")
        await until(lambda: app.game.navigator.session is not None, "the game begins")
        assert at.game.players[0].name == "Chiyo"
        assert at.game.deal == Game.new("7").deal
    app.close_game()


async def test_a_solved_puzzle_says_how_often_it_wins_and_why(folder: Path) -> None:
    puzzle = next(each for each in puzzles() if each.id == "puzzle/58/34")
    async with desk(folder) as at:
        await task(puzzle.id, 0)(at)
        await at.act(puzzle.tasks[0].answer)
        assert "It wins 100 of 100 games; the next best action wins 20." in at.prompt
        await until(lambda: "It brings +40 (mountain +10, torii +30)." in at.prompt, "the reason is found")
        assert "Enter: the next puzzle." in at.prompt


async def test_undo_says_what_it_undid(folder: Path) -> None:
    async with desk(folder, midgame()) as at:
        await at.act("swap L1 L4")
        await at.press("u")
        assert re.search(r"Undone: swap \w+ L1, \w+ L4\.", at.prompt)


async def test_a_swap_of_two_alike_says_so(folder: Path) -> None:
    async with desk(folder, game_after()) as at:
        await at.press("s", "1", "enter", "2")
        assert "They are the same." in at.prompt


async def test_the_palette_offers_to_undo_where_something_can_be_undone(folder: Path) -> None:
    async with desk(folder, Game.new(7, NAMES)) as at:
        assert not [words for words, _run in at.screen(Gift).commands() if "ndo" in words]
    async with desk(folder, game_after("develop L1")) as at:
        offered = [words for words, _run in at.table.commands()]
        assert "Undo the last action (u)" in offered
        assert "Redo what was undone (^R)" not in offered


@pytest.mark.ci
async def test_the_palette_offers_no_moves_and_no_pace_without_bots(folder: Path) -> None:
    async with desk(folder) as at:
        await task(puzzles()[0].id, 0)(at)
        offered = [words for words, _run in at.screen(TableTask).commands()]
        assert offered
        assert not [words for words in offered if "ove left" in words or "column" in words or "ots play" in words]
