"""App under test: keys, clicks, screens, game."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from contextvars import copy_context
from dataclasses import replace
from functools import cache, wraps
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

from textual import events
from textual.geometry import Region
from textual.pilot import Pilot
from textual.screen import Screen
from textual.strip import Strip
from textual.widget import Widget
from textual.widgets import Input

from naishi import Action, Game, Options, Phase, Player, PlayerView
from naishi.games.naishi.rules.actions import (
    Copy,
    Declare,
    Decree,
    Develop,
    Discard,
    End,
    Give,
    Pass,
    Recall,
    Skip,
    Swap,
    Use,
    UseDevelop,
    UseExchange,
)
from naishi.games.naishi.rules.cards import HAND, RIVER, Cell
from naishi.saves import OpenGame, Saves
from naishi.sessions import BotExecutor, Session
from naishi.sessions.one_keyboard import GamesWon, next_viewer
from naishi.settings.schema import Layers
from naishi_tui.app import NaishiApp
from naishi_tui.games.naishi.cards.card import CardRow
from naishi_tui.games.naishi.gift import Ninja
from naishi_tui.games.naishi.learn.lessons import TableTask
from naishi_tui.games.naishi.panels import TurnPanel
from naishi_tui.games.naishi.table import Table
from naishi_tui.messages import PlayGame
from naishi_tui.table.cover import Handover
from tests.naishi_tui.framework_insides import lines_of, strips_of
from tests.naishi_tui.waiting import settle, until

STANDARD, COMPACT, ROOMY, GRAND, LARGEST = (80, 24), (60, 20), (120, 36), (160, 48), (200, 60)
NAMES = ("Aiko", "Bruno")

S = TypeVar("S", bound=Screen[Any])

VERBS = {Swap: "swap", Discard: "discard", Decree: "decree", Recall: "recall", Declare: "declare"}
VERB_KEYS = {"swap": "s", "discard": "d", "decree": "i", "recall": "r", "declare": "f", "end": "e"}
VERB_LINES = {
    "swap": ("#court", 1),
    "discard": ("#court", 2),
    "decree": ("#court", 3),
    "recall": ("#turn", 1),
    "declare": ("#turn", 2),
    "end": ("#turn", 3),
}
"""The panel of each verb and its line there."""


class Desk:
    """A keyboard, a mouse and eyes."""

    def __init__(self, app: NaishiApp, pilot: Pilot[None]) -> None:
        self.app = app
        self.pilot = pilot
        self.elsewhere: OpenGame | None = None
        """A game that another window has open."""

    @property
    def session(self) -> Session:
        return at_hand(self.app)

    @property
    def game(self) -> Game:
        game: Game = self.session.game
        return game

    @property
    def any_game(self) -> Any:
        """The game that is open, whatever its kind."""
        return self.session.game

    @property
    def actions(self) -> list[str]:
        return [action.text for action in self.game.actions]

    @property
    def strips(self) -> list[list[Strip]]:
        """What is drawn, the pieces of each line with their colours, as it goes to the terminal."""
        return copy_context().run(self._draw)

    def _draw(self) -> list[list[Strip]]:
        self.app.context.speak()  # the test speaks English, whatever the app does
        return strips_of(self.app)

    @property
    def lines(self) -> list[str]:
        """The words of it."""
        return ["".join(strip.text for strip in line) for line in self.strips]

    @property
    def text(self) -> str:
        return "\n".join(self.lines)

    def text_of(self, selector: str) -> str:
        """What is drawn of a widget."""
        return "\n".join(copy_context().run(self._draw_part, self.app.screen.query_one(selector).region))

    def _draw_part(self, region: Region) -> list[str]:
        self.app.context.speak()
        return lines_of(self.app, region)

    @property
    def prompt(self) -> str:
        return self.text_of("#prompt")

    def screen(self, kind: type[S]) -> S:
        """The screen on top, which must be of a kind."""
        assert isinstance(self.app.screen, kind), self.app.screen
        return self.app.screen

    @property
    def table(self) -> Table | TableTask:
        """The screen on top, which must be one with a turn on a board."""
        assert isinstance(self.app.screen, Table | TableTask), self.app.screen
        return self.app.screen

    @property
    def cursor(self) -> tuple[int, int]:
        """The row and the position of the cursor at the table."""
        return self.table.board_view.board.row, self.table.board_view.board.position

    async def see(self) -> None:
        """Wait until the screen on top is up: what is typed before that isn't heard."""
        while events.Idle().time < self.app.guard.open_from:
            await asyncio.sleep(0.005)

    async def press(self, *keys: str) -> None:
        for key in keys:
            await self.see()
            await self.pilot.press(key)
        await settle(self.pilot)

    async def leave_game(self) -> None:
        """Leave a game, which is asked for twice."""
        await self.press("escape", "escape")

    async def type(self, text: str) -> None:
        await self.press(*(NAMED.get(each, each) for each in text))

    async def click(self, target: Widget | str, offset: tuple[int, int] = (0, 0)) -> None:
        """Click at a widget, with the offset from its upper left corner."""
        await self.see()
        widget = self.app.screen.query_one(target) if isinstance(target, str) else target
        await until(lambda: not widget.has_class("-active"), "a button that was pressed just now can be clicked again")
        assert await self.pilot.click(target, offset=offset), target
        await settle(self.pilot)

    async def click_card(self, row: str, position: int) -> None:
        """Click at the card of a row; positions count from 0."""
        slot = self.app.screen.query_one(row, CardRow).query("CardSlot")[position]
        await self.click(slot, (3, 1))

    async def click_verb(self, verb: str) -> None:
        await self.see()  # before that, the panel may not have its size
        panel, line = VERB_LINES[verb]
        widget = self.app.screen.query_one(panel)
        if widget.size.height > 1:
            await self.click(widget, (3, line))
        else:
            words = {"end": "end the turn", "declare": "declare"}.get(verb, verb)
            if verb == "end" and self.table.view.can(Pass):
                words = "pass"
            x = self.text_of(panel).index(words)
            await self.click(widget, (x, 0))

    async def resize(self, width: int, height: int) -> None:
        await self.pilot.resize_terminal(width, height)
        await settle(self.pilot)

    async def uncover(self, *, mouse: bool = False) -> None:
        """Get past a hand-over, if there is one."""
        if isinstance(self.app.screen, Handover):
            await (self.click("#show", (3, 0)) if mouse else self.press("enter"))

    async def play(self, game: Game, *, uncovered: bool = True) -> None:
        """Open another game, past its first hand-over where `uncovered`."""
        opened = self.app.context.saves.create(game)
        if uncovered:
            play_uncovered(self.app)
        await self.app.show(PlayGame(opened))
        await settle(self.pilot)
        if uncovered:
            await self.uncover()

    async def pass_on(self, *, mouse: bool = False) -> None:
        """Once the turn is over, pass the keyboard, and let the other player uncover."""
        if isinstance(self.app.screen, Table) and not self.table.turn.acting:
            await (self.click("#prompt", (2, 0)) if mouse else self.press("enter"))
        await self.uncover(mouse=mouse)

    async def go(self, cell: Cell) -> None:
        """Move the cursor of the table to a cell, by keys."""
        row = 1 if cell in RIVER else 3 if cell in HAND else 2
        await self.press(str(cell.position + 1))
        steps = row - self.table.board_view.board.row
        await self.press(*["down" if steps > 0 else "up"] * abs(steps))

    async def act(self, action: Action | str) -> None:  # noqa: C901, PLR0912 - a case for each kind of action
        """Do an action by keys."""
        if isinstance(action, str):
            action = Action.from_text(action)
        match action:
            case Give(which=which):
                await self.press(str(which), "enter")
            case Develop(cell=cell):
                await self.go(cell)
                await self.press("enter")
            case Swap(first=first, second=second) | Discard(first=first, second=second):
                await self.press(VERB_KEYS[VERBS[type(action)]])
                for cell in (first, second):
                    await self.go(cell)
                    await self.press("enter")
            case Decree(cell=cell):
                await self.press("i")
                await self.go(cell)
                await self.press("enter")
            case Recall() | Declare():
                await self.press(VERB_KEYS[VERBS[type(action)]], "enter")
            case End() | Pass() | Skip():
                await self.press("e")
            case Use():
                await self.begin_effect(action)
                for cell in _cells_of_effect(action):
                    await self.go(cell)
                    await self.press("enter")
                if not _cells_of_effect(action):
                    await self.press("enter")
            case Copy(card=card):
                ninja = self.screen(Ninja)
                while ninja.cursor.card() is not card:
                    await self.press("tab")
                await self.press("enter")
            case _:
                raise AssertionError(action)

    async def begin_effect(self, action: Use, *, mouse: bool = False) -> None:
        """Have the table ask for the effect of an action; it may do so already."""
        for _effect in range(3):
            if isinstance(action, self.table.turn.partial.kind):
                return
            await (self._click_other_effect() if mouse else self.press("b"))
        raise AssertionError(action)

    async def _click_other_effect(self) -> None:
        panel = self.app.screen.query_one("#turn", TurnPanel)
        await self._click_in_turn_panel(next(n for n, verb in enumerate(panel.verbs) if not verb.chosen))

    async def _click_in_turn_panel(self, place: int) -> None:
        panel = self.app.screen.query_one("#turn", TurnPanel)
        place %= len(panel.verbs)
        if panel.size.height > 1:
            await self.click(panel, (3, 1 + place))
        else:
            await self.click(panel, (self.text_of("#turn").index(panel.verbs[place].label), 0))

    async def act_by_mouse(self, action: Action | str) -> None:  # noqa: C901, PLR0912 - as above
        """Do an action by mouse alone."""
        if isinstance(action, str):
            action = Action.from_text(action)
        match action:
            case Give(which=which):
                await self.click_card("#dealt", which - 1)
            case Develop(cell=cell):
                await self._click_cell(cell)
            case Swap(first=first, second=second) | Discard(first=first, second=second):
                await self.click_verb(VERBS[type(action)])
                await self._click_cell(first)
                await self._click_cell(second)
            case Decree(cell=cell):
                await self.click_verb("decree")
                await self._click_cell(cell)
            case Recall() | Declare():
                await self.click_verb(VERBS[type(action)])
                await self.click("#prompt", (2, 0))
            case End() | Pass():
                await self.click_verb("end")
            case Skip():
                await self._click_in_turn_panel(-1)
            case Use():
                await self.begin_effect(action, mouse=True)
                for cell in _cells_of_effect(action):
                    await self._click_cell(cell)
                if not _cells_of_effect(action):
                    await self.click("#prompt", (2, 0))
            case Copy(card=card):
                ninja = self.screen(Ninja)
                seat = ninja.ninja.seat
                cell = next(cell for cell in ninja.ninja.targets if ninja.view.sides[seat].card(cell) is card)
                row = f"#{'hand' if cell in HAND else 'line'}-{seat}"
                await self.click_card(row, cell.position)
            case _:
                raise AssertionError(action)

    async def _click_cell(self, cell: Cell) -> None:
        row = "#river" if cell in RIVER else "#my-hand" if cell in HAND else "#my-line"
        await self.click_card(row, cell.position)


def _cells_of_effect(action: Use) -> tuple[Cell, ...]:
    match action:
        case UseExchange(first=first, second=second):
            return first, second
        case UseDevelop(cell=cell):
            return (cell,)
        case _:
            return ()


NAMED = {" ": "space", "?": "question_mark", "_": "underscore", "-": "minus"}


class SilentBots:
    """Bots that think for ever."""

    async def choose(self, game: str, kind: str, seed: int, view: PlayerView) -> Action:
        return await asyncio.get_running_loop().create_future()  # type: ignore[no-any-return]


@asynccontextmanager
async def desk(
    folder: Path,
    game: Any = None,
    *,
    size: tuple[int, int] = STANDARD,
    settings: Layers | None = None,
    uncovered: bool = True,
    trouble: str = "",
    bots: BotExecutor | None = None,
) -> AsyncIterator[Desk]:
    """Open the app; with a game, that game, past the first hand-over where `uncovered`."""
    app = app_with(folder, game, settings=settings, trouble=trouble, bots=bots, uncovered=uncovered)
    async with app.run_test(size=size) as pilot:
        at = Desk(app, pilot)
        await settle(pilot)
        if uncovered:
            await at.uncover()
        yield at
    app.close_game()


def play_uncovered(app: NaishiApp) -> None:
    """Have the app play the next game as if its first hand-over had been uncovered; one that wants a PIN stays."""

    def play(opened: OpenGame, series: GamesWon | None = None) -> Screen[None] | None:
        vars(app.game).pop("play")  # what comes later is played as ever
        if any(player.pin is not None for player in opened.game.players):
            return app.game.play(opened, series)
        app.game.navigator.open(opened, series)
        return app.game.next_screen(next_viewer(at_hand(app)))

    app.game.play = play  # type: ignore[method-assign]


def at_hand(app: NaishiApp) -> Session:
    """The game that is open."""
    assert app.game.navigator.session is not None
    return app.game.navigator.session


def app_with(
    folder: Path,
    game: Any = None,
    *,
    settings: Layers | None = None,
    trouble: str = "",
    bots: BotExecutor | None = None,
    uncovered: bool = False,
) -> NaishiApp:
    """The app, before it runs; with a game, it begins there, past the first hand-over where `uncovered`."""
    layers = settings or still()
    app = NaishiApp(folder, replace(layers, faults=(trouble,)) if trouble else layers, bots=bots)
    if game is not None:
        app.start_with = PlayGame(game if isinstance(game, OpenGame) else Saves(folder).create(game))
        if uncovered:
            play_uncovered(app)
    return app


def still(**changes: object) -> Layers:
    """Settings with nothing that moves by itself."""
    return Layers(file={"animations": False} | changes)


def game_after(
    *actions: str, seed: int = 7, players: Iterable[str | Player] = NAMES, options: Options | None = None
) -> Game:
    """A game after its gifts and some actions."""
    game = Game.new(seed, tuple(players), options=options)
    for action in ("give 1", "give 1", *actions):
        game.play(action)
    return game


P = ParamSpec("P")


def played_once(play: Callable[P, Game]) -> Callable[P, Game]:
    """Play a game only the first time, and hand out copies of it."""
    played: Callable[P, Game] = cache(play)  # type: ignore[assignment]  # it knows no arguments

    @wraps(play)
    def copy(*args: P.args, **kwargs: P.kwargs) -> Game:
        return played(*args, **kwargs).copy()

    return copy


@played_once
def finished(seed: int = 7, players: Iterable[str | Player] = NAMES, skip_copies: bool = True) -> Game:
    """A finished game, or one at its first ninja, if `skip_copies` is False and it comes to that."""
    chance, game = random.Random(seed), Game.new(seed, tuple(players))
    while (legal := game.legal_actions()) and (skip_copies or game.phase is not Phase.COPY):
        game.play(chance.choice(legal))
    return game


@played_once
def at_a_ninja() -> Game:
    """A game in which a ninja has something to choose."""
    for seed in range(1000):
        game = finished(seed, skip_copies=False)
        if game.phase is Phase.COPY and len(game.legal_actions()) > 2:
            return game
    raise AssertionError


def region_of(at: Desk, selector: str) -> Region:
    return at.app.screen.query_one(selector).region


async def fill(at: Desk, field: str, text: str) -> None:
    """Type something into a field of a form, in the place of what is in it."""
    entry = at.app.screen.query_one(field, Input)
    entry.focus()
    entry.value = ""
    await at.type(text)
