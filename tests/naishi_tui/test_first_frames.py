"""First frames, cursor, prompt and Enter in agreement: board_view, gift, naishi.replay, edit, score."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from naishi import Action, Phase
from naishi.games.naishi.lessons import LESSONS, puzzles
from naishi.games.naishi.rules.cards import RIVER, Card, Cell
from naishi_tui.games.naishi.board_view import BoardCursor, CardScreen
from naishi_tui.games.naishi.cards import card_text
from naishi_tui.games.naishi.cards.card import CardRow
from naishi_tui.games.naishi.gift import GiftControl
from naishi_tui.games.naishi.learn.lessons import ExerciseScreen
from naishi_tui.games.naishi.replay import ReplayScreen
from naishi_tui.games.naishi.score import OpenTerritories
from naishi_tui.games.naishi.study.edit import EditLetters, EditScreen
from naishi_tui.games.naishi.table import Watching
from tests.fuzzing import some
from tests.naishi_tui.desk import Desk
from tests.naishi_tui.games import against_a_bot, among_bots, before_the_end, end_declared, midgame, over, sensible
from tests.naishi_tui.scenes import SCENES, Scene, editing, keys, task, to_learn

pytestmark = pytest.mark.ci


def _tasks() -> Iterator[Scene]:
    for lesson in LESSONS:
        for step in range(len(lesson.tasks)):
            yield Scene(f"{lesson.id} {step + 1}", go=task(lesson.id, step))
    for puzzle in puzzles():
        yield Scene(puzzle.id, go=task(puzzle.id, 0))


TASKS = {scene.name: scene for scene in _tasks()}
OTHERS = {
    scene.name: scene
    for scene in (
        Scene("exercise", files=to_learn, go=keys("l", "m")),
        Scene("replay", over, go=keys("r")),
        Scene("replay of a game at its gifts", over, go=keys("r", "home")),
        Scene("editor", go=editing(position=midgame().position.to_text())),
        Scene("table", midgame),
        Scene("table at the start", lambda: sensible(2)),
        Scene("table near the end", before_the_end),
        Scene("table in the last turn", end_declared),
        Scene("table against a bot", against_a_bot),
        Scene("table of bots", among_bots),
        SCENES["gift"],
        SCENES["ninja"],
    )
}


def highlighted(at: Desk) -> list[tuple[CardRow, int]]:
    """The cards that are drawn under the cursor."""
    return [(row, row.cursor) for row in at.app.screen.query(CardRow) if row.cursor is not None and row.display]


def cells_in(text: str) -> set[Cell]:
    return {Cell[name] for name in re.findall(r"\b[LHR][1-5]\b", text)}


@pytest.mark.parametrize("name", [*some(TASKS, 5), *OTHERS])
async def test_the_first_frame_of_every_screen_says_what_enter_does(
    name: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ExerciseScreen, "play", lambda screen, action: screen.participant.play(action))
    scene = (TASKS | OTHERS)[name]
    app = scene.app(folder)
    async with app.run_test() as pilot:
        at = await scene.reach(app, pilot)
        screen = at.app.screen
        assert isinstance(screen, CardScreen)
        cursor_is_true(at, screen)
        assert " ".join(screen.cursor_help().text.split()) in " ".join(at.prompt.split())
        match screen:
            case EditScreen():
                await enter_edits(at, screen)
            case ReplayScreen():
                await at.press("enter")
                assert screen.time.playing
            case Watching():
                assert "Enter: pause" in at.prompt
                assert not cells_in(at.prompt)
            case _:
                await enter_acts(at, screen)
    app.close_game()


def cursor_is_true(at: Desk, screen: CardScreen) -> None:
    """One card is highlighted: the one that the prompt is about."""
    ((row, position),) = highlighted(at)
    match screen.cursor:
        case BoardCursor(board=board):
            assert row is board.rows[board.row]
            assert position == board.cell.position
        case GiftControl(pointed=pointed):
            assert position == pointed
        case OpenTerritories(pointed=(seat, cell)):
            assert row.id in {f"{kind}-{seat}" for kind in ("line", "hand")}
            assert position == cell.position
        case other:
            raise AssertionError(other)
    card = screen.cursor.card()
    assert isinstance(card, Card)
    assert row.faces[position].name == card_text.name(card)


async def enter_edits(at: Desk, screen: EditScreen) -> None:
    """Enter asks for the letters of the row, or the pile, under the cursor."""
    cell, seat = screen.board.cell, screen.seat
    assert cells_in(at.prompt) == {cell}
    assert f"Enter: the {'pile' if cell in RIVER else 'row'}" in at.prompt
    await at.press("enter")
    assert at.screen(EditLetters).text == screen.draft.letters(seat, cell)


async def enter_acts(at: Desk, screen: CardScreen) -> None:
    """Enter does what the prompt says, or nothing that it doesn't say."""
    asked: list[Action] = []

    async def ask(action: Action) -> None:
        asked.append(action)

    screen.participant.play = ask  # type: ignore[method-assign]
    said, card, here = at.prompt, screen.cursor.card(), screen.cursor_help()
    assert isinstance(card, Card)
    await at.press("enter")
    if here.refused:
        assert (asked, here.text in at.prompt) == ([], True)
        return
    (action,) = asked
    if screen.view.phase is Phase.GIFT:
        assert f"Enter: give {card.noun:bare}".lower() in said.lower()
    elif screen.view.phase is Phase.COPY:
        assert f"Enter: copy {card.noun}" in said
    else:
        assert cells_in(said.partition("Enter:")[2]) == cells_in(action.text)
