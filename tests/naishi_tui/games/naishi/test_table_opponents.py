"""Bots at the table: independent, fair, stoppable."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest
from textual.pilot import Pilot

from naishi import Action, Game, Player, PlayerView
from naishi.bots import BotNotReadyError, Clock, registry
from naishi.games.naishi.game.bot_names import levels
from naishi.settings.schema import Layers
from naishi_tui.app import NaishiApp
from naishi_tui.games.naishi import prompt_text, table as adviser
from naishi_tui.games.naishi.prompt_text import Advice
from naishi_tui.games.naishi.score import Score
from naishi_tui.games.naishi.table import Table
from naishi_tui.home.home import Home
from naishi_tui.messages import ResumeGame, StartGame
from tests.naishi_tui import waiting
from tests.naishi_tui.desk import Desk, SilentBots, desk
from tests.naishi_tui.games import against_a_bot

pytestmark = pytest.mark.ci

SIZE = (80, 24)


class First:
    """Does the first thing that is legal."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def choose(self, view: PlayerView, clock: Clock) -> Action:
        return view.legal_actions[0]


class Slow(First):
    """Thinks until it is told to, or until nobody waits any more."""

    go = threading.Event()
    cancelled = threading.Event()

    def choose(self, view: PlayerView, clock: Clock) -> Action:
        if view.phase == "gift":
            return view.legal_actions[0]
        try:
            while not self.go.is_set():
                clock.check()
                time.sleep(0.005)
        except BaseException:
            self.cancelled.set()
            raise
        return view.legal_actions[0]


class Broken(First):
    def choose(self, view: PlayerView, clock: Clock) -> Action:
        if view.phase == "gift":
            return view.legal_actions[0]
        raise BotNotReadyError("The weights are missing.")


def installed(group: str, name: str = "") -> list[EntryPoint]:
    """The bots of a package that is installed beside this one."""
    kinds = {"first": First, "slow": Slow, "broken": Broken}
    points = [EntryPoint(each, f"{kind.__module__}:{kind.__name__}", group) for each, kind in kinds.items()]
    return [each for each in points if name in {"", each.name}]


@pytest.fixture(autouse=True)
def bots(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(registry, "entry_points", installed)
    Slow.go.clear()
    Slow.cancelled.clear()
    yield
    Slow.go.set()


def app(folder: Path, **settings: str) -> NaishiApp:
    return NaishiApp(folder, Layers(file={"animations": False, "pace": "instant", **settings}))


def a_game(kind: str, *actions: str, first: str = "human") -> Game:
    game = Game.new(7, (Player(name="Aiko", kind=first), Player(name="Bot", kind=kind)))
    for action in actions:
        game.play(action)
    return game


async def until(pilot: Pilot[None], what: str, true: Callable[[], object]) -> None:
    """Wait until something holds, and is drawn."""
    await waiting.until(true, what)
    await waiting.settle(pilot)


def opened(program: NaishiApp) -> Game:
    assert program.game.navigator.session is not None
    game: Game = program.game.navigator.session.game
    return game


async def test_a_person_alone_gives_and_plays_without_any_cover(tmp_path: Path) -> None:
    program = app(tmp_path)
    async with program.run_test(size=SIZE) as pilot:
        await program.show(StartGame(a_game("first")))
        await Desk(program, pilot).press("enter")
        await until(pilot, "the bot gives, and the table opens", lambda: isinstance(program.screen, Table))
        await Desk(program, pilot).press("i", "enter")
        await until(pilot, "the bot has answered", lambda: opened(program).turn == 0)
        mine, *theirs = [event.seat for event in opened(program).events()][2:]
        assert mine == 0
        assert set(theirs) == {1}
        assert isinstance(program.screen, Table)


async def test_undo_goes_back_to_the_persons_own_decision_and_redo_forward_again(tmp_path: Path) -> None:
    program = app(tmp_path)
    async with program.run_test(size=SIZE) as pilot:
        await program.show(StartGame(a_game("first", "give 1", "give 1")))
        await Desk(program, pilot).press("i", "enter")
        await until(pilot, "the bot has answered", lambda: opened(program).turn == 0)
        after = opened(program).actions
        await Desk(program, pilot).press("u")
        assert len(opened(program).actions) == 2
        assert opened(program).turn == 0
        await Desk(program, pilot).press("ctrl+r")
        assert opened(program).actions == after


async def test_undo_stops_a_bot_that_thinks(tmp_path: Path) -> None:
    program = app(tmp_path)
    async with program.run_test(size=SIZE) as pilot:
        await program.show(StartGame(a_game("slow", "give 1", "give 1")))
        await Desk(program, pilot).press("i", "enter")
        await until(pilot, "it is said that it thinks", lambda: "Bot is thinking" in text(program))
        await Desk(program, pilot).press("u")
        assert opened(program).turn == 0
        assert len(opened(program).actions) == 2
        await until(pilot, "the thread has ended", Slow.cancelled.is_set)


async def test_leaving_while_a_bot_thinks_loses_nothing_and_it_goes_on_when_resumed(tmp_path: Path) -> None:
    program = app(tmp_path)
    async with program.run_test(size=SIZE) as pilot:
        await program.show(StartGame(a_game("slow", "give 1", "give 1")))
        save_id = program.game.navigator.session.store.id if program.game.navigator.session else ""
        await Desk(program, pilot).press("i", "enter")
        await until(pilot, "it thinks", lambda: "thinking" in text(program))
        await Desk(program, pilot).leave_game()
        await until(pilot, "home", lambda: isinstance(program.screen, Home))
        await until(pilot, "the thread has ended", Slow.cancelled.is_set)
        assert len(program.context.saves.load(save_id).actions) == 3
        Slow.go.set()
        await program.show(ResumeGame(save_id))
        await until(pilot, "the bot has answered", lambda: opened(program).turn == 0)
        assert len(opened(program).actions) > 3


async def test_the_app_answers_keys_while_a_bot_thinks(tmp_path: Path) -> None:
    program = app(tmp_path)
    async with program.run_test(size=SIZE) as pilot:
        await program.show(StartGame(a_game("slow", "give 1", "give 1")))
        await Desk(program, pilot).press("i", "enter")
        table = program.screen
        assert isinstance(table, Table)
        await Desk(program, pilot).press("5", "down", "up")
        assert (table.board_view.board.row, table.board_view.board.position) == (1, 4)
        await Desk(program, pilot).press("enter")
        assert len(opened(program).actions) == 3


async def test_a_bot_that_cant_play_says_why_and_the_game_is_still_there(tmp_path: Path) -> None:
    program = app(tmp_path)
    async with program.run_test(size=SIZE) as pilot:
        await program.show(StartGame(a_game("broken", "give 1", "give 1")))
        await Desk(program, pilot).press("i", "enter")
        await until(pilot, "the reason is told", lambda: "The weights are missing." in text(program))
        await Desk(program, pilot).press("u")
        assert opened(program).turn == 0


async def test_a_bot_at_the_first_seat_begins(tmp_path: Path) -> None:
    program = app(tmp_path)
    async with program.run_test(size=SIZE) as pilot:
        await program.show(StartGame(a_game("human", first="first")))
        await until(pilot, "the person gives", lambda: opened(program).turn == 1)
        await Desk(program, pilot).press("enter")
        await until(pilot, "the bot has begun", lambda: len(opened(program).actions) > 2 and opened(program).turn == 1)
        assert isinstance(program.screen, Table)
        assert program.screen.view.seat == 1


async def test_two_bots_play_to_the_score_pad_while_one_watches(tmp_path: Path) -> None:
    program = app(tmp_path)
    async with program.run_test(size=SIZE) as pilot:
        await program.show(StartGame(a_game("random", first="random")))
        await until(pilot, "the end", lambda: opened(program).phase in {"copy", "over"})
        await Desk(program, pilot).press("enter")
        await until(pilot, "the score", lambda: isinstance(program.screen, Score))


async def test_advice_names_a_legal_action_and_uses_only_the_own_view(tmp_path: Path) -> None:
    program = app(tmp_path)
    async with program.run_test(size=SIZE) as pilot:
        await program.show(StartGame(a_game("first", "give 1", "give 1")))
        await Desk(program, pilot).press("a")
        await until(pilot, "the advice", lambda: advised_at(program) is not None)
        assert isinstance(program.screen, Table)
        assert "to win" in text(program)
        advised = program.screen.turn.advised
        assert advised in program.screen.view.legal_actions
        assert opened(program).turn == 0
        await Desk(program, pilot).press("left", "up")
        assert program.screen.turn.advised == advised, "it stays marked while one looks elsewhere"
        await Desk(program, pilot).press("escape")
        assert program.screen.turn.advised is None, "Esc takes the advice away, not the game"
        assert isinstance(program.screen, Table)


async def test_advice_asked_for_again_is_taken(tmp_path: Path) -> None:
    program = app(tmp_path)
    async with program.run_test(size=SIZE) as pilot:
        await program.show(StartGame(a_game("slow", "give 1", "give 1")))
        await Desk(program, pilot).press("a")
        await until(pilot, "the advice", lambda: advised_at(program) is not None)
        assert isinstance(program.screen, Table)
        assert "to win" in text(program)
        advised = program.screen.turn.advised
        await Desk(program, pilot).press("left", "a")
        assert opened(program).actions[2] == advised


async def test_what_is_seen_at_first_sight_is_said_while_all_is_weighed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    go, asked = threading.Event(), list[PlayerView]()

    def advise(view: PlayerView) -> Advice:
        asked.append(view)
        go.wait(60)
        return prompt_text.advise(view)

    monkeypatch.setattr(adviser, "advise", advise)
    program = app(tmp_path)
    async with program.run_test(size=SIZE) as pilot:
        await program.show(StartGame(a_game("first", "give 1", "give 1")))
        await Desk(program, pilot).press("a")
        await until(pilot, "the first look", lambda: "At first sight, ±" in text(program))
        await Desk(program, pilot).press("a")
        assert advised_at(program) is None, "nothing is done yet, nor asked again"
        assert len(opened(program).actions) == 2
        go.set()
        await until(pilot, "the advice", lambda: advised_at(program) is not None)
        assert "At first sight" not in text(program)
        assert len(asked) == 1


async def test_advice_can_be_switched_off(tmp_path: Path) -> None:
    program = NaishiApp(tmp_path, Layers(file={"advice": False, "pace": "instant"}))
    async with program.run_test(size=SIZE) as pilot:
        await program.show(StartGame(a_game("first", "give 1", "give 1")))
        await Desk(program, pilot).press("a")
        await until(pilot, "the refusal", lambda: "Advice is off" in text(program))


def advised_at(program: NaishiApp) -> Action | None:
    assert isinstance(program.screen, Table)
    return program.screen.turn.advised


def text(program: NaishiApp) -> str:
    """What the prompt says."""
    table = program.screen
    assert isinstance(table, Table)
    return "\n".join("".join(span.text for span in row) for row in table.prompt.rows)


@pytest.mark.parametrize("size", [(80, 24), (160, 48)])
async def test_the_table_says_how_strong_the_opponent_is(folder: Path, size: tuple[int, int]) -> None:
    async with desk(folder, against_a_bot(), size=size, bots=SilentBots()) as at:
        (level,) = (player.kind for player in at.game.players if player.kind != "human")
        assert dict(levels())[level] in at.lines[1]
