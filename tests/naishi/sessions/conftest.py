"""Sessions with stores in memory and controlled bots."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

import pytest

from naishi import Action, Game, Options, Player, PlayerView
from naishi.common.i18n import BotFailedError, SaveNotWrittenError
from naishi.sessions import Session
from naishi.tabletop.game import Game as AnyGame


class MemoryStore:
    """Keeps what was stored last."""

    id = "memory"

    def __init__(self, game: AnyGame) -> None:
        self._game = game
        self.unsaved: SaveNotWrittenError | None = None
        self.stored: Sequence[Any] = ()
        self.refuses = False
        self.closed = False

    async def write(self) -> None:
        self.unsaved = SaveNotWrittenError("Not saved.") if self.refuses else None
        if not self.refuses:
            self.stored = self._game.actions

    def close(self) -> None:
        self.closed = True


class ObedientBots:
    """Bots that answer when the test says so; each choice waits until then."""

    def __init__(self) -> None:
        self.waiting: list[tuple[PlayerView, asyncio.Future[Action]]] = []
        self.kinds: list[str] = []
        self.at_once = False

    async def choose(self, game: str, kind: str, seed: int, view: PlayerView) -> Action:
        self.kinds.append(kind)
        if self.at_once:
            return view.legal_actions[0]
        answer: asyncio.Future[Action] = asyncio.get_running_loop().create_future()
        self.waiting = [each for each in self.waiting if not each[1].done()] + [(view, answer)]
        return await answer

    def answer(self) -> None:
        for view, future in self.waiting:
            if not future.done():
                future.set_result(view.legal_actions[0])

    def fail(self) -> None:
        for _view, future in self.waiting:
            if not future.done():
                future.set_exception(BotFailedError("It failed."))

    def cheat(self) -> None:
        for view, future in self.waiting:
            if not future.done():
                future.set_result(Action.from_text("recall" if view.phase != "gift" else "end"))


@pytest.fixture
def bots() -> ObedientBots:
    return ObedientBots()


def session_of(kinds: Sequence[str], bots: ObedientBots, *actions: str, undo: str = "free") -> Session:
    players = tuple(Player(name=name, kind=kind) for name, kind in zip(("Aiko", "Bruno"), kinds, strict=True))
    game = Game.new(7, players, options=Options.model_validate({"undo": undo}))
    for action in actions:
        game.play(action)
    return Session(game, MemoryStore(game), bots=bots)


async def settle() -> None:
    """Let all tasks go on until each waits for something."""
    for _turn in range(10):
        await asyncio.sleep(0)
