"""Bots in threads: stopping, resigning, secrecy."""

from __future__ import annotations

import asyncio
import threading

import pytest

from naishi import Action, Game, NaishiError, PlayerView
from naishi.bots import Clock, register
from naishi.common.i18n import BotFailedError
from naishi.sessions import ThreadExecutor

VIEW = Game.new(7).view(0)


class Stubborn:
    """Thinks until the test is over, whatever its clock says."""

    release = threading.Event()
    thinking = threading.Event()

    def choose(self, view: PlayerView, clock: Clock) -> Action:
        self.thinking.set()
        self.release.wait()
        return view.legal_actions[0]


class Polite:
    """Thinks until its clock says that nobody waits."""

    heard = threading.Event()

    def choose(self, view: PlayerView, clock: Clock) -> Action:
        try:
            while True:
                clock.check()
        finally:
            self.heard.set()


class Talkative:
    """Fails, and tells what it has seen."""

    def __init__(self, error: type[Exception]) -> None:
        self.error = error

    def choose(self, view: PlayerView, clock: Clock) -> Action:
        raise self.error(f"I hold {view.dealt}")


@pytest.fixture(autouse=True)
def _bots() -> None:
    register("stubborn", lambda _seed: Stubborn())
    register("polite", lambda _seed: Polite())
    register("talkative", lambda _seed: Talkative(KeyError))
    register("talkative-in-words", lambda _seed: Talkative(NaishiError))


async def test_a_bot_answers() -> None:
    assert await ThreadExecutor().choose("naishi", "greedy", 1, VIEW) in VIEW.legal_actions


async def test_a_bot_that_ignores_its_clock_is_given_up() -> None:
    try:
        with pytest.raises(BotFailedError, match="took too long"):
            await ThreadExecutor(thinking_time=0.0, grace=0.0).choose("naishi", "stubborn", 1, VIEW)
    finally:
        Stubborn.release.set()


async def test_cancelling_the_call_stops_the_thinking() -> None:
    choosing = asyncio.ensure_future(ThreadExecutor().choose("naishi", "polite", 1, VIEW))
    await asyncio.sleep(0)
    choosing.cancel()
    with pytest.raises(asyncio.CancelledError):
        await choosing
    assert await asyncio.to_thread(Polite.heard.wait, 20)


@pytest.mark.parametrize("kind", ["talkative", "talkative-in-words"])
async def test_a_failure_never_quotes_the_bot(kind: str) -> None:
    with pytest.raises(BotFailedError) as error:
        await ThreadExecutor().choose("naishi", kind, 1, VIEW)
    assert str(error.value) in {"It failed (KeyError).", "It failed (NaishiError)."}
