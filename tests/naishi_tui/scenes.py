"""Every screen of the app in the states that matter, each reached the same way every time.

The pictures in `docs/`, the snapshots, and the tests of layout, ASCII and themes all look at these.
"""

from __future__ import annotations

import tempfile
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from textual.pilot import Pilot

from naishi import Game, Phase, Player, forecast
from naishi.actions import Action, Declare, Develop, End, Swap
from naishi.pin import hash_pin
from naishi.saves.document import SUFFIX, write
from naishi.view import PlayerView
from naishi_tui.advice import Advice
from naishi_tui.app import NaishiApp
from naishi_tui.screens.score import Score
from naishi_tui.settings import Settings
from tests.naishi_tui.desk import NAMES, STANDARD, Desk, app_with, at_a_ninja, still

MADE = datetime(2026, 1, 31, 20, 0, tzinfo=UTC)


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
        look: Settings = still(**self.settings | settings)
        return app_with(folder, self.game() if self.game else None, settings=look, trouble=self.trouble)

    async def reach(self, app: NaishiApp, pilot: Pilot[None]) -> Desk:
        """Go there in a running app."""
        at = Desk(app, pilot)
        await pilot.pause(0.03)
        if self.uncovered:
            await at.uncover()
        await self.go(at)
        await pilot.pause(0.03)
        return at


# Games


def sensible(steps: int = 1000) -> Game:
    """A game of two players who do what brings them most points at once; as far as so many actions."""
    game = Game.new(4, NAMES)
    for step in range(steps):
        view = game.view(game.turn or 0)
        if view.phase not in {Phase.GIFT, Phase.PLAY}:
            break
        if view.phase is Phase.GIFT:
            game.play(f"give {step + 1}")
        elif view.can(Develop):
            game.play(_best(view, Develop)[1])
        elif view.can(Swap) and (swap := _best(view, Swap))[0] >= 4:
            game.play(swap[1])
        else:
            game.play(End() if view.can(End) else view.legal_actions[0])
    return game


def _best(view: PlayerView, kind: type[Action]) -> tuple[int, Action]:
    gains = [(forecast.change(view, action), action) for action in view.legal_actions if isinstance(action, kind)]
    return max((gain, action) for gain, action in gains if gain is not None)


def midgame() -> Game:
    """The turn of the first player, who can swap, decree and recall."""
    return sensible(26)


def before_the_end() -> Game:
    """A pile is empty, so that the end can be declared."""
    for seed in range(1, 500):
        game = Game.new(seed, NAMES)
        for action in ("give 1", "give 2"):
            game.play(action)
        while game.phase is Phase.PLAY:
            view = game.view(game.turn or 0)
            if view.can(Declare) and game.turn == 0:
                return game
            own = [action for action in view.legal_actions if isinstance(action, Develop)]
            low = min(own, key=lambda a: (view.river[a.cell.position].height, a.code), default=None)
            game.play(
                low
                or view.legal_actions[-1 if not view.developed else [a.text for a in view.legal_actions].index("end")]
            )
    raise AssertionError


def over() -> Game:
    """A finished game that somebody won."""
    game = sensible()
    while game.phase is Phase.COPY:
        game.play(game.legal_actions()[0])
    assert game.outcome is not None
    return game


def with_pins() -> Game:
    first, second = (Player(name=name, pin=PIN) for name in NAMES)
    return Game.new(7, (first, second))


PIN = hash_pin("1234")


# Folders of saves


def put(folder: Path, save_id: str, game: Game, when: datetime = MADE) -> None:
    """Write a save as it would have been written then."""
    (folder / f"{save_id}{SUFFIX}").write_bytes(write(game.record, save_id, when, when))


def some_saves(folder: Path) -> None:
    """Three games and a damaged one."""
    put(folder, "k4mw7q", midgame(), MADE)
    put(folder, "b2cd3f", over(), MADE - timedelta(days=1))
    put(folder, "x9yzt4", Game.new(5, ("Chiyo", "Daan")), MADE - timedelta(days=2))
    (folder / f"broken{SUFFIX}").write_bytes(b'{"format": "naishi-save", "version": 1')


# Ways


def keys(*pressed: str) -> Callable[[Desk], Awaitable[None]]:
    async def go(at: Desk) -> None:
        await at.press(*pressed)

    return go


async def _turn_over(at: Desk) -> None:
    await at.act(next(a for a in at.game.legal_actions() if isinstance(a, Develop)))
    if at.game.turn == 0:
        await at.press("e")


async def _wrong_pin(at: Desk) -> None:
    await at.type("99")
    await at.press("enter")


async def _counting(at: Desk) -> None:
    score = at.screen(Score)
    score.counted = 5
    score.show()


def advised(action: str, words: str) -> Callable[[Desk], Awaitable[None]]:
    async def go(at: Desk) -> None:
        at.table.show_advice(Advice(words, Action.from_text(action)))

    return go


SCENES: dict[str, Scene] = {
    scene.name: scene
    for scene in (
        Scene("home"),
        Scene("home-continue", files=some_saves),
        Scene("home-trouble", trouble="settings.toml, line 3: theme: Input should be 'dark'. The default is used."),
        Scene("new-game", go=keys("n")),
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
        Scene("table-refused", midgame, go=keys("f")),
        Scene("table-turn-over", midgame, go=_turn_over),
        Scene("table-pure", midgame, go=keys("down"), settings={"hints": False}),
        Scene("table-memory", midgame, go=keys("down"), settings={"memory_aid": True}),
        Scene(
            "table-advice", midgame, go=advised("develop H2", "★ Best: develop H2 (71%, +4); or swap L1 L3 (66%, +0).")
        ),
        Scene("table-advice-swap", midgame, go=advised("swap L2 H2", "★ Best: swap L2 H2, develop H2 (71%, +4).")),
        Scene("table-declare", before_the_end, go=keys("f")),
        Scene("explain", midgame, go=keys("up", "question_mark")),
        Scene("log", midgame, go=keys("g")),
        Scene("rules", go=keys("r")),
        Scene("memory", midgame, go=keys("m"), settings={"memory_aid": True}),
        Scene("palette", midgame, go=keys("ctrl+p")),
        Scene("ninja", at_a_ninja),
        Scene("score", over),
        Scene("score-counting", over, go=_counting),
        Scene("saves", files=some_saves, go=keys("l")),
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
