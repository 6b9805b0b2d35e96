"""Reproducible scenes: every screen in its main states.

The pictures in `docs/`, the snapshots, and the tests of layout, ASCII and themes all look at these.
"""

from __future__ import annotations

import tempfile
from collections.abc import Awaitable, Callable, Hashable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import Any

from textual.pilot import Pilot

from naishi import Game, Position
from naishi.common.files import LockOwner
from naishi.common.i18n import _
from naishi.games.naishi.analysis.choices import WeighedTurn
from naishi.games.naishi.analysis.exercises import Exercises
from naishi.games.naishi.analysis.reasons import sentences
from naishi.games.naishi.editor.replay import BetterLine
from naishi.games.naishi.lessons import LESSONS, Place, puzzles
from naishi.games.naishi.lessons.course import every_exercise
from naishi.games.naishi.lessons.puzzles import puzzle_of
from naishi.games.naishi.rules.actions import Action, Develop
from naishi.games.naishi.rules.cards import Card
from naishi.games.naishi.text.sentences import advised as in_words
from naishi.tabletop.pins import PinAttempts
from naishi_tui.app import NaishiApp
from naishi_tui.games.naishi.learn.lessons import Lessons
from naishi_tui.games.naishi.messages import ShowTask
from naishi_tui.games.naishi.prompt_text import Advice
from naishi_tui.games.naishi.reading import Explain
from naishi_tui.games.naishi.score import Score
from naishi_tui.games.naishi.statistics import StatisticsScreen
from naishi_tui.games.naishi.study.choices import BetterLineScreen, Choices
from naishi_tui.games.naishi.table import Table
from naishi_tui.home.home import Home
from naishi_tui.messages import ShowEditor, ShowNextScreen
from naishi_tui.table.cover import Handover
from tests.naishi.games.naishi.analysis.analysed import REASONS, keep_made_up, made_up
from tests.naishi_tui.desk import NAMES, STANDARD, Desk, SilentBots, app_with, at_a_ninja, still
from tests.naishi_tui.games import (
    against_a_bot,
    among_bots,
    before_the_end,
    decree_taken,
    drawn,
    effects_pending,
    end_declared,
    midgame,
    over,
    over_with_legends,
    sensible,
    some_saves,
    with_pins,
    won_by_colours,
)
from tests.naishi_tui.waiting import settle, until


async def _nothing(_at: Desk) -> None:
    """Stay where one is."""


@dataclass(frozen=True)
class Scene:
    """A state of the app, and how to come there."""

    name: str
    game: Callable[[], Game] | None = None
    go: Callable[[Desk], Awaitable[None]] = _nothing
    settings: dict[str, Any] = field(default_factory=dict)
    files: Callable[[Path], None] | None = None
    """Puts saves into the folder first."""
    uncovered: bool = True
    trouble: str = ""

    def app(self, folder: Path, **settings: Any) -> NaishiApp:
        """The app, before it runs."""
        if self.files is not None:
            folder.mkdir(parents=True, exist_ok=True)
            self.files(folder)
        layers = still(**self.settings | settings)
        game = self.game() if self.game else None
        return app_with(
            folder, game, settings=layers, trouble=self.trouble, bots=SilentBots(), uncovered=self.uncovered
        )

    async def reach(self, app: NaishiApp, pilot: Pilot[None]) -> Desk:
        """Go there in a running app."""
        at = Desk(app, pilot)
        await settle(pilot)
        if self.uncovered:
            await at.uncover()
        await self.go(at)
        await settle(pilot)
        return at


def to_learn(folder: Path) -> None:
    """Mistakes to learn from."""
    Exercises(folder).add(over(), made_up(over()), date(2026, 1, 1))


# Ways


def keys(*pressed: str) -> Callable[[Desk], Awaitable[None]]:
    async def go(at: Desk) -> None:
        await at.press(*pressed)

    return go


async def _developed(at: Desk) -> None:
    await at.act(next(a for a in at.game.legal_actions() if isinstance(a, Develop)))


async def _turn_over(at: Desk) -> None:
    await _developed(at)
    if at.game.turn == 0:
        await at.press("e")


async def _bot_thinks(at: Desk) -> None:
    await _turn_over(at)
    await until(
        lambda: at.session.bots.thinking is not None and ("…" in at.prompt or "thinking.." in at.prompt),
        "a bot thinks, and the prompt says so",
    )


async def _paused(at: Desk) -> None:
    await at.press("enter")


async def _open_hands(at: Desk) -> None:
    await at.press("enter", "m")


async def _at_the_ronin(at: Desk) -> None:
    at.app.push_screen(Explain(Card.RONIN, lambda _columns, _rows: None))


async def _at_a_legend(at: Desk) -> None:
    at.app.push_screen(Explain(Card.LEGENDARY_HORSEMAN, lambda _columns, _rows: None))


async def _open_elsewhere(at: Desk) -> None:
    home = at.screen(Home)
    await until(lambda: home.latest is not None, "home offers the game that was played last")
    at.elsewhere = at.app.context.saves.open("k4mw7q")
    (who,) = at.app.context.folder.rglob("*.owner")
    LockOwner("elsewhere", 4321).write(who)
    await at.press("c")


async def _looking_on(at: Desk) -> None:
    await _open_elsewhere(at)
    await at.press("y")


async def _in_a_series(at: Desk) -> None:
    at.app.game.navigator.series = {NAMES[0]: 2, NAMES[1]: 1}
    await at.app.show(ShowNextScreen())


class _StoppedAttempts(PinAttempts):
    """A wait that never passes: a picture takes as long as it takes."""

    def wait(self, who: Hashable) -> float:
        return 4.0


async def _wrong_pin(at: Desk) -> None:
    at.screen(Handover).pin.attempts = _StoppedAttempts()
    await at.type("99")
    await at.press("enter")


async def _counting(at: Desk) -> None:
    score = at.screen(Score)
    score.points.counted = 5
    score.draw()


async def _some_learned(at: Desk) -> None:
    for lesson in LESSONS[:3]:
        at.app.context.progress.add(lesson.id)
    await at.app.push_screen(Lessons(at.app.context.progress, puzzle_of(date(2027, 1, 1))))
    await settle(at.pilot)


async def _statistics(at: Desk) -> None:
    await at.press("l", "s")
    await until(lambda: isinstance(at.app.screen, StatisticsScreen), "all games are read")
    await settle(at.pilot)


SET_UP = "FTRAKB/SSMMFF/X/-/OO FSABM/RMNRA MMMMM/SMMTM 100:001 0 - - FTRAS"
"""A position that someone sets up, with more forts and sentinels than there are."""


def editing(*pressed: str, position: str = SET_UP) -> Callable[[Desk], Awaitable[None]]:
    async def go(at: Desk) -> None:
        at.app.post_message(ShowEditor(position, NAMES))
        await settle(at.pilot)
        await at.press(*pressed)

    return go


async def _weighed(at: Desk) -> None:
    """Choices that no network has weighed, so that they are the same on every machine."""
    screen = Choices(
        Game.from_position(Position.from_text(SET_UP), NAMES),
        _("Chances to win for a player who knows both Hands. ± holds 19 of 20 true values."),
        _("do it"),
    )

    def begin(depth: str) -> None:
        legal = [action for action in screen.view.legal_actions if isinstance(action, Develop)]
        screen.depth, screen.choices = (
            depth,
            tuple(
                WeighedTurn((action,), 0.62 - lost, 0.012, lost, 0.008 if lost else 0.0)
                for action, lost in zip(legal, (0.0, 0.031, 0.2), strict=False)
            ),
        )
        screen.fit(screen.app.size)
        screen.show()

    screen.begin = begin  # type: ignore[method-assign]
    at.app.push_screen(screen)
    await settle(at.pilot)


async def _better_line(at: Desk) -> None:
    """A line that no bot has found, so that it is the same on every machine."""
    line, start = over().at(30), 30
    seat = line.turn or 0
    for action in (next(each for each in line.legal_actions() if isinstance(each, Develop)), Action.from_text("end")):
        if action in line.legal_actions():
            line.play(action)
    reasons = sentences(REASONS, NAMES[1 - seat], NAMES[seat])
    at.app.push_screen(BetterLineScreen(BetterLine(line, seat, start), at.app.context.settings, reasons))
    await settle(at.pilot)


def task(exercise: str, step: int, *pressed: str) -> Callable[[Desk], Awaitable[None]]:
    async def go(at: Desk) -> None:
        (chosen,) = (each for each in every_exercise() if each.id == exercise)
        at.app.post_message(ShowTask(Place(chosen, step)))
        await settle(at.pilot)
        await at.press(*pressed)

    return go


def advised(text: str, *reasons: str) -> Callable[[Desk], Awaitable[None]]:
    async def go(at: Desk) -> None:
        action = Action.from_text(text)
        at.screen(Table).adviser.show(Advice(in_words(at.table.view, action, 0.71, 0.05), reasons, action))

    return go


SCENES: dict[str, Scene] = {
    scene.name: scene
    for scene in (
        Scene("home"),
        Scene("home-continue", files=some_saves),
        Scene("home-trouble", trouble="settings.toml, line 3: ascii must be true or false."),
        Scene("lessons", go=_some_learned),
        Scene("lesson-hint", go=task("bonus", 1, "a", "a", "a")),
        Scene("lesson-gift", go=task("gift", 0)),
        Scene("lesson-decree", go=task("decree", 0)),
        Scene("lesson-ninja", go=task("end", 2)),
        Scene("puzzle", go=task(puzzles()[-1].id, 0)),
        Scene("new-game", go=keys("n")),
        Scene("new-game-bot", go=keys("n", *["tab"] * 5, "right", "right")),
        Scene("gift", lambda: Game.new(7, NAMES)),
        Scene("handover", midgame, uncovered=False),
        Scene("handover-pin", with_pins, uncovered=False),
        Scene("handover-wrong-pin", with_pins, go=_wrong_pin, uncovered=False),
        Scene("table", midgame, go=keys("down")),
        Scene("table-new", lambda: sensible(2), go=keys("up")),
        Scene("table-marks", midgame),
        Scene("table-river-chosen", midgame, go=keys("up", "enter")),
        Scene("table-swap", midgame, go=keys("s", "1", "enter", "4")),
        Scene("table-discard", midgame, go=keys("d", "up", "1", "enter", "4")),
        Scene("table-decree", midgame, go=keys("i")),
        Scene("table-decree-taken", decree_taken, go=keys("i")),
        Scene("table-recall", midgame, go=keys("r")),
        Scene("table-refused", midgame, go=keys("f")),
        Scene("table-bonus-after", midgame, go=_developed),
        Scene("table-bonus-before", midgame, go=keys("s", "1", "enter", "4", "enter")),
        Scene("table-redo", midgame, go=keys("enter", "u")),
        Scene("table-turn-over", midgame, go=_turn_over),
        Scene("table-pure", midgame, go=keys("down"), settings={"hints": False}),
        Scene("table-memory", midgame, go=keys("down"), settings={"memory_aid": True}),
        Scene(
            "table-advice",
            midgame,
            go=advised("develop H2", "It brings +5 (monk).", "Bruno will probably take a fort (+6)."),
        ),
        Scene("table-advice-swap", midgame, go=advised("swap L2 H2")),
        Scene("table-declare", before_the_end, go=keys("f")),
        Scene("table-end-declared", end_declared),
        Scene("table-bot-thinks", against_a_bot, go=_bot_thinks),
        Scene("table-watched-open", among_bots, go=_open_hands, settings={"pace": "relaxed"}),
        Scene("table-watched", among_bots, go=_paused, settings={"pace": "relaxed"}),
        Scene("looking-offered", files=some_saves, go=_open_elsewhere),
        Scene("looking-on", files=some_saves, go=_looking_on),
        Scene("explain", midgame, go=keys("up", "question_mark")),
        Scene("log", midgame, go=keys("g")),
        Scene("rules", go=keys("r")),
        Scene("legend", midgame, go=keys("f2")),
        Scene("explain-letters", over, go=_at_the_ronin),
        Scene("effects", effects_pending, go=keys("5", "enter", "down", "2")),
        Scene("effects-marks", effects_pending, go=keys("b", "f2")),
        Scene("effects-score", over_with_legends),
        Scene("effects-explain", effects_pending, go=_at_a_legend),
        Scene("memory", midgame, go=keys("m"), settings={"memory_aid": True}),
        Scene("palette", midgame, go=keys("ctrl+p")),
        Scene("ninja", at_a_ninja),
        Scene("score", over),
        Scene("score-counting", over, go=_counting),
        Scene("score-by-colours", won_by_colours),
        Scene("score-draw", drawn),
        Scene("score-series", over, go=_in_a_series),
        Scene("replay", over, go=keys("r", "8", "enter", "right")),
        Scene("replay-both-hands", over, go=keys("r", "8", "enter", "m")),
        Scene("better-line", over, go=_better_line),
        Scene("analysis", over, files=lambda folder: keep_made_up(folder, over()), go=keys("a")),
        Scene("exercise", files=to_learn, go=keys("l", "m")),
        Scene("exercise-answer", files=to_learn, go=keys("l", "m", "a")),
        Scene("play-on", over, go=keys("r", "8", "enter", "p")),
        Scene("edit", go=editing("up", position=midgame().position.to_text())),
        Scene("edit-letters", go=editing("up", "enter")),
        Scene("edit-play", go=editing("p")),
        Scene("choices", go=_weighed),
        Scene("saves", files=some_saves, go=keys("l")),
        Scene("statistics", files=some_saves, go=_statistics),
        Scene("saves-none", go=keys("l")),
        Scene("saves-delete", files=some_saves, go=keys("l", "x")),
        Scene("settings", go=keys("s")),
    )
}


@contextmanager
def folder_of_its_own() -> Iterator[Path]:
    with tempfile.TemporaryDirectory() as name:
        yield Path(name) / "saves"


async def texts_of(scene: Scene, folder: Path, size: tuple[int, int] = STANDARD, **settings: Any) -> list[str]:
    """What is drawn in a scene."""
    app = scene.app(folder, **settings)
    async with app.run_test(size=size) as pilot:
        at = await scene.reach(app, pilot)
        lines = at.lines
    app.close_game()
    return lines
