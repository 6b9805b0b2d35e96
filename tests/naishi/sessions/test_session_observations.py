"""Recorded observations of random Naishi sessions.

`python -m tests.naishi.sessions.test_session_observations` records them again, where something was changed on purpose.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import random
from pathlib import Path
from typing import Any

import pytest

from naishi import Action, Game, Options, Player
from naishi.bots import Clock, make
from naishi.common.i18n import BotFailedError, NaishiError
from naishi.sessions import Ask, Session
from tests.fuzzing import some
from tests.naishi.sessions.conftest import MemoryStore, settle

pytestmark = pytest.mark.ci

RECORDED = Path(__file__).parent / "observations.json"
SESSIONS = 20
STEPS = 120
KINDS = [
    ("human", "human"), ("human", "random"), ("greedy", "human"), ("human", "novice"), ("novice", "human"),
    ("random", "human"), ("human", "greedy"), ("random", "greedy"),
]  # fmt: skip
ASKS = ("play", "advise", "hand over", "undo", "redo", "pause", "continue", "pace", "retry", "replace bot", "rematch")
"""What could be asked for when this was recorded."""
NONSENSE = ("recall", "end", "develop L1", "give 3", "declare")


class Bots:
    """The bots as they are, at once; now and then one fails."""

    def __init__(self, draw: random.Random) -> None:
        self._draw = draw

    async def choose(self, game: str, kind: str, seed: int, view: Any) -> Any:
        if self._draw.random() < 0.02:
            raise BotFailedError("It failed.")
        return make(kind, seed, game).choose(view, Clock())


class Observer:
    """Plays a random session, and keeps the hash of all that anybody sees of it."""

    def __init__(self, seed: int) -> None:
        self._draw = random.Random(f"observations/{seed}")
        kinds = KINDS[seed % len(KINDS)]
        players = tuple(Player(name=name, kind=kind) for name, kind in zip(("Aiko", "Bruno"), kinds, strict=True))
        undo = "off" if seed % 7 == 6 else "free"
        game = Game.new(f"observations/{seed}", players, options=Options.model_validate({"undo": undo}))
        self.session = Session(game, MemoryStore(game), bots=Bots(self._draw))
        self._joined = [
            *(self.session.join(seat, one_keyboard=one) for seat in (0, 1) for one in (False, True)),
            self.session.join(),
        ]
        self._hash, self.count = hashlib.sha256(), 0

    async def play(self) -> dict[str, object]:
        self.session.start()
        if not self.session.people:
            self.session.pause()
        await self._observe()
        for _step in range(STEPS):
            await self._do()
            await self._observe()
        self.session.close()
        return {
            "sha256": self._hash.hexdigest(), "observations": self.count,
            "actions": len(self.session.game.actions), "over": self.session.over,
        }  # fmt: skip

    async def _do(self) -> None:
        """Ask for something at random; what is refused is noted."""
        draw, session = self._draw, self.session
        me = draw.choice(self._joined)
        allowed = me.allowed
        try:
            match draw.random():
                case luck if luck < 0.1:
                    await me.undo()
                case luck if luck < 0.15:
                    await me.redo()
                case luck if luck < 0.2:
                    await me.play(draw.choice(NONSENSE))
                case luck if luck < 0.22:
                    await me.play("not an action")
                case luck if luck < 0.26:
                    draw.choice([me.pause, me.resume, me.step])()
                case luck if luck < 0.28 or (Ask.RETRY in allowed and luck < 0.6):
                    await self._after_failure()
                case _ if Ask.CONTINUE in allowed:
                    me.step()
                case _:
                    turn = session.game.turn
                    actor = next((each for each in self._joined if each.seat == turn), me)
                    actions = actor.view.legal_actions
                    await actor.play(draw.choice(actions) if actions else Action.from_text("end"))
        except NaishiError as error:
            self._note(type(error).__name__, str(error))

    async def _after_failure(self) -> None:
        me = self._draw.choice(self._joined)
        if self._draw.random() < 0.5:
            me.retry()
        else:
            await me.replace_bot(self._draw.choice(["random", "greedy", "deep"]))

    async def _observe(self) -> None:
        for _turn in range(400):
            await settle()
            if self.session.bots.thinking is None:
                break
        stored = self.session.store
        assert isinstance(stored, MemoryStore)
        self._note([action.text for action in stored.stored], self.session.game_revision)
        for me in self._joined:
            view, bots = me.view.model_dump(mode="json"), me.bots
            self._note(
                view,
                sorted(ask for ask in me.allowed if ask in ASKS),
                [me.refusal(Ask(ask)) for ask in ASKS],
                me.can_undo_at_all,
            )
            self._note(bots.thinking, bots.paused, bots.failure, me.trouble, me.pace)
            self.count += 1

    def _note(self, *facts: object) -> None:
        self._hash.update(json.dumps(facts, sort_keys=True, ensure_ascii=True).encode() + b"\n")


@pytest.mark.parametrize("seed", some(range(SESSIONS), 2))
async def test_a_session_of_naishi_shows_and_refuses_what_it_did(seed: int) -> None:
    assert await Observer(seed).play() == json.loads(RECORDED.read_text())[seed]


async def _record() -> list[dict[str, object]]:
    return [await Observer(seed).play() for seed in range(SESSIONS)]


if __name__ == "__main__":
    RECORDED.write_text(json.dumps(asyncio.run(_record()), indent=1) + "\n")
