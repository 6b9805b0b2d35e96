"""What the participants of a session need of it, so that they know no more of it than that."""

# ruff: noqa: D102 - `Session` says what each does

from __future__ import annotations

from typing import Protocol

from naishi.games.naishi.game.game import Game
from naishi.sessions.participant import BotStatus, Playable
from naishi.sessions.revisions import Revisions
from naishi.sessions.store import Store


class Joined(Protocol):
    """What participants need of the session that they have joined."""

    game: Game
    store: Store
    pace: float
    game_revision: int
    revisions: Revisions

    @property
    def people(self) -> tuple[int, ...]: ...
    @property
    def bots(self) -> BotStatus: ...

    async def play(self, seat: int, action: Playable) -> None: ...
    async def undo(self, seat: int) -> None: ...
    async def redo(self, seat: int) -> None: ...
    def undo_refusal(self, seat: int) -> str: ...
    def redo_refusal(self) -> str: ...

    def pause(self) -> None: ...
    def resume(self) -> None: ...
    def step(self) -> None: ...
    async def replace_bot(self, kind: str) -> None: ...
