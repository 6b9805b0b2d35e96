"""Lessons and puzzles on the board, by keys and mouse: lessons, naishi.routes, naishi.messages."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from rich.cells import cell_len

from naishi import Action, Phase
from naishi.common import i18n
from naishi.games.naishi.lessons import LESSONS, Place, Progress, puzzles
from naishi.games.naishi.lessons.course import course_of, courses, every_lesson, every_puzzle, heading, praise
from naishi.games.naishi.lessons.first_steps import EXPANSION_LESSONS
from naishi.games.naishi.rules.actions import Develop
from naishi.games.naishi.rules.cards import Card
from naishi.settings.keymap import KEY
from naishi.settings.schema import Layers, Settings
from naishi_tui.drawing.cells import wrap
from naishi_tui.games.naishi.board import OWN_LINE
from naishi_tui.games.naishi.learn.lessons import GiftTask, Lessons, NinjaTask, TableTask, TaskScreen, task_screen
from naishi_tui.games.naishi.messages import ShowTask
from naishi_tui.games.naishi.reading import Explain
from naishi_tui.home.home import Home
from naishi_tui.widgets.text_rows import Menu
from tests.fuzzing import some
from tests.naishi_tui.desk import COMPACT, GRAND, ROOMY, STANDARD, Desk, desk, game_after, still
from tests.naishi_tui.waiting import settle

pytestmark = pytest.mark.ci

PLACES = [Place(lesson, step) for lesson in LESSONS for step in range(len(lesson.tasks))]
WITH_EXPANSION = [Place(lesson, step) for lesson in EXPANSION_LESSONS for step in range(len(lesson.tasks))]
SIZES = STANDARD, ROOMY, GRAND

TEXT_ROWS = 5
"""The room for a text at 60 × 20."""
NINJA_ROWS = 2
"""That above two open territories."""


def task_of(at: Desk) -> TaskScreen:
    screen = at.app.screen
    assert isinstance(screen, TaskScreen)
    return screen


async def go_to(at: Desk, place: Place) -> TaskScreen:
    """Show a task as if it had been chosen from the list."""
    at.app.post_message(ShowTask(place))
    await at.press("f12")  # nothing but a wait until the screen is up
    assert task_of(at).place == place
    return task_of(at)


async def test_the_lesson_of_the_gift_names_the_arrows_that_choose_between_two_cards(folder: Path) -> None:
    gift = next(place for place in PLACES if place.task.game().phase is Phase.GIFT)
    async with desk(folder) as at:
        await go_to(at, gift)
        assert at.text_of("#keys").startswith(" ←→ move")
        await go_to(at, PLACES[0])
        assert at.text_of("#keys").startswith(" ←↑↓→ move")


@pytest.mark.parametrize(
    "place", some([*PLACES, *WITH_EXPANSION, *(Place(puzzle) for puzzle in every_puzzle())], 3), ids=heading
)
def test_enter_alone_solves_nothing(place: Place, tmp_path: Path) -> None:
    screen = task_screen(place, Settings(), Progress(tmp_path / "progress.json"))
    if isinstance(screen, TableTask):
        assert screen.board_view.board.row == OWN_LINE
        action = Develop(screen.board_view.board.cell)
        assert action not in screen.view.legal_actions or not screen.participant.leads_there(action)
    if isinstance(screen, NinjaTask):
        assert screen.ninja.pointed_copy() != Action.from_text(place.task.answer)


async def test_the_arrows_on_cards_are_explained_by_the_first_task_that_shows_them(folder: Path) -> None:
    async with desk(folder) as at:
        for place in PLACES:
            task = await go_to(at, place)
            assert isinstance(task, TableTask)
            if not task.settings.hints:
                continue
            await at.press("3")
            assert any(mark in at.text_of("#my-line") for mark in "↑↓→")
            told = " ".join(at.text_of("#lesson").split())
            assert all(f"{mark} " in told for mark in "↑↓→"), told
            break


class TestHome:
    async def test_learning_is_offered_first_where_no_game_has_been_played(self, folder: Path) -> None:
        async with desk(folder) as at:
            await at.press("enter")
            at.screen(Lessons)

    async def test_and_not_first_any_more_once_one_has(self, folder: Path) -> None:
        async with desk(folder, game_after()) as at:
            await at.leave_game()
            menu = at.text_of("#menu").splitlines()
            assert menu[0].strip().startswith("c")
            await at.press("t")
            at.screen(Lessons)


class TestList:
    async def test_it_marks_what_is_solved_goes_on_where_nothing_is_and_is_left_as_entered(self, folder: Path) -> None:
        Progress().add(LESSONS[0].id)
        async with desk(folder) as at:
            await at.press("t")
            assert "● 1  Develop a card" in at.text
            assert "○ 2  What lies beside what" in at.text
            await at.press("enter")
            assert task_of(at).place == Place(LESSONS[1])
            await at.press("escape")
            at.screen(Lessons)
            await at.press("escape")
            at.screen(Home)

    async def test_whoever_comes_back_to_it_finds_the_cursor_where_it_was_or_at_what_follows(
        self, folder: Path
    ) -> None:
        base, _more = courses()
        async with desk(folder) as at:
            await at.press("t")
            menu = at.screen(Lessons).query_one(Menu)
            for chosen, solved, left_at in (
                (base.puzzles[20], (), base.puzzles[20]),
                (base.puzzles[20], (base.puzzles[20], base.puzzles[21]), base.puzzles[22]),
                (base.puzzles[20], (), base.puzzles[20]),
                (base.puzzles[-1], (base.puzzles[-1],), base.puzzles[-1]),
            ):
                menu.highlighted = menu.get_option_index(chosen.id)
                await at.press("enter")
                for each in solved:
                    at.app.context.progress.add(each.id)
                await at.press("escape")
                assert menu.highlighted == menu.get_option_index(left_at.id)

    async def test_the_course_of_the_expansion_comes_last_by_its_name_and_counts_apart(self, folder: Path) -> None:
        base, more = courses()
        for exercise in base.exercises:
            Progress().add(exercise.id)
        async with desk(folder) as at:
            await at.press("t")
            assert "With the expansion" not in at.text
            assert "You know the game. Puzzles solved: 40 of 40." in at.text
            await at.press("enter")
            assert task_of(at).place == Place(base.lessons[0]), "nobody is led to the expansion"
        Progress().add(more.lessons[0].id)
        Progress().add(more.puzzles[0].id)
        async with desk(folder) as at:
            await at.press("t")
            assert "With the expansion, Legends & Travellers" in at.text
            assert f"Puzzles solved: 40 of 40, with the expansion 1 of {len(more.puzzles)}." in at.text
            await at.press("enter")
            assert task_of(at).place == Place(more.lessons[1])

    async def test_by_mouse(self, folder: Path) -> None:
        async with desk(folder) as at:
            await at.press("t", "j")
            await at.click("#keys", (at.text_of("#keys").index("Enter"), 0))
            assert task_of(at).place == Place(LESSONS[1])
            await at.click("#keys", (at.text_of("#keys").index("Esc"), 0))
            at.screen(Lessons)


class TestTasks:
    @pytest.mark.parametrize("first", [7, 9, *(pytest.param(each, marks=pytest.mark.slow) for each in (0, 8))])
    async def test_the_hints_lead_through_the_lessons_on_the_smallest_terminal(self, folder: Path, first: int) -> None:
        seen = []
        lesson = every_lesson()[first]
        course = course_of(lesson)
        to_come = course.lessons[course.lessons.index(lesson) :]
        async with desk(folder, size=COMPACT) as at:
            await at.press("t")
            await go_to(at, Place(lesson))
            while isinstance(at.app.screen, TaskScreen):
                task = task_of(at)
                seen.append(task.place)
                assert heading(task.place) in at.lines[0]
                assert task.guide.text.virtual_size.height == task.guide.text.size.height
                while not task.guide.solved:
                    await at.press("a")
                    assert "…" not in at.text_of("#prompt") + at.text_of("#lesson")
                    if task.participant.hint().action and not isinstance(task, TableTask):
                        await at.press("enter")
                await at.press("enter")
            await at.type("Aiko")
            await at.press("enter")
            game = at.game
        assert sorted(player.kind for player in game.players) == ["beginner", "human"], "the first game"
        assert (game.module is not None) == course.expansion
        assert seen == [place for place in (*PLACES, *WITH_EXPANSION) if place.exercise in to_come]
        assert set(Progress().solved) == {lesson.id for lesson in to_come}

    async def test_a_puzzle_whose_answer_was_shown_is_not_solved(self, folder: Path) -> None:
        async with desk(folder) as at:
            task = await go_to(at, Place(puzzles()[0]))
            while not task.guide.solved:
                await at.press("a")
            assert "Shown, not solved." in at.text_of("#prompt")
            assert not Progress().solved
            await at.press("0")
            assert not task_of(at).participant.was_shown

    async def test_each_is_played_on_the_screen_of_a_game(self, folder: Path) -> None:
        async with desk(folder) as at:
            for place, screen in ((PLACES[0], TableTask), (Place(LESSONS[3]), GiftTask), (PLACES[-1], NinjaTask)):
                task = await go_to(at, place)
                assert type(task) is screen
                words = " ".join(at.text_of("#lesson").split())
                assert place.task.text.split("{")[0].strip() in words

    async def test_the_mouse_solves_one(self, folder: Path) -> None:
        async with desk(folder) as at:
            task = await go_to(at, PLACES[0])
            await at.click_card("#my-hand", 0)
            assert task.guide.solved
            await at.click("#prompt", (2, 0))
            assert task_of(at).place == PLACES[1]

    async def test_what_leads_nowhere_is_refused_in_its_words_and_a_solved_one_only_goes_on(self, folder: Path) -> None:
        async with desk(folder) as at:
            task = await go_to(at, PLACES[0])
            await at.press("enter")
            assert task.place.task.wrong in at.prompt
            assert not task.participant.attempt.actions
            await at.act("develop L1")
            for key in ("s", "e", "a", "u"):
                await at.press(key)
                assert len(task.participant.attempt.actions) == 1
            await at.press("enter")
            assert task_of(at).place == PLACES[1]

    async def test_it_can_be_skipped_and_begun_again(self, folder: Path) -> None:
        async with desk(folder) as at:
            await go_to(at, PLACES[0])
            await at.press("n")
            assert task_of(at).place == PLACES[1]
            await at.act("develop L3")
            assert task_of(at).guide.solved
            await at.press("0")
            assert task_of(at).place == PLACES[1]
            assert not task_of(at).guide.solved
        assert not Progress().solved

    async def test_no_task_comes_on_top_of_what_was_asked_for_after_it(self, folder: Path) -> None:
        async with desk(folder) as at:
            task = await go_to(at, PLACES[0])
            at.app.push_screen(Explain(Card.FORT, lambda _columns, _rows: None))
            task.guide.skip()
            await settle(at.pilot)
            assert [type(screen) for screen in at.app.screen_stack] == [Home, TableTask, Explain]
            await at.press("escape", "n")
            assert task_of(at).place == PLACES[1]

    async def test_the_cursor_passes_over_what_is_not_shown(self, folder: Path) -> None:
        decree = LESSONS[6]
        async with desk(folder, size=COMPACT) as at:
            task = await go_to(at, Place(decree))
            assert isinstance(task, TableTask)
            await at.press("up")
            assert task.board_view.board.on_opponents_side
            task = await go_to(at, PLACES[0])
            assert isinstance(task, TableTask)
            await at.press("up", "up", "up")
            assert task.board_view.board.row == 1

    @pytest.mark.parametrize(
        ("size", "stride"),
        [*((size, 3) for size in SIZES), *(pytest.param(size, 1, marks=pytest.mark.slow) for size in SIZES)],
    )
    async def test_the_river_lies_on_the_screen_where_cards_are_taken_from_it(
        self, folder: Path, size: tuple[int, int], stride: int
    ) -> None:
        """At each size in another third of the lessons; in the slow run, at each in all of them."""
        async with desk(folder, size=size) as at:
            for place in (*PLACES, *WITH_EXPANSION)[SIZES.index(size) % stride :: stride]:
                task = await go_to(at, place)
                if isinstance(task, TableTask):
                    river, hand = (at.app.screen.query_one(each).region for each in ("#river", "#my-hand"))
                    assert river.height >= 3, heading(place)
                    assert task.query_one("#table").region.contains_region(hand), heading(place)

    async def test_a_ninja_is_worth_on_the_board_what_its_copy_is_said_to_bring(self, folder: Path) -> None:
        async with desk(folder) as at:
            task = await go_to(at, PLACES[-1])
            assert isinstance(task, NinjaTask)
            for _target in task.ninja.targets:
                await at.press("tab")
                (points,) = re.findall(r"copy \w+ for (\d+) points?,", at.prompt)
                assert re.search(rf"H3 +[+]?{points}\b", at.text_of("#hand-0")), at.prompt

    async def test_hints_name_the_keys_that_are_set(self, folder: Path) -> None:
        settings = Layers(file={"animations": False, "keys": {"swap": "w", "advice": "x"}})
        async with desk(folder, settings=settings) as at:
            await go_to(at, Place(LESSONS[4]))
            assert "A swap (w)" in at.text_of("#lesson")
            await at.press("x")
            assert "(w)" in at.prompt

    async def test_a_full_disk_is_reported(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        def full(*_arguments: object) -> int:
            raise OSError(28, "no space left")

        async with desk(folder) as at:
            await go_to(at, PLACES[2])
            monkeypatch.setattr(os, "write", full)
            await at.act("develop L3")
            monkeypatch.undo()
            assert "No space left" in at.prompt

    @pytest.mark.parametrize("place", [*PLACES, *WITH_EXPANSION], ids=heading)
    def test_each_text_fits_the_smallest_terminal_in_every_language(self, place: Place) -> None:
        task, width = place.task, COMPACT[0] - 2
        room = NINJA_ROWS if task.game().phase is Phase.COPY else TEXT_ROWS
        for language in i18n.OWN_NAMES:
            i18n.use(i18n.load(language))
            whole = [text for text in (task.text, task.marks) if text]
            rows = [
                max(len(wrap(" ".join(map(i18n._, text)).format(key=KEY), width)) for text in texts)
                for texts in ((whole, (task.done,)), ((task.nudge,), (task.wrong,)))
            ]
            assert rows[0] <= room, language
            assert rows[1] <= 2, language
            assert cell_len(heading(place)) <= width, language


class TestPuzzles:
    async def test_one_is_solved_remembered_and_followed_by_the_next(self, folder: Path) -> None:
        first, second, third, *_rest = puzzles()
        Progress().add(second.id)
        async with desk(folder) as at:
            task = await go_to(at, Place(first))
            assert heading(Place(first)) in at.lines[0]
            assert "Which action is clearly the best here?" in at.prompt
            for action in task.place.task.answer.split(", "):
                await at.act(Action.from_text(action))
            assert praise(Place(first)) in at.prompt
            await at.press("enter")
            assert task_of(at).place == Place(third)
        assert first.id in Progress().solved

    async def test_what_a_perfect_memory_knows_is_shown(self, folder: Path) -> None:
        """The answer is judged by that, and nobody has seen the game so far."""
        async with desk(folder, settings=still(memory_aid=False)) as at:
            task = await go_to(at, Place(puzzles()[0]))
            known = [card for card in task.view.theirs.hand if card is not None]
            assert len(at.text_of("#their-hand").replace("▒", "").split()) == len(known)
